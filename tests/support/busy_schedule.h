// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A schedule of any length, made by a fixed seed: tasks that run, are preempted, sleep, wake each
// other across CPUs, migrate while they wait, fork and die, with losses now and then.

#include <cstddef>
#include <cstdint>
#include <string>

namespace resched::test {

struct BusyOptions
{
    std::size_t events = 500;  // at least
    int cpus = 3;
    int tasks = 8;
    std::uint64_t seed = 1;
    bool hasNanoseconds = false;  // else every time is a whole microsecond
    bool hasAllStates = true;     // else R, S, D, T and t only
    bool hasLosses = true;
    int firstCpu = 0;
};

// In the notation of support/schedule.h, in order of time from 1 s on.
std::string busySchedule(const BusyOptions& options = {});

}  // namespace resched::test

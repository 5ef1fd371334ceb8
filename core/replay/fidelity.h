// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How well a replay under the recorded settings reproduces its recording: the figures that stand
// beside every what-if result, and a grade that is that of the worst of them.

#include "base/ids.h"
#include "base/time.h"
#include "trace/trace.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace resched {

struct CountPair
{
    std::uint64_t recorded = 0;
    std::uint64_t replayed = 0;
    // (replayed - recorded) / recorded; 0 when both are none.
    double error() const;
    friend bool operator==(const CountPair&, const CountPair&) = default;
};

struct DelayPair
{
    double fraction = 0;  // of the distribution; 0: the mean
    Nanoseconds recorded{0};
    Nanoseconds replayed{0};
    // Relative to the recording. Differences within kDelayResolution count as none.
    double error() const;
    friend bool operator==(const DelayPair&, const DelayPair&) = default;
};

// Below this a delay is made of what the model leaves out: switch paths, timer hardware, tracing.
constexpr Nanoseconds kDelayResolution{20'000};

enum class Grade : std::uint8_t { A, B, C, D };
std::string_view gradeName(Grade grade);

struct Fidelity
{
    // Of the time at which some task was on a CPU in either: the part at which it was the same one.
    // Time that the recording does not know is left out.
    double sameTaskTime = 0;
    double runDelayKs = 0;  // greatest distance of the two distribution functions
    std::uint64_t recordedWaits = 0;
    std::uint64_t replayedWaits = 0;
    DelayPair meanRunDelay;
    std::vector<DelayPair> quantiles;  // p50, p90, p95, p99
    CountPair switches;
    CountPair preemptions;
    CountPair migrations;
    double shareErrorMax = 0;         // of a task's CPU share, in the unit 1
    TaskId shareErrorTask = kNoTask;  // of the recording
    Grade grade = Grade::D;

    const DelayPair& p99() const { return quantiles.back(); }
};

// Both must begin at the same time; tasks are matched by tid.
Fidelity measureFidelity(const Trace& recorded, const Trace& replayed);

// Two-sample Kolmogorov-Smirnov distance of ascending samples; 0 when both are empty, 1 when one
// is.
double ksDistance(const std::vector<Nanoseconds>& a, const std::vector<Nanoseconds>& b);

}  // namespace resched

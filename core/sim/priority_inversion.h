// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Priority inversion: a task waits for a mutex whose holder is runnable, but kept from the CPU by
// a third task that is less important than the one that waits. Found in a run's trace with what the
// run knows of its mutexes.

#include "base/ids.h"
#include "base/time.h"
#include "trace/trace.h"

#include <cstdint>
#include <string>
#include <vector>

namespace resched {

// One wait for a mutex as far as one task held it.
struct LockWait
{
    TaskId waiter = kNoTask;
    TaskId holder = kNoTask;
    std::uint32_t mutex = 0;
    std::int16_t waiterPrio = 0;
    Timestamp since;  // when the wait began, maybe under an earlier holder
    TimeRange range;
};

struct PriorityInversion
{
    TaskId victim = kNoTask;
    TaskId holder = kNoTask;
    TaskId cause = kNoTask;
    std::string mutex;
    Timestamp since;          // when the victim's wait began
    Nanoseconds waited{0};    // for the mutex, all in all
    Nanoseconds inverted{0};  // of it, while `cause` ran in the holder's stead
};

// By the time taken, longest first; `mutexes` are their names.
std::vector<PriorityInversion> findInversions(const Trace& trace,
                                              const std::vector<LockWait>& waits,
                                              const std::vector<std::string>& mutexes);

}  // namespace resched

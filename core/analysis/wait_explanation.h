// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Why a task waited: what its run queue's CPU did meanwhile, and the decision that let that happen.

#include "analysis/waits.h"
#include "base/ids.h"
#include "base/time.h"
#include "trace/trace.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace resched {

enum class RunCause : std::uint8_t {
    WasRunning,  // it had the CPU before the wait began
    TookOver,    // it came in as the waiter was switched out: `reason` is why the waiter had to go
    Picked,      // it was chosen while the waiter waited: `reason` is why the one before it left
    Idle,        // kIdleTask: nothing ran, a wakeup on its way or a decision of the scheduler
    Unknown,     // kNoTask: the recording does not say
};

struct RanInstead
{
    TaskId task = kNoTask;
    Nanoseconds time{0};
    RunCause cause = RunCause::Unknown;  // of its first run in the wait
    EndReason reason = EndReason::Unknown;
    std::optional<Decision> decision = {};  // the numbers behind the reason, of simulated runs
};

// One entry a task, the longest first; the times add up to the wait.
std::vector<RanInstead> ranInstead(const Trace& trace, const Wait& wait);

std::string_view endReasonName(EndReason reason);  // "tick_slice": stable keys of JSON and CSV
std::string_view causeName(RunCause cause);

}  // namespace resched

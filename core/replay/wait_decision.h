// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which decision of a simulated run made a task wait, and which tunable or feature would have made
// it go otherwise, at what value. A preempted task waits for the decision that took the CPU from
// it; a woken one because its wakeup did not preempt. What is said of a tunable was computed with
// the scheduler's own arithmetic and checked against the recorded numbers; where they do not agree
// (task groups, SCHED_IDLE weights) nothing is said.
//
// "Would not have waited" speaks of this one decision in the state that it met: with the other
// value earlier decisions may differ too.

#include "analysis/waits.h"
#include "sched/generation.h"
#include "sched/scheduler_table.h"
#include "trace/trace.h"

#include <optional>
#include <string>

namespace resched {

// The settings that a simulated trace names in its provenance.
struct SimulatedSettings
{
    SchedulerSettings chosen;
    ResolvedSettings resolved;
    int cpus = 1;
    int hz = 250;
    FairRules rules;
};
std::optional<SimulatedSettings> simulatedSettings(const TraceInfo& info);

struct Otherwise
{
    enum class Side : std::uint8_t { AtMost, AtLeast, Switched };
    std::string name;  // of a tunable; Switched: the feature as it would be written
    Side side = Side::AtMost;
    std::int64_t value = 0;      // as it is
    std::int64_t threshold = 0;  // with which the decision goes the other way
    friend bool operator==(const Otherwise&, const Otherwise&) = default;
};

struct WaitDecision
{
    bool isRefusal = false;  // `refusal` holds, else `reason`
    RefusalRule refusal = RefusalRule::None;
    EndReason reason = EndReason::Unknown;
    std::int64_t value = 0;  // see RefusalRule and EndReason
    std::int64_t limit = 0;
    TaskId by = kNoTask;  // who kept or got the CPU
    std::optional<Otherwise> otherwise = {};
};

// Nothing where the trace does not say why.
std::optional<WaitDecision> waitDecision(const Trace& trace, const Wait& wait,
                                         const SimulatedSettings& settings);

std::string_view refusalName(RefusalRule rule);  // "granularity": stable keys of JSON
// "wakeup_granularity_ns at most 981443 (it is 1000000)"
std::string otherwiseText(const Otherwise& otherwise);

}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// (Workload, Machine, Scheduler, seed) -> Trace. A deterministic discrete-event simulation: events
// are ordered by (time, phase, sequence), never by address; the same input gives the same bytes
// anywhere.

#include "base/progress.h"
#include "base/result.h"
#include "base/time.h"
#include "sched/scheduler_table.h"
#include "sim/priority_inversion.h"
#include "topology/machine.h"
#include "trace/trace.h"
#include "workload/workload.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace resched {

struct SimulationInput
{
    std::shared_ptr<const Workload> workload;
    Machine machine;
    SchedulerSettings scheduler;
    std::uint64_t seed = 1;
    // Stop after so long even if the workload has more; 0: the workload's own duration.
    Nanoseconds duration{0};
    // Times of the trace start here; a replay starts where its recording did.
    Timestamp start{};
    // When the first tick of each CPU falls, after `start`; -1: spread by the seed within one tick.
    Nanoseconds tickPhase{0};
    bool keepDecisions = true;   // Decision per slice
    bool sampleVruntime = true;  // sched_stat_runtime with vruntime, as the kernel emits it
    bool keepTrace = true;       // false: metrics and counts alone, the trace has no lanes
};

struct MetricResult
{
    std::string name;
    std::vector<Nanoseconds> samples;  // in order of time; Count: empty
    std::vector<Timestamp> times;      // of the samples
    std::uint64_t count = 0;
    std::uint64_t missed = 0;  // timers: periods that passed while the task was late
};

struct SimulationResult
{
    Trace trace;
    std::vector<MetricResult> metrics;
    std::uint64_t decisions = 0;  // picks, preemption checks and CPU choices
    std::uint64_t events = 0;     // processed by the event queue
    std::int64_t listVisits = 0;  // nodes of futex queues that were walked
    // What tasks spent on costs rather than on their own work, switches and interrupts included.
    Nanoseconds refillCosts{0};
    Nanoseconds otherCosts{0};
    Nanoseconds systemWork{0};  // of Run steps that are spent in the kernel (Step::kSystem)
    std::vector<LockWait> lockWaits =
        {};  // where priorities differ: who waited for a mutex, and on whom
    std::vector<PriorityInversion> inversions = {};
    // What stopped it, when something did before its end: "deadlock: 3 tasks wait for …", or "".
    std::string note;
};

// InvalidArgument for settings or a workload that make no sense; Canceled through `progress`.
Result<SimulationResult> simulate(const SimulationInput& input, Progress& progress);

}  // namespace resched

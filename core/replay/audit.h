// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How far the model decides as the recorded kernel did. The audit walks the trace with the model's
// run queues forced to the recording: what was queued is queued, what ran is current, and where the
// trace carries vruntime the tasks have it. At each decision the model is asked, its answer is
// compared, and the recorded one is carried out.
//
//   picks              each switch: which task comes next.
//   wakeup preemption  each wakeup onto a busy CPU: does the woken task replace the current one.
//                      Recorded as yes when the current task left runnable before kReaction had
//                      passed; several wakeups in that time are one decision.
//   tick preemption    each tick at which the kernel or the model ends the slice of a task that has
//                      competitors; agreed when the other does so within one tick.
//   CPU choice         each wakeup and fork, where the machine has several CPUs.
//   vruntime           each recorded sample: the value that follows from the sample before, or from
//                      the model's placement since, and the recorded execution.
//
// A decision counts only where the state is known: not before the vruntime of every queued task has
// been seen or set by a placement, nor across lost events.

#include "base/ids.h"
#include "base/progress.h"
#include "base/result.h"
#include "base/time.h"
#include "sched/scheduler_table.h"
#include "topology/machine.h"
#include "trace/trace.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace resched {

enum class AuditKind : std::uint8_t { Pick, WakeupPreemption, TickPreemption, CpuChoice };
std::string_view auditKindName(AuditKind kind);  // "pick", "wakeup_preemption", …

struct Agreement
{
    std::uint64_t decisions = 0;
    std::uint64_t agreed = 0;
    double share() const
    {
        return decisions == 0 ? 1 : static_cast<double>(agreed) / static_cast<double>(decisions);
    }
    friend bool operator==(const Agreement&, const Agreement&) = default;
};

struct Disagreement
{
    Timestamp time;
    CpuId cpu;
    AuditKind kind;
    TaskId task = kNoTask;  // woken, or running at the tick; of a pick: who left
    // Pick: who came. Preemption: the task itself for yes, kNoTask for no. CPU choice: see the
    // CPUs.
    TaskId recorded = kNoTask;
    TaskId model = kNoTask;
    int recordedCpu = -1;
    int modelCpu = -1;
};

// Of yes-or-no decisions: [recorded][model], 0 no, 1 yes.
using Confusion = std::array<std::array<std::uint64_t, 2>, 2>;

struct VruntimeAgreement
{
    std::uint64_t samples = 0;
    double meanAbsError = 0;  // ns
    Nanoseconds maxAbsError{0};
};

struct AuditResult
{
    SchedulerSettings scheduler;
    Agreement picks;
    Agreement wakeupPreemption;
    Agreement tickPreemption;
    Agreement cpuChoice;
    Confusion wakeups{};
    Confusion ticks{};
    VruntimeAgreement vruntime;               // no samples: the trace has none
    std::vector<Disagreement> disagreements;  // by time
};

struct AuditOptions
{
    SchedulerSettings scheduler;
    Machine machine;
    // How soon the running task leaves after a decision against it: to the next return to user
    // mode.
    Nanoseconds reaction{150'000};
};

Result<AuditResult> audit(const Trace& trace, const AuditOptions& options, Progress& progress);

}  // namespace resched

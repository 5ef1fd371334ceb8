// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Step functions of time that views plot: run-queue depth per CPU, vruntime per task, vruntime
// spread per run queue. A point holds until the next one; a hole (unknown time) is a point without
// a value.

#include "base/ids.h"
#include "base/progress.h"
#include "base/result.h"
#include "base/time.h"
#include "trace/trace.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace resched {

struct StepPoint
{
    Timestamp time;
    std::optional<std::int64_t> value;
    friend bool operator==(const StepPoint&, const StepPoint&) = default;
};
using StepSeries = std::vector<StepPoint>;  // by time, equal neighbours merged

// Tasks running or runnable on that CPU.
StepSeries runQueueDepth(const Trace& trace, CpuId cpu);

struct VruntimeSeries
{
    struct TaskCurve
    {
        TaskId task;
        StepSeries relative;  // vruntime minus the run queue's minimum, virtual ns
    };
    CpuId cpu;
    StepSeries spread;  // max minus min over the fair tasks runnable or running there, virtual ns
    std::vector<TaskCurve> tasks;
};
// Empty when the trace has no vruntime samples on that CPU.
Result<VruntimeSeries> vruntimeSeries(const Trace& trace, CpuId cpu, Progress& progress);

}  // namespace resched

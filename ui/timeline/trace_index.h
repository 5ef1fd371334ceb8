// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the timeline looks up again and again in one trace, worked out once in the background: cover
// sums and run-queue depth of each CPU, the tasks that had a tid, how much each task ran and
// waited.

#include "base/progress.h"
#include "base/result.h"
#include "trace/fold.h"
#include "trace/trace.h"

#include <map>
#include <memory>
#include <span>
#include <vector>

namespace resched::ui {

struct TaskTimes
{
    Nanoseconds running{0};
    Nanoseconds waiting{0};
};

struct TraceIndex
{
    std::shared_ptr<const Trace> trace;
    std::vector<CoverIndex> covers = {};  // by position in trace->cpus()
    std::vector<MaxLadder> depths = {};   // the same
    std::vector<MaxLadder> frequencies = {};
    std::vector<TaskTimes> times = {};  // by TaskId
    std::map<Tid, std::vector<TaskId>> tasks =
        {};  // in order of TaskId, which is order of appearance

    std::span<const TaskId> tasksOf(Tid tid) const;
    // Position in trace->cpus(), or -1.
    int positionOf(CpuId cpu) const;
};

Result<TraceIndex> buildTraceIndex(std::shared_ptr<const Trace> trace, Progress& progress);

}  // namespace resched::ui

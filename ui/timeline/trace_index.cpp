// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/trace_index.h"

#include "analysis/step_series.h"

#include <algorithm>
#include <utility>

namespace resched::ui {
namespace {

MaxLadder depthOf(const Trace& trace, CpuId cpu)
{
    std::vector<MaxLadder::Point> points;
    for (const StepPoint& point : runQueueDepth(trace, cpu)) {
        points.push_back({point.time, point.value.value_or(MaxLadder::kNoValue)});
    }
    return MaxLadder(std::move(points));
}

MaxLadder frequencyOf(const CpuLane& lane)
{
    std::vector<MaxLadder::Point> points;
    for (const ValuePoint& point : lane.frequencies) points.push_back({point.time, point.value});
    return MaxLadder(std::move(points));
}

TaskTimes timesOf(const Trace& trace, const Task& task)
{
    TaskTimes times;
    for (std::size_t i = 0; i < task.segments.size(); ++i) {
        const SegmentState state = task.segments[i].state;
        if (state == SegmentState::Running) times.running += trace.range(task, i).length();
        if (state == SegmentState::Woken || state == SegmentState::Preempted) {
            times.waiting += trace.range(task, i).length();
        }
    }
    return times;
}

}  // namespace

std::span<const TaskId> TraceIndex::tasksOf(Tid tid) const
{
    const auto found = tasks.find(tid);
    return found == tasks.end() ? std::span<const TaskId>{} : std::span(found->second);
}

int TraceIndex::positionOf(CpuId cpu) const
{
    const auto cpus = trace->cpus();
    const auto found = std::lower_bound(cpus.begin(), cpus.end(), cpu,
                                        [](const CpuLane& lane, CpuId id) { return lane.id < id; });
    return found == cpus.end() || found->id != cpu ? -1 : static_cast<int>(found - cpus.begin());
}

Result<TraceIndex> buildTraceIndex(std::shared_ptr<const Trace> trace, Progress& progress)
{
    TraceIndex index{.trace = std::move(trace)};
    const Trace& it = *index.trace;
    const auto cpus = it.cpus();
    for (std::size_t i = 0; i < cpus.size(); ++i) {
        if (!progress.advance(0.8 * static_cast<double>(i) / static_cast<double>(cpus.size()))) {
            return canceled();
        }
        index.covers.emplace_back(cpus[i].slices);
        index.depths.push_back(depthOf(it, cpus[i].id));
        index.frequencies.push_back(frequencyOf(cpus[i]));
    }
    if (!progress.advance(0.8)) return canceled();
    for (std::size_t i = 0; i < it.tasks().size(); ++i) {
        const Task& task = it.tasks()[i];
        index.tasks[task.tid].push_back(TaskId{static_cast<std::uint32_t>(i)});
        index.times.push_back(timesOf(it, task));
    }
    return index;
}

}  // namespace resched::ui

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/hit_test.h"

#include <algorithm>

namespace resched::ui {
namespace {

const LaneRuns* runsAt(const Scene& scene, int y)
{
    const auto found = std::find_if(
        scene.lanes.begin(), scene.lanes.end(),
        [&](const LaneRuns& runs) { return y >= runs.top && y < runs.top + runs.lane.height; });
    return found == scene.lanes.end() ? nullptr : &*found;
}

// The run that has the column, or null.
template <typename Run>
const Run* runOf(const std::vector<Run>& runs, int column)
{
    const auto found = std::partition_point(runs.begin(), runs.end(),
                                            [column](const Run& run) { return run.end <= column; });
    return found == runs.end() || found->begin > column ? nullptr : &*found;
}

TimeRange columnsOf(const Scene& scene, int begin, int end)
{
    return {scene.scale.begin(begin), scene.scale.begin(end)};
}

Thing irqAt(const CpuLane& lane, TimeRange column)
{
    // Spans may nest: the innermost that meets the column began last.
    auto it = std::partition_point(lane.irqs.begin(), lane.irqs.end(),
                                   [&](const IrqSpan& span) { return span.begin < column.end; });
    for (int looked = 0; it != lane.irqs.begin() && looked < 8; ++looked) {
        --it;
        if (it->end > column.begin) {
            return IrqHit{lane.id, static_cast<std::uint32_t>(it - lane.irqs.begin())};
        }
    }
    return {};
}

Thing idleOrGap(const Trace& trace, const CpuLane& lane, TimeRange column)
{
    const auto gap = std::partition_point(lane.gaps.begin(), lane.gaps.end(), [&](const Gap& each) {
        return each.range.end <= column.begin;
    });
    if (gap != lane.gaps.end() && gap->range.begin < column.end) {
        return GapHit{lane.id, static_cast<std::uint32_t>(gap - lane.gaps.begin())};
    }
    if (column.begin < trace.begin() || column.begin >= trace.end()) return {};
    // Idle lasts from the slice or gap before to the one after.
    TimeRange idle = trace.span();
    const auto next =
        std::partition_point(lane.slices.begin(), lane.slices.end(),
                             [&](const CpuSlice& slice) { return slice.end <= column.begin; });
    if (next != lane.slices.begin()) idle.begin = (next - 1)->end;
    if (next != lane.slices.end()) idle.end = next->begin;
    if (gap != lane.gaps.begin()) idle.begin = std::max(idle.begin, (gap - 1)->range.end);
    if (gap != lane.gaps.end()) idle.end = std::min(idle.end, gap->range.begin);
    return idle.isEmpty() ? Thing{} : Thing{IdleHit{lane.id, idle}};
}

Thing cpuThing(const Scene& scene, const Trace& trace, const CpuLane& lane, const LaneRuns& runs,
               const QPoint& point)
{
    constexpr int kIrqZone = 7;
    const TimeRange column = columnsOf(scene, point.x(), point.x() + 1);
    if (point.y() - runs.top < kIrqZone) {
        const Thing irq = irqAt(lane, column);
        if (!std::holds_alternative<std::monostate>(irq)) return irq;
    }
    const SliceRun* run = runOf(runs.slices, point.x());
    if (!run) return idleOrGap(trace, lane, column);
    if (run->count == 1) return SliceHit{lane.id, run->first};
    return ManySlicesHit{lane.id, run->first, run->count, columnsOf(scene, run->begin, run->end)};
}

Thing taskThing(const Scene& scene, const LaneRuns& runs, const Trace& trace, int column)
{
    for (const auto& [task, segments] : runs.segments) {
        const SegmentRun* run = runOf(segments, column);
        if (!run) continue;
        const SegmentState state = trace.task(task).segments[run->first].state;
        // Where this task was not alive another one may have had the tid.
        const bool absent = state == SegmentState::Unborn || state == SegmentState::Dead;
        if (run->count == 1 && absent) continue;
        if (run->count == 1) return SegmentHit{task, run->first};
        return ManySegmentsHit{task, run->first, run->count,
                               columnsOf(scene, run->begin, run->end)};
    }
    return {};
}

}  // namespace

Hit hitTest(const Scene& scene, const TraceIndex& index, RunRole role, const QPoint& point)
{
    const QPoint inside(std::clamp(point.x(), 0, scene.scale.columns() - 1), point.y());
    Hit hit{.role = role, .time = scene.scale.begin(inside.x())};
    const LaneRuns* runs = runsAt(scene, inside.y());
    if (!runs) return hit;
    const Trace& trace = *index.trace;
    if (runs->lane.kind == LaneKind::Cpu) {
        const int position = index.positionOf(runs->lane.cpu);
        if (position >= 0) {
            hit.thing = cpuThing(scene, trace, trace.cpus()[static_cast<std::size_t>(position)],
                                 *runs, inside);
        }
    } else if (runs->lane.kind == LaneKind::Task) {
        hit.thing = taskThing(scene, *runs, trace, inside.x());
    } else if (runs->lane.kind == LaneKind::Depth) {
        const ValueRun* run = runOf(runs->values, inside.x());
        if (run) hit.thing = DepthHit{runs->lane.cpu, run->value};
    }
    return hit;
}

const Lane* laneAt(const Scene& scene, int y)
{
    const LaneRuns* runs = runsAt(scene, y);
    return runs ? &runs->lane : nullptr;
}

}  // namespace resched::ui

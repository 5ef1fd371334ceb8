// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/navigation.h"

#include <algorithm>

namespace resched::ui {
namespace {

template <typename... Visitors>
struct Overloaded : Visitors...
{
    using Visitors::operator()...;
};
template <typename... Visitors>
Overloaded(Visitors...) -> Overloaded<Visitors...>;

Hit sliceHit(const CpuLane& lane, RunRole role, std::size_t slice)
{
    return {role, lane.slices[slice].begin, SliceHit{lane.id, static_cast<std::uint32_t>(slice)}};
}

std::optional<Hit> stepOnCpu(const Trace& trace, const Hit& from, CpuId cpu, Direction direction)
{
    const CpuLane* lane = trace.cpu(cpu);
    if (!lane || lane->slices.empty()) return std::nullopt;
    const TimeRange here = rangeOf(trace, from);
    const auto& slices = lane->slices;
    if (direction == Direction::Next) {
        const auto next =
            std::partition_point(slices.begin(), slices.end(), [&](const CpuSlice& slice) {
                return slice.begin < std::max(here.end, here.begin + Nanoseconds{1});
            });
        if (next == slices.end()) return std::nullopt;
        return sliceHit(*lane, from.role, static_cast<std::size_t>(next - slices.begin()));
    }
    const auto after =
        std::partition_point(slices.begin(), slices.end(),
                             [&](const CpuSlice& slice) { return slice.end <= here.begin; });
    if (after == slices.begin()) return std::nullopt;
    return sliceHit(*lane, from.role, static_cast<std::size_t>(after - slices.begin()) - 1);
}

std::optional<Hit> stepOnTask(const Trace& trace, const Hit& from, TaskId task, std::size_t segment,
                              Direction direction)
{
    const auto& segments = trace.task(task).segments;
    if (direction == Direction::Next ? segment + 1 >= segments.size() : segment == 0) {
        return std::nullopt;
    }
    const std::size_t next = direction == Direction::Next ? segment + 1 : segment - 1;
    return Hit{from.role, segments[next].begin, SegmentHit{task, static_cast<std::uint32_t>(next)}};
}

}  // namespace

std::optional<Hit> stepSlice(const Trace& trace, const Hit& from, Direction direction)
{
    const auto step = [&](CpuId cpu) { return stepOnCpu(trace, from, cpu, direction); };
    return std::visit(Overloaded{
                          [](std::monostate) -> std::optional<Hit> { return std::nullopt; },
                          [&](const SegmentHit& hit) {
                              return stepOnTask(trace, from, hit.task, hit.segment, direction);
                          },
                          [&](const ManySegmentsHit& hit) {
                              const bool next = direction == Direction::Next;
                              return stepOnTask(trace, from, hit.task,
                                                hit.first + (next ? hit.count - 1 : 0), direction);
                          },
                          [&](const auto& hit) { return step(hit.cpu); },
                      },
                      from.thing);
}

std::optional<Hit> firstSlice(const Trace& trace, RunRole role, CpuId cpu, Timestamp time)
{
    const CpuLane* lane = trace.cpu(cpu);
    if (!lane) return std::nullopt;
    const auto found =
        std::partition_point(lane->slices.begin(), lane->slices.end(),
                             [time](const CpuSlice& slice) { return slice.end <= time; });
    if (found == lane->slices.end()) return std::nullopt;
    return sliceHit(*lane, role, static_cast<std::size_t>(found - lane->slices.begin()));
}

std::optional<Hit> stepEvent(const Trace& trace, RunRole role, Tid tid, Timestamp time,
                             Direction direction)
{
    std::optional<Hit> best;
    for (std::size_t i = 0; i < trace.tasks().size(); ++i) {
        if (trace.tasks()[i].tid != tid) continue;
        const auto& segments = trace.tasks()[i].segments;
        const auto after =
            std::partition_point(segments.begin(), segments.end(), [&](const TaskSegment& segment) {
                return direction == Direction::Next ? segment.begin <= time : segment.begin < time;
            });
        const bool next = direction == Direction::Next;
        if (next ? after == segments.end() : after == segments.begin()) continue;
        const auto found = next ? after : after - 1;
        const bool isNearer =
            !best || (next ? found->begin < best->time : found->begin > best->time);
        if (!isNearer) continue;
        best = Hit{role, found->begin,
                   SegmentHit{TaskId{static_cast<std::uint32_t>(i)},
                              static_cast<std::uint32_t>(found - segments.begin())}};
    }
    return best;
}

TimeRange rangeOf(const Trace& trace, const Hit& hit)
{
    return std::visit(
        Overloaded{
            [&](std::monostate) {
                return TimeRange{hit.time, hit.time};
            },
            [&](const SliceHit& it) { return trace.cpu(it.cpu)->slices[it.slice].range(); },
            [&](const ManySlicesHit& it) {
                const auto& slices = trace.cpu(it.cpu)->slices;
                return TimeRange{slices[it.first].begin, slices[it.first + it.count - 1].end};
            },
            [&](const IdleHit& it) { return it.range; },
            [&](const GapHit& it) { return trace.cpu(it.cpu)->gaps[it.gap].range; },
            [&](const IrqHit& it) {
                const IrqSpan& span = trace.cpu(it.cpu)->irqs[it.irq];
                return TimeRange{span.begin, span.end};
            },
            [&](const SegmentHit& it) { return trace.range(trace.task(it.task), it.segment); },
            [&](const ManySegmentsHit& it) {
                const Task& task = trace.task(it.task);
                return TimeRange{task.segments[it.first].begin,
                                 trace.range(task, it.first + it.count - 1).end};
            },
            [&](const DepthHit&) {
                return TimeRange{hit.time, hit.time};
            },
        },
        hit.thing);
}

std::optional<TaskId> taskOf(const Trace& trace, const Hit& hit)
{
    if (const auto* slice = std::get_if<SliceHit>(&hit.thing)) {
        return trace.cpu(slice->cpu)->slices[slice->slice].task;
    }
    if (const auto* segment = std::get_if<SegmentHit>(&hit.thing)) return segment->task;
    if (const auto* segments = std::get_if<ManySegmentsHit>(&hit.thing)) return segments->task;
    return std::nullopt;
}

}  // namespace resched::ui

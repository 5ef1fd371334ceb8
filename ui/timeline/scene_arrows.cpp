// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/scene_arrows.h"

#include <algorithm>

namespace resched::ui {
namespace {

// More arrows than this in one picture cannot be followed.
constexpr std::size_t kMostArrows = 400;
constexpr int kUnderLabels = 9;

class ArrowBuilder
{
public:
    ArrowBuilder(const SceneInput& input, Scene& scene)
        : in_(input), trace_(*input.index->trace), scene_(scene)
    {}

    void add(TaskId id)
    {
        const auto& segments = trace_.task(id).segments;
        const TimeRange visible = in_.scale.visible();
        const auto after = std::partition_point(
            segments.begin(), segments.end(),
            [&](const TaskSegment& segment) { return segment.begin < visible.begin; });
        const auto first = static_cast<std::size_t>(after - segments.begin());
        const auto last =
            static_cast<std::size_t>(std::partition_point(after, segments.end(),
                                                          [&](const TaskSegment& segment) {
                                                              return segment.begin < visible.end;
                                                          }) -
                                     segments.begin());
        if (last - first > 4 * kMostArrows) {
            scene_.arrowsLeftOut = true;
            return;
        }
        for (std::size_t i = first; i < last; ++i) {
            if (segments[i].state == SegmentState::Woken) addWakeup(id, i);
            if (segments[i].state == SegmentState::Running) addMigration(id, i);
        }
    }

private:
    std::optional<int> middle(const Lane* lane) const
    {
        if (!lane || !in_.lanes->isShown(*lane, in_.scroll, in_.height)) return std::nullopt;
        return in_.lanes->screenTop(*lane, in_.scroll) + lane->height / 2;
    }

    std::optional<int> cpuMiddle(std::int16_t cpu) const
    {
        return cpu < 0 ? std::nullopt : middle(in_.lanes->ofCpu(CpuId{cpu}));
    }

    void addWakeup(TaskId id, std::size_t segment)
    {
        const auto& segments = trace_.task(id).segments;
        const std::uint32_t link = segments[segment].link;
        if (link == TaskSegment::kNoLink || link >= trace_.wakeups().size()) return;
        const Wakeup& wakeup = trace_.wakeups()[link];
        const int x = in_.scale.column(wakeup.time);
        const auto own = middle(in_.lanes->ofTask(trace_.task(id).tid));
        const bool byTask = wakeup.waker != kNoTask && wakeup.waker != kIdleTask;
        auto waker =
            byTask ? middle(in_.lanes->ofTask(trace_.task(wakeup.waker).tid)) : std::nullopt;
        if (!waker) waker = cpuMiddle(wakeup.cpu);
        if (own && waker && *own != *waker) {
            scene_.arrows.push_back({{x, *waker}, {x, *own}, ColorId::Wakeup, true});
        }
        addRunArrow(id, segment, wakeup, x);
    }

    // On the CPU lanes: from the wakeup to where and when the task came to run.
    void addRunArrow(TaskId id, std::size_t segment, const Wakeup& wakeup, int x)
    {
        const auto& segments = trace_.task(id).segments;
        const auto run = std::find_if(
            segments.begin() + static_cast<std::ptrdiff_t>(segment) + 1, segments.end(),
            [](const TaskSegment& each) { return each.state != SegmentState::Woken; });
        if (run == segments.end() || run->state != SegmentState::Running) return;
        const auto from = cpuMiddle(wakeup.cpu);
        const auto to = cpuMiddle(run->cpu);
        const int end = std::min(in_.scale.column(run->begin), in_.scale.columns() - 1);
        if (!from || !to || (*from == *to && end - x < 6)) return;
        // Along one lane the arrow runs under the labels.
        const int under = *from == *to ? kUnderLabels : 0;
        scene_.arrows.push_back({{x, *from + under}, {end, *to + under}, ColorId::Wakeup, true});
    }

    void addMigration(TaskId id, std::size_t segment)
    {
        const auto& segments = trace_.task(id).segments;
        for (std::size_t i = segment; i-- > 0;) {
            if (segments[i].state != SegmentState::Running) continue;
            if (segments[i].cpu == segments[segment].cpu) return;
            const auto from = cpuMiddle(segments[i].cpu);
            const auto to = cpuMiddle(segments[segment].cpu);
            if (!from || !to) return;
            const int x = std::max(in_.scale.column(trace_.range(trace_.task(id), i).end), 0);
            scene_.arrows.push_back({{x, *from},
                                     {in_.scale.column(segments[segment].begin), *to},
                                     ColorId::Migration,
                                     false});
            return;
        }
    }

    const SceneInput& in_;
    const Trace& trace_;
    Scene& scene_;
};

}  // namespace

void addArrows(const SceneInput& input, Scene& scene)
{
    if (!input.selectedTask) return;
    ArrowBuilder builder(input, scene);
    for (const TaskId id : input.index->tasksOf(*input.selectedTask)) builder.add(id);
    if (scene.arrows.size() > 2 * kMostArrows) {
        scene.arrows.clear();
        scene.arrowsLeftOut = true;
    }
}

}  // namespace resched::ui

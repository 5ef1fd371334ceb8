// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/scene.h"

#include "format.h"
#include "timeline/scene_arrows.h"

#include <algorithm>

namespace resched::ui {
namespace {

constexpr int kInset = 2;           // between a lane's edge and its boxes
constexpr int kLabelWidth = 26;     // narrower boxes have no label
constexpr int kSeparatedWidth = 5;  // wider boxes leave a pixel to the next one

Fill fillOf(const StateStyle& style)
{
    return {style.fill.rgba(), style.ink.rgba(), style.hatch};
}

QColor mixed(const QColor& color, const QColor& with, double share)
{
    const auto part = [share](int a, int b) {
        return static_cast<int>(a * (1 - share) + b * share + 0.5);
    };
    return QColor(part(color.red(), with.red()), part(color.green(), with.green()),
                  part(color.blue(), with.blue()));
}

class SceneBuilder
{
public:
    SceneBuilder(const SceneInput& input)
        : in_(input), trace_(*input.index->trace), scene_{.scale = input.scale}
    {}

    Scene build()
    {
        for (const Lane& lane : in_.lanes->lanes) {
            if (in_.lanes->isShown(lane, in_.scroll, in_.height)) addLane(lane);
        }
        if (in_.lanes->frozen > 0) {
            const Fill line{in_.theme->color(ColorId::Border).rgba(), 0, Hatch::None};
            box(Scene::Marks, line, 0, in_.scale.columns(), in_.lanes->frozen - 1, 1);
        }
        addArrows(in_, scene_);
        return std::move(scene_);
    }

private:
    void addLane(const Lane& lane)
    {
        LaneRuns runs{.lane = lane, .top = top(lane)};
        switch (lane.kind) {
            case LaneKind::Cpu:
                addCpu(runs);
                break;
            case LaneKind::Depth:
                addDepth(runs);
                break;
            case LaneKind::Frequency:
                addFrequency(runs);
                break;
            case LaneKind::Task:
                addTask(runs);
                break;
            case LaneKind::Heading:
            case LaneKind::Process:
                addHeading(lane);
                break;
        }
        scene_.lanes.push_back(std::move(runs));
    }

    int top(const Lane& lane) const { return in_.lanes->screenTop(lane, in_.scroll); }

    void box(Scene::Layer layer, const Fill& fill, int begin, int end, int top, int height)
    {
        if (end > begin && height > 0) {
            scene_.boxes[layer][fill].emplace_back(begin, top, end - begin, height);
        }
    }

    // Wide boxes leave a pixel, so that neighbours of one colour stay two.
    static int drawnEnd(int begin, int end)
    {
        return end - begin >= kSeparatedWidth ? end - 1 : end;
    }

    void addHeading(const Lane& lane)
    {
        const Fill fill{in_.theme->color(ColorId::Window).rgba(), 0, Hatch::None};
        box(Scene::Ground, fill, 0, in_.scale.columns(), top(lane), lane.height);
    }

    void addCpu(LaneRuns& runs)
    {
        const int position = in_.index->positionOf(runs.lane.cpu);
        if (position < 0) return;
        const CpuLane& lane = trace_.cpus()[static_cast<std::size_t>(position)];
        const int y = top(runs.lane) + kInset;
        const int height = runs.lane.height - 2 * kInset;
        const Fill idle = fillOf(in_.theme->state(Look::Idle));
        box(Scene::Ground, idle, std::max(in_.scale.column(trace_.begin()), 0),
            in_.scale.column(trace_.end()), y, height);
        addGaps(lane, y, height);
        runs.slices =
            foldSlices(lane, in_.index->covers[static_cast<std::size_t>(position)], in_.scale);
        for (const SliceRun& run : runs.slices) addSlice(lane, run, y, height);
        addIrqs(lane, y);
    }

    void addGaps(const CpuLane& lane, int y, int height)
    {
        int taken = 0;
        for (const Gap& gap : lane.gaps) {
            if (gap.range.end <= in_.scale.visible().begin) continue;
            if (gap.range.begin >= in_.scale.visible().end) break;
            const int begin = std::max({in_.scale.column(gap.range.begin), taken, 0});
            const int end =
                std::min(std::max(in_.scale.column(gap.range.end), begin + 1), in_.scale.columns());
            if (end <= taken) continue;
            box(Scene::Ground, fillOf(in_.theme->state(lookOf(gap.kind))), begin, end, y, height);
            taken = end;
        }
    }

    void addIrqs(const CpuLane& lane, int y)
    {
        constexpr int kIrqHeight = 4;
        int taken[2] = {0, 0};
        const auto first = std::partition_point(
            lane.irqs.begin(), lane.irqs.end(),
            [&](const IrqSpan& span) { return span.begin < in_.scale.visible().begin; });
        // One that began before the visible range may reach into it.
        for (auto it = first == lane.irqs.begin() ? first : first - 1; it != lane.irqs.end();) {
            if (it->begin >= in_.scale.visible().end) break;
            int& next = taken[it->soft ? 1 : 0];
            const int begin = std::max(in_.scale.column(it->begin), next);
            const int end =
                std::min(std::max(in_.scale.column(it->end), begin + 1), in_.scale.columns());
            const Look look = it->soft ? Look::SoftIrq : Look::Irq;
            if (it->end > in_.scale.visible().begin) {
                // Too low for a hatch.
                const Fill fill{in_.theme->state(look).fill.rgba(), 0, Hatch::None};
                box(Scene::Marks, fill, begin, end, y, kIrqHeight);
                next = std::max(next, end);
            }
            // What begins in columns that both kinds have taken shows nothing more.
            const int full = std::min({taken[0], taken[1], in_.scale.columns()});
            const Timestamp time = in_.scale.begin(full);
            it = it->begin >= time
                     ? it + 1
                     : std::partition_point(it + 1, lane.irqs.end(),
                                            [&](const IrqSpan& span) { return span.begin < time; });
        }
    }

    QColor taskColour(TaskId task) const
    {
        const Tid tid = trace_.task(task).tid;
        if (in_.hidden.contains(tid)) return in_.theme->color(ColorId::Grid);
        const auto chosen = in_.colours.find(tid);
        return chosen != in_.colours.end() ? chosen->second
                                           : in_.theme->taskColor(trace_.name(task));
    }

    bool isSelected(TaskId task) const { return in_.selectedTask == trace_.task(task).tid; }

    Fill sliceFill(TaskId task) const
    {
        if (in_.colourBy == ColourBy::State) {
            return fillOf(in_.theme->state(Look::Running, isSelected(task)));
        }
        QColor color = taskColour(task);
        // The others step back behind the selected task.
        if (in_.selectedTask && !isSelected(task)) {
            color = mixed(color, in_.theme->color(ColorId::Base), 0.6);
        }
        return {color.rgba(), 0, Hatch::None};
    }

    void addSlice(const CpuLane& lane, const SliceRun& run, int y, int height)
    {
        const Fill fill = sliceFill(run.task);
        int used = height;
        if (run.end - run.begin == 1) {
            const auto length = std::max<std::int64_t>(
                (in_.scale.begin(run.end) - in_.scale.begin(run.begin)).count(), 1);
            used = std::clamp(static_cast<int>(height * run.covered.count() / length), 3, height);
        }
        box(Scene::Runs, fill, run.begin, drawnEnd(run.begin, run.end), y + height - used, used);
        if (run.count > 1) markMany(run.begin, run.end, y + height);
        if (run.end - run.begin >= kLabelWidth) {
            const CpuSlice& slice = lane.slices[run.first];
            addLabel(QRect(run.begin + 3, y, run.end - run.begin - 6, height),
                     fromTrace(trace_.nameAt(slice.task, slice.begin)),
                     QColor::fromRgba(fill.color));
        }
    }

    // A line under columns that hide more than one thing.
    void markMany(int begin, int end, int bottom)
    {
        const Fill fill{in_.theme->color(ColorId::SecondaryText).rgba(), 0, Hatch::None};
        auto& boxes = scene_.boxes[Scene::Marks][fill];
        const QRect mark(begin, bottom, end - begin, 1);
        if (!boxes.empty() && boxes.back().top() == bottom && boxes.back().right() + 1 == begin) {
            boxes.back().setRight(mark.right());
        } else {
            boxes.push_back(mark);
        }
    }

    void addLabel(const QRect& rect, const QString& name, const QColor& behind)
    {
        const QString text = in_.metrics.elidedText(name, Qt::ElideRight, rect.width());
        // A lone ellipsis says nothing.
        if (text.isEmpty() || (text != name && text.size() < 4)) return;
        scene_.labels.push_back({rect, text, textColorOn(behind).rgba()});
    }

    void addTask(LaneRuns& runs)
    {
        const int y = top(runs.lane) + kInset;
        const int height = runs.lane.height - 2 * kInset;
        for (const TaskId id : in_.index->tasksOf(runs.lane.tid)) {
            const Task& task = trace_.task(id);
            auto segments = foldSegments(trace_, task, in_.scale);
            for (const SegmentRun& run : segments) {
                if (run.count > 1) {
                    addFoldedSegments(id, run, y, height);
                } else {
                    addSegment(id, task.segments[run.first], run, y, height);
                }
            }
            runs.segments.emplace_back(id, std::move(segments));
        }
        addOutlines(runs, y, height);
    }

    Fill segmentFill(TaskId task, Look look) const
    {
        if (look == Look::Running && in_.colourBy == ColourBy::Task) {
            return {taskColour(task).rgba(), 0, Hatch::None};
        }
        return fillOf(in_.theme->state(look, isSelected(task)));
    }

    void addSegment(TaskId task, const TaskSegment& segment, const SegmentRun& run, int y,
                    int height)
    {
        const Look look = lookOf(segment.state, segment.blocked);
        if (look == Look::Absent) return;
        // What does not want the CPU lies low.
        const bool low = segment.state == SegmentState::Blocked;
        const int used = low ? height / 3 : height;
        box(Scene::Runs, segmentFill(task, look), run.begin, drawnEnd(run.begin, run.end),
            y + height - used, used);
    }

    void addFoldedSegments(TaskId task, const SegmentRun& run, int y, int height)
    {
        Nanoseconds total{0};
        for (const Nanoseconds share : run.shares) total += share;
        if (total.count() == 0) return;
        int bottom = y + height;
        const auto stack = [&](SegmentShare which, Look look) {
            const Nanoseconds share = run.shares[static_cast<std::size_t>(which)];
            if (share.count() == 0) return;
            const int used = std::clamp(static_cast<int>(height * share.count() / total.count()), 1,
                                        std::max(bottom - y, 1));
            box(Scene::Runs, segmentFill(task, look), run.begin, run.end, bottom - used, used);
            bottom -= used;
        };
        stack(SegmentShare::Running, Look::Running);
        stack(SegmentShare::Woken, Look::Woken);
        stack(SegmentShare::Preempted, Look::Preempted);
        const int low = y + height - height / 3;
        if (bottom > low &&
            run.shares[static_cast<std::size_t>(SegmentShare::Blocked)].count() > 0) {
            box(Scene::Runs, fillOf(in_.theme->state(Look::Sleeping)), run.begin, run.end, low,
                bottom - low);
        }
        markMany(run.begin, run.end, y + height);
    }

    void addOutlines(const LaneRuns& runs, int y, int height)
    {
        const auto first = std::partition_point(
            in_.brushed.begin(), in_.brushed.end(),
            [&](const Wait& wait) { return wait.end <= in_.scale.visible().begin; });
        int taken = -1;
        for (auto wait = first; wait != in_.brushed.end(); ++wait) {
            if (trace_.task(wait->task).tid != runs.lane.tid) continue;
            if (wait->begin >= in_.scale.visible().end) continue;
            const int begin = std::max(in_.scale.column(wait->begin), 0);
            const int end = std::min(in_.scale.column(wait->end) + 1, in_.scale.columns());
            if (end <= taken) continue;
            scene_.outlines.emplace_back(begin, y - 1, std::max(end - begin, 2), height + 1);
            taken = end;
        }
    }

    void addValues(LaneRuns& runs, const MaxLadder& ladder, std::int64_t full, ColorId color)
    {
        if (full <= 0) return;
        runs.values = foldValues(ladder, in_.scale);
        const int height = runs.lane.height - 2 * kInset;
        const int bottom = top(runs.lane) + kInset + height;
        const Fill fill{in_.theme->color(color).rgba(), 0, Hatch::None};
        for (const ValueRun& run : runs.values) {
            if (run.value <= 0) continue;
            const auto used = std::clamp<std::int64_t>(height * run.value / full, 1, height);
            box(Scene::Runs, fill, run.begin, run.end, bottom - static_cast<int>(used),
                static_cast<int>(used));
        }
    }

    void addDepth(LaneRuns& runs)
    {
        const int position = in_.index->positionOf(runs.lane.cpu);
        if (position < 0) return;
        const MaxLadder& ladder = in_.index->depths[static_cast<std::size_t>(position)];
        addValues(runs, ladder, in_.depthScale > 0 ? in_.depthScale : ladder.highest(),
                  ColorId::Preemptor);
    }

    void addFrequency(LaneRuns& runs)
    {
        const int position = in_.index->positionOf(runs.lane.cpu);
        if (position < 0) return;
        const MaxLadder& ladder = in_.index->frequencies[static_cast<std::size_t>(position)];
        addValues(runs, ladder, ladder.highest(), ColorId::Axis);
    }

    const SceneInput& in_;
    const Trace& trace_;
    Scene scene_;
};

}  // namespace

std::size_t Scene::boxCount() const
{
    std::size_t count = 0;
    for (const auto& layer : boxes) {
        for (const auto& [fill, rects] : layer) count += rects.size();
    }
    return count;
}

Scene buildScene(const SceneInput& input)
{
    return SceneBuilder(input).build();
}

}  // namespace resched::ui

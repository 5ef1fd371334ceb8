// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/step_series.h"

#include "analysis/task_index.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace resched {

namespace {

bool isPresent(const TaskSegment& segment, CpuId cpu)
{
    return segment.cpu == number(cpu) &&
           (segment.state == SegmentState::Running || segment.state == SegmentState::Woken ||
            segment.state == SegmentState::Preempted);
}

// Of several points at one time the last stands; equal neighbours are one.
void append(StepSeries& series, Timestamp time, std::optional<std::int64_t> value)
{
    if (!series.empty() && series.back().time == time) {
        series.pop_back();
    }
    if (series.empty() ? !value : series.back().value == value) return;
    series.push_back({time, value});
}

// One change on a run queue, in order of time; those of one task keep their order.
struct QueueChange
{
    enum class Kind : std::uint8_t { Enter, Sample, Leave, GapBegin, GapEnd };
    Timestamp time;
    Kind kind;
    TaskId task = kNoTask;
    std::int64_t vruntime = 0;
};

void addGaps(const CpuLane& lane, std::vector<QueueChange>& changes)
{
    for (const Gap& gap : lane.gaps) {
        if (gap.range.isEmpty()) continue;
        changes.push_back({gap.range.begin, QueueChange::Kind::GapBegin});
        changes.push_back({gap.range.end, QueueChange::Kind::GapEnd});
    }
}

// When each task comes to the queue and leaves it. A task that stays over several segments enters
// once.
template <typename OnSegment>
void addPresence(const Trace& trace, TaskId id, CpuId cpu, std::vector<QueueChange>& changes,
                 OnSegment onSegment)
{
    const Task& task = trace.task(id);
    bool isThere = false;
    for (std::size_t i = 0; i < task.segments.size(); ++i) {
        const TimeRange range = trace.range(task, i);
        const bool isNow = isPresent(task.segments[i], cpu);
        if (isNow && !isThere) changes.push_back({range.begin, QueueChange::Kind::Enter, id});
        if (!isNow && isThere) changes.push_back({range.begin, QueueChange::Kind::Leave, id});
        isThere = isNow;
        onSegment(task.segments[i], range);
    }
}

void sortByTime(std::vector<QueueChange>& changes)
{
    std::ranges::stable_sort(changes, {}, &QueueChange::time);
}

}  // namespace

StepSeries runQueueDepth(const Trace& trace, CpuId cpu)
{
    StepSeries series;
    const CpuLane* lane = trace.cpu(cpu);
    if (lane == nullptr) return series;
    std::vector<QueueChange> changes;
    addGaps(*lane, changes);
    for (std::uint32_t i = 1; i < trace.tasks().size(); ++i) {
        addPresence(trace, TaskId{i}, cpu, changes, [](const TaskSegment&, TimeRange) {});
    }
    sortByTime(changes);
    std::int64_t depth = 0;
    int gaps = 0;
    append(series, trace.begin(), 0);
    for (const QueueChange& change : changes) {
        depth += change.kind == QueueChange::Kind::Enter   ? 1
                 : change.kind == QueueChange::Kind::Leave ? -1
                                                           : 0;
        gaps += change.kind == QueueChange::Kind::GapBegin ? 1
                : change.kind == QueueChange::Kind::GapEnd ? -1
                                                           : 0;
        append(series, change.time, gaps > 0 ? std::nullopt : std::optional(depth));
    }
    return series;
}

namespace {

// The fair tasks of one run queue whose vruntime is known, and the curves they draw. A vruntime is
// known from the first sample after the task came to this queue: placement on wakeup and migration
// changes it without a sample.
class SpreadBuilder
{
public:
    explicit SpreadBuilder(CpuId cpu) { series_.cpu = cpu; }

    void apply(const QueueChange& change)
    {
        switch (change.kind) {
            case QueueChange::Kind::Enter:
                break;
            case QueueChange::Kind::Sample:
                set(change.task, change.time, change.vruntime);
                break;
            case QueueChange::Kind::Leave:
                forget(change.task, change.time);
                break;
            case QueueChange::Kind::GapBegin:
            case QueueChange::Kind::GapEnd:
                break;
        }
    }

    // All changes of this moment are in: draw.
    void draw(Timestamp time)
    {
        if (order_.empty()) {
            append(series_.spread, time, std::nullopt);
            return;
        }
        const std::int64_t least = order_.begin()->first;
        append(series_.spread, time, order_.rbegin()->first - least);
        for (const auto& [value, task] : order_) append(curve(task), time, value - least);
    }

    VruntimeSeries take() { return std::move(series_); }

private:
    void set(TaskId task, Timestamp time, std::int64_t value)
    {
        forget(task, time);
        known_[task] = value;
        order_.emplace(value, task);
    }
    void forget(TaskId task, Timestamp time)
    {
        const auto found = known_.find(task);
        if (found == known_.end()) return;
        order_.erase({found->second, task});
        known_.erase(found);
        append(curve(task), time, std::nullopt);
    }
    StepSeries& curve(TaskId task)
    {
        const auto [place, isNew] = curves_.try_emplace(task, series_.tasks.size());
        if (isNew) series_.tasks.push_back({task, {}});
        return series_.tasks[place->second].relative;
    }

    VruntimeSeries series_;
    std::map<TaskId, std::int64_t> known_;
    std::set<std::pair<std::int64_t, TaskId>> order_;
    std::map<TaskId, std::size_t> curves_;
};

bool isFair(const Trace& trace, TaskId task, Timestamp time)
{
    constexpr std::int16_t kMaxRtPrio = 100;
    const std::int16_t prio = trace.prioAt(task, time);
    return prio == kNoPrio || prio >= kMaxRtPrio;
}

// The samples that belong to this CPU: taken while the task runs there, or waits there.
void addSamples(const Trace& trace, TaskId id, CpuId cpu, std::span<const std::uint32_t> samples,
                std::vector<QueueChange>& changes)
{
    auto next = samples.begin();
    addPresence(trace, id, cpu, changes, [&](const TaskSegment& segment, TimeRange range) {
        const bool isHere = isPresent(segment, cpu);
        const bool isRun = isHere && segment.state == SegmentState::Running;
        for (; next != samples.end(); ++next) {
            const VruntimeSample& sample = trace.vruntimes()[*next];
            // The kernel accounts the last run just before the switch, perhaps at the same time.
            if (sample.time > range.end || (sample.time == range.end && !isRun)) break;
            if (!isHere || !isFair(trace, id, sample.time)) continue;
            changes.push_back(
                {sample.time, QueueChange::Kind::Sample, id, nanoseconds(sample.vruntime)});
        }
    });
}

}  // namespace

Result<VruntimeSeries> vruntimeSeries(const Trace& trace, CpuId cpu, Progress& progress)
{
    const CpuLane* lane = trace.cpu(cpu);
    if (lane == nullptr || trace.vruntimes().empty()) return VruntimeSeries{cpu, {}, {}};

    // Lost events need no word of their own: they take every task off its queue.
    std::vector<QueueChange> changes;
    const auto samples = trace.vruntimes();
    const TaskIndex byTask(trace.tasks().size(), samples.size(),
                           [&](std::size_t i) { return samples[i].task; });
    for (std::uint32_t i = 1; i < trace.tasks().size(); ++i) {
        if (!byTask.of(TaskId{i}).empty()) {
            addSamples(trace, TaskId{i}, cpu, byTask.of(TaskId{i}), changes);
        }
    }
    sortByTime(changes);

    SpreadBuilder builder(cpu);
    constexpr std::size_t kReportEvery = 1024;
    for (std::size_t i = 0; i < changes.size(); ++i) {
        builder.apply(changes[i]);
        if (i + 1 == changes.size() || changes[i + 1].time != changes[i].time) {
            builder.draw(changes[i].time);
        }
        const double fraction = static_cast<double>(i) / static_cast<double>(changes.size());
        if (i % kReportEvery == 0 && !progress.advance(fraction)) return canceled();
    }
    if (!progress.advance(1.0)) return canceled();
    return builder.take();
}

}  // namespace resched

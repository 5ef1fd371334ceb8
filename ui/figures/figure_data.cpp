// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "figures/figure_data.h"

#include <algorithm>
#include <iterator>

namespace resched::ui {

namespace {

Cell cell(std::uint64_t number)
{
    return static_cast<std::int64_t>(number);
}

std::string_view stateKey(const TaskSegment& segment)
{
    switch (segment.state) {
        case SegmentState::Running:
            return "running";
        case SegmentState::Woken:
            return "woken";
        case SegmentState::Preempted:
            return "preempted";
        case SegmentState::Blocked:
            return segment.blocked == TaskState::Uninterruptible ? "uninterruptible" : "sleeping";
        case SegmentState::Unborn:
        case SegmentState::Dead:
            return "absent";
        case SegmentState::Unknown:
            break;
    }
    return "unknown";
}

void addHistogram(Table& table, const LatencyRun& run, const Bins& bins)
{
    const std::vector<BinCount> counts = countBins(*run.data, bins);
    for (std::size_t i = 0; i < counts.size(); ++i) {
        table.rows.push_back({run.label.toStdString(), bins.edges[i].count(),
                              bins.edges[i + 1].count(), cell(counts[i].wakeups),
                              cell(counts[i].preemptions)});
    }
}

void addCurve(Table& table, const std::string& strip, const Curve& curve, TimeRange range)
{
    const StepSeries& series = curve.data->series();
    for (std::size_t i = 0; i < series.size(); ++i) {
        const Timestamp until = i + 1 < series.size() ? series[i + 1].time : curve.data->end();
        const TimeRange held = clipped({series[i].time, until}, range);
        if (held.isEmpty()) continue;
        table.rows.push_back({strip, curve.label.toStdString(), nanoseconds(held.begin),
                              nanoseconds(held.end),
                              series[i].value ? Cell(*series[i].value) : Cell()});
    }
}

void addTask(Table& table, const NamedRun& run, TaskId id, TimeRange range)
{
    const Trace& trace = *run.trace;
    const Task& task = trace.task(id);
    for (std::size_t i = 0; i < task.segments.size(); ++i) {
        const TaskSegment& segment = task.segments[i];
        const TimeRange held = clipped(trace.range(task, i), range);
        const std::string_view state = stateKey(segment);
        if (held.isEmpty() || state == "absent") continue;
        table.rows.push_back({run.label.toStdString(), std::int64_t{number(task.tid)},
                              std::string(trace.nameAt(id, held.begin)), std::string(state),
                              segment.cpu < 0 ? Cell() : Cell(std::int64_t{segment.cpu}),
                              nanoseconds(held.begin), nanoseconds(held.end)});
    }
}

}  // namespace

Table histogramTable(const std::optional<LatencyRun>& baseline, const LatencyRun& current,
                     const Bins& bins)
{
    Table table{.columns = {{"run", "run"},
                            {"from_ns", "from", ColumnKind::Duration},
                            {"below_ns", "below", ColumnKind::Duration},
                            {"wakeup_waits", "wakeup waits", ColumnKind::Count},
                            {"preemption_waits", "preemption waits", ColumnKind::Count}},
                .rows = {}};
    if (baseline) addHistogram(table, *baseline, bins);
    addHistogram(table, current, bins);
    return table;
}

Table stripTable(const StripData& data)
{
    const bool isTime = std::ranges::any_of(
        data.strips, [](const Strip& strip) { return strip.kind == ValueKind::VirtualTime; });
    Table table{.columns = {{"strip", "strip"},
                            {"curve", "curve"},
                            {"begin_ns", "begin", ColumnKind::Time},
                            {"end_ns", "end", ColumnKind::Time},
                            isTime ? Column{"value_ns", "value", ColumnKind::Duration}
                                   : Column{"tasks", "tasks", ColumnKind::Count}},
                .rows = {}};
    for (const Strip& strip : data.strips) {
        for (const Curve& curve : strip.curves) {
            addCurve(table, strip.title.toStdString(), curve, data.range);
        }
    }
    return table;
}

Table timelineTable(const std::optional<NamedRun>& baseline, const NamedRun& current,
                    TimeRange range)
{
    Table table{.columns = {{"run", "run"},
                            {"tid", "tid", ColumnKind::Count},
                            {"comm", "comm"},
                            {"state", "state"},
                            {"cpu", "cpu", ColumnKind::Count},
                            {"begin_ns", "begin", ColumnKind::Time},
                            {"end_ns", "end", ColumnKind::Time}},
                .rows = {}};
    const NamedRun* const runs[] = {baseline ? &*baseline : nullptr, &current};
    for (const NamedRun* run : runs) {
        if (run == nullptr) continue;
        for (std::uint32_t i = 1; i < run->trace->tasks().size(); ++i) {
            addTask(table, *run, TaskId{i}, range);
        }
    }
    return table;
}

}  // namespace resched::ui

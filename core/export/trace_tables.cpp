// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/trace_tables.h"

#include "analysis/wait_explanation.h"

#include <array>
#include <string>
#include <utility>

namespace resched {

namespace {

Cell whole(std::uint64_t value)
{
    return static_cast<std::int64_t>(value);
}
Cell whole(Nanoseconds value)
{
    return std::int64_t{value.count()};
}
Cell whole(Timestamp value)
{
    return nanoseconds(value);
}
Cell optional(const std::optional<Nanoseconds>& value)
{
    return value ? whole(*value) : Cell{};
}
Cell optional(const std::optional<double>& value)
{
    return value ? Cell{*value} : Cell{};
}
Cell text(std::string_view value)
{
    return std::string(value);
}
Cell cpuCell(std::int16_t cpu)
{
    return cpu < 0 ? Cell{} : Cell{std::int64_t{cpu}};
}
Cell tidCell(const Trace& trace, TaskId task)
{
    return task == kNoTask ? Cell{} : Cell{std::int64_t{number(trace.task(task).tid)}};
}
Cell tgidCell(const Task& task)
{
    return task.tgid == kNoTgid ? Cell{} : Cell{std::int64_t{number(task.tgid)}};
}
Cell nameCell(const Trace& trace, TaskId task, Timestamp time)
{
    return task == kNoTask ? Cell{} : text(trace.nameAt(task, time));
}

void addDistributionColumns(Table& table, const std::string& key, const std::string& title,
                            bool isDetail)
{
    const auto add = [&](std::string_view part, std::string_view name, ColumnKind kind,
                         bool brief) {
        table.columns.push_back(
            {key + std::string(part), title + std::string(name), kind, isDetail || !brief});
    };
    add("_n", " n", ColumnKind::Count, true);
    add("_sum_ns", " sum", ColumnKind::Duration, false);
    add("_mean_ns", " mean", ColumnKind::Duration, true);
    add("_stddev_ns", " stddev", ColumnKind::Duration, false);
    add("_min_ns", " min", ColumnKind::Duration, false);
    add("_p50_ns", " p50", ColumnKind::Duration, true);
    add("_p90_ns", " p90", ColumnKind::Duration, false);
    add("_p95_ns", " p95", ColumnKind::Duration, false);
    add("_p99_ns", " p99", ColumnKind::Duration, true);
    add("_p999_ns", " p99.9", ColumnKind::Duration, false);
    add("_max_ns", " max", ColumnKind::Duration, true);
}

void addDistribution(std::vector<Cell>& row, const DistributionSummary& summary)
{
    row.push_back(whole(summary.n));
    row.push_back(summary.n == 0 ? Cell{} : whole(summary.sum));
    row.push_back(optional(summary.mean));
    row.push_back(optional(summary.stddev));
    row.push_back(optional(summary.min));
    row.push_back(optional(summary.p50));
    row.push_back(optional(summary.p90));
    row.push_back(optional(summary.p95));
    row.push_back(optional(summary.p99));
    row.push_back(optional(summary.p999));
    row.push_back(optional(summary.max));
}

// What a person sees of a row is the distribution of the rule; a file carries all three.
void addTotalsColumns(Table& table, WaitRule rule)
{
    table.columns.insert(table.columns.end(), {{"run_time_ns", "run time", ColumnKind::Duration},
                                               {"cpu_share", "CPU", ColumnKind::Ratio},
                                               {"switches", "switches", ColumnKind::Count},
                                               {"preemptions", "preempted", ColumnKind::Count},
                                               {"migrations", "migrated", ColumnKind::Count},
                                               {"wakeups", "wakeups", ColumnKind::Count},
                                               {"spurious", "spurious", ColumnKind::Count, true},
                                               {"censored", "censored", ColumnKind::Count, true},
                                               {"cut_runs", "cut runs", ColumnKind::Count, true}});
    const bool isWake = rule == WaitRule::FirstWake || rule == WaitRule::LastWake;
    const bool isPreempt = rule == WaitRule::Preempt;
    addDistributionColumns(table, "run_delay", "delay", isWake || isPreempt);
    addDistributionColumns(table, "wakeup_latency", "wakeup", !isWake);
    addDistributionColumns(table, "preemption_wait", "preempt", !isPreempt);
}

void addTotals(std::vector<Cell>& row, const Totals& totals, Nanoseconds known)
{
    row.push_back(whole(totals.runTime));
    row.push_back(known <= Nanoseconds{0} ? Cell{}
                                          : Cell{static_cast<double>(totals.runTime.count()) /
                                                 static_cast<double>(known.count())});
    for (const std::uint64_t count :
         {totals.switches, totals.preemptions, totals.migrations, totals.wakeups, totals.spurious,
          totals.censored, totals.cutRuns}) {
        row.push_back(whole(count));
    }
    addDistribution(row, totals.runDelay);
    addDistribution(row, totals.wakeupLatency);
    addDistribution(row, totals.preemptionWait);
}

// Of one CPU's worth of time: shares count over the known part of the window.
Nanoseconds knownTime(const Statistics& statistics)
{
    if (statistics.cpus.empty()) return Nanoseconds{0};
    Nanoseconds known{0};
    for (const CpuStatistics& cpu : statistics.cpus) known += cpu.busy + cpu.idle;
    return known / static_cast<std::int64_t>(statistics.cpus.size());
}

}  // namespace

std::string_view stateName(TaskState state)
{
    static constexpr std::array<std::string_view, 11> kNames = {"R", "R+", "S", "D", "T", "t",
                                                                "X", "Z",  "P", "I", "?"};
    return kNames[static_cast<std::size_t>(state)];
}

std::string_view segmentStateName(SegmentState state)
{
    static constexpr std::array<std::string_view, 7> kNames = {
        "unborn", "unknown", "running", "woken", "preempted", "blocked", "dead"};
    return kNames[static_cast<std::size_t>(state)];
}

Table taskTable(const Trace& trace, const Statistics& statistics)
{
    Table table;
    table.columns = {{"tid", "tid", ColumnKind::Count},
                     {"tgid", "tgid", ColumnKind::Count, true},
                     {"comm", "name", ColumnKind::Text},
                     {"prio", "prio", ColumnKind::Count, true}};
    addTotalsColumns(table, statistics.rule);
    const Nanoseconds known = knownTime(statistics);
    for (const TaskStatistics& task : statistics.tasks) {
        const Task& facts = trace.task(task.task);
        auto& row = table.rows.emplace_back();
        row = {tidCell(trace, task.task), tgidCell(facts), text(trace.name(task.task)),
               facts.prios.empty() ? Cell{} : Cell{std::int64_t{facts.prios.back().prio}}};
        addTotals(row, task.totals, known);
    }
    return table;
}

Table processTable(const Trace& trace, const Statistics& statistics)
{
    Table table;
    table.columns = {{"tgid", "tgid", ColumnKind::Count},
                     {"comm", "name", ColumnKind::Text},
                     {"threads", "threads", ColumnKind::Count}};
    addTotalsColumns(table, statistics.rule);
    const Nanoseconds known = knownTime(statistics);
    for (const ProcessStatistics& process : statistics.processes) {
        auto& row = table.rows.emplace_back();
        row = {Cell{std::int64_t{number(process.tgid)}}, text(trace.name(process.task)),
               whole(process.threads)};
        addTotals(row, process.totals, known);
    }
    return table;
}

Table cpuTable(const Statistics& statistics)
{
    Table table;
    table.columns = {
        {"cpu", "CPU", ColumnKind::Count},         {"busy_ns", "busy", ColumnKind::Duration},
        {"idle_ns", "idle", ColumnKind::Duration}, {"unknown_ns", "unknown", ColumnKind::Duration},
        {"busy_share", "load", ColumnKind::Ratio}, {"switches", "switches", ColumnKind::Count}};
    for (const CpuStatistics& cpu : statistics.cpus) {
        const double known = static_cast<double>((cpu.busy + cpu.idle).count());
        table.rows.push_back(
            {Cell{std::int64_t{number(cpu.cpu)}}, whole(cpu.busy), whole(cpu.idle),
             whole(cpu.unknown),
             known > 0 ? Cell{static_cast<double>(cpu.busy.count()) / known} : Cell{},
             whole(cpu.switches)});
    }
    return table;
}

Table waitTable(const Trace& trace, std::span<const Wait> waits)
{
    Table table;
    table.columns = {{"tid", "tid", ColumnKind::Count},
                     {"comm", "name", ColumnKind::Text},
                     {"cpu", "CPU", ColumnKind::Count},
                     {"kind", "kind", ColumnKind::Text},
                     {"wait_ns", "wait", ColumnKind::Duration},
                     {"begin_ns", "begin", ColumnKind::Time},
                     {"end_ns", "end", ColumnKind::Time, true},
                     {"waker_tid", "waker", ColumnKind::Count, true},
                     {"waker_comm", "waker name", ColumnKind::Text, true}};
    for (const Wait& wait : waits) {
        const bool isWoken = wait.wakeup != TaskSegment::kNoLink;
        const TaskId waker = isWoken ? trace.wakeups()[wait.wakeup].waker : kNoTask;
        table.rows.push_back({tidCell(trace, wait.task), nameCell(trace, wait.task, wait.end),
                              cpuCell(wait.cpu),
                              text(wait.kind == WaitKind::Wakeup ? "wakeup" : "preemption"),
                              whole(wait.length()), whole(wait.begin), whole(wait.end),
                              tidCell(trace, waker), nameCell(trace, waker, wait.begin)});
    }
    return table;
}

Table sliceTable(const Trace& trace)
{
    Table table;
    table.columns = {
        {"cpu", "CPU", ColumnKind::Count},        {"begin_ns", "begin", ColumnKind::Time},
        {"end_ns", "end", ColumnKind::Time},      {"run_ns", "run", ColumnKind::Duration},
        {"tid", "tid", ColumnKind::Count},        {"tgid", "tgid", ColumnKind::Count},
        {"comm", "name", ColumnKind::Text},       {"prio", "prio", ColumnKind::Count},
        {"end_state", "state", ColumnKind::Text}, {"reason", "reason", ColumnKind::Text},
        {"cut", "cut", ColumnKind::Text}};
    for (const CpuLane& lane : trace.cpus()) {
        for (const CpuSlice& slice : lane.slices) {
            const std::int16_t prio = trace.prioAt(slice.task, slice.begin);
            const bool isBegin = (slice.flags & CpuSlice::kBeginCut) != 0;
            const bool isEnd = (slice.flags & CpuSlice::kEndCut) != 0;
            table.rows.push_back(
                {Cell{std::int64_t{number(lane.id)}}, whole(slice.begin), whole(slice.end),
                 whole(slice.end - slice.begin), tidCell(trace, slice.task),
                 tgidCell(trace.task(slice.task)), nameCell(trace, slice.task, slice.begin),
                 prio == kNoPrio ? Cell{} : Cell{std::int64_t{prio}},
                 text(stateName(slice.endState)), text(endReasonName(slice.reason)),
                 text(isBegin && isEnd ? "both"
                      : isBegin        ? "begin"
                      : isEnd          ? "end"
                                       : "")});
        }
    }
    return table;
}

Table segmentTable(const Trace& trace)
{
    Table table;
    table.columns = {
        {"tid", "tid", ColumnKind::Count},       {"comm", "name", ColumnKind::Text},
        {"begin_ns", "begin", ColumnKind::Time}, {"end_ns", "end", ColumnKind::Time},
        {"state", "state", ColumnKind::Text},    {"blocked", "blocked", ColumnKind::Text},
        {"cpu", "CPU", ColumnKind::Count}};
    for (std::uint32_t i = 1; i < trace.tasks().size(); ++i) {
        const Task& task = trace.tasks()[i];
        for (std::size_t k = 0; k < task.segments.size(); ++k) {
            const TaskSegment& segment = task.segments[k];
            const TimeRange range = trace.range(task, k);
            const bool isBlocked = segment.state == SegmentState::Blocked;
            table.rows.push_back(
                {tidCell(trace, TaskId{i}), nameCell(trace, TaskId{i}, range.begin),
                 whole(range.begin), whole(range.end), text(segmentStateName(segment.state)),
                 text(isBlocked ? stateName(segment.blocked) : ""), cpuCell(segment.cpu)});
        }
    }
    return table;
}

Table wakeupTable(const Trace& trace)
{
    Table table;
    table.columns = {
        {"time_ns", "time", ColumnKind::Time},      {"event", "event", ColumnKind::Text},
        {"tid", "tid", ColumnKind::Count},          {"comm", "name", ColumnKind::Text},
        {"waker_tid", "waker", ColumnKind::Count},  {"waker_comm", "waker name", ColumnKind::Text},
        {"cpu", "CPU", ColumnKind::Count},          {"target_cpu", "target", ColumnKind::Count},
        {"spurious", "spurious", ColumnKind::Count}};
    for (const Wakeup& wakeup : trace.wakeups()) {
        const std::string_view event = wakeup.kind == EventKind::Waking   ? "sched_waking"
                                       : wakeup.kind == EventKind::Wakeup ? "sched_wakeup"
                                                                          : "sched_wakeup_new";
        const bool isSpurious = (wakeup.flags & Wakeup::kSpurious) != 0;
        table.rows.push_back({whole(wakeup.time), text(event), tidCell(trace, wakeup.task),
                              nameCell(trace, wakeup.task, wakeup.time),
                              tidCell(trace, wakeup.waker),
                              nameCell(trace, wakeup.waker, wakeup.time), cpuCell(wakeup.cpu),
                              cpuCell(wakeup.targetCpu), whole(std::uint64_t{isSpurious})});
    }
    return table;
}

Table migrationTable(const Trace& trace)
{
    Table table;
    table.columns = {{"time_ns", "time", ColumnKind::Time},
                     {"tid", "tid", ColumnKind::Count},
                     {"comm", "name", ColumnKind::Text},
                     {"from_cpu", "from", ColumnKind::Count},
                     {"to_cpu", "to", ColumnKind::Count}};
    for (const Migration& migration : trace.migrations()) {
        table.rows.push_back({whole(migration.time), tidCell(trace, migration.task),
                              nameCell(trace, migration.task, migration.time),
                              cpuCell(migration.from), cpuCell(migration.to)});
    }
    return table;
}

Table vruntimeTable(const Trace& trace)
{
    Table table;
    table.columns = {{"time_ns", "time", ColumnKind::Time},
                     {"tid", "tid", ColumnKind::Count},
                     {"comm", "name", ColumnKind::Text},
                     {"vruntime_ns", "vruntime", ColumnKind::Time},
                     {"ran_ns", "ran", ColumnKind::Duration}};
    for (const VruntimeSample& sample : trace.vruntimes()) {
        table.rows.push_back({whole(sample.time), tidCell(trace, sample.task),
                              nameCell(trace, sample.task, sample.time),
                              Cell{nanoseconds(sample.vruntime)},
                              whole(std::uint64_t{sample.ran})});
    }
    return table;
}

std::optional<Table> traceTable(const Trace& trace, std::string_view name)
{
    if (name == "slices") return sliceTable(trace);
    if (name == "states") return segmentTable(trace);
    if (name == "wakeups") return wakeupTable(trace);
    if (name == "migrations") return migrationTable(trace);
    if (name == "vruntime") return vruntimeTable(trace);
    return std::nullopt;
}

std::string_view traceTableNames()
{
    return "slices, states, wakeups, migrations, vruntime";
}

}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/json.h"

#include "analysis/wait_explanation.h"

#include <utility>

namespace resched {

namespace {

Json nullable(const std::optional<Nanoseconds>& value)
{
    return value ? Json(value->count()) : Json();
}

// Policies are not recorded; the priority tells the class.
std::string_view policyOf(std::int16_t prio)
{
    constexpr std::int16_t kMaxRtPrio = 100;
    if (prio == kNoPrio) return "unknown";
    if (prio < 0) return "deadline";
    return prio < kMaxRtPrio ? "rt" : "normal";
}

Json diagnosticJson(const Diagnostic& diagnostic)
{
    Json first = Json::object();
    first["path"] = diagnostic.path;
    if (diagnostic.position.unit == FilePosition::Unit::Offset) {
        first["offset"] = diagnostic.position.value;
    } else if (diagnostic.position.unit == FilePosition::Unit::Line) {
        first["line"] = diagnostic.position.value;
    }
    first["time_ns"] = diagnostic.time ? Json(nanoseconds(*diagnostic.time)) : Json();
    if (!diagnostic.example.empty()) first["example"] = diagnostic.example;
    return {{"kind", diagnostic.kind}, {"count", diagnostic.count}, {"first", std::move(first)}};
}

void addTask(Json& json, const Trace& trace, TaskId id)
{
    const Task& task = trace.task(id);
    const std::int16_t prio = task.prios.empty() ? kNoPrio : task.prios.back().prio;
    json["tid"] = number(task.tid);
    json["tgid"] = task.tgid == kNoTgid ? Json() : Json(number(task.tgid));
    json["comm"] = trace.name(id);
    json["policy"] = policyOf(prio);
    json["prio"] = prio == kNoPrio ? Json() : Json(prio);
}

Json waitJson(const Trace& trace, const Wait& wait)
{
    Json json = {{"tid", number(trace.task(wait.task).tid)},
                 {"comm", trace.nameAt(wait.task, wait.end)},
                 {"cpu", wait.cpu},
                 {"begin_ns", nanoseconds(wait.begin)},
                 {"end_ns", nanoseconds(wait.end)},
                 {"wait_ns", wait.length().count()},
                 {"kind", wait.kind == WaitKind::Wakeup ? "wakeup" : "preemption"}};
    Json others = Json::array();
    for (const RanInstead& run : ranInstead(trace, wait)) {
        Json other = Json::object();
        const bool isKnown = run.task != kNoTask;
        other["tid"] = isKnown ? Json(number(trace.task(run.task).tid)) : Json();
        other["comm"] = isKnown ? Json(trace.nameAt(run.task, wait.end)) : Json();
        other["time_ns"] = run.time.count();
        const bool hasReason = run.reason != EndReason::Unknown;
        other["reason"] = hasReason ? endReasonName(run.reason) : causeName(run.cause);
        other["cause"] = causeName(run.cause);
        if (run.decision) {
            other["value"] = run.decision->value;
            other["limit"] = run.decision->limit;
        }
        others.push_back(std::move(other));
    }
    json["ran_instead"] = std::move(others);
    return json;
}

}  // namespace

std::string_view fromName(WaitFrom from)
{
    return from == WaitFrom::Waking ? "waking" : "wakeup";
}

std::string dump(const Json& json)
{
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

Json toJson(TimeRange range)
{
    return {{"begin_ns", nanoseconds(range.begin)}, {"end_ns", nanoseconds(range.end)}};
}

Json toJson(const DistributionSummary& distribution)
{
    const bool isEmpty = distribution.n == 0;
    Json json = {{"n", distribution.n}};
    json["sum_ns"] = isEmpty ? Json() : Json(distribution.sum.count());
    json["mean_ns"] = isEmpty ? Json() : Json(*distribution.mean);
    json["stddev_ns"] = isEmpty ? Json() : Json(*distribution.stddev);
    json["min_ns"] = nullable(distribution.min);
    json["p50_ns"] = nullable(distribution.p50);
    json["p90_ns"] = nullable(distribution.p90);
    json["p95_ns"] = nullable(distribution.p95);
    json["p99_ns"] = nullable(distribution.p99);
    json["p999_ns"] = nullable(distribution.p999);
    json["max_ns"] = nullable(distribution.max);
    return json;
}

Json toJson(const Totals& totals, bool isWhole)
{
    Json json = {{"run_time_ns", totals.runTime.count()},
                 {"switches", totals.switches},
                 {"preemptions", totals.preemptions},
                 {"migrations", totals.migrations},
                 {"wakeups", totals.wakeups},
                 {"spurious", totals.spurious},
                 {"censored", totals.censored},
                 {"cut_runs", totals.cutRuns}};
    if (isWhole) json["lost"] = totals.lost;
    json["run_delay"] = toJson(totals.runDelay);
    json["wakeup_latency"] = toJson(totals.wakeupLatency);
    json["preemption_wait"] = toJson(totals.preemptionWait);
    return json;
}

Json toJson(const Table& table)
{
    Json rows = Json::array();
    for (const auto& row : table.rows) {
        Json object = Json::object();
        for (std::size_t i = 0; i < row.size(); ++i) {
            object[table.columns[i].key] = std::visit(
                [](const auto& value) -> Json {
                    if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::monostate>) {
                        return {};
                    } else {
                        return Json(value);
                    }
                },
                row[i]);
        }
        rows.push_back(std::move(object));
    }
    return rows;
}

Json infoJson(const Trace& trace)
{
    const TraceInfo& info = trace.info();
    Json json = Json::object();
    json["path"] = info.path;
    json["format"] = info.format;
    json["tracer"] = info.tracer;
    json["kernel_release"] = info.kernelRelease;
    json["hostname"] = info.hostname;
    json["cpus"] =
        info.cpusDeclared > 0 ? static_cast<std::size_t>(info.cpusDeclared) : trace.cpus().size();
    json["cpu_ids"] = Json::array();
    for (const CpuLane& lane : trace.cpus()) json["cpu_ids"].push_back(number(lane.id));
    json["tasks"] = trace.tasks().size() - 1;  // without idle
    json["events_total"] = info.eventsTotal;
    json["events"] = Json::object();
    for (const auto& [name, count] : info.events) json["events"][name] = count;
    json["begin_ns"] = nanoseconds(info.recorded.begin);
    json["end_ns"] = nanoseconds(info.recorded.end);
    json["duration_ns"] = info.recorded.length().count();
    json["resolution_ns"] = info.resolution.count();
    json["wall_clock_offset_ns"] = info.wallClockOffset ? Json(*info.wallClockOffset) : Json();
    json["lost_events"] = info.lostEvents;
    json["records_losses"] = info.recordsLosses;
    json["partial"] = info.partial;
    json["simulated"] = info.simulated;
    if (!info.provenance.empty()) json["provenance"] = info.provenance;
    json["diagnostics"] = Json::array();
    for (const Diagnostic& diagnostic : trace.diagnostics().all()) {
        json["diagnostics"].push_back(diagnosticJson(diagnostic));
    }
    return json;
}

Json statisticsJson(const Trace& trace, const Statistics& statistics)
{
    Json json = {{"rule", ruleName(statistics.rule)},
                 {"from", fromName(statistics.from)},
                 {"has_wakeups", statistics.hasWakeups},
                 {"window", toJson(statistics.window)},
                 {"tasks", Json::array()},
                 {"processes", Json::array()},
                 {"cpus", Json::array()}};
    for (const TaskStatistics& task : statistics.tasks) {
        Json row = Json::object();
        addTask(row, trace, task.task);
        row.update(toJson(task.totals, false));
        row["waiting_ns"] = task.waiting.count();
        row["blocked_ns"] = task.blocked.count();
        row["unknown_ns"] = task.unknown.count();
        row["absent_ns"] = task.absent.count();
        json["tasks"].push_back(std::move(row));
    }
    for (const ProcessStatistics& process : statistics.processes) {
        Json row = {{"tgid", number(process.tgid)},
                    {"comm", trace.name(process.task)},
                    {"threads", process.threads}};
        row.update(toJson(process.totals, false));
        json["processes"].push_back(std::move(row));
    }
    for (const CpuStatistics& cpu : statistics.cpus) {
        json["cpus"].push_back({{"cpu", number(cpu.cpu)},
                                {"busy_ns", cpu.busy.count()},
                                {"idle_ns", cpu.idle.count()},
                                {"unknown_ns", cpu.unknown.count()},
                                {"switches", cpu.switches}});
    }
    json["total"] = toJson(statistics.total, true);
    return json;
}

Json latencyJson(const Trace& trace, const LatencyFacts& facts)
{
    std::vector<Nanoseconds> all;
    std::vector<Nanoseconds> split[2];
    for (const Wait& wait : facts.set->waits) {
        all.push_back(wait.length());
        split[wait.kind == WaitKind::Wakeup ? 0 : 1].push_back(wait.length());
    }
    Json json = {{"rule", ruleName(facts.rule)},
                 {"from", fromName(facts.set->from)},
                 {"has_wakeups", facts.set->hasWakeups},
                 {"window", toJson(facts.window)},
                 {"spurious", facts.set->spurious},
                 {"censored", facts.set->censored},
                 {"lost", trace.info().lostEvents},
                 {"distribution", toJson(summarize(std::move(all)))},
                 {"wakeup_latency", toJson(summarize(std::move(split[0])))},
                 {"preemption_wait", toJson(summarize(std::move(split[1])))},
                 {"worst", Json::array()}};
    for (const Wait& wait : facts.worst) json["worst"].push_back(waitJson(trace, wait));
    return json;
}

}  // namespace resched

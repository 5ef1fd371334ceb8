// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// resched replay, resched simulate: runs work under chosen settings and prints what came out beside
// what was recorded.
#include "analysis/compare.h"
#include "analysis/statistics.h"
#include "commands/output.h"
#include "commands/run_options.h"
#include "commands/terminal_progress.h"
#include "commands/verbs.h"
#include "commands/wait_text.h"
#include "export/json.h"
#include "export/trace_export.h"
#include "replay/fidelity.h"

#include <chrono>
#include <memory>
#include <optional>
#include <utility>

namespace resched::app {

namespace {

struct ReplayOptions : RunOptions
{
    std::string compare;
    std::string output;
    std::size_t explain = 0;
};

// Everything that is printed of a run.
struct Outcome
{
    RunPlan plan;
    ResolvedSettings settings;
    SimulationResult result;
    Nanoseconds wallTime{0};
    std::optional<Statistics> recorded;
    Statistics simulated;
    std::optional<Fidelity> fidelity;
    std::shared_ptr<const Trace> other;  // of --compare
    std::optional<Comparison> comparison;
};

// How well the model reproduces the recording under the recorded settings, whatever is asked now.
Result<std::optional<Fidelity>> fidelityOf(const RunPlan& plan, const Trace& result)
{
    if (!plan.recorded) return std::optional<Fidelity>{};
    if (plan.input.start != plan.recorded->begin()) return std::optional<Fidelity>{};
    if (plan.isSelfReplay()) return std::optional(measureFidelity(*plan.recorded, result));
    SimulationInput input = plan.input;
    input.scheduler = plan.recordedSettings;
    input.machine = plan.recordedMachine;
    TerminalProgress progress("Checking the model");
    const Result<SimulationResult> self = simulate(input, progress);
    if (!self) return self.error();
    return std::optional(measureFidelity(*plan.recorded, self->trace));
}

Result<SimulationResult> timedRun(const SimulationInput& input, Nanoseconds& wallTime)
{
    TerminalProgress progress("Running");
    const auto before = std::chrono::steady_clock::now();
    Result<SimulationResult> result = simulate(input, progress);
    wallTime = std::chrono::steady_clock::now() - before;
    return result;
}

Result<void> compareWith(Outcome& outcome, const std::string& path)
{
    TraceOptions other;
    other.files = {path};
    auto trace = openTrace(other);
    if (!trace) return trace.error();
    outcome.other = std::move(*trace);
    TerminalProgress progress("Comparing");
    Result<Comparison> comparison =
        compareTraces(*outcome.other, outcome.result.trace, {}, progress);
    if (!comparison) return comparison.error();
    outcome.comparison = std::move(*comparison);
    return {};
}

Result<Outcome> runAll(const ReplayOptions& options)
{
    Result<RunPlan> plan = planRun(options);
    if (!plan) return plan.error();
    Result<ResolvedSettings> settings =
        resolve(plan->input.scheduler, plan->input.machine.topology.count());
    if (!settings) return settings.error();
    Nanoseconds wallTime{0};
    Result<SimulationResult> result = timedRun(plan->input, wallTime);
    if (!result) return result.error();
    Result<std::optional<Fidelity>> fidelity = fidelityOf(*plan, result->trace);
    if (!fidelity) return fidelity.error();

    Outcome outcome{.plan = std::move(*plan),
                    .settings = std::move(*settings),
                    .result = std::move(*result),
                    .wallTime = wallTime,
                    .recorded = std::nullopt,
                    .simulated = {},
                    .fidelity = std::move(*fidelity),
                    .other = nullptr,
                    .comparison = std::nullopt};
    outcome.simulated = computeStatistics(outcome.result.trace, {});
    if (outcome.plan.recorded) {
        const Result<Selection> selection = select(*outcome.plan.recorded, options);
        if (!selection) return selection.error();
        outcome.recorded = computeStatistics(*outcome.plan.recorded, selection->statistics);
    }
    if (!options.compare.empty()) {
        if (const auto compared = compareWith(outcome, options.compare); !compared) {
            return compared.error();
        }
    }
    if (!options.output.empty()) {
        TerminalProgress progress("Writing");
        const auto written = exportTrace(outcome.result.trace, options.output, {}, progress);
        if (!written) return written.error();
    }
    return outcome;
}

Json settingsJson(const ResolvedSettings& settings)
{
    Json json = {{"tunables", Json::object()}, {"features", Json::object()}};
    for (std::size_t i = 0; i < settings.tunables.size(); ++i) {
        json["tunables"][std::string(settings.preset->tunables[i].name)] = settings.tunables[i];
    }
    for (std::size_t i = 0; i < settings.features.size(); ++i) {
        json["features"][std::string(settings.preset->features[i].name)] =
            static_cast<bool>(settings.features[i]);
    }
    return json;
}

Json fidelityJson(const std::optional<Fidelity>& fidelity)
{
    if (!fidelity) return {};
    return {{"same_task_time", fidelity->sameTaskTime},
            {"run_delay_ks", fidelity->runDelayKs},
            {"switches_error", fidelity->switches.error()},
            {"mean_run_delay_error", fidelity->meanRunDelay.error()},
            {"share_error_max", fidelity->shareErrorMax},
            {"grade", gradeName(fidelity->grade)}};
}

Table comparisonTable(const Comparison& comparison)
{
    Table table;
    table.columns = {{"metric", "metric", ColumnKind::Text},
                     {"other", "other", ColumnKind::Text},
                     {"result", "result", ColumnKind::Text},
                     {"difference", "difference", ColumnKind::Text},
                     {"significant", "beyond chance", ColumnKind::Text}};
    for (const MetricComparison& metric : comparison.total) {
        const bool isTime = metric.metric.ends_with("_ns");
        const auto show = [&](double value) {
            if (isTime) return durationText(Nanoseconds{static_cast<std::int64_t>(value)});
            return std::to_string(value);
        };
        table.rows.push_back({std::string(metric.metric), show(metric.a), show(metric.b),
                              show(metric.difference()),
                              std::string(!metric.low              ? "-"
                                          : metric.isSignificant() ? "yes"
                                                                   : "no")});
    }
    return table;
}

Json comparisonJson(const Outcome& outcome)
{
    Json metrics = Json::object();
    for (const MetricComparison& metric : outcome.comparison->total) {
        metrics[std::string(metric.metric)] = {{"other", metric.a},
                                               {"result", metric.b},
                                               {"low", metric.low ? Json(*metric.low) : Json()},
                                               {"high", metric.high ? Json(*metric.high) : Json()}};
    }
    return {{"path", outcome.other->info().path}, {"metrics", std::move(metrics)}};
}

Json metricsJson(const SimulationResult& result)
{
    Json metrics = Json::array();
    for (const MetricResult& metric : result.metrics) {
        metrics.push_back({{"name", metric.name},
                           {"count", metric.count},
                           {"missed", metric.missed},
                           {"distribution", toJson(summarize(metric.samples))}});
    }
    return metrics;
}

std::string inversionsText(const SimulationResult& result)
{
    std::string text;
    for (const PriorityInversion& each : result.inversions) {
        const auto name = [&](TaskId task) { return safeText(result.trace.name(task)); };
        text += "priority inversion: " + name(each.victim) + " waited " +
                durationText(each.waited) + " for mutex " + safeText(each.mutex) + " of " +
                name(each.holder) + ", " + durationText(each.inverted) + " of them because " +
                name(each.cause) + " ran\n";
    }
    return text.empty() ? text : '\n' + text;
}

Json inversionsJson(const SimulationResult& result)
{
    Json all = Json::array();
    for (const PriorityInversion& each : result.inversions) {
        all.push_back({{"victim", safeText(result.trace.name(each.victim))},
                       {"holder", safeText(result.trace.name(each.holder))},
                       {"cause", safeText(result.trace.name(each.cause))},
                       {"mutex", safeText(each.mutex)},
                       {"since_ns", nanoseconds(each.since)},
                       {"waited_ns", each.waited.count()},
                       {"inverted_ns", each.inverted.count()}});
    }
    return all;
}

Json outcomeJson(const Outcome& outcome)
{
    Json json = {{"scheduler", outcome.settings.preset->id},
                 {"machine", outcome.plan.input.machine.name}};
    json.update(settingsJson(outcome.settings));
    json["seed"] = outcome.plan.input.seed;
    json["recorded"] = outcome.recorded ? toJson(outcome.recorded->total, true) : Json();
    json["result"] = toJson(outcome.simulated.total, true);
    json["fidelity"] = fidelityJson(outcome.fidelity);
    json["decisions"] = outcome.result.decisions;
    json["events"] = outcome.result.events;
    json["simulate_wall_ns"] = outcome.wallTime.count();
    json["cpus"] = outcome.plan.input.machine.topology.count();
    json["metrics"] = metricsJson(outcome.result);
    json["priority_inversions"] = inversionsJson(outcome.result);
    if (!outcome.result.note.empty()) json["note"] = outcome.result.note;
    if (outcome.comparison) json["compare"] = comparisonJson(outcome);
    return json;
}

// Recorded beside result, a row a figure.
Table figuresTable(const Outcome& outcome)
{
    Table table;
    table.columns = {{"figure", "", ColumnKind::Text}};
    if (outcome.recorded) table.columns.push_back({"recorded", "recorded", ColumnKind::Count});
    table.columns.push_back({"result", "result", ColumnKind::Count});
    const auto add = [&](const char* name, auto member) {
        auto& row = table.rows.emplace_back();
        row.emplace_back(std::string(name));
        if (outcome.recorded) {
            row.emplace_back(static_cast<std::int64_t>(outcome.recorded->total.*member));
        }
        row.emplace_back(static_cast<std::int64_t>(outcome.simulated.total.*member));
    };
    add("switches", &Totals::switches);
    add("preemptions", &Totals::preemptions);
    add("migrations", &Totals::migrations);
    add("wakeups", &Totals::wakeups);
    add("censored", &Totals::censored);
    return table;
}

NamedDistributions distributionsOf(const Outcome& outcome)
{
    NamedDistributions rows;
    const auto add = [&](const std::string& name, auto member) {
        if (outcome.recorded) {
            rows.emplace_back(name + ", recorded", outcome.recorded->total.*member);
        }
        rows.emplace_back(name + ", result", outcome.simulated.total.*member);
    };
    add("run delay", &Totals::runDelay);
    add("  woken", &Totals::wakeupLatency);
    add("  preempted", &Totals::preemptionWait);
    for (const MetricResult& metric : outcome.result.metrics) {
        if (!metric.samples.empty()) rows.emplace_back(metric.name, summarize(metric.samples));
    }
    return rows;
}

std::string fidelityText(const Outcome& outcome)
{
    if (!outcome.fidelity) return {};
    const Fidelity& fidelity = *outcome.fidelity;
    return std::string("the model under the recorded settings: grade ") +
           std::string(gradeName(fidelity.grade)) + ", the same task " +
           percentText(fidelity.sameTaskTime) + " of the time, switches off by " +
           percentText(fidelity.switches.error()) + ", mean run delay off by " +
           percentText(fidelity.meanRunDelay.error()) + "\n";
}

std::string outcomeText(const Outcome& outcome)
{
    const Workload& workload = *outcome.plan.input.workload;
    std::string text = workload.source.empty() ? workload.name : workload.source;
    text += ": " + std::string(outcome.settings.preset->title) + " on " +
            outcome.plan.input.machine.name + " (" +
            countText(static_cast<std::uint64_t>(outcome.plan.input.machine.topology.count()),
                      "CPU", "CPUs") +
            "), seed " + std::to_string(outcome.plan.input.seed) + '\n';
    for (const auto& [name, value] : outcome.plan.input.scheduler.tunables) {
        text += "  " + name + " = " + std::to_string(value) + '\n';
    }
    for (const auto& [name, isOn] : outcome.plan.input.scheduler.features) {
        text += std::string("  ") + (isOn ? "" : "NO_") + name + '\n';
    }
    text += durationText(outcome.result.trace.span().length()) + " simulated in " +
            durationText(outcome.wallTime) + ", " +
            countText(outcome.result.decisions, "decision", "decisions") + ", " +
            countText(outcome.result.events, "event", "events") + '\n';
    if (!outcome.result.note.empty()) text += "note: " + outcome.result.note + '\n';
    text += '\n' + tableText(figuresTable(outcome), Timestamp{});
    text += '\n' + distributionsText(distributionsOf(outcome));
    text += inversionsText(outcome.result);
    if (outcome.fidelity) text += '\n' + fidelityText(outcome);
    if (outcome.comparison) {
        text += "\ncompared with " + outcome.other->info().path + '\n' +
                tableText(comparisonTable(*outcome.comparison), Timestamp{});
    }
    return text;
}

std::vector<Wait> worstWaits(const Outcome& outcome, std::size_t count)
{
    const Trace& trace = outcome.result.trace;
    return count == 0 ? std::vector<Wait>{} : worstOf(findWaits(trace, {}).waits, count);
}

Json worstJson(const Trace& trace, const std::vector<Wait>& worst)
{
    WaitSet set;
    Json json = latencyJson(
        trace, {.rule = WaitRule::RunDelay, .window = trace.span(), .set = &set, .worst = worst});
    addDecisions(json, trace, worst);
    return json["worst"];
}

int run(const ReplayOptions& options)
{
    const Result<Outcome> outcome = runAll(options);
    if (!outcome) return fail(outcome.error());
    const std::vector<Wait> worst = worstWaits(*outcome, options.explain);
    switch (formatOf(options)) {
        case Format::Json: {
            Json json = outcomeJson(*outcome);
            if (!worst.empty()) json["worst"] = worstJson(outcome->result.trace, worst);
            print(dump(json));
            break;
        }
        case Format::Csv:
            print(toCsv(figuresTable(*outcome), {.guardFormulas = options.guardFormulas}));
            break;
        case Format::Text:
            print(outcomeText(*outcome));
            if (!worst.empty()) {
                print("\nthe worst waits, and who had the CPU meanwhile:\n" +
                      worstText(outcome->result.trace, worst));
            }
            break;
    }
    return kDone;
}

void addRun(CommandLine& line, const char* name, const char* description)
{
    CLI::App* verb = line.app.add_subcommand(name, description);
    const auto options = std::make_shared<ReplayOptions>();
    addFile(*verb, *options);
    addRunOptions(*verb, *options);
    verb->add_option("--compare", options->compare, "set the result beside this recording")
        ->type_name("FILE2");
    verb->add_option("-o,--output", options->output,
                     "write the resulting trace: .csv, .json, .sqlite, or a CTF folder .ctf")
        ->type_name("OUT");
    verb->add_option("--explain", options->explain,
                     "list so many of the worst waits: who ran instead, the decision that let "
                     "them, and what would have decided otherwise")
        ->type_name("N");
    addFormat(*verb, *options);
    verb->callback([&line, options] { line.chosen = [options] { return run(*options); }; });
}

}  // namespace

void addReplay(CommandLine& line)
{
    addRun(line, "replay", "re-run the work of a recording under chosen settings");
}

void addSimulate(CommandLine& line)
{
    addRun(line, "simulate", "run a workload file under chosen settings");
}

}  // namespace resched::app

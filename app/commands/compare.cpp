// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// resched compare: every metric of two runs, its difference, and what chance alone may do.
#include "analysis/compare.h"

#include "commands/output.h"
#include "commands/trace_options.h"
#include "commands/verbs.h"

#include <cmath>
#include <cstdio>
#include <memory>

namespace resched::app {

namespace {

struct CompareOptions
{
    TraceOptions a;
    TraceOptions b;
    std::string by = "total";
    std::uint64_t seed = 1;
};

std::string numberText(std::string_view metric, double value)
{
    if (metric.ends_with("_ns")) {
        const std::string length = durationText(Nanoseconds{std::llround(std::abs(value))});
        return value < 0 ? "-" + length : length;
    }
    if (metric.ends_with("share")) return percentText(value);
    char text[32];
    std::snprintf(text, sizeof text, "%.2f", value);
    return text;
}

Cell numberCell(const std::optional<double>& value)
{
    return value ? Cell{*value} : Cell{};
}

// For programs: numbers as they are.
std::vector<Cell> numbers(const MetricComparison& metric)
{
    return {std::string(metric.metric),
            metric.a,
            metric.b,
            metric.difference(),
            numberCell(metric.low),
            numberCell(metric.high),
            std::string(metric.isSignificant() ? "real"
                        : metric.low           ? "chance"
                                               : "")};
}

std::vector<Cell> texts(const MetricComparison& metric)
{
    const auto text = [&](double value) { return numberText(metric.metric, value); };
    return {std::string(metric.metric),
            text(metric.a),
            text(metric.b),
            text(metric.difference()),
            metric.low ? Cell{text(*metric.low)} : Cell{},
            metric.high ? Cell{text(*metric.high)} : Cell{},
            std::string(metric.isSignificant() ? "real"
                        : metric.low           ? "chance"
                                               : "")};
}

Table tableOf(const Comparison& comparison, bool byTask, bool forPeople)
{
    const ColumnKind kind = forPeople ? ColumnKind::Text : ColumnKind::Ratio;
    Table table;
    if (byTask) table.columns.push_back({"comm", "comm", ColumnKind::Text});
    table.columns.push_back({"metric", "metric", ColumnKind::Text});
    for (const char* key : {"a", "b", "difference", "low", "high"}) {
        table.columns.push_back({key, key, kind});
    }
    table.columns.push_back({"verdict", "verdict", ColumnKind::Text});
    const auto row = forPeople ? texts : numbers;
    if (!byTask) {
        for (const MetricComparison& metric : comparison.total) table.rows.push_back(row(metric));
        return table;
    }
    for (const TaskComparison& task : comparison.tasks) {
        for (const MetricComparison& metric : task.metrics) {
            std::vector<Cell> cells = row(metric);
            cells.insert(cells.begin(), Cell{safeText(task.name)});
            table.rows.push_back(std::move(cells));
        }
    }
    return table;
}

Json toJson(const Comparison& comparison)
{
    Json quantiles = Json::array();
    for (const QuantilePoint& point : comparison.quantiles) {
        quantiles.push_back(
            {{"fraction", point.fraction}, {"a_ns", point.a.count()}, {"b_ns", point.b.count()}});
    }
    Json bins = Json::array();
    for (const DifferenceBin& bin : comparison.differences) {
        if (bin.count == 0) continue;
        bins.push_back(
            {{"low_ns", bin.low.count()}, {"high_ns", bin.high.count()}, {"count", bin.count}});
    }
    return {{"matched_by", comparison.key == TaskKey::Tid ? "tid" : "name"},
            {"metrics", resched::toJson(tableOf(comparison, false, false))},
            {"tasks", resched::toJson(tableOf(comparison, true, false))},
            {"run_delay_quantiles", std::move(quantiles)},
            {"paired_waits", comparison.pairedWaits},
            {"run_delay_differences", std::move(bins)}};
}

Result<std::shared_ptr<const Trace>> openRun(const TraceOptions& options)
{
    auto trace = openTrace(options);
    if (!trace) return trace;
    if (const auto switches = needSwitches(**trace); !switches) return switches.error();
    return trace;
}

int run(const CompareOptions& options)
{
    const auto a = openRun(options.a);
    if (!a) return fail(a.error());
    const auto b = openRun(options.b);
    if (!b) return fail(b.error());
    ComparisonOptions how;
    how.seed = options.seed;
    NoProgress progress;
    const Result<Comparison> comparison = compareTraces(**a, **b, how, progress);
    if (!comparison) return fail(comparison.error());
    const bool byTask = options.by == "task";
    switch (formatOf(options.a)) {
        case Format::Json:
            print(dump(toJson(*comparison)));
            break;
        case Format::Csv:
            print(toCsv(tableOf(*comparison, byTask, false),
                        {.guardFormulas = options.a.guardFormulas}));
            break;
        case Format::Text:
            print("a: " + headline(**a, (*a)->span()) + "b: " + headline(**b, (*b)->span()) + '\n' +
                  tableText(tableOf(*comparison, byTask, true), (*a)->begin()));
            break;
    }
    return kDone;
}

}  // namespace

void addCompare(CommandLine& line)
{
    CLI::App* verb = line.app.add_subcommand(
        "compare", "two runs side by side: each metric, its difference, and what chance may do");
    const auto options = std::make_shared<CompareOptions>();
    options->a.files.resize(1);
    options->b.files.resize(1);
    verb->add_option("A", options->a.files[0], "the baseline")->required()->type_name("");
    verb->add_option("B", options->b.files[0], "the other run")->required()->type_name("");
    verb->add_option("--by", options->by, "the runs in all, or task by task")
        ->check(CLI::IsMember({"total", "task"}))
        ->capture_default_str()
        ->type_name("WHAT");
    verb->add_option("--seed", options->seed, "of the resampling")
        ->capture_default_str()
        ->type_name("N");
    addFormat(*verb, options->a);
    verb->callback([&line, options] { line.chosen = [options] { return run(*options); }; });
}

}  // namespace resched::app

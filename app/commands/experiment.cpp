// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// resched experiment list, show, run: published comparisons of schedulers, simulated again.
#include "commands/output.h"
#include "commands/terminal_progress.h"
#include "commands/trace_options.h"
#include "commands/verbs.h"
#include "experiment/experiment_run.h"

#include <algorithm>
#include <cstdio>
#include <memory>

namespace resched::app {

namespace {

struct ExperimentCommand
{
    std::string name;
    int seeds = 0;
    std::vector<std::string> variants;
    int threads = 0;
    TraceOptions output;
};

const char* roleName(RowRole role)
{
    switch (role) {
        case RowRole::Fitted:
            return "fitted";
        case RowRole::Predicted:
            return "predicted";
        case RowRole::Reported:
            return "reported";
    }
    return "";
}

Json numberOrNull(std::optional<double> value)
{
    return value ? Json(*value) : Json();
}

std::string rounded(std::optional<double> value)
{
    if (!value) return "-";
    char text[64];
    const double size = *value < 0 ? -*value : *value;
    std::snprintf(text, sizeof text, size >= 1000 ? "%.0f" : size >= 10 ? "%.2f" : "%.3f", *value);
    return text;
}

std::string bandText(const ExperimentRow& row)
{
    if (!row.low && !row.high) return "-";
    return rounded(row.low) + " .. " + rounded(row.high);
}

void printTable(const Table& table, const TraceOptions& output)
{
    if (formatOf(output) == Format::Csv) {
        print(toCsv(table, {.guardFormulas = output.guardFormulas}));
    } else {
        print(tableText(table, Timestamp{}));
    }
}

// --- list, show ---

int runList(const TraceOptions& output)
{
    const auto all = listExperiments();
    if (!all) return fail(all.error());
    Table table;
    table.columns = {{"id", "experiment", ColumnKind::Text},
                     {"date", "date", ColumnKind::Text},
                     {"kind", "kind", ColumnKind::Text},
                     {"variants", "variants", ColumnKind::Count},
                     {"title", "title", ColumnKind::Text}};
    for (const Experiment& experiment : *all) {
        table.rows.push_back({experiment.id, experiment.when,
                              std::string(experiment.isGallery ? "gallery" : "founding"),
                              static_cast<std::int64_t>(experiment.variants.size()),
                              experiment.title});
    }
    if (formatOf(output) == Format::Json) {
        print(dump({{"experiments", toJson(table)}}));
    } else {
        printTable(table, output);
    }
    return kDone;
}

Table rowsTable(const Experiment& experiment)
{
    Table table;
    table.columns = {
        {"variant", "variant", ColumnKind::Text}, {"metric", "figure", ColumnKind::Text},
        {"unit", "unit", ColumnKind::Text},       {"published", "published", ColumnKind::Text},
        {"role", "role", ColumnKind::Text},       {"band", "band", ColumnKind::Text}};
    for (const ExperimentRow& row : experiment.rows) {
        table.rows.push_back({row.variant, row.label, row.unit, rounded(row.published),
                              std::string(roleName(row.role)), bandText(row)});
    }
    return table;
}

Json experimentJson(const Experiment& experiment)
{
    Json json = {{"experiment", experiment.id}, {"title", experiment.title},
                 {"who", experiment.who},       {"date", experiment.when},
                 {"claim", experiment.claim},   {"source", experiment.source},
                 {"fitted", experiment.fitted}, {"notes", experiment.notes},
                 {"variants", Json::array()},   {"rows", Json::array()}};
    for (const ExperimentVariant& variant : experiment.variants) {
        json["variants"].push_back({{"id", variant.id},
                                    {"title", variant.title},
                                    {"confidence", variant.confidence},
                                    {"setup", Json::parse(variant.setup)}});
    }
    for (const ExperimentRow& row : experiment.rows) {
        json["rows"].push_back({{"variant", row.variant},
                                {"metric", row.label},
                                {"unit", row.unit},
                                {"published", numberOrNull(row.published)},
                                {"role", roleName(row.role)},
                                {"band", {numberOrNull(row.low), numberOrNull(row.high)}}});
    }
    return json;
}

int runShow(const ExperimentCommand& command)
{
    const auto experiment = loadExperiment(command.name);
    if (!experiment) return fail(experiment.error());
    if (formatOf(command.output) == Format::Json) {
        print(dump(experimentJson(*experiment)));
        return kDone;
    }
    if (formatOf(command.output) == Format::Text) {
        std::string text = experiment->title + '\n';
        const auto line = [&](const char* what, const std::string& content) {
            if (!content.empty()) text += std::string(what) + ": " + content + '\n';
        };
        line("who", experiment->who);
        line("when", experiment->when);
        line("claim", experiment->claim);
        line("source", experiment->source);
        line("fitted", experiment->fitted);
        line("notes", experiment->notes);
        text += "variants:\n";
        for (const ExperimentVariant& variant : experiment->variants) {
            text += "  " + variant.id + ": " + variant.title;
            if (!variant.confidence.empty()) text += " (" + variant.confidence + ')';
            text += '\n';
        }
        print(text + '\n');
    }
    printTable(rowsTable(*experiment), command.output);
    return kDone;
}

// --- run ---

Json resultJson(const Experiment& experiment, const ExperimentResult& result, int seeds)
{
    Json json = {{"experiment", experiment.id},
                 {"seeds", seeds},
                 {"rows", Json::array()},
                 {"runs", Json::array()}};
    for (const RowResult& each : result.rows) {
        const ExperimentRow& row = experiment.rows[each.row];
        Json values = Json::array();
        for (const auto& value : each.values) values.push_back(numberOrNull(value));
        json["rows"].push_back({{"variant", row.variant},
                                {"metric", row.label},
                                {"unit", row.unit},
                                {"published", numberOrNull(row.published)},
                                {"mean", numberOrNull(each.mean)},
                                {"stddev", each.stddev},
                                {"role", roleName(row.role)},
                                {"band", {numberOrNull(row.low), numberOrNull(row.high)}},
                                {"in_band", each.inBand ? Json(*each.inBand) : Json()},
                                {"values", std::move(values)}});
    }
    for (const ExperimentRun& run : result.runs) {
        json["runs"].push_back({{"variant", run.variant},
                                {"seed", run.input.seed},
                                {"wall_ns", run.wallTime.count()}});
    }
    return json;
}

Table resultTable(const Experiment& experiment, const ExperimentResult& result)
{
    Table table;
    table.columns = {
        {"variant", "variant", ColumnKind::Text}, {"metric", "figure", ColumnKind::Text},
        {"unit", "unit", ColumnKind::Text},       {"published", "published", ColumnKind::Text},
        {"mean", "simulated", ColumnKind::Text},  {"stddev", "spread", ColumnKind::Text},
        {"role", "role", ColumnKind::Text},       {"band", "band", ColumnKind::Text},
        {"in_band", "in band", ColumnKind::Text}};
    for (const RowResult& each : result.rows) {
        const ExperimentRow& row = experiment.rows[each.row];
        table.rows.push_back({row.variant, row.label, row.unit, rounded(row.published),
                              rounded(each.mean), rounded(each.stddev),
                              std::string(roleName(row.role)), bandText(row),
                              std::string(!each.inBand   ? "-"
                                          : *each.inBand ? "yes"
                                                         : "NO")});
    }
    return table;
}

std::string wallText(const ExperimentResult& result, int seeds)
{
    Nanoseconds sum{0};
    for (const ExperimentRun& run : result.runs) sum += run.wallTime;
    return '\n' + countText(static_cast<std::uint64_t>(seeds), "seed", "seeds") + ", " +
           durationText(sum / seeds) + " of one core each\n";
}

int runRun(const ExperimentCommand& command)
{
    const auto experiment = loadExperiment(command.name);
    if (!experiment) return fail(experiment.error());
    ExperimentOptions options{.seeds = command.seeds > 0 ? command.seeds : experiment->seeds,
                              .variants = command.variants,
                              .threads = command.threads};
    TerminalProgress progress("Running " + experiment->id);
    const auto result = runExperiment(*experiment, options, progress);
    if (!result) return fail(result.error());
    switch (formatOf(command.output)) {
        case Format::Json:
            print(dump(resultJson(*experiment, *result, options.seeds)));
            break;
        case Format::Csv:
            printTable(resultTable(*experiment, *result), command.output);
            break;
        case Format::Text:
            print(experiment->title + "\n\n");
            printTable(resultTable(*experiment, *result), command.output);
            print(wallText(*result, options.seeds));
            break;
    }
    return kDone;
}

}  // namespace

void addExperiment(CommandLine& line)
{
    CLI::App* verb = line.app.add_subcommand(
        "experiment", "published comparisons of schedulers, simulated again");
    verb->require_subcommand(1);

    CLI::App* list = verb->add_subcommand("list", "the built-in experiments");
    const auto listing = std::make_shared<TraceOptions>();
    addFormat(*list, *listing);
    list->callback([&line, listing] { line.chosen = [listing] { return runList(*listing); }; });

    CLI::App* show = verb->add_subcommand("show", "what was claimed, and what is compared");
    const auto shown = std::make_shared<ExperimentCommand>();
    show->add_option("NAME", shown->name, "a built-in experiment, or a file")->required();
    addFormat(*show, shown->output);
    show->callback([&line, shown] { line.chosen = [shown] { return runShow(*shown); }; });

    CLI::App* run = verb->add_subcommand("run", "simulate it, published beside simulated");
    const auto options = std::make_shared<ExperimentCommand>();
    run->add_option("NAME", options->name, "a built-in experiment, or a file")->required();
    run->add_option("--seeds", options->seeds, "how many seeds (default: the experiment's)")
        ->check(CLI::Range(1, 10'000))
        ->type_name("N");
    run->add_option("--variant", options->variants, "only this variant; may be repeated")
        ->type_name("V");
    run->add_option("--threads", options->threads, "at most so many cores (default: all)")
        ->check(CLI::Range(1, 1024))
        ->type_name("N");
    addFormat(*run, options->output);
    run->callback([&line, options] { line.chosen = [options] { return runRun(*options); }; });
}

}  // namespace resched::app

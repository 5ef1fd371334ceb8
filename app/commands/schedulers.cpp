// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// resched schedulers, resched machines: what --scheduler and --machine can name.
#include "base/duration.h"
#include "commands/output.h"
#include "commands/trace_options.h"
#include "commands/verbs.h"
#include "sched/scheduler_table.h"
#include "topology/machine.h"

#include <memory>

namespace resched::app {

namespace {

struct SchedulersOptions
{
    std::string name;
    int cpus = 1;
    TraceOptions output;
};

std::string_view unitKey(TunableUnit unit)
{
    switch (unit) {
        case TunableUnit::Nanoseconds:
            return "ns";
        case TunableUnit::Count:
            return "count";
        case TunableUnit::Boolean:
            return "boolean";
    }
    return {};
}

std::string_view scalingName(Scaling scaling)
{
    switch (scaling) {
        case Scaling::None:
            return "none";
        case Scaling::LogAll:
            return "log of all CPUs";
        case Scaling::LogEight:
            return "log of up to 8 CPUs";
    }
    return {};
}

Json presetJson(const SchedulerPreset& preset, int cpus)
{
    Json json = {{"id", preset.id},
                 {"title", preset.title},
                 {"provenance", preset.provenance},
                 {"tunables", Json::array()},
                 {"features", Json::array()}};
    for (const TunableSpec& tunable : preset.tunables) {
        json["tunables"].push_back({{"name", tunable.name},
                                    {"description", tunable.description},
                                    {"unit", unitKey(tunable.unit)},
                                    {"default", defaultValue(tunable, cpus)},
                                    {"scaling", scalingName(tunable.scaling)},
                                    {"minimum", tunable.minimum},
                                    {"maximum", tunable.maximum}});
        if (tunable.choices.empty()) continue;
        for (const std::string_view choice : tunable.choices) {
            json["tunables"].back()["choices"].push_back(choice);
        }
    }
    for (const FeatureSpec& feature : preset.features) {
        json["features"].push_back({{"name", feature.name},
                                    {"description", feature.description},
                                    {"default", feature.enabled},
                                    {"confidence", feature.confidence}});
    }
    return json;
}

std::string valueText(const TunableSpec& tunable, std::int64_t value)
{
    if (!tunable.choices.empty()) {
        return std::string(tunable.choices[static_cast<std::size_t>(value)]);
    }
    return tunable.unit == TunableUnit::Nanoseconds ? durationText(Nanoseconds{value})
                                                    : std::to_string(value);
}

Table presetTable(const SchedulerPreset& preset, int cpus)
{
    Table table;
    table.columns = {{"name", "name", ColumnKind::Text},
                     {"default", "default", ColumnKind::Text},
                     {"description", "description", ColumnKind::Text},
                     {"confidence", "rests on", ColumnKind::Text}};
    for (const TunableSpec& tunable : preset.tunables) {
        const std::int64_t value = defaultValue(tunable, cpus);
        table.rows.push_back({std::string(tunable.name), valueText(tunable, value),
                              std::string(tunable.description), std::string()});
    }
    for (const FeatureSpec& feature : preset.features) {
        table.rows.push_back({std::string(feature.name),
                              std::string(feature.enabled ? "on" : "off"),
                              std::string(feature.description), std::string(feature.confidence)});
    }
    return table;
}

Table listTable()
{
    Table table;
    table.columns = {{"id", "scheduler", ColumnKind::Text},
                     {"title", "title", ColumnKind::Text},
                     {"tunables", "tunables", ColumnKind::Count},
                     {"features", "features", ColumnKind::Count}};
    for (const SchedulerPreset& preset : schedulers()) {
        table.rows.push_back({std::string(preset.id), std::string(preset.title),
                              static_cast<std::int64_t>(preset.tunables.size()),
                              static_cast<std::int64_t>(preset.features.size())});
    }
    return table;
}

void printTable(const Table& table, const TraceOptions& output)
{
    if (formatOf(output) == Format::Csv) {
        print(toCsv(table, {.guardFormulas = output.guardFormulas}));
    } else {
        print(tableText(table, Timestamp{}));
    }
}

int runSchedulers(const SchedulersOptions& options)
{
    const SchedulerPreset* preset = nullptr;
    if (!options.name.empty()) {
        preset = findScheduler(options.name);
        if (preset == nullptr) {
            return fail({.code = ErrorCode::InvalidArgument,
                         .what = "there is no scheduler " + options.name,
                         .expected = "one that `resched schedulers` lists"});
        }
    }
    if (formatOf(options.output) == Format::Json) {
        Json all = Json::array();
        for (const SchedulerPreset& each : schedulers()) {
            if (preset == nullptr || preset == &each) {
                all.push_back(presetJson(each, options.cpus));
            }
        }
        print(dump({{"cpus", options.cpus}, {"schedulers", std::move(all)}}));
        return kDone;
    }
    if (preset == nullptr) {
        printTable(listTable(), options.output);
        return kDone;
    }
    if (formatOf(options.output) == Format::Text) {
        print(std::string(preset->title) + "\n" + std::string(preset->provenance) + "\n\n");
    }
    printTable(presetTable(*preset, options.cpus), options.output);
    return kDone;
}

int runMachines(const TraceOptions& output)
{
    Table table;
    table.columns = {{"name", "machine", ColumnKind::Text},
                     {"cpus", "CPUs", ColumnKind::Count},
                     {"hz", "HZ", ColumnKind::Count},
                     {"topology", "topology", ColumnKind::Text},
                     {"description", "description", ColumnKind::Text}};
    for (const Machine& machine : builtInMachines()) {
        table.rows.push_back({machine.name, std::int64_t{machine.topology.count()},
                              std::int64_t{machine.hz}, machine.topology.text(),
                              machine.description});
    }
    if (formatOf(output) == Format::Json) {
        print(dump({{"machines", toJson(table)}}));
    } else {
        printTable(table, output);
    }
    return kDone;
}

}  // namespace

void addSchedulers(CommandLine& line)
{
    CLI::App* verb =
        line.app.add_subcommand("schedulers", "the schedulers, their tunables and features");
    const auto options = std::make_shared<SchedulersOptions>();
    verb->add_option("NAME", options->name, "the tunables and features of this one")->type_name("");
    verb->add_option("--cpus", options->cpus, "the defaults on so many CPUs")
        ->check(CLI::Range(1, 4096))
        ->capture_default_str()
        ->type_name("N");
    addFormat(*verb, options->output);
    verb->callback(
        [&line, options] { line.chosen = [options] { return runSchedulers(*options); }; });
}

void addMachines(CommandLine& line)
{
    CLI::App* verb = line.app.add_subcommand("machines", "the built-in machines");
    const auto options = std::make_shared<TraceOptions>();
    addFormat(*verb, *options);
    verb->callback([&line, options] { line.chosen = [options] { return runMachines(*options); }; });
}

}  // namespace resched::app

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// resched report: a recording beside re-runs of the same work, or beside other recordings, as one
// HTML file or a PDF.
#include "report/report.h"

#include "commands/graphics.h"
#include "commands/output.h"
#include "commands/run_options.h"
#include "commands/terminal_progress.h"
#include "commands/trace_options.h"
#include "commands/verbs.h"
#include "format.h"
#include "replay/extraction.h"
#include "replay/recorded_machine.h"
#include "sim/simulator.h"

#include <QtCore/QCoreApplication>

#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace resched::app {

namespace {

class Text
{
    Q_DECLARE_TR_FUNCTIONS(Report)
};

struct ReportOptions : RunOptions
{
    bool noReplay = false;
    std::string output;
};

// What is asked when nothing else is: the first of these that the scheduler has, cut to a third.
constexpr std::array kQuestions = {"min_granularity_ns", "base_slice_ns"};

void askDefaultQuestion(SchedulerSettings& settings, int cpus)
{
    const Result<ResolvedSettings> resolved = resolve(settings, cpus);
    if (!resolved) return;
    for (const char* name : kQuestions) {
        for (const TunableSpec& tunable : resolved->preset->tunables) {
            if (tunable.name != name) continue;
            settings.tunables[name] = resolved->tunable(name) / 3;
            return;
        }
    }
}

// "CFS 6.1, min_granularity_ns 250 µs": what differs from the defaults.
QString settingsLabel(const SchedulerSettings& settings)
{
    QStringList parts{ui::fromTrace(settings.scheduler)};
    const SchedulerPreset* preset = findScheduler(settings.scheduler);
    for (const auto& [name, value] : settings.tunables) {
        bool isTime = true;
        for (const TunableSpec& tunable : preset->tunables) {
            if (tunable.name == name) isTime = tunable.unit == TunableUnit::Nanoseconds;
        }
        parts.append(ui::fromTrace(name) + u' ' +
                     (isTime ? ui::duration(Nanoseconds{value}) : QString::number(value)));
    }
    for (const auto& [name, enabled] : settings.features) {
        parts.append((enabled ? QString() : QStringLiteral("NO_")) + ui::fromTrace(name));
    }
    return parts.join(QStringLiteral(", "));
}

class Replayer
{
public:
    Replayer(const ui::NamedRun& recorded, const ReportOptions& options)
        : recorded_(recorded), options_(options)
    {}

    Result<std::vector<ui::ReportRun>> runs()
    {
        input_.machine = recordedMachine(*recorded_.trace);
        input_.scheduler = recordedSettings(*recorded_.trace);
        input_.seed = options_.seed;
        input_.start = recorded_.trace->begin();
        const TickGrid grid = findTickGrid(*recorded_.trace);
        if (grid.isSeen) input_.tickPhase = grid.phase;
        TerminalProgress progress("Extracting");
        Result<Workload> workload =
            extractWorkload(*recorded_.trace, {.machine = input_.machine}, progress);
        if (!workload) return workload.error();
        input_.workload = std::make_shared<const Workload>(std::move(*workload));

        SimulationInput other = input_;
        if (const auto chosen = applyChoices(options_, other.scheduler, other.machine); !chosen) {
            return chosen.error();
        }
        if (isSame(other)) askDefaultQuestion(other.scheduler, other.machine.topology.count());
        std::vector<ui::ReportRun> runs;
        for (const SimulationInput* input : {&std::as_const(input_), &std::as_const(other)}) {
            if (input == &other && isSame(other)) continue;
            Result<ui::ReportRun> run = replay(*input, input == &input_);
            if (!run) return run.error();
            runs.push_back(std::move(*run));
        }
        return runs;
    }

private:
    bool isSame(const SimulationInput& other) const
    {
        return other.scheduler == input_.scheduler && other.machine == input_.machine;
    }

    Result<ui::ReportRun> replay(const SimulationInput& input, bool isSelfReplay) const
    {
        TerminalProgress progress("Replaying");
        Result<SimulationResult> result = simulate(input, progress);
        if (!result) return result.error();
        QString settings = settingsLabel(input.scheduler);
        if (input.machine != input_.machine) {
            settings += QStringLiteral(", ") + ui::fromTrace(input.machine.name);
        }
        return ui::ReportRun{
            .run = {.label = Text::tr("replayed (%1)").arg(settings),
                    .trace = std::make_shared<const Trace>(std::move(result->trace))},
            .isSelfReplay = isSelfReplay};
    }

    const ui::NamedRun& recorded_;
    const ReportOptions& options_;
    SimulationInput input_;
};

// Several files: each is compared with the first.
Result<std::vector<ui::ReportRun>> otherRecordings(const ReportOptions& options)
{
    std::vector<ui::ReportRun> runs;
    for (std::size_t i = 1; i < options.files.size(); ++i) {
        TraceOptions one;
        one.files = {options.files[i]};
        const QString name =
            ui::fromTrace(std::filesystem::path(options.files[i]).filename().string());
        Result<ui::NamedRun> run = openRun(one, name);
        if (!run) return run.error();
        runs.push_back({.run = std::move(*run)});
    }
    return runs;
}

int run(const ReportOptions& options)
{
    if (const auto known = ui::checkReportPath(options.output); !known) return fail(known.error());
    const Graphics graphics;
    TraceOptions first = options;
    if (first.files.size() > 1) first.files.resize(1);
    const Result<ui::NamedRun> recorded = openRun(first, Text::tr("recorded"));
    if (!recorded) return fail(recorded.error());
    if (const auto some = needSwitches(*recorded->trace); !some) return fail(some.error());
    const Result<Selection> selection = select(*recorded->trace, options);
    if (!selection) return fail(selection.error());

    Result<std::vector<ui::ReportRun>> others = otherRecordings(options);
    if (others && others->empty() && !options.noReplay) {
        others = Replayer(*recorded, options).runs();
    }
    if (!others) return fail(others.error());
    ui::ReportOptions wanted{
        .range = {}, .rule = selection->statistics.rule, .from = selection->statistics.from};
    if (!options.time.empty()) wanted.range = selection->window;
    TerminalProgress progress("Drawing");
    const Result<ui::Report> report = ui::makeReport(*recorded, *others, wanted, progress);
    if (!report) return fail(report.error());
    if (const auto written = ui::writeReport(*report, options.output); !written) {
        return fail(written.error());
    }
    print(options.output + '\n');
    return kDone;
}

}  // namespace

void addReport(CommandLine& line)
{
    CLI::App* verb = line.app.add_subcommand(
        "report", "a recording beside re-runs of the same work, as one HTML file or a PDF");
    const auto options = std::make_shared<ReportOptions>();
    addFile(*verb, *options);
    addModelOptions(*verb, *options);
    verb->add_option("--seed", options->seed, "of the runs")->capture_default_str();
    verb->add_flag("--no-replay", options->noReplay, "the recording alone");
    verb->add_option("-o,--output", options->output, "REPORT.html or REPORT.pdf")
        ->required()
        ->type_name("REPORT");
    addFilters(*verb, *options);
    verb->callback([&line, options] { line.chosen = [options] { return run(*options); }; });
}

}  // namespace resched::app

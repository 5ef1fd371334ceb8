// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// resched report: a recording beside re-runs of the same work, or beside other recordings, as one
// HTML file or a PDF.
#include "report/report.h"

#include "commands/graphics.h"
#include "commands/output.h"
#include "commands/terminal_progress.h"
#include "commands/trace_options.h"
#include "commands/verbs.h"
#include "format.h"
#include "session/engine.h"

#include <QtCore/QCoreApplication>

#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace resched::app {

namespace {

class Text
{
    Q_DECLARE_TR_FUNCTIONS(Report)
};

struct ReportOptions : TraceOptions
{
    std::string scheduler;
    std::vector<std::string> tunables;
    std::vector<std::string> features;
    std::uint64_t seed = 1;
    bool noReplay = false;
    std::string output;
};

// What is asked when nothing else is: the first of these that the scheduler has, cut to a third.
constexpr std::array kQuestions = {"min_granularity_ns", "base_slice_ns"};

Result<SchedulerSettings> whatIf(const SchedulerSettings& recorded, const ReportOptions& options,
                                 int cpus)
{
    SchedulerSettings settings = recorded;
    if (!options.scheduler.empty()) settings = {.scheduler = options.scheduler};
    for (const std::string& assignment : options.tunables) {
        if (const auto set = applyTunable(settings, assignment); !set) return set.error();
    }
    for (const std::string& feature : options.features) {
        if (const auto set = applyFeature(settings, feature); !set) return set.error();
    }
    if (settings == recorded) {
        const Result<ResolvedSettings> resolved = resolve(recorded, cpus);
        if (!resolved) return resolved.error();
        for (const char* name : kQuestions) {
            for (const TunableSpec& tunable : resolved->preset->tunables) {
                if (tunable.name != name) continue;
                settings.tunables[name] = resolved->tunable(name) / 3;
                return settings;
            }
        }
    }
    return settings;
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
        : recorded_(recorded), options_(options), engine_(ui::coreEngine())
    {}

    Result<std::vector<ui::ReportRun>> runs()
    {
        machine_ = engine_.machineOf(*recorded_.trace);
        TerminalProgress progress("Extracting");
        Result<Workload> workload = engine_.extract(*recorded_.trace, machine_, progress);
        if (!workload) return workload.error();
        workload_ = std::make_shared<const Workload>(std::move(*workload));
        const SchedulerSettings recorded = engine_.schedulerOf(*recorded_.trace);
        const Result<SchedulerSettings> other =
            whatIf(recorded, options_, machine_.topology.count());
        if (!other) return other.error();
        std::vector<ui::ReportRun> runs;
        for (const SchedulerSettings* settings : {&recorded, &*other}) {
            if (settings != &recorded && *settings == recorded) continue;
            Result<ui::ReportRun> run = replay(*settings, settings == &recorded);
            if (!run) return run.error();
            runs.push_back(std::move(*run));
        }
        return runs;
    }

private:
    Result<ui::ReportRun> replay(const SchedulerSettings& settings, bool isSelfReplay)
    {
        TerminalProgress progress("Replaying");
        Result<SimulationResult> result =
            engine_.simulate({.workload = workload_,
                              .machine = machine_,
                              .scheduler = settings,
                              .seed = options_.seed,
                              .duration = recorded_.trace->span().length(),
                              .start = recorded_.trace->begin()},
                             progress);
        if (!result) return result.error();
        return ui::ReportRun{
            .run = {.label = Text::tr("replayed (%1)").arg(settingsLabel(settings)),
                    .trace = std::make_shared<const Trace>(std::move(result->trace))},
            .isSelfReplay = isSelfReplay};
    }

    const ui::NamedRun& recorded_;
    const ReportOptions& options_;
    ui::Engine engine_;
    Machine machine_;
    std::shared_ptr<const Workload> workload_;
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
    verb->add_option("--scheduler", options->scheduler,
                     "of the what-if run; see `resched schedulers`")
        ->type_name("S");
    verb->add_option("--set", options->tunables, "a tunable of the what-if run")->type_name("K=V");
    verb->add_option("--feature", options->features, "a feature of the what-if run, NO_F for off")
        ->type_name("F");
    verb->add_option("--seed", options->seed, "of the runs")->capture_default_str();
    verb->add_flag("--no-replay", options->noReplay, "the recording alone");
    verb->add_option("-o,--output", options->output, "REPORT.html or REPORT.pdf")
        ->required()
        ->type_name("REPORT");
    addFilters(*verb, *options);
    verb->callback([&line, options] { line.chosen = [options] { return run(*options); }; });
}

}  // namespace resched::app

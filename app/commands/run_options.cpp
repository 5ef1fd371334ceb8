// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/run_options.h"

#include "base/duration.h"
#include "commands/terminal_progress.h"
#include "replay/extraction.h"
#include "replay/recorded_machine.h"
#include "workload/workload_json.h"

#include <algorithm>
#include <fstream>
#include <optional>
#include <utility>

namespace resched::app {

namespace {

bool isWorkload(const TraceOptions& options)
{
    if (options.sample || options.files.size() != 1) return false;
    std::ifstream file(options.files.front(), std::ios::binary);
    std::string start(4096, '\0');
    file.read(start.data(), static_cast<std::streamsize>(start.size()));
    start.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
    return looksLikeWorkload(start);
}

Result<void> extractInto(RunPlan& plan, const RunOptions& options)
{
    auto trace = openTrace(options);
    if (!trace) return trace.error();
    plan.recorded = std::move(*trace);
    if (const auto switches = needSwitches(*plan.recorded); !switches) return switches.error();
    const Result<Selection> selection = select(*plan.recorded, options);
    if (!selection) return selection.error();

    plan.recordedMachine = recordedMachine(*plan.recorded);
    TerminalProgress progress("Extracting");
    Result<Workload> workload = extractWorkload(
        *plan.recorded, {.window = selection->window, .machine = plan.recordedMachine}, progress);
    if (!workload) return workload.error();
    plan.input.workload = std::make_shared<const Workload>(std::move(*workload));
    plan.input.start = selection->window.begin;
    const TickGrid grid = findTickGrid(*plan.recorded);
    if (grid.isSeen) {
        // The grid counts from the start of the trace, the run from the start of the window.
        const Nanoseconds skipped = selection->window.begin - plan.recorded->begin();
        const Nanoseconds since = (skipped - grid.phase) % grid.period;
        plan.input.tickPhase = since.count() <= 0 ? -since : grid.period - since;
    }
    plan.recordedSettings = recordedSettings(*plan.recorded);
    return {};
}

Result<void> readInto(RunPlan& plan, const RunOptions& options)
{
    Result<Workload> workload = readWorkload(options.files.front());
    if (!workload) return workload.error();
    plan.input.workload = std::make_shared<const Workload>(std::move(*workload));
    plan.recordedMachine = uniformMachine(1);
    return {};
}

}  // namespace

SchedulerSettings recordedSettings(const Trace& trace)
{
    SchedulerSettings settings;
    const SchedulerPreset* preset = schedulerForRelease(trace.info().kernelRelease);
    if (preset != nullptr) settings.scheduler = preset->id;
    return settings;
}

Result<void> applyChoices(const RunOptions& options, SchedulerSettings& settings, Machine& machine)
{
    if (!options.scheduler.empty()) {
        if (findScheduler(options.scheduler) == nullptr) {
            return Error{.code = ErrorCode::InvalidArgument,
                         .what = "there is no scheduler " + options.scheduler,
                         .expected = "one that `resched schedulers` lists"};
        }
        settings.scheduler = options.scheduler;
    }
    for (const std::string& assignment : options.settings) {
        if (auto applied = applyTunable(settings, assignment); !applied) return applied;
    }
    for (const std::string& feature : options.features) {
        if (auto applied = applyFeature(settings, feature); !applied) return applied;
    }
    if (!options.machine.empty()) {
        Result<Machine> chosen = findMachine(options.machine);
        if (!chosen) return chosen.error();
        machine = std::move(*chosen);
    }
    const auto resolved = resolve(settings, machine.topology.count());
    if (!resolved) return resolved.error();
    return {};
}

void addModelOptions(CLI::App& verb, RunOptions& options)
{
    verb.add_option("--scheduler", options.scheduler,
                    "the scheduler: see `resched schedulers` (default: the recording's, cfs-6.1)")
        ->type_name("S");
    verb.add_option("--machine", options.machine,
                    "the machine: a number of CPUs, a name of `resched machines`, `this`, an hwloc "
                    "description or file (default: the recording's, 1)")
        ->type_name("M");
    verb.add_option("--set", options.settings, "a tunable: min_granularity_ns=3ms; may be repeated")
        ->type_name("K=V");
    verb.add_option("--feature", options.features,
                    "switch a feature on, or off with NO_ before it; may be repeated")
        ->type_name("F|NO_F");
}

void addRunOptions(CLI::App& verb, RunOptions& options)
{
    addModelOptions(verb, options);
    verb.add_option("--seed", options.seed, "of all chance in the run")
        ->capture_default_str()
        ->type_name("N");
    verb.add_option("--duration", options.duration, "stop the run after so long")
        ->type_name("TIME");
    verb.add_option("--time", options.time, "only the work from A to B of the recording")
        ->type_name("A,B");
}

Result<RunPlan> planRun(const RunOptions& options)
{
    RunPlan plan;
    const Result<void> work =
        isWorkload(options) ? readInto(plan, options) : extractInto(plan, options);
    if (!work) return work.error();

    plan.input.scheduler = plan.recordedSettings;
    plan.input.machine = plan.recordedMachine;
    if (auto chosen = applyChoices(options, plan.input.scheduler, plan.input.machine); !chosen) {
        return chosen.error();
    }
    plan.input.seed = options.seed;
    if (!options.duration.empty()) {
        const std::optional<Nanoseconds> duration = parseDuration(options.duration);
        if (!duration || *duration <= Nanoseconds{0}) {
            return Error{.code = ErrorCode::InvalidArgument,
                         .what = "the duration is " + options.duration,
                         .expected = "a time with a unit, as in 2s"};
        }
        plan.input.duration = *duration;
    }
    return plan;
}

}  // namespace resched::app

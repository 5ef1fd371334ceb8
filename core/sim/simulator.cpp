// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/simulator.h"

#include "sim/engine.h"
#include "sim/workload_check.h"
#include "trace/live_trace.h"

#include <algorithm>
#include <string>
#include <utility>

namespace resched {

namespace {

std::string provenance(const SimulationInput& input)
{
    std::string text = input.scheduler.scheduler;
    for (const auto& [name, value] : input.scheduler.tunables) {
        text += ' ' + name + '=' + std::to_string(value);
    }
    for (const auto& [name, enabled] : input.scheduler.features) {
        text += enabled ? ' ' + name : " NO_" + name;
    }
    text += "; machine " +
            (input.machine.name.empty() ? input.machine.topology.text() : input.machine.name) +
            ", HZ=" + std::to_string(input.machine.hz);
    text += "; workload " + input.workload->name + "; seed " + std::to_string(input.seed);
    return text;
}

}  // namespace

Result<SimulationResult> simulate(const SimulationInput& input, Progress& progress)
{
    if (auto checked = checkInput(input); !checked) return checked.error();
    auto settings = resolve(input.scheduler, input.machine.topology.count());
    if (!settings) return settings.error();

    TraceInfo info;
    info.format = "simulation";
    info.tracer = "resched";
    info.provenance = provenance(input);
    info.simulated = true;
    info.cpusDeclared = input.machine.topology.count();
    LiveTrace trace(std::move(info), input.start, input.keepTrace);
    Engine engine(input, fairRules(*settings, input.machine.hz),
                  smpRulesOf(*settings, input.machine.hz), trace);
    if (!engine.run(progress) || !progress.advance(1.0)) return canceled();
    return SimulationResult{.trace = trace.finish(input.start + Nanoseconds{engine.now()}),
                            .metrics = engine.takeMetrics(),
                            .decisions = engine.decisions(),
                            .events = engine.events(),
                            .note = engine.note()};
}

}  // namespace resched

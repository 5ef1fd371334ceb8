// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/simulator.h"

#include "sim/engine.h"
#include "sim/workload_check.h"
#include "trace/trace_builder.h"

#include <algorithm>
#include <string>

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

    TraceBuilder builder;
    builder.info().format = "simulation";
    builder.info().tracer = "resched";
    builder.info().provenance = provenance(input);
    builder.info().simulated = true;
    builder.info().cpusDeclared = input.machine.topology.count();

    SimulationResult result{.trace = Trace(TraceData{}), .metrics = {}, .note = {}};
    {
        StepProgress running(progress, 0.0, 0.8);
        Engine engine(input, fairRules(*settings, input.machine.hz),
                      smpRulesOf(*settings, input.machine.hz), builder);
        if (!engine.run(running)) return canceled();
        result.metrics = engine.takeMetrics();
        result.decisions = engine.decisions();
        result.events = engine.events();
        result.note = engine.note();
        builder.extendSpan({input.start, input.start + Nanoseconds{engine.now()}});
    }
    StepProgress finishing(progress, 0.8, 1.0);
    auto trace = builder.finish(finishing);
    if (!trace) return trace.error();
    result.trace = std::move(*trace);
    return result;
}

}  // namespace resched

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

std::vector<LockWait> lockWaits(const Trace& trace, const std::vector<Engine::HeldUp>& heldUp,
                                Timestamp start)
{
    std::vector<LockWait> waits;
    const auto at = [&](std::int64_t time) { return start + Nanoseconds{time}; };
    for (const Engine::HeldUp& held : heldUp) {
        const auto waiter = trace.find(held.waiter);
        const auto holder = trace.find(held.holder);
        if (!waiter || !holder) continue;
        waits.push_back({.waiter = *waiter,
                         .holder = *holder,
                         .mutex = held.mutex,
                         .waiterPrio = static_cast<std::int16_t>(held.waiterPrio),
                         .since = at(held.since),
                         .range = {at(held.begin), at(held.end)}});
    }
    return waits;
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
    FairRules rules = fairRules(*settings, input.machine.hz);
    rules.explainsRefusals = input.keepDecisions;
    Engine engine(input, rules, smpRulesOf(*settings, input.machine.hz), trace);
    if (!engine.run(progress) || !progress.advance(1.0)) return canceled();
    SimulationResult result{.trace = trace.finish(input.start + Nanoseconds{engine.now()}),
                            .metrics = engine.takeMetrics(),
                            .decisions = engine.decisions(),
                            .events = engine.events(),
                            .listVisits = engine.listVisits(),
                            .refillCosts = engine.refillCosts(),
                            .otherCosts = engine.otherCosts(),
                            .systemWork = engine.systemWork(),
                            .note = engine.note()};
    result.lockWaits = lockWaits(result.trace, engine.takeHeldUp(), input.start);
    std::vector<std::string> mutexes;
    for (const MutexSpec& mutex : input.workload->mutexes) mutexes.push_back(mutex.name);
    result.inversions = findInversions(result.trace, result.lockWaits, mutexes);
    return result;
}

}  // namespace resched

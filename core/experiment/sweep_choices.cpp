// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/sweep_choices.h"

#include "analysis/run_figures.h"

#include <nlohmann/json.hpp>

namespace resched {

namespace {

// What setting a machine's cost accepts.
constexpr std::int64_t kLargestCost = 1'000'000'000;

void addTunables(std::vector<SweepChoice>& choices, const SchedulerSettings& scheduler, int cpus)
{
    const auto resolved = resolve(scheduler, cpus);
    if (!resolved) return;
    const auto specs = resolved->preset->tunables;
    for (std::size_t i = 0; i < specs.size(); ++i) {
        const TunableSpec& spec = specs[i];
        if (spec.unit == TunableUnit::Boolean || !spec.choices.empty()) continue;
        choices.push_back({.name = std::string(spec.name),
                           .value = resolved->tunables[i],
                           .minimum = spec.minimum,
                           .maximum = spec.maximum,
                           .isDuration = spec.unit == TunableUnit::Nanoseconds});
    }
}

}  // namespace

std::vector<SweepChoice> sweepChoices(const SchedulerSettings& scheduler, const Machine& machine)
{
    std::vector<SweepChoice> choices;
    addTunables(choices, scheduler, machine.topology.count());
    choices.push_back({.name = "hz",
                       .value = machine.hz,
                       .minimum = kLeastSweepHz,
                       .maximum = kMostSweepHz,
                       .isDuration = false});
    const auto json = nlohmann::ordered_json::parse(machineToJson(machine));
    for (const auto& [name, value] : json["costs"].items()) {
        choices.push_back({.name = name,
                           .value = value.get<std::int64_t>(),
                           .minimum = 0,
                           .maximum = kLargestCost,
                           .isDuration = true});
    }
    return choices;
}

std::vector<std::string> runSweepFigures()
{
    return {RunFigures::kNames.begin(), RunFigures::kNames.end()};
}

std::vector<std::string> metricSweepFigures(const Workload& workload)
{
    std::vector<std::string> figures;
    for (const Metric& metric : workload.metrics) {
        if (metric.kind == Metric::Kind::Count) {
            figures.push_back(metric.name + ":rate");
            continue;
        }
        for (const char* statistic : {"mean_us", "p99_us", "max_us"}) {
            figures.push_back(metric.name + ':' + statistic);
        }
    }
    return figures;
}

}  // namespace resched

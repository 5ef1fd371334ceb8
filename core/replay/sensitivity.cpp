// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/sensitivity.h"

#include "analysis/run_figures.h"

#include <algorithm>
#include <cmath>

namespace resched {

namespace {

Spread spreadOf(std::string_view metric, const std::vector<double>& values)
{
    Spread spread{.metric = metric};
    for (const double value : values) spread.mean += value / static_cast<double>(values.size());
    double squares = 0;
    for (const double value : values) squares += (value - spread.mean) * (value - spread.mean);
    if (values.size() > 1) {
        spread.stddev = std::sqrt(squares / static_cast<double>(values.size() - 1));
    }
    const auto [min, max] = std::ranges::minmax(values);
    spread.min = min;
    spread.max = max;
    return spread;
}

}  // namespace

bool Sensitivity::isNoise(std::string_view metric, double difference) const
{
    const auto found = std::ranges::find(metrics, metric, &Spread::metric);
    return found != metrics.end() && std::abs(difference) <= 2 * found->stddev;
}

Result<Sensitivity> measureSensitivity(const SimulationInput& input, int runs, Progress& progress)
{
    const Nanoseconds period{1'000'000'000 / std::max(input.machine.hz, 1)};
    std::vector<std::vector<double>> values(RunFigures::kNames.size());
    for (int i = 0; i < runs; ++i) {
        SimulationInput varied = input;
        varied.seed += static_cast<std::uint64_t>(i);
        const Nanoseconds phase = std::max(input.tickPhase, Nanoseconds{0});
        varied.tickPhase = (phase + period * i / runs) % period;
        StepProgress step(progress, static_cast<double>(i) / runs,
                          static_cast<double>(i + 1) / runs);
        Result<SimulationResult> result = simulate(varied, step);
        if (!result) return result.error();
        const RunFigures figures(result->trace, 1);
        const RunFigures::Values all = figures.values({1});
        for (std::size_t m = 0; m < all.size(); ++m) values[m].push_back(all[m]);
    }
    Sensitivity sensitivity{.runs = runs, .metrics = {}};
    if (runs <= 0) return sensitivity;
    for (std::size_t m = 0; m < values.size(); ++m) {
        sensitivity.metrics.push_back(spreadOf(RunFigures::kNames[m], values[m]));
    }
    return sensitivity;
}

}  // namespace resched

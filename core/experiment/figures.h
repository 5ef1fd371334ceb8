// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One number out of a run, by an expression "SOURCE:STATISTIC". Experiments, sweeps and whoever
// wants a curve use the same ones.
//
//   METRIC:mean_us max_us min_us sd_us p50_us p90_us p99_us sum_us count missed rate
//       of a metric that the workload measures; rate is its count per second
//   pert METRIC:count limit_us over_limit min_us max_us avg_us sum_us overhead_pct
//       of a metric of gaps, as the perturbation program prints them: a line a second, the first
//       three left out, the mean of the others
//   task NAME:share_pct run_s slices slice_mean_ms slice_min_ms slice_max_ms
//       latency_mean_us latency_max_us latency_sd_us latency_p99_us delay_mean_us delay_max_us
//       of all tasks of that name: CPU time, runs at a stretch, wakeup latency, any run delay
//   run:elapsed_s user_s sys_s cpu_pct refill_s inverted_ms list_visits … and the names of
//   RunFigures
//
// A figure that has no sample is absent.

#include "analysis/run_figures.h"
#include "base/result.h"
#include "sim/simulator.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace resched {

class FigureReader
{
public:
    explicit FigureReader(const SimulationResult& result) : result_(result) {}

    // InvalidArgument for an expression that names nothing.
    Result<std::optional<double>> value(std::string_view expression);

private:
    Result<std::optional<double>> ofMetric(std::string_view name, std::string_view statistic) const;
    Result<std::optional<double>> ofPert(std::string_view name, std::string_view statistic) const;
    Result<std::optional<double>> ofTask(std::string_view name, std::string_view statistic) const;
    Result<std::optional<double>> ofRun(std::string_view statistic);
    const MetricResult* metric(std::string_view name) const;

    const SimulationResult& result_;
    std::optional<RunFigures::Values> ofWhole_;  // worked out when first asked for
};

// The lines that the perturbation program of 2009 prints: it reads the clock in a loop, every
// difference above a threshold is a gap, and a line is printed once a second has passed.
struct PertLine
{
    std::size_t count = 0;
    std::size_t overLimit = 0;
    double limit = 0;  // ns; 0.9 of the last limit + 0.1 of (max + avg) / 2
    double min = 0, max = 0, sum = 0;
    double interval = 0;

    double average() const { return count == 0 ? 0 : sum / static_cast<double>(count); }
};
std::vector<PertLine> pertLines(const MetricResult& gaps, Timestamp begin);
double nextPertLimit(double last, double max, double average);

}  // namespace resched

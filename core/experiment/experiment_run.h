// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Runs an experiment: every variant with every seed, on all cores, and sets each published row
// beside what came out.

#include "base/progress.h"
#include "base/result.h"
#include "experiment/experiment.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace resched {

struct ExperimentOptions
{
    int seeds = 5;  // 1, 2, …
    std::uint64_t firstSeed = 1;
    std::vector<std::string> variants = {};  // empty: all; rows that need others are left out
    int threads = 0;                         // 0: one per core
    // Keep the traces of the first seed's runs, with every decision, to open them in the views.
    bool keepTraces = false;
};

struct ExperimentRun
{
    std::string variant;
    SimulationInput input;  // enough to run it again
    std::shared_ptr<const SimulationResult>
        result;  // with keepTraces, of the first seed; else null
    Nanoseconds wallTime{0};
};

struct RowResult
{
    std::size_t row = 0;                        // of Experiment::rows
    std::vector<std::optional<double>> values;  // by seed
    std::optional<double> mean;                 // of the seeds that have one
    double stddev = 0;                          // of the sample; 0 with one seed
    std::optional<bool> inBand;                 // absent without a band or a value
};

struct ExperimentResult
{
    std::vector<RowResult> rows;
    std::vector<ExperimentRun> runs;  // variants in order, seeds within
};

Result<ExperimentResult> runExperiment(const Experiment& experiment,
                                       const ExperimentOptions& options, Progress& progress);

}  // namespace resched

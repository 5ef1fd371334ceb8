// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A sweep's points with the same parameters, put together over the seeds.

#include "experiment/sweep.h"

namespace resched {

struct SweepCell
{
    std::vector<std::int64_t> values;  // of the parameters
    std::vector<double> samples;       // by seed; those that are there
    std::optional<double> mean;        // absent without a sample
    double stddev = 0;                 // of the sample; 0 with one
    friend bool operator==(const SweepCell&, const SweepCell&) = default;
};

// One for each combination of values, the last parameter changes fastest; where a shard leaves
// points out, cells have fewer samples or none. `figure`: of SweepResult::figures.
std::vector<SweepCell> sweepCells(const SweepResult& sweep, std::size_t figure);

}  // namespace resched

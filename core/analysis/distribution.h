// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A distribution of durations: all samples, exact percentiles (nearest rank: the smallest sample
// with at least p of all samples at or below it), never binned.

#include "base/time.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace resched {

struct DistributionSummary
{
    std::uint64_t n = 0;
    Nanoseconds sum{0};
    // Absent when n is 0. The standard deviation is of the population.
    std::optional<double> mean;
    std::optional<double> stddev;
    std::optional<Nanoseconds> min, p50, p90, p95, p99, p999, max;
    friend bool operator==(const DistributionSummary&, const DistributionSummary&) = default;
};

DistributionSummary summarize(std::vector<Nanoseconds> samples);
// `sorted` ascending and not empty, 0 < fraction <= 1.
Nanoseconds percentile(std::span<const Nanoseconds> sorted, double fraction);

}  // namespace resched

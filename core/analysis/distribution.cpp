// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/distribution.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace resched {

Nanoseconds percentile(std::span<const Nanoseconds> sorted, double fraction)
{
    assert(!sorted.empty() && fraction > 0.0 && fraction <= 1.0);
    // In parts per million, so that 0.07 of 100 is rank 7 and not 8 by a rounding of the product.
    constexpr std::uint64_t kWhole = 1'000'000;
    const auto parts = static_cast<std::uint64_t>(std::llround(fraction * kWhole));
    const std::uint64_t n = sorted.size();
    const std::uint64_t rank = (n / kWhole) * parts + ((n % kWhole) * parts + kWhole - 1) / kWhole;
    return sorted[std::clamp<std::uint64_t>(rank, 1, n) - 1];
}

DistributionSummary summarize(std::vector<Nanoseconds> samples)
{
    DistributionSummary summary;
    summary.n = samples.size();
    if (samples.empty()) return summary;
    std::ranges::sort(samples);
    for (const Nanoseconds sample : samples) summary.sum += sample;

    const auto n = static_cast<long double>(samples.size());
    const long double mean = static_cast<long double>(summary.sum.count()) / n;
    long double squares = 0;
    for (const Nanoseconds sample : samples) {
        const long double distance = static_cast<long double>(sample.count()) - mean;
        squares += distance * distance;
    }
    summary.mean = static_cast<double>(mean);
    summary.stddev = static_cast<double>(std::sqrt(squares / n));
    summary.min = samples.front();
    summary.p50 = percentile(samples, 0.50);
    summary.p90 = percentile(samples, 0.90);
    summary.p95 = percentile(samples, 0.95);
    summary.p99 = percentile(samples, 0.99);
    summary.p999 = percentile(samples, 0.999);
    summary.max = samples.back();
    return summary;
}

}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/distribution.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace resched {
namespace {

std::vector<Nanoseconds> upTo(int n)
{
    std::vector<Nanoseconds> samples;
    for (int i = n; i >= 1; --i) samples.emplace_back(i);
    return samples;
}

TEST(Distribution, HasNoValuesWithoutSamples)
{
    const DistributionSummary summary = summarize({});
    EXPECT_EQ(summary.n, 0U);
    EXPECT_EQ(summary.sum, Nanoseconds{0});
    EXPECT_FALSE(summary.mean || summary.stddev || summary.min || summary.p50 || summary.max);
}

TEST(Distribution, OneSampleIsEveryPercentile)
{
    const DistributionSummary summary = summarize({Nanoseconds{7}});
    EXPECT_EQ(summary.mean, 7.0);
    EXPECT_EQ(summary.stddev, 0.0);
    EXPECT_EQ(summary.min, Nanoseconds{7});
    EXPECT_EQ(summary.p50, Nanoseconds{7});
    EXPECT_EQ(summary.p999, Nanoseconds{7});
    EXPECT_EQ(summary.max, Nanoseconds{7});
}

TEST(Distribution, TakesTheNearestRank)
{
    const DistributionSummary summary = summarize(upTo(1000));
    EXPECT_EQ(summary.p50, Nanoseconds{500});
    EXPECT_EQ(summary.p90, Nanoseconds{900});
    EXPECT_EQ(summary.p95, Nanoseconds{950});
    EXPECT_EQ(summary.p99, Nanoseconds{990});
    EXPECT_EQ(summary.p999, Nanoseconds{999});
    EXPECT_EQ(summarize(upTo(10)).p95, Nanoseconds{10});
    EXPECT_EQ(summarize(upTo(3)).p50, Nanoseconds{2});
}

TEST(Distribution, NoRoundingOfTheFractionMovesARank)
{
    std::vector<Nanoseconds> samples = upTo(100);
    std::ranges::reverse(samples);
    for (int i = 1; i <= 100; ++i) {
        EXPECT_EQ(percentile(samples, i / 100.0), Nanoseconds{i});
    }
}

TEST(Distribution, MeanAndDeviationAreExact)
{
    const DistributionSummary summary = summarize({Nanoseconds{39'865}, Nanoseconds{2'100'546}});
    EXPECT_EQ(summary.sum, Nanoseconds{2'140'411});
    EXPECT_DOUBLE_EQ(*summary.mean, 1'070'205.5);
    EXPECT_DOUBLE_EQ(*summary.stddev, 1'030'340.5);
}

}  // namespace
}  // namespace resched

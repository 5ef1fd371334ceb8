// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/compare.h"

#include "support/schedule.h"

#include <gtest/gtest.h>

#include <numeric>
#include <string>

namespace resched {
namespace {

using namespace std::chrono_literals;
using test::traceOf;

// A sleeper that is woken every ms and waits `delay` us (plus a little more each time) for its CPU.
std::string sleeper(int delay, int count, int firstTid = 7)
{
    const std::string s = "S:" + std::to_string(firstTid);
    const std::string h = "H:" + std::to_string(firstTid + 1);
    std::string text = "SW 0 c0 0>" + h + "\n";
    for (int i = 0; i < count; ++i) {
        const int wake = 1000 * (i + 1);
        const int in = wake + delay + i % 7;
        text += "WK " + std::to_string(wake) + " c0 " + s + "\n";
        text += "SW " + std::to_string(in) + " c0 " + h + "[R]>" + s + "\n";
        text += "SW " + std::to_string(in + 20) + " c0 " + s + "[S]>" + h + "\n";
    }
    return text + "END " + std::to_string(1000 * (count + 1));
}

Comparison compared(const Trace& a, const Trace& b, const ComparisonOptions& options = {})
{
    NoProgress progress;
    Result<Comparison> result = compareTraces(a, b, options, progress);
    EXPECT_TRUE(result);
    return std::move(*result);
}

const MetricComparison& metric(const std::vector<MetricComparison>& metrics, std::string_view name)
{
    for (const MetricComparison& metric : metrics) {
        if (metric.metric == name) return metric;
    }
    ADD_FAILURE() << "no metric " << name;
    return metrics.front();
}

TEST(Compare, FindsNoDifferenceBetweenARunAndItself)
{
    const Trace trace = traceOf(sleeper(100, 60));
    const Comparison comparison = compared(trace, trace);
    for (const MetricComparison& metric : comparison.total) {
        EXPECT_EQ(metric.difference(), 0) << metric.metric;
        EXPECT_FALSE(metric.isSignificant()) << metric.metric;
        EXPECT_LE(*metric.low, 0) << metric.metric;
        EXPECT_GE(*metric.high, 0) << metric.metric;
    }
}

TEST(Compare, TellsALongerWakeupLatencyFromChance)
{
    const Comparison comparison = compared(traceOf(sleeper(100, 60)), traceOf(sleeper(300, 60)));
    const MetricComparison& mean = metric(comparison.total, "wakeup_latency_mean_ns");
    EXPECT_NEAR(mean.difference(), 200'000, 1);
    EXPECT_TRUE(mean.isSignificant());
    EXPECT_LT(*mean.low, 200'001);
    EXPECT_GT(*mean.high, 199'999);
    EXPECT_FALSE(metric(comparison.total, "switches_per_s").isSignificant());
}

TEST(Compare, GivesRatesPerSecondSoThatLengthsDoNotMatter)
{
    const Comparison comparison = compared(traceOf(sleeper(100, 60)), traceOf(sleeper(100, 120)));
    const MetricComparison& wakeups = metric(comparison.total, "wakeups_per_s");
    EXPECT_NEAR(wakeups.a, 60 / 0.061, 0.1);
    EXPECT_NEAR(wakeups.b, 120 / 0.121, 0.1);
    EXPECT_NEAR(metric(comparison.total, "switches_per_wakeup").a, 121 / 60.0, 1e-9);
}

TEST(Compare, GivesTheSameIntervalsForTheSameSeed)
{
    const Trace a = traceOf(sleeper(100, 60));
    const Trace b = traceOf(sleeper(104, 60));
    const auto interval = [&](std::uint64_t seed) {
        ComparisonOptions options;
        options.seed = seed;
        return *metric(compared(a, b, options).total, "run_delay_mean_ns").low;
    };
    EXPECT_EQ(interval(3), interval(3));
    EXPECT_NE(interval(3), interval(4));
}

TEST(Compare, MatchesRecordingsOfDifferentTidsByName)
{
    const Trace a = traceOf(sleeper(100, 20));
    const Trace b = traceOf(sleeper(100, 20, 900));
    const Comparison comparison = compared(a, b);
    EXPECT_EQ(comparison.key, TaskKey::Name);
    ASSERT_EQ(comparison.tasks.size(), 2U);
    for (const TaskComparison& task : comparison.tasks) {
        EXPECT_EQ(a.name(task.a), b.name(task.b));
        EXPECT_EQ(metric(task.metrics, "run_delay_mean_ns").difference(), 0) << task.name;
    }
    EXPECT_EQ(compared(a, traceOf(sleeper(300, 20))).key, TaskKey::Tid);
}

TEST(Compare, PairsWaitsOfATaskInTheirOrder)
{
    const Comparison comparison = compared(traceOf(sleeper(100, 20)), traceOf(sleeper(300, 20)));
    EXPECT_EQ(comparison.pairedWaits, 40U);  // 20 wakeups, 20 preemptions of the other
    std::uint64_t inBins = 0;
    for (const DifferenceBin& bin : comparison.differences) inBins += bin.count;
    EXPECT_EQ(inBins, comparison.pairedWaits);
    for (const DifferenceBin& bin : comparison.differences) {
        if (bin.low == 200us) {
            EXPECT_EQ(bin.count, 20U);
        }
    }
    ASSERT_EQ(comparison.quantiles.size(), 200U);
    EXPECT_EQ(comparison.quantiles.back().b - comparison.quantiles.back().a, 200us);
}

TEST(Compare, ListsTasksOfOneRunAlone)
{
    const Trace a = traceOf("SW 0 c0 0>A\nSW 50 c0 A[X]>0\nEND 100");
    const Trace b = traceOf("SW 0 c0 0>A\nSW 50 c0 A[X]>B\nSW 60 c0 B[X]>0\nEND 100");
    const Comparison comparison = compared(a, b);
    ASSERT_EQ(comparison.tasks.size(), 2U);
    EXPECT_EQ(comparison.tasks[1].a, kNoTask);
    EXPECT_EQ(comparison.tasks[1].name, "B");
    EXPECT_NEAR(metric(comparison.tasks[1].metrics, "cpu_share").b, 0.1, 1e-9);
}

}  // namespace
}  // namespace resched

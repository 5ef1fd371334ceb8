// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/figures.h"

#include "support/simulation.h"

#include <gtest/gtest.h>

namespace resched::test {
namespace {

TEST(PertLimit, FollowsTheRecurrenceOfThePublishedLines)
{
    EXPECT_NEAR(nextPertLimit(48453.23, 68009.05, 4022.55), 47209.49, 0.011);
    EXPECT_NEAR(nextPertLimit(18842.18, 32011.66, 4172.69), 18767.18, 0.011);
}

MetricResult gaps(std::initializer_list<std::pair<std::int64_t, std::int64_t>> endAndLengthMs)
{
    MetricResult metric{.name = "hog", .samples = {}, .times = {}};
    for (const auto& [end, length] : endAndLengthMs) {
        metric.samples.emplace_back(length * kMs);
        metric.times.push_back(Timestamp{Nanoseconds{end * kMs}});
    }
    return metric;
}

TEST(PertLines, ALineIsPrintedAtTheFirstInstantOnTheCpuAfterASecond)
{
    // The third gap spans the first second, the fourth begins after the second one.
    const auto lines = pertLines(gaps({{100, 10}, {500, 20}, {1010, 30}, {2050, 20}}), Timestamp{});
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_EQ(lines[0].count, 3U);
    EXPECT_EQ(lines[0].interval, 1.01e9);
    EXPECT_EQ(lines[0].max, 30e6);
    EXPECT_EQ(lines[0].sum, 60e6);
    EXPECT_EQ(lines[1].count, 0U);
    EXPECT_EQ(lines[1].interval, 1e9);
}

TEST(Figures, OfTasksAndOfTheRun)
{
    Scenario scenario("cfs-6.1");
    scenario.task("A", {work(30 * kMs)});
    scenario.task("B", {sleepFor(40 * kMs), work(10 * kMs)});
    const SimulationResult result = scenario.run(100);
    FigureReader reader(result);
    EXPECT_EQ(**reader.value("task A:run_s"), 0.03);
    EXPECT_EQ(**reader.value("task B:share_pct"), 25);
    EXPECT_EQ(**reader.value("task B:latency_max_us"), 0);
    EXPECT_EQ(**reader.value("run:elapsed_s"), 0.1);
    EXPECT_EQ(**reader.value("run:cpu_pct"), 40);
    EXPECT_EQ(**reader.value("run:user_s"), 0.04);
    EXPECT_DOUBLE_EQ(**reader.value("run:busy_share"), 0.4);
}

TEST(Figures, AnExpressionThatNamesNothingIsAnError)
{
    Scenario scenario("cfs-6.1");
    scenario.task("A", {work(kMs)});
    const SimulationResult result = scenario.run(10);
    FigureReader reader(result);
    for (const char* wrong :
         {"", "run", "run:nothing", "task A:nothing", "task Z:run_s", "nothing:mean_us"}) {
        EXPECT_FALSE(reader.value(wrong)) << wrong;
    }
}

}  // namespace
}  // namespace resched::test

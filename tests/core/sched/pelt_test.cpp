// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sched/pelt.h"

#include <gtest/gtest.h>

#include <map>

namespace resched {
namespace {

constexpr PeltState kRunning{.load = 1, .runnable = 1, .running = true};
constexpr std::int64_t kMs = 1'000'000;

TEST(Pelt, AnAlwaysRunningTaskApproachesFullUtilisationAsTheKernelsDoes)
{
    const std::map<int, std::int64_t> expected{{1, 0},      {2, 41},    {4, 81},   {8, 156},
                                               {16, 288},   {32, 495},  {64, 751}, {100, 894},
                                               {200, 1008}, {300, 1022}};
    PeltAverage average;
    for (int ms = 1; ms <= 300; ++ms) {
        average.update(timestamp(ms * kMs), kRunning, 1024);
        if (const auto found = expected.find(ms); found != expected.end()) {
            EXPECT_EQ(average.utilAvg, found->second) << ms << " ms";
        }
    }
}

TEST(Pelt, HalvesAfter32Periods)
{
    EXPECT_EQ(decayLoad(1'000'000, 0), 999'999U);  // 2^32 - 1 stands for one
    EXPECT_EQ(decayLoad(1'000'000, 32), 499'999U);
    EXPECT_EQ(decayLoad(1'000'000, 64), 249'999U);
    EXPECT_EQ(decayLoad(1'000'000, 2017), 0U);
    EXPECT_EQ(decayLoad(std::uint64_t{1} << 60U, 32), (std::uint64_t{1} << 59U) - (1U << 27U));
}

TEST(Pelt, OneLongUpdateEqualsManyShortOnesWithinRounding)
{
    PeltAverage once;
    once.update(timestamp(100 * kMs), kRunning, 1024);
    PeltAverage often;
    for (int i = 1; i <= 1000; ++i) often.update(timestamp(i * kMs / 10), kRunning, 1024);
    EXPECT_NEAR(static_cast<double>(once.utilAvg), static_cast<double>(often.utilAvg), 2);
    EXPECT_NEAR(static_cast<double>(once.loadAvg), static_cast<double>(often.loadAvg), 2);
}

TEST(Pelt, LoadIsWeightTimesTheRunnableFraction)
{
    PeltAverage average;
    average.update(timestamp(1000 * kMs), kRunning, 335);
    EXPECT_EQ(average.loadAvg, 335);
    average.update(timestamp(1000 * kMs + (32 << 20)), {}, 335);
    EXPECT_NEAR(static_cast<double>(average.loadAvg), 167, 1);
    EXPECT_NEAR(static_cast<double>(average.utilAvg), 512, 2);
}

TEST(Pelt, ARunQueueAddsUpItsTasks)
{
    PeltAverage rq;
    rq.update(timestamp(500 * kMs), {.load = 2048, .runnable = 2, .running = true}, 1);
    EXPECT_NEAR(static_cast<double>(rq.loadAvg), 2048, 2);
    EXPECT_NEAR(static_cast<double>(rq.runnableAvg), 2048, 2);
    EXPECT_NEAR(static_cast<double>(rq.utilAvg), 1024, 2);

    PeltAverage task;
    task.update(timestamp(500 * kMs), {.load = 1, .runnable = 1, .running = false}, 1024);
    rq.detach(task, 1024);
    EXPECT_NEAR(static_cast<double>(rq.loadAvg), 1024, 3);
    rq.attach(task, 1024);
    EXPECT_NEAR(static_cast<double>(rq.loadAvg), 2048, 2);
    for (int i = 0; i < 5; ++i) rq.detach(task, 1024);
    EXPECT_EQ(rq.loadAvg, 0);  // never below nothing
}

TEST(Pelt, ANewTaskStartsWithFullLoadAndHalfOfTheSpareCapacity)
{
    const PeltAverage idle;
    const PeltAverage first = newTaskAverage(timestamp(0), 1024, idle, 1024);
    EXPECT_EQ(first.loadAvg, 1024);
    EXPECT_EQ(first.utilAvg, 512);

    PeltAverage busy;
    busy.utilAvg = 400;
    busy.loadAvg = 1023;
    EXPECT_EQ(newTaskAverage(timestamp(0), 1024, busy, 1024).utilAvg, 312);
    busy.utilAvg = 1024;
    EXPECT_EQ(newTaskAverage(timestamp(0), 1024, busy, 1024).utilAvg, 0);
}

TEST(Pelt, TheEstimateRisesAtOnceAndFallsByQuarters)
{
    UtilEstimate estimate;
    estimate.sleep(400, true);
    EXPECT_EQ(estimate.value(), 400);
    estimate.sleep(200, true);
    EXPECT_EQ(estimate.ewma, 350);
    EXPECT_EQ(estimate.value(), 350);
    estimate.sleep(345, true);
    EXPECT_EQ(estimate.ewma, 350);  // within one percent of full scale
}

}  // namespace
}  // namespace resched

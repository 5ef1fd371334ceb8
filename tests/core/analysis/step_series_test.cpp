// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/step_series.h"

#include "support/schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace resched {
namespace {

using test::taskNamed;
using test::traceOf;
using testing::ElementsAre;

StepPoint at(std::int64_t us, std::optional<std::int64_t> value)
{
    return {timestamp(us * 1000), value};
}

VruntimeSeries seriesOf(const Trace& trace, int cpu)
{
    NoProgress progress;
    Result<VruntimeSeries> series = vruntimeSeries(trace, CpuId{cpu}, progress);
    EXPECT_TRUE(series);
    return *series;
}

TEST(StepSeries, DepthCountsTheRunningAndTheWaiting)
{
    const Trace trace = traceOf(R"(
        SW 0 c0 0>A
        WK 10 c0 B@0
        SW 20 c0 A[R]>B
        SW 30 c0 B[S]>A
        SW 40 c0 A[S]>0
        END 50)");
    EXPECT_THAT(runQueueDepth(trace, CpuId{0}),
                ElementsAre(at(0, 1), at(10, 2), at(30, 1), at(40, 0)));
}

TEST(StepSeries, ATaskWaitsWhereItWasPlacedNotWhereItWasWoken)
{
    const Trace trace = traceOf(R"(
        SW 0 c0 A[S]>0
        SW 0 c1 X[S]>0
        WK 10 c2 A@0
        MG 11 c2 A 0>1
        WU 12 c2 A@1
        SW 40 c1 0>A
        SW 60 c1 A[S]>0)");
    EXPECT_THAT(runQueueDepth(trace, CpuId{0}), ElementsAre(at(0, 0), at(10, 1), at(11, 0)));
    EXPECT_THAT(runQueueDepth(trace, CpuId{1}), ElementsAre(at(0, 0), at(11, 1), at(60, 0)));
}

TEST(StepSeries, UnknownTimeIsAHole)
{
    const Trace trace = traceOf(R"(
        SW 0 c0 0>A
        SW 100 c0 A[S]>0
        LOST 110-400 c0 7
        SW 410 c0 B[S]>A
        SW 450 c0 A[S]>0)");
    EXPECT_THAT(runQueueDepth(trace, CpuId{0}),
                ElementsAre(at(0, 1), at(100, 0), at(110, std::nullopt), at(410, 1), at(450, 0)));
}

TEST(StepSeries, DepthOfACpuThatIsNotThereIsEmpty)
{
    EXPECT_TRUE(runQueueDepth(traceOf("SW 0 c0 0>A"), CpuId{9}).empty());
}

TEST(StepSeries, SpreadIsMaxMinusMinOverTheKnown)
{
    const Trace trace = traceOf(R"(
        SW 0 c0 0>A
        WK 5 c0 B@0
        SR 10 c0 A 10 1000
        SW 10 c0 A[R]>B
        SR 30 c0 B 20 4000
        SW 30 c0 B[R]>A
        SR 40 c0 A 10 9000
        SW 50 c0 A[S]>B
        SR 60 c0 B 10 5000
        SW 60 c0 B[S]>0
        END 70)");
    const VruntimeSeries series = seriesOf(trace, 0);
    EXPECT_THAT(series.spread, ElementsAre(at(10, 0), at(30, 3000), at(40, 5000), at(50, 0),
                                           at(60, std::nullopt)));
    ASSERT_EQ(series.tasks.size(), 2U);
    EXPECT_EQ(series.tasks[0].task, taskNamed(trace, "A"));
    EXPECT_THAT(series.tasks[0].relative,
                ElementsAre(at(10, 0), at(40, 5000), at(50, std::nullopt)));
    EXPECT_THAT(series.tasks[1].relative,
                ElementsAre(at(30, 3000), at(40, 0), at(60, std::nullopt)));
}

TEST(StepSeries, AnotherRunQueueIsAnotherScale)
{
    const Trace trace = traceOf(R"(
        SW 0 c0 0>A
        SR 10 c0 A 10 1000
        SW 10 c0 A[R]>B
        MG 15 c0 A 0>1
        SW 20 c1 0>A
        SR 30 c1 A 10 77000
        SR 30 c0 B 20 2000
        SW 40 c0 B[S]>0
        SW 40 c1 A[S]>0)");
    EXPECT_THAT(seriesOf(trace, 0).spread,
                ElementsAre(at(10, 0), at(15, std::nullopt), at(30, 0), at(40, std::nullopt)));
    EXPECT_THAT(seriesOf(trace, 1).spread, ElementsAre(at(30, 0), at(40, std::nullopt)));
}

TEST(StepSeries, WithoutSamplesThereIsNoSeries)
{
    const VruntimeSeries series = seriesOf(traceOf("SW 0 c0 0>A\nSW 10 c0 A[S]>0"), 0);
    EXPECT_TRUE(series.spread.empty());
    EXPECT_TRUE(series.tasks.empty());
}

}  // namespace
}  // namespace resched

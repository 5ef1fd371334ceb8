// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/wait_explanation.h"

#include "support/schedule.h"

#include <gtest/gtest.h>

namespace resched {
namespace {

using test::taskNamed;
using test::traceOf;
using namespace std::chrono_literals;

Wait onlyWaitOf(const Trace& trace, std::string_view name)
{
    const WaitSet set = findWaits(trace, {.task = taskNamed(trace, name)});
    EXPECT_EQ(set.waits.size(), 1U);
    return set.waits.at(0);
}

TEST(WaitExplanation, NamesEveryoneWhoHadTheCpu)
{
    const Trace trace = traceOf(R"(
        SW 0 c0 0>A
        WK 10 c0 W@0
        SW 30 c0 A[R]>B
        SW 80 c0 B[S]>0
        SW 90 c0 0>W
        SW 95 c0 W[S]>0)");
    const auto runs = ranInstead(trace, onlyWaitOf(trace, "W"));
    ASSERT_EQ(runs.size(), 3U);
    EXPECT_EQ(runs[0].task, taskNamed(trace, "B"));
    EXPECT_EQ(runs[0].time, 50us);
    EXPECT_EQ(runs[0].cause, RunCause::Picked);
    EXPECT_EQ(runs[0].reason, EndReason::Preempt);
    EXPECT_EQ(runs[1].task, taskNamed(trace, "A"));
    EXPECT_EQ(runs[1].time, 20us);
    EXPECT_EQ(runs[1].cause, RunCause::WasRunning);
    EXPECT_EQ(runs[2].task, kIdleTask);
    EXPECT_EQ(runs[2].time, 10us);
    EXPECT_EQ(runs[2].cause, RunCause::Idle);
}

TEST(WaitExplanation, FollowsTheWaiterFromQueueToQueue)
{
    const Trace trace = traceOf(R"(
        SW 0 c0 0>A
        SW 0 c1 0>B
        WK 10 c0 W@0
        MG 30 c0 W 0>1
        SW 50 c1 B[S]>W
        SW 60 c1 W[S]>0
        SW 70 c0 A[S]>0)");
    const auto runs = ranInstead(trace, onlyWaitOf(trace, "W"));
    ASSERT_EQ(runs.size(), 2U);
    EXPECT_EQ(runs[0].time, 20us);
    EXPECT_EQ(runs[1].time, 20us);
}

TEST(WaitExplanation, TimesAddUpToTheWait)
{
    const Trace trace = traceOf(R"(
        SW 5 c0 X[S]>A
        WK 10 c1 W@0
        SW 30 c0 A[R]>B
        SW 40 c0 B[R]>A
        SW 80 c0 A[S]>B
        SW 95 c0 B[S]>W
        SW 99 c0 W[S]>0)");
    const Wait wait = onlyWaitOf(trace, "W");
    Nanoseconds sum{0};
    for (const RanInstead& run : ranInstead(trace, wait)) sum += run.time;
    EXPECT_EQ(sum, wait.length());
}

TEST(WaitExplanation, EveryReasonHasAKeyOfItsOwn)
{
    for (int i = 0; i <= static_cast<int>(EndReason::RunEnd); ++i) {
        for (int k = 0; k < i; ++k) {
            EXPECT_NE(endReasonName(static_cast<EndReason>(i)),
                      endReasonName(static_cast<EndReason>(k)));
        }
    }
    EXPECT_EQ(endReasonName(EndReason::TickSlice), "tick_slice");
    EXPECT_EQ(endReasonName(EndReason::RunEnd), "run_end");
}

}  // namespace
}  // namespace resched

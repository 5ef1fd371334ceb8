// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/trace_builder.h"

#include "support/schedule.h"

#include <gtest/gtest.h>

namespace resched {
namespace {

using test::gapsText;
using test::segmentsText;
using test::slicesText;
using test::taskNamed;
using test::traceOf;

TEST(TraceBuilder, TurnsSwitchesIntoSlicesAndSegments)
{
    const Trace trace = traceOf(R"(
        SW 0 c0 0>A
        SW 50 c0 A[S]>0
        WK 100 c0 A
        SW 150 c0 0>A
        SW 250 c0 A[R]>B
        SW 300 c0 B[S]>A
        SW 350 c0 A[S]>0
        END 500)");
    EXPECT_EQ(slicesText(trace, CpuId{0}), "A 0-50 S, A 150-250 R, B 250-300 S, A 300-350 S");
    EXPECT_EQ(
        segmentsText(trace, taskNamed(trace, "A")),
        "Running 0, Blocked 50, Woken 100, Running 150, Preempted 250, Running 300, Blocked 350");
    EXPECT_EQ(gapsText(trace, CpuId{0}), "");
    EXPECT_EQ(trace.cpu(CpuId{0})->switches, 6U);
    EXPECT_TRUE(trace.diagnostics().all().empty());
}

TEST(TraceBuilder, SortsAStreamWhoseTimesStepBack)
{
    const Trace trace = traceOf(R"(
        SW 899990ns c0 0>X
        SW 928373ns c0 X[S]>0
        WK 860125ns c1 X
        WK 300 c1 X)");
    EXPECT_EQ(slicesText(trace, CpuId{0}), "X 899.990-928.373 S");
    EXPECT_EQ(trace.begin(), timestamp(300'000));
    EXPECT_EQ(trace.diagnostics().count("unsorted_events"), 1U);
}

TEST(TraceBuilder, KeepsTheOrderOfEqualTimesOnOneCpu)
{
    const Trace trace = traceOf(R"(
        SW 900 c0 0>A
        SW 1000 c0 A[S]>B
        SW 1000 c0 B[R]>C
        END 1100)");
    EXPECT_EQ(slicesText(trace, CpuId{0}), "A 900-1000 S, B 1000-1000 R, C 1000-1100? ?");
    EXPECT_EQ(segmentsText(trace, taskNamed(trace, "B")),
              "Unknown 900, Running 1000, Preempted 1000");
}

TEST(TraceBuilder, HatchesACpuUntilItsFirstSwitch)
{
    const Trace trace = traceOf(R"(
        SW 0 c0 0>A
        WU 1000 c0 T@1
        SW 2100 c1 T[S]>0
        SW 2200 c0 A[S]>0)");
    EXPECT_EQ(gapsText(trace, CpuId{1}), "0-2100 not recorded");
    EXPECT_EQ(segmentsText(trace, taskNamed(trace, "T")), "Blocked 0, Woken 1000, Blocked 2100");
}

TEST(TraceBuilder, ShowsATaskSeenOnlyAsPrevAsRunningSinceUnknown)
{
    const Trace trace = traceOf(R"(
        SW 0 c1 0>A
        SW 500 c0 G[S]>0
        END 600)");
    EXPECT_EQ(slicesText(trace, CpuId{0}), "G ?0-500 S");
    EXPECT_EQ(segmentsText(trace, taskNamed(trace, "G")), "Running 0, Blocked 500");
}

TEST(TraceBuilder, MakesTimeUnknownAcrossLostEvents)
{
    const Trace trace = traceOf(R"(
        SW 0 c0 0>A
        SW 100 c0 A[S]>0
        WK 105 c0 A@0
        LOST 110-400 c0 7
        SW 410 c0 B[S]>A
        SW 450 c0 A[S]>0)");
    EXPECT_EQ(gapsText(trace, CpuId{0}), "110-410 lost 7");
    EXPECT_EQ(segmentsText(trace, taskNamed(trace, "A")),
              "Running 0, Blocked 100, Woken 105, Unknown 110, Running 410, Blocked 450");
    EXPECT_EQ(trace.info().lostEvents, 7U);
}

TEST(TraceBuilder, ASpuriousWakeupChangesNoState)
{
    const Trace trace = traceOf(R"(
        SW 0 c0 0>A
        WK 100 c0 A
        SW 150 c0 A[R]>B
        WK 160 c0 A
        SW 200 c0 B[S]>A
        SW 260 c0 A[S]>0)");
    EXPECT_EQ(segmentsText(trace, taskNamed(trace, "A")),
              "Running 0, Preempted 150, Running 200, Blocked 260");
    for (const Wakeup& wakeup : trace.wakeups()) EXPECT_EQ(wakeup.flags, Wakeup::kSpurious);
}

TEST(TraceBuilder, ASchedWakeupCompletesItsSchedWaking)
{
    const Trace trace = traceOf(R"(
        SW 0 c0 A[S]>0
        WK 100 c2 A@0
        MG 110 c2 A 0>1
        WU 120 c2 A@1
        SW 150 c1 0>A)");
    EXPECT_EQ(segmentsText(trace, taskNamed(trace, "A")),
              "Blocked 0, Woken 100, Woken 110, Running 150");
    ASSERT_EQ(trace.wakeups().size(), 2U);
    EXPECT_EQ(trace.wakeups()[0].flags, Wakeup::kStartsWait);
    EXPECT_EQ(trace.wakeups()[1].flags, Wakeup::kConfirms);
}

TEST(TraceBuilder, AReusedTidIsANewTask)
{
    const Trace trace = traceOf(R"(
        SW 0 c0 0>P:5
        FK 10 c0 P:5>C:70
        WN 11 c0 C:70@0
        SW 20 c0 P:5[S]>C:70
        SW 30 c0 C:70[X]>P:5
        FK 40 c0 P:5>C:70
        WN 41 c0 C:70@0
        SW 50 c0 P:5[S]>C:70
        SW 60 c0 C:70[X]>0)");
    ASSERT_EQ(trace.tasks().size(), 4U);
    EXPECT_EQ(segmentsText(trace, TaskId{2}), "Unborn 0, Woken 11, Running 20, Dead 30");
    EXPECT_EQ(segmentsText(trace, TaskId{3}), "Unborn 0, Woken 41, Running 50, Dead 60");
    EXPECT_EQ(trace.task(TaskId{3}).parent, TaskId{1});
}

TEST(TraceBuilder, TheIdleTaskNeverWaits)
{
    const Trace trace = traceOf(R"(
        SW 0 c0 0[R]>A
        SW 90 c0 A[S]>0)");
    EXPECT_TRUE(trace.task(kIdleTask).segments.empty());
}

TEST(TraceBuilder, CountsAContradictionAndLeavesTheTimeUnknown)
{
    const Trace trace = traceOf(R"(
        SW 0 c0 0>A
        SW 100 c0 B[S]>C
        SW 150 c0 C[S]>0)");
    EXPECT_EQ(trace.diagnostics().count("switch_contradiction"), 1U);
    EXPECT_EQ(gapsText(trace, CpuId{0}), "0-100 lost");
}

}  // namespace
}  // namespace resched

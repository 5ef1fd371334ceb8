// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/extraction.h"

#include "programs.h"
#include "support/schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace resched {
namespace {

using test::extracted;
using test::programText;
using test::templateNamed;
using test::traceOf;
using namespace std::chrono_literals;

TEST(Extraction, MergesSlicesThatPreemptionCut)
{
    const Trace trace = traceOf(R"(
        SW 0 c0 0>A
        SW 100 c0 A[R]>B
        SW 150 c0 B[R+]>A
        SW 190 c0 A[X]>B
        END 200)");
    const Workload workload = extracted(trace);
    EXPECT_EQ(programText(workload, "A"), "Run 140, Exit");
    // B goes on computing: it ran at the end.
    EXPECT_EQ(programText(workload, "B"), "Run 260");
    EXPECT_EQ(workload.duration, 200us);
    EXPECT_TRUE(templateNamed(workload, "A").startsRunnable);
}

TEST(Extraction, PostsATokenWhereTheWakerWokeAndNotAtItsBurstsEnd)
{
    const Trace trace = traceOf(R"(
        SW 0 c0 0>B
        SW 10 c0 B[S]>A
        WK 40 c0 B
        WU 41 c0 B
        SW 90 c0 A[R]>B
        SW 120 c0 B[X]>A
        SW 220 c0 A[X]>0
        END 300)");
    const Workload workload = extracted(trace);
    EXPECT_EQ(workload.tokens, 1U);
    EXPECT_EQ(programText(workload, "A"), "Run 30, Post 0, Run 150, Exit");
    EXPECT_EQ(programText(workload, "B"), "Run 10, Wait 0 S, Run 30, Exit");
}

TEST(Extraction, GivesTheSyncHintWhenTheWakerBlocksAtOnce)
{
    const Trace trace = traceOf(R"(
        SW 0 c0 0>B
        SW 10 c0 B[D]>A
        WK 100 c0 B
        SW 150 c0 A[S]>B
        WK 180 c0 A
        SW 231 c0 B[S]>A
        SW 240 c0 A[X]>0
        END 300)");
    const Workload workload = extracted(trace);
    EXPECT_EQ(programText(workload, "A"), "Run 90, Post 0 sync, Run 50, Wait 1 S, Run 9, Exit");
    EXPECT_THAT(programText(workload, "B"),
                testing::StartsWith("Run 10, Wait 0 D, Run 30, Post 1, Run 51, SleepUntil "));
}

TEST(Extraction, StartsBlockedTasksBlockedAndLeavesOutThoseThatNeverAppear)
{
    const Trace trace = traceOf(R"(
        SW 5 c0 0>A
        WK 25 c0 B
        SW 45 c0 A[S]>B
        SW 60 c0 B[X]>0
        END 100)");
    const Workload workload = extracted(trace);
    ASSERT_EQ(workload.tasks.size(), 2U);
    EXPECT_FALSE(templateNamed(workload, "B").startsRunnable);
    EXPECT_EQ(programText(workload, "B"), "Wait 0 S, Run 15, Exit");
    EXPECT_EQ(templateNamed(workload, "A").startCpu, 0);
}

TEST(Extraction, TakesTheWakeupOfAnIdleCpuForADevice)
{
    const Trace trace = traceOf(R"(
        SW 0 c0 0>A
        SW 10 c0 A[D]>0
        WK 510 c0 A
        SW 515 c0 0>A
        SW 600 c0 A[X]>0
        END 700)");
    EXPECT_EQ(programText(extracted(trace), "A"), "Run 10, Sleep 500 D device, Run 85, Exit");
}

TEST(Extraction, TellsAbsoluteSleepsFromRelativeOnesByTheSystemCall)
{
    const Trace trace = traceOf(R"(
        SW 0 c0 0>A
        SC 8 c0 A rel
        SW 10 c0 A[S]>B
        TM 509 c0 hrtimer_wakeup
        WK 510 c0 A
        SW 515 c0 B[R]>A
        SE 516 c0 A
        SC 600 c0 A abs
        SW 602 c0 A[S]>B
        TM 999 c0 hrtimer_wakeup
        WK 1000 c0 A
        SW 1010 c0 B[R]>A
        SE 1011 c0 A
        SW 1050 c0 A[X]>B
        END 1100)");
    EXPECT_EQ(programText(extracted(trace), "A"),
              "Run 10, Sleep 500 S timer, Run 87, SleepUntil 1000 S, Run 40, Exit");
}

TEST(Extraction, KeepsAPeriodicTimerAbsolute)
{
    const Trace trace = traceOf(R"(
        SW 0 c0 0>A
        SW 10 c0 A[S]>B
        TM 1000 c0 posix_timer_fn
        WK 1001 c0 A
        SW 1002 c0 B[R]>A
        SW 1100 c0 A[S]>B
        TM 2000 c0 posix_timer_fn
        WK 2001 c0 A
        SW 2002 c0 B[R]>A
        SW 2700 c0 A[S]>B
        TM 3000 c0 posix_timer_fn
        WK 3001 c0 A
        SW 3002 c0 B[R]>A
        SW 3004 c0 A[S]>B
        TM 4000 c0 posix_timer_fn
        WK 4001 c0 A
        SW 4002 c0 B[R]>A
        SW 4004 c0 A[X]>B
        END 5000)");
    EXPECT_EQ(programText(extracted(trace), "A"),
              "Run 10, SleepUntil 1001 S, Run 98, SleepUntil 2001 S, Run 698, SleepUntil 3001 S, "
              "Run 2, SleepUntil 4001 S, Run 2, Exit");
}

TEST(Extraction, LetsAnAbsoluteSleepThatHadPassedBlockUntilItsPeriod)
{
    const Trace trace = traceOf(R"(
        SW 0 c0 0>A
        SC 8 c0 A abs
        SW 10 c0 A[S]>B
        TM 1000 c0 hrtimer_wakeup
        WK 1001 c0 A
        SW 1002 c0 B[R]>A
        SE 1003 c0 A
        SC 1010 c0 A abs
        SW 1012 c0 A[S]>B
        TM 2000 c0 hrtimer_wakeup
        WK 2001 c0 A
        SW 3500 c0 B[R]>A
        SE 3501 c0 A
        SC 3510 c0 A abs
        SE 3511 c0 A
        SC 3520 c0 A abs
        SW 3522 c0 A[S]>B
        TM 4000 c0 hrtimer_wakeup
        WK 4001 c0 A
        SW 4002 c0 B[R]>A
        SE 4003 c0 A
        SC 4010 c0 A abs
        SW 4012 c0 A[S]>B
        TM 5000 c0 hrtimer_wakeup
        WK 5001 c0 A
        SW 5002 c0 B[R]>A
        SW 5004 c0 A[X]>B
        END 6000)");
    EXPECT_THAT(programText(extracted(trace), "A"),
                testing::HasSubstr("SleepUntil 2001 S, Run 10, SleepUntil 3001 S, Run 12, "
                                   "SleepUntil 4001 S"));
}

TEST(Extraction, EndsTimeoutsInJiffiesWithATick)
{
    const Trace trace = traceOf(R"(
        SW 0 c0 0>A
        TM 1000 c0 tick_sched_timer
        TM 5000 c0 tick_sched_timer
        SW 5500 c0 A[I]>B
        TM 9000 c0 tick_sched_timer
        TM 13000 c0 tick_sched_timer
        SI 13005 c0 1
        WK 13009 c0 A
        SO 13010 c0 1
        SW 13015 c0 B[R]>A
        TM 17000 c0 tick_sched_timer
        TM 21000 c0 tick_sched_timer
        TM 25000 c0 tick_sched_timer
        TM 29000 c0 tick_sched_timer
        SW 29100 c0 A[X]>B
        END 30000)");
    EXPECT_THAT(programText(extracted(trace), "A"),
                testing::StartsWith("Run 5500, Sleep 4009 ? timer to tick, Run 16085"));
}

TEST(Extraction, ForksAtTheParentsPointOfExecution)
{
    const Trace trace = traceOf(R"(
        SW 0 c0 0>A
        FK 20 c0 A>B
        WN 22 c0 B
        SW 100 c0 A[R]>B
        SW 130 c0 B[X]>A
        SW 150 c0 A[X]>0
        END 200)");
    const Workload workload = extracted(trace);
    EXPECT_EQ(programText(workload, "A"), "Run 22, Fork 1, Run 98, Exit");
    EXPECT_EQ(programText(workload, "B"), "Run 30, Exit");
    EXPECT_EQ(templateNamed(workload, "B").parent, 0);
}

TEST(Extraction, MakesTheWaitForAChildTheTokenThatTheChildPosts)
{
    const Trace trace = traceOf(R"(
        SW 0 c0 0>A
        FK 20 c0 A>B
        WN 20 c0 B
        SW 30 c0 A[S]>B
        WK 95 c0 A
        SW 100 c0 B[Z]>A
        SW 150 c0 A[X]>0
        END 200)");
    const Workload workload = extracted(trace);
    EXPECT_EQ(programText(workload, "A"), "Run 20, Fork 1, Run 10, Wait 0 S, Run 50, Exit");
    EXPECT_EQ(programText(workload, "B"), "Run 65, Post 0, Run 5, Exit");
}

TEST(Extraction, IgnoresSpuriousWakeups)
{
    const Trace trace = traceOf(R"(
        SW 0 c0 0>A
        SW 10 c0 A[R]>B
        WK 15 c0 A
        SW 20 c0 B[X]>A
        SW 30 c0 A[X]>0
        END 40)");
    const Workload workload = extracted(trace);
    EXPECT_EQ(workload.tokens, 0U);
    EXPECT_EQ(programText(workload, "B"), "Run 10, Exit");
}

TEST(Extraction, MakesARacedWakeupATokenToo)
{
    const Trace trace = traceOf(R"(
        SW 0 c0 0>A
        SW 0 c1 0>B
        WK 20 c1 A@0
        SW 22 c0 A[S]>0
        SW 26 c0 0>A
        SW 40 c0 A[X]>0
        SW 50 c1 B[X]>0
        END 60)");
    const Workload workload = extracted(trace);
    EXPECT_EQ(programText(workload, "A"), "Run 22, Wait 0 S, Run 14, Exit");
    EXPECT_EQ(programText(workload, "B"), "Run 20, Post 0, Run 30, Exit");
}

TEST(Extraction, KeepsATaskAwayAcrossLostEvents)
{
    const Trace trace = traceOf(R"(
        SW 0 c0 0>A
        LOST 100-300 c0 9
        SW 400 c0 A[R]>B
        SW 450 c0 B[X]>A
        SW 500 c0 A[X]>0
        END 600)");
    EXPECT_THAT(programText(extracted(trace), "A"),
                testing::StartsWith("Run 100, SleepUntil 400 S, "));
}

TEST(Extraction, TakesSharedThroughputOutOfTheBursts)
{
    const Trace trace = traceOf(R"(
        SW 0 c0 0>A
        SW 100 c1 0>B
        SW 200 c0 A[X]>0
        SW 400 c1 B[X]>0
        END 500)");
    Machine machine;
    machine.shared.push_back({.cpus = CpuSet::firstCpus(2), .throughput = 1000});
    const Workload workload = extracted(trace, machine);
    // Both ran from 100 to 200, at half speed each.
    EXPECT_EQ(programText(workload, "A"), "Run 150, Exit");
    EXPECT_EQ(programText(workload, "B"), "Run 250, Exit");
}

TEST(Extraction, TakesOutWhatTheCostModelPaysFor)
{
    const Trace trace = traceOf(R"(
        SW 0 c0 0>A
        SI 50 c0 1
        SO 60 c0 1
        SW 100 c0 A[R]>B
        SW 150 c0 B[X]>A
        SW 190 c0 A[X]>0
        END 200)");
    Machine machine;
    machine.costs.contextSwitch = 5us;
    EXPECT_EQ(programText(extracted(trace, machine), "A"), "Run 130, Exit");
    machine.costs.tick = 10us;
    EXPECT_EQ(programText(extracted(trace, machine), "A"), "Run 120, Exit");
    EXPECT_EQ(programText(extracted(trace), "A"), "Run 140, Exit");
}

TEST(Extraction, MarksWakeupsInARowAsOneKernelOperation)
{
    const Trace trace = traceOf(R"(
        SW 0 c0 0>B
        SW 10 c0 B[S]>C
        SW 20 c0 C[S]>A
        WK 100 c0 B
        WK 112 c0 C
        SW 300 c0 A[R]>B
        SW 310 c0 B[X]>C
        SW 320 c0 C[X]>A
        SW 330 c0 A[X]>0
        END 400)");
    const std::vector<Step> program = templateNamed(extracted(trace), "A").program;
    EXPECT_EQ(program[1].kind, StepKind::Post);
    EXPECT_NE(program[1].flags & Step::kInKernel, 0);
    EXPECT_EQ(program[3].kind, StepKind::Post);
    EXPECT_EQ(program[3].flags & Step::kInKernel, 0);
}

TEST(Extraction, LetsATaskThatTicksDriveGoOnToTheEnd)
{
    std::string text = "SW 0 c0 0>A\nSW 100 c0 A[I]>B\n";
    for (int tick = 1; tick <= 30; ++tick) {
        const auto at = [&](int us) { return std::to_string(tick * 4000 + us); };
        text += "TM " + at(0) + " c0 tick\nSI " + at(5) + " c0 1\nWK " + at(9) + " c0 A\n";
        text +=
            "SO " + at(12) + " c0 1\nSW " + at(20) + " c0 B[R]>A\nSW " + at(40) + " c0 A[I]>B\n";
    }
    const Workload workload = extracted(traceOf(text + "END 122000"));
    const std::vector<Step>& program = templateNamed(workload, "A").program;
    EXPECT_EQ(program.back().kind, StepKind::LoopEnd);
    EXPECT_EQ(std::ranges::count(program, StepKind::LoopBegin, &Step::kind), 1);
}

TEST(Extraction, YieldsWhereTheSystemCallStands)
{
    const Trace trace = traceOf(R"(
        SW 0 c0 0>A
        SC 40 c0 A yield
        SW 45 c0 A[R]>B
        SW 60 c0 B[X]>A
        SE 61 c0 A
        SW 80 c0 A[X]>0
        END 90)");
    EXPECT_EQ(programText(extracted(trace), "A"), "Run 40, Yield, Run 25, Exit");
}

TEST(Extraction, CutsToTheWindow)
{
    const Trace trace = traceOf(R"(
        SW 0 c0 0>A
        SW 100 c0 A[R]>B
        SW 200 c0 B[S]>A
        SW 300 c0 A[X]>0
        END 400)");
    const Workload workload = extracted(trace, {}, {trace.begin() + 50us, trace.begin() + 250us});
    EXPECT_EQ(workload.duration, 200us);
    EXPECT_EQ(programText(workload, "A"), "Run 300");  // 100 recorded, 200 to the end
    EXPECT_THAT(programText(workload, "B"), testing::StartsWith("Run 100, SleepUntil "));
}

TEST(Extraction, SaysThatATraceWithoutSwitchesCannotBeReplayed)
{
    NoProgress progress;
    const auto workload = extractWorkload(traceOf("WK 10 c0 A\nEND 20"), {}, progress);
    ASSERT_FALSE(workload);
    EXPECT_EQ(workload.error().code, ErrorCode::InvalidArgument);
    EXPECT_THAT(describe(workload.error()), testing::HasSubstr("no context switches"));
}

}  // namespace
}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/waits.h"

#include "support/schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace resched {
namespace {

using test::taskNamed;
using test::traceOf;
using testing::ElementsAre;
using testing::IsEmpty;

WaitSet waitsOf(const Trace& trace, WaitRule rule, std::string_view task = {},
                WaitFrom from = WaitFrom::Waking)
{
    WaitOptions options{.rule = rule, .from = from};
    if (!task.empty()) options.task = taskNamed(trace, task);
    return findWaits(trace, options);
}

// In ns, by end.
std::vector<std::int64_t> lengths(const WaitSet& set)
{
    std::vector<std::int64_t> all;
    for (const Wait& wait : set.waits) all.push_back(wait.length().count());
    return all;
}

constexpr std::string_view kAllDefinitions = R"(
    SW 0 c0 0>A
    SW 50 c0 A[S]>0
    WK 100 c0 A
    WK 130 c0 A
    SW 150 c0 0>A
    WK 200 c0 A
    SW 250 c0 A[R]>B
    SW 300 c0 B[S]>A
    SW 350 c0 A[S]>0
    WK 400 c0 A
    WU 420 c0 A
    SW 430 c0 0>A
    SW 480 c0 A[S]>0
    END 500)";

TEST(Waits, RuleNamesReadBack)
{
    for (const WaitRule rule : {WaitRule::RunDelay, WaitRule::FirstWake, WaitRule::LastWake,
                                WaitRule::Preempt, WaitRule::PerfLatency}) {
        EXPECT_EQ(parseRule(ruleName(rule)), rule);
    }
    EXPECT_EQ(parseRule("mean"), std::nullopt);
}

TEST(Waits, RecordsOutOfOrderArePairedByTime)
{
    const Trace trace = traceOf(R"(
        SW 1494663899990ns c0 0>X
        SW 1494663928373ns c0 X[S]>0
        WK 1494663860125ns c1 X
        WK 1504098252756ns c1 X
        SW 1504100353302ns c0 0>X)");
    EXPECT_THAT(lengths(waitsOf(trace, WaitRule::FirstWake)), ElementsAre(39'865, 2'100'546));
}

TEST(Waits, TwoWakesBeforeOneRunGiveEachRuleItsOwnWait)
{
    const Trace trace = traceOf(R"(
        WK 881567210 c0 T
        WK 882448807 c0 T
        SW 882448824 c0 0>T)");
    EXPECT_THAT(lengths(waitsOf(trace, WaitRule::FirstWake)), ElementsAre(881'614'000));
    EXPECT_THAT(lengths(waitsOf(trace, WaitRule::LastWake)), ElementsAre(17'000));
    EXPECT_EQ(waitsOf(trace, WaitRule::FirstWake).spurious, 1U);
}

TEST(Waits, ALossBetweenWakeAndRunCensorsTheWait)
{
    const Trace trace = traceOf(R"(
        SW 0 c0 A[S]>0
        WK 881567210 c0 T@0
        LOST 882000000-882100000 c0 3
        WK 882448807 c0 T@0
        SW 882448824 c0 0>T
        SW 882448900 c0 T[S]>0)");
    const WaitSet set = waitsOf(trace, WaitRule::FirstWake, "T");
    EXPECT_THAT(set.waits, IsEmpty());
    EXPECT_EQ(set.censored, 1U);
}

TEST(Waits, AWakeOfARunningTaskStartsNoWait)
{
    const Trace trace = traceOf(R"(
        SW 0 c0 0>A
        WK 100 c0 A
        SW 150 c0 A[R]>B
        SW 200 c0 B[S]>A
        SW 260 c0 A[S]>0
        WK 300 c0 A
        SW 310 c0 0>A)");
    EXPECT_THAT(lengths(waitsOf(trace, WaitRule::FirstWake, "A")), ElementsAre(10'000));
    const WaitSet preempted = waitsOf(trace, WaitRule::Preempt, "A");
    EXPECT_THAT(lengths(preempted), ElementsAre(50'000));
    EXPECT_EQ(preempted.waits[0].begin, timestamp(150'000));
    EXPECT_EQ(preempted.spurious, 1U);
}

TEST(Waits, EachDefinitionGivesItsOwnAnswer)
{
    const Trace trace = traceOf(kAllDefinitions);
    EXPECT_THAT(lengths(waitsOf(trace, WaitRule::FirstWake, "A")), ElementsAre(50'000, 30'000));
    EXPECT_THAT(lengths(waitsOf(trace, WaitRule::LastWake, "A")), ElementsAre(20'000, 10'000));
    EXPECT_THAT(lengths(waitsOf(trace, WaitRule::Preempt, "A")), ElementsAre(50'000));
    const WaitSet delay = waitsOf(trace, WaitRule::RunDelay, "A");
    EXPECT_THAT(lengths(delay), ElementsAre(50'000, 50'000, 30'000));
    EXPECT_EQ(delay.spurious, 2U);
    EXPECT_EQ(delay.censored, 0U);
    // perf 6.1 looks at sched_wakeup alone, and hears of A as it is switched in.
    EXPECT_THAT(lengths(waitsOf(trace, WaitRule::PerfLatency, "A")),
                ElementsAre(0, 50'000, 10'000));
}

TEST(Waits, OnlyWakingRecordedCountsFromIt)
{
    const Trace trace = traceOf("WK 100 c0 A\nSW 150 c0 0>A");
    const WaitSet set = waitsOf(trace, WaitRule::FirstWake);
    EXPECT_THAT(lengths(set), ElementsAre(50'000));
    EXPECT_EQ(set.from, WaitFrom::Waking);
    EXPECT_EQ(waitsOf(trace, WaitRule::FirstWake, {}, WaitFrom::Wakeup).from, WaitFrom::Waking);
}

TEST(Waits, OnlyWakeupRecordedCountsFromThePlacementAndSaysSo)
{
    const Trace trace = traceOf("WU 120 c0 A\nSW 150 c0 0>A");
    const WaitSet set = waitsOf(trace, WaitRule::FirstWake);
    EXPECT_THAT(lengths(set), ElementsAre(30'000));
    EXPECT_EQ(set.from, WaitFrom::Wakeup);
}

TEST(Waits, WithoutWakeEventsPreemptionWaitsRemain)
{
    const Trace trace = traceOf(R"(
        SW 150 c0 0>A
        SW 200 c0 A[R]>B
        SW 260 c0 B[S]>A)");
    const WaitSet woken = waitsOf(trace, WaitRule::FirstWake);
    EXPECT_FALSE(woken.hasWakeups);
    EXPECT_THAT(woken.waits, IsEmpty());
    EXPECT_EQ(woken.censored, 0U);
    EXPECT_THAT(lengths(waitsOf(trace, WaitRule::Preempt)), ElementsAre(60'000));
}

TEST(Waits, WakingAndWakeupAreOneWait)
{
    const Trace trace = traceOf("WK 100 c0 A\nWU 120 c0 A\nSW 150 c0 0>A");
    const WaitSet set = waitsOf(trace, WaitRule::FirstWake);
    EXPECT_THAT(lengths(set), ElementsAre(50'000));
    EXPECT_EQ(set.spurious, 0U);
    EXPECT_THAT(lengths(waitsOf(trace, WaitRule::FirstWake, {}, WaitFrom::Wakeup)),
                ElementsAre(30'000));
    EXPECT_EQ(set.wakeups, 1U);
}

TEST(Waits, OnlyNewTasksPlacedMeansThatOthersCountFromTheirWaking)
{
    const Trace trace = traceOf(R"(
        WN 0 c0 N@0
        SW 10 c0 0>N
        SW 20 c0 N[S]>0
        WK 100 c0 A
        SW 150 c0 0>A)");
    const WaitSet set = waitsOf(trace, WaitRule::FirstWake, {}, WaitFrom::Wakeup);
    EXPECT_THAT(lengths(set), ElementsAre(10'000, 50'000));
    EXPECT_EQ(set.from, WaitFrom::Waking);
}

TEST(Waits, AWakingBeforeTheSwitchOutStartsTheWaitAtItsWakeup)
{
    const Trace trace = traceOf(R"(
        SW 0 c0 0>A
        WK 95 c1 A@0
        SW 100 c0 A[S]>0
        WU 110 c1 A@0
        SW 150 c0 0>A)");
    const WaitSet set = waitsOf(trace, WaitRule::FirstWake);
    EXPECT_THAT(lengths(set), ElementsAre(40'000));
    EXPECT_EQ(set.wakeups, 1U);
    EXPECT_EQ(set.spurious, 0U);  // it did begin a wait
}

TEST(Waits, TheIdleTaskNeverWaits)
{
    const Trace trace = traceOf("SW 0 c0 0[R]>A\nSW 90 c0 A[S]>0");
    EXPECT_THAT(waitsOf(trace, WaitRule::RunDelay).waits, IsEmpty());
}

TEST(Waits, AWaitGoesOnOverAMigrationAndKnowsItsWaker)
{
    const Trace trace = traceOf(R"(
        SW 0 c2 0>W
        SW 1 c0 A[S]>0
        WK 10 c2 A@0
        MG 11 c2 A 0>1
        WU 12 c2 A@1
        SW 40 c1 0>A)");
    const WaitSet set = waitsOf(trace, WaitRule::FirstWake, "A");
    ASSERT_THAT(lengths(set), ElementsAre(30'000));
    EXPECT_EQ(set.waits[0].cpu, 1);
    EXPECT_EQ(trace.wakeups()[set.waits[0].wakeup].waker, taskNamed(trace, "W"));
}

TEST(Waits, EqualTimesStayAsRecorded)
{
    const Trace trace = traceOf(R"(
        SW 900 c0 0>A
        SW 1000 c0 A[S]>B
        SW 1000 c0 B[R]>C
        WU 1005 c0 A
        SW 1010 c0 C[S]>B
        SW 1030 c0 B[S]>A
        SW 1040 c0 A[S]>0)");
    const WaitSet preempted = waitsOf(trace, WaitRule::Preempt, "B");
    ASSERT_THAT(lengths(preempted), ElementsAre(10'000));
    EXPECT_EQ(preempted.waits[0].begin, timestamp(1'000'000));
    EXPECT_THAT(lengths(waitsOf(trace, WaitRule::FirstWake, "A")), ElementsAre(25'000));
}

TEST(Waits, AWaitIntoLostEventsIsCensoredOnce)
{
    const Trace trace = traceOf(R"(
        SW 0 c0 0>A
        SW 100 c0 A[S]>0
        WK 105 c0 A@0
        LOST 110-400 c0 7
        SW 410 c0 B[S]>A
        SW 450 c0 A[S]>0)");
    const WaitSet set = waitsOf(trace, WaitRule::RunDelay);
    EXPECT_THAT(set.waits, IsEmpty());
    EXPECT_EQ(set.censored, 1U);
}

TEST(Waits, ACpuThatIsRecordedLateCensorsTheWaitThatEndsBefore)
{
    const Trace trace = traceOf(R"(
        SW 0 c0 0>X
        WU 1000000 c0 T@1
        SW 2100000 c1 T[S]>0
        SW 2200000 c0 X[S]>0)");
    const WaitSet set = waitsOf(trace, WaitRule::RunDelay);
    EXPECT_THAT(set.waits, IsEmpty());
    EXPECT_EQ(set.censored, 1U);
}

TEST(Waits, StartAndEndOfTheTraceCensor)
{
    const Trace trace = traceOf(R"(
        WK 0 c1 X
        SW 100 c0 0>A
        SW 200 c0 A[R]>B
        END 300)");
    EXPECT_EQ(waitsOf(trace, WaitRule::RunDelay, "A").censored, 2U);  // before its run, and after
    EXPECT_EQ(waitsOf(trace, WaitRule::Preempt, "A").censored, 1U);
    EXPECT_EQ(waitsOf(trace, WaitRule::RunDelay, "X").censored, 1U);
}

TEST(Waits, AWindowKeepsTheWaitsThatEndInIt)
{
    const Trace trace = traceOf(kAllDefinitions);
    WaitOptions options{.rule = WaitRule::RunDelay, .task = taskNamed(trace, "A")};
    options.window = {timestamp(150'000), timestamp(430'000)};
    EXPECT_THAT(lengths(findWaits(trace, options)), ElementsAre(50'000, 50'000));
    options.window = trace.span();
    EXPECT_THAT(lengths(findWaits(trace, options)), ElementsAre(50'000, 50'000, 30'000));
}

TEST(Waits, AFailedWakeupIsSpurious)
{
    TraceBuilder builder;
    EventStream& stream = builder.addStream(0);
    const CpuId cpu{0};
    const Tid tid{7};
    stream.push(makeSwitch({.time = timestamp(0),
                            .cpu = cpu,
                            .prev = tid,
                            .next = kIdleTid,
                            .prevState = TaskState::Interruptible}));
    stream.push(makeWake({.kind = EventKind::Wakeup,
                          .time = timestamp(10),
                          .cpu = cpu,
                          .tid = tid,
                          .success = false}));
    stream.push(
        makeWake({.kind = EventKind::Wakeup, .time = timestamp(20), .cpu = cpu, .tid = tid}));
    stream.push(makeSwitch({.time = timestamp(25),
                            .cpu = cpu,
                            .prev = kIdleTid,
                            .next = tid,
                            .prevState = TaskState::Running}));
    NoProgress progress;
    const Result<Trace> trace = builder.finish(progress);
    ASSERT_TRUE(trace);
    const WaitSet set = findWaits(*trace, {.rule = WaitRule::FirstWake});
    EXPECT_THAT(lengths(set), ElementsAre(5));
    EXPECT_EQ(set.spurious, 1U);
}

}  // namespace
}  // namespace resched

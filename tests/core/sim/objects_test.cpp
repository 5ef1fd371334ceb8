// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What programs do with the objects they share, on one CPU under CFS 6.1 without costs.
#include "support/simulation.h"

#include <gtest/gtest.h>

namespace resched::test {
namespace {

constexpr auto kLock = StepKind::Lock;
constexpr auto kUnlock = StepKind::Unlock;

TEST(Objects, ATokenPostedEarlyIsKept)
{
    Scenario scenario("cfs-6.1");
    scenario.workload.tokens = 1;
    scenario.task("A", {step(StepKind::Post), work(kMs)});
    scenario.task("B", {sleepFor(5 * kMs), step(StepKind::Wait), work(kMs)});
    const SimulationResult result = scenario.run(20);
    EXPECT_EQ(picksText(result.trace), "A@0 B@1 -@1 B@6");
    EXPECT_EQ(result.note, "");
}

TEST(Objects, AWaiterContinuesWhenItsTokenIsPosted)
{
    Scenario scenario("cfs-6.1");
    scenario.workload.tokens = 1;
    scenario.task("A", {step(StepKind::Wait), work(kMs)});
    scenario.task("B", {work(2 * kMs), step(StepKind::Post), work(3 * kMs)});
    EXPECT_EQ(slicesWithReasons(scenario.run(20).trace),
              "0 - 0  cpu0  A  block\n"
              "0 - 2  cpu0  B  wakeup-preempt\n"
              "2 - 3  cpu0  A  exit\n"
              "3 - 6  cpu0  B  exit\n");
}

TEST(Objects, AStandstillIsSaidInTheNote)
{
    Scenario scenario("cfs-6.1");
    scenario.workload.mutexes.push_back({.name = "left"});
    scenario.workload.mutexes.push_back({.name = "right"});
    scenario.task("A", {step(kLock, 0), sleepFor(kMs), step(kLock, 1)});
    scenario.task("B", {step(kLock, 1), sleepFor(kMs), step(kLock, 0)});
    EXPECT_EQ(scenario.run(20).note, "deadlock: 2 tasks wait for ever, A for mutex right");
}

TEST(Objects, AMutexWakesItsFirstWaiterWhoCompetes)
{
    Scenario scenario("cfs-6.1");
    scenario.workload.mutexes.resize(1);
    scenario.task("A", {step(kLock), work(2 * kMs), sleepFor(kMs), step(kUnlock), step(kLock),
                        work(kMs), step(kUnlock)});
    scenario.task("B", {step(kLock), work(kMs), step(kUnlock)});
    // A unlocks at 3 ms and B, far behind, preempts it before A can lock again.
    EXPECT_EQ(picksText(scenario.run(20).trace), "A@0 B@2 -@2 A@3 B@3 A@4");
}

TEST(Objects, ABarrierLetsAllThroughWhenTheLastArrives)
{
    Scenario scenario("cfs-6.1", 3);
    scenario.workload.barriers.push_back({.name = "b", .parties = 3});
    for (int i = 0; i < 3; ++i) {
        scenario.task(std::string(1, static_cast<char>('A' + i)),
                      repeated(2, {work((i + 1) * kMs), step(StepKind::BarrierWait)}));
    }
    const Trace trace = scenario.run(50).trace;
    EXPECT_EQ(picksText(trace, 0), "A@0 -@1 A@3 -@4 A@6");
    EXPECT_EQ(picksText(trace, 2), "C@0");
}

TEST(Objects, AConditionGivesItsMutexAwayWhileItWaits)
{
    Scenario scenario("cfs-6.1");
    scenario.workload.mutexes.resize(1);
    scenario.workload.conditions.push_back("c");
    scenario.task("A", {step(kLock), step(StepKind::CondWait), work(kMs), step(kUnlock)});
    scenario.task("B", {sleepFor(kMs), step(kLock), work(kMs), step(StepKind::CondSignal),
                        step(kUnlock), work(kMs)});
    const SimulationResult result = scenario.run(50);
    EXPECT_EQ(result.note, "");
    EXPECT_EQ(runTime(result.trace, "A"), kMs);
    EXPECT_EQ(runTime(result.trace, "B"), 2 * kMs);
}

TEST(Objects, APipeBlocksItsReaderUntilThereIsEnoughAndItsWriterWhileItIsFull)
{
    Scenario scenario("cfs-6.1", 2);
    scenario.workload.pipes.push_back({.name = "p", .capacity = 100});
    scenario.task("R", repeated(3, {step(StepKind::PipeRead, 0, 100), work(2 * kMs)}));
    scenario.task("W", repeated(3, {work(kMs), step(StepKind::PipeWrite, 0, 100)}));
    const SimulationResult result = scenario.run(50);
    EXPECT_EQ(result.note, "");
    EXPECT_EQ(picksText(result.trace, 0), "R@0 -@0 R@1");
    // Two messages are in the pipe and with the reader; the third waits until 3 ms.
    EXPECT_EQ(picksText(result.trace, 1), "W@0");
}

TEST(Objects, AFutexWakeThatFindsNobodyIsLost)
{
    Scenario scenario("cfs-6.1");
    scenario.workload.futexes.push_back("f");
    scenario.task("A", {step(StepKind::FutexWake, 0, 1), work(kMs)});
    scenario.task("B", {sleepFor(kMs), step(StepKind::FutexWait)});
    EXPECT_EQ(scenario.run(20).note, "deadlock: 1 task waits for ever, B for futex f");
}

TEST(Objects, ARequeueMovesWaitersToTheOtherFutex)
{
    Scenario scenario("cfs-6.1");
    scenario.workload.futexes = {"from", "to"};
    scenario.task("A", {step(StepKind::FutexWait, 0), work(kMs)});
    scenario.task("B", {step(StepKind::FutexWait, 0), work(kMs)});
    scenario.task("C", {sleepFor(kMs), step(StepKind::FutexRequeue, 0, 1 | (std::int64_t{1} << 32)),
                        sleepFor(5 * kMs), step(StepKind::FutexWake, 1, 1)});
    EXPECT_EQ(picksText(scenario.run(20).trace), "A@0 B@0 C@0 -@0 C@1 A@1 -@2 C@6 B@6");
}

TEST(Objects, AParentWaitsForItsChildren)
{
    Scenario scenario("cfs-6.1");
    scenario.task("P", {step(StepKind::Fork, 1), step(StepKind::Fork, 1),
                        step(StepKind::WaitChild, 0, 1), work(kMs)});
    scenario.task("c", {work(2 * kMs)}).parent = 0;
    const SimulationResult result = scenario.run(50);
    EXPECT_EQ(result.note, "");
    EXPECT_EQ(runTime(result.trace, "c"), 4 * kMs);
    EXPECT_EQ(picksText(result.trace).substr(0, 9), "P@0 c@0 c");
    EXPECT_EQ(runTime(result.trace, "P"), kMs);
}

TEST(Objects, ATimerThatIsLateGoesOnAtOnceAndCountsTheMiss)
{
    Scenario scenario("cfs-6.1");
    scenario.workload.timers.push_back(
        {.name = "t", .period = Nanoseconds{10 * kMs}, .absolute = true});
    scenario.workload.metrics.push_back(
        {.name = "late", .kind = Metric::Kind::SinceTimer, .object = 0});
    scenario.task("A", {step(StepKind::TimerWait), step(StepKind::Mark), work(25 * kMs),
                        step(StepKind::TimerWait), step(StepKind::Mark), step(StepKind::TimerWait),
                        step(StepKind::Mark), step(StepKind::TimerWait), step(StepKind::Mark)});
    const SimulationResult result = scenario.run(100);
    ASSERT_EQ(result.metrics.size(), 1U);
    // Expiries at 10, 20, 30 and 40 ms; the task is back at 35 ms.
    EXPECT_EQ(result.metrics[0].samples,
              (std::vector<Nanoseconds>{Nanoseconds{0}, Nanoseconds{15 * kMs}, Nanoseconds{5 * kMs},
                                        Nanoseconds{0}}));
    EXPECT_EQ(result.metrics[0].missed, 2U);
}

TEST(Objects, ResumeIsKeptForATaskThatIsNotSuspendedYet)
{
    Scenario scenario("cfs-6.1");
    scenario.task(
        "A", {work(kMs), step(StepKind::Resume, 1), sleepFor(9 * kMs), step(StepKind::Resume, 1)});
    scenario.task("B", {sleepFor(2 * kMs), step(StepKind::Suspend), work(kMs),
                        step(StepKind::Suspend), work(kMs)});
    const SimulationResult result = scenario.run(50);
    EXPECT_EQ(result.note, "");
    EXPECT_EQ(picksText(result.trace), "A@0 B@1 -@1 B@3 -@4 A@10 B@10");
}

TEST(Objects, AProgramThatNeverRunsOrWaitsIsStopped)
{
    Scenario scenario("cfs-6.1");
    scenario.workload.semaphores = {0};
    scenario.task("A", forever({step(StepKind::SemPost, 0, 1)}));
    EXPECT_EQ(scenario.run(50).note, "task A goes through its program without running or waiting");
}

TEST(Objects, CostsAreWorkedOffBeforeTheNextStep)
{
    Scenario scenario("cfs-6.1");
    scenario.input.machine.costs.contextSwitch = Nanoseconds{5'000};
    scenario.input.machine.costs.syscall = Nanoseconds{1'000};
    scenario.task("A", {work(kMs), sleepFor(kMs), work(kMs)});
    // 5 us of switch, 1 ms, 1 us of system call; the same switch again.
    EXPECT_EQ(picksText(scenario.run(50).trace), "A@0 -@1.006 A@2.006");
    EXPECT_EQ(runTime(scenario.run(50).trace, "A"), 1'006'000 + 1'005'000);
}

TEST(Objects, CpusThatShareThroughputSlowEachOtherDown)
{
    Scenario scenario("cfs-6.1", 2);
    CpuSet both = CpuSet::firstCpus(2);
    scenario.input.machine.shared.push_back({.cpus = both, .throughput = 1000});
    scenario.task("A", {work(3 * kMs)});
    scenario.task("B", {work(10 * kMs)});
    const Trace trace = scenario.run(50).trace;
    // Half speed until A is done at 6 ms, when B has 7 ms left.
    EXPECT_EQ(runTime(trace, "A"), 6 * kMs);
    EXPECT_EQ(runTime(trace, "B"), 13 * kMs);
}

TEST(Objects, ASlowerCpuTakesLonger)
{
    Scenario scenario("cfs-6.1", 1);
    scenario.input.machine.topology.cpus[0].capacity = 512;
    scenario.task("A", {work(3 * kMs)});
    EXPECT_EQ(runTime(scenario.run(50).trace, "A"), 6 * kMs);
}

}  // namespace
}  // namespace resched::test

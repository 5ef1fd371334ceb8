// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/simulation.h"

#include <gtest/gtest.h>

namespace resched::test {
namespace {

WorkloadTask& realTime(Scenario& scenario, std::string name, Policy policy, int priority,
                       std::vector<Step> program)
{
    WorkloadTask& task = scenario.task(std::move(name), std::move(program));
    task.policy = policy;
    task.rtPriority = priority;
    return task;
}

CpuSet only(int cpu)
{
    CpuSet set;
    set.add(CpuId{cpu});
    return set;
}

TEST(RealTime, RoundRobinTasksTakeTurnsOf100Milliseconds)
{
    Scenario scenario("cfs-6.1");
    realTime(scenario, "A", Policy::RoundRobin, 50, {work(1000 * kMs)});
    realTime(scenario, "B", Policy::RoundRobin, 50, {work(1000 * kMs)});
    EXPECT_EQ(picksText(scenario.run(450).trace), "A@0 B@100 A@200 B@300 A@400");
}

TEST(RealTime, APreemptedRoundRobinTaskComesBackWithTheRestOfItsSlice)
{
    Scenario scenario("cfs-6.1");
    realTime(scenario, "A", Policy::RoundRobin, 50, {work(1000 * kMs)});
    realTime(scenario, "B", Policy::RoundRobin, 50, {work(1000 * kMs)});
    realTime(scenario, "F", Policy::Fifo, 60, {work(10 * kMs)}).start = Nanoseconds{30 * kMs};
    EXPECT_EQ(picksText(scenario.run(115).trace), "A@0 F@30 A@40 B@110");
}

TEST(RealTime, AFifoHogIsThrottledAtTheTickAfterItsRuntime)
{
    // The limit is exceeded, not reached, at 950 ms, and looked at in ticks: 951 ms.
    for (const char* version : {"cfs-2.6.31", "cfs-6.1"}) {
        Scenario scenario(version);
        realTime(scenario, "A", Policy::Fifo, 10, {work(10'000 * kMs)});
        scenario.task("n", {work(10'000 * kMs)});
        EXPECT_EQ(picksText(scenario.run(2100).trace), "A@0 n@951 A@1000 n@1950 A@2000") << version;
    }
}

TEST(RealTime, TheFairServerGives50MillisecondsOfEachSecond)
{
    for (const char* version : {"eevdf-6.12", "eevdf-6.18"}) {
        Scenario scenario(version);
        realTime(scenario, "A", Policy::Fifo, 10, {work(10'000 * kMs)});
        scenario.task("n", {work(10'000 * kMs)});
        EXPECT_EQ(picksText(scenario.run(2100).trace), "A@0 n@950 A@1000 n@1950 A@2000") << version;
    }
}

TEST(RealTime, TheFairServerStaysAwayWhereFairTasksGetTheirTime)
{
    Scenario scenario("eevdf-6.12");
    realTime(scenario, "A", Policy::Fifo, 10, forever({work(90 * kMs), sleepFor(10 * kMs)}));
    scenario.task("n", {work(10'000 * kMs)});
    const Trace trace = scenario.run(3000).trace;
    for (const CpuSlice& slice : trace.cpus()[0].slices) {
        if (trace.name(slice.task) != "A" || slice.reason == EndReason::RunEnd) continue;
        EXPECT_EQ(slice.reason, EndReason::Block);
    }
}

TEST(RealTime, WithoutALimitAFifoHogRunsForEver)
{
    Scenario scenario("cfs-6.1");
    scenario.input.scheduler.tunables["rt_runtime_ns"] = -1;
    realTime(scenario, "A", Policy::Fifo, 10, {work(10'000 * kMs)});
    scenario.task("n", {work(10'000 * kMs)});
    EXPECT_EQ(picksText(scenario.run(3000).trace), "A@0");
}

TEST(RealTime, AMoreImportantTaskPreemptsWhereItRanLast)
{
    Scenario scenario("cfs-6.1", 2);
    realTime(scenario, "a", Policy::Fifo, 10, {work(500 * kMs)}).startCpu = 0;
    realTime(scenario, "b", Policy::Fifo, 10, {work(500 * kMs)}).startCpu = 1;
    auto& c = realTime(scenario, "C", Policy::Fifo, 20, {sleepFor(5 * kMs), work(10 * kMs)});
    c.startCpu = 0;
    c.startsRunnable = false;
    const Trace trace = scenario.run(40).trace;
    // The displaced task could be pushed only where something less important runs.
    EXPECT_EQ(picksText(trace, 0), "a@0 C@5 a@15");
    EXPECT_EQ(picksText(trace, 1), "b@0");
}

TEST(RealTime, ADisplacedTaskIsPushedToACpuThatRunsAFairOne)
{
    Scenario scenario("cfs-6.1", 2);
    realTime(scenario, "a", Policy::Fifo, 10, {work(500 * kMs)}).startCpu = 0;
    auto& n = scenario.task("n", {work(500 * kMs)});
    n.startCpu = 1;
    n.affinity = only(1);
    auto& c = realTime(scenario, "C", Policy::Fifo, 20, {sleepFor(5 * kMs), work(10 * kMs)});
    c.startCpu = 0;
    c.startsRunnable = false;
    const Trace trace = scenario.run(40).trace;
    EXPECT_EQ(picksText(trace, 0), "a@0 C@5");
    EXPECT_EQ(picksText(trace, 1), "n@0 a@5");
}

TEST(RealTime, The2631KernelMovesTheWokenTaskAnd61TheDisplacedOne)
{
    const auto run = [](const char* version) {
        Scenario scenario(version, 2);
        realTime(scenario, "a", Policy::Fifo, 10, {work(500 * kMs)}).startCpu = 0;
        auto& c = realTime(scenario, "C", Policy::Fifo, 20, {sleepFor(5 * kMs), work(10 * kMs)});
        c.startCpu = 0;
        c.startsRunnable = false;
        const Trace trace = scenario.run(40).trace;
        return picksText(trace, 0) + " | " + picksText(trace, 1);
    };
    EXPECT_EQ(run("cfs-2.6.31"), "a@0 | -@0 C@5");
    EXPECT_EQ(run("cfs-6.1"), "a@0 C@5 | -@0 a@5");
}

TEST(RealTime, PriorityInheritanceBoundsTheWaitOfTheImportantTask)
{
    const auto run = [](LockProtocol protocol) {
        Scenario scenario("cfs-6.1");
        scenario.workload.mutexes.push_back({.name = "m", .protocol = protocol});
        scenario.input.scheduler.tunables["rt_runtime_ns"] = -1;
        realTime(scenario, "L", Policy::Fifo, 10,
                 {step(StepKind::Lock), work(30 * kMs), step(StepKind::Unlock)});
        realTime(scenario, "M", Policy::Fifo, 50, {work(100 * kMs)}).start = Nanoseconds{5 * kMs};
        realTime(scenario, "H", Policy::Fifo, 90,
                 {step(StepKind::Lock), work(20 * kMs), step(StepKind::Unlock)})
            .start = Nanoseconds{10 * kMs};
        return picksText(scenario.run(200).trace);
    };
    EXPECT_EQ(run(LockProtocol::Inherit), "L@0 M@5 H@10 L@10 H@35 M@55 L@150");
    EXPECT_EQ(run(LockProtocol::None), "L@0 M@5 H@10 M@10 L@105 H@130 L@150");
}

}  // namespace
}  // namespace resched::test

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The preemption models: when a task that runs notices that another should.
#include "support/simulation.h"

#include <gtest/gtest.h>

namespace resched::test {
namespace {

enum Model : std::int64_t { kNone, kVoluntary, kFull, kLazy };

std::int64_t wokenAt(const Trace& trace, std::string_view name)
{
    for (const CpuLane& lane : trace.cpus()) {
        for (const CpuSlice& slice : lane.slices) {
            if (trace.name(slice.task) == name) return (slice.begin - trace.begin()).count();
        }
    }
    return -1;
}

// A task on CPU 1 wakes one on CPU 0 after 6.5 ms, where a hog has run past its first request.
SimulationResult wokenFromAfar(Model model, Policy policy)
{
    Scenario scenario("eevdf-6.18", 2, 250);
    scenario.input.tickPhase = Nanoseconds{0};
    scenario.input.scheduler.tunables["preempt"] = model;
    scenario.workload.semaphores = {0};
    WorkloadTask& hog = scenario.task("hog", {work(100 * kMs)});
    hog.startCpu = 0;
    hog.affinity = *CpuSet::parse("0");
    WorkloadTask& sleeper = scenario.task("sleeper", {step(StepKind::SemWait, 0), work(kMs)});
    sleeper.startCpu = 0;
    sleeper.affinity = *CpuSet::parse("0");
    sleeper.startsRunnable = false;
    sleeper.policy = policy;
    sleeper.rtPriority = policy == Policy::Fifo ? 10 : 0;
    sleeper.slice = Nanoseconds{100'000};
    scenario.task("waker", {work(6'500'000), step(StepKind::SemPost, 0, 1), work(kMs)}).startCpu =
        1;
    return scenario.run(40);
}

TEST(PreemptionModels, ALazyRemoteWakeupWaitsForTheTick)
{
    EXPECT_EQ(wokenAt(wokenFromAfar(kVoluntary, Policy::Normal).trace, "sleeper"), 6'500'000);
    EXPECT_EQ(wokenAt(wokenFromAfar(kFull, Policy::Normal).trace, "sleeper"), 6'500'000);
    EXPECT_EQ(wokenAt(wokenFromAfar(kLazy, Policy::Normal).trace, "sleeper"), 8'000'000);
}

TEST(PreemptionModels, ARealTimeTaskIsNeverLazy)
{
    EXPECT_EQ(wokenAt(wokenFromAfar(kLazy, Policy::Fifo).trace, "sleeper"), 6'500'000);
}

// The hog itself makes a system call at 7 ms, between the wakeup and the tick.
TEST(PreemptionModels, ASystemCallEndsTheWaitOfALazyWakeup)
{
    Scenario scenario("eevdf-6.18", 2, 250);
    scenario.input.tickPhase = Nanoseconds{0};
    scenario.input.scheduler.tunables["preempt"] = kLazy;
    scenario.workload.semaphores = {0, 0};
    WorkloadTask& hog =
        scenario.task("hog", {work(7 * kMs), step(StepKind::SemPost, 1, 1), work(50 * kMs)});
    hog.startCpu = 0;
    hog.affinity = *CpuSet::parse("0");
    WorkloadTask& sleeper = scenario.task("sleeper", {step(StepKind::SemWait, 0), work(kMs)});
    sleeper.startCpu = 0;
    sleeper.affinity = *CpuSet::parse("0");
    sleeper.startsRunnable = false;
    sleeper.slice = Nanoseconds{100'000};
    scenario.task("waker", {work(6'500'000), step(StepKind::SemPost, 0, 1), work(kMs)}).startCpu =
        1;
    EXPECT_EQ(wokenAt(scenario.run(40).trace, "sleeper"), 7 * kMs);
}

// Both wakeups are made by interrupts of the CPU itself, which returns to user mode after them.
TEST(PreemptionModels, ATimerOnTheCpuItselfIsNotLazy)
{
    const auto run = [](Model model) {
        Scenario scenario("eevdf-6.18", 1, 250);
        scenario.input.scheduler.tunables["preempt"] = model;
        scenario.task("hog", {work(100 * kMs)});
        scenario.task("sleeper", forever({sleepFor(5'300'000), work(kMs / 2)}));
        return slicesWithReasons(scenario.run(60).trace);
    };
    EXPECT_EQ(run(kLazy), run(kVoluntary));
}

// A waker inside the kernel that goes on there for 2 ms after the wakeup.
SimulationResult wokenInKernel(Model model)
{
    Scenario scenario("cfs-6.1", 1, 1000);
    scenario.input.scheduler.tunables["preempt"] = model;
    scenario.workload.tokens = 1;
    scenario.task("waker", {work(5 * kMs), step(StepKind::Post, 0, 0, Step::kInKernel),
                            work(2 * kMs), step(StepKind::Yield), work(10 * kMs)});
    WorkloadTask& sleeper = scenario.task("sleeper", {step(StepKind::Wait, 0), work(kMs)});
    sleeper.startsRunnable = false;
    return scenario.run(40);
}

TEST(PreemptionModels, OnlyAPreemptibleKernelIsLeftInTheMiddle)
{
    EXPECT_EQ(wokenAt(wokenInKernel(kFull).trace, "sleeper"), 5 * kMs);
    EXPECT_EQ(wokenAt(wokenInKernel(kVoluntary).trace, "sleeper"), 7 * kMs);
    EXPECT_EQ(wokenAt(wokenInKernel(kNone).trace, "sleeper"), 7 * kMs);
}

TEST(PreemptionModels, AreNamedAndLimitedToWhatTheVersionHas)
{
    SchedulerSettings settings{.scheduler = "eevdf-6.18"};
    ASSERT_TRUE(applyTunable(settings, "preempt=lazy"));
    EXPECT_EQ(settings.tunables.at("preempt"), kLazy);
    EXPECT_TRUE(resolve(settings, 1));
    settings.scheduler = "cfs-6.1";
    const auto refused = resolve(settings, 1);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().expected, "one of none, voluntary, full");
    EXPECT_FALSE(applyTunable(settings, "preempt=eager"));
}

TEST(Autogroups, ShareByTheSessionWhereTheyAreOn)
{
    const auto shares = [](bool enabled) {
        Scenario scenario("cfs-6.1", 1, 1000);
        scenario.input.scheduler.tunables["autogroup_enabled"] = enabled ? 1 : 0;
        for (const char* name : {"A", "B", "C"}) {
            scenario.task(name, {work(100'000 * kMs)}).session = 1;
        }
        WorkloadTask& nice = scenario.task("D", {work(100'000 * kMs)});
        nice.session = 2;
        nice.nice = 10;  // counts inside its session alone
        const Trace trace = scenario.run(10'000).trace;
        return static_cast<double>(runTime(trace, "D")) / (10'000.0 * kMs);
    };
    EXPECT_NEAR(shares(true), 0.5, 0.01);
    EXPECT_NEAR(shares(false), 110.0 / (3 * 1024 + 110), 0.01);
}

}  // namespace
}  // namespace resched::test

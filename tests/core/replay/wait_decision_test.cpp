// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Each answer is tried: with the tunable at the named value the decision goes the other way, and a
// nanosecond before it does not.
#include "replay/wait_decision.h"

#include "analysis/wait_explanation.h"
#include "support/simulation.h"

#include <gtest/gtest.h>

namespace resched {
namespace {

using namespace test;

TaskId taskCalled(const Trace& trace, std::string_view name)
{
    for (std::uint32_t i = 1; i < trace.tasks().size(); ++i) {
        if (trace.name(TaskId{i}) == name) return TaskId{i};
    }
    return kNoTask;
}

std::optional<Wait> firstWait(const Trace& trace, std::string_view name)
{
    for (const Wait& wait : findWaits(trace, {.task = taskCalled(trace, name)}).waits) {
        if (wait.length().count() > 0) return wait;
    }
    return std::nullopt;
}

std::optional<WaitDecision> firstDecision(const Trace& trace, std::string_view name)
{
    const auto settings = simulatedSettings(trace.info());
    const auto wait = firstWait(trace, name);
    EXPECT_TRUE(settings && wait);
    if (!settings || !wait) return std::nullopt;
    return waitDecision(trace, *wait, *settings);
}

// A hog alone for 10 ms, then a sleeper of that nice level wakes; ticks come late.
Trace sleeperBesideHog(const char* preset, int nice, SchedulerSettings settings = {})
{
    Scenario scenario(preset, 1, 100);
    settings.scheduler = preset;
    scenario.input.scheduler = settings;
    scenario.input.tickPhase = Nanoseconds{9 * kMs};
    scenario.task("hog", {work(1000 * kMs)});
    WorkloadTask& sleeper = scenario.task("sleeper", {sleepFor(10 * kMs), work(kMs)});
    sleeper.nice = nice;
    sleeper.startsRunnable = false;
    return scenario.run(60).trace;
}

std::int64_t firstRunOf(const Trace& trace, std::string_view name)
{
    for (const CpuSlice& slice : trace.cpus()[0].slices) {
        if (trace.name(slice.task) == name) return nanoseconds(slice.begin);
    }
    return -1;
}

TEST(WaitDecision, OfAWakeupNamesTheGranularityThatWouldHaveLetItPreempt)
{
    for (const char* preset : {"cfs-6.1", "cfs-2.6.35"}) {
        const Trace trace = sleeperBesideHog(preset, 5);
        const auto decision = firstDecision(trace, "sleeper");
        ASSERT_TRUE(decision && decision->otherwise) << preset;
        EXPECT_EQ(decision->refusal, RefusalRule::Granularity);
        EXPECT_EQ(decision->value, 3 * kMs);
        EXPECT_EQ(decision->limit, 3'056'716);
        EXPECT_EQ(trace.name(decision->by), "hog");
        const Otherwise& otherwise = *decision->otherwise;
        EXPECT_EQ(otherwise.name, "wakeup_granularity_ns");
        EXPECT_EQ(otherwise.side, Otherwise::Side::AtMost);
        EXPECT_EQ(otherwise.value, kMs);

        SchedulerSettings changed;
        changed.tunables["wakeup_granularity_ns"] = otherwise.threshold;
        EXPECT_EQ(firstRunOf(sleeperBesideHog(preset, 5, changed), "sleeper"), 10 * kMs);
        changed.tunables["wakeup_granularity_ns"] = otherwise.threshold + 1;
        EXPECT_GT(firstRunOf(sleeperBesideHog(preset, 5, changed), "sleeper"), 10 * kMs);
    }
}

TEST(WaitDecision, OfAWakeupIn66IsTheParityOfTheRunningTask)
{
    const auto run = [](bool parity) {
        Scenario scenario("eevdf-6.6", 1, 1000);
        scenario.input.scheduler.tunables["base_slice_ns"] = 20 * kMs;
        scenario.input.scheduler.features["RUN_TO_PARITY"] = parity;
        scenario.task("hog", {work(1000 * kMs)});
        WorkloadTask& sleeper = scenario.task("sleeper", {sleepFor(5 * kMs), work(kMs)});
        sleeper.nice = -5;
        sleeper.startsRunnable = false;
        return scenario.run(60).trace;
    };
    const auto decision = firstDecision(run(true), "sleeper");
    ASSERT_TRUE(decision && decision->otherwise);
    EXPECT_EQ(decision->refusal, RefusalRule::Protected);
    EXPECT_EQ(decision->value, 15 * kMs);
    EXPECT_EQ(otherwiseText(*decision->otherwise), "NO_RUN_TO_PARITY");
    EXPECT_EQ(firstRunOf(run(false), "sleeper"), 5 * kMs);
}

// Two hogs of these nice levels; when the first one's first slice ends.
std::int64_t firstEnd(const char* preset, SchedulerSettings settings)
{
    SimulationInput input = hogs(preset, {0, 5, 0}, 1000, 100);
    settings.scheduler = preset;
    input.scheduler = settings;
    return nanoseconds(simulated(input).trace.cpus()[0].slices[0].end);
}

TEST(WaitDecision, OfAPreemptedTaskNamesTheSliceThatWouldHaveKeptIt)
{
    for (const auto& [preset, tunable] : {std::pair{"cfs-6.1", "latency_ns"},
                                          {"cfs-2.6.31", "latency_ns"},
                                          {"cfs-2.6.24", "latency_ns"},
                                          {"eevdf-6.6", "base_slice_ns"},
                                          {"eevdf-6.12", "base_slice_ns"},
                                          {"eevdf-6.18", "base_slice_ns"}}) {
        SimulationInput input = hogs(preset, {0, 5, 0}, 1000, 100);
        const Trace trace = simulated(input).trace;
        const auto decision = firstDecision(trace, "A");
        ASSERT_TRUE(decision) << preset;
        // A waits from its first switch-out on.
        ASSERT_TRUE(decision->otherwise) << preset << ' ' << endReasonName(decision->reason);
        EXPECT_EQ(decision->otherwise->name, tunable) << preset;
        const std::int64_t end = firstEnd(preset, {});
        SchedulerSettings changed;
        changed.tunables[tunable] = decision->otherwise->threshold;
        EXPECT_GT(firstEnd(preset, changed), end) << preset;
        changed.tunables[tunable] = decision->otherwise->threshold - 1;
        EXPECT_EQ(firstEnd(preset, changed), end) << preset;
    }
}

TEST(WaitDecision, OfATaskPreemptedByAWokenOneNamesTheGranularity)
{
    const auto run = [](std::int64_t granularity) {
        SchedulerSettings settings;
        if (granularity > 0) settings.tunables["wakeup_granularity_ns"] = granularity;
        return sleeperBesideHog("cfs-6.1", 0, settings);
    };
    const auto decision = firstDecision(run(0), "hog");
    ASSERT_TRUE(decision && decision->otherwise);
    EXPECT_EQ(decision->reason, EndReason::WakeupPreempt);
    EXPECT_EQ(otherwiseText(*decision->otherwise),
              "wakeup_granularity_ns at least 3000000 (it is 1000000)");
    EXPECT_EQ(firstRunOf(run(3 * kMs - 1), "sleeper"), 10 * kMs);
    EXPECT_GT(firstRunOf(run(3 * kMs), "sleeper"), 10 * kMs);
}

TEST(WaitDecision, OfARealTimeTaskThatIsThrottledNamesItsRuntime)
{
    Scenario scenario("cfs-6.1");
    WorkloadTask& fifo = scenario.task("fifo", {work(5000 * kMs)});
    fifo.policy = Policy::Fifo;
    fifo.rtPriority = 10;
    scenario.task("n", {work(5000 * kMs)});
    const auto decision = firstDecision(scenario.run(1500).trace, "fifo");
    ASSERT_TRUE(decision && decision->otherwise);
    EXPECT_EQ(otherwiseText(*decision->otherwise),
              "rt_runtime_ns at least 951000000 (it is 950000000)");
}

TEST(WaitDecision, SaysNothingOfATunableWhereNoneDecided)
{
    Scenario scenario("cfs-6.1");
    scenario.task("n", {work(50 * kMs)});
    WorkloadTask& fifo = scenario.task("fifo", {sleepFor(5 * kMs), work(3 * kMs)});
    fifo.policy = Policy::Fifo;
    fifo.rtPriority = 10;
    fifo.startsRunnable = false;
    const auto decision = firstDecision(scenario.run(100).trace, "n");
    ASSERT_TRUE(decision);
    EXPECT_EQ(decision->reason, EndReason::ClassPreempt);
    EXPECT_FALSE(decision->otherwise);
}

TEST(WaitDecision, WhoRanInsteadAddsUpToEveryWaitExactly)
{
    for (const SchedulerPreset& preset : schedulers()) {
        Scenario scenario(std::string(preset.id), 3, 250);
        for (int i = 0; i < 9; ++i) {
            scenario.task("t" + std::to_string(i),
                          forever({work((3 + i) * kMs / 2), sleepFor((11 - i) * kMs / 3)}));
        }
        const Trace trace = scenario.run(400).trace;
        const auto settings = simulatedSettings(trace.info());
        ASSERT_TRUE(settings);
        for (const Wait& wait : findWaits(trace, {}).waits) {
            Nanoseconds sum{0};
            for (const RanInstead& run : ranInstead(trace, wait)) sum += run.time;
            ASSERT_EQ(sum, wait.length()) << preset.id;
            (void)waitDecision(trace, wait, *settings);
        }
    }
}

TEST(WaitDecision, MigrationsSayWhyAndByHowMuch)
{
    Scenario scenario("cfs-6.1", 2, 250);
    for (int i = 0; i < 2; ++i) scenario.task("hog", {work(400 * kMs)}).startCpu = 0;
    scenario.task("short", {work(20'500'000)}).startCpu = 1;
    scenario.input.scheduler.features["NI_RANDOM"] = false;
    const Trace trace = scenario.run(300).trace;
    ASSERT_FALSE(trace.migrations().empty());
    const Migration& moved = trace.migrations()[0];
    EXPECT_EQ(moved.cause, MigrationCause::Newidle);
    EXPECT_EQ(moved.level, 0);
    EXPECT_EQ(moved.imbalance, 1);
}

}  // namespace
}  // namespace resched

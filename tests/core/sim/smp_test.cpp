// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Several CPUs: where tasks start, wake and are moved to, under every CFS and EEVDF preset.
#include "support/simulation.h"
#include "topology/machine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace resched::test {
namespace {

std::vector<std::string> fairPresets()
{
    std::vector<std::string> ids;
    for (const SchedulerPreset& preset : schedulers()) {
        const bool isFair = preset.id.starts_with("cfs-") || preset.id.starts_with("eevdf-");
        if (isFair) ids.emplace_back(preset.id);
    }
    return ids;
}

class Smp : public testing::TestWithParam<std::string>
{
};
std::string presetName(const testing::TestParamInfo<std::string>& preset)
{
    std::string name = preset.param;
    for (char& c : name) c = c == '.' || c == '-' ? '_' : c;
    return name;
}
INSTANTIATE_TEST_SUITE_P(Presets, Smp, testing::ValuesIn(fairPresets()), presetName);

Scenario withHogs(const std::string& scheduler, int cpus, int count, int hz = 250)
{
    Scenario scenario(scheduler, cpus, hz);
    for (int i = 0; i < count; ++i) {
        scenario.task(std::string(1, static_cast<char>('A' + i)), {work(1'000'000 * kMs)});
    }
    return scenario;
}

// CPU time of a task on one CPU, in ns.
std::int64_t timeOn(const Trace& trace, std::string_view name, int cpu)
{
    std::int64_t sum = 0;
    for (const CpuSlice& slice : trace.cpus()[static_cast<std::size_t>(cpu)].slices) {
        if (trace.name(slice.task) == name) sum += slice.range().length().count();
    }
    return sum;
}

std::int64_t busyTime(const Trace& trace, int cpu)
{
    std::int64_t sum = 0;
    for (const CpuSlice& slice : trace.cpus()[static_cast<std::size_t>(cpu)].slices) {
        sum += slice.range().length().count();
    }
    return sum;
}

TEST_P(Smp, AsManyHogsAsCpusHaveOneEach)
{
    const auto result = withHogs(GetParam(), 4, 4).run(1000);
    for (int cpu = 0; cpu < 4; ++cpu) {
        // Before 2.6.25 tasks start where they are forked and are spread by balancing.
        EXPECT_GE(busyTime(result.trace, cpu), 980 * kMs) << cpu;
    }
}

TEST_P(Smp, ThreeHogsOnTwoCpusKeepBothBusyAndAllProgress)
{
    const auto result = withHogs(GetParam(), 2, 3).run(4000);
    for (int cpu = 0; cpu < 2; ++cpu) EXPECT_GE(busyTime(result.trace, cpu), 3990 * kMs);
    for (const char* name : {"A", "B", "C"}) {
        // Each would have 2667 ms; the generations differ in how evenly they rotate.
        EXPECT_GE(runTime(result.trace, name), 1400 * kMs) << name;
    }
    EXPECT_FALSE(result.trace.migrations().empty());
}

TEST_P(Smp, AffinityIsRespectedWhateverHappens)
{
    Scenario scenario(GetParam(), 4);
    scenario.task("pinned", forever({work(3 * kMs), sleepFor(2 * kMs)})).affinity =
        *CpuSet::parse("2");
    scenario.task("half", forever({work(2 * kMs), sleepFor(kMs)})).affinity = *CpuSet::parse("1-2");
    for (int i = 0; i < 5; ++i) scenario.task("hog", {work(1'000'000 * kMs)});
    const auto result = scenario.run(1000);
    for (int cpu : {0, 1, 3}) EXPECT_EQ(timeOn(result.trace, "pinned", cpu), 0) << cpu;
    for (int cpu : {0, 3}) EXPECT_EQ(timeOn(result.trace, "half", cpu), 0) << cpu;
    EXPECT_GT(timeOn(result.trace, "pinned", 2), 50 * kMs);
}

TEST_P(Smp, ATaskRunsOnOneCpuAtATime)
{
    Scenario scenario(GetParam(), 3);
    for (int i = 0; i < 4; ++i) {
        scenario.task(std::string(1, static_cast<char>('A' + i)),
                      forever({work((3 + i) * kMs), sleepFor((1 + i) * kMs)}));
    }
    const auto result = scenario.run(2000);
    std::vector<std::vector<TimeRange>> runs(result.trace.tasks().size());
    for (const CpuLane& lane : result.trace.cpus()) {
        Timestamp last = result.trace.begin();
        for (const CpuSlice& slice : lane.slices) {
            EXPECT_GE(slice.begin, last);
            last = slice.end;
            runs[index(slice.task)].push_back(slice.range());
        }
    }
    for (auto& ranges : runs) {
        std::ranges::sort(ranges, {}, &TimeRange::begin);
        for (std::size_t i = 1; i < ranges.size(); ++i) {
            ASSERT_LE(ranges[i - 1].end, ranges[i].begin);
        }
    }
}

TEST_P(Smp, TheTasksOfACpuThatGoesOfflineRunElsewhereAndComeBack)
{
    Scenario scenario = withHogs(GetParam(), 2, 2);
    WorkloadTask& admin =
        scenario.task("admin", {sleepFor(200 * kMs), step(StepKind::CpuOffline, 1),
                                sleepFor(200 * kMs), step(StepKind::CpuOnline, 1)});
    admin.policy = Policy::Fifo;
    admin.rtPriority = 50;
    const auto result = scenario.run(1500);
    std::int64_t offline = 0;
    for (const CpuSlice& slice : result.trace.cpus()[1].slices) {
        const TimeRange gone{timestamp(201 * kMs), timestamp(399 * kMs)};
        offline += clipped(slice.range(), gone).length().count();
    }
    EXPECT_EQ(offline, 0);
    // Back again, balancing fills it: nearly all of the last second.
    EXPECT_GE(busyTime(result.trace, 1), (200 + 800) * kMs);
}

TEST_P(Smp, TheSameSeedGivesTheSameSchedule)
{
    const auto run = [] {
        Scenario scenario(GetParam(), 4);
        scenario.input.machine = *findMachine("pack:2 l3:1 core:1 pu:2");
        for (int i = 0; i < 9; ++i) {
            scenario.task(std::string(1, static_cast<char>('A' + i)),
                          forever({work((2 + i) * kMs), sleepFor((9 - i) * kMs)}));
        }
        return slicesWithReasons(scenario.run(500).trace);
    };
    EXPECT_EQ(run(), run());
}

TEST_P(Smp, NoCpuIsIdleForLongWhileTasksWait)
{
    Scenario scenario(GetParam(), 4, 1000);
    for (int i = 0; i < 12; ++i) {
        scenario.task("t" + std::to_string(i), forever({work(7 * kMs), sleepFor(3 * kMs)}));
    }
    const auto result = scenario.run(2000);
    // Demand is over twice the machine; placement and balancing must keep it busy.
    for (int cpu = 0; cpu < 4; ++cpu) EXPECT_GE(busyTime(result.trace, cpu), 1880 * kMs) << cpu;
}

TEST(SmpGenerations, AForkStaysWithItsParentBefore2625)
{
    for (const auto& [scheduler, elsewhere] :
         {std::pair{"cfs-2.6.24", false}, {"cfs-2.6.31", true}, {"cfs-6.1", true}}) {
        Scenario scenario(scheduler, 2, 1000);
        scenario.task("parent", {work(kMs), step(StepKind::Fork, 1), work(20 * kMs)}).startCpu = 0;
        WorkloadTask& child = scenario.task("child", {work(kMs)});
        child.parent = 0;
        const auto result = scenario.run(30);
        EXPECT_EQ(timeOn(result.trace, "child", 1) > 0, elsewhere) << scheduler;
    }
}

// A waker that goes on, a sleeper whose CPU is taken, an idle CPU beside them.
std::int64_t latencyBesideAnIdleCpu(const char* scheduler)
{
    Scenario scenario(scheduler, 3, 1000);
    WorkloadTask& hog = scenario.task("hog", {work(1000 * kMs)});
    hog.startCpu = 0;
    hog.affinity = *CpuSet::parse("0");
    WorkloadTask& sleeper = scenario.task("sleeper", {sleepFor(10 * kMs), work(2 * kMs)});
    sleeper.startCpu = 0;
    sleeper.policy = Policy::Batch;  // it does not preempt
    sleeper.startsRunnable = false;
    const auto result = scenario.run(60);
    const auto woken = std::ranges::find_if(result.trace.wakeups(), [&](const Wakeup& wakeup) {
        return wakeup.kind == EventKind::Wakeup && result.trace.name(wakeup.task) == "sleeper";
    });
    if (woken == result.trace.wakeups().end()) return INT64_MAX;
    for (const CpuLane& lane : result.trace.cpus()) {
        for (const CpuSlice& slice : lane.slices) {
            if (slice.task == woken->task && slice.begin >= woken->time) {
                return (slice.begin - woken->time).count();
            }
        }
    }
    return INT64_MAX;
}

TEST(SmpGenerations, OnlyNewerKernelsLookForAnIdleCpuAtAWakeup)
{
    EXPECT_GT(latencyBesideAnIdleCpu("cfs-2.6.31"), 0);
    EXPECT_EQ(latencyBesideAnIdleCpu("cfs-2.6.35"), 0);
    EXPECT_EQ(latencyBesideAnIdleCpu("cfs-6.1"), 0);
}

// CPU 1 runs out of work while two tasks share CPU 0.
std::int64_t idleUntilPull(const char* scheduler, const char* topology)
{
    Scenario scenario(scheduler, 2, 1000);
    scenario.input.machine = *findMachine(topology);
    scenario.input.machine.hz = 1000;
    scenario.input.machine.shared.clear();
    for (int i = 0; i < 2; ++i) scenario.task("long", {work(400 * kMs)}).startCpu = 0;
    scenario.task("short", {work(20'500'000)}).startCpu = 1;
    const auto result = scenario.run(300);
    for (const CpuSlice& slice : result.trace.cpus()[1].slices) {
        if (result.trace.name(slice.task) == "long") return nanoseconds(slice.begin) - 20'500'000;
    }
    return INT64_MAX;
}

TEST(SmpGenerations, In2631ACpuThatGoesIdlePullsFromItsOwnCoreAlone)
{
    EXPECT_EQ(idleUntilPull("cfs-2.6.31", "pack:1 l2:1 core:1 pu:2"), 0);
    EXPECT_GT(idleUntilPull("cfs-2.6.31", "pack:1 l2:1 core:2 pu:1"), 0);
    EXPECT_EQ(idleUntilPull("cfs-2.6.32", "pack:1 l2:1 core:2 pu:1"), 0);
    EXPECT_LT(idleUntilPull("cfs-2.6.31", "pack:1 l2:1 core:2 pu:1"), 70 * kMs);
}

}  // namespace
}  // namespace resched::test

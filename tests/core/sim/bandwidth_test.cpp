// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Quotas of groups: what a group gets in each period, what it overruns and pays back, and that
// nobody outside of it is held back.
#include "sim/random.h"
#include "support/simulation.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace resched::test {
namespace {

class Bandwidth : public testing::TestWithParam<const char*>
{
};
INSTANTIATE_TEST_SUITE_P(Presets, Bandwidth,
                         testing::Values("cfs-6.1", "eevdf-6.6", "eevdf-6.12", "eevdf-6.18"));

int addGroup(Scenario& scenario, std::int64_t quota, std::int64_t period, int parent = -1)
{
    scenario.workload.groups.push_back({.name = "g",
                                        .parent = parent,
                                        .quota = Nanoseconds{quota},
                                        .period = Nanoseconds{period}});
    return static_cast<int>(scenario.workload.groups.size()) - 1;
}

// One hog in a group, alone on a CPU with aligned ticks.
Scenario loneHog(const std::string& preset, int hz, std::int64_t quota, std::int64_t period)
{
    Scenario scenario(preset, 1, hz);
    scenario.input.tickPhase = Nanoseconds{0};
    scenario.task("A", {work(1'000'000 * kMs)}).group = addGroup(scenario, quota, period);
    return scenario;
}

TEST_P(Bandwidth, AHogRunsItsQuotaAndWaitsForThePeriod)
{
    // HZ=1000, 20 ms of each 50: slices of 5 ms, all of them used up at 20 ms, which the tick at
    // 20 ms sees.
    const Trace trace = loneHog(GetParam(), 1000, 20 * kMs, 50 * kMs).run(150).trace;
    EXPECT_EQ(picksText(trace), "A@0 -@20 A@50 -@70 A@100");
    EXPECT_EQ(trace.cpus()[0].slices[0].reason, EndReason::Throttled);
    const Decision& why = trace.cpus()[0].decisions[0];
    EXPECT_EQ(why.value, 20 * kMs);
    EXPECT_EQ(why.limit, 20 * kMs);
}

TEST_P(Bandwidth, WhatATickOverrunsIsPaidFromTheNextPeriod)
{
    // HZ=250, 10 ms of each 40: the tick at 12 ms stops it, 2 ms too late. It owes 2 ms and the
    // nanosecond with which it starts anew, so of the next 10 ms it gets 8: at 48 ms the tick finds
    // them used up exactly. From then on nothing is owed.
    const Trace trace = loneHog(GetParam(), 250, 10 * kMs, 40 * kMs).run(160).trace;
    EXPECT_EQ(picksText(trace), "A@0 -@12 A@40 -@48 A@80 -@92 A@120");
}

TEST_P(Bandwidth, OneQuotaIsSharedByAllCpus)
{
    Scenario scenario(GetParam(), 4, 1000);
    const int group = addGroup(scenario, 100 * kMs, 100 * kMs);
    for (const char* name : {"A", "B", "C", "D"}) {
        scenario.task(name, {work(1'000'000 * kMs)}).group = group;
    }
    const Trace trace = scenario.run(2000).trace;
    std::int64_t total = 0;
    for (const char* name : {"A", "B", "C", "D"}) total += runTime(trace, name);
    // 100 ms a period, give or take a tick on each CPU at the end.
    EXPECT_NEAR(static_cast<double>(total), 2000.0 * kMs, 4.0 * kMs);
}

TEST_P(Bandwidth, TimeThatTheGroupMayNotUseGoesToTheOthers)
{
    Scenario scenario(GetParam(), 1, 1000);
    scenario.task("A", {work(1'000'000 * kMs)}).group = addGroup(scenario, 10 * kMs, 100 * kMs);
    scenario.task("out", {work(1'000'000 * kMs)});
    const Trace trace = scenario.run(2000).trace;
    EXPECT_NEAR(static_cast<double>(runTime(trace, "A")), 200.0 * kMs, 2.0 * kMs);
    EXPECT_EQ(runTime(trace, "A") + runTime(trace, "out"), 2000 * kMs);
}

TEST_P(Bandwidth, AParentsQuotaBindsItsChildren)
{
    Scenario scenario(GetParam(), 2, 1000);
    const int outer = addGroup(scenario, 20 * kMs, 100 * kMs);
    const int inner = addGroup(scenario, 90 * kMs, 100 * kMs, outer);
    scenario.task("A", {work(1'000'000 * kMs)}).group = inner;
    scenario.task("B", {work(1'000'000 * kMs)}).group = outer;
    const Trace trace = scenario.run(2000).trace;
    EXPECT_NEAR(static_cast<double>(runTime(trace, "A") + runTime(trace, "B")), 400.0 * kMs,
                3.0 * kMs);
    EXPECT_GT(runTime(trace, "A"), 100 * kMs);
    EXPECT_GT(runTime(trace, "B"), 100 * kMs);
}

TEST_P(Bandwidth, AQuotaThatIsNotUsedUpChangesNothing)
{
    const auto text = [](std::int64_t quota) {
        Scenario scenario(GetParam(), 1, 1000);
        scenario.workload.groups.push_back({.name = "g", .quota = Nanoseconds{quota}});
        scenario.task("A", forever({work(2 * kMs), sleepFor(5 * kMs)})).group = 0;
        scenario.task("B", forever({work(3 * kMs), sleepFor(4 * kMs)})).group = 0;
        scenario.task("out", {work(1'000'000 * kMs)});
        return slicesWithReasons(scenario.run(500).trace);
    };
    EXPECT_EQ(text(-1), text(100 * kMs));
}

TEST_P(Bandwidth, AThrottledTaskCanBePinnedElsewhereAndItsCpuCanGo)
{
    Scenario scenario(GetParam(), 2, 1000);
    WorkloadTask& a = scenario.task("A", {work(1'000'000 * kMs)});
    a.group = addGroup(scenario, 10 * kMs, 100 * kMs);
    a.startCpu = 1;
    WorkloadTask& admin =
        scenario.task("admin", {sleepFor(50 * kMs), step(StepKind::CpuOffline, 1),
                                sleepFor(200 * kMs), step(StepKind::CpuOnline, 1)});
    admin.startCpu = 0;
    admin.startsRunnable = false;
    const SimulationResult result = scenario.run(1000);
    EXPECT_NEAR(static_cast<double>(runTime(result.trace, "A")), 100.0 * kMs, 11.0 * kMs);
    EXPECT_TRUE(result.trace.diagnostics().all().empty());
}

TEST_P(Bandwidth, NoGroupEverGetsMoreThanItsQuota)
{
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        Random random(seed, 7);
        const auto below = [&](int bound) {
            return static_cast<int>(random.below(static_cast<std::uint64_t>(bound)));
        };
        const int cpus = 1 + below(4);
        Scenario scenario(GetParam(), cpus, below(2) == 0 ? 250 : 1000);
        scenario.input.seed = seed;
        const std::int64_t period = (5 + below(120)) * kMs;
        const std::int64_t quota = std::max(kMs, period * (1 + below(10)) / 10);
        const int group = addGroup(scenario, quota, period);
        const int inner = addGroup(scenario, std::max(kMs, quota / 2), period, group);
        std::vector<std::string> inside;
        std::vector<std::string> nested;
        const int count = 1 + below(8);
        for (int i = 0; i < count; ++i) {
            const std::string name = "t" + std::to_string(i);
            WorkloadTask& task =
                scenario.task(name, forever({work(1 + below(20 * static_cast<int>(kMs))),
                                             sleepFor(1 + below(5 * static_cast<int>(kMs)))}));
            task.nice = below(40) - 20;
            const int where = below(3);
            if (where < 2) inside.push_back(name);
            if (where == 1) nested.push_back(name);
            task.group = where == 0 ? group : where == 1 ? inner : -1;
        }
        const std::int64_t length = 10 * period;
        const SimulationResult result = scenario.run(length / kMs);
        EXPECT_EQ(result.note, "") << seed;
        EXPECT_TRUE(result.trace.diagnostics().all().empty()) << seed;
        const auto total = [&](const std::vector<std::string>& names) {
            std::int64_t sum = 0;
            for (const std::string& name : names) sum += runTime(result.trace, name);
            return sum;
        };
        const std::int64_t overrun = cpus * (1'000'000'000 / scenario.input.machine.hz + kMs);
        EXPECT_LE(total(inside), 10 * quota + overrun) << seed;
        EXPECT_LE(total(nested), 10 * std::max(kMs, quota / 2) + overrun) << seed;
    }
}

TEST(BandwidthCheck, SaysWhyAQuotaIsRefused)
{
    const auto refusal = [](const char* preset, std::int64_t quota, std::int64_t period) {
        Scenario scenario(preset);
        scenario.task("A", {work(kMs)}).group = addGroup(scenario, quota, period);
        scenario.input.workload = std::make_shared<const Workload>(scenario.workload);
        NoProgress progress;
        const auto result = simulate(scenario.input, progress);
        return result ? std::string() : describe(result.error());
    };
    EXPECT_EQ(refusal("cfs-6.1", 10 * kMs, 100 * kMs), "");
    EXPECT_NE(refusal("cfs-2.6.31", 10 * kMs, 100 * kMs).find("cfs-2.6.31 does not know"),
              std::string::npos);
    EXPECT_NE(refusal("cfs-6.1", kMs / 2, 100 * kMs).find("quota of 500000 ns"), std::string::npos);
    EXPECT_NE(refusal("cfs-6.1", kMs, 2000 * kMs).find("1 ms to 1 s"), std::string::npos);
}

}  // namespace
}  // namespace resched::test

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/simulation.h"

#include <gtest/gtest.h>

namespace resched::test {
namespace {

constexpr double kSecond = 1e9;

// Two tasks in group 0 and one in group 1, all hogs.
Scenario groupedHogs(const std::string& scheduler, int firstShares, int secondShares)
{
    Scenario scenario(scheduler);
    scenario.workload.groups.push_back({.name = "g1", .shares = firstShares});
    scenario.workload.groups.push_back({.name = "g2", .shares = secondShares});
    scenario.task("A", {work(1'000'000 * kMs)}).group = 0;
    scenario.task("B", {work(1'000'000 * kMs)}).group = 0;
    scenario.task("C", {work(1'000'000 * kMs)}).group = 1;
    return scenario;
}

class Groups : public testing::TestWithParam<const char*>
{
};

TEST_P(Groups, ShareByTheGroupAndThenByTheTask)
{
    const Trace trace = groupedHogs(GetParam(), 1024, 1024).run(10'000).trace;
    EXPECT_NEAR(static_cast<double>(runTime(trace, "A")), 2.5 * kSecond, 0.03 * kSecond);
    EXPECT_NEAR(static_cast<double>(runTime(trace, "B")), 2.5 * kSecond, 0.03 * kSecond);
    EXPECT_NEAR(static_cast<double>(runTime(trace, "C")), 5.0 * kSecond, 0.03 * kSecond);
}

TEST_P(Groups, FollowTheirShares)
{
    const Trace trace = groupedHogs(GetParam(), 1024, 3072).run(10'000).trace;
    EXPECT_NEAR(static_cast<double>(runTime(trace, "C")), 7.5 * kSecond, 0.05 * kSecond);
}

TEST_P(Groups, NestAndLeaveAnIdleGroupsTimeToTheOthers)
{
    Scenario scenario(GetParam());
    scenario.workload.groups.push_back({.name = "outer"});
    scenario.workload.groups.push_back({.name = "inner", .parent = 0, .shares = 1024});
    scenario.task("root", {work(1'000'000 * kMs)});
    scenario.task("outer", {work(1'000'000 * kMs)}).group = 0;
    scenario.task("inner", forever({work(5 * kMs), sleepFor(500 * kMs)})).group = 1;
    const Trace trace = scenario.run(10'000).trace;
    const auto inner = static_cast<double>(runTime(trace, "inner"));
    EXPECT_NEAR(inner, 0.098 * kSecond, 0.008 * kSecond);
    EXPECT_NEAR(static_cast<double>(runTime(trace, "root")), 5.0 * kSecond, 0.06 * kSecond);
    EXPECT_TRUE(trace.diagnostics().all().empty());
}

TEST_P(Groups, DivideTheirSharesAmongCpus)
{
    // The group's two tasks sit on CPU 0 and 1; its shares are split, so a task outside that shares
    // CPU 0 with one of them gets twice as much.
    Scenario scenario(GetParam(), 2);
    scenario.workload.groups.push_back({.name = "g"});
    CpuSet first;
    first.add(CpuId{0});
    CpuSet second;
    second.add(CpuId{1});
    WorkloadTask& a = scenario.task("A", {work(1'000'000 * kMs)});
    a.group = 0;
    a.affinity = first;
    WorkloadTask& b = scenario.task("B", {work(1'000'000 * kMs)});
    b.group = 0;
    b.affinity = second;
    scenario.task("out", {work(1'000'000 * kMs)}).affinity = first;
    const Trace trace = scenario.run(9'000).trace;
    EXPECT_NEAR(static_cast<double>(runTime(trace, "out")), 6.0 * kSecond, 0.1 * kSecond);
    EXPECT_NEAR(static_cast<double>(runTime(trace, "A")), 3.0 * kSecond, 0.1 * kSecond);
    EXPECT_NEAR(static_cast<double>(runTime(trace, "B")), 9.0 * kSecond, 0.01 * kSecond);
}

INSTANTIATE_TEST_SUITE_P(Presets, Groups,
                         testing::Values("cfs-2.6.31", "cfs-2.6.35", "cfs-6.1", "eevdf-6.6",
                                         "eevdf-6.12", "eevdf-6.18"));

}  // namespace
}  // namespace resched::test

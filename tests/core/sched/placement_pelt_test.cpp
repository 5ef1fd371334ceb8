// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sched/group_stats.h"
#include "sched/placement.h"
#include "smp_fixture.h"

#include <gtest/gtest.h>

namespace resched {
namespace {

using test::TestMachine;
using enum PlacementReason;

TEST(PlacementPelt, ManyToManyWakersAreWide)
{
    EXPECT_TRUE(isWide(100, 10, 8));
    EXPECT_TRUE(isWide(10, 100, 8));
    EXPECT_FALSE(isWide(70, 10, 8));
    EXPECT_FALSE(isWide(100, 7, 8));
}

TEST(PlacementPelt, FlipsCountChangesOfTheWakeeAndFadeByTheSecond)
{
    WakeeHistory history;
    history.record(1, timestamp(0));
    history.record(1, timestamp(10));
    history.record(2, timestamp(20));
    history.record(1, timestamp(30));
    EXPECT_EQ(history.flips, 3U);
    history.record(1, timestamp(1'000'000'031));
    EXPECT_EQ(history.flips, 1U);
}

TEST(PlacementPelt, ABusyCacheIsSearchedLess)
{
    EXPECT_EQ(idleScanLimit(512 * 16, 16, 117), 10);
    EXPECT_EQ(idleScanLimit(0, 16, 117), 16);
    EXPECT_EQ(idleScanLimit(1024 * 16, 16, 117), 0);
}

TEST(PlacementPelt, AnIdlePreviousCpuOfTheSameCacheWins)
{
    TestMachine machine("l3:1 core:4 pu:1", "cfs-6.1");
    machine.load(0, 1);
    EXPECT_EQ(placeOnWake(machine.view(), {.prev = 1}, {.cpu = 0}), (Placement{1, IdlePrevious}));
}

TEST(PlacementPelt, ASyncWakerAloneOnItsCpuPullsTheTask)
{
    TestMachine machine("l3:1 core:2 pu:1", "cfs-6.1");
    machine.load(0, 1);
    machine.load(1, 1);
    const PlacedTask task{.prev = 1, .loadAvg = 200};
    EXPECT_EQ(placeOnWake(machine.view(), task, {.cpu = 0, .sync = true}),
              (Placement{0, PlacementReason::Waker, 2}));
    EXPECT_EQ(placeOnWake(machine.view(), task, {.cpu = 0, .sync = true, .isExiting = true}),
              (Placement{1, Previous, 2}));
}

TEST(PlacementPelt, AnInterruptOnAnIdleCpuPullsFromABusyOne)
{
    TestMachine machine("l3:1 core:2 pu:1", "cfs-6.1");
    machine.load(1, 1);
    EXPECT_EQ(placeOnWake(machine.view(), {.prev = 1}, {.cpu = 0}), (Placement{0, IdleTarget}));
}

TEST(PlacementPelt, TheRecentCpuIsTriedBeforeTheSearch)
{
    TestMachine machine("l3:1 core:4 pu:1", "cfs-6.1");
    machine.load(0, 1);
    machine.load(1, 1);
    EXPECT_EQ(placeOnWake(machine.view(), {.prev = 1, .recentUsedCpu = 3}, {.cpu = 1}),
              (Placement{3, IdleRecent}));
    EXPECT_EQ(placeOnWake(machine.view(), {.prev = 1}, {.cpu = 1}), (Placement{2, IdleCpu, 1}));
}

TEST(PlacementPelt, TheSearchBeginsBehindTheTargetAndWraps)
{
    TestMachine machine("l3:1 core:4 pu:1", "cfs-6.1");
    for (int cpu = 1; cpu < 4; ++cpu) machine.load(cpu, 1);
    EXPECT_EQ(placeOnWake(machine.view(), {.prev = 2}, {.cpu = 2}), (Placement{0, IdleCpu, 2}));
    machine.llcs[0].nrIdleScan = 1;  // too busy to look further than CPU 3
    EXPECT_EQ(placeOnWake(machine.view(), {.prev = 2}, {.cpu = 2}), (Placement{2, Previous, 1}));
    machine.rules.sisUtil = false;
    EXPECT_EQ(placeOnWake(machine.view(), {.prev = 2}, {.cpu = 2}).cpu, 0);
}

TEST(PlacementPelt, AnIdleCoreIsPreferredWhileOneIsKnown)
{
    TestMachine machine("l3:1 core:3 pu:2", "cfs-6.1");
    for (int cpu : {0, 1, 2}) machine.load(cpu, 1);
    machine.llcs[0].hasIdleCores = true;
    EXPECT_EQ(placeOnWake(machine.view(), {.prev = 0}, {.cpu = 0}), (Placement{4, IdleCore, 3}));
    machine.load(5, 1);  // the mark is stale now: the first idle CPU seen, and the mark goes
    EXPECT_EQ(placeOnWake(machine.view(), {.prev = 0}, {.cpu = 0}).cpu, 3);
    EXPECT_FALSE(machine.llcs[0].hasIdleCores);
}

TEST(PlacementPelt, WithoutAnIdleCoreTheSiblingOfThePreviousCpuIsNext)
{
    TestMachine machine("l3:1 core:2 pu:2", "cfs-6.1");
    machine.load(0, 1);
    machine.load(2, 1);
    EXPECT_EQ(placeOnWake(machine.view(), {.prev = 2}, {.cpu = 2}), (Placement{3, IdleSibling}));
}

TEST(PlacementPelt, ACoreThatGoesIdleIsNoted)
{
    TestMachine machine("l3:1 core:2 pu:2", "cfs-6.1");
    machine.load(1, 1);
    noteIdle(machine.view(), 0);
    EXPECT_FALSE(machine.llcs[0].hasIdleCores);
    machine.load(1, 0);
    noteIdle(machine.view(), 1);
    EXPECT_TRUE(machine.llcs[0].hasIdleCores);
}

TEST(PlacementPelt, CpusOfSchedIdleTasksCountAsIdle)
{
    TestMachine machine("l3:1 core:2 pu:1", "cfs-6.1");
    machine.load(0, 1);
    machine.load(1, 1);
    machine.cpu(1).idlePolicyRunning = 1;
    EXPECT_EQ(placeOnWake(machine.view(), {.prev = 1}, {.cpu = 0}), (Placement{1, IdlePrevious}));
}

TEST(PlacementPelt, WeightDecidesBetweenBusyCpus)
{
    TestMachine machine("l3:2 core:2 pu:1", "cfs-6.1");
    for (int cpu = 0; cpu < 4; ++cpu) machine.load(cpu, 1);
    machine.load(2, 3);
    // (1024 + 200) 100 against (3072 - 200) 108.
    EXPECT_EQ(placeOnWake(machine.view(), {.prev = 2, .loadAvg = 200}, {.cpu = 0}).cpu, 0);
    machine.load(2, 1);
    EXPECT_EQ(placeOnWake(machine.view(), {.prev = 2, .loadAvg = 200}, {.cpu = 0}).cpu, 2);
    machine.load(2, 3);
    machine.rules.waWeight = false;
    EXPECT_EQ(placeOnWake(machine.view(), {.prev = 2, .loadAvg = 200}, {.cpu = 0}).cpu, 2);
}

TEST(PlacementPelt, AForkGoesToTheGroupWithMoreIdleCpus)
{
    TestMachine machine("l3:2 core:2 pu:1", "cfs-6.1");
    machine.load(0, 1);
    machine.cpu(2).idleSince = timestamp(10);
    machine.cpu(3).idleSince = timestamp(20);
    const Placement child = placeOnSpread(machine.view(), {.prev = 0}, 0, SpreadReason::Fork);
    EXPECT_EQ(child.cpu, 3);  // idle for the shortest time
    EXPECT_EQ(child.reason, Idlest);
}

TEST(PlacementPelt, AForkStaysInAGroupWithAsManyIdleCpus)
{
    TestMachine machine("l3:2 core:2 pu:1", "cfs-6.1");
    machine.load(0, 1);
    machine.load(2, 1);
    EXPECT_EQ(placeOnSpread(machine.view(), {.prev = 0}, 0, SpreadReason::Fork).cpu, 1);
}

TEST(PlacementPelt, FewTasksStayOnTheirNode)
{
    TestMachine machine("numa:2 l3:2 core:4 pu:1", "cfs-6.1");
    machine.load(0, 1);
    EXPECT_LT(placeOnSpread(machine.view(), {.prev = 0}, 0, SpreadReason::Fork).cpu, 8);
    for (int cpu = 0; cpu < 4; ++cpu) machine.load(cpu, 1);
    EXPECT_GE(placeOnSpread(machine.view(), {.prev = 0}, 0, SpreadReason::Fork).cpu, 8);
}

TEST(PlacementPelt, ATaskThatExecsDoesNotCountItself)
{
    TestMachine machine("l3:1 core:2 pu:1", "cfs-6.1");
    machine.load(0, 1);
    machine.load(1, 1);
    const PlacedTask task{
        .prev = 0, .loadAvg = 1024, .utilAvg = 1024, .runnableAvg = 1024, .isQueued = true};
    EXPECT_EQ(placeOnSpread(machine.view(), task, 0, SpreadReason::Exec).cpu, 0);
    machine.load(0, 2);
    machine.load(1, 0);
    EXPECT_EQ(placeOnSpread(machine.view(), task, 0, SpreadReason::Exec).cpu, 1);
}

TEST(GroupStats, ClassifyByUtilisationAndRunnableTime)
{
    GroupStats stats;
    CpuState cpu{.idle = false, .nrRunning = 2, .fairRunning = 2};
    cpu.utilAvg = 800;
    cpu.runnableAvg = 900;
    stats.add(cpu);
    stats.classify(117);
    EXPECT_EQ(stats.type, GroupType::HasSpare);
    stats.util = 876;
    stats.classify(117);
    EXPECT_EQ(stats.type, GroupType::Overloaded);
    stats.util = 800;
    stats.runnable = 1200;
    stats.classify(117);
    EXPECT_EQ(stats.type, GroupType::Overloaded);
    stats.nrRunning = 1;
    stats.util = 900;
    stats.runnable = 900;
    stats.classify(117);
    EXPECT_EQ(stats.type, GroupType::FullyBusy);
}

}  // namespace
}  // namespace resched

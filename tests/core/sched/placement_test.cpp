// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sched/placement.h"

#include "smp_fixture.h"

#include <gtest/gtest.h>

#include <tuple>

namespace resched {
namespace {

using test::TestMachine;

// The domain of two CPUs, number 0 the waker's and 1 the previous one.
bool accepts(TestMachine& machine, int here, int there, bool sync)
{
    machine.load(0, here);
    machine.load(1, there);
    const Domain& domain = *machine.tree.domains(0)[0].domain;
    return wakeAffine(machine.view(), domain, {.prev = 1}, {.cpu = 0, .sync = sync});
}

TEST(Placement, HalvesADomainsTolerance)
{
    for (const auto& [pct, half] : {std::tuple{125, 112}, {110, 105}, {117, 108}}) {
        Domain domain;
        domain.parameters.imbalancePct = pct;
        EXPECT_EQ(halfImbalance(domain), half);
    }
}

TEST(Placement, WakeAffineOf2631WeighsBothCpus)
{
    TestMachine machine("core:2 pu:1", "cfs-2.6.31");
    EXPECT_FALSE(accepts(machine, 1, 0, false));
    EXPECT_TRUE(accepts(machine, 1, 0, true));
    EXPECT_FALSE(accepts(machine, 1, 1, false));
    EXPECT_TRUE(accepts(machine, 1, 1, true));
    EXPECT_TRUE(accepts(machine, 1, 2, false));
    EXPECT_FALSE(accepts(machine, 2, 2, false));
}

TEST(Placement, WakeAffineOf2632AcceptsACpuThatBecomesEmpty)
{
    TestMachine machine("core:2 pu:1", "cfs-2.6.32");
    EXPECT_TRUE(accepts(machine, 1, 0, true));
    EXPECT_FALSE(accepts(machine, 1, 0, false));
}

TEST(Placement, LongOverlapsCancelASyncWakeupUpTo2634)
{
    TestMachine machine("core:2 pu:1", "cfs-2.6.31");
    machine.load(0, 1);
    machine.load(1, 1);
    const Domain& domain = *machine.tree.domains(0)[0].domain;
    const PlacedTask longSleeper{.prev = 1, .avgOverlap = Nanoseconds{600'000}};
    EXPECT_FALSE(wakeAffine(machine.view(), domain, longSleeper, {.cpu = 0, .sync = true}));
    TestMachine later("core:2 pu:1", "cfs-2.6.35");
    later.load(0, 1);
    later.load(1, 1);
    EXPECT_TRUE(wakeAffine(later.view(), *later.tree.domains(0)[0].domain, longSleeper,
                           {.cpu = 0, .sync = true}));
}

TEST(Placement, PassiveBalancingOf2631PullsToAMuchLessLoadedWaker)
{
    TestMachine machine("core:2 pu:1", "cfs-2.6.31");
    machine.load(0, 2);
    machine.load(1, 3);  // 100 x 3072 <= 112 x 3072: affine
    EXPECT_EQ(placeOnWake(machine.view(), {.prev = 1}, {.cpu = 0}).cpu, 0);
    machine.rules.affineWakeups = false;  // 112 x 2048 <= 100 x 3072 remains
    EXPECT_EQ(placeOnWake(machine.view(), {.prev = 1}, {.cpu = 0}).cpu, 0);
    machine.load(1, 2);
    EXPECT_EQ(placeOnWake(machine.view(), {.prev = 1}, {.cpu = 0}).cpu, 1);
}

TEST(Placement, No2631WakeupSearchesForAnIdleCpu)
{
    TestMachine machine("l2:1 core:4 pu:1", "cfs-2.6.31");
    machine.load(0, 1);
    machine.load(1, 1);
    EXPECT_EQ(placeOnWake(machine.view(), {.prev = 1}, {.cpu = 1}),
              (Placement{1, PlacementReason::Previous}));
    TestMachine old("l2:1 core:4 pu:1", "cfs-2.6.23");
    old.load(0, 1);
    old.load(1, 1);
    const Placement found = placeOnWake(old.view(), {.prev = 1}, {.cpu = 1});
    EXPECT_EQ(found.cpu, 2);  // wake_idle() through MC
    EXPECT_EQ(found.reason, PlacementReason::IdleCpu);
}

TEST(Placement, A2632WakeupTakesTheWakersCpuOrThePrevious)
{
    TestMachine machine("l2:1 core:4 pu:1", "cfs-2.6.32");
    machine.load(0, 1);
    machine.load(1, 1);
    EXPECT_EQ(placeOnWake(machine.view(), {.prev = 1}, {.cpu = 0}).cpu, 1);
    EXPECT_EQ(placeOnWake(machine.view(), {.prev = 1}, {.cpu = 0, .sync = true}).cpu, 0);
}

TEST(Placement, A2635WakeupTakesTheLowestIdleCpuOfTheCache)
{
    TestMachine machine("l2:1 core:4 pu:1", "cfs-2.6.35");
    machine.load(0, 1);
    machine.load(1, 1);
    machine.load(2, 1);
    const Placement found = placeOnWake(machine.view(), {.prev = 1}, {.cpu = 0});
    EXPECT_EQ(found.cpu, 3);
    EXPECT_EQ(found.reason, PlacementReason::IdleCpu);
    machine.load(1, 0);
    EXPECT_EQ(placeOnWake(machine.view(), {.prev = 1}, {.cpu = 0}),
              (Placement{1, PlacementReason::IdlePrevious}));
}

TEST(Placement, A2635WakeupStaysWithinTheCache)
{
    TestMachine machine("l2:2 core:2 pu:1", "cfs-2.6.35");
    machine.load(0, 1);
    machine.load(1, 1);
    EXPECT_EQ(placeOnWake(machine.view(), {.prev = 1}, {.cpu = 0}).cpu, 1);
}

TEST(Placement, ForksStayWithTheParentBefore2625)
{
    for (const char* scheduler : {"cfs-2.6.23", "cfs-2.6.24"}) {
        TestMachine machine("core:2 pu:1", scheduler);
        machine.load(0, 3);
        EXPECT_EQ(placeOnSpread(machine.view(), {.prev = 0}, 0, SpreadReason::Fork).cpu, 0);
    }
    TestMachine machine("core:2 pu:1", "cfs-2.6.25");
    machine.load(0, 1);
    EXPECT_EQ(placeOnSpread(machine.view(), {.prev = 0}, 0, SpreadReason::Fork),
              (Placement{1, PlacementReason::Idlest, 2}));
}

TEST(Placement, AForkLeavesAGroupThatTiesAtNothing)
{
    // 100 x 0 < 112 x 0 is false, so local does not win although the CPU is as free as the other.
    TestMachine machine("core:2 pu:1", "cfs-2.6.31");
    EXPECT_EQ(placeOnSpread(machine.view(), {.prev = 0}, 0, SpreadReason::Fork).cpu, 1);
}

TEST(Placement, AForkGoesToTheIdlestGroupAndThereToTheIdlestCpu)
{
    TestMachine machine("l2:2 core:2 pu:1", "cfs-2.6.32");
    machine.load(0, 2);
    machine.load(1, 1);
    machine.load(2, 1);
    EXPECT_EQ(placeOnSpread(machine.view(), {.prev = 0}, 0, SpreadReason::Fork).cpu, 3);
    EXPECT_EQ(placeOnSpread(machine.view(), {.prev = 0}, 0, SpreadReason::Exec).cpu, 3);
}

TEST(Placement, AForkStaysWhereTheDifferenceIsSmall)
{
    TestMachine machine("core:2 pu:1", "cfs-2.6.31");
    machine.load(0, 10);
    machine.load(1, 10);
    machine.cpu(0).weight = 10 * 1024;
    EXPECT_EQ(placeOnSpread(machine.view(), {.prev = 0}, 0, SpreadReason::Fork).cpu, 0);
}

TEST(Placement, NeverLeavesTheAffinityMask)
{
    const CpuMask mask = *CpuSet::parse("2-3");
    for (const SchedulerPreset& preset : schedulers()) {
        TestMachine machine("l2:2 core:2 pu:1", preset.id);
        machine.load(2, 1);
        machine.load(3, 2);
        for (int waker = 0; waker < 4; ++waker) {
            for (int prev = 0; prev < 4; ++prev) {
                const PlacedTask task{.prev = prev, .allowed = &mask};
                EXPECT_GE(placeOnWake(machine.view(), task, {.cpu = waker}).cpu, 2) << preset.id;
                EXPECT_GE(placeOnSpread(machine.view(), task, prev, SpreadReason::Fork).cpu, 2)
                    << preset.id;
            }
        }
    }
}

TEST(Placement, OfflineCpusAreAvoidedEvenAgainstTheMask)
{
    const CpuMask mask = *CpuSet::parse("1");
    TestMachine machine("core:2 pu:1", "cfs-6.1");
    machine.cpu(1).online = false;
    EXPECT_EQ(placeOnWake(machine.view(), {.prev = 1, .allowed = &mask}, {.cpu = 0}).cpu, 0);
}

TEST(CpuLoad, AveragesFollowTheLoadOverOneToSixteenTicks)
{
    CpuState cpu;
    cpu.weight = 1024;
    updateCpuLoad(cpu, SmpGeneration::V2_6_28);
    EXPECT_EQ(cpu.cpuLoad, (std::array<std::int64_t, 5>{1024, 512, 256, 128, 64}));
    for (int i = 0; i < 200; ++i) updateCpuLoad(cpu, SmpGeneration::V2_6_28);
    EXPECT_EQ(cpu.cpuLoad, (std::array<std::int64_t, 5>{1024, 1024, 1024, 1024, 1024}));

    CpuState unrounded;  // 2.6.23 stops short of the load
    unrounded.weight = 1023;
    for (int i = 0; i < 200; ++i) updateCpuLoad(unrounded, SmpGeneration::V2_6_23);
    EXPECT_LT(unrounded.cpuLoad[4], 1023);
}

TEST(CpuLoad, GuessesLowForSourcesAndHighForTargets)
{
    TestMachine machine("core:2 pu:1", "cfs-2.6.31");
    machine.cpu(0).weight = 1024;
    machine.cpu(0).cpuLoad = {500, 400, 300, 200, 100};
    EXPECT_EQ(sourceLoad(machine.view(), 0, 2), 400);
    EXPECT_EQ(targetLoad(machine.view(), 0, 2), 1024);
    EXPECT_EQ(sourceLoad(machine.view(), 0, 0), 1024);
    machine.rules.lbBias = false;
    EXPECT_EQ(sourceLoad(machine.view(), 0, 2), 1024);
}

TEST(CpuPower, OfAThreadIsItsShareOfTheCoreLessRealTime)
{
    EXPECT_EQ(cpuPower(1, Nanoseconds{0}, Nanoseconds{0}), 1024);
    EXPECT_EQ(cpuPower(2, Nanoseconds{0}, Nanoseconds{0}), 589);
    EXPECT_NEAR(cpuPower(1, Nanoseconds{250'000'000}, Nanoseconds{0}), 512, 1);
    EXPECT_EQ(cpuPower(1, Nanoseconds{900'000'000}, Nanoseconds{0}), 1);
}

}  // namespace
}  // namespace resched

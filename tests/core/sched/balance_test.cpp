// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sched/balance.h"

#include "smp_fixture.h"

#include <gtest/gtest.h>

namespace resched {
namespace {

using test::TestMachine;
constexpr Nanoseconds kLongAgo{1'000'000'000};

BalanceQuery queryFor(TestMachine& machine, int cpu, CpuIdleType idle, std::size_t level = 0)
{
    return {.cpu = cpu, .domain = &machine.tree.domains(cpu)[level], .idle = idle};
}

// Nice-0 hogs that have waited for long; the first is running.
std::vector<Movable> hogs(int count)
{
    std::vector<Movable> tasks(static_cast<std::size_t>(count),
                               {.loadAvg = 1024, .util = 512, .sinceRan = kLongAgo});
    if (count > 0) tasks[0].isRunning = true;
    return tasks;
}

TEST(Balance, ThreeHogsOnTwoCpusRotateIn2631)
{
    for (const char* scheduler : {"cfs-2.6.31", "cfs-2.6.35"}) {
        TestMachine machine("core:2 pu:1", scheduler);
        machine.load(0, 3);
        const auto toIdle = queryFor(machine, 1, CpuIdleType::Idle);
        const auto first = findBusiest(machine.view(), toIdle);
        ASSERT_TRUE(first) << scheduler;
        EXPECT_EQ(first->from, 0);
        EXPECT_EQ(first->amount, 1536);
        EXPECT_EQ(first->averageLoad, 1536);
        const auto moved = selectTasks(machine.view(), toIdle, *first, hogs(3));
        EXPECT_EQ(moved.moved, (std::vector<std::size_t>{1, 2})) << scheduler;

        machine.load(0, 1);
        machine.load(1, 2);
        const auto back = queryFor(machine, 0, CpuIdleType::Busy);
        const auto second = findBusiest(machine.view(), back);
        ASSERT_TRUE(second) << scheduler;
        EXPECT_EQ(second->amount, 1024);
        EXPECT_EQ(selectTasks(machine.view(), back, *second, hogs(2)).moved,
                  std::vector<std::size_t>{1});
    }
}

TEST(Balance, EvenLoadsAreBalanced)
{
    for (const SchedulerPreset& preset : schedulers()) {
        TestMachine machine("core:2 pu:1", preset.id);
        machine.load(0, 2);
        machine.load(1, 2);
        EXPECT_FALSE(findBusiest(machine.view(), queryFor(machine, 1, CpuIdleType::Busy)))
            << preset.id;
        machine.load(0, 1);
        machine.load(1, 0);
        EXPECT_FALSE(findBusiest(machine.view(), queryFor(machine, 1, CpuIdleType::Idle)))
            << preset.id;
    }
}

TEST(Balance, ACpuGoingIdlePullsOneTask)
{
    TestMachine machine("core:2 pu:1", "cfs-2.6.35");
    machine.load(0, 3);
    const auto query = queryFor(machine, 1, CpuIdleType::NewlyIdle);
    const auto pull = findBusiest(machine.view(), query);
    ASSERT_TRUE(pull);
    EXPECT_EQ(selectTasks(machine.view(), query, *pull, hogs(3)).moved,
              std::vector<std::size_t>{1});
}

TEST(Balance, AnUnevenGroupIsBusyIn2631AlthoughItHoldsFewTasks)
{
    // Two CPUs a group that count as one: {0,1} has four tasks on CPU 0, {2,3} one on each.
    TestMachine machine("l2:2 core:2 pu:1", "cfs-2.6.31");
    machine.load(0, 4);
    machine.load(2, 1);
    machine.load(3, 0);
    const auto pull = findBusiest(machine.view(), queryFor(machine, 3, CpuIdleType::Idle, 1));
    ASSERT_TRUE(pull);
    EXPECT_EQ(pull->from, 0);
}

TEST(Balance, AHotTaskStaysUntilAttemptsHaveFailed)
{
    TestMachine machine("core:2 pu:1", "cfs-2.6.31");
    machine.load(0, 2);
    auto query = queryFor(machine, 1, CpuIdleType::Idle);
    const auto pull = findBusiest(machine.view(), query);
    ASSERT_TRUE(pull);
    auto tasks = hogs(2);
    tasks[1].sinceRan = Nanoseconds{499'999};
    EXPECT_TRUE(selectTasks(machine.view(), query, *pull, tasks).moved.empty());
    query.failed = 2;
    EXPECT_EQ(selectTasks(machine.view(), query, *pull, tasks).moved.size(), 1U);
    query.failed = 0;
    tasks[1].sinceRan = Nanoseconds{500'000};
    EXPECT_EQ(selectTasks(machine.view(), query, *pull, tasks).moved.size(), 1U);
    tasks[1].isBuddy = true;
    EXPECT_TRUE(selectTasks(machine.view(), query, *pull, tasks).moved.empty());
}

TEST(Balance, SaysWhenAffinityPinsEverything)
{
    TestMachine machine("core:2 pu:1", "cfs-6.1");
    machine.load(0, 2);
    const auto query = queryFor(machine, 1, CpuIdleType::Idle);
    const auto pull = findBusiest(machine.view(), query);
    ASSERT_TRUE(pull);
    auto tasks = hogs(2);
    for (Movable& task : tasks) task.isAllowed = false;
    EXPECT_TRUE(selectTasks(machine.view(), query, *pull, tasks).allPinned);
    tasks[1].isAllowed = true;
    EXPECT_FALSE(selectTasks(machine.view(), query, *pull, tasks).allPinned);
}

TEST(Balance, FirstIdleCpuOfTheGroupBalancesElseTheFirst)
{
    TestMachine machine("l2:2 core:2 pu:1", "cfs-6.1");
    const auto balances = [&](int cpu) {
        return shouldBalance(machine.view(), queryFor(machine, cpu, CpuIdleType::Idle, 1));
    };
    EXPECT_TRUE(balances(0));
    EXPECT_FALSE(balances(1));
    machine.load(0, 1);
    EXPECT_FALSE(balances(0));
    EXPECT_TRUE(balances(1));
    machine.load(1, 1);
    EXPECT_TRUE(balances(0));
    EXPECT_TRUE(shouldBalance(machine.view(), queryFor(machine, 1, CpuIdleType::NewlyIdle, 1)));
}

TEST(Balance, From612AFullyIdleCoreBalancesFirst)
{
    TestMachine machine("pack:2 l3:1 core:2 pu:2", "eevdf-6.12");
    machine.load(0, 1);
    const std::size_t package = machine.tree.domains(1).size() - 1;
    EXPECT_FALSE(shouldBalance(machine.view(), queryFor(machine, 1, CpuIdleType::Idle, package)));
    EXPECT_TRUE(shouldBalance(machine.view(), queryFor(machine, 2, CpuIdleType::Idle, package)));
    TestMachine old("pack:2 l3:1 core:2 pu:2", "cfs-6.1");
    old.load(0, 1);
    EXPECT_TRUE(shouldBalance(old.view(), queryFor(old, 1, CpuIdleType::Idle, package)));
}

TEST(BalancePelt, AnIdleCpuTakesOneOfTwoHogs)
{
    TestMachine machine("l3:1 core:4 pu:1", "cfs-6.1");
    machine.load(0, 2);
    const auto query = queryFor(machine, 1, CpuIdleType::Idle);
    const auto pull = findBusiest(machine.view(), query);
    ASSERT_TRUE(pull);
    EXPECT_EQ(pull->from, 0);
    EXPECT_EQ(pull->kind, PullKind::Tasks);
    EXPECT_EQ(pull->amount, 1);
    EXPECT_EQ(pull->busiestType, GroupType::Overloaded);
    EXPECT_EQ(selectTasks(machine.view(), query, *pull, hogs(2)).moved,
              std::vector<std::size_t>{1});

    machine.cpu(0).utilAvg = 875;  // just started: overloaded by runnable time all the same
    EXPECT_EQ(findBusiest(machine.view(), query)->amount, 1);
}

TEST(BalancePelt, FiveHogsOnFourCpusRotateAfterTwoFailures)
{
    TestMachine machine("l3:1 core:4 pu:1", "cfs-6.1");
    machine.load(0, 2);
    for (int cpu : {1, 2, 3}) machine.load(cpu, 1);
    auto query = queryFor(machine, 1, CpuIdleType::Busy);
    const auto pull = findBusiest(machine.view(), query);
    ASSERT_TRUE(pull);
    EXPECT_EQ(pull->kind, PullKind::Load);
    EXPECT_EQ(pull->amount, 256);
    EXPECT_EQ(pull->averageLoad, 1280);
    for (const int failed : {0, 1}) {
        query.failed = failed;
        EXPECT_TRUE(selectTasks(machine.view(), query, *pull, hogs(2)).moved.empty()) << failed;
    }
    query.failed = 2;
    EXPECT_EQ(selectTasks(machine.view(), query, *pull, hogs(2)).moved.size(), 1U);
}

TEST(BalancePelt, AnotherCacheIsRelievedByUtilisation)
{
    TestMachine machine("l3:2 core:2 pu:1", "cfs-6.1");
    machine.load(0, 2);
    machine.load(1, 2);
    const auto query = queryFor(machine, 2, CpuIdleType::Idle, 1);
    const auto pull = findBusiest(machine.view(), query);
    ASSERT_TRUE(pull);
    EXPECT_EQ(pull->kind, PullKind::Util);
    EXPECT_EQ(pull->amount, 2048);
}

TEST(BalancePelt, SpareGroupsOfDifferentCachesEvenOutTheirTasks)
{
    TestMachine machine("l3:2 core:4 pu:1", "cfs-6.1");
    for (int cpu : {0, 1, 2}) machine.load(cpu, 1);
    const auto query = queryFor(machine, 4, CpuIdleType::Idle, 1);
    const auto pull = findBusiest(machine.view(), query);
    ASSERT_TRUE(pull);  // MC prefers siblings: three against none
    EXPECT_EQ(pull->kind, PullKind::Tasks);
    EXPECT_EQ(pull->amount, 1);
}

TEST(BalancePelt, TwoTasksMayStayOnANode)
{
    TestMachine machine("numa:2 l3:2 core:4 pu:1", "cfs-6.1");
    machine.load(0, 1);
    machine.load(4, 1);
    EXPECT_FALSE(findBusiest(machine.view(), queryFor(machine, 8, CpuIdleType::Idle, 2)));
}

TEST(BalancePelt, ACoreWithTwoTasksGivesOneToAnIdleCoreFrom612)
{
    TestMachine machine("l3:1 core:2 pu:2", "eevdf-6.12");
    machine.load(0, 1);
    machine.load(1, 1);
    const auto query = queryFor(machine, 2, CpuIdleType::Idle, 1);
    const auto pull = findBusiest(machine.view(), query);
    ASSERT_TRUE(pull);
    EXPECT_EQ(pull->busiestType, GroupType::SmtBalance);
    EXPECT_EQ(pull->amount, 1);
}

TEST(BalancePelt, NeverTakesTheLastTask)
{
    TestMachine machine("l3:1 core:2 pu:1", "cfs-6.1");
    machine.load(0, 1);
    std::vector<Movable> one{{.sinceRan = kLongAgo}};
    EXPECT_TRUE(selectTasks(machine.view(), queryFor(machine, 1, CpuIdleType::Idle),
                            {.kind = PullKind::Tasks, .amount = 1}, one)
                    .moved.empty());
}

TEST(BalancePelt, From618LaggingTasksWaitOnTheirQueue)
{
    TestMachine machine("l3:1 core:2 pu:1", "eevdf-6.18");
    machine.load(0, 3);
    machine.load(1, 1);
    auto query = queryFor(machine, 1, CpuIdleType::Busy);
    auto tasks = hogs(3);
    tasks[1].isEligible = false;
    const Pull pull{.from = 0, .kind = PullKind::Tasks, .amount = 1};
    EXPECT_EQ(selectTasks(machine.view(), query, pull, tasks).moved, std::vector<std::size_t>{2});
    query.failed = 1;
    EXPECT_EQ(selectTasks(machine.view(), query, pull, tasks).moved, std::vector<std::size_t>{1});
    tasks[1].isDelayed = true;
    EXPECT_EQ(selectTasks(machine.view(), query, pull, tasks).moved, std::vector<std::size_t>{2});
}

TEST(BalancePelt, KeepsTheSearchLimitOfTheCacheUpToDate)
{
    TestMachine machine("l3:1 core:4 pu:1", "cfs-6.1");
    for (int cpu : {0, 1, 2, 3}) machine.load(cpu, 1);
    findBusiest(machine.view(), queryFor(machine, 0, CpuIdleType::Busy));
    EXPECT_EQ(machine.llcs[0].nrIdleScan, 0);
    for (int cpu : {0, 1, 2, 3}) machine.load(cpu, 0);
    findBusiest(machine.view(), queryFor(machine, 0, CpuIdleType::NewlyIdle));
    EXPECT_EQ(machine.llcs[0].nrIdleScan, 0);  // not when newly idle
    findBusiest(machine.view(), queryFor(machine, 0, CpuIdleType::Idle));
    EXPECT_EQ(machine.llcs[0].nrIdleScan, 4);
}

TEST(BalanceTiming, IntervalsAreWhatTheKernelsUse)
{
    TestMachine old("core:2 pu:1", "cfs-2.6.31");
    const Domain& cpuLevel = *old.tree.domains(0)[0];
    SmpRules rules = old.rules;
    rules.hz = 1000;
    const auto ms = [](Nanoseconds time) { return time.count() / 1'000'000; };
    EXPECT_EQ(ms(balanceInterval(rules, cpuLevel, {.interval = 1}, true, 2)), 64);
    EXPECT_EQ(ms(balanceInterval(rules, cpuLevel, {.interval = 4}, true, 2)), 256);
    EXPECT_EQ(ms(balanceInterval(rules, cpuLevel, {.interval = 1}, false, 2)), 1);

    TestMachine modern("l3:1 core:8 pu:1", "cfs-6.1");
    const Domain& mc = *modern.tree.domains(0)[0];
    EXPECT_EQ(ms(balanceInterval(modern.rules, mc, {.interval = 8}, true, 8)), 124);
    EXPECT_EQ(ms(balanceInterval(modern.rules, mc, {.interval = 8}, false, 8)), 8);
}

TEST(BalanceTiming, FailuresLeadToActiveBalance)
{
    TestMachine machine("core:2 pu:1", "cfs-2.6.31");
    machine.load(0, 2);
    const auto query = queryFor(machine, 1, CpuIdleType::Idle);
    DomainState state;
    const Pull pull{.from = 0};
    for (int i = 0; i < 3; ++i) EXPECT_FALSE(noteFailure(machine.view(), query, pull, state)) << i;
    EXPECT_TRUE(noteFailure(machine.view(), query, pull, state));
    noteActive(machine.view(), state, **query.domain);
    EXPECT_EQ(state.failed, 2);
    EXPECT_EQ(state.interval, 2);
    noteMoved(state, **query.domain);
    EXPECT_EQ(state.failed, 0);
    EXPECT_EQ(state.interval, 1);
}

TEST(BalanceTiming, AfterNewidleNothingIsCountedBut2635)
{
    for (const auto& [scheduler, counted] :
         {std::pair{"cfs-2.6.31", 0}, {"cfs-2.6.35", 1}, {"cfs-2.6.36", 0}, {"cfs-6.1", 0}}) {
        TestMachine machine("core:2 pu:1", scheduler);
        machine.load(0, 2);
        DomainState state;
        noteFailure(machine.view(), queryFor(machine, 1, CpuIdleType::NewlyIdle), {.from = 0},
                    state);
        EXPECT_EQ(state.failed, counted) << scheduler;
    }
}

TEST(BalanceTiming, ABalancedDomainIsLookedAtLessOften)
{
    TestMachine machine("core:2 pu:1", "cfs-2.6.31");
    const Domain& domain = *machine.tree.domains(0)[0];
    DomainState state;
    for (int i = 0; i < 10; ++i) {
        noteBalanced(machine.view(), state, domain, CpuIdleType::Idle, false);
    }
    EXPECT_EQ(state.interval, 4);
    for (int i = 0; i < 10; ++i) {
        noteBalanced(machine.view(), state, domain, CpuIdleType::Idle, true);
    }
    EXPECT_EQ(state.interval, 512);  // all tasks pinned
}

TEST(BalanceTiming, AvgIdleMovesByAnEighthUpToItsCap)
{
    EXPECT_EQ(nextAvgIdle(Nanoseconds{800}, Nanoseconds{0}, Nanoseconds{1000}).count(), 700);
    EXPECT_EQ(nextAvgIdle(Nanoseconds{0}, Nanoseconds{80'000}, Nanoseconds{1000}).count(), 1000);
}

TEST(BalanceTiming, ABusyCpuWakesABalancerForTheIdleOnes)
{
    TestMachine machine("l3:1 core:2 pu:1", "cfs-6.1");
    machine.load(0, 1);
    EXPECT_FALSE(kicksNohzBalancer(machine.view(), 0, 1));
    EXPECT_TRUE(kicksNohzBalancer(machine.view(), 0, 2));
    machine.load(0, 2);
    EXPECT_TRUE(kicksNohzBalancer(machine.view(), 0, 1));
    machine.load(0, 1);
    machine.cpu(0).capacity = 700;  // an interrupt or a real-time task takes the rest
    EXPECT_TRUE(kicksNohzBalancer(machine.view(), 0, 1));
}

}  // namespace
}  // namespace resched

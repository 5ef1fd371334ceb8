// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The futex hash table, its queues and what walking them costs; condition variables on it.
#include "sim/futex_table.h"
#include "support/simulation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <string_view>

namespace resched::test {
namespace {

using testing::ElementsAre;

// Tasks that wait for futexes, by name and priority.
struct Waiters
{
    SimTask& add(char name, int rtPriority)
    {
        SimTask& task = tasks.emplace_back(1, tasks.size());
        task.sched.policy = rtPriority > 0 ? SchedPolicy::Fifo : SchedPolicy::Normal;
        task.sched.rtPriority = rtPriority;
        task.tid = Tid{name};
        return task;
    }

    std::deque<SimTask> tasks;
};

std::string order(const PriorityList& list)
{
    std::string names;
    for (const SimTask& task : list.nodes()) names += static_cast<char>(number(task.tid));
    return names;
}

std::vector<std::int64_t> addAll(PriorityList& list, Waiters& waiters,
                                 std::initializer_list<std::pair<char, int>> arrivals)
{
    std::vector<std::int64_t> visits;
    for (const auto& [name, prio] : arrivals) {
        SimTask& task = waiters.add(name, 0);
        task.futexPrio = prio;
        visits.push_back(list.add(task));
    }
    return visits;
}

TEST(PriorityList, SortsByPriorityAndCountsTheNodesItVisits)
{
    Waiters waiters;
    PriorityList list;
    EXPECT_THAT(addAll(list, waiters, {{'a', 5}, {'b', 3}, {'c', 5}, {'d', 1}, {'e', 3}}),
                ElementsAre(0, 1, 2, 1, 2));
    EXPECT_EQ(order(list), "dbeac");
    list.clear();
}

TEST(PriorityList, TheNextOfALevelTakesThePlaceOfItsFirst)
{
    Waiters waiters;
    PriorityList list;
    addAll(list, waiters, {{'a', 5}, {'b', 3}, {'c', 5}, {'d', 1}, {'e', 3}});
    list.remove(waiters.tasks[1]);
    EXPECT_EQ(order(list), "deac");
    EXPECT_THAT(list.levels(), ElementsAre(1, 3, 5));
    list.remove(waiters.tasks[4]);
    EXPECT_THAT(list.levels(), ElementsAre(1, 5));
    list.clear();
}

TEST(PriorityList, RequeueingInOrderVisitsTheLevelsThatAreThere)
{
    Waiters waiters;
    PriorityList list;
    EXPECT_THAT(addAll(list, waiters, {{'d', 1}, {'b', 3}, {'e', 3}, {'a', 5}, {'c', 5}}),
                ElementsAre(0, 1, 2, 2, 3));
    list.clear();
}

// A sorted queue of `levels` priorities with `each` waiters at one.
std::int64_t visitsOfRequeue(int levels, int each)
{
    Waiters waiters;
    FutexTable table({.queue = FutexModel::Queue::NormalPrio}, 2);
    for (int level = 0; level < levels; ++level) {
        for (int i = 0; i < each; ++i) table.wait(0, waiters.add('w', 99 - level), 0);
    }
    const std::int64_t expected = table.visitsToRequeue(0, 1, 0);
    const std::int64_t before = table.visits();
    table.requeue(0, 1);
    EXPECT_EQ(table.visits() - before, expected);
    EXPECT_EQ(table.waiters(1), levels * each);
    return expected;
}

TEST(FutexTable, VisitsOfARequeueFollowTheFormula)
{
    EXPECT_EQ(visitsOfRequeue(1, 1000), 999);
    EXPECT_EQ(visitsOfRequeue(10, 100), 5490);
    EXPECT_EQ(visitsOfRequeue(99, 10), 10 * 99 * 100 / 2 - 99);
}

TEST(FutexTable, AListWakesInOrderOfArrivalAndVisitsNothing)
{
    Waiters waiters;
    FutexTable table({.queue = FutexModel::Queue::List}, 2);
    for (const auto& [name, prio] : {std::pair{'a', 10}, std::pair{'b', 50}}) {
        table.wait(0, waiters.add(name, prio), 0);
    }
    EXPECT_EQ(table.visits(), 0);
    EXPECT_EQ(table.take(0), &waiters.tasks[0]);
    EXPECT_EQ(table.take(0), &waiters.tasks[1]);
    EXPECT_EQ(table.take(0), nullptr);
}

TEST(FutexTable, APriorityListPutsAllNormalTasksIntoTheLastLevel)
{
    Waiters waiters;
    FutexTable table({.queue = FutexModel::Queue::NormalPrio}, 1);
    table.wait(0, waiters.add('a', 0), 118);
    table.wait(0, waiters.add('b', 0), 115);
    table.wait(0, waiters.add('c', 10), 89);
    EXPECT_EQ(table.take(0), &waiters.tasks[2]);
    EXPECT_EQ(table.take(0), &waiters.tasks[0]);
    EXPECT_EQ(table.take(0), &waiters.tasks[1]);
}

TEST(FutexTable, TheDynamicPriorityOrdersNormalTasksToo)
{
    Waiters waiters;
    FutexTable table({.queue = FutexModel::Queue::DynamicPrio}, 1);
    table.wait(0, waiters.add('a', 0), 118);
    table.wait(0, waiters.add('b', 0), 115);
    EXPECT_EQ(table.take(0), &waiters.tasks[1]);
    EXPECT_EQ(table.take(0), &waiters.tasks[0]);
}

TEST(FutexTable, AWakePassesTheWaitersOfOthersInItsBucket)
{
    Waiters waiters;
    FutexTable table({.queue = FutexModel::Queue::List, .buckets = 1}, 2);
    table.wait(0, waiters.add('a', 0), 120);
    table.wait(0, waiters.add('b', 0), 120);
    table.wait(1, waiters.add('c', 0), 120);
    EXPECT_EQ(table.visitsToTake(0), 0);
    EXPECT_EQ(table.visitsToTake(1), 2);
    EXPECT_EQ(table.take(1), &waiters.tasks[2]);
    table.requeue(0, 1);
    EXPECT_EQ(table.waiters(1), 2);
    EXPECT_EQ(table.take(1), &waiters.tasks[0]);
}

TEST(FutexTable, ABucketLockIsTakenInOrderOfArrival)
{
    FutexTable table({}, 1);
    EXPECT_EQ(table.lockBucket(0, 100, 10), 0);
    EXPECT_EQ(table.lockBucket(0, 105, 10), 5);
    EXPECT_EQ(table.lockBucket(0, 106, 10), 14);
    EXPECT_EQ(table.lockBucket(0, 200, 10), 0);
}

// --- in a run ---

// Three threads wait on a condition, then a controller broadcasts; each works 1 ms with the mutex.
Scenario broadcast(FutexModel model, int cpus)
{
    Scenario scenario("cfs-6.1", cpus);
    scenario.workload.futexModel = model;
    scenario.workload.mutexes.resize(1);
    scenario.workload.conditions.push_back("c");
    for (const char* name : {"A", "B", "C"}) {
        scenario.task(name, {step(StepKind::Lock), step(StepKind::CondWait), work(kMs),
                             step(StepKind::Unlock)});
    }
    scenario.task("X", {sleepFor(10 * kMs), step(StepKind::CondBroadcast)});
    return scenario;
}

std::size_t wakeups(const Trace& trace, Timestamp from)
{
    std::size_t count = 0;
    for (const Wakeup& wakeup : trace.wakeups()) {
        if (wakeup.kind == EventKind::Wakeup && wakeup.time >= from) ++count;
    }
    return count;
}

TEST(Conditions, ABroadcastWakesAllAndTheyCompeteForTheMutex)
{
    const Trace trace = broadcast({.broadcast = FutexModel::Broadcast::WakeAll}, 4).run(50).trace;
    EXPECT_EQ(runTime(trace, "A") + runTime(trace, "B") + runTime(trace, "C"), 3 * kMs);
    // X's own, three at once, and two that found the mutex taken.
    EXPECT_EQ(wakeups(trace, trace.begin() + Nanoseconds{10 * kMs}), 6U);
}

TEST(Conditions, ABroadcastOf2007WakesOneAndLetsTheOthersWaitForTheMutex)
{
    const Trace trace = broadcast({.broadcast = FutexModel::Broadcast::Requeue}, 4).run(50).trace;
    EXPECT_EQ(runTime(trace, "A") + runTime(trace, "B") + runTime(trace, "C"), 3 * kMs);
    EXPECT_EQ(wakeups(trace, trace.begin() + Nanoseconds{10 * kMs}), 4U);
}

TEST(Conditions, AMutexThatInheritsMakesTheBroadcastWakeAll)
{
    Scenario scenario = broadcast({.broadcast = FutexModel::Broadcast::Requeue}, 4);
    scenario.workload.mutexes[0].protocol = LockProtocol::Inherit;
    const Trace trace = scenario.run(50).trace;
    EXPECT_EQ(wakeups(trace, trace.begin() + Nanoseconds{10 * kMs}), 6U);
}

TEST(Futexes, AComparedWaitOfAChangedValueDoesNotBlock)
{
    Scenario scenario("cfs-6.1");
    scenario.workload.futexes.push_back("f");
    scenario.task("A",
                  {step(StepKind::FutexSet, 0, 3), step(StepKind::FutexWait, 0, 2, Step::kCompare),
                   work(kMs), step(StepKind::FutexWait, 0, 3, Step::kCompare), work(kMs)});
    const SimulationResult result = scenario.run(20);
    EXPECT_EQ(picksText(result.trace), "A@0");
    EXPECT_EQ(result.note, "deadlock: 1 task waits for ever, A for futex f");
}

TEST(Futexes, AComparedRequeueOfAChangedValueMovesNobody)
{
    const auto requeue = [](std::int64_t value) {
        Scenario scenario("cfs-6.1");
        scenario.workload.futexes = {"f", "g"};
        scenario.task("A", {step(StepKind::FutexWait), work(kMs)});
        scenario.task("B", {sleepFor(kMs), step(StepKind::FutexSet, 0, 5),
                            step(StepKind::FutexRequeue, 0, 1 | (value << 48), Step::kCompare),
                            step(StepKind::FutexWake, 1, 1)});
        return runTime(scenario.run(20).trace, "A");
    };
    EXPECT_EQ(requeue(5), kMs);
    EXPECT_EQ(requeue(4), 0);
}

TEST(Futexes, AWakeOpClearsTheOtherFutexAndWakesThereOnlyWhenItWasContended)
{
    const auto run = [](std::int64_t value) {
        Scenario scenario("cfs-6.1");
        scenario.workload.futexes = {"f", "g"};
        scenario.task("A", {step(StepKind::FutexWait, 0), work(kMs)});
        scenario.task("B", {step(StepKind::FutexWait, 1), work(kMs)});
        scenario.task("X", {sleepFor(kMs), step(StepKind::FutexSet, 1, value),
                            step(StepKind::FutexWakeOp, 0,
                                 1 | (std::int64_t{1} << 32) | (std::int64_t{1} << 48))});
        const Trace trace = scenario.run(20).trace;
        return std::pair(runTime(trace, "A"), runTime(trace, "B"));
    };
    EXPECT_EQ(run(2), std::pair(kMs, kMs));
    EXPECT_EQ(run(1), std::pair(kMs, std::int64_t{0}));
}

TEST(Futexes, WaitingAndWakingCostWhatTheMachineSays)
{
    Scenario scenario("cfs-6.1");
    scenario.workload.futexes.push_back("f");
    scenario.input.machine.costs.syscall = Nanoseconds{100};
    scenario.input.machine.costs.futexWait = Nanoseconds{1000};
    scenario.input.machine.costs.futexWake = Nanoseconds{2000};
    scenario.task("A", {step(StepKind::FutexWait), work(kMs)});
    scenario.task("B", {sleepFor(kMs), step(StepKind::FutexWake, 0, 1)});
    const Trace trace = scenario.run(20).trace;
    EXPECT_EQ(runTime(trace, "A"), kMs + 1100);
    EXPECT_EQ(runTime(trace, "B"), 2100 + 100);
}

TEST(Futexes, ATaskSpinsForABucketLockThatAnotherHolds)
{
    Scenario scenario("cfs-6.1", 2);
    scenario.workload.futexes.push_back("f");
    scenario.input.machine.costs.futexWait = Nanoseconds{10'000};
    scenario.task("A", {step(StepKind::FutexWait)}).affinity.add(CpuId{0});
    scenario.task("B", {work(4'000), step(StepKind::FutexWait)}).affinity.add(CpuId{1});
    const Trace trace = scenario.run(20).trace;
    EXPECT_EQ(runTime(trace, "A"), 10'000);
    EXPECT_EQ(runTime(trace, "B"), 4'000 + 6'000 + 10'000);
}

// --- priority inversion ---

Scenario inversion(LockProtocol protocol)
{
    Scenario scenario("cfs-6.1");
    scenario.workload.mutexes.push_back({.name = "m", .protocol = protocol});
    const auto fifo = [&](const char* name, int priority, std::vector<Step> program) {
        WorkloadTask& task = scenario.task(name, std::move(program));
        task.policy = Policy::Fifo;
        task.rtPriority = priority;
    };
    fifo("L", 10, {step(StepKind::Lock), work(30 * kMs), step(StepKind::Unlock)});
    fifo("M", 50, {sleepFor(5 * kMs), work(100 * kMs)});
    fifo("H", 90,
         {sleepFor(10 * kMs), step(StepKind::Lock), work(20 * kMs), step(StepKind::Unlock)});
    return scenario;
}

TEST(PriorityInversions, InheritanceLetsTheHolderFinish)
{
    const SimulationResult result = inversion(LockProtocol::Inherit).run(200);
    EXPECT_EQ(picksText(result.trace), "H@0 M@0 L@0 M@5 H@10 L@10 H@35 M@55 L@150");
    EXPECT_TRUE(result.inversions.empty());
}

TEST(PriorityInversions, AreFoundAndTheirCauseIsNamed)
{
    const SimulationResult result = inversion(LockProtocol::None).run(200);
    EXPECT_EQ(picksText(result.trace), "H@0 M@0 L@0 M@5 H@10 M@10 L@105 H@130 L@150");
    ASSERT_EQ(result.inversions.size(), 1U);
    const PriorityInversion& found = result.inversions[0];
    EXPECT_EQ(result.trace.name(found.victim), "H");
    EXPECT_EQ(result.trace.name(found.holder), "L");
    EXPECT_EQ(result.trace.name(found.cause), "M");
    EXPECT_EQ(found.mutex, "m");
    EXPECT_EQ(found.waited, Nanoseconds{120 * kMs});
    EXPECT_EQ(found.inverted, Nanoseconds{95 * kMs});
}

// H waits for M's mutex, M for L's: L runs for H, and each loses the boost with the mutex.
TEST(PriorityInversions, ABoostGoesAlongTheChainOfOwners)
{
    Scenario scenario("cfs-6.1");
    scenario.workload.mutexes.push_back({.name = "a", .protocol = LockProtocol::Inherit});
    scenario.workload.mutexes.push_back({.name = "b", .protocol = LockProtocol::Inherit});
    const auto fifo = [&](const char* name, int priority, std::vector<Step> program) {
        WorkloadTask& task = scenario.task(name, std::move(program));
        task.policy = Policy::Fifo;
        task.rtPriority = priority;
    };
    const auto lock = [](std::uint32_t mutex) { return step(StepKind::Lock, mutex); };
    const auto unlock = [](std::uint32_t mutex) { return step(StepKind::Unlock, mutex); };
    fifo("L", 10, {lock(0), work(30 * kMs), unlock(0)});
    fifo("M", 50, {sleepFor(5 * kMs), lock(1), lock(0), work(10 * kMs), unlock(0), unlock(1)});
    fifo("X", 70, {sleepFor(6 * kMs), work(100 * kMs)});
    fifo("H", 90, {sleepFor(10 * kMs), lock(1), work(5 * kMs), unlock(1)});
    EXPECT_EQ(picksText(scenario.run(200).trace),
              "H@0 X@0 M@0 L@0 M@5 L@5 X@6 H@10 L@10 M@34 H@44 X@49 M@145 L@145");
}

}  // namespace
}  // namespace resched::test

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// States between decisions that were worked out by hand: fair clock and wait_runtime of 2.6.23,
// buddies and the second tick rule, V, lag limits, protection and delayed dequeue of EEVDF.
#include "sched/eevdf_class.h"
#include "sched/scheduler.h"
#include "support/simulation.h"

#include <gtest/gtest.h>

#include <deque>
#include <string>

namespace resched {
namespace {

using test::kMs;

// One CPU whose clock the test moves.
class Cpu
{
public:
    explicit Cpu(const std::string& version, int cpus = 1, int hz = 1000)
        : scheduler_(fairRules(*resolve({.scheduler = version}, cpus), hz), uniformTopology(1),
                     nullptr)
    {}

    RunQueue& rq() { return scheduler_.rq(0); }
    CfsRunQueue& cfs() { return rq().cfs; }
    Scheduler& scheduler() { return scheduler_; }
    EevdfClass& eevdf() { return dynamic_cast<EevdfClass&>(scheduler_.fair()); }
    void at(std::int64_t now) { rq().clock = now; }

    SchedTask& task(int nice = 0)
    {
        SchedTask& added = tasks_.emplace_back();
        added.id = static_cast<std::uint32_t>(tasks_.size() - 1);
        added.nice = nice;
        scheduler_.initTask(added, 0);
        return added;
    }
    SchedTask& queued(int nice = 0)
    {
        SchedTask& added = task(nice);
        scheduler_.activate(rq(), added, {.restore = true});
        return added;
    }
    // A waiting entity of EEVDF, which is ordered by deadline, to that vruntime.
    void place(SchedTask& task, std::int64_t vruntime)
    {
        cfs().weightedSum += static_cast<Int128>(vruntime - task.se.vruntime) * task.se.load.weight;
        task.se.vruntime = vruntime;
    }
    // The same in CFS, which is ordered by vruntime.
    void placeCfs(SchedTask& task, std::int64_t vruntime)
    {
        cfs().timeline.erase(cfs().timeline.iterator_to(task.se));
        task.se.vruntime = task.se.key = vruntime;
        cfs().timeline.insert(task.se);
    }

private:
    std::deque<SchedTask> tasks_;
    Scheduler scheduler_;
};

// With t = 2^32 the product is the inverse itself.
TEST(WorkedArithmetic, InverseOfAQueuesLoadOf1024)
{
    const LoadWeight load{.weight = 1024, .inverse = 0};
    const std::int64_t delta = std::int64_t{1} << 22;
    EXPECT_EQ(scaled(Arithmetic::Rounded, delta, 1024, load), 4194304);
    EXPECT_EQ(scaled(Arithmetic::RoundedUp, delta, 1024, load), 4190212);
    EXPECT_EQ(scaled(Arithmetic::Truncated, delta, 1024, load), 4194303);
}

TEST(WorkedWaitRuntime, OfTwoHogsMovesHalfAMillisecondATick)
{
    Cpu cpu("cfs-2.6.23");
    SchedTask& a = cpu.queued();
    SchedTask& b = cpu.queued();
    ASSERT_EQ(cpu.scheduler().schedule(cpu.rq()), &a);
    for (int k = 1; k <= 5; ++k) {
        cpu.at(k * kMs);
        cpu.scheduler().tick(cpu.rq());
        EXPECT_EQ(cpu.cfs().fairClock, 1 + k * kMs / 2);
        EXPECT_EQ(a.se.waitRuntime, -k * kMs / 2);
        EXPECT_EQ(a.se.key, 1 + k * kMs);
        EXPECT_EQ(b.se.key, 1);
        EXPECT_FALSE(cpu.rq().needResched) << k;
    }
    cpu.at(6 * kMs);
    cpu.scheduler().tick(cpu.rq());
    EXPECT_TRUE(cpu.rq().needResched);
    ASSERT_EQ(cpu.scheduler().schedule(cpu.rq()), &b);
    EXPECT_EQ(b.se.waitRuntime, 3 * kMs);
}

TEST(WorkedWaitRuntime, OfASleeperIsCreditedAndRepaidByTheOthers)
{
    Cpu cpu("cfs-2.6.23");
    SchedTask& a = cpu.queued();
    SchedTask& b = cpu.queued();
    ASSERT_EQ(cpu.scheduler().schedule(cpu.rq()), &a);
    cpu.scheduler().deactivate(cpu.rq(), b, {.sleep = true});
    b.se.waitRuntime = 0;
    cpu.at(20 * kMs);
    cpu.scheduler().tick(cpu.rq());
    cpu.scheduler().activate(cpu.rq(), b, {.wakeup = true});
    EXPECT_EQ(b.se.waitRuntime, 20 * kMs);
    EXPECT_EQ(cpu.cfs().sleeperBonus, static_cast<std::uint64_t>(20 * kMs));
    EXPECT_EQ(b.se.key, a.se.key - 20 * kMs);
    cpu.scheduler().checkPreempt(cpu.rq(), b, {});
    EXPECT_TRUE(cpu.rq().needResched);
    // If a went on: the half of a millisecond that it is owed goes to the bonus.
    const std::int64_t before = a.se.waitRuntime;
    cpu.at(21 * kMs);
    cpu.scheduler().updateCurr(cpu.rq());
    EXPECT_EQ(a.se.waitRuntime, before - kMs);
}

std::int64_t vruntimeAt(const Trace& trace, std::string_view name, std::int64_t ms)
{
    std::int64_t last = -1;
    for (const VruntimeSample& sample : trace.vruntimes()) {
        if (nanoseconds(sample.time) <= ms * kMs && trace.name(sample.task) == name) {
            last = nanoseconds(sample.vruntime);
        }
    }
    return last;
}

TEST(WorkedVruntimes, OfHogsAddUpWithTheRoundingOfTheVersion)
{
    for (const char* version : {"cfs-2.6.24", "cfs-2.6.31"}) {
        const Trace trace = test::simulated(test::hogs(version, {0, 0, 5}, 1000, 61)).trace;
        EXPECT_EQ(vruntimeAt(trace, "A", 60), 27'000'000) << version;
        EXPECT_EQ(vruntimeAt(trace, "B", 60), 27'000'000) << version;
        EXPECT_EQ(vruntimeAt(trace, "C", 60), 18'340'296) << version;
    }
    for (const auto& [version, c] :
         {std::pair{"cfs-2.6.35", 36'680'598}, {"cfs-6.1", 36'680'595}}) {
        const Trace trace = test::simulated(test::hogs(version, {0, 0, 5}, 250, 81)).trace;
        EXPECT_EQ(vruntimeAt(trace, "C", 80), c) << version;
    }
    SimulationInput input = test::hogs("eevdf-6.12", {0, 1, 5}, 1000, 31);
    input.scheduler.tunables["base_slice_ns"] = 2'800'000;
    const Trace trace = test::simulated(input).trace;
    EXPECT_EQ(vruntimeAt(trace, "A", 30), 15'000'000);
    EXPECT_EQ(vruntimeAt(trace, "B", 30), 14'985'360);
    EXPECT_EQ(vruntimeAt(trace, "C", 30), 9'170'148);
}

std::string withALead(const char* version, std::int64_t lead, bool isUnsigned, std::int64_t ms)
{
    test::Scenario scenario(version);
    if (findScheduler(version)->release >= 20632) {
        scenario.input.scheduler.features["TICK_UNSIGNED_COMPARE"] = isUnsigned;
    }
    scenario.task("A", {test::work(1000 * kMs)});
    scenario.task("B", {test::work(1000 * kMs)}).startVruntime = lead;
    return test::picksText(scenario.run(ms).trace);
}

// Picks of the task that ran already leave no event: A@0 A*@3 and A@0 A*@2 A*@4.
TEST(WorkedVruntimes, BehindTheOthersRestartTheSliceWhereComparedUnsigned)
{
    EXPECT_EQ(withALead("cfs-2.6.35", 5 * kMs, false, 19), "A@0 B@6 A@9 B@12 A@15 B@18");
    EXPECT_EQ(withALead("cfs-2.6.35", 5 * kMs, true, 20), "A@0 B@7 A@10 B@13 A@16 B@19");
    EXPECT_EQ(withALead("cfs-2.6.31", 15 * kMs, false, 61), "A@0 B@20 A@30 B@40 A@50 B@60");
}

TEST(WorkedPicks, TheLastBuddyIsPreferredWithinTheGranularity)
{
    for (const auto& [waiting, buddyWins] : {std::pair{9'500'000, true}, {8'900'000, false}}) {
        Cpu cpu("cfs-2.6.35");
        SchedTask& a = cpu.queued();
        ASSERT_EQ(cpu.scheduler().schedule(cpu.rq()), &a);
        a.se.vruntime = cpu.cfs().minVruntime = 10 * kMs;
        SchedTask& c = cpu.queued();
        cpu.placeCfs(c, waiting);
        SchedTask& b = cpu.task();
        b.se.vruntime = 7 * kMs;
        cpu.scheduler().activate(cpu.rq(), b, {.wakeup = true});
        cpu.scheduler().checkPreempt(cpu.rq(), b, {});
        ASSERT_TRUE(cpu.rq().needResched);
        ASSERT_EQ(cpu.scheduler().schedule(cpu.rq()), &b);
        cpu.at(200'000);
        cpu.scheduler().deactivate(cpu.rq(), b, {.sleep = true});
        EXPECT_EQ(cpu.scheduler().schedule(cpu.rq()), buddyWins ? &a : &c) << waiting;
    }
}

TEST(WorkedPicks, ATaskThatLeadsByMoreThanItsSliceIsPreemptedIn61)
{
    for (const auto& [leftmost, preempts] : {std::pair{9'900'000, true}, {10'100'000, false}}) {
        Cpu cpu("cfs-6.1");
        SchedTask& curr = cpu.queued();
        ASSERT_EQ(cpu.scheduler().schedule(cpu.rq()), &curr);
        curr.se.vruntime = 13 * kMs;
        curr.se.sumExecRuntime = curr.se.prevSumExecRuntime + kMs;
        SchedTask& other = cpu.queued();
        cpu.placeCfs(other, leftmost);
        cpu.rq().clearResched();
        cpu.scheduler().tick(cpu.rq());
        EXPECT_EQ(cpu.rq().needResched, preempts) << leftmost;
    }
}

TEST(WorkedEevdf, VIsTheWeightedMeanRoundedDown)
{
    const auto meanOf = [](std::vector<std::pair<std::int64_t, int>> entities) {
        Cpu cpu("eevdf-6.12");
        for (const auto& [vruntime, nice] : entities) cpu.place(cpu.queued(nice), vruntime);
        return cpu.eevdf().avgVruntime(cpu.cfs());
    };
    EXPECT_EQ(meanOf({{0, 0}, {3'000'000, 0}, {9'170'148, 5}}), 2'578'262);
    EXPECT_EQ(meanOf({{1, 0}, {0, 0}}), 0);
    EXPECT_EQ(meanOf({{4, 0}, {5, 0}}), 4);
    EXPECT_EQ(meanOf({{-1, 0}, {0, 0}}), -1);
}

TEST(WorkedEevdf, WhoStandsAtVExactlyIsEligible)
{
    Cpu cpu("eevdf-6.12");
    SchedTask& a = cpu.queued();
    SchedTask& b = cpu.queued();
    EXPECT_TRUE(cpu.eevdf().isEligible(cpu.cfs(), a.se));
    EXPECT_TRUE(cpu.eevdf().isEligible(cpu.cfs(), b.se));
    cpu.place(b, 1);
    EXPECT_TRUE(cpu.eevdf().isEligible(cpu.cfs(), a.se));
    EXPECT_FALSE(cpu.eevdf().isEligible(cpu.cfs(), b.se));
}

TEST(WorkedEevdf, LagIsLimitedByRequestsAndTheTick)
{
    struct Row
    {
        const char* version;
        int cpus;
        int nice;
        std::int64_t limit;
    };
    for (const Row& row : {Row{"eevdf-6.6", 1, 0, 4'000'000}, Row{"eevdf-6.6", 1, 5, 12'226'865},
                           Row{"eevdf-6.6", 8, 0, 6'000'000}, Row{"eevdf-6.6", 8, 5, 18'340'298},
                           Row{"eevdf-6.18", 8, 0, 6'800'000}}) {
        Cpu cpu(row.version, row.cpus, 250);
        cpu.queued();
        SchedTask& late = cpu.queued(row.nice);
        cpu.place(late, -1000 * kMs);
        EXPECT_EQ(cpu.eevdf().lagOf(cpu.cfs(), late.se), row.limit)
            << row.version << ' ' << row.cpus << ' ' << row.nice;
    }
}

TEST(WorkedEevdf, AWakeupIn66PreemptsNeitherAFirstRequestNorATie)
{
    for (const auto& [now, deadline] : {std::pair{300'000, 1'050'000}, {1'000'000, 1'750'000}}) {
        Cpu cpu("eevdf-6.6");
        SchedTask& a = cpu.queued();
        ASSERT_EQ(cpu.scheduler().schedule(cpu.rq()), &a);
        cpu.at(now);
        SchedTask& b = cpu.task();
        b.se.vlag = 0;
        cpu.scheduler().activate(cpu.rq(), b, {.wakeup = true});
        EXPECT_EQ(b.se.vruntime, now);
        EXPECT_EQ(b.se.deadline, deadline);
        cpu.scheduler().checkPreempt(cpu.rq(), b, {});
        EXPECT_FALSE(cpu.rq().needResched) << now;
    }
}

TEST(WorkedEevdf, ATaskThatSleepsInDebtWorksItOffWhileQueued)
{
    for (const bool isWoken : {true, false}) {
        Cpu cpu("eevdf-6.12", 8);
        SchedTask& a = cpu.queued();
        SchedTask& b = cpu.queued();
        ASSERT_EQ(cpu.scheduler().schedule(cpu.rq()), &a);
        cpu.at(3 * kMs);
        cpu.scheduler().updateCurr(cpu.rq());
        EXPECT_EQ(a.se.deadline, 5'800'000);
        EXPECT_FALSE(cpu.scheduler().deactivate(cpu.rq(), a, {.sleep = true}));
        ASSERT_EQ(cpu.scheduler().schedule(cpu.rq()), &b);
        if (isWoken) {
            // The lag is that of the last accounting, however late the wakeup.
            cpu.at(4 * kMs);
            cpu.scheduler().updateCurr(cpu.rq());
            cpu.at(4 * kMs + 700'000);
            cpu.scheduler().wakeDelayed(cpu.rq(), a, {});
            EXPECT_EQ(a.se.vruntime, 3 * kMs);
            EXPECT_EQ(a.se.vlag, -kMs);
            EXPECT_FALSE(a.se.isDelayed);
            continue;
        }
        // At 3 ms both have deadline 5.8 and the queued one is picked: it leaves at last.
        cpu.at(6 * kMs);
        cpu.scheduler().tick(cpu.rq());
        EXPECT_EQ(cpu.scheduler().schedule(cpu.rq()), &b);
        EXPECT_FALSE(a.onRq);
        EXPECT_EQ(a.se.vlag, 0);
    }
}

TEST(WorkedEevdf, ARecordedPickMovesBothTasksUntilItIsRight)
{
    for (const int nice : {0, 5}) {
        Cpu cpu("eevdf-6.12", 8);
        SchedTask& rival = cpu.queued(nice);
        ASSERT_EQ(cpu.scheduler().schedule(cpu.rq()), &rival);
        SchedTask& picked = cpu.queued(0);
        rival.se.vruntime = -2 * kMs;
        rival.se.deadline = 0;
        cpu.place(picked, kMs);
        const std::int64_t gap = picked.se.deadline - rival.se.deadline;
        cpu.eevdf().moveAhead(cpu.cfs(), picked.se, rival.se);
        // The lighter one moves further; rival and picked by 1024 : weight.
        EXPECT_EQ(rival.se.deadline, gap * 1024 / (1024 + rival.se.load.weight));
        EXPECT_LE(picked.se.deadline, rival.se.deadline);
        EXPECT_TRUE(cpu.eevdf().isEligible(cpu.cfs(), picked.se));
        EXPECT_EQ(cpu.scheduler().schedule(cpu.rq()), &picked);
    }
}

}  // namespace
}  // namespace resched

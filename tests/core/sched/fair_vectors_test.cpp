// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers of the fair class by version, from independent arithmetic: scaling, slices, placement and
// wakeup preemption, asked of run queues that the test fills.
#include "sched/cfs_class.h"
#include "sched/eevdf_class.h"
#include "sched/scheduler.h"
#include "sched/wait_runtime_class.h"

#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <memory>
#include <string>

namespace resched {
namespace {

constexpr std::int64_t kMs = 1'000'000;

// A CPU with tasks that were put where the test wants them.
class Queue
{
public:
    explicit Queue(const std::string& version, int cpus = 1, int hz = 1000,
                   std::map<std::string, std::int64_t, std::less<>> tunables = {})
        : settings_(*resolve({.scheduler = version, .tunables = std::move(tunables)}, cpus)),
          scheduler_(fairRules(settings_, hz), uniformTopology(1), nullptr)
    {}

    RunQueue& rq() { return scheduler_.rq(0); }
    Scheduler& scheduler() { return scheduler_; }
    CfsClass& cfs() { return dynamic_cast<CfsClass&>(scheduler_.fair()); }
    EevdfClass& eevdf() { return dynamic_cast<EevdfClass&>(scheduler_.fair()); }

    SchedTask& task(int nice, SchedPolicy policy = SchedPolicy::Normal, SchedGroup* group = nullptr)
    {
        SchedTask& task = tasks_.emplace_back();
        task.group = group;
        task.nice = nice;
        task.policy = policy;
        scheduler_.initTask(task, 0);
        return task;
    }
    // Queued with that vruntime exactly.
    SchedTask& queued(int nice, std::int64_t vruntime)
    {
        SchedTask& added = task(nice);
        scheduler_.activate(rq(), added, {.restore = true});
        CfsRunQueue& cfs = rq().cfs;
        cfs.timeline.erase(cfs.timeline.iterator_to(added.se));
        added.se.vruntime = added.se.key = vruntime;
        cfs.timeline.insert(added.se);
        return added;
    }
    SchedTask& current(int nice, std::int64_t vruntime)
    {
        SchedTask& added = queued(nice, vruntime);
        scheduler_.schedule(rq());
        rq().curr = &added;
        rq().cfs.minVruntime = vruntime;
        return added;
    }
    // A task that sleeps with that vruntime wakes; whether it preempts.
    bool wakes(SchedTask& task, std::int64_t vruntime)
    {
        task.se.vruntime = vruntime;
        scheduler_.activate(rq(), task, {.wakeup = true});
        rq().clearResched();
        scheduler_.checkPreempt(rq(), task, {});
        return rq().needResched;
    }

private:
    ResolvedSettings settings_;
    std::deque<SchedTask> tasks_;
    Scheduler scheduler_;
};

std::int64_t scaledBy(Arithmetic arithmetic, std::int64_t delta, int nice)
{
    return virtualTime(arithmetic, delta, weightOfNice(nice));
}

TEST(FairArithmetic, RoundsAsEachEraDid)
{
    struct Row
    {
        std::int64_t delta;
        int nice;
        std::int64_t old;
        std::int64_t now;
    };
    for (const Row& row :
         {Row{kMs, -20, 11537, 11536}, Row{kMs, -10, 107248, 107247}, Row{kMs, -5, 328100, 328099},
          Row{kMs, -1, 801879, 801879}, Row{kMs, 1, 1248780, 1248780},
          Row{kMs, 5, 3056716, 3056716}, Row{kMs, 10, 9309091, 9309090},
          Row{kMs, 19, 68266667, 68266666}, Row{10 * kMs, 5, 30567164, 30567164},
          Row{10 * kMs, 10, 93090909, 93090908}, Row{10 * kMs, 19, 682666667, 682666666}}) {
        EXPECT_EQ(scaledBy(Arithmetic::RoundedUp, row.delta, row.nice), row.old) << row.nice;
        EXPECT_EQ(scaledBy(Arithmetic::Rounded, row.delta, row.nice), row.old) << row.nice;
        EXPECT_EQ(scaledBy(Arithmetic::Truncated, row.delta, row.nice), row.now) << row.nice;
    }
    for (const Arithmetic era : {Arithmetic::RoundedUp, Arithmetic::Truncated}) {
        EXPECT_EQ(virtualTime(era, kMs, weightOfIdlePolicy(false)), 341333333);
    }
}

TEST(FairSlices, OfNice005DependOnTheVersion)
{
    struct Row
    {
        const char* version;
        std::int64_t nice0;
        std::int64_t nice5;
        std::int64_t vslice5;
    };
    for (const Row& row :
         {Row{"cfs-2.6.24", 8594208, 2811582, 8594208},
          Row{"cfs-2.6.31", 8590603, 2810405, 8590611}, Row{"cfs-2.6.32", 2147651, 702601, 2147652},
          Row{"cfs-2.6.35", 2577181, 843121, 2577182}, Row{"cfs-2.6.36", 2577181, 843121, 2577182},
          Row{"cfs-6.1", 2578262, 843474, 2578260}}) {
        Queue queue(row.version);
        const SchedTask& a = queue.queued(0, 0);
        queue.queued(0, 0);
        const SchedTask& c = queue.queued(5, 0);
        EXPECT_EQ(queue.cfs().sliceOf(a.se), row.nice0) << row.version;
        EXPECT_EQ(queue.cfs().sliceOf(c.se), row.nice5) << row.version;
        EXPECT_EQ(queue.cfs().vslice(c.se), row.vslice5) << row.version;
    }
}

TEST(FairSlices, OfEqualTasksShrinkWithTheirNumber)
{
    struct Row
    {
        int tasks;
        std::int64_t v24, v31, v32, v35, v36, v61;
    };
    constexpr std::array kVersions = {"cfs-2.6.24", "cfs-2.6.31", "cfs-2.6.32",
                                      "cfs-2.6.35", "cfs-2.6.36", "cfs-6.1"};
    for (const Row& row : {Row{2, 10000000, 9995122, 2498780, 2998537, 2998537, 2999998},
                           Row{3, 6666666, 6664495, 1666124, 1999349, 1999349, 1999999},
                           Row{4, 5000000, 4998779, 1249695, 1999512, 1499634, 1499998},
                           Row{5, 4000000, 3999219, 999805, 1999609, 1199766, 1199998},
                           Row{6, 4000000, 3999350, 999837, 1999675, 999837, 999999},
                           Row{8, 4000000, 3999512, 999878, 1999756, 749908, 750000},
                           Row{10, 4000000, 3999605, 999901, 1999803, 749929, 750000}}) {
        const std::array expected = {row.v24, row.v31, row.v32, row.v35, row.v36, row.v61};
        for (std::size_t i = 0; i < kVersions.size(); ++i) {
            Queue queue(kVersions[i]);
            SchedTask* last = nullptr;
            for (int n = 0; n < row.tasks; ++n) last = &queue.queued(0, 0);
            EXPECT_EQ(queue.cfs().sliceOf(last->se), expected[i])
                << kVersions[i] << ' ' << row.tasks;
        }
    }
}

TEST(FairSlices, OfAnIdlePolicyTaskHaveAFloorIn61)
{
    for (const auto& [version, normal, idle] :
         {std::tuple{"cfs-2.6.35", 5976654, 17510}, std::tuple{"cfs-6.1", 5982471, 750000}}) {
        Queue queue(version);
        const SchedTask& a = queue.queued(0, 0);
        SchedTask& i = queue.task(0, SchedPolicy::Idle);
        queue.scheduler().activate(queue.rq(), i, {.restore = true});
        EXPECT_EQ(queue.cfs().sliceOf(a.se), normal) << version;
        EXPECT_EQ(queue.cfs().sliceOf(i.se), idle) << version;
    }
}

// Two groups of equal shares, two tasks in one and one in the other. 2.6.31 takes its period from
// the two tasks of the first queue, 6.1 from the three of the CPU.
TEST(FairSlices, GoThroughTheHierarchy)
{
    for (const auto& [version, shared, alone] :
         {std::tuple{"cfs-2.6.31", 4995130, 9985367}, std::tuple{"cfs-6.1", 1499998, 2999997}}) {
        Queue queue(version);
        SchedGroup* one = queue.scheduler().addGroup({});
        SchedGroup* two = queue.scheduler().addGroup({});
        SchedTask& a = queue.task(0, SchedPolicy::Normal, one);
        SchedTask& b = queue.task(0, SchedPolicy::Normal, one);
        SchedTask& c = queue.task(0, SchedPolicy::Normal, two);
        for (SchedTask* task : {&a, &b, &c}) {
            queue.scheduler().activate(queue.rq(), *task, {.restore = true});
        }
        EXPECT_EQ(queue.cfs().sliceOf(a.se), shared) << version;
        EXPECT_EQ(queue.cfs().sliceOf(c.se), alone) << version;
    }
}

TEST(FairSlices, In2623AreGranularities)
{
    Queue queue("cfs-2.6.23");
    auto& fair = dynamic_cast<WaitRuntimeClass&>(queue.scheduler().fair());
    const std::array<std::pair<std::int64_t, std::int64_t>, 21> expected = {{{},
                                                                             {20000000, 20000000},
                                                                             {5000000, 10000000},
                                                                             {4444444, 6666666},
                                                                             {3750000, 5000000},
                                                                             {3200000, 4000000},
                                                                             {2777778, 3333333},
                                                                             {},
                                                                             {2187500, 2500000},
                                                                             {},
                                                                             {2000000, 2000000},
                                                                             {},
                                                                             {},
                                                                             {},
                                                                             {},
                                                                             {},
                                                                             {},
                                                                             {},
                                                                             {},
                                                                             {},
                                                                             {2000000, 2000000}}};
    for (std::size_t n = 1; n < expected.size(); ++n) {
        if (expected[n].first == 0) continue;
        EXPECT_EQ(fair.granularity(static_cast<std::int64_t>(n)), expected[n].first) << n;
        EXPECT_EQ(fair.ideal(static_cast<std::int64_t>(n)), expected[n].second) << n;
    }
}

TEST(FairPlacement, OfALongSleeperIsBoundedByTheLatency)
{
    struct Row
    {
        const char* version;
        int cpus;
        std::int64_t placed;
    };
    for (const Row& row : {Row{"cfs-2.6.31", 1, 80'000'000}, Row{"cfs-2.6.32", 1, 97'500'000},
                           Row{"cfs-2.6.35", 1, 97'000'000}, Row{"cfs-6.1", 1, 97'000'000},
                           Row{"cfs-2.6.31", 4, 40'000'000}, Row{"cfs-2.6.35", 4, 91'000'000},
                           Row{"cfs-6.1", 4, 91'000'000}}) {
        Queue queue(row.version, row.cpus);
        queue.current(0, 100 * kMs);
        SchedTask& sleeper = queue.task(0);
        queue.wakes(sleeper, 0);
        EXPECT_EQ(sleeper.se.vruntime, row.placed) << row.version << ' ' << row.cpus;
    }
}

TEST(FairPlacement, OfAShortSleeperKeepsItsOwnVruntime)
{
    Queue queue("cfs-2.6.31");
    queue.current(0, 100 * kMs);
    SchedTask& sleeper = queue.task(0);
    queue.wakes(sleeper, 95 * kMs);
    EXPECT_EQ(sleeper.se.vruntime, 95 * kMs);
}

TEST(FairPlacement, OfAChildIsOneSliceBehind)
{
    for (const auto& [version, placed] :
         {std::pair{"cfs-2.6.32", 12498780}, std::pair{"cfs-2.6.35", 12998537},
          std::pair{"cfs-6.1", 12999998}}) {
        Queue queue(version);
        SchedTask& parent = queue.current(0, 10 * kMs);
        SchedTask& child = queue.task(0);
        queue.scheduler().fork(queue.rq(), child, &parent);
        queue.scheduler().activate(queue.rq(), child, {.initial = true, .sameCpu = true});
        EXPECT_EQ(child.se.vruntime, placed) << version;
        EXPECT_FALSE(queue.rq().needResched) << version;
    }
}

TEST(FairPlacement, OfAChildIn2631GoesFirst)
{
    Queue queue("cfs-2.6.31");
    SchedTask& parent = queue.current(0, 10 * kMs);
    SchedTask& child = queue.task(0);
    queue.scheduler().fork(queue.rq(), child, &parent);
    queue.scheduler().activate(queue.rq(), child, {.initial = true, .sameCpu = true});
    EXPECT_EQ(child.se.vruntime, 10 * kMs);
    EXPECT_EQ(parent.se.vruntime, 19'995'122);
    EXPECT_TRUE(queue.rq().needResched);
}

TEST(FairPlacement, OfAChildIsNeverLeftOfItsParent)
{
    Queue queue("cfs-2.6.35");
    SchedTask& parent = queue.current(0, 20 * kMs);
    queue.queued(0, 10 * kMs);
    queue.rq().cfs.minVruntime = 10 * kMs;
    SchedTask& child = queue.task(0);
    queue.scheduler().fork(queue.rq(), child, &parent);
    queue.scheduler().activate(queue.rq(), child, {.initial = true, .sameCpu = true});
    EXPECT_EQ(child.se.vruntime, 20 * kMs);
}

TEST(FairWakeup, PreemptsWhenFarEnoughBehind)
{
    struct Row
    {
        const char* version;
        int cpus;
        int nice;
        std::int64_t own;
        bool preempts;
    };
    for (const Row& row :
         {Row{"cfs-2.6.24", 1, 0, -1000 * kMs, true}, Row{"cfs-2.6.35", 1, 0, 0, true},
          Row{"cfs-2.6.35", 1, 5, 0, false}, Row{"cfs-2.6.35", 1, -5, 0, true},
          Row{"cfs-2.6.35", 1, 0, 9'000'000, false}, Row{"cfs-2.6.35", 1, 0, 8'999'999, true},
          Row{"cfs-6.1", 1, 5, 0, false}, Row{"cfs-6.1", 1, 0, 0, true},
          Row{"cfs-6.1", 8, 0, -100 * kMs, true}}) {
        Queue queue(row.version, row.cpus);
        queue.current(0, 10 * kMs);
        SchedTask& sleeper = queue.task(row.nice);
        EXPECT_EQ(queue.wakes(sleeper, row.own), row.preempts)
            << row.version << " nice " << row.nice << " own " << row.own;
    }
}

TEST(FairWakeup, OfBatchAndIdleTasksDoesNotPreempt)
{
    for (const char* version : {"cfs-2.6.35", "cfs-6.1", "eevdf-6.6", "eevdf-6.12"}) {
        for (const SchedPolicy policy : {SchedPolicy::Batch, SchedPolicy::Idle}) {
            Queue queue(version);
            SchedTask& curr = queue.task(0);
            queue.scheduler().activate(queue.rq(), curr, {.restore = true});
            queue.scheduler().schedule(queue.rq());
            queue.rq().clock += 20 * kMs;
            EXPECT_FALSE(queue.wakes(queue.task(0, policy), 0)) << version;
        }
    }
}

TEST(FairWakeup, AdaptiveGranularityFollowsHowOftenTheWokenTaskWakesOthers)
{
    for (const auto& [average, limit] :
         {std::pair{5 * kMs, 5 * kMs}, std::pair{1 * kMs, 0 * kMs}}) {
        Queue queue("cfs-2.6.31");
        SchedTask& curr = queue.current(0, 10 * kMs);
        curr.se.sumExecRuntime = curr.se.prevSumExecRuntime + 4 * kMs;
        SchedTask& woken = queue.task(0);
        woken.se.avgWakeup = average;
        queue.scheduler().activate(queue.rq(), woken, {.wakeup = true});
        EXPECT_EQ(queue.cfs().wakeupGranularity(&curr.se, woken.se), limit);
    }
}

TEST(Eevdf, PlacesByLagInflatedByTheJoiningWeight)
{
    struct Row
    {
        int queued;
        int nice;
        std::int64_t lag;
        std::int64_t placed;
    };
    for (const Row& row : {Row{2, 0, kMs, 98'500'000}, Row{2, 0, -kMs, 101'500'000},
                           Row{1, 0, kMs, 98'000'000}, Row{2, 5, 500'000, 99'418'213}}) {
        Queue queue("eevdf-6.12");
        EevdfClass& fair = queue.eevdf();
        for (int i = 0; i < row.queued; ++i) {
            SchedTask& other = queue.task(0);
            other.se.vlag = 0;
            queue.rq().cfs.zeroVruntime = 100 * kMs;
            queue.scheduler().activate(queue.rq(), other, {.restore = true});
        }
        ASSERT_EQ(fair.avgVruntime(queue.rq().cfs), 100 * kMs);
        SchedTask& joining = queue.task(row.nice);
        joining.se.vlag = row.lag;
        fair.placeEntity(queue.rq().cfs, joining.se, false);
        EXPECT_EQ(joining.se.vruntime, row.placed) << row.nice << ' ' << row.lag;
    }
}

// --- what was proposed and never released ---

TEST(DynamicGranularity, ShrinksFromTheStandardOneToTheLeast)
{
    Queue queue("cfs-2.6.36-dyngran");
    const CfsClass& cfs = queue.cfs();
    const std::int64_t granularity[] = {2'000'000, 2'000'000, 2'000'000, 1'500'000, 1'200'000,
                                        1'000'000, 857'142,   750'000,   750'000,   750'000};
    const std::int64_t period[] = {6'000'000, 6'000'000, 6'000'000, 6'000'000, 6'000'000,
                                   6'000'000, 6'000'000, 6'000'000, 6'750'000, 7'500'000};
    for (std::int64_t n = 1; n <= 10; ++n) {
        EXPECT_EQ(cfs.tickGranularity(n), granularity[n - 1]) << n;
        EXPECT_EQ(cfs.period(n), period[n - 1]) << n;
    }
    EXPECT_EQ(cfs.period(20), 15 * kMs);
}

TEST(DynamicGranularity, HasTheSlicesOfASmallerMinimum)
{
    Queue dynamic("cfs-2.6.36-dyngran");
    Queue third("cfs-2.6.36");
    for (std::int64_t n = 1; n <= 20; ++n) {
        EXPECT_EQ(dynamic.cfs().period(n), third.cfs().period(n)) << n;
    }
}

// Where a child of a parent at 100 ms, beside so many others, is placed, in whole us.
std::int64_t childVruntime(const std::string& version, int others, bool expedited)
{
    Queue queue(version);
    SchedTask& parent = queue.current(0, 100 * kMs);
    for (int i = 1; i < others; ++i) queue.queued(0, 100 * kMs);
    queue.rq().cfs.minVruntime = 100 * kMs;
    parent.se.isTimer = expedited;
    SchedTask& child = queue.task(0);
    queue.scheduler().fork(queue.rq(), child, &parent);
    queue.scheduler().activate(queue.rq(), child, {.initial = true, .sameCpu = true});
    return (child.se.vruntime + 500) / 1000;
}

TEST(FairPlacement, OfAChildDependsOnTheGranularity)
{
    EXPECT_EQ(childVruntime("cfs-2.6.35", 3, false), 102'000);
    EXPECT_EQ(childVruntime("cfs-2.6.36", 3, false), 101'500);
    EXPECT_EQ(childVruntime("cfs-2.6.35", 9, false), 102'000);
    EXPECT_EQ(childVruntime("cfs-2.6.36", 9, false), 100'750);
}

TEST(LowLatency, AForkOnBehalfOfATimerIsExpeditedOnlyWithItsFeature)
{
    EXPECT_EQ(childVruntime("cfs-2.6.35-lowlatency", 3, true), 102'000);
    const FairRules rules =
        fairRules(*resolve({.scheduler = "cfs-2.6.35-lowlatency",
                            .features = {{"TIMER", true}, {"TIMER_FORK_EXPEDITED", true}}},
                           1),
                  1000);
    EXPECT_TRUE(rules.timerForkExpedited);
    EXPECT_FALSE(rules.interactiveForkExpedited);
    SchedTask parent;
    SchedTask child;
    Scheduler scheduler(rules, uniformTopology(1), nullptr);
    scheduler.initTask(parent, 0);
    scheduler.activate(scheduler.rq(0), parent, {.restore = true});
    scheduler.schedule(scheduler.rq(0));
    parent.se.isTimer = true;
    const std::int64_t before = parent.se.vruntime;
    scheduler.initTask(child, 0);
    scheduler.fork(scheduler.rq(0), child, &parent);
    scheduler.activate(scheduler.rq(0), child, {.initial = true, .sameCpu = true});
    EXPECT_EQ(child.se.vruntime, before);
    EXPECT_TRUE(child.se.isTimer);
    EXPECT_NEAR(static_cast<double>(child.se.forkDebt) / 1000, 3000, 2);  // half the latency, owed
    scheduler.checkPreempt(scheduler.rq(0), child, {.fork = true});
    EXPECT_TRUE(scheduler.rq(0).needResched);
    EXPECT_EQ(scheduler.schedule(scheduler.rq(0)), &child);
}

// Who runs of a leftmost task at 100 ms and two buddies.
std::string pickedBuddy(const std::string& version, std::int64_t nextUs, std::int64_t lastUs)
{
    const bool isTip = version.starts_with("cfs-tip");
    Queue queue(version, 1, 1000, {{"wakeup_granularity_ns", isTip ? 15 * kMs : kMs}});
    SchedTask& left = queue.queued(0, 100 * kMs);
    SchedTask& next = queue.queued(0, nextUs * 1000);
    SchedTask& last = queue.queued(0, lastUs * 1000);
    queue.rq().cfs.next = &next.se;
    queue.rq().cfs.last = &last.se;
    const SchedTask* picked = queue.scheduler().schedule(queue.rq());
    return picked == &left ? "left" : picked == &next ? "next" : "last";
}

TEST(FairBuddies, ArePickedWhileTheyAreWithinTheWakeupGranularity)
{
    EXPECT_EQ(pickedBuddy("cfs-tip-20090909", 112'000, 105'000), "next");
    EXPECT_EQ(pickedBuddy("cfs-tip-20090909", 116'000, 105'000), "last");
    EXPECT_EQ(pickedBuddy("cfs-tip-20090909", 116'000, 120'000), "left");
    EXPECT_EQ(pickedBuddy("cfs-2.6.35", 100'500, 100'800), "last");
}

TEST(FairTick, EndsARunThatLeadsTheLeftmostByMoreThanASlice)
{
    const auto asks = [](std::int64_t ran) {
        Queue queue("cfs-2.6.35");
        SchedTask& curr = queue.current(0, 100 * kMs + 100'000);
        queue.queued(0, 100 * kMs);
        queue.queued(0, 100 * kMs);
        queue.rq().clock += ran;
        // A lead of 2.1 ms, whatever it ran.
        curr.se.vruntime = 102'100'000 - ran;
        queue.scheduler().tick(queue.rq());
        return queue.rq().needResched;
    };
    EXPECT_TRUE(asks(2'000'000));
    EXPECT_FALSE(asks(1'900'000));
}

}  // namespace
}  // namespace resched

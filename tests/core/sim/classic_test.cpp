// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The O(1) scheduler of 2.6.21 and BFS: their formulas against worked vectors, and short schedules.
#include "analysis/waits.h"
#include "sched/bfs_class.h"
#include "sched/o1_class.h"
#include "support/schedule.h"
#include "support/simulation.h"

#include <gtest/gtest.h>

#include <map>

namespace resched::test {
namespace {

std::string sequence(const SimulationInput& input)
{
    return picksText(simulated(input).trace);
}

O1Formulas o1(int hz, int cpus = 1)
{
    return O1Formulas({.tickPeriod = 1'000'000'000 / hz, .cpus = cpus});
}

TEST(O1, GivesSlicesByNiceLevel)
{
    const std::map<int, std::vector<std::int64_t>> expected = {
        {1000, {800, 780, 760, 740, 720, 700, 680, 660, 640, 620, 600, 580, 560, 540,
                520, 500, 480, 460, 440, 420, 100, 95,  90,  85,  80,  75,  70,  65,
                60,  55,  50,  45,  40,  35,  30,  25,  20,  15,  10,  5}},
        {250, {200, 195, 190, 185, 180, 175, 170, 165, 160, 155, 150, 145, 140, 135,
               130, 125, 120, 115, 110, 105, 25,  23,  22,  21,  20,  18,  17,  16,
               15,  13,  12,  11,  10,  8,   7,   6,   5,   3,   2,   1}},
        {100, {80, 78, 76, 74, 72, 70, 68, 66, 64, 62, 60, 58, 56, 54, 52, 50, 48, 46, 44, 42,
               10, 9,  9,  8,  8,  7,  7,  6,  6,  5,  5,  4,  4,  3,  3,  2,  2,  1,  1,  1}}};
    for (const auto& [hz, ticks] : expected) {
        for (int nice = -20; nice < 20; ++nice) {
            EXPECT_EQ(o1(hz).timeslice(nice), ticks[static_cast<std::size_t>(nice + 20)])
                << hz << ' ' << nice;
        }
    }
}

TEST(O1, CallsATaskInteractiveByItsBonusAndNiceLevel)
{
    const std::map<int, int> least = {{-20, 2}, {-10, 4}, {0, 7}, {10, 9}};
    for (const auto& [nice, bonus] : least) {
        for (int have = 0; have <= 10; ++have) {
            EXPECT_EQ(O1Formulas::isInteractive(nice, 120 + nice - (have - 5)), have >= bonus)
                << nice << ' ' << have;
        }
    }
    EXPECT_FALSE(O1Formulas::isInteractive(19, 120 + 19 - 5));
    EXPECT_EQ(O1Formulas::interactiveDelta(-20), -3);
    EXPECT_EQ(O1Formulas::interactiveDelta(19), 6);
    EXPECT_EQ(o1(1000).sleepCeiling(0), 799'000'000);
    EXPECT_EQ(o1(1000).sleepCeiling(10), 999'000'000);
    EXPECT_EQ(o1(1000).sleepCeiling(-20), 299'000'000);
}

TEST(O1, SplitsLongSlicesOfInteractiveTasks)
{
    const std::vector<std::int64_t> expected = {5120, 2560, 1280, 640, 320, 160,
                                                80,   40,   20,   10,  10};
    for (int bonus = 0; bonus <= 10; ++bonus) {
        const std::int64_t one = expected[static_cast<std::size_t>(bonus)];
        EXPECT_EQ(o1(1000).granularity(bonus), one) << bonus;
        EXPECT_EQ(o1(1000, 4).granularity(bonus), one * 4) << bonus;
    }
    EXPECT_EQ(o1(1000).bonus(700'000'000), 7);
    EXPECT_EQ(o1(1000).prio(0, 700'000'000), 118);
}

TEST(O1, HogsRunTheirWholeSlice)
{
    EXPECT_EQ(sequence(hogs("o1-2.6.21", {0, 0}, 1000, 350)), "A@0 B@100 A@200 B@300");
    EXPECT_EQ(sequence(hogs("o1-2.6.21", {0, 10}, 1000, 350)), "A@0 B@100 A@150 B@250 A@300");
}

TEST(O1, ASleeperPreemptsAHog)
{
    Scenario scenario("o1-2.6.21");
    scenario.task("hog", forever({work(10 * kMs)}));
    scenario.task("sleeper", forever({sleepFor(50 * kMs), work(1 * kMs)}));
    const Trace trace = scenario.run(2000).trace;
    // Once its sleep average has grown, it never waits.
    const WaitSet late = findWaits(trace, {.window = {timestamp(1000 * kMs), trace.end()},
                                           .task = taskNamed(trace, "sleeper")});
    EXPECT_GE(late.waits.size(), 19U);
    for (const Wait& wait : late.waits) EXPECT_EQ(wait.length(), Nanoseconds{0});
}

TEST(Bfs, RatiosGrowByATenthPerNiceLevel)
{
    const auto ratios = bfsPrioRatios();
    EXPECT_EQ(ratios[0], 100);
    EXPECT_EQ(ratios[20], 655);
    EXPECT_EQ(ratios[39], 3987);
}

TEST(Bfs, DeadlinesLieAheadByNiceLevel)
{
    struct Row
    {
        int hz;
        int rr;
        std::vector<std::int64_t> offsets;  // nice -20, -10, -5, 0, 5, 10, 19
    };
    const std::vector<Row> rows = {
        {100, 6, {1, 1, 2, 3, 6, 10, 23}},           {100, 12, {1, 3, 4, 7, 12, 20, 47}},
        {100, 18, {1, 4, 7, 11, 18, 30, 71}},        {250, 6, {1, 3, 6, 9, 15, 25, 59}},
        {250, 12, {3, 7, 12, 19, 31, 50, 119}},      {250, 18, {4, 11, 18, 29, 47, 76, 179}},
        {1000, 6, {6, 15, 24, 39, 63, 101, 239}},    {1000, 12, {12, 30, 49, 78, 126, 203, 478}},
        {1000, 18, {18, 46, 73, 117, 189, 304, 717}}};
    const std::vector<int> nices = {-20, -10, -5, 0, 5, 10, 19};
    for (const Row& row : rows) {
        for (std::size_t i = 0; i < nices.size(); ++i) {
            EXPECT_EQ(bfsDeadlineOffset(nices[i], row.rr * kMs, 1'000'000'000 / row.hz),
                      row.offsets[i])
                << row.hz << ' ' << row.rr << ' ' << nices[i];
        }
    }
}

TEST(Bfs, TheSliceGrowsWithTheCpus)
{
    const SchedulerPreset& bfs = *findScheduler("bfs-209");
    for (const auto& [cpus, ms] : std::map<int, int>{{1, 6}, {2, 12}, {4, 18}, {8, 24}, {16, 30}}) {
        EXPECT_EQ(defaultValue(bfs.tunables[0], cpus), ms * kMs) << cpus;
    }
}

// A few tasks with given deadlines on queues of given CPUs, at jiffy 1000.
struct BfsFixture
{
    std::deque<RunQueue> queues;
    std::deque<SchedTask> tasks;
    BfsClass bfs{{.rrInterval = 6 * kMs, .tickPeriod = kMs}, queues, nullptr};

    explicit BfsFixture(int cpus)
    {
        for (int i = 0; i < cpus; ++i) {
            RunQueue& rq = queues.emplace_back();
            rq.cpu = CpuId{i};
            rq.index = i;
            rq.clock = 1000 * kMs;
        }
    }
    ~BfsFixture()
    {
        for (SchedTask& task : tasks) {
            if (task.onRq) bfs.dequeueTask(queues[static_cast<std::size_t>(task.cpu)], task, {});
        }
    }
    SchedTask& task(std::int64_t deadline, int cpu = 0)
    {
        SchedTask& made = tasks.emplace_back();
        made.id = static_cast<std::uint32_t>(tasks.size() - 1);
        made.se.task = &made;
        made.cpu = cpu;
        bfs.initTask(queues[static_cast<std::size_t>(cpu)], made);
        bfs.setDeadline(made, deadline);
        return made;
    }
    SchedTask& queued(std::int64_t deadline)
    {
        SchedTask& made = task(deadline);
        bfs.enqueueTask(queues[0], made, {});
        return made;
    }
    SchedTask& running(std::int64_t deadline, int cpu)
    {
        SchedTask& made = task(deadline, cpu);
        queues[static_cast<std::size_t>(cpu)].curr = &made;
        return made;
    }
};

TEST(Bfs, ExpiredDeadlinesAreServedInOrderOfArrival)
{
    BfsFixture fixture(1);
    SchedTask& a = fixture.queued(990);
    SchedTask& b = fixture.queued(1005);
    SchedTask& c = fixture.queued(970);
    SchedTask& d = fixture.queued(1000);
    SchedTask& e = fixture.queued(1005);
    for (SchedTask* expected : {&a, &c, &d, &b, &e}) {
        SchedTask* picked = fixture.bfs.pickNextTask(fixture.queues[0], nullptr);
        ASSERT_EQ(picked, expected) << expected->id;
        fixture.bfs.dequeueTask(fixture.queues[0], *picked, {.sleep = true});
    }
}

TEST(Bfs, AWokenTaskPreemptsTheCpuWithTheLatestDeadline)
{
    BfsFixture fixture(3);
    fixture.running(1010, 0);
    fixture.running(1030, 1);
    fixture.running(1030, 2);
    BfsBalancer balancer(fixture.queues, fixture.bfs);
    SchedTask& woken = fixture.task(1020, 0);
    const int victim = balancer.selectTaskRq({.task = &woken});
    EXPECT_EQ(victim, 1);
    fixture.bfs.checkPreemptCurr(fixture.queues[1], woken, {});
    EXPECT_TRUE(fixture.queues[1].needResched);
    fixture.queues[1].clearResched();
    fixture.bfs.setDeadline(woken, 1030);
    fixture.bfs.checkPreemptCurr(fixture.queues[1], woken, {});
    EXPECT_FALSE(fixture.queues[1].needResched);
}

TEST(Bfs, HogsTakeTurnsAtTheTickThatEndsTheirSlice)
{
    EXPECT_EQ(sequence(hogs("bfs-209", {0, 0}, 1000, 20)), "A@0 B@6 A@12 B@18");
    SimulationInput slow = hogs("bfs-209", {0, 0}, 250, 50);
    slow.scheduler.tunables["rr_interval_ns"] = 18 * kMs;
    EXPECT_EQ(sequence(slow), "A@0 B@20 A@40");
}

TEST(Bfs, ALaterNiceLevelHasALaterDeadline)
{
    SimulationInput input = hogs("bfs-209", {0, 19}, 1000, 1000);
    const Trace trace = simulated(input).trace;
    // A's deadlines lie 39 ms ahead, B's 239: B has the earlier one once in about 200 ms, for a
    // slice of 6.
    EXPECT_EQ(runTime(trace, "B") / kMs, 24);
}

TEST(Classic, SeveralCpusAreAllUsedAndEachTaskRunsOnOne)
{
    for (const char* scheduler : {"bfs-209", "o1-2.6.21"}) {
        Scenario scenario(scheduler, 4);
        for (int i = 0; i < 6; ++i) {
            scenario.task("t" + std::to_string(i), forever({work(5 * kMs), sleepFor(kMs)}));
        }
        const Trace trace = scenario.run(1000).trace;
        EXPECT_TRUE(trace.diagnostics().all().empty()) << scheduler;
        for (const CpuLane& lane : trace.cpus()) {
            std::int64_t busy = 0;
            for (const CpuSlice& slice : lane.slices) busy += slice.range().length().count();
            EXPECT_GT(busy, 900 * kMs) << scheduler << " CPU " << number(lane.id);
        }
    }
}

}  // namespace
}  // namespace resched::test

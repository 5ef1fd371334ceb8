// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/statistics.h"

#include "support/schedule.h"

#include <gtest/gtest.h>

namespace resched {
namespace {

using test::taskNamed;
using test::traceOf;
using namespace std::chrono_literals;

const TaskStatistics& rowOf(const Statistics& statistics, const Trace& trace, std::string_view name)
{
    const TaskId id = taskNamed(trace, name);
    for (const TaskStatistics& row : statistics.tasks) {
        if (row.task == id) return row;
    }
    ADD_FAILURE() << "no row for " << name;
    return statistics.tasks.front();
}

constexpr std::string_view kAllDefinitions = R"(
    SW 0 c0 0>A
    SW 50 c0 A[S]>0
    WK 100 c0 A
    WK 130 c0 A
    SW 150 c0 0>A
    WK 200 c0 A
    SW 250 c0 A[R]>B
    SW 300 c0 B[S]>A
    SW 350 c0 A[S]>0
    WK 400 c0 A
    WU 420 c0 A
    SW 430 c0 0>A
    SW 480 c0 A[S]>0
    END 500)";

TEST(Statistics, OneScheduleUnderEveryDefinition)
{
    const Trace trace = traceOf(kAllDefinitions);
    const Statistics statistics = computeStatistics(trace, {});
    const Totals& a = rowOf(statistics, trace, "A").totals;
    EXPECT_EQ(a.runTime, 250us);
    EXPECT_EQ(a.spurious, 2U);
    EXPECT_EQ(a.runDelay.n, 3U);
    EXPECT_EQ(a.runDelay.sum, 130us);
    EXPECT_NEAR(*a.runDelay.mean, 43333.333, 0.001);
    EXPECT_EQ(a.wakeupLatency.n, 2U);
    EXPECT_DOUBLE_EQ(*a.wakeupLatency.mean, 40'000);
    EXPECT_EQ(a.preemptionWait.sum, 50us);
    EXPECT_EQ(a.switches, 4U);
    EXPECT_EQ(a.preemptions, 1U);
    EXPECT_EQ(a.wakeups, 1U);  // where sched_wakeup is recorded, it alone says that one took place
    EXPECT_EQ(rowOf(statistics, trace, "B").totals.runTime, 50us);
    ASSERT_EQ(statistics.cpus.size(), 1U);
    EXPECT_EQ(statistics.cpus[0].busy, 300us);
    EXPECT_EQ(statistics.cpus[0].idle, 200us);
    EXPECT_EQ(statistics.cpus[0].unknown, 0us);
    EXPECT_EQ(statistics.cpus[0].switches, 8U);
    EXPECT_EQ(statistics.total.switches, 8U);
}

TEST(Statistics, LastWakeAndPerfSplitTheirOwnWaits)
{
    const Trace trace = traceOf(kAllDefinitions);
    const auto a = [&](WaitRule rule) {
        return rowOf(computeStatistics(trace, {.rule = rule}), trace, "A").totals;
    };
    EXPECT_EQ(a(WaitRule::LastWake).wakeupLatency.sum, 30us);
    EXPECT_EQ(a(WaitRule::LastWake).preemptionWait.sum, 50us);
    EXPECT_EQ(a(WaitRule::LastWake).runDelay.sum, 80us);
    EXPECT_EQ(a(WaitRule::PerfLatency).runDelay.sum, 60us);
    EXPECT_EQ(a(WaitRule::PerfLatency).runDelay.n, 3U);
    EXPECT_EQ(a(WaitRule::Preempt).runDelay.sum, 130us);
}

TEST(Statistics, ACpuThatIsNeverIdleIsFullyBusy)
{
    const Trace trace = traceOf(R"(
        SW 0 c1 C[S]>A
        SW 100 c1 A[R]>B
        SW 200 c1 B[R]>A
        SW 300 c1 A[R]>B
        SW 400 c1 B[S]>0)");
    const Statistics statistics = computeStatistics(trace, {});
    EXPECT_EQ(statistics.cpus.at(0).busy, 400us);
    EXPECT_EQ(statistics.cpus.at(0).idle, 0us);
    EXPECT_EQ(statistics.cpus.at(0).unknown, 0us);
}

TEST(Statistics, AThreadBlockedAllThroughIsListed)
{
    const Trace trace = traceOf("SW 0 c0 T[S]>0\nEND 1000000");
    const Statistics statistics = computeStatistics(trace, {});
    const TaskStatistics& t = rowOf(statistics, trace, "T");
    EXPECT_EQ(t.blocked, 1s);
    EXPECT_EQ(t.running, 0s);
    EXPECT_EQ(t.totals.runDelay.n, 0U);
    EXPECT_EQ(t.totals.censored, 0U);
}

TEST(Statistics, AThreadThatForkedAndNeverRanIsListed)
{
    const Trace trace = traceOf("FK 0 c0 P>T\nEND 1000000");
    const Statistics statistics = computeStatistics(trace, {});
    const TaskStatistics& t = rowOf(statistics, trace, "T");
    EXPECT_EQ(t.running, 0s);
    EXPECT_EQ(t.waiting, 0s);
    EXPECT_EQ(t.blocked + t.absent, 1s);
}

TEST(Statistics, AWindowCutsStatesToTheNanosecond)
{
    const Trace trace = traceOf(R"(
        SW 1700000000000000000ns c0 0>A
        SW 1700000000690000000ns c0 A[S]>0
        END 1700000001000000000ns)");
    const Timestamp base = timestamp(1'700'000'000'000'000'000);
    const TimeRange whole{base, base + 1s};
    EXPECT_EQ(rowOf(computeStatistics(trace, {.window = whole}), trace, "A").totals.runTime, 690ms);

    const TimeRange window{base + 1ns, base + 1s};
    const Statistics part = computeStatistics(trace, {.window = window});
    const TaskStatistics& a = rowOf(part, trace, "A");
    EXPECT_EQ(a.totals.runTime, 689'999'999ns);
    EXPECT_EQ(a.running, 689'999'999ns);
    EXPECT_EQ(a.running + a.waiting + a.blocked + a.unknown + a.absent, window.length());
    EXPECT_EQ(part.cpus[0].busy + part.cpus[0].idle + part.cpus[0].unknown, window.length());
}

TEST(Statistics, ARunOfUnknownStartIsUnknownTimeAndListed)
{
    const Trace trace = traceOf("END 0\nSW 500 c0 G[S]>0\nEND 600");
    const Statistics statistics = computeStatistics(trace, {});
    const TaskStatistics& g = rowOf(statistics, trace, "G");
    EXPECT_EQ(g.totals.runTime, 0us);
    EXPECT_EQ(g.totals.cutRuns, 1U);
    EXPECT_EQ(g.unknown, 500us);
    EXPECT_EQ(g.blocked, 100us);
    EXPECT_EQ(statistics.cpus.at(0).unknown, 500us);
    EXPECT_EQ(statistics.cpus.at(0).switches, 1U);
}

TEST(Statistics, ATaskIsOneRowUnderAllItsNames)
{
    const Trace trace = traceOf(R"(
        SW 0 c0 0>sh:70
        EX 5000 c0 sh:70 ls
        SW 6000 c0 ls:70[S]>0
        WK 7000 c0 ls:70
        SW 8000 c0 0>ls:70
        SW 9000 c0 ls:70[S]>0)");
    const Statistics statistics = computeStatistics(trace, {});
    ASSERT_EQ(statistics.tasks.size(), 1U);
    const TaskId task = statistics.tasks[0].task;
    EXPECT_EQ(statistics.tasks[0].totals.runTime, 7ms);
    EXPECT_EQ(trace.nameAt(task, timestamp(4'999'999)), "sh");
    EXPECT_EQ(trace.nameAt(task, timestamp(5'000'000)), "ls");
    EXPECT_EQ(trace.name(task), "ls");
}

TEST(Statistics, AKillableSleepLastsToTheEnd)
{
    const Trace trace = traceOf("SW 0 c0 0>A\nSW 1000 c0 A[D|K]>0\nEND 1001000");
    EXPECT_EQ(rowOf(computeStatistics(trace, {}), trace, "A").blocked, 1s);
    EXPECT_EQ(trace.task(taskNamed(trace, "A")).segments.back().blocked,
              TaskState::Uninterruptible);
}

TEST(Statistics, LostEventsMakeTimeUnknownAndCountOnce)
{
    const Trace trace = traceOf(R"(
        SW 0 c0 0>A
        SW 100 c0 A[S]>0
        WK 105 c0 A@0
        LOST 110-400 c0 7
        SW 410 c0 B[S]>A
        SW 450 c0 A[S]>0)");
    const Statistics statistics = computeStatistics(trace, {});
    EXPECT_EQ(rowOf(statistics, trace, "A").totals.runTime, 140us);
    EXPECT_EQ(rowOf(statistics, trace, "A").totals.censored, 1U);
    EXPECT_EQ(statistics.cpus.at(0).unknown, 300us);
    EXPECT_EQ(statistics.cpus.at(0).busy, 140us);
    EXPECT_EQ(statistics.cpus.at(0).idle, 10us);
    EXPECT_EQ(statistics.total.lost, 7U);
    EXPECT_EQ(statistics.total.censored, 1U);
}

TEST(Statistics, ACpuRecordedLateCountsOnlyItsKnownTime)
{
    const Trace trace = traceOf(R"(
        SW 0 c0 0>X
        WU 1000000 c0 T@1
        SW 2100000 c1 T[S]>0
        SW 2200000 c0 X[S]>0)");
    const Statistics statistics = computeStatistics(trace, {});
    ASSERT_EQ(statistics.cpus.size(), 2U);
    EXPECT_EQ(statistics.cpus[1].unknown, 2'100ms);
    EXPECT_EQ(statistics.cpus[1].idle, 100ms);
    EXPECT_EQ(statistics.total.runDelay.n, 0U);
    EXPECT_EQ(statistics.total.censored, 1U);
}

TEST(Statistics, OnlySeenCpusHaveRowsAndOfflineTimeIsNotIdle)
{
    const Trace trace = traceOf(R"(
        SW 0 c0 0>A
        SW 0 c2 0>B
        SW 0 c255 0>C
        SW 100 c2 B[S]>0
        OFF 1000000 c2
        ON 2000000 c2
        SW 3000000 c0 A[S]>0
        SW 3000000 c255 C[S]>0)");
    const Statistics statistics = computeStatistics(trace, {});
    ASSERT_EQ(statistics.cpus.size(), 3U);
    EXPECT_EQ(statistics.cpus[1].cpu, CpuId{2});
    EXPECT_EQ(statistics.cpus[1].unknown, 1s);
    EXPECT_EQ(statistics.cpus[1].idle, 2s - 100us);
    EXPECT_EQ(statistics.cpus[2].cpu, CpuId{255});
    EXPECT_EQ(statistics.cpus[2].busy, 3s);
}

TEST(Statistics, CpusAndTasksCanBeChosen)
{
    const Trace trace = traceOf(R"(
        SW 0 c0 0>A
        SW 0 c1 0>B
        SW 100 c0 A[S]>0
        WK 110 c0 A@0
        MG 111 c0 A 0>1
        SW 200 c1 B[S]>A
        SW 250 c1 A[S]>0)");
    StatisticsOptions options;
    options.cpus.add(CpuId{1});
    const Statistics onOne = computeStatistics(trace, options);
    ASSERT_EQ(onOne.cpus.size(), 1U);
    EXPECT_EQ(rowOf(onOne, trace, "A").totals.runTime, 50us);
    EXPECT_EQ(rowOf(onOne, trace, "A").totals.migrations, 1U);

    const TaskId b = taskNamed(trace, "B");
    const Statistics ofB =
        computeStatistics(trace, {.wantsTask = [b](TaskId task) { return task == b; }});
    ASSERT_EQ(ofB.tasks.size(), 1U);
    EXPECT_EQ(ofB.total.runTime, 200us);
    EXPECT_EQ(ofB.cpus.size(), 2U);
}

TEST(Statistics, WithoutMigrationEventsAMoveBetweenRunsCounts)
{
    const Trace trace = traceOf(R"(
        SW 0 c0 0>A
        SW 100 c0 A[R]>B
        SW 150 c1 0>A
        SW 200 c1 A[S]>0)");
    EXPECT_EQ(computeStatistics(trace, {}).total.migrations, 1U);
}

}  // namespace
}  // namespace resched

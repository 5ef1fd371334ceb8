// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/audit.h"

#include "readers/reader_table.h"
#include "replay/recorded_machine.h"
#include "sim/simulator.h"
#include "support/recordings.h"
#include "support/schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

namespace resched {
namespace {

using namespace std::chrono_literals;

AuditResult audited(const Trace& trace, int cpus = 1, const SchedulerSettings& scheduler = {})
{
    NoProgress progress;
    Result<AuditResult> result =
        audit(trace, {.scheduler = scheduler, .machine = uniformMachine(cpus)}, progress);
    EXPECT_TRUE(result) << describe(result.error());
    return result ? std::move(*result) : AuditResult{};
}

Step run(std::int64_t us)
{
    return {.kind = StepKind::Run, .amount = us * 1000 + 137};
}
// Odd lengths: a trace does not tell the order of what falls on one instant.
Step sleep(std::int64_t us)
{
    return {.kind = StepKind::Sleep, .amount = us * 1000 + 271};
}

WorkloadTask looping(std::string name, int nice, std::vector<Step> steps)
{
    WorkloadTask task;
    task.name = std::move(name);
    task.nice = nice;
    task.program.push_back({.kind = StepKind::LoopBegin, .amount = -1});
    task.program.insert(task.program.end(), steps.begin(), steps.end());
    task.program.push_back({.kind = StepKind::LoopEnd});
    return task;
}

// Hogs of different weights and sleepers of different rhythm.
Trace simulated(int cpus, const SchedulerSettings& scheduler = {})
{
    Workload workload;
    workload.duration = 400ms;
    workload.tasks = {looping("hog0", 0, {run(50'000)}), looping("hog1", 5, {run(50'000)}),
                      looping("hog2", -3, {run(50'000)}),
                      looping("fast", 0, {run(300), sleep(1700)}),
                      looping("slow", 0, {run(6000), sleep(14'300)})};
    SimulationInput input;
    input.workload = std::make_shared<const Workload>(workload);
    input.machine = uniformMachine(cpus);
    input.scheduler = scheduler;
    input.tickPhase = 1300us;
    NoProgress progress;
    Result<SimulationResult> result = simulate(input, progress);
    EXPECT_TRUE(result);
    return std::move(result->trace);
}

TEST(Audit, AgreesWithTheModelsOwnSchedule)
{
    const AuditResult result = audited(simulated(1));
    EXPECT_GT(result.picks.decisions, 200U);
    EXPECT_EQ(result.picks.agreed, result.picks.decisions);
    EXPECT_GT(result.wakeupPreemption.decisions, 100U);
    EXPECT_EQ(result.wakeupPreemption.agreed, result.wakeupPreemption.decisions);
    EXPECT_GT(result.tickPreemption.decisions, 20U);
    EXPECT_EQ(result.tickPreemption.agreed, result.tickPreemption.decisions);
    EXPECT_GT(result.vruntime.samples, 300U);
    EXPECT_LE(result.vruntime.maxAbsError, 2ns);
    EXPECT_THAT(result.disagreements, testing::IsEmpty());
}

TEST(Audit, AgreesOnTwoCpus)
{
    const AuditResult result = audited(simulated(2), 2);
    EXPECT_GT(result.picks.decisions, 200U);
    EXPECT_GE(result.picks.share(), 0.99);
    EXPECT_GE(result.wakeupPreemption.share(), 0.99);
}

TEST(Audit, FindsWhatOtherSettingsWouldHaveDecided)
{
    SchedulerSettings lazy;
    lazy.features["WAKEUP_PREEMPTION"] = false;
    const AuditResult result = audited(simulated(1), 1, lazy);
    // The recording preempted on wakeups, which this model never does.
    EXPECT_GT(result.wakeups[1][0], 50U);
    EXPECT_EQ(result.wakeups[0][1] + result.wakeups[1][1], 0U);
    EXPECT_LT(result.wakeupPreemption.share(), 0.7);
    const auto wakeup =
        std::ranges::find(result.disagreements, AuditKind::WakeupPreemption, &Disagreement::kind);
    ASSERT_NE(wakeup, result.disagreements.end());
    EXPECT_NE(wakeup->recorded, kNoTask);
    EXPECT_EQ(wakeup->model, kNoTask);
}

// Two hogs beside a task that works 3 ms of every 10 and wakes between two ticks: whether the
// kernel zeroes its lag then decides who runs next. Nothing in the trace shows where tasks stand.
TEST(Audit, AgreesWithRecordedEevdfWithoutVruntimes)
{
    RESCHED_SHARED_OR_SKIP(shared);
    const auto path =
        shared / "lab-traces/6.12-eevdf/up/wakelat_work3ms_hogs2/default/lttng/kernel";
    if (!std::filesystem::exists(path)) GTEST_SKIP() << "no " << path;
    NoProgress progress;
    const Result<Trace> trace = readTrace(path, progress);
    ASSERT_TRUE(trace) << describe(trace.error());
    ASSERT_TRUE(trace->vruntimes().empty());
    const Result<AuditResult> result = audit(
        *trace, {.scheduler = {.scheduler = "eevdf-6.12"}, .machine = recordedMachine(*trace)},
        progress);
    ASSERT_TRUE(result) << describe(result.error());
    EXPECT_GT(result->picks.decisions, 600U);
    // 86 in a hundred where the lag is taken afresh.
    EXPECT_GE(result->picks.agreed * 100, result->picks.decisions * 93);
    EXPECT_GE(result->tickPreemption.agreed * 100, result->tickPreemption.decisions * 99);
}

TEST(Audit, CountsAChainOfWakeupsInOneSystemCallAsOneDecision)
{
    // A wakes twenty sleepers, 20 us apart, and is preempted when it leaves the kernel.
    std::string text = "SW 0 c0 0>A\nSW 5000 c0 A[S]>B\nWK 9000 c0 A\nSW 9010 c0 B[R]>A\n";
    text += "SW 14000 c0 A[S]>B\nWK 20000 c0 A\nSW 20010 c0 B[R]>A\n";
    int time = 20'500;
    for (int i = 0; i < 20; ++i, time += 20) {
        text += "WK " + std::to_string(time) + " c0 W" + std::to_string(i) + "\n";
    }
    text += "SW " + std::to_string(time + 10) + " c0 A[R]>W0\nEND 30000";
    const AuditResult result = audited(test::traceOf(text));
    EXPECT_LE(result.wakeupPreemption.decisions, 3U);
}

TEST(Audit, DoesNotJudgeBeforeTheStateIsKnown)
{
    // No vruntime is recorded, and B has not run before it is picked.
    const AuditResult result = audited(test::traceOf(R"(
        SW 0 c0 0>A
        SW 4000 c0 A[R]>B
        END 5000)"));
    EXPECT_EQ(result.picks.decisions, 0U);
}

TEST(Audit, SaysThatSettingsAreUnknown)
{
    NoProgress progress;
    SchedulerSettings settings;
    settings.tunables["no_such_tunable"] = 1;
    const auto result = audit(test::traceOf("SW 0 c0 0>A\nEND 5"),
                              {.scheduler = settings, .machine = uniformMachine(1)}, progress);
    ASSERT_FALSE(result);
    EXPECT_THAT(describe(result.error()), testing::HasSubstr("no_such_tunable"));
}

}  // namespace
}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "workload/workload_json.h"

#include "support/recordings.h"

#include <gtest/gtest.h>

namespace resched {
namespace {

namespace fs = std::filesystem;

Workload mustRead(std::string_view text)
{
    Result<Workload> workload = workloadFromJson(text, "test.json");
    EXPECT_TRUE(workload) << describe(workload.error());
    return workload ? *workload : Workload{};
}

TEST(WorkloadJson, ReadsRtAppStepsInOrder)
{
    const Workload workload = mustRead(R"({
        "tasks": { "a": { "loop": 3, "priority": 5, "cpus": [0, 2],
                          "run": 1280, "run1": "3ms", "sleep": 10,
                          "timer": { "ref": "tick", "period": 16000 },
                          "lock": "m", "unlock": "m" } },
        "global": { "duration": 2, "pi_enabled": true, "calibration": "CPU0" } })");
    ASSERT_EQ(workload.tasks.size(), 1U);
    const WorkloadTask& task = workload.tasks[0];
    EXPECT_EQ(task.name, "a");
    EXPECT_EQ(task.nice, 5);
    EXPECT_EQ(task.affinity.text(), "0,2");
    EXPECT_EQ(workload.duration, Nanoseconds{2'000'000'000});
    const std::vector<Step> expected = {
        {.kind = StepKind::LoopBegin, .amount = 3},
        {.kind = StepKind::Run, .amount = 1'280'000},
        {.kind = StepKind::Run, .amount = 3'000'000},
        {.kind = StepKind::Sleep, .amount = 10'000},
        {.kind = StepKind::TimerWait, .object = 0, .amount = 16'000'000},
        {.kind = StepKind::Mark},
        {.kind = StepKind::Lock},
        {.kind = StepKind::Unlock},
        {.kind = StepKind::LoopEnd}};
    EXPECT_EQ(task.program, expected);
    EXPECT_EQ(workload.mutexes[0].protocol, LockProtocol::Inherit);
    EXPECT_EQ(workload.metrics[0].name, "a wu_lat");
}

TEST(WorkloadJson, RunsPhasesWithTheirOwnLoopsAndPlaces)
{
    const Workload workload = mustRead(R"({ "tasks": { "a": { "loop": 1, "phases": {
        "p1": { "loop": 2, "cpus": [1], "run": 1 },
        "p2": { "run": 2, "policy": "SCHED_FIFO", "priority": 20 } } } } })");
    const std::vector<Step> expected = {{.kind = StepKind::SetAffinity},
                                        {.kind = StepKind::LoopBegin, .amount = 2},
                                        {.kind = StepKind::Run, .amount = 1000},
                                        {.kind = StepKind::LoopEnd},
                                        {.kind = StepKind::SetPolicy, .object = 3, .amount = 20},
                                        {.kind = StepKind::Run, .amount = 2000}};
    EXPECT_EQ(workload.tasks[0].program, expected);
    EXPECT_EQ(workload.cpuSets[0].text(), "1");
}

TEST(WorkloadJson, CountsTheInstancesThatMeetAtABarrier)
{
    const Workload workload = mustRead(R"({ "tasks": {
        "a": { "instance": 3, "run": 1, "barrier": "b" },
        "c": { "run": 1, "barrier": "b" } } })");
    EXPECT_EQ(workload.barriers[0].parties, 4);
}

TEST(WorkloadJson, AForkedTaskStartsWithItsParent)
{
    const Workload workload = mustRead(R"({ "tasks": {
        "parent": { "loop": 2, "run": 1, "fork": "child", "wait_child": "all" },
        "child": { "instance": 0, "loop": 1, "run": 5 } } })");
    EXPECT_EQ(workload.tasks[1].parent, 0);
    EXPECT_EQ(workload.tasks[0].parent, -1);
}

TEST(WorkloadJson, DrawsFromDistributions)
{
    const Workload workload = mustRead(R"({ "tasks": { "a": {
        "run": { "distribution": "lognormal", "median": "300ms", "sigma": 0.6, "high": "2s" },
        "block": { "time": { "distribution": "exponential", "mean": 105000 } } } } })");
    ASSERT_EQ(workload.distributions.size(), 2U);
    EXPECT_EQ(workload.distributions[0].a, Nanoseconds{300'000'000});
    EXPECT_EQ(workload.distributions[0].b, Nanoseconds{600});
    EXPECT_EQ(workload.distributions[1].a, Nanoseconds{105'000'000});
    EXPECT_EQ(workload.tasks[0].program[2].state, TaskState::Uninterruptible);
}

TEST(WorkloadJson, RefusesByNameWhatItDoesNotModel)
{
    const std::pair<const char*, const char*> cases[] = {
        {R"({"tasks": {"a": {"dl-runtime": 10, "run": 1}}})", "SCHED_DEADLINE is not modelled"},
        {R"({"tasks": {"a": {"policy": "SCHED_DEADLINE", "run": 1}}})", "policy is not modelled"},
        {R"({"tasks": {"a": {"frobnicate": 10}}})", "\"frobnicate\" is no step"},
        {R"({"tasks": {"a": {"futex_requeue": "f"}}})", "\"futex_requeue\" is no step"},
        {R"({"tasks": {"a": {"futex_wake_op": "f"}}})", "\"futex_wake_op\" is no step"},
        {R"({"tasks": {"a": {"run": -5}}})", "no duration"},
        {R"({"tasks": {"a": {"loop": -1, "yield": ""}}})", "never takes time"},
        {R"({"tasks": {"a": {"fork": "b"}}})", "names no task"},
        {R"({"tasks": {"a": {"run": 1, "priority": 40}}})", "priority of \"a\" is out of range"},
        {R"({"tasks": {"a": {}}})", "does nothing"},
        {R"({"global": {}})", "no \"tasks\""},
    };
    for (const auto& [text, expected] : cases) {
        const Result<Workload> workload = workloadFromJson(text, "w.json");
        ASSERT_FALSE(workload) << text;
        EXPECT_NE(describe(workload.error()).find(expected), std::string::npos)
            << describe(workload.error());
    }
}

TEST(WorkloadJson, WritesAndReadsBackTheSameValue)
{
    Workload workload = mustRead(R"({ "tasks": {
        "a,\"b\"": { "instance": 2, "policy": "SCHED_RR",
             "run": { "distribution": "uniform", "from": 1, "to": 5 },
             "block": 10, "lock": "m", "wait": { "ref": "c", "mutex": "m" }, "unlock": "m",
             "timer": { "ref": "unique", "period": 100, "mode": "absolute" },
             "pipe_write": { "ref": "p", "bytes": 4096 },
             "futex_requeue": { "ref": "f", "to": "g", "wake": 2 },
             "taskgroup": "/grp", "cpus": [70], "slice": "2ms" } },
        "global": { "duration": "1500ms",
                    "groups": { "/grp": { "shares": 2048, "quota": "5ms" } },
                    "semaphores": { "s": 3 } } })");
    workload.tokens = 2;
    workload.tasks[0].tid = Tid{4711};
    workload.tasks[0].startsRunnable = false;
    workload.tasks[0].program.push_back({.kind = StepKind::Wait, .object = 1});
    workload.tasks[0].program.push_back(
        {.kind = StepKind::Post, .flags = Step::kSync | Step::kFromIrq, .object = 0});
    const std::string text = workloadToJson(workload);
    const Result<Workload> again = workloadFromJson(text, "other.json");
    ASSERT_TRUE(again) << describe(again.error());
    EXPECT_EQ(*again, workload);
    EXPECT_EQ(workloadToJson(*again), text);
}

TEST(WorkloadJson, RefusesASavedWorkloadThatPointsNowhere)
{
    const Result<Workload> workload = workloadFromJson(
        R"({"format": "resched-workload", "version": 1,
            "tasks": [{"name": "a", "program": [["wait", 3, 0]]}]})");
    ASSERT_FALSE(workload);
    EXPECT_NE(workload.error().what.find("token that does not exist"), std::string::npos);
}

// The files that rt-app's package ships, where it is installed; those in the old grammar aside.
TEST(WorkloadJson, ReadsTheExamplesOfRtApp)
{
    const fs::path folder = "/usr/share/doc/rt-app/examples";
    if (!fs::exists(folder)) GTEST_SKIP() << "the package rt-app is not installed";
    int count = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.path().extension() != ".json") continue;
        const Result<Workload> workload = readWorkload(entry.path());
        if (entry.path().parent_path().filename() == "merge") {
            EXPECT_FALSE(workload) << entry.path();
            continue;
        }
        EXPECT_TRUE(workload) << describe(workload.error());
        ++count;
    }
    EXPECT_GE(count, 15);
}

TEST(WorkloadJson, ReadsTheRecordedRtAppWorkloads)
{
    RESCHED_SHARED_OR_SKIP(shared);
    for (const char* name : {"mix.json", "lock.json"}) {
        const auto workload = readWorkload(shared / "lab-workloads" / "rt-app" / name);
        ASSERT_TRUE(workload) << describe(workload.error());
        EXPECT_EQ(workload->tasks.size(), 4U);
    }
}

}  // namespace
}  // namespace resched

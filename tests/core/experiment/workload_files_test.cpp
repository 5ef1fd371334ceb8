// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Workload files that other people wrote run, and take the time that they say.
#include "sim/simulator.h"
#include "support/recordings.h"
#include "support/simulation.h"
#include "workload/workload_json.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace resched::test {
namespace {

namespace fs = std::filesystem;

SimulationResult run(const fs::path& path, int cpus)
{
    auto workload = readWorkload(path);
    EXPECT_TRUE(workload) << describe(workload.error());
    if (!workload) return {.trace = Trace(TraceData{}), .metrics = {}, .note = {}};
    SimulationInput input{.workload = std::make_shared<const Workload>(std::move(*workload)),
                          .machine = uniformMachine(cpus),
                          .scheduler = {},
                          .duration = Nanoseconds{2000 * kMs}};
    return simulated(input);
}

TEST(WorkloadFiles, TheExamplesOfRtAppRun)
{
    const fs::path folder = "/usr/share/doc/rt-app/examples";
    if (!fs::exists(folder)) GTEST_SKIP() << "the package rt-app is not installed";
    int count = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        const bool isPart = entry.path().parent_path().filename() == "merge";
        if (entry.path().extension() != ".json" || isPart) continue;
        const SimulationResult result = run(entry.path(), 8);
        EXPECT_GT(result.events, 0U) << entry.path();
        ++count;
    }
    EXPECT_GT(count, 5);
}

TEST(WorkloadFiles, ThoseOfTheRecordingsRun)
{
    RESCHED_SHARED_OR_SKIP(shared);
    for (const char* name : {"mix.json", "lock.json"}) {
        const SimulationResult result = run(shared / "lab-workloads" / "rt-app" / name, 2);
        EXPECT_EQ(result.note, "") << name;
        EXPECT_GT(result.events, 50U) << name;
    }
}

TEST(WorkloadFiles, ADutyCycleIsExact)
{
    auto workload = workloadFromJson(R"({
        "tasks": { "thread0": { "loop": 100, "run": 1280,
                                "timer": { "ref": "unique", "period": 16000 } } },
        "global": { "duration": -1 } })");
    ASSERT_TRUE(workload) << describe(workload.error());
    SimulationInput input{.workload = std::make_shared<const Workload>(std::move(*workload)),
                          .machine = uniformMachine(1),
                          .scheduler = {}};
    const Trace trace = simulated(input).trace;
    EXPECT_EQ(runTime(trace, "thread0"), 128'000'000);
    EXPECT_EQ(trace.span().length(), Nanoseconds{1'600'000'000});
}

}  // namespace
}  // namespace resched::test

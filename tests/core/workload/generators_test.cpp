// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "workload/generators.h"

#include "sim/simulator.h"
#include "workload/workload_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace resched::test {
namespace {

using testing::HasSubstr;

Result<Workload> generated(const std::string& loads)
{
    return workloadFromJson(R"({"tasks": {}, "generate": )" + loads +
                            R"(, "global": {"duration": "300ms"}})");
}

SimulationResult run(Workload workload, int cpus)
{
    SimulationInput input{.workload = std::make_shared<const Workload>(std::move(workload)),
                          .machine = uniformMachine(cpus),
                          .scheduler = {}};
    NoProgress progress;
    auto result = simulate(input, progress);
    EXPECT_TRUE(result) << describe(result.error());
    return result ? std::move(*result)
                  : SimulationResult{.trace = Trace(TraceData{}), .metrics = {}, .note = {}};
}

TEST(Generators, EveryLoadRunsWithItsDefaults)
{
    for (const LoadKind& kind : loadKinds()) {
        auto workload = generated("{\"" + std::string(kind.name) + "\": {}}");
        ASSERT_TRUE(workload) << kind.name << ": " << describe(workload.error());
        EXPECT_FALSE(workload->tasks.empty()) << kind.name;
        const SimulationResult result = run(*workload, 2);
        EXPECT_EQ(result.note, "") << kind.name;
        EXPECT_GE(result.events, 5U) << kind.name;
    }
}

TEST(Generators, ASavedLoadIsTheSame)
{
    for (const LoadKind& kind : loadKinds()) {
        const auto workload = generated("{\"" + std::string(kind.name) + "\": {}}");
        ASSERT_TRUE(workload);
        const auto again = workloadFromJson(workloadToJson(*workload));
        ASSERT_TRUE(again) << kind.name << ": " << describe(again.error());
        EXPECT_EQ(again->tasks, workload->tasks) << kind.name;
        EXPECT_EQ(again->metrics, workload->metrics) << kind.name;
    }
}

TEST(Generators, TwoOfAKindAreToldApartByTheirNames)
{
    const auto workload = generated(R"({"a": {"load": "hog", "nice": 5}, "b": {"load": "hog"}})");
    ASSERT_TRUE(workload) << describe(workload.error());
    ASSERT_EQ(workload->tasks.size(), 2U);
    EXPECT_EQ(workload->tasks[0].name, "a");
    EXPECT_EQ(workload->tasks[0].nice, 5);
    EXPECT_EQ(workload->metrics[1].name, "b");
}

TEST(Generators, MistakesAreNamed)
{
    const auto error = [](const std::string& loads) {
        const auto workload = generated(loads);
        return workload ? std::string() : describe(workload.error());
    };
    EXPECT_THAT(error(R"({"kbiuld": {}})"), HasSubstr("\"kbiuld\""));
    EXPECT_THAT(error(R"({"kbuild": {"jbos": 3}})"), HasSubstr("\"jbos\""));
    EXPECT_THAT(error(R"({"kbuild": {"jobs": 0}})"), HasSubstr("1 to 1000"));
    EXPECT_THAT(error(R"({"cond-broadcast": {"policy": "idle"}})"), HasSubstr("other, fifo"));
    EXPECT_THAT(error(R"([])"), HasSubstr("no object"));
}

// The work of a build is the same on any machine: the n-th job always draws the same numbers.
TEST(Generators, ABuildHasTheSameWorkWhateverTheMachine)
{
    const auto work = [](int cpus) {
        auto workload = workloadFromJson(
            R"({"tasks": {}, "generate": {"kbuild": {"jobs": 6, "count": 20, "job_cpu": "20ms"}},
                "global": {"duration": -1}})");
        EXPECT_TRUE(workload) << describe(workload.error());
        const SimulationResult result = run(std::move(*workload), cpus);
        std::int64_t busy = 0;
        for (const CpuLane& lane : result.trace.cpus()) {
            for (const CpuSlice& slice : lane.slices) busy += slice.range().length().count();
        }
        return busy;
    };
    EXPECT_EQ(work(1), work(4));
}

TEST(Generators, ACloneIsMadeForEachExpiryAndMarkedFromItsNominalTime)
{
    auto workload = generated(R"({"wakeup-latency": {"period": "10ms"}})");
    ASSERT_TRUE(workload);
    const SimulationResult result = run(std::move(*workload), 1);
    ASSERT_EQ(result.metrics.size(), 1U);
    EXPECT_EQ(result.metrics[0].samples.size(), 29U);
    // Alone on its CPU the clone starts when the helper sleeps again.
    for (const Nanoseconds latency : result.metrics[0].samples) {
        EXPECT_EQ(latency, Nanoseconds{25'000});
    }
}

}  // namespace
}  // namespace resched::test

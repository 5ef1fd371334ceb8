// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/sweep.h"

#include "experiment/sweep_cells.h"
#include "experiment/sweep_choices.h"
#include "experiment/sweep_workload.h"
#include "support/simulation.h"
#include "workload/workload_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace resched::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::int64_t> valuesOf(const char* range)
{
    const auto parameter = parseSweepParameter(range);
    EXPECT_TRUE(parameter) << describe(parameter.error());
    return parameter ? parameter->values : std::vector<std::int64_t>{};
}

TEST(SweepRange, IsSpacedEvenlyOrByFactors)
{
    EXPECT_THAT(valuesOf("g=1ms..5ms:lin:3"), ElementsAre(kMs, 3 * kMs, 5 * kMs));
    EXPECT_THAT(valuesOf("g=1..1000:log:4"), ElementsAre(1, 10, 100, 1000));
    EXPECT_THAT(valuesOf("hz=100,250,1000"), ElementsAre(100, 250, 1000));
    EXPECT_THAT(valuesOf("g=1..2:lin:5"), ElementsAre(1, 2));
    EXPECT_EQ(valuesOf("g=1us..9us").size(), 9U);
}

TEST(SweepRange, MistakesAreNamed)
{
    for (const char* wrong : {"", "g", "g=", "=1..2", "g=2..1", "g=0..5:log:3", "g=1..2:cubic:3",
                              "g=1..2:lin:0", "g=1,,2", "g=a..b"}) {
        EXPECT_FALSE(parseSweepParameter(wrong)) << wrong;
    }
}

SweepOptions options(int shard, int shards)
{
    return {.parameters = {{"min_granularity_ns", {kMs, 4 * kMs}}, {"hz", {250, 1000}}},
            .figures = {"switches_per_s", "task A:run_s"},
            .seeds = 3,
            .shard = shard,
            .shards = shards};
}

SweepResult sweep(const SweepOptions& wanted)
{
    const SimulationInput base = hogs("cfs-2.6.35", {0, 0, 0}, 1000, 500);
    NoProgress progress;
    const auto result = runSweep(base, wanted, progress);
    EXPECT_TRUE(result) << describe(result.error());
    return result ? *result : SweepResult{};
}

TEST(Sweep, RunsEveryCombinationWithEverySeed)
{
    const SweepResult result = sweep(options(1, 1));
    ASSERT_EQ(result.points.size(), 12U);
    EXPECT_TRUE(result.isComplete());
    EXPECT_THAT(result.points[4].values, ElementsAre(kMs, 1000));
    EXPECT_EQ(result.points[4].seed, 2U);
    // A larger granularity means fewer switches.
    EXPECT_GT(*result.points[3].figures[0], *result.points[9].figures[0]);
    EXPECT_NEAR(*result.points[0].figures[1], 0.5 / 3, 0.01);
}

TEST(Sweep, ShardsMakeTheWholeInAnyOrder)
{
    const std::vector<SweepResult> shards{sweep(options(3, 3)), sweep(options(1, 3)),
                                          sweep(options(2, 3))};
    EXPECT_FALSE(shards[0].isComplete());
    std::vector<SweepResult> read;
    for (const SweepResult& shard : shards) {
        const auto again = sweepFromJson(sweepToJson(shard));
        ASSERT_TRUE(again) << describe(again.error());
        read.push_back(*again);
    }
    const auto merged = mergeSweeps(read);
    ASSERT_TRUE(merged) << describe(merged.error());
    EXPECT_TRUE(merged->isComplete());
    EXPECT_EQ(merged->points, sweep(options(1, 1)).points);
}

TEST(Sweep, WhatDoesNotBelongTogetherIsNotMerged)
{
    const SweepResult one = sweep(options(1, 2));
    SweepOptions others = options(2, 2);
    others.figures.pop_back();
    const std::vector<SweepResult> different{one, sweep(others)};
    const std::vector<SweepResult> twice{one, one};
    EXPECT_THAT(describe(mergeSweeps(different).error()), HasSubstr("different sweeps"));
    EXPECT_THAT(describe(mergeSweeps(twice).error()), HasSubstr("twice"));
    EXPECT_FALSE(sweepFromJson("{}"));
    EXPECT_FALSE(sweepFromJson(R"({"format": "resched-sweep", "version": 1})"));
}

TEST(Sweep, CellsPutSeedsTogether)
{
    SweepResult result{.what = {},
                       .parameters = {{"hz", {100, 250}}, {"tick_ns", {0, 5}}},
                       .figures = {"switches_per_s", "other"},
                       .seeds = 3,
                       .points = {}};
    const auto add = [&](std::size_t number, std::optional<double> value) {
        result.points.push_back(
            {.number = number, .values = {}, .seed = 1, .figures = {1.0, value}});
    };
    for (const double value : {1.0, 2.0, 6.0}) add(result.points.size(), value);
    add(6, 4.0);
    add(7, std::nullopt);
    const auto cells = sweepCells(result, 1);
    ASSERT_EQ(cells.size(), 4U);
    EXPECT_THAT(cells[0].values, ElementsAre(100, 0));
    EXPECT_THAT(cells[1].values, ElementsAre(100, 5));
    EXPECT_THAT(cells[2].values, ElementsAre(250, 0));
    EXPECT_THAT(cells[0].samples, ElementsAre(1.0, 2.0, 6.0));
    EXPECT_EQ(cells[0].mean, 3.0);
    EXPECT_DOUBLE_EQ(cells[0].stddev, std::sqrt(7.0));
    EXPECT_EQ(cells[1].mean, std::nullopt);
    EXPECT_EQ(cells[2].mean, 4.0);
    EXPECT_EQ(cells[2].stddev, 0);
}

TEST(Sweep, EverythingOfferedCanBeSweptAndMeasured)
{
    const SimulationInput base = hogs("cfs-2.6.35", {0, 0}, 1000, 50);
    const auto choices = sweepChoices(base.scheduler, base.machine);
    const auto named = [&](std::string_view name) {
        return std::ranges::find(choices, name, &SweepChoice::name);
    };
    ASSERT_NE(named("min_granularity_ns"), choices.end());
    ASSERT_NE(named("hz"), choices.end());
    ASSERT_NE(named("context_switch_ns"), choices.end());
    EXPECT_EQ(named("hz")->value, 1000);
    EXPECT_FALSE(named("hz")->isDuration);
    NoProgress progress;
    for (const SweepChoice& choice : choices) {
        const auto result = runSweep(
            base, {.parameters = {{choice.name, {choice.value}}}, .figures = runSweepFigures()},
            progress);
        ASSERT_TRUE(result) << choice.name << ": " << describe(result.error());
        EXPECT_EQ(result->points.size(), 1U);
    }
}

constexpr const char* kLoads = R"({
    "tasks": {},
    "generate": {"hog": {"copies": 2},
                 "massive-intr": {"copies": 1, "run": {"distribution": "uniform",
                                                       "from": "1ms", "to": "2ms"},
                                  "sleep": "3ms", "nice": 0}},
    "global": {"duration": 1}
})";

TEST(Sweep, OffersTheParametersOfLoads)
{
    std::vector<std::string> names;
    for (const SweepChoice& choice : workloadChoices(kLoads)) {
        names.push_back(choice.name + '=' + std::to_string(choice.value));
    }
    EXPECT_THAT(names, ElementsAre("generate.hog.copies=2", "generate.massive-intr.copies=1",
                                   "generate.massive-intr.run.from_ns=1000000",
                                   "generate.massive-intr.run.to_ns=2000000",
                                   "generate.massive-intr.sleep_ns=3000000",
                                   "generate.massive-intr.nice=0"));
    EXPECT_TRUE(workloadChoices("no JSON").empty());
    EXPECT_TRUE(workloadChoices("{}").empty());
}

TEST(Sweep, VariesTheParametersOfLoads)
{
    SimulationInput base = hogs("cfs-2.6.35", {0}, 1000, 1000);
    const auto workload = workloadFromJson(kLoads);
    ASSERT_TRUE(workload) << describe(workload.error());
    base.workload = std::make_shared<const Workload>(*workload);
    NoProgress progress;
    SweepOptions options{.parameters = {{"generate.hog.copies", {1, 3}},
                                        {"generate.massive-intr.sleep_ns", {3 * kMs, 30 * kMs}}},
                         .figures = {"task hog:share_pct", "wakeups_per_s"},
                         .workloadFile = kLoads};
    const auto result = runSweep(base, options, progress);
    ASSERT_TRUE(result) << describe(result.error());
    // One hog and a task that wants a third of the CPU; later a twentieth.
    EXPECT_NEAR(*result->points[0].figures[0], 67, 6);
    EXPECT_NEAR(*result->points[1].figures[0], 95, 2);
    // Longer sleeps, fewer wakeups.
    EXPECT_GT(*result->points[2].figures[1], 3 * *result->points[3].figures[1]);

    options.parameters = {{"generate.hog.missing", {1}}};
    EXPECT_THAT(describe(runSweep(base, options, progress).error()),
                HasSubstr("no parameter generate.hog.missing"));
    options.workloadFile.clear();
    EXPECT_FALSE(runSweep(base, options, progress));
}

TEST(Sweep, OffersWhatAWorkloadMeasures)
{
    Workload workload;
    workload.metrics = {{.name = "late", .kind = Metric::Kind::SinceTimer},
                        {.name = "done", .kind = Metric::Kind::Count}};
    EXPECT_THAT(metricSweepFigures(workload),
                ElementsAre("late:mean_us", "late:p99_us", "late:max_us", "done:rate"));
}

TEST(Sweep, NamesTheParameterOrFigureThatIsNotThere)
{
    const SimulationInput base = hogs("cfs-2.6.35", {0, 0}, 1000, 100);
    NoProgress progress;
    SweepOptions wrong = options(1, 1);
    wrong.parameters = {{"no_such_tunable", {1}}};
    EXPECT_THAT(describe(runSweep(base, wrong, progress).error()), HasSubstr("no_such_tunable"));
    wrong = options(1, 1);
    wrong.figures = {"no_such_figure"};
    EXPECT_THAT(describe(runSweep(base, wrong, progress).error()), HasSubstr("no_such_figure"));
    wrong = options(4, 3);
    EXPECT_THAT(describe(runSweep(base, wrong, progress).error()), HasSubstr("4/3"));
}

}  // namespace
}  // namespace resched::test

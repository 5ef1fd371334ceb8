// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/experiment.h"

#include "experiment/experiment_run.h"
#include "experiment/run_pool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace resched::test {
namespace {

using testing::HasSubstr;

std::vector<Experiment> builtIn()
{
    auto all = listExperiments();
    EXPECT_TRUE(all) << describe(all.error());
    return all ? *all : std::vector<Experiment>{};
}

TEST(Experiments, TheBuiltInOnesSayWhatTheyRestOn)
{
    std::set<std::string> ids;
    for (const Experiment& experiment : builtIn()) {
        EXPECT_TRUE(ids.insert(experiment.id).second) << experiment.id;
        EXPECT_FALSE(experiment.claim.empty()) << experiment.id;
        EXPECT_FALSE(experiment.source.empty()) << experiment.id;
        EXPECT_FALSE(experiment.when.empty()) << experiment.id;
        EXPECT_FALSE(experiment.variants.empty()) << experiment.id;
        EXPECT_FALSE(experiment.rows.empty()) << experiment.id;
        for (const ExperimentRow& row : experiment.rows) {
            EXPECT_FALSE(row.role == RowRole::Fitted && experiment.fitted.empty());
            EXPECT_TRUE(row.role == RowRole::Reported || row.low || row.high) << experiment.id;
        }
    }
}

TEST(Experiments, EveryVariantOfTheBuiltInOnesCanBeRun)
{
    for (const Experiment& experiment : builtIn()) {
        for (const ExperimentVariant& variant : experiment.variants) {
            const auto input = inputOf(variant, 1);
            ASSERT_TRUE(input) << experiment.id << ": " << describe(input.error());
            const auto settings = resolve(input->scheduler, input->machine.topology.count());
            EXPECT_TRUE(settings) << experiment.id << ": " << describe(settings.error());
        }
    }
}

constexpr const char* kSmall = R"({
  "id": "small", "title": "two hogs", "claim": "c", "source": "s", "when": "now",
  "setup": {"machine": {"name": "1", "hz": 1000}, "scheduler": "cfs-6.1",
            "workload": {"tasks": {"A": {"run": 1000}, "B": {"run": 1000, "priority": 5}},
                         "global": {"duration": 1}}},
  "figures": {"share": "task A:share_pct"},
  "variants": [{"id": "plain", "title": "p"},
               {"id": "equal", "title": "e",
                "changes": {"workload": {"tasks": {"B": {"priority": 0}}}}}],
  "rows": [{"variant": "plain", "figure": "share", "unit": "%", "published": 75.35,
            "band": [75, 76]},
           {"variant": "equal", "figure": "share", "unit": "%", "published": 50, "band": [60, 70]},
           {"variant": "plain", "figure": "share", "minus": "equal", "over": "equal",
            "scale": 100, "unit": "%", "role": "reported"}]
})";

TEST(Experiments, SetPublishedFiguresBesideSimulatedOnes)
{
    const auto experiment = experimentFromJson(kSmall);
    ASSERT_TRUE(experiment) << describe(experiment.error());
    NoProgress progress;
    const auto result = runExperiment(*experiment, {.seeds = 2}, progress);
    ASSERT_TRUE(result) << describe(result.error());
    ASSERT_EQ(result->rows.size(), 3U);
    EXPECT_NEAR(*result->rows[0].mean, 75.35, 0.3);
    EXPECT_TRUE(*result->rows[0].inBand);
    EXPECT_NEAR(*result->rows[1].mean, 50, 0.3);
    EXPECT_FALSE(*result->rows[1].inBand);
    EXPECT_NEAR(*result->rows[2].mean, 50.7, 0.8);
    EXPECT_FALSE(result->rows[2].inBand);
    EXPECT_EQ(result->runs.size(), 4U);
}

TEST(Experiments, OfOneVariantOnlyTheRowsThatNeedNoOther)
{
    const auto experiment = experimentFromJson(kSmall);
    ASSERT_TRUE(experiment);
    NoProgress progress;
    const auto result = runExperiment(
        *experiment, {.seeds = 1, .variants = {"equal"}, .keepTraces = true}, progress);
    ASSERT_TRUE(result);
    ASSERT_EQ(result->rows.size(), 1U);
    ASSERT_EQ(result->runs.size(), 1U);
    ASSERT_NE(result->runs[0].result, nullptr);
    EXPECT_FALSE(result->runs[0].result->trace.vruntimes().empty());
}

TEST(Experiments, TheNumberOfThreadsChangesNoFigure)
{
    const auto experiment = experimentFromJson(kSmall);
    ASSERT_TRUE(experiment);
    NoProgress progress;
    const auto one = runExperiment(*experiment, {.seeds = 3, .threads = 1}, progress);
    const auto four = runExperiment(*experiment, {.seeds = 3, .threads = 4}, progress);
    ASSERT_TRUE(one && four);
    for (std::size_t i = 0; i < one->rows.size(); ++i) {
        EXPECT_EQ(one->rows[i].values, four->rows[i].values);
    }
}

// Those that take a moment; all of them are in docs/experiments.md.
TEST(Experiments, TheDeterministicOnesComeOutAsPublished)
{
    for (const char* id : {"slice-fluctuation-2007", "eevdf-sleeper-split-2023",
                           "min-vruntime-idle-2008", "latt-wakeup-running-2009"}) {
        const auto experiment = loadExperiment(id);
        ASSERT_TRUE(experiment) << describe(experiment.error());
        NoProgress progress;
        const auto result = runExperiment(*experiment, {.seeds = 1}, progress);
        ASSERT_TRUE(result) << describe(result.error());
        for (const RowResult& row : result->rows) {
            const ExperimentRow& what = experiment->rows[row.row];
            EXPECT_NE(row.inBand, std::optional(false))
                << id << ' ' << what.variant << ' ' << what.label << ' ' << row.mean.value_or(-1);
        }
    }
}

TEST(Experiments, MistakesAreNamed)
{
    const auto error = [](const char* text) {
        const auto experiment = experimentFromJson(text);
        return experiment ? std::string() : describe(experiment.error());
    };
    EXPECT_THAT(error("nothing"), HasSubstr("no JSON"));
    EXPECT_THAT(error(R"({"id": "x", "titel": "y"})"), HasSubstr("\"titel\""));
    EXPECT_THAT(error(R"({"id": "x", "title": "y", "setup": {}, "variants": [],
                          "rows": [{"variant": "z"}]})"),
                HasSubstr("\"z\""));
    const auto unknown = loadExperiment("no-such-experiment");
    ASSERT_FALSE(unknown);
    EXPECT_THAT(describe(unknown.error()), HasSubstr("no experiment no-such-experiment"));
}

TEST(RunPool, TheFirstErrorInOrderIsTheOneTold)
{
    NoProgress progress;
    const auto work = [](std::size_t piece, Progress&) -> Result<void> {
        if (piece < 3) return {};
        return Error{.code = ErrorCode::InvalidArgument, .what = "piece " + std::to_string(piece)};
    };
    const auto result = runAll(4, 2, work, progress);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().what, "piece 3");
}

}  // namespace
}  // namespace resched::test

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <iterator>

namespace resched {
namespace {

using nlohmann::json;
using test::Outcome;
using testing::HasSubstr;

std::string fileWith(const std::string& name, const std::string& content)
{
    const std::string path = test::ownFolder() + name;
    std::ofstream(path, std::ios::binary) << content;
    return path;
}

std::string contentOf(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string smallWorkload()
{
    return fileWith("small.json", R"({
        "tasks": {},
        "generate": { "wakeup-latency": {}, "kbuild": { "jobs": 4 } },
        "global": { "duration": 1 } })");
}

TEST(ExperimentVerb, ListsTheFiveThatItAllBeganWith)
{
    const Outcome outcome = test::resched({"experiment", "list", "--format", "json"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    std::string all;
    const json list = json::parse(outcome.out);
    for (const json& row : list["experiments"]) all += row["id"].get<std::string>() + ' ';
    for (const char* id : {"dyn-granularity-2010", "low-latency-2010", "kernbench-granularity-2007",
                           "bfs-pert-2009", "futex-plist-2007"}) {
        EXPECT_THAT(all, HasSubstr(id));
    }
}

TEST(ExperimentVerb, SaysWhatWasClaimedAndWhatItRestsOn)
{
    const Outcome outcome = test::resched({"experiment", "show", "low-latency-2010"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    for (const char* part : {"claim: ", "source: ", "fitted: ", "mostly from memory"}) {
        EXPECT_THAT(outcome.out, HasSubstr(part));
    }
}

TEST(ExperimentVerb, RunsWithTheKeysThatScriptsRelyOn)
{
    const Outcome outcome = test::resched(
        {"experiment", "run", "slice-fluctuation-2007", "--seeds", "2", "--format", "json"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const json result = json::parse(outcome.out);
    EXPECT_EQ(result["experiment"], "slice-fluctuation-2007");
    EXPECT_EQ(result["seeds"], 2);
    ASSERT_EQ(result["rows"].size(), 4U);
    for (const json& row : result["rows"]) {
        for (const char* key : {"variant", "metric", "unit", "published", "mean", "stddev", "role",
                                "band", "in_band"}) {
            EXPECT_TRUE(row.contains(key)) << key;
        }
        EXPECT_EQ(row["in_band"], true) << row;
    }
}

TEST(ExperimentVerb, NamesWhatIsNotThere)
{
    const Outcome unknown = test::resched({"experiment", "run", "nothing"});
    EXPECT_EQ(unknown.code, 2);
    EXPECT_THAT(unknown.err, HasSubstr("no experiment nothing"));
    const Outcome variant =
        test::resched({"experiment", "run", "slice-fluctuation-2007", "--variant", "never"});
    EXPECT_EQ(variant.code, 2);
    EXPECT_THAT(variant.err, HasSubstr("no variant never"));
    EXPECT_EQ(test::resched({"experiment"}).code, 2);
}

TEST(SweepVerb, ShardsMergeToTheWholeSweep)
{
    const std::string work = smallWorkload();
    const std::string folder = test::ownFolder();
    const auto sweep = [&](const std::string& shard, const std::string& output) {
        return test::resched({"sweep", work, "--scheduler", "cfs-2.6.35", "--vary",
                              "min_granularity_ns=1ms..4ms:log:3", "--metric",
                              "wakeup-latency:mean_us,switches_per_s", "--seeds", "2", "--shard",
                              shard, "-o", output});
    };
    ASSERT_EQ(sweep("1/1", folder + "whole.json").code, 0);
    ASSERT_EQ(sweep("1/2", folder + "one.json").code, 0);
    ASSERT_EQ(sweep("2/2", folder + "two.json").code, 0);
    const Outcome merged = test::resched(
        {"merge", folder + "two.json", folder + "one.json", "-o", folder + "merged.json"});
    ASSERT_EQ(merged.code, 0) << merged.err;
    EXPECT_EQ(contentOf(folder + "merged.json"), contentOf(folder + "whole.json"));
    const Outcome csv = test::resched({"merge", folder + "whole.json", "--format", "csv"});
    ASSERT_EQ(csv.code, 0) << csv.err;
    EXPECT_THAT(csv.out, HasSubstr("min_granularity_ns,seed,wakeup-latency:mean_us"));
}

TEST(SweepVerb, NamesWhatMakesNoSense)
{
    const std::string work = smallWorkload();
    for (const auto& [range, part] :
         {std::pair{"min_granularity_ns=5ms..1ms", "the range"}, {"nothing=1..2", "nothing"}}) {
        const Outcome outcome = test::resched({"sweep", work, "--vary", range});
        EXPECT_EQ(outcome.code, 2) << range;
        EXPECT_THAT(outcome.err, HasSubstr(part));
    }
    const Outcome other = test::resched({"merge", work});
    EXPECT_EQ(other.code, 1);
    EXPECT_THAT(other.err, HasSubstr("no result of a sweep"));
}

TEST(SimulateVerb, NamesAPriorityInversion)
{
    const std::string work = fileWith("inversion.json", R"({
        "tasks": {
            "L": { "policy": "SCHED_FIFO", "priority": 10, "loop": 1,
                   "lock": "m", "run": 30000, "unlock": "m" },
            "M": { "policy": "SCHED_FIFO", "priority": 50, "loop": 1, "delay": 5000, "run": 100000 },
            "H": { "policy": "SCHED_FIFO", "priority": 90, "loop": 1, "delay": 10000,
                   "lock": "m", "run": 20000, "unlock": "m" } },
        "global": { "duration": -1 } })");
    const Outcome outcome = test::resched({"simulate", work});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("priority inversion: H waited 120.000 ms for mutex m of L, "
                                       "95.000 ms of them because M ran"));
}

}  // namespace
}  // namespace resched

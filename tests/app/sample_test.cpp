// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The verbs over the recording that comes with the program.
#include "app/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <map>

namespace resched {
namespace {

using nlohmann::json;
using testing::HasSubstr;
namespace fs = std::filesystem;

json run(std::vector<std::string> arguments)
{
    arguments.insert(arguments.end(), {"--format", "json"});
    const test::Outcome outcome = test::resched(arguments);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    return json::parse(outcome.out);
}

TEST(Sample, IsTheRecordingThatItsNoteDescribes)
{
    const json info = run({"info", "--sample"});
    EXPECT_EQ(info["format"], "lttng-ctf");
    EXPECT_EQ(info["kernel_release"], "6.1.0-57-amd64");
    EXPECT_EQ(info["cpus"], 1);
    EXPECT_EQ(info["events"]["sched_switch"], 2452);
    EXPECT_EQ(info["events"]["sched_waking"], 1257);
    EXPECT_EQ(info["lost_events"], 0);
    EXPECT_FALSE(info["partial"]);
}

TEST(Sample, GivesTheFiguresOfTheLabsReader)
{
    const json stats = run({"stats", "--sample", "--from", "wakeup"});
    EXPECT_EQ(stats["total"]["switches"], 2452);
    EXPECT_EQ(stats["total"]["preemptions"], 900);
    EXPECT_EQ(stats["total"]["wakeups"], 1549);
    EXPECT_EQ(stats["total"]["wakeup_latency"]["n"], 1549);
    EXPECT_EQ(stats["total"]["wakeup_latency"]["sum_ns"].get<std::int64_t>() / 10'000, 405'243);
    EXPECT_EQ(stats["total"]["run_delay"]["n"], 2448);
}

TEST(Sample, LatencyNamesTheWorstWaits)
{
    const json latency = run({"latency", "--sample", "--top", "3"});
    ASSERT_EQ(latency["worst"].size(), 3U);
    for (const json& wait : latency["worst"]) {
        std::int64_t sum = 0;
        for (const json& run : wait["ran_instead"]) sum += run["time_ns"].get<std::int64_t>();
        EXPECT_EQ(sum, wait["wait_ns"].get<std::int64_t>());
    }
}

TEST(Sample, AReplaySaysWhatItDidBesideWhatWasRecorded)
{
    const json replay = run({"replay", "--sample"});
    for (const char* key : {"scheduler", "machine", "tunables", "features", "seed", "recorded",
                            "result", "fidelity", "decisions", "events", "simulate_wall_ns"}) {
        EXPECT_TRUE(replay.contains(key)) << key;
    }
    EXPECT_EQ(replay["scheduler"], "cfs-6.1");
    EXPECT_EQ(replay["tunables"]["min_granularity_ns"], 750'000);
    EXPECT_EQ(replay["recorded"]["switches"], 2452);
    EXPECT_GT(replay["result"]["run_delay"]["n"], 500);
    EXPECT_TRUE(replay["fidelity"].contains("same_task_time"));
}

TEST(Sample, TunablesChangeTheReplayAndTheSeedRepeatsIt)
{
    const auto delays = [](const std::string& setting) {
        return run({"replay", "--sample", "--set", setting})["result"]["run_delay"];
    };
    const json coarse = delays("min_granularity_ns=3ms");
    const json fine = delays("min_granularity_ns=0.3ms");
    EXPECT_NE(coarse, fine);
    EXPECT_EQ(coarse, delays("min_granularity_ns=3ms"));
}

TEST(Sample, WrongSettingsAreWrongUsage)
{
    for (const std::vector<std::string>& wrong :
         std::vector<std::vector<std::string>>{{"--set", "speed=9"},
                                               {"--set", "min_granularity_ns"},
                                               {"--feature", "NO_MAGIC"},
                                               {"--scheduler", "windows"},
                                               {"--machine", "no-such-machine"}}) {
        std::vector<std::string> arguments = {"replay", "--sample"};
        arguments.insert(arguments.end(), wrong.begin(), wrong.end());
        const test::Outcome outcome = test::resched(arguments);
        EXPECT_NE(outcome.code, 0) << wrong[1];
        EXPECT_THAT(outcome.err, testing::StartsWith("resched: ")) << wrong[1];
        EXPECT_EQ(outcome.out, "");
    }
}

TEST(Sample, ACtfExportGivesIdenticalStatistics)
{
    const fs::path folder = fs::path(test::ownFolder()) / "sample-export.ctf";
    fs::remove_all(folder);
    ASSERT_EQ(test::resched({"export", "--sample", "-o", folder.string()}).code, 0);
    json before = run({"stats", "--sample"});
    json after = run({"stats", folder.string()});
    EXPECT_EQ(before["total"], after["total"]);
    EXPECT_EQ(before["cpus"], after["cpus"]);
    EXPECT_EQ(before["window"], after["window"]);
    const auto figuresByTid = [](const json& stats) {
        std::multimap<int, json> rows;
        for (json row : stats["tasks"]) {
            for (const char* key : {"tgid", "comm"}) row.erase(key);
            rows.emplace(row["tid"].get<int>(), row);
        }
        return rows;
    };
    EXPECT_EQ(figuresByTid(before), figuresByTid(after));
    fs::remove_all(folder);
}

TEST(Sample, ACutArchiveIsPartialOrOneSentence)
{
    std::ifstream file(
        std::string(RESCHED_SOURCE_DIR) + "/resources/samples/wakelat_timer_kbuild10.tar.gz",
        std::ios::binary);
    const std::string whole{std::istreambuf_iterator<char>(file), {}};
    ASSERT_GT(whole.size(), 100'000U);
    const std::string path = test::ownFolder() + "cut.tar.gz";
    for (std::size_t size = 0; size < whole.size(); size += whole.size() / 12) {
        std::ofstream(path, std::ios::binary | std::ios::trunc) << whole.substr(0, size);
        const test::Outcome outcome = test::resched({"info", path, "--format", "json"});
        ASSERT_TRUE(outcome.code == 0 || outcome.code == 1) << size << ": " << outcome.code;
        if (outcome.code == 0) {
            EXPECT_TRUE(json::parse(outcome.out)["partial"]) << size;
        } else {
            EXPECT_THAT(outcome.err, testing::StartsWith("resched: ")) << size;
        }
    }
}

}  // namespace
}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/json.h"

#include "support/schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace resched {
namespace {

using testing::ElementsAre;
using testing::IsSupersetOf;

std::vector<std::string> keys(const Json& json)
{
    std::vector<std::string> all;
    for (const auto& item : json.items()) all.push_back(item.key());
    return all;
}

constexpr std::string_view kSchedule = R"(
    SW 0 c0 0>A
    WK 10 c0 B@0
    SW 20 c0 A[R]>B
    SW 40 c0 B[S]>A
    SW 60 c0 A[S]>0)";

TEST(Json, ADistributionKeepsItsKeysAndIsNullWithoutSamples)
{
    const Json empty = toJson(summarize({}));
    EXPECT_THAT(keys(empty), ElementsAre("n", "sum_ns", "mean_ns", "stddev_ns", "min_ns", "p50_ns",
                                         "p90_ns", "p95_ns", "p99_ns", "p999_ns", "max_ns"));
    EXPECT_EQ(empty["n"], 0);
    for (const char* key : {"sum_ns", "mean_ns", "p50_ns", "max_ns"}) {
        EXPECT_TRUE(empty[key].is_null()) << key;
    }
    const Json one = toJson(summarize({Nanoseconds{7}}));
    EXPECT_EQ(one["sum_ns"], 7);
    EXPECT_EQ(one["p999_ns"], 7);
}

TEST(Json, InfoHasTheKeysThatScriptsRelyOn)
{
    const Json json = infoJson(test::traceOf(kSchedule));
    EXPECT_THAT(keys(json), IsSupersetOf({"path", "format", "tracer", "kernel_release", "cpus",
                                          "tasks", "events_total", "events", "begin_ns", "end_ns",
                                          "duration_ns", "lost_events", "partial", "diagnostics"}));
    EXPECT_EQ(json["tasks"], 2);
    EXPECT_EQ(json["cpus"], 1);
    EXPECT_EQ(json["duration_ns"], 60'000);
}

TEST(Json, ADiagnosticSaysItsFirstPlace)
{
    const Trace trace = test::traceOf("SW 0 c0 0>A\nSW 100 c0 B[S]>C\nSW 150 c0 C[S]>0");
    const Json row = infoJson(trace)["diagnostics"].at(0);
    EXPECT_EQ(row["kind"], "switch_contradiction");
    EXPECT_EQ(row["count"], 1);
    EXPECT_EQ(row["first"]["time_ns"], 100'000);
}

TEST(Json, StatsHasTheKeysThatScriptsRelyOn)
{
    const Trace trace = test::traceOf(kSchedule);
    const Json json = statisticsJson(trace, computeStatistics(trace, {}));
    EXPECT_THAT(keys(json), IsSupersetOf({"rule", "window", "tasks", "cpus", "total"}));
    EXPECT_THAT(keys(json["tasks"].at(0)),
                IsSupersetOf({"tid", "tgid", "comm", "policy", "prio", "run_time_ns", "switches",
                              "preemptions", "migrations", "wakeups", "spurious", "censored",
                              "run_delay", "wakeup_latency", "preemption_wait"}));
    EXPECT_THAT(keys(json["cpus"].at(0)),
                IsSupersetOf({"cpu", "busy_ns", "idle_ns", "unknown_ns", "switches"}));
    EXPECT_THAT(keys(json["total"]), IsSupersetOf({"lost", "run_delay"}));
    EXPECT_EQ(json["rule"], "run-delay");
    EXPECT_EQ(json["cpus"][0]["busy_ns"], 60'000);
    EXPECT_EQ(json["total"]["run_delay"]["sum_ns"], 30'000);
}

TEST(Json, LatencyNamesWhoRanInstead)
{
    const Trace trace = test::traceOf(kSchedule);
    const WaitSet set = findWaits(trace, {});
    const Json json = latencyJson(
        trace,
        {.rule = WaitRule::RunDelay, .window = trace.span(), .set = &set, .worst = set.waits});
    EXPECT_EQ(json["distribution"]["n"], 2);
    ASSERT_EQ(json["worst"].size(), 2U);
    const Json& woken = json["worst"][0];
    EXPECT_EQ(woken["comm"], "B");
    EXPECT_EQ(woken["wait_ns"], 10'000);
    EXPECT_EQ(woken["ran_instead"].at(0)["comm"], "A");
    EXPECT_EQ(woken["ran_instead"][0]["reason"], "was_running");
    const Json& preempted = json["worst"][1];
    EXPECT_EQ(preempted["ran_instead"].at(0)["comm"], "B");
    EXPECT_EQ(preempted["ran_instead"][0]["time_ns"], 20'000);
    EXPECT_EQ(preempted["ran_instead"][0]["reason"], "preempt");
    EXPECT_EQ(preempted["ran_instead"][0]["cause"], "took_over");
}

TEST(Json, WrongUtf8IsReplaced)
{
    EXPECT_EQ(dump(Json{{"comm", "a\xe6\x97"}}), "{\n  \"comm\": \"a\xef\xbf\xbd\"\n}\n");
}

}  // namespace
}  // namespace resched

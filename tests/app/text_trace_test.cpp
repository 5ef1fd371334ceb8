// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The verbs over a trace small enough to check by hand, given as ftrace text.
#include "app/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>

namespace resched {
namespace {

using nlohmann::json;
using testing::HasSubstr;

constexpr const char* kTrace =
    "# tracer: nop\n"
    "  <idle>-0  [000] d..2.  1.000000: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 "
    "prev_state=R ==> next_comm=A next_pid=101 next_prio=120\n"
    "  A-101     [000] d..2.  1.000050: sched_switch: prev_comm=A prev_pid=101 prev_prio=120 "
    "prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120\n"
    "  <idle>-0  [000] dN.3.  1.000100: sched_waking: comm=A pid=101 prio=120 target_cpu=000\n"
    "  <idle>-0  [000] d..2.  1.000150: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 "
    "prev_state=R ==> next_comm=A next_pid=101 next_prio=120\n"
    "  A-101     [000] d..2.  1.000250: sched_switch: prev_comm=A prev_pid=101 prev_prio=120 "
    "prev_state=R ==> next_comm==x next_pid=102 next_prio=120\n"
    "  =x-102    [000] d..2.  1.000300: sched_switch: prev_comm==x prev_pid=102 prev_prio=120 "
    "prev_state=S ==> next_comm=A next_pid=101 next_prio=120\n"
    "  A-101     [000] d..2.  1.000350: sched_switch: prev_comm=A prev_pid=101 prev_prio=120 "
    "prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120\n";

class TextTrace : public testing::Test
{
protected:
    TextTrace() { std::ofstream(path_) << kTrace; }

    json run(std::vector<std::string> arguments) const
    {
        arguments.insert(arguments.begin() + 1, path_);
        arguments.insert(arguments.end(), {"--format", "json"});
        const test::Outcome outcome = test::resched(arguments);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return json::parse(outcome.out);
    }
    std::string text(std::vector<std::string> arguments) const
    {
        arguments.insert(arguments.begin() + 1, path_);
        const test::Outcome outcome = test::resched(arguments);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return outcome.out;
    }

    std::string path_ = test::ownFolder() + "small trace#é.txt";
};

TEST_F(TextTrace, InfoCountsTheEvents)
{
    const json info = run({"info"});
    EXPECT_EQ(info["events_total"], 7);
    EXPECT_EQ(info["events"]["sched_switch"], 6);
    EXPECT_EQ(info["duration_ns"], 350'000);
    EXPECT_EQ(info["path"], path_);
    EXPECT_THAT(text({"info"}), HasSubstr("sched_waking"));
}

TEST_F(TextTrace, StatsAddUp)
{
    const json stats = run({"stats"});
    EXPECT_EQ(stats["total"]["run_time_ns"], 250'000);
    EXPECT_EQ(stats["total"]["switches"], 6);
    EXPECT_EQ(stats["total"]["run_delay"]["n"], 2);
    EXPECT_EQ(stats["total"]["run_delay"]["sum_ns"], 100'000);
    EXPECT_EQ(stats["cpus"][0]["idle_ns"], 100'000);
    EXPECT_THAT(text({"stats"}), HasSubstr("200.000 us"));
    EXPECT_THAT(text({"stats", "--by", "cpu"}), HasSubstr("100.000 us"));
}

TEST_F(TextTrace, FiltersChoose)
{
    EXPECT_EQ(run({"stats", "--comm", "A"})["tasks"].size(), 1U);
    EXPECT_EQ(run({"stats", "--tid", "102"})["total"]["run_time_ns"], 50'000);
    EXPECT_EQ(run({"stats", "--time", "150us,"})["total"]["run_time_ns"], 200'000);
    EXPECT_EQ(run({"stats", "--time", "1.00015s,1.00025s"})["total"]["run_time_ns"], 100'000);
    EXPECT_EQ(run({"latency", "--rule", "preempt"})["distribution"]["n"], 1);
    EXPECT_EQ(run({"latency", "--task", "A-101"})["distribution"]["n"], 2);
    EXPECT_EQ(run({"latency", "--task", "102"})["distribution"]["n"], 0);
}

TEST_F(TextTrace, AFileMayFollowAnOptionThatCanBeRepeated)
{
    for (const std::vector<std::string>& options :
         {std::vector<std::string>{"stats", "--tid", "102,101"},
          std::vector<std::string>{"stats", "--comm", "A", "--comm", "B"},
          std::vector<std::string>{"replay", "--set", "latency_ns=3ms"},
          std::vector<std::string>{"audit", "--feature", "NO_START_DEBIT"}}) {
        std::vector<std::string> arguments = options;
        arguments.push_back(path_);
        const test::Outcome outcome = test::resched(arguments);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
    }
}

TEST_F(TextTrace, WhatIsNotThereIsSaid)
{
    EXPECT_EQ(test::resched({"latency", path_, "--task", "nobody"}).code, 1);
    EXPECT_EQ(test::resched({"stats", path_, "--time", "5s,6s"}).code, 2);
    EXPECT_EQ(test::resched({"stats", path_, "--cpu", "x"}).code, 2);
    EXPECT_EQ(test::resched({"stats", path_, "--sort", "beauty"}).code, 2);
}

TEST_F(TextTrace, LatencyTellsWhoRanInstead)
{
    const json latency = run({"latency", "--top", "1", "--rule", "preempt"});
    ASSERT_EQ(latency["worst"].size(), 1U);
    EXPECT_EQ(latency["worst"][0]["ran_instead"][0]["tid"], 102);
    EXPECT_THAT(text({"latency"}), HasSubstr("took over: preempt"));
}

TEST_F(TextTrace, CsvGuardsFormulasWhenAsked)
{
    EXPECT_THAT(text({"stats", "--format", "csv"}), HasSubstr("102,,=x,"));
    EXPECT_THAT(text({"stats", "--format", "csv", "--guard-formulas"}), HasSubstr("102,,'=x,"));
}

TEST_F(TextTrace, ACutFileNeverCrashes)
{
    const std::string whole = kTrace;
    const std::string path = test::ownFolder() + "cut.txt";
    for (std::size_t size = 0; size < whole.size(); size += 61) {
        std::ofstream(path, std::ios::trunc) << whole.substr(0, size);
        const test::Outcome outcome = test::resched({"stats", path});
        EXPECT_TRUE(outcome.code == 0 || outcome.code == 1) << size << ": " << outcome.code;
        if (outcome.code == 1) {
            EXPECT_FALSE(outcome.err.empty()) << size;
        }
    }
}

}  // namespace
}  // namespace resched

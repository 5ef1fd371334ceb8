// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Other people's recordings, all of them, against what the reference tools made of them: events by
// name, switches and run times exactly, waits to the nanosecond.
//
// The reference counts a wakeup latency from the first sched_wakeup or sched_wakeup_new since the
// task was last switched out blocked: our rule first-wake with `from` wakeup. Its latency from
// sched_waking leaves out waits that a sched_wakeup alone began.
#include "analysis/statistics.h"
#include "readers/reader_table.h"
#include "support/recordings.h"
#include "support/truth.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace resched {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

// How a recording differs from its truth on purpose.
enum class Expected : std::uint8_t {
    Same,
    Refused,    // with a sentence: nothing in it is a scheduling event
    MoreThere,  // the reference tool refused what can be read; a test of its own says what
};

Expected expectedOf(const fs::path& path, const json& truth)
{
    const std::string name = path.filename();
    // The reference, of an older perf, cannot read it; the same run through a pipe has as many.
    if (name == "sleep.compressed.data") return Expected::MoreThere;
    if (name == "trace.cut.dat") return Expected::MoreThere;
    if (truth.contains("reader_stopped") || name == "traccia_wakeup") return Expected::Refused;
    if (name.starts_with("poc-") || name.find("zero_size") != std::string::npos) {
        return Expected::Refused;
    }
    return Expected::Same;
}

DistributionSummary latencies(const Trace& trace, std::optional<TaskId> task, WaitFrom from,
                              bool onlyWaking)
{
    std::vector<Nanoseconds> samples;
    for (const Wait& wait :
         findWaits(trace, {.rule = WaitRule::FirstWake, .from = from, .task = task}).waits) {
        const bool isWaking = trace.wakeups()[wait.wakeup].kind == EventKind::Waking;
        if (!onlyWaking || isWaking) samples.push_back(wait.length());
    }
    return summarize(std::move(samples));
}

void expectWaits(const DistributionSummary& ours, const json& theirs, const std::string& what)
{
    EXPECT_EQ(ours.n, theirs["count"].get<std::uint64_t>()) << what;
    if (!theirs.contains("sum_ns") || ours.n == 0) return;
    EXPECT_EQ(ours.sum.count(), theirs["sum_ns"].get<std::int64_t>()) << what;
    EXPECT_EQ(ours.max->count(), theirs["max_ns"].get<std::int64_t>()) << what;
}

void expectWaits(const Trace& trace, const json& truth, const std::string& suffix, bool isWaking)
{
    const WaitFrom from = isWaking ? WaitFrom::Waking : WaitFrom::Wakeup;
    const json all = truth.value("wakeup_latency" + suffix + "_all_tasks", json());
    if (all.is_object()) expectWaits(latencies(trace, {}, from, isWaking), all, "all" + suffix);
    for (const json& row : truth.value("wakeup_latency" + suffix + "_top5", json::array())) {
        const auto task = trace.find(Tid{row["tid"].get<std::int32_t>()});
        ASSERT_TRUE(task) << row["comm"];
        expectWaits(latencies(trace, task, from, isWaking), row,
                    row["comm"].get<std::string>() + suffix);
    }
}

void expectEvents(const Trace& trace, const json& truth)
{
    EXPECT_EQ(trace.info().eventsTotal, truth["events_total"].get<std::uint64_t>());
    EXPECT_EQ(trace.info().lostEvents, truth["lost"]["events"].get<std::uint64_t>());
    const std::map<std::string, std::uint64_t> ours(trace.info().events.begin(),
                                                    trace.info().events.end());
    std::uint64_t unnamed = 0;
    for (const auto& [name, count] : truth["events_by_name"].items()) {
        // Events that the reference could not name.
        if (name.starts_with("type")) {
            unnamed += count.get<std::uint64_t>();
            continue;
        }
        // perf puts the name of the tracepoint's system in front.
        auto found = ours.find(name);
        if (found == ours.end()) found = ours.find(name.substr(name.find(':') + 1));
        ASSERT_NE(found, ours.end()) << name;
        EXPECT_EQ(found->second, count.get<std::uint64_t>()) << name;
    }
    EXPECT_LE(unnamed, trace.info().eventsTotal);
}

void expectRunTimes(const Trace& trace, const json& truth)
{
    const Statistics ours = computeStatistics(trace, {});
    EXPECT_EQ(ours.total.switches, truth["sched_switch_total"].get<std::uint64_t>());
    const json& perCpu = truth["sched_switch_per_cpu"];
    for (const CpuStatistics& cpu : ours.cpus) {
        // In text without a CPU column theirs are all "unknown".
        if (perCpu.contains("unknown")) break;
        const std::string id = std::to_string(number(cpu.cpu));
        EXPECT_EQ(cpu.switches, perCpu.value(id, std::uint64_t{0})) << "CPU " << id;
    }
    EXPECT_EQ(ours.total.runTime.count(), truth["run_time_all_tasks_ns"].get<std::int64_t>());
    std::map<std::int32_t, Nanoseconds> byTid;
    for (const TaskStatistics& task : ours.tasks) {
        byTid[number(trace.task(task.task).tid)] += task.totals.runTime;
    }
    for (const json& row : truth["top5_run_time"]) {
        EXPECT_EQ(byTid[row["tid"].get<std::int32_t>()].count(), row["run_ns"].get<std::int64_t>())
            << row["comm"];
    }
}

void expectSpan(const Trace& trace, const json& truth)
{
    if (truth["first_ts_ns"].is_null() || trace.info().eventsTotal == 0) return;
    EXPECT_EQ(nanoseconds(trace.info().recorded.begin), truth["first_ts_ns"].get<std::int64_t>());
    EXPECT_EQ(nanoseconds(trace.info().recorded.end), truth["last_ts_ns"].get<std::int64_t>());
}

void checkRecording(const fs::path& path, const json& truth)
{
    NoProgress progress;
    const Result<Trace> trace = readTrace(path, progress);
    const Expected expected = expectedOf(path, truth);
    if (expected == Expected::Refused) {
        ASSERT_FALSE(trace);
        EXPECT_NE(describe(trace.error()).find(path.string()), std::string::npos);
        return;
    }
    ASSERT_TRUE(trace) << describe(trace.error());
    if (expected == Expected::MoreThere) {
        EXPECT_GT(trace->info().eventsTotal, truth["events_total"].get<std::uint64_t>());
        return;
    }
    if (!truth.contains("events_total")) return;  // no reference tool reads the format
    expectEvents(*trace, truth);
    expectRunTimes(*trace, truth);
    expectSpan(*trace, truth);
    expectWaits(*trace, truth, "", false);
    expectWaits(*trace, truth, "_from_sched_waking", true);
}

class PublicRecordings : public testing::TestWithParam<const char*>
{
};

TEST_P(PublicRecordings, GiveTheFiguresOfTheReferenceTools)
{
    RESCHED_SHARED_OR_SKIP(shared);
    const fs::path folder = shared / "traces" / GetParam();
    if (!fs::exists(folder)) GTEST_SKIP() << "no " << folder;
    const std::vector<test::TruthCase> cases = test::truthCases(folder);
    EXPECT_FALSE(cases.empty());
    for (const auto& [path, truth] : cases) {
        SCOPED_TRACE(path.string());
        checkRecording(path, truth);
    }
}

INSTANTIATE_TEST_SUITE_P(, PublicRecordings,
                         testing::Values("lttng-ctf", "ctf2", "perf-ctf", "perf-data", "trace-dat",
                                         "ftrace-text", "perf-script", "schedviz"));

Result<Trace> readPublic(const fs::path& path)
{
    NoProgress progress;
    return readTrace(path, progress);
}

TEST(RecordingsTheReferenceRefuses, CompressedByANewerPerfAreRead)
{
    RESCHED_SHARED_OR_SKIP(shared);
    const fs::path folder = shared / "traces/perf-data";
    if (!fs::exists(folder)) GTEST_SKIP() << "no " << folder;
    const auto trace = readPublic(folder / "mst-sleep-zstd/sleep.compressed.data");
    ASSERT_TRUE(trace) << describe(trace.error());
    EXPECT_EQ(trace->info().eventsTotal, 8U);
}

// trace-cmd refuses the file; two of its four CPUs are whole, the third in part.
TEST(RecordingsTheReferenceRefuses, CutShortKeepTheCpusThatAreWhole)
{
    RESCHED_SHARED_OR_SKIP(shared);
    const fs::path folder = shared / "traces/trace-dat";
    if (!fs::exists(folder)) GTEST_SKIP() << "no " << folder;
    const auto trace = readPublic(folder / "kinmax-fifo-4cpu-cut/trace.cut.dat");
    const auto whole = readPublic(folder / "kinmax-fifo-4cpu/trace_fifo_multicore.dat");
    ASSERT_TRUE(trace) << describe(trace.error());
    ASSERT_TRUE(whole) << describe(whole.error());
    EXPECT_TRUE(trace->info().partial);
    EXPECT_GE(trace->diagnostics().count("truncated_file"), 1U);
    for (const CpuId cpu : {CpuId{0}, CpuId{1}}) {
        EXPECT_EQ(trace->cpu(cpu)->switches, whole->cpu(cpu)->switches);
    }
    EXPECT_LT(trace->cpu(CpuId{2})->switches, whole->cpu(CpuId{2})->switches);
}

}  // namespace
}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Our figures against those that other programs computed from the same recordings.
//
// The lab's own reader counts a wakeup latency from the first sched_wakeup or sched_wakeup_new
// since the task was last switched out blocked, and from sched_waking where a recording has no
// sched_wakeup (perf sched of 6.1): our rule first-wake with `from` wakeup. Its "wait" is that and
// the preemption wait together, our run-delay.
#include "support/recordings.h"

#include "analysis/statistics.h"
#include "readers/reader_table.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>

namespace resched {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

json readJson(const fs::path& path)
{
    std::ifstream file(path);
    return json::parse(file);
}

// Theirs are microseconds printed with two decimals.
void expectPrinted(double nanoseconds, const json& printed, const std::string& what)
{
    EXPECT_LE(std::abs(nanoseconds / 1000 - printed.get<double>()), 0.00501 + 1e-9) << what;
}

void expectSame(const DistributionSummary& ours, const json& theirs, const std::string& what)
{
    ASSERT_EQ(ours.n, theirs["n"].get<std::uint64_t>()) << what;
    if (ours.n == 0) return;
    expectPrinted(static_cast<double>(ours.sum.count()), theirs["sum"], what + " sum");
    expectPrinted(*ours.mean, theirs["avg"], what + " mean");
    expectPrinted(static_cast<double>(ours.max->count()), theirs["max"], what + " max");
}

// They count kernel workers, and the threads of a crowd, under one name.
bool isCountedUnder(std::string_view known, std::string_view name)
{
    if (known == name) return true;
    if (!known.starts_with(name)) return false;
    known.remove_prefix(name.size());
    if (name == "kworker") return known.starts_with('/');
    return name == "waiter" && known.find_first_not_of("0123456789") == std::string_view::npos;
}

void expectCommsMatch(const Trace& trace, const json& comms, const std::string& path)
{
    for (const auto& [name, theirs] : comms.items()) {
        std::size_t matched = 0;
        bool isStable = true;  // theirs go by the name at each event, ours by the task
        const auto hasName = [&](TaskId task) {
            const auto& names = trace.task(task).names;
            const auto fits = [&](const NameChange& change) {
                return isCountedUnder(trace.name(change.name), name);
            };
            if (std::ranges::none_of(names, fits)) return false;
            ++matched;
            isStable = isStable && std::ranges::all_of(names, fits);
            return true;
        };
        const Statistics ours =
            computeStatistics(trace, {.from = WaitFrom::Wakeup, .wantsTask = hasName});
        if (matched == 0 || !isStable) continue;
        const std::string what = path + ' ' + name;
        expectSame(ours.total.wakeupLatency, theirs["wake_us"], what + " wake");
        expectSame(ours.total.runDelay, theirs["wait_us"], what + " wait");
        EXPECT_EQ(ours.total.preemptions, theirs["preempted"].get<std::uint64_t>()) << what;
    }
}

void checkRecording(const fs::path& folder, const json& entry)
{
    const std::string path = entry["path"];
    NoProgress progress;
    const Result<Trace> trace = readTrace(folder / path, progress);
    ASSERT_TRUE(trace) << describe(trace.error());
    const json& theirs = entry["from_trace"];
    for (const auto& [name, count] : theirs["kinds"].items()) {
        const auto& events = trace->info().events;
        const auto found =
            std::ranges::find(events, name, [](const auto& row) { return row.first; });
        ASSERT_NE(found, events.end()) << path << ": " << name;
        EXPECT_EQ(found->second, count.get<std::uint64_t>()) << path << ": " << name;
    }
    const Statistics ours = computeStatistics(*trace, {.from = WaitFrom::Wakeup});
    EXPECT_EQ(ours.total.switches, theirs["switches"].get<std::uint64_t>()) << path;
    EXPECT_EQ(ours.total.preemptions, theirs["preemptions"].get<std::uint64_t>()) << path;
    EXPECT_EQ(ours.total.migrations, theirs["migrations"].get<std::uint64_t>()) << path;
    expectSame(ours.total.wakeupLatency, theirs["wake_us"], path + " wake");
    expectSame(ours.total.runDelay, theirs["wait_us"], path + " wait");
    const json& kinds = theirs["kinds"];
    if (kinds.contains("sched_wakeup") || kinds.contains("sched:sched_wakeup")) {
        EXPECT_EQ(ours.total.wakeups, theirs["wakeups"].get<std::uint64_t>()) << path;
    }
    expectCommsMatch(*trace, theirs["comms"], path);
}

// Split into parts, so that each stays short.
class LabRecordings : public testing::TestWithParam<std::size_t>
{
public:
    static constexpr std::size_t kParts = 16;
};

TEST_P(LabRecordings, GiveTheFiguresOfTheLabsOwnReader)
{
    RESCHED_SHARED_OR_SKIP(shared);
    const fs::path folder = shared / "lab-traces";
    if (!fs::exists(folder / "index.json")) GTEST_SKIP() << "no lab-traces";
    const json index = readJson(folder / "index.json");
    std::size_t number = 0;
    std::size_t checked = 0;
    for (const json& cell : index["cells"]) {
        for (const json& entry : cell["traces"]) {
            const std::string format = entry["format"];
            if (entry["path"].is_null() || format.starts_with("trace-cmd")) continue;
            if (number++ % kParts != GetParam()) continue;
            checkRecording(folder, entry);
            ++checked;
        }
    }
    EXPECT_GT(checked, 0U);
}

INSTANTIATE_TEST_SUITE_P(, LabRecordings, testing::Range<std::size_t>(0, LabRecordings::kParts));

// Other people's recordings, with figures computed from what the reference tools decode. Their
// wakeup latency is ours from sched_wakeup; the one from sched_waking leaves out waits that a
// sched_wakeup alone began.
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

void expectTruth(const DistributionSummary& ours, const json& theirs, const std::string& what)
{
    EXPECT_EQ(ours.n, theirs["count"].get<std::uint64_t>()) << what;
    if (theirs.contains("sum_ns") && ours.n > 0) {
        EXPECT_EQ(ours.sum.count(), theirs["sum_ns"].get<std::int64_t>()) << what;
        EXPECT_EQ(ours.max->count(), theirs["max_ns"].get<std::int64_t>()) << what;
    }
}

void checkLatencies(const Trace& trace, const json& truth, const std::string& suffix, bool isWaking)
{
    const WaitFrom from = isWaking ? WaitFrom::Waking : WaitFrom::Wakeup;
    const std::string path = truth["trace"];
    const json all = truth.value("wakeup_latency" + suffix + "_all_tasks", json());
    if (all.is_object()) expectTruth(latencies(trace, {}, from, isWaking), all, path + suffix);
    for (const json& row : truth.value("wakeup_latency" + suffix + "_top5", json::array())) {
        const auto task = trace.find(Tid{row["tid"].get<std::int32_t>()});
        ASSERT_TRUE(task) << path;
        expectTruth(latencies(trace, task, from, isWaking), row,
                    path + suffix + ' ' + row["comm"].get<std::string>());
    }
}

void checkRunTimes(const Trace& trace, const json& truth)
{
    const std::string path = truth["trace"];
    const Statistics ours = computeStatistics(trace, {});
    EXPECT_EQ(ours.total.switches, truth["sched_switch_total"].get<std::uint64_t>()) << path;
    for (const CpuStatistics& cpu : ours.cpus) {
        const std::string id = std::to_string(number(cpu.cpu));
        const json& perCpu = truth["sched_switch_per_cpu"];
        if (!perCpu.contains(id)) continue;
        EXPECT_EQ(cpu.switches, perCpu[id].get<std::uint64_t>()) << path;
    }
    EXPECT_EQ(ours.total.runTime.count(), truth["run_time_all_tasks_ns"].get<std::int64_t>())
        << path;
    std::map<std::int32_t, Nanoseconds> byTid;
    for (const TaskStatistics& task : ours.tasks) {
        byTid[number(trace.task(task.task).tid)] += task.totals.runTime;
    }
    for (const json& row : truth["top5_run_time"]) {
        EXPECT_EQ(byTid[row["tid"].get<std::int32_t>()].count(), row["run_ns"].get<std::int64_t>())
            << path << ' ' << row["comm"];
    }
}

class PublicRecordings : public testing::TestWithParam<const char*>
{
};

TEST_P(PublicRecordings, GiveTheFiguresOfTheReferenceTools)
{
    RESCHED_SHARED_OR_SKIP(shared);
    const fs::path path = shared / "traces" / GetParam();
    if (!fs::exists(path)) GTEST_SKIP() << "no " << path;
    const json truth = readJson(path.string() + ".truth.json");
    NoProgress progress;
    const Result<Trace> trace = readTrace(path, progress);
    ASSERT_TRUE(trace) << describe(trace.error());
    EXPECT_EQ(trace->info().eventsTotal, truth["events_total"].get<std::uint64_t>());
    if (truth.value("run_time_all_tasks_ns", json()).is_number()) checkRunTimes(*trace, truth);
    checkLatencies(*trace, truth, "", false);
    checkLatencies(*trace, truth, "_from_sched_waking", true);
}

INSTANTIATE_TEST_SUITE_P(, PublicRecordings,
                         testing::Values("lttng-ctf/tc-bug446190/bug446190",
                                         "lttng-ctf/tc-many-threads/many-threads",
                                         "lttng-ctf/tc-flipping-endianness/flipping-endianness",
                                         "lttng-ctf/bt-tracefile-rotation/kernel",
                                         "lttng-ctf/cts-modules-2.0-pre5/lttng-modules-2.0-pre5",
                                         "perf-ctf/tc-perf-taskset2/perf-taskset2",
                                         "perf-data/pv-symbol-tests/perf.data",
                                         "perf-data/pv-big-endian/perf.be.data",
                                         "perf-data/pv-pipe/perf.pipe.data"));

}  // namespace
}  // namespace resched

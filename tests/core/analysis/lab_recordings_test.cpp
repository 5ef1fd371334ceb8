// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The lab's recordings, all of them, against what its own reader made of them.
//
// That reader counts a wakeup latency from the first sched_wakeup or sched_wakeup_new
// since the task was last switched out blocked, and from sched_waking where a recording has no
// sched_wakeup (perf sched of 6.1): our rule first-wake with `from` wakeup. Its "wait" is that and
// the preemption wait together, our run-delay.
#include "analysis/statistics.h"
#include "readers/reader_table.h"
#include "support/recordings.h"
#include "support/truth.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>

namespace resched {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

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

void expectEvents(const Trace& trace, const json& theirs)
{
    std::map<std::string, std::uint64_t> ours(trace.info().events.begin(),
                                              trace.info().events.end());
    std::map<std::string, std::uint64_t> expected;
    for (const auto& [name, count] : theirs["kinds"].items()) expected[name] = count;
    std::uint64_t total = trace.info().eventsTotal;
    // Of most LTTng recordings the lab's reader left these out.
    for (const char* marker : {"lttng_statedump_start", "lttng_statedump_end"}) {
        if (expected.contains(marker) || !ours.contains(marker)) continue;
        total -= ours[marker];
        ours.erase(marker);
    }
    EXPECT_EQ(ours, expected);
    EXPECT_EQ(total, theirs["events"].get<std::uint64_t>());
}

// What every guest of the lab has in common.
void expectGuest(const Trace& trace, const json& theirs)
{
    const TraceInfo& info = trace.info();
    EXPECT_EQ(info.hostname, "guest");
    EXPECT_FALSE(info.kernelRelease.empty());
    EXPECT_FALSE(info.tracer.empty());
    EXPECT_FALSE(info.partial);
    EXPECT_EQ(info.lostEvents, 0U);
    EXPECT_EQ(trace.cpus().size(), theirs["cpus"].get<std::size_t>());
    const double seconds = static_cast<double>(trace.span().length().count()) / 1e9;
    EXPECT_NEAR(seconds, theirs["seconds"].get<double>(), 1e-6);
}

void checkRecording(const test::TruthCase& recording)
{
    const auto& [path, theirs] = recording;
    NoProgress progress;
    const Result<Trace> trace = readTrace(path, progress);
    ASSERT_TRUE(trace) << describe(trace.error());
    expectGuest(*trace, theirs);
    expectEvents(*trace, theirs);
    const Statistics ours = computeStatistics(*trace, {.from = WaitFrom::Wakeup});
    EXPECT_EQ(ours.total.switches, theirs["switches"].get<std::uint64_t>());
    EXPECT_EQ(ours.total.preemptions, theirs["preemptions"].get<std::uint64_t>());
    EXPECT_EQ(ours.total.migrations, theirs["migrations"].get<std::uint64_t>());
    expectSame(ours.total.wakeupLatency, theirs["wake_us"], "wake");
    expectSame(ours.total.runDelay, theirs["wait_us"], "wait");
    const json& kinds = theirs["kinds"];
    if (kinds.contains("sched_wakeup") || kinds.contains("sched:sched_wakeup")) {
        EXPECT_EQ(ours.total.wakeups, theirs["wakeups"].get<std::uint64_t>());
    }
    expectCommsMatch(*trace, theirs["comms"], path.filename());
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
    if (!fs::exists(shared / "lab-traces" / "index.json")) GTEST_SKIP() << "no lab-traces";
    const std::vector<test::TruthCase> cases = test::labCases(shared);
    EXPECT_GT(cases.size(), kParts);
    for (std::size_t i = GetParam(); i < cases.size(); i += kParts) {
        SCOPED_TRACE(cases[i].path.string());
        checkRecording(cases[i]);
    }
}

INSTANTIATE_TEST_SUITE_P(, LabRecordings, testing::Range<std::size_t>(0, LabRecordings::kParts));

}  // namespace
}  // namespace resched

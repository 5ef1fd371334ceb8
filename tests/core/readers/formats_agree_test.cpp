// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One schedule in every format is one trace.
#include "analysis/statistics.h"
#include "readers/reader_table.h"
#include "support/busy_schedule.h"
#include "support/ctf2_writer.h"
#include "support/ctf_writer.h"
#include "support/perf_writer.h"
#include "support/picture.h"
#include "support/schedule.h"
#include "support/temporary_folder.h"
#include "support/text_writer.h"
#include "support/tracedat_writer.h"

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <sstream>

namespace resched {
namespace {

namespace fs = std::filesystem;
using test::BusyOptions;
using test::TemporaryFolder;
using test::TextForm;

// Writes a schedule below the folder and says where.
using Writer = std::function<fs::path(const TemporaryFolder&, const std::string& schedule)>;

Writer ctf(bool isBigEndian, std::size_t eventsPerPacket)
{
    return [=](const TemporaryFolder& folder, const std::string& schedule) {
        test::CtfOptions options;
        options.clockOffset = 0;
        options.isBigEndian = isBigEndian;
        options.eventsPerPacket = eventsPerPacket;
        options.hasPacketMetadata = isBigEndian;
        test::writeCtf(folder.path() / "ctf", schedule, options);
        return folder.path() / "ctf";
    };
}

Writer perf(bool isPipe, bool isCompressed, ByteOrder order)
{
    return [=](const TemporaryFolder& folder, const std::string& schedule) {
        test::PerfOptions options;
        options.isPipe = isPipe;
        options.isCompressed = isCompressed;
        options.kernel.order = order;
        folder.write("perf.data", test::perfData(schedule, options));
        return folder.path() / "perf.data";
    };
}

Writer traceDat(int version, bool isCompressed, ByteOrder order)
{
    return [=](const TemporaryFolder& folder, const std::string& schedule) {
        test::TraceDatOptions options;
        options.version = version;
        options.isCompressed = isCompressed;
        options.kernel.order = order;
        folder.write("trace.dat", test::traceDat(schedule, options));
        return folder.path() / "trace.dat";
    };
}

Writer text(TextForm form, bool hasNanoseconds, const std::string& lineEnd = "\n")
{
    return [=](const TemporaryFolder& folder, const std::string& schedule) {
        const test::TextOptions options{
            .form = form, .hasNanoseconds = hasNanoseconds, .lineEnd = lineEnd};
        folder.write("trace.txt", test::textTrace(schedule, options));
        return folder.path() / "trace.txt";
    };
}

// Those that hold whatever a schedule says, to the nanosecond.
std::map<std::string, Writer> exactWriters()
{
    return {{"CTF", ctf(false, 0)},
            {"CTF in small packets, big-endian", ctf(true, 17)},
            {"perf.data", perf(false, false, ByteOrder::Little)},
            {"perf.data through a pipe, big-endian", perf(true, false, ByteOrder::Big)},
            {"perf.data, zstd", perf(false, true, ByteOrder::Little)},
            {"trace.dat 6, big-endian", traceDat(6, false, ByteOrder::Big)},
            {"trace.dat 7", traceDat(7, true, ByteOrder::Little)},
            {"trace-cmd report -R -t", text(TextForm::TraceCmdRaw, true)},
            {"perf script --ns", text(TextForm::PerfScript, true)}};
}

std::map<std::string, Writer> microsecondWriters()
{
    return {{"ftrace", text(TextForm::Ftrace, false)},
            {"ftrace, CRLF", text(TextForm::Ftrace, false, "\r\n")},
            {"trace-cmd report -R", text(TextForm::TraceCmdRaw, false)},
            {"perf script", text(TextForm::PerfScript, false)}};
}

std::string totals(const Trace& trace)
{
    std::ostringstream line;
    const Totals total = computeStatistics(trace, {}).total;
    line << total.runTime.count() << " ns run, " << total.switches << " switches, "
         << total.preemptions << " preemptions, " << total.migrations << " migrations, "
         << total.wakeups << " wakeups, " << total.spurious << " spurious, " << total.censored
         << " censored, " << total.cutRuns << " cut, " << total.lost << " lost, wait "
         << total.runDelay.n << " times " << total.runDelay.sum.count() << " ns, p99 "
         << total.runDelay.p99.value_or(Nanoseconds{-1}).count() << '\n';
    return line.str();
}

std::string whole(const Trace& trace)
{
    return totals(trace) + test::picture(trace);
}

// The first line that differs; the whole is too long to read.
void expectSameText(const std::string& text, const std::string& expected)
{
    if (text == expected) return;
    std::istringstream ours(text);
    std::istringstream theirs(expected);
    std::string our;
    std::string their;
    do {
        if (!std::getline(ours, our)) our = "(end)";
        if (!std::getline(theirs, their)) their = "(end)";
    } while (our == their);
    EXPECT_EQ(our, their);
}

void expectSameTrace(const std::string& schedule, const std::map<std::string, Writer>& writers)
{
    const std::string expected = whole(test::traceOf(schedule));
    for (const auto& [form, write] : writers) {
        SCOPED_TRACE(form);
        const TemporaryFolder folder;
        NoProgress progress;
        const Result<Trace> trace = readTrace(write(folder, schedule), progress);
        ASSERT_TRUE(trace) << describe(trace.error());
        expectSameText(whole(*trace), expected);
        EXPECT_FALSE(trace->info().partial);
    }
}

TEST(Formats, GiveTheSameTraceOfOneSchedule)
{
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
        SCOPED_TRACE(seed);
        expectSameTrace(test::busySchedule({.seed = seed, .hasNanoseconds = true}), exactWriters());
    }
}

TEST(Formats, InMicrosecondsGiveTheSameTraceOfOneSchedule)
{
    const std::string schedule = test::busySchedule({.seed = 4});
    expectSameTrace(schedule, exactWriters());
    expectSameTrace(schedule, microsecondWriters());
}

TEST(Formats, GiveTheSameTraceOfCpusThatAreNotInARow)
{
    expectSameTrace(test::busySchedule({.events = 200, .cpus = 2, .seed = 5, .firstCpu = 6}),
                    exactWriters());
}

TEST(Formats, TraceCmdsOwnWordsGiveTheSameTrace)
{
    const std::string schedule = test::busySchedule({.seed = 6, .hasAllStates = false});
    expectSameTrace(schedule, {{"trace-cmd report", text(TextForm::TraceCmd, false)},
                               {"trace-cmd report -t", text(TextForm::TraceCmd, true)},
                               {"CTF", ctf(false, 0)},
                               {"trace.dat", traceDat(7, false, ByteOrder::Little)}});
}

TEST(Formats, Ctf2GivesTheSameTraceAsCtf)
{
    const std::string schedule = R"(
        SW 1000000 c0 0>A
        WK 1000010 c0 B@0
        WU 1000012 c0 B@0
        SW 1000050 c0 A[R]>B
        SW 1000070 c0 B[S]>A
        SW 1000090 c0 A[D]>0)";
    expectSameTrace(schedule,
                    {{"CTF 2", [](const TemporaryFolder& folder, const std::string& all) {
                          test::CtfOptions options;
                          std::vector<nlohmann::json> fragments = test::ctf2Fragments();
                          fragments[3]["offset-from-origin"] = {{"seconds", 0}, {"cycles", 0}};
                          folder.write("metadata", test::ctf2Metadata(fragments));
                          folder.write("chan_0",
                                       test::ctfStream(test::parseSchedule(all), 0, options));
                          return folder.path();
                      }}});
}

}  // namespace
}  // namespace resched

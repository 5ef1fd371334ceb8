// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/perf/perf_reader.h"

#include "readers/reader_table.h"
#include "support/binary_writer.h"
#include "support/packing.h"
#include "support/perf_writer.h"
#include "support/picture.h"
#include "support/schedule.h"
#include "support/temporary_folder.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

namespace resched {
namespace {

using test::gapsText;
using test::PerfOptions;
using test::picture;
using test::segmentsText;
using test::slicesText;
using test::taskNamed;

// Two CPUs; a waking, a migration, a preemption, a fork and an exec.
constexpr std::string_view kSchedule = R"(
    SW 0 c0 0>A
    SW 1 c1 0>B
    SR 40 c0 A 40 40000
    SW 50 c0 A[S]>0
    WK 100 c1 A@0
    MG 101 c1 A 0>1
    WU 102 c1 A@1
    SW 150 c1 B[R+]>A
    FK 160 c1 A>C
    WN 165 c1 C@0
    SW 170 c0 0>C
    EX 175 c0 C ls
    SW 190 c0 ls:103[X]>0
    SW 200 c1 A[D]>B
    SW 260 c1 B[I]>0
    END 300)";

Result<Trace> read(const std::string& file)
{
    TraceBuilder builder;
    NoProgress progress;
    const auto bytes = std::as_bytes(std::span(file.data(), file.size()));
    const Result<void> result = readPerfData(bytes, "perf.data", builder, progress);
    if (!result) return result.error();
    return builder.finish(progress);
}

Trace mustRead(const std::string& file)
{
    Result<Trace> trace = read(file);
    EXPECT_TRUE(trace) << describe(trace.error());
    return std::move(*trace);
}

std::string expectedPicture()
{
    return picture(test::traceOf(kSchedule));
}

TEST(PerfReader, GivesTheTraceOfTheSchedule)
{
    const Trace trace = mustRead(test::perfData(kSchedule));
    EXPECT_EQ(picture(trace), expectedPicture());
    EXPECT_EQ(trace.info().hostname, "guest");
    EXPECT_EQ(trace.info().kernelRelease, "6.1.0-test");
    EXPECT_EQ(trace.info().tracer, "perf 6.1.0");
    EXPECT_EQ(trace.info().cpusDeclared, 4);
    EXPECT_EQ(trace.info().eventsTotal, 16U);
    EXPECT_FALSE(trace.info().partial);
    EXPECT_TRUE(trace.diagnostics().all().empty());
    EXPECT_EQ(trace.task(taskNamed(trace, "A")).tgid, Tgid{101});
}

TEST(PerfReader, ReadsEveryFormOfTheFile)
{
    const std::string expected = expectedPicture();
    for (const ByteOrder order : {ByteOrder::Little, ByteOrder::Big}) {
        for (const bool isPipe : {false, true}) {
            for (const bool isCompressed : {false, true}) {
                SCOPED_TRACE(std::to_string(static_cast<int>(order)) + (isPipe ? " pipe" : "") +
                             (isCompressed ? " compressed" : ""));
                PerfOptions options;
                options.kernel.order = order;
                options.isPipe = isPipe;
                options.isCompressed = isCompressed;
                const Trace trace = mustRead(test::perfData(kSchedule, options));
                EXPECT_EQ(picture(trace), expected);
                EXPECT_EQ(trace.info().hostname, "guest");
            }
        }
    }
}

TEST(PerfReader, ReadsAttrsOldAndNew)
{
    for (const int size : {64, 72, 80, 96, 104, 112, 120, 128, 136, 200}) {
        PerfOptions options;
        options.attrSize = size;
        EXPECT_EQ(picture(mustRead(test::perfData(kSchedule, options))), expectedPicture()) << size;
        options.isPipe = true;
        EXPECT_EQ(picture(mustRead(test::perfData(kSchedule, options))), expectedPicture()) << size;
    }
}

TEST(PerfReader, FindsTheRawDataBehindEverySampleLayout)
{
    constexpr std::uint64_t kAddr = 1U << 3U;
    constexpr std::uint64_t kRead = 1U << 4U;
    constexpr std::uint64_t kCallchain = 1U << 5U;
    constexpr std::uint64_t kStreamId = 1U << 9U;
    for (const std::uint64_t bits :
         {std::uint64_t{0}, kAddr, kRead, kCallchain, kStreamId, kAddr | kStreamId,
          kRead | kCallchain, kAddr | kRead | kCallchain | kStreamId}) {
        for (std::uint64_t readFormat = 0; readFormat < 32; ++readFormat) {
            PerfOptions options;
            options.sampleBits = bits;
            options.readFormat = readFormat;
            options.usesIdentifier = readFormat % 2 == 0;
            ASSERT_EQ(picture(mustRead(test::perfData(kSchedule, options))), expectedPicture())
                << bits << ' ' << readFormat;
        }
    }
}

TEST(PerfReader, NeedsNoIdsWhenThereIsOneEvent)
{
    PerfOptions options;
    options.hasIds = false;
    const Trace trace = mustRead(test::perfData("SW 0 c0 0>A\nSW 50 c0 A[S]>0", options));
    EXPECT_EQ(slicesText(trace, CpuId{0}), "A 0-50 S");
}

TEST(PerfReader, TakesOffsetsFromTheFormatText)
{
    using Change = std::function<void(test::KernelOptions&)>;
    const std::vector<std::pair<std::string, Change>> changes = {
        {"lazy count", [](test::KernelOptions& kernel) { kernel.hasLazyCount = true; }},
        {"prev_state of 4 bytes", [](test::KernelOptions& kernel) { kernel.longSize = 4; }},
        {"success", [](test::KernelOptions& kernel) { kernel.hasSuccess = true; }},
        {"dynamic comm", [](test::KernelOptions& kernel) { kernel.hasDynamicComm = true; }},
        {"cpu for target_cpu", [](test::KernelOptions& kernel) { kernel.namesCpuField = true; }},
        {"4.9", [](test::KernelOptions& kernel) { kernel.release = "4.9.0"; }},
        {"all of it", [](test::KernelOptions& kernel) {
             kernel = {.order = ByteOrder::Big,
                       .release = "4.9.0",
                       .longSize = 4,
                       .hasLazyCount = true,
                       .hasSuccess = true,
                       .hasDynamicComm = true,
                       .namesCpuField = true};
         }}};
    for (const auto& [name, change] : changes) {
        PerfOptions options;
        change(options.kernel);
        EXPECT_EQ(picture(mustRead(test::perfData(kSchedule, options))), expectedPicture()) << name;
    }
}

TEST(PerfReader, AMissingVruntimeIsNoSample)
{
    PerfOptions options;
    options.kernel.hasVruntime = false;
    const Trace trace = mustRead(test::perfData(kSchedule, options));
    EXPECT_TRUE(trace.vruntimes().empty());
    EXPECT_EQ(trace.info().eventsTotal, 16U);
}

TEST(PerfReader, SortsByTimeBeforePairing)
{
    const Trace trace = mustRead(test::perfData(R"(
        SW 1494663899990ns c0 0>X
        SW 1494663928373ns c0 X[S]>0
        WK 1494663860125ns c1 X
        WK 1504098252756ns c1 X
        SW 1504100353302ns c0 0>X)"));
    const Task& task = trace.task(taskNamed(trace, "X"));
    std::vector<std::int64_t> waits;
    for (std::size_t i = 0; i < task.segments.size(); ++i) {
        if (task.segments[i].state != SegmentState::Woken) continue;
        waits.push_back(trace.range(task, i).length().count());
    }
    EXPECT_EQ(waits, (std::vector<std::int64_t>{39'865, 2'100'546}));
}

TEST(PerfReader, TheLastStateLastsToTheEnd)
{
    const Trace trace = mustRead(test::perfData(R"(
        SW 0 c0 0>A
        SW 100 c0 A[D|K]>0
        END 1000100)"));
    const Task& task = trace.task(taskNamed(trace, "A"));
    EXPECT_EQ(segmentsText(trace, taskNamed(trace, "A")), "Running 0, Blocked 100");
    EXPECT_EQ(task.segments.back().blocked, TaskState::Uninterruptible);
    EXPECT_EQ(trace.range(task, 1).length(), Nanoseconds{1'000'000'000});
}

// perf record -e sched:sched_waking --switch-events -a: who follows whom is in records of the
// kernel, twice, by the task that goes (perf_event_switch() in kernel/events/core.c, 6.12: misc bit
// 13, bit 14 where it stays runnable) and by the one that comes.
PerfOptions withSwitchRecords()
{
    constexpr std::uint16_t kOut = 1U << 13U;
    constexpr std::uint16_t kPreempted = 1U << 14U;
    PerfOptions options;
    const auto add = [&](std::int64_t us, int prev, bool isPreempted, int next) {
        const auto misc = static_cast<std::uint16_t>(kOut | (isPreempted ? kPreempted : 0U));
        const std::size_t after = us < 150 ? 0 : 1;
        options.records.emplace_back(after,
                                     test::perfSwitch(options, misc, prev, next, us * 1000, 0) +
                                         test::perfSwitch(options, 0, next, prev, us * 1000, 0));
    };
    add(10, 0, true, 101);
    add(100, 101, false, 0);
    add(200, 0, true, 101);
    add(250, 101, true, 102);
    add(300, 102, false, 101);
    return options;
}

TEST(PerfReader, TakesSwitchRecordsWhereSwitchesAreNotSampled)
{
    PerfOptions options = withSwitchRecords();
    options.hasSwitches = false;
    options.records.emplace_back(0, test::perfComm(options, 102, 102, "B", 0, 0));
    const Trace trace = mustRead(test::perfData("WK 150 c0 A@0\nWK 350 c0 A@0", options));
    EXPECT_EQ(slicesText(trace, CpuId{0}), "A 10-100 S, A 200-250 R, B 250-300 S, A 300-350? ?");
    EXPECT_EQ(segmentsText(trace, taskNamed(trace, "A")),
              "Running 10, Blocked 100, Woken 150, Running 200, Preempted 250, Running 300");
    EXPECT_EQ(trace.cpus()[0].switches, 5U);
    EXPECT_EQ(trace.diagnostics().count("assumed_sleep_state"), 2U);
}

TEST(PerfReader, LeavesSwitchRecordsAloneWhereSwitchesAreSampled)
{
    const std::string_view schedule = "SW 10 c0 0>A\nWK 150 c0 A@0\nSW 350 c0 A[D]>0";
    const Trace trace = mustRead(test::perfData(schedule, withSwitchRecords()));
    EXPECT_EQ(picture(trace), picture(test::traceOf(schedule)));
    EXPECT_EQ(trace.diagnostics().count("assumed_sleep_state"), 0U);
}

// Cut short, and wrong about itself.

TEST(PerfReader, KeepsAllWholeRecordsOfACutFile)
{
    const std::string whole = test::perfData(kSchedule);
    const Trace trace = mustRead(whole.substr(0, whole.size() - 10));
    EXPECT_TRUE(trace.info().partial);
    EXPECT_EQ(picture(trace), expectedPicture());
    ASSERT_EQ(trace.diagnostics().count("truncated_file"), 1U);
    EXPECT_EQ(trace.diagnostics().all().front().position.unit, FilePosition::Unit::Offset);

    PerfOptions options;
    options.isPipe = true;
    const std::string pipe = test::perfData(kSchedule, options);
    const Trace piped = mustRead(pipe.substr(0, pipe.size() - 10));  // the round's end, and 2 bytes
    EXPECT_TRUE(piped.info().partial);
    EXPECT_EQ(piped.info().eventsTotal, 15U);
    EXPECT_EQ(piped.diagnostics().count("truncated_file"), 1U);
}

TEST(PerfReader, SurvivesAHeaderThatSpeaksOfTwiceTheFile)
{
    std::string file = test::perfData(kSchedule);
    test::BinaryWriter size;
    size.u64(2 * file.size());
    file.replace(48, 8, size.bytes());
    const Trace trace = mustRead(file);
    EXPECT_TRUE(trace.info().partial);
    EXPECT_EQ(picture(trace), expectedPicture());
    EXPECT_EQ(trace.diagnostics().count("truncated_file"), 1U);
}

TEST(PerfReader, ReadsARecordingThatWasNeverClosed)
{
    PerfOptions options;
    options.hasFeatures = false;
    options.hasTracingData = false;
    std::string file = test::perfData(kSchedule, options);
    file.replace(48, 8, std::string(8, '\0'));
    const Trace trace = mustRead(file);
    EXPECT_TRUE(trace.info().partial);
    EXPECT_EQ(trace.info().eventsTotal, 16U);
    EXPECT_EQ(trace.diagnostics().count("unfinished_file"), 1U);
}

TEST(PerfReader, SkipsUnknownRecordsAndFeatures)
{
    PerfOptions options;
    options.hasUnknownFeature = true;
    options.records = {
        {2, test::perfRecord(ByteOrder::Little, 200, 0, std::string(24, 'x'))},
        {5, test::perfRecord(ByteOrder::Little, 11, 0, std::string(40, 'x'))}};  // AUX
    const Trace trace = mustRead(test::perfData(kSchedule, options));
    EXPECT_EQ(picture(trace), expectedPicture());
    EXPECT_EQ(trace.diagnostics().count("unknown_record"), 1U);
    EXPECT_EQ(trace.diagnostics().count("unknown_feature"), 1U);
    EXPECT_FALSE(trace.info().partial);
}

TEST(PerfReader, SkipsTheDataThatFollowsAnAuxtraceRecord)
{
    test::BinaryWriter body;
    body.u64(4096);
    body.fixedText("", 32);
    PerfOptions options;
    options.records = {
        {3, test::perfRecord(ByteOrder::Little, 71, 0, body.bytes()) + std::string(4096, '\x09')}};
    EXPECT_EQ(picture(mustRead(test::perfData(kSchedule, options))), expectedPicture());
}

TEST(PerfReader, OpensPackedFilesAsUnpackedOnes)
{
    const test::TemporaryFolder folder;
    const std::string plain = test::perfData(kSchedule);
    for (const test::Filter filter : {test::Filter::Gzip, test::Filter::Xz, test::Filter::Zstd}) {
        NoProgress progress;
        const Result<Trace> trace =
            readTrace(folder.write("perf.data", test::compressed(plain, filter)), progress);
        ASSERT_TRUE(trace) << describe(trace.error());
        EXPECT_EQ(picture(*trace), expectedPicture());
        EXPECT_EQ(trace->info().format, "perf-data");
    }
}

TEST(PerfReader, TellsOfDamagedCompression)
{
    PerfOptions options;
    options.isCompressed = true;
    std::string file = test::perfData(kSchedule, options);
    // Inside the third compressed record.
    std::size_t at = file.find(std::string("\x51\0\0\0", 4));
    for (int i = 0; i < 2; ++i) at = file.find(std::string("\x51\0\0\0", 4), at + 4);
    file.replace(at + 8, 6, std::string(6, '\xff'));
    const Trace trace = mustRead(file);
    EXPECT_TRUE(trace.info().partial);
    EXPECT_EQ(trace.diagnostics().count("broken_compression"), 1U);
}

TEST(PerfReader, RefusesARecordOfSizeZero)
{
    PerfOptions options;
    std::string zero = test::perfRecord(ByteOrder::Little, 1, 0, {});
    zero[6] = '\0';
    options.records = {{3, zero}};
    const Trace trace = mustRead(test::perfData(kSchedule, options));
    EXPECT_EQ(trace.info().eventsTotal, 3U);
    EXPECT_TRUE(trace.info().partial);
    EXPECT_EQ(trace.diagnostics().count("broken_record"), 1U);
}

// Losses.

constexpr std::string_view kLossy = R"(
    SW 0 c0 0>A
    SW 1 c1 0>W
    SW 100 c0 A[S]>B
    WK 105 c1 A@0
    LOST 100-400 c0 500
    SW 400 c0 B[S]>A
    SW 450 c0 A[S]>0)";

TEST(PerfReader, ALossIsAGapBetweenItsNeighboursOnThatCpu)
{
    const Trace trace = mustRead(test::perfData(kLossy));
    EXPECT_EQ(trace.info().lostEvents, 500U);
    EXPECT_EQ(gapsText(trace, CpuId{0}), "100-400 lost 500");
    EXPECT_EQ(segmentsText(trace, taskNamed(trace, "A")),
              "Running 0, Blocked 100, Unknown 100, Woken 105, Running 400, Blocked 450");
    const TaskSegment& run = trace.task(taskNamed(trace, "A")).segments[4];
    EXPECT_NE(run.flags & TaskSegment::kAfterLoss, 0) << "the wait before it is no sample";
    EXPECT_EQ(picture(trace), picture(test::traceOf(kLossy)));
}

TEST(PerfReader, WhatPerfAddsUpAtTheEndIsNotLostTwice)
{
    test::BinaryWriter body;
    body.u64(500);
    body.fixedText("", 40);  // a trailer without a time
    PerfOptions options;
    options.records = {{5, test::perfRecord(ByteOrder::Little, 13, 0, body.bytes())}};
    EXPECT_EQ(mustRead(test::perfData(kLossy, options)).info().lostEvents, 500U);
    const Trace trace =
        mustRead(test::perfData("SW 0 c0 0>A\nSW 1 c0 A[S]>0\nSW 2 c0 0>A\n"
                                "SW 3 c0 A[S]>0\nSW 4 c0 0>A",
                                options));
    EXPECT_EQ(trace.info().lostEvents, 500U);
    EXPECT_EQ(trace.diagnostics().count("unplaced_losses"), 500U);
}

// Tasks from records.

TEST(PerfReader, NamesTasksFromRecords)
{
    PerfOptions options;
    options.records = {{0, test::perfComm(options, 7, 7, "waiter", 0, 0)},
                       {0, test::perfFork(options, 7, 8, 7, 0, 0)},
                       {1, test::perfComm(options, 101, 101, "new", 30'000, 0)}};
    const Trace trace = mustRead(test::perfData("SW 0 c0 0>A\nSW 50 c0 A[S]>0\nEND 100", options));
    const std::optional<TaskId> waiter = trace.find(Tid{7});
    ASSERT_TRUE(waiter);
    EXPECT_EQ(trace.name(*waiter), "waiter");
    EXPECT_EQ(trace.task(*trace.find(Tid{8})).tgid, Tgid{7});
    const TaskId renamed = *trace.find(Tid{101});
    EXPECT_EQ(trace.nameAt(renamed, timestamp(10'000)), "A");
    EXPECT_EQ(trace.nameAt(renamed, timestamp(40'000)), "new");
}

TEST(PerfReader, AForkIsMadeOnceFromItsRecordOrItsEvent)
{
    PerfOptions options;
    options.processes = {{103, 101}};
    options.records = {{8, test::perfFork(options, 101, 103, 101, 159'500, 1)}};
    const Trace trace = mustRead(test::perfData(kSchedule, options));
    EXPECT_EQ(picture(trace), expectedPicture());
    EXPECT_EQ(trace.task(*trace.find(Tid{103})).tgid, Tgid{101});

    PerfOptions alone;
    alone.hasIds = false;
    alone.records = {{1, test::perfFork(alone, 101, 102, 101, 10'000, 0)}};
    const Trace forked =
        mustRead(test::perfData("SW 0 c0 0>A:101\nSW 20 c0 A:101[S]>B:102", alone));
    const Task& child = forked.task(*forked.find(Tid{102}));
    EXPECT_EQ(child.born, timestamp(10'000));
    EXPECT_EQ(child.tgid, Tgid{101});
}

// What the file does not say.

TEST(PerfReader, CountsEventsWithoutFormatsAndSaysSo)
{
    PerfOptions options;
    options.hasTracingData = false;
    const Trace trace = mustRead(test::perfData(kSchedule, options));
    EXPECT_EQ(trace.info().eventsTotal, 16U);
    EXPECT_FALSE(trace.hasSwitches());
    EXPECT_EQ(trace.diagnostics().count("event_without_format"), 16U);
    EXPECT_EQ(trace.info().events.front().first, "sched_migrate_task");
}

TEST(PerfReader, SaysWhenTheKernelIsUnknown)
{
    PerfOptions options;
    options.hasFeatures = false;
    const Trace trace = mustRead(test::perfData(kSchedule, options));
    EXPECT_EQ(picture(trace), expectedPicture());
    EXPECT_EQ(trace.diagnostics().count("unknown_kernel_release"), 0U)
        << "the print format says what the states are";
}

// Damage of every kind: no crash, no endless loop, and no event that is not in the file.

TEST(PerfReader, EveryCutOfASmallFileGivesAReasonOrAPartOfIt)
{
    for (const bool isPipe : {false, true}) {
        for (const bool isCompressed : {false, true}) {
            PerfOptions options;
            options.isPipe = isPipe;
            options.isCompressed = isCompressed;
            options.hasIds = false;
            const std::string whole = test::perfData("SW 0 c0 0>A\nSW 5 c0 A[S]>0", options);
            for (std::size_t size = 0; size < whole.size(); ++size) {
                const Result<Trace> trace = read(whole.substr(0, size));
                if (!trace) {
                    ASSERT_FALSE(trace.error().what.empty()) << size;
                    continue;
                }
                ASSERT_LE(trace->info().eventsTotal, 2U) << size;
            }
        }
    }
}

TEST(PerfReader, HostileNumbersDoNoHarm)
{
    for (const bool isPipe : {false, true}) {
        PerfOptions options;
        options.isPipe = isPipe;
        options.hasIds = false;
        const std::string whole = test::perfData("SW 0 c0 0>A\nSW 5 c0 A[S]>0", options);
        for (std::size_t at = 8; at + 8 <= whole.size(); at += 4) {
            for (const char fill : {'\xff', '\x7f', '\0'}) {
                std::string file = whole;
                file.replace(at, 4, std::string(4, fill));
                const Result<Trace> trace = read(file);
                if (trace) {
                    ASSERT_LE(trace->info().eventsTotal, 2U) << at;
                }
            }
        }
    }
}

TEST(PerfReader, RefusesWhatContradictsItselfWithOneSentence)
{
    const Result<Trace> small = read("PERFILE2");
    ASSERT_FALSE(small);
    EXPECT_EQ(describe(small.error()),
              "perf.data, offset 8: the file ends inside its header; expected at least 16 bytes");
    std::string file = test::perfData(kSchedule);
    file[16] = '\x01';
    const Result<Trace> attr = read(file);
    ASSERT_FALSE(attr);
    EXPECT_EQ(attr.error().code, ErrorCode::Corrupt);
    EXPECT_EQ(attr.error().position, (FilePosition{FilePosition::Unit::Offset, 16}));
}

// Size.

std::string longSchedule(std::size_t rounds)
{
    std::string text;
    for (std::size_t i = 0; i < rounds; ++i) {
        const std::string cpu = " c" + std::to_string(i % 4) + ' ';
        const std::string task = "T" + std::to_string(i % 4);
        text += "SW " + std::to_string(10 * i) + cpu + "0>" + task + '\n';
        text += "SW " + std::to_string(10 * i + 5) + cpu + task + "[S]>0\n";
    }
    return text;
}

TEST(PerfReader, SeveralThreadsGiveWhatOneWouldHave)
{
    const std::string schedule = longSchedule(25'000);
    const std::string file = test::perfData(schedule);
    ASSERT_GT(file.size(), std::size_t{6} << 20U) << "too small to be shared among threads";
    const Trace trace = mustRead(file);
    const Trace expected = test::traceOf(schedule);
    EXPECT_TRUE(picture(trace) == picture(expected));
    EXPECT_EQ(trace.diagnostics().all(), expected.diagnostics().all());
}

class CancelAt final : public Progress
{
public:
    explicit CancelAt(int reports) : reports_(reports) {}
    bool advance(double fraction) override
    {
        EXPECT_GE(fraction, last_);
        last_ = fraction;
        return reports_-- > 0;
    }

private:
    int reports_;
    double last_ = 0;
};

TEST(PerfReader, StopsWhenToldTo)
{
    const std::string file = test::perfData(longSchedule(25'000));
    const auto bytes = std::as_bytes(std::span(file.data(), file.size()));
    for (const int reports : {0, 1, 2}) {
        TraceBuilder builder;
        CancelAt progress(reports);
        const Result<void> result = readPerfData(bytes, "perf.data", builder, progress);
        ASSERT_FALSE(result);
        EXPECT_EQ(result.error().code, ErrorCode::Canceled);
    }
}

}  // namespace
}  // namespace resched

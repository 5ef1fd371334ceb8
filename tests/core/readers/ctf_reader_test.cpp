// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/reader_table.h"
#include "support/ctf_writer.h"
#include "support/packing.h"
#include "support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

namespace resched {
namespace {

using test::CtfOptions;
using test::CtfPacket;
using test::Filter;
using test::segmentsText;
using test::slicesText;
using test::TemporaryFolder;
using ::testing::HasSubstr;

NoProgress quiet;

constexpr std::string_view kSchedule = R"(
    SW 0 c0 0>A
    FK 10 c0 A>B
    WN 11 c0 B@1
    SW 20 c1 0>B
    SW 50 c0 A[S]>0
    WK 90 c1 A@0
    MG 91 c1 A 0>1
    WU 92 c1 A@1
    SW 100 c1 B[R]>A
    SW 160 c1 A[D]>B
    SW 200 c1 B[Z]>0
    END 300
)";

// The clock's offset is 0 in these tests, so that times read as in the schedule.
CtfOptions atZero()
{
    return {.clockOffset = 0};
}

Trace read(const std::filesystem::path& path)
{
    Result<Trace> trace = readTrace(path, quiet);
    EXPECT_TRUE(trace) << describe(trace.error());
    return std::move(*trace);
}

std::string refusal(const std::filesystem::path& path)
{
    const Result<Trace> trace = readTrace(path, quiet);
    EXPECT_FALSE(trace);
    return trace ? "" : describe(trace.error());
}

// The same lanes as the builder makes of the schedule itself.
void expectSchedule(const Trace& trace, std::string_view schedule = kSchedule)
{
    const Trace expected = test::traceOf(schedule);
    for (const CpuLane& lane : expected.cpus()) {
        EXPECT_EQ(slicesText(trace, lane.id), slicesText(expected, lane.id));
    }
    ASSERT_EQ(trace.tasks().size(), expected.tasks().size());
    for (std::uint32_t i = 1; i < expected.tasks().size(); ++i) {
        const Tid tid = expected.task(TaskId{i}).tid;
        const auto found = trace.find(tid);
        ASSERT_TRUE(found);
        EXPECT_EQ(segmentsText(trace, *found), segmentsText(expected, TaskId{i}));
        EXPECT_EQ(trace.name(*found), expected.name(TaskId{i}));
    }
    EXPECT_EQ(trace.migrations().size(), expected.migrations().size());
    EXPECT_EQ(trace.wakeups().size(), expected.wakeups().size());
}

TEST(CtfReader, ReadsAScheduleInEitherByteOrder)
{
    for (const bool isBigEndian : {false, true}) {
        for (const bool hasPacketMetadata : {false, true}) {
            const TemporaryFolder folder;
            CtfOptions options = atZero();
            options.isBigEndian = isBigEndian;
            options.hasPacketMetadata = hasPacketMetadata;
            test::writeCtf(folder.path(), kSchedule, options);
            const Trace trace = read(folder.path());
            expectSchedule(trace);
            EXPECT_EQ(trace.info().format, "lttng-ctf");
            EXPECT_EQ(trace.info().tracer, "lttng-modules 2.13.0");
            EXPECT_EQ(trace.info().kernelRelease, "6.1.0-test");
            EXPECT_EQ(trace.info().hostname, "testhost");
            EXPECT_EQ(trace.info().eventsTotal, 12U);
            EXPECT_FALSE(trace.info().partial);
            EXPECT_TRUE(trace.diagnostics().all().empty());
        }
    }
}

TEST(CtfReader, AddsTheClocksOffset)
{
    const TemporaryFolder folder;
    test::writeCtf(folder.path(), kSchedule);
    const Trace trace = read(folder.path());
    EXPECT_EQ(nanoseconds(trace.begin()), 1'700'000'000'000'000'000);
    EXPECT_EQ(nanoseconds(trace.end()), 1'700'000'000'000'300'000);
    EXPECT_EQ(trace.info().wallClockOffset, 0);
}

TEST(CtfReader, TurnsLttngsPrioritiesIntoTheKernels)
{
    const TemporaryFolder folder;
    test::writeCtf(folder.path(), kSchedule);
    const Trace trace = read(folder.path());
    EXPECT_EQ(trace.prioAt(test::taskNamed(trace, "A"), trace.end()), 120);
}

TEST(CtfReader, OpensTheSameTraceFromEveryPathToIt)
{
    const TemporaryFolder folder;
    const auto session = folder.path() / "a b#é/session-1";
    test::writeCtf(session / "kernel", kSchedule, atZero());
    folder.write("trace.tar.gz", test::tarOf(session, "session-1/", Filter::Gzip));
    folder.write("trace.tar.xz", test::tarOf(session, "", Filter::Xz));
    folder.write("trace.tar.zst", test::tarOf(session, "./", Filter::Zstd));
    folder.write("trace.zip", test::zipOf(session, "x/"));
    for (const char* path : {"a b#é/session-1", "a b#é/session-1/", "a b#é/session-1/kernel",
                             "a b#é/session-1/kernel/metadata", "a b#é/session-1/kernel/chan_1",
                             "trace.tar.gz", "trace.tar.xz", "trace.tar.zst", "trace.zip"}) {
        SCOPED_TRACE(path);
        expectSchedule(read(folder.path() / path));
    }
}

TEST(CtfReader, ReadsTheKernelsTraceOfASessionAndLeavesUserSpaceOut)
{
    const TemporaryFolder folder;
    CtfOptions user = atZero();
    user.tracer = "lttng-ust";
    test::writeCtf(folder.path() / "session/ust/uid/0", "END 7\nEND 9000", user);
    test::writeCtf(folder.path() / "session/kernel", kSchedule, atZero());
    const Trace trace = read(folder.path() / "session");
    expectSchedule(trace);
    EXPECT_EQ(trace.info().eventsTotal, 12U);
    EXPECT_EQ(trace.diagnostics().count("user_space_trace"), 1U);
}

TEST(CtfReader, JoinsTheChunksOfARotatedSession)
{
    const TemporaryFolder folder;
    test::writeCtf(folder.path() / "archives/1/kernel", "SW 0 c0 0>A\nSW 50 c0 A[S]>0\nEND 90",
                   atZero());
    test::writeCtf(folder.path() / "archives/2/kernel", "SW 100 c0 0>A\nSW 120 c0 A[S]>0",
                   atZero());
    const Trace trace = read(folder.path());
    EXPECT_EQ(slicesText(trace, CpuId{0}), "A 0-50 S, A 100-120 S");
    EXPECT_EQ(test::gapsText(trace, CpuId{0}), "");
}

TEST(CtfReader, FollowsNarrowClocksAcrossTheirWraps)
{
    // 2^27 ns are 134 ms: the clock in the event headers wraps in between.
    constexpr std::string_view kLong = R"(
        SW 0 c0 0>A
        SW 133000 c0 A[R]>B
        SW 260000 c0 B[R]>A
        SW 1000000 c0 A[S]>B
        END 1000001
    )";
    const TemporaryFolder folder;
    test::writeCtf(folder.path(), kLong, atZero());
    expectSchedule(read(folder.path()), kLong);
}

TEST(CtfReader, JoinsPacketsAndRotatedFilesOfAStream)
{
    const TemporaryFolder folder;
    CtfOptions options = atZero();
    options.eventsPerPacket = 2;
    options.padding = 100;
    test::writeCtf(folder.path(), kSchedule, options);
    // As trace file rotation does: the packets of one stream in two files.
    const auto file = folder.path() / "chan_1";
    std::string bytes = test::ctfStream(test::parseSchedule(kSchedule), 1, options);
    const std::size_t second = bytes.find(bytes.substr(0, 24), 24);
    ASSERT_NE(second, std::string::npos);
    folder.write("chan_1_0", bytes.substr(0, second));
    folder.write("chan_1_1", bytes.substr(second));
    std::filesystem::remove(file);
    const Trace trace = read(folder.path());
    expectSchedule(trace);
    EXPECT_FALSE(trace.info().partial);
}

TEST(CtfReader, AcceptsTheKernelsFieldNamesAndMissingTargets)
{
    const TemporaryFolder folder;
    CtfOptions options = atZero();
    options.hasPidNames = true;
    options.hasTargetCpu = false;
    constexpr std::string_view kWake = R"(
        SW 0 c0 A[S]>0
        WK 10 c1 A
        SW 40 c2 0>A
        SW 70 c2 A[S]>0
        END 80
    )";
    test::writeCtf(folder.path(), kWake, options);
    const Trace trace = read(folder.path());
    const TaskId task = test::taskNamed(trace, "A");
    EXPECT_EQ(slicesText(trace, CpuId{2}), "A 40-70 S");
    EXPECT_EQ(segmentsText(trace, task), "Blocked 0, Woken 10, Running 40, Blocked 70");
}

TEST(CtfReader, TakesProcessesFromContexts)
{
    const TemporaryFolder folder;
    CtfOptions options = atZero();
    options.hasContexts = true;
    test::writeCtf(folder.path(), "SW 0 c0 0>A\nSW 50 c0 A[S]>0\nEND 60", options);
    const Trace trace = read(folder.path());
    EXPECT_EQ(trace.task(test::taskNamed(trace, "A")).tgid, Tgid{101});
}

TEST(CtfReader, ReadsASequenceOfLengthZeroBeforeAlignedNumbers)
{
    const TemporaryFolder folder;
    CtfOptions options = atZero();
    CtfPacket packet(options, 0, 0);
    packet.beginEvent(test::CtfEvent::Numbers, 10);
    packet.put8(0);
    packet.align(8);
    packet.put8(7);
    const std::vector<test::ScheduleEvent> events =
        test::parseSchedule("SW 50 c0 0>A\nSW 90 c0 A[S]>0");
    for (const auto& event : events) packet.add(event);
    folder.write("metadata", test::ctfMetadata(options));
    folder.write("chan_0", packet.finish(100'000));
    const Trace trace = read(folder.path());
    EXPECT_EQ(slicesText(trace, CpuId{0}), "A 50-90 S");
    EXPECT_EQ(trace.info().eventsTotal, 3U);
    EXPECT_FALSE(trace.info().partial);
}

TEST(CtfReader, ReadsOnWherePacketBoundsStepBack)
{
    const TemporaryFolder folder;
    const CtfOptions options = atZero();
    const auto events = test::parseSchedule(R"(
        SW 10 c0 0>A
        SW 100 c0 A[S]>0
        SW 120 c0 0>A
        SW 95 c1 0>B
        SW 130 c1 B[S]>0
    )");
    CtfPacket first(options, 0, 0);
    first.add(events[0]);
    first.add(events[1]);
    CtfPacket second(options, 0, 100'000);
    second.add(events[2]);
    folder.write("metadata", test::ctfMetadata(options));
    folder.write("chan_0", first.finish(90'000) + second.finish(120'000, 0, 1));
    folder.write("chan_1", test::ctfStream(events, 1, options));
    const Trace trace = read(folder.path());
    EXPECT_EQ(trace.info().eventsTotal, 5U);
    EXPECT_THAT(slicesText(trace, CpuId{0}), HasSubstr("A 10-100 S"));
    EXPECT_EQ(slicesText(trace, CpuId{1}), "B 95-130 S");
    EXPECT_EQ(trace.diagnostics().count("event_outside_packet"), 1U);
}

TEST(CtfReader, IgnoresPaddingAndEmptyPackets)
{
    const TemporaryFolder folder;
    const CtfOptions options = atZero();
    const auto events = test::parseSchedule("SW 10 c0 0>A\nSW 60 c0 A[S]>0");
    CtfPacket empty(options, 0, 60'000);
    folder.write("metadata", test::ctfMetadata(options));
    folder.write("chan_0", test::ctfStream(events, 0, options) + empty.finish(70'000, 0, 1) +
                               std::string(4096, '\0'));
    const Trace trace = read(folder.path());
    EXPECT_EQ(slicesText(trace, CpuId{0}), "A 10-60 S");
    EXPECT_EQ(trace.info().eventsTotal, 2U);
    EXPECT_EQ(trace.diagnostics().count("padding_after_packets"), 1U);
    EXPECT_FALSE(trace.info().partial);
}

TEST(CtfReader, EndsAStreamAtAPacketOfSizeZero)
{
    const TemporaryFolder folder;
    const CtfOptions options = atZero();
    const auto events = test::parseSchedule("SW 10 c0 0>A\nSW 60 c0 A[S]>0");
    std::string zero = CtfPacket(options, 0, 60'000).finish(70'000, 0, 1);
    const std::size_t sizes = 4 + 16 + 4 + 8 + 16;
    zero.replace(sizes, 16, std::string(16, '\0'));
    folder.write("metadata", test::ctfMetadata(options));
    folder.write("chan_0", test::ctfStream(events, 0, options) + zero);
    const Trace trace = read(folder.path());
    EXPECT_EQ(slicesText(trace, CpuId{0}), "A 10-60 S");
    EXPECT_TRUE(trace.info().partial);
    ASSERT_EQ(trace.diagnostics().count("invalid_packet_size"), 1U);
    EXPECT_EQ(trace.diagnostics().all().front().position.unit, FilePosition::Unit::Offset);
    EXPECT_EQ(trace.diagnostics().all().front().path, (folder.path() / "chan_0").string());
}

TEST(CtfReader, HatchesTheGapOfDiscardedEvents)
{
    const TemporaryFolder folder;
    test::writeCtf(folder.path(), R"(
        SW 0 c0 0>A
        SW 100 c0 A[S]>0
        WK 105 c0 A
        LOST 110-400 c0 7
        SW 410 c0 B[S]>A
        SW 450 c0 A[S]>0
    )",
                   atZero());
    const Trace trace = read(folder.path());
    EXPECT_EQ(trace.info().lostEvents, 7U);
    EXPECT_EQ(test::gapsText(trace, CpuId{0}), "110-410 lost 7");
    std::int64_t certain = 0;
    for (const CpuSlice& slice : trace.cpu(CpuId{0})->slices) {
        if (slice.task == test::taskNamed(trace, "A") && !slice.isCut()) {
            certain += slice.range().length().count();
        }
    }
    EXPECT_EQ(certain, 140'000);
    EXPECT_EQ(trace.diagnostics().count("lost_events"), 7U);
}

TEST(CtfReader, PutsALossWithoutAHoleAtTheEndOfItsPacket)
{
    // LTTng counts what it discarded when it closes the packet: the loss lies after the last event.
    const TemporaryFolder folder;
    const CtfOptions options = atZero();
    const auto events = test::parseSchedule(R"(
        SW 10 c0 0>A
        SW 60 c0 A[S]>0
        SW 70 c0 0>B
        SW 200 c0 C[S]>0
        SW 250 c0 0>B
    )");
    CtfPacket first(options, 0, 0);
    first.add(events[0]);
    CtfPacket second(options, 0, 50'000);
    second.add(events[1]);
    second.add(events[2]);
    CtfPacket third(options, 0, 190'000);
    third.add(events[3]);
    third.add(events[4]);
    folder.write("metadata", test::ctfMetadata(options));
    folder.write("chan_0",
                 first.finish(50'000) + second.finish(190'000, 5, 1) + third.finish(250'000, 5, 2));
    const Trace trace = read(folder.path());
    EXPECT_EQ(trace.info().lostEvents, 5U);
    EXPECT_THAT(test::gapsText(trace, CpuId{0}), HasSubstr("70-200 lost 5"));
    EXPECT_THAT(slicesText(trace, CpuId{0}), HasSubstr("A 10-60 S"));
}

TEST(CtfReader, CountsPacketsThatAreMissing)
{
    const TemporaryFolder folder;
    const CtfOptions options = atZero();
    const auto events =
        test::parseSchedule("SW 10 c0 0>A\nSW 300 c0 A[S]>0\nSW 350 c0 0>B\nEND 360");
    CtfPacket first(options, 0, 0);
    first.add(events[0]);
    CtfPacket second(options, 0, 200'000);
    for (int i = 1; i < 4; ++i) second.add(events[static_cast<std::size_t>(i)]);
    folder.write("metadata", test::ctfMetadata(options));
    folder.write("chan_0", first.finish(50'000, 0, 0) + second.finish(400'000, 0, 3));
    const Trace trace = read(folder.path());
    EXPECT_EQ(trace.diagnostics().count("discarded_packets"), 2U);
    EXPECT_THAT(test::gapsText(trace, CpuId{0}), HasSubstr("50-300 lost"));
}

TEST(CtfReader, SkipsAPacketWhoseEventsDoNotDecode)
{
    const TemporaryFolder folder;
    const CtfOptions options = atZero();
    const auto events = test::parseSchedule(R"(
        SW 10 c0 0>A
        SW 60 c0 A[S]>0
        SW 300 c0 0>A
        SW 350 c0 A[S]>0
    )");
    CtfPacket first(options, 0, 0);
    first.add(events[0]);
    first.add(events[1]);
    CtfPacket bad(options, 0, 100'000);
    bad.beginEvent(static_cast<test::CtfEvent>(29), 110'000);
    bad.put64(0);
    CtfPacket third(options, 0, 250'000);
    third.add(events[2]);
    third.add(events[3]);
    folder.write("metadata", test::ctfMetadata(options));
    folder.write("chan_0",
                 first.finish(100'000) + bad.finish(250'000, 0, 1) + third.finish(350'000, 0, 2));
    folder.write("chan_1", test::ctfStream(test::parseSchedule("SW 5 c1 0>B:55\nSW 400 c1 B[S]>0"),
                                           1, options));
    const Trace trace = read(folder.path());
    EXPECT_TRUE(trace.info().partial);
    EXPECT_EQ(trace.diagnostics().count("damaged_packet"), 1U);
    EXPECT_EQ(slicesText(trace, CpuId{0}), "A 10-60 S, A 300-350 S");
    EXPECT_EQ(test::gapsText(trace, CpuId{0}),
              "5-10 not recorded, 100-300 lost, 350-400 not recorded");
    EXPECT_EQ(slicesText(trace, CpuId{1}), "B 5-400 S");
    EXPECT_EQ(trace.info().eventsTotal, 6U);
}

TEST(CtfReader, LeavesOutAFileThatIsNoStream)
{
    const TemporaryFolder folder;
    test::writeCtf(folder.path(), kSchedule, atZero());
    folder.write("notes.txt", "what I did today");
    const Trace trace = read(folder.path());
    expectSchedule(trace);
    EXPECT_EQ(trace.diagnostics().count("foreign_file"), 1U);
    EXPECT_FALSE(trace.info().partial);
}

TEST(CtfReader, OpensATraceWithoutSchedulingEventsAndSaysWhichAreMissing)
{
    const TemporaryFolder folder;
    test::writeCtf(folder.path(), "END 100\nEND 200", atZero());
    const Trace trace = read(folder.path());
    EXPECT_EQ(trace.info().eventsTotal, 2U);
    EXPECT_FALSE(trace.hasSwitches());
    ASSERT_EQ(trace.diagnostics().count("no_scheduling_events"), 1U);
    const std::string& example = trace.diagnostics().all().front().example;
    EXPECT_THAT(example, HasSubstr("sched_switch"));
    EXPECT_THAT(example, HasSubstr("lttng enable-event"));
}

// Babeltrace 2.0 alone would read on for ever.
TEST(CtfReader, ReadsMetadataWhoseLastPacketIsLongerThanTheFile)
{
    const TemporaryFolder folder;
    CtfOptions options = atZero();
    options.hasPacketMetadata = true;
    test::writeCtf(folder.path(), kSchedule, options);
    const std::filesystem::path metadata = folder.path() / "metadata";
    // Behind the text of a packet stands padding: the declarations stay whole.
    const std::uintmax_t size = std::filesystem::file_size(metadata);
    std::filesystem::resize_file(metadata, size - 1);
    const Trace trace = read(folder.path());
    EXPECT_TRUE(trace.info().partial);
    EXPECT_EQ(trace.diagnostics().count("damaged_metadata"), 1U);
    EXPECT_EQ(trace.info().eventsTotal, 12U);

    for (const std::uintmax_t cut : {size / 2, size / 3, std::uintmax_t{40}, std::uintmax_t{30}}) {
        std::filesystem::resize_file(metadata, cut);
        EXPECT_FALSE(refusal(folder.path()).empty()) << cut;
    }
}

TEST(CtfReader, SaysWhatIsWrongWithBrokenMetadata)
{
    const TemporaryFolder folder;
    test::writeCtf(folder.path(), kSchedule);
    const std::string whole = test::ctfMetadata({});
    folder.write("metadata", whole.substr(0, whole.size() / 2));
    EXPECT_THAT(refusal(folder.path()), HasSubstr(folder.path().string()));
    folder.write("metadata", "");
    EXPECT_THAT(refusal(folder.path()), HasSubstr("no trace stands in this folder"));
    folder.write("metadata", "/* CTF 1.8 */ what { is this");
    EXPECT_THAT(refusal(folder.path() / "metadata"), HasSubstr(folder.path().string()));
}

TEST(CtfReader, KeepsWhatPrecedesACutAnywhere)
{
    const TemporaryFolder folder;
    CtfOptions options = atZero();
    options.eventsPerPacket = 4;
    test::writeCtf(folder.path(), kSchedule, options);
    const std::string whole = test::ctfStream(test::parseSchedule(kSchedule), 1, options);
    std::uint64_t before = 0;
    for (std::size_t size = 1; size < whole.size(); size += 7) {
        SCOPED_TRACE(size);
        folder.write("chan_1", whole.substr(0, size));
        const Trace trace = read(folder.path());
        EXPECT_TRUE(trace.info().partial || trace.info().eventsTotal == 10U);
        EXPECT_EQ(slicesText(trace, CpuId{0}), "A 0-50 S");
        EXPECT_GE(trace.info().eventsTotal, before);
        before = trace.info().eventsTotal;
    }
    EXPECT_GE(before, 11U);
}

TEST(CtfReader, StopsWhenCanceled)
{
    class Stop final : public Progress
    {
    public:
        bool advance(double /*fraction*/) override { return false; }
    } stop;
    const TemporaryFolder folder;
    test::writeCtf(folder.path(), kSchedule);
    const Result<Trace> trace = readTrace(folder.path(), stop);
    ASSERT_FALSE(trace);
    EXPECT_EQ(trace.error().code, ErrorCode::Canceled);
}

TEST(CtfReader, JoinsTwoTracesWithAnOffset)
{
    const TemporaryFolder folder;
    test::writeCtf(folder.path() / "one", "SW 0 c0 0>A\nSW 50 c0 A[S]>0", atZero());
    test::writeCtf(folder.path() / "two", "SW 0 c1 0>B:55\nSW 50 c1 B[S]>0", atZero());
    const InputFile files[] = {{folder.path() / "one"},
                               {folder.path() / "two", std::chrono::microseconds(100)}};
    const Result<Trace> trace = readTraces(files, quiet);
    ASSERT_TRUE(trace) << describe(trace.error());
    EXPECT_EQ(slicesText(*trace, CpuId{0}), "A 0-50 S");
    EXPECT_EQ(slicesText(*trace, CpuId{1}), "B 100-150 S");
    EXPECT_EQ(trace->info().eventsTotal, 4U);
}

// The number in prev_state means other things by kernel version.
std::string statesOf(const std::string& release, int tracerMinor,
                     const std::vector<std::int64_t>& numbers)
{
    const TemporaryFolder folder;
    CtfOptions options = atZero();
    options.kernelRelease = release;
    options.tracerMinor = tracerMinor;
    CtfPacket packet(options, 0, 0);
    std::int64_t time = 0;
    for (const std::int64_t state : numbers) {
        for (const bool isOut : {false, true}) {
            packet.beginEvent(test::CtfEvent::Switch, time += 10'000);
            packet.putName(isOut ? "A" : "swapper/0");
            packet.put32(isOut ? static_cast<std::uint32_t>(time / 10'000) - 1 + 1000 : 0);
            packet.put32(20);
            packet.put64(isOut ? static_cast<std::uint64_t>(state) : 0);
            packet.putName(isOut ? "swapper/0" : "A");
            packet.put32(isOut ? 0 : static_cast<std::uint32_t>(time / 10'000) + 1000);
            packet.put32(20);
        }
    }
    folder.write("metadata", test::ctfMetadata(options));
    folder.write("chan_0", packet.finish(time));
    const Trace trace = read(folder.path());
    static const char* const kLetters[] = {"R", "R+", "S", "D", "T", "t", "X", "Z", "P", "I", "?"};
    std::string letters;
    for (const CpuSlice& slice : trace.cpu(CpuId{0})->slices) {
        letters +=
            std::string(letters.empty() ? "" : " ") + kLetters[static_cast<int>(slice.endState)];
    }
    return letters;
}

TEST(CtfReader, DecodesStatesByKernelVersion)
{
    EXPECT_EQ(statesOf("5.10.0", 13, {0, 1, 2, 4, 8, 16, 32, 64, 128, 256}),
              "R S D T t X Z P I R+");
    EXPECT_EQ(statesOf("4.9.0", 8, {4096, 64, 512, 1026}), "R+ X P I");
}

TEST(CtfReader, NotesThatAnUnknownKernelIsTakenForTheNewest)
{
    const TemporaryFolder folder;
    CtfOptions options = atZero();
    options.kernelRelease = "unknown";
    test::writeCtf(folder.path(), kSchedule, options);
    const Trace trace = read(folder.path());
    EXPECT_GE(trace.diagnostics().count("assumed_state_encoding"), 1U);
    expectSchedule(trace);
}

// The CTF test suite of EfficiOS is not ours to ship; RESCHED_CTF_TESTSUITE names its folder.
TEST(CtfReader, HoldsItsOwnAgainstThePublicTestSuite)
{
    const char* named = std::getenv("RESCHED_CTF_TESTSUITE");
    if (named == nullptr || *named == '\0') {
        GTEST_SKIP() << "set RESCHED_CTF_TESTSUITE to the folder of ctf-testsuite";
    }
    for (const auto& entry : std::filesystem::recursive_directory_iterator(named)) {
        if (entry.path().filename() != "metadata") continue;
        const std::filesystem::path folder = entry.path().parent_path();
        SCOPED_TRACE(folder.string());
        const Result<Trace> trace = readTrace(folder, quiet);
        const bool shouldPass = folder.string().find("/pass/") != std::string::npos;
        if (shouldPass) {
            EXPECT_TRUE(trace) << describe(trace.error());
        } else {
            EXPECT_TRUE(!trace || trace->info().partial || !trace->diagnostics().all().empty());
        }
    }
}

}  // namespace
}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers in a file that speak of gigabytes: reading takes no more heap than the file has bytes,
// and what every reading takes. Each field of the file's frame, one after the other, is overwritten
// with large numbers.
#include "limits/heap_meter.h"
#include "readers/reader_table.h"
#include "support/ctf_writer.h"
#include "support/packing.h"
#include "support/perf_writer.h"
#include "support/temporary_folder.h"
#include "support/text_writer.h"
#include "support/tracedat_writer.h"

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <sstream>

namespace resched::test {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20U;
// Tables of CPUs and threads, buffers between threads, blocks of events.
constexpr std::uint64_t kAlways = 8 * kMiB;
// A file of zstd or xz names the window that unpacking needs; those of zstd -19 --long and xz -9
// have to open, however small the file.
constexpr std::uint64_t kWindow = 140 * kMiB;

constexpr std::string_view kSchedule = R"(
    SW 0 c0 0>A
    SW 1 c1 0>B
    SR 40 c0 A 40 40000
    SW 50 c0 A[S]>0
    WK 100 c1 A@0
    SW 150 c1 B[R]>A
    FK 160 c1 A>C
    LOST 160-170 c1 7
    SW 200 c1 A[D]>B
    END 300)";

std::uint64_t heapOf(const fs::path& path)
{
    NoProgress progress;
    const HeapMeter meter;
    const Result<Trace> trace = readTrace(path, progress);
    if (!trace) {
        EXPECT_FALSE(trace.error().what.empty());
    }
    return meter.peak();
}

// Little-endian and big-endian readings of these are all large.
const std::vector<std::string>& largeNumbers()
{
    static const std::vector<std::string> numbers = {"\xff\xff\xff\xff", "\x7f\xff\xff\x7f",
                                                     std::string("\0\0\0\x40", 4),
                                                     std::string("\x40\0\0\0", 4)};
    return numbers;
}

// Every field at the begin and the end of the file, where its frame stands; some of those between.
std::vector<std::size_t> places(std::size_t size, std::size_t dense, std::size_t stride)
{
    std::vector<std::size_t> places;
    for (std::size_t at = 0; at + 4 <= size;) {
        places.push_back(at);
        const bool isFrame = at < dense || at + dense > size;
        at += isFrame ? 4 : stride;
    }
    return places;
}

void expectBounded(const std::string& whole, const fs::path& path, const fs::path& opened,
                   std::size_t dense, std::size_t stride, std::uint64_t most)
{
    std::ofstream(path, std::ios::binary) << whole;
    ASSERT_LT(heapOf(opened), whole.size() + most) << "undamaged";
    std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
    for (const std::size_t at : places(whole.size(), dense, stride)) {
        for (const std::string& number : largeNumbers()) {
            const auto offset = static_cast<std::streamoff>(at);
            file.seekp(offset).write(number.data(), 4).flush();
            ASSERT_LT(heapOf(opened), whole.size() + most)
                << "offset " << at << ", " << testing::PrintToString(number);
            file.seekp(offset).write(whole.data() + at, 4).flush();
        }
    }
}

class HostileSizes : public testing::Test
{
protected:
    void SetUp() override { RESCHED_HEAP_METER_OR_SKIP(); }
    void expectFileBounded(const std::string& whole, std::uint64_t most = kAlways,
                           std::size_t dense = 320, std::size_t stride = 244)
    {
        const fs::path path = folder_.path() / "file";
        expectBounded(whole, path, path, dense, stride, most);
    }

    const TemporaryFolder folder_;
};

TEST_F(HostileSizes, InPerfDataTakeNoMemory)
{
    expectFileBounded(perfData(kSchedule));
}

TEST_F(HostileSizes, InPerfDataOfAPipeTakeNoMemory)
{
    PerfOptions options;
    options.isPipe = true;
    expectFileBounded(perfData(kSchedule, options));
}

TEST_F(HostileSizes, InCompressedPerfDataTakeAWindowAtMost)
{
    PerfOptions options;
    options.isCompressed = true;
    expectFileBounded(perfData(kSchedule, options), kAlways + kWindow);
}

TEST_F(HostileSizes, InTraceDatTakeNoMemory)
{
    for (const int version : {6, 7}) {
        TraceDatOptions options;
        options.version = version;
        options.onlySwitches = true;
        expectFileBounded(traceDat("SW 0 c0 0>A\nSW 5 c0 A[S]>0", options), kAlways, 1200);
    }
}

TEST_F(HostileSizes, InCompressedTraceDatTakeNoMemory)
{
    TraceDatOptions options;
    options.version = 7;
    options.isCompressed = true;
    options.onlySwitches = true;
    expectFileBounded(traceDat("SW 0 c0 0>A\nSW 5 c0 A[S]>0", options), kAlways, 600);
}

TEST_F(HostileSizes, InCompressedFilesTakeAWindowAtMost)
{
    TextOptions options;
    options.form = TextForm::PerfScript;
    const std::string text = textTrace(kSchedule, options);
    for (const Filter filter : {Filter::Gzip, Filter::Xz, Filter::Zstd}) {
        expectFileBounded(compressed(text, filter), kAlways + kWindow, 64);
    }
}

TEST_F(HostileSizes, InArchivesTakeNoMemory)
{
    TextOptions options;
    options.form = TextForm::PerfScript;
    folder_.write("inside/trace.txt", textTrace(kSchedule, options));
    expectFileBounded(zipOf(folder_.path() / "inside", "it/"), kAlways, 64);
    expectFileBounded(tarOf(folder_.path() / "inside", "it/", Filter::None), kAlways, 160, 1500);
}

std::string contentOf(const fs::path& path)
{
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

TEST_F(HostileSizes, InCtfTakeNoMemory)
{
    CtfOptions options;
    options.hasPacketMetadata = true;
    const fs::path trace = folder_.path() / "ctf";
    writeCtf(trace, kSchedule, options);
    for (const fs::path& path : {trace / "chan_1", trace / "metadata"}) {
        expectBounded(contentOf(path), path, trace, 64, 36 * 16 + 4, kAlways);
    }
}

// A sequence of an event that speaks of billions: Babeltrace alone ends the process over it.
TEST_F(HostileSizes, OfSequencesInCtfDamageTheirPacketAlone)
{
    CtfOptions options;
    options.clockOffset = 0;
    std::string metadata = ctfMetadata(options);
    const std::size_t at = metadata.find("uint8_t __list_length");
    ASSERT_NE(at, std::string::npos);
    metadata.replace(at, 7, "uint32_t");
    folder_.write("ctf/metadata", metadata);
    std::string stream;
    for (const std::int64_t begin : {0, 10'000}) {
        CtfPacket packet(options, 0, begin);
        for (ScheduleEvent& event : parseSchedule("SW 1 c0 0>A\nSW 5 c0 A[S]>0")) {
            event.time += begin;
            packet.add(event);
        }
        if (begin == 0) {
            packet.beginEvent(CtfEvent::Numbers, 6000);
            packet.align(4);
            packet.put32(0x7fffffff);
            packet.put64(1);
        }
        stream += packet.finish(begin + 7000);
    }
    folder_.write("ctf/chan_0", stream);
    EXPECT_LT(heapOf(folder_.path() / "ctf"), stream.size() + kAlways);
    NoProgress progress;
    const Result<Trace> trace = readTrace(folder_.path() / "ctf", progress);
    ASSERT_TRUE(trace) << describe(trace.error());
    EXPECT_TRUE(trace->info().partial);
    EXPECT_EQ(trace->diagnostics().count("damaged_packet"), 1U);
    EXPECT_EQ(trace->info().eventsTotal, 4U);
}

// A number of CPU or thread is an index of our tables: those that no kernel has make no table.
TEST_F(HostileSizes, OfCpusAndThreadsInTextTakeNoMemory)
{
    for (const std::string cpu : {"32767", "65536", "2147483647", "99999999999999999999"}) {
        for (const std::string tid : {"4194304", "2147483647", "99999999999999999999"}) {
            const std::string line = "A-" + tid + " [" + cpu + "] 1.000000: sched_switch: ";
            const std::string text =
                line + "prev_comm=A prev_pid=" + tid +
                " prev_prio=120 prev_state=S ==> next_comm=B next_pid=2 next_prio=120\n";
            const fs::path path = folder_.write("trace.txt", "# tracer: nop\n#\n" + text);
            EXPECT_LT(heapOf(path), text.size() + 2 * kAlways) << cpu << ' ' << tid;
        }
    }
}

}  // namespace
}  // namespace resched::test

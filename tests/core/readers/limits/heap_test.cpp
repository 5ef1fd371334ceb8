// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What reading takes on top of the mapped file, the Trace itself included: fewer than 64 bytes an
// event, in every format.
#include "limits/heap_meter.h"
#include "readers/reader_table.h"
#include "support/busy_schedule.h"
#include "support/ctf_writer.h"
#include "support/packing.h"
#include "support/perf_writer.h"
#include "support/temporary_folder.h"
#include "support/text_writer.h"
#include "support/tracedat_writer.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace resched::test {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kEvents = 200'000;
constexpr std::uint64_t kBytesPerEvent = 64;

const std::string& schedule()
{
    static const std::string text = busySchedule({.events = kEvents,
                                                  .cpus = 4,
                                                  .tasks = 60,
                                                  .hasNanoseconds = true,
                                                  .hasAllStates = false,
                                                  .hasLosses = false});
    return text;
}

const std::vector<ScheduleEvent>& events()
{
    static const std::vector<ScheduleEvent> parsed = parseSchedule(schedule());
    return parsed;
}

// The heap that reading took, a moment of the Trace's own life included.
void expectSmall(const fs::path& path)
{
    NoProgress progress;
    std::uint64_t count = 0;
    const HeapMeter meter;
    {
        const Result<Trace> trace = readTrace(path, progress);
        ASSERT_TRUE(trace) << describe(trace.error());
        count = trace->info().eventsTotal;
    }
    const std::uint64_t peak = meter.peak();
    EXPECT_GE(count, kEvents);
    EXPECT_LT(peak, count * kBytesPerEvent)
        << static_cast<double>(peak) / static_cast<double>(count) << " bytes an event";
    testing::Test::RecordProperty("bytes_per_event", static_cast<int>(peak / count));
}

TEST(ReadersHeap, OfPerfDataIsBelow64BytesAnEvent)
{
    RESCHED_HEAP_METER_OR_SKIP();
    const TemporaryFolder folder;
    expectSmall(folder.write("perf.data", perfData(events())));
}

TEST(ReadersHeap, OfCompressedPerfDataIsBelow64BytesAnEvent)
{
    RESCHED_HEAP_METER_OR_SKIP();
    const TemporaryFolder folder;
    PerfOptions options;
    options.isCompressed = true;
    expectSmall(folder.write("perf.data", perfData(events(), options)));
}

// As perf writes it without --all-cpus: the samples of one CPU out of order of their times.
TEST(ReadersHeap, OfUnsortedPerfDataIsBelow64BytesAnEvent)
{
    RESCHED_HEAP_METER_OR_SKIP();
    const TemporaryFolder folder;
    std::vector<ScheduleEvent> mixed = events();
    for (std::size_t at = 0; at + 20'000 <= mixed.size(); at += 20'000) {
        const auto begin = mixed.begin() + static_cast<std::ptrdiff_t>(at);
        std::rotate(begin, begin + 10'000, begin + 20'000);
    }
    expectSmall(folder.write("perf.data", perfData(mixed)));
}

TEST(ReadersHeap, OfTraceDatIsBelow64BytesAnEvent)
{
    RESCHED_HEAP_METER_OR_SKIP();
    const TemporaryFolder folder;
    TraceDatOptions options;
    options.version = 7;
    options.isCompressed = true;
    expectSmall(folder.write("trace.dat", traceDat(schedule(), options)));
}

TEST(ReadersHeap, OfTextIsBelow64BytesAnEvent)
{
    RESCHED_HEAP_METER_OR_SKIP();
    const TemporaryFolder folder;
    TextOptions options;
    options.form = TextForm::PerfScript;
    options.hasNanoseconds = true;
    expectSmall(folder.write("perf.txt", textTrace(schedule(), options)));
}

TEST(ReadersHeap, OfCtfIsBelow64BytesAnEvent)
{
    RESCHED_HEAP_METER_OR_SKIP();
    const TemporaryFolder folder;
    CtfOptions options;
    options.eventsPerPacket = 4000;
    writeCtf(folder.path() / "ctf", schedule(), options);
    expectSmall(folder.path() / "ctf");
}

}  // namespace
}  // namespace resched::test

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reading asks often enough whether to go on, in every format and phase. How often is told in work,
// not in time: so many events and bytes between two questions at most.
#include "readers/reader_table.h"
#include "support/busy_schedule.h"
#include "support/ctf_writer.h"
#include "support/packing.h"
#include "support/perf_writer.h"
#include "support/temporary_folder.h"
#include "support/text_writer.h"
#include "support/tracedat_writer.h"

#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <sstream>

namespace resched {
namespace {

namespace fs = std::filesystem;
using test::Filter;
using test::TemporaryFolder;

constexpr std::size_t kEvents = 40'000;
// An event costs some 100 ns, a byte of a file less than 10 ns, unpacking included.
constexpr std::uint64_t kMostEvents = 1024;
constexpr std::uint64_t kMostBytes = std::uint64_t{4} << 20U;

const std::string& schedule()
{
    static const std::string text = test::busySchedule({.events = kEvents,
                                                        .cpus = 4,
                                                        .tasks = 30,
                                                        .hasNanoseconds = true,
                                                        .hasAllStates = false,
                                                        .hasLosses = false});
    return text;
}

// Says stop when it is asked for the `last`th time, and notes how it was asked.
class Questions final : public Progress
{
public:
    explicit Questions(std::uint64_t last = UINT64_MAX) : last_(last) {}

    bool advance(double fraction) override
    {
        hasFallen_ = hasFallen_ || fraction < fraction_ || fraction > 1.0;
        fraction_ = fraction;
        return ++asked_ < last_;
    }
    std::uint64_t asked() const { return asked_; }
    bool hasFallen() const { return hasFallen_; }
    double fraction() const { return fraction_; }

private:
    std::uint64_t last_;
    std::uint64_t asked_ = 0;
    double fraction_ = 0;
    bool hasFallen_ = false;
};

std::string contentOf(const fs::path& path)
{
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

// Writes the schedule below the folder and says where.
using Writer = std::function<fs::path(const TemporaryFolder&)>;

struct Format
{
    std::string name;
    Writer write;

    friend void PrintTo(const Format& format, std::ostream* out) { *out << format.name; }
};

fs::path writeText(const TemporaryFolder& folder)
{
    test::TextOptions options;
    options.form = test::TextForm::PerfScript;
    options.hasNanoseconds = true;
    return folder.write("trace.txt", test::textTrace(schedule(), options));
}

// A part of the text: packing takes longer than all that is tested.
fs::path writePacked(const TemporaryFolder& folder, Filter filter)
{
    const std::string text = contentOf(writeText(folder));
    const std::string part = text.substr(0, text.find('\n', text.size() / 4) + 1);
    return folder.write("packed", test::compressed(part, filter));
}

std::uint64_t bytesOf(const fs::path& path)
{
    return fs::is_directory(path) ? 0 : fs::file_size(path);
}

fs::path writeCtf(const TemporaryFolder& folder)
{
    test::CtfOptions options;
    options.eventsPerPacket = 1000;
    test::writeCtf(folder.path() / "ctf", schedule(), options);
    return folder.path() / "ctf";
}

fs::path writePerf(const TemporaryFolder& folder, bool isPipe, bool isCompressed)
{
    test::PerfOptions options;
    options.isPipe = isPipe;
    options.isCompressed = isCompressed;
    return folder.write("perf.data", test::perfData(schedule(), options));
}

fs::path writeTraceDat(const TemporaryFolder& folder, bool isCompressed)
{
    test::TraceDatOptions options;
    options.version = 7;
    options.isCompressed = isCompressed;
    return folder.write("trace.dat", test::traceDat(schedule(), options));
}

const std::vector<Format>& formats()
{
    using Folder = const TemporaryFolder&;
    static const std::vector<Format> all = {
        {"PerfData", [](Folder folder) { return writePerf(folder, false, false); }},
        {"PerfDataOfAPipe", [](Folder folder) { return writePerf(folder, true, false); }},
        {"CompressedPerfData", [](Folder folder) { return writePerf(folder, false, true); }},
        {"TraceDat", [](Folder folder) { return writeTraceDat(folder, false); }},
        {"CompressedTraceDat", [](Folder folder) { return writeTraceDat(folder, true); }},
        {"Text", writeText},
        {"Gzip", [](Folder folder) { return writePacked(folder, Filter::Gzip); }},
        {"Xz", [](Folder folder) { return writePacked(folder, Filter::Xz); }},
        {"Zstd", [](Folder folder) { return writePacked(folder, Filter::Zstd); }},
        {"Ctf", writeCtf},
        {"CtfInATar",
         [](Folder folder) {
             return folder.write("ctf.tar.gz", test::tarOf(writeCtf(folder), "ctf/", Filter::Gzip));
         }},
    };
    return all;
}

class Canceling : public testing::TestWithParam<Format>
{
};

TEST_P(Canceling, StopsReadingWheneverItIsAsked)
{
    const TemporaryFolder folder;
    const fs::path path = GetParam().write(folder);
    Questions whole;
    const Result<Trace> trace = readTrace(path, whole);
    ASSERT_TRUE(trace) << describe(trace.error());
    EXPECT_FALSE(whole.hasFallen());
    EXPECT_EQ(whole.fraction(), 1.0);
    const std::uint64_t fewest =
        trace->info().eventsTotal / kMostEvents + bytesOf(path) / kMostBytes;
    EXPECT_GE(whole.asked(), fewest);

    // What the clock decides only adds to the questions.
    for (const std::uint64_t last : {std::uint64_t{1}, std::uint64_t{2}, fewest / 2, fewest}) {
        Questions some(last);
        const Result<Trace> stopped = readTrace(path, some);
        ASSERT_FALSE(stopped) << last;
        EXPECT_EQ(stopped.error().code, ErrorCode::Canceled) << last;
        EXPECT_EQ(some.asked(), last) << "asked again after it was told to stop";
    }
}

INSTANTIATE_TEST_SUITE_P(Formats, Canceling, testing::ValuesIn(formats()),
                         [](const testing::TestParamInfo<Format>& parameter) {
                             return parameter.param.name;
                         });

}  // namespace
}  // namespace resched

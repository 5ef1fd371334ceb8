// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/perf/perf_reader.h"
#include "readers/tracedat/trace_dat_reader.h"
#include "support/perf_writer.h"
#include "support/tracedat_writer.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <span>

namespace resched {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSchedule = R"(
    SW 0 c0 0>A
    WK 10 c0 B@0
    LOST 10-20 c0 3
    SW 20 c0 A[S]>B
    FK 30 c0 B>C
    SW 40 c0 B[X]>0)";

std::map<std::string, std::string> perfSeeds()
{
    std::map<std::string, std::string> seeds;
    for (const bool isPipe : {false, true}) {
        for (const bool isCompressed : {false, true}) {
            test::PerfOptions options;
            options.isPipe = isPipe;
            options.isCompressed = isCompressed;
            options.kernel.order = isPipe ? ByteOrder::Big : ByteOrder::Little;
            options.records = {{1, test::perfComm(options, 7, 7, "seed", 15'000, 0)},
                               {2, test::perfFork(options, 7, 8, 7, 25'000, 0)}};
            seeds[std::string(isPipe ? "pipe" : "file") + (isCompressed ? "_zstd" : "")] =
                test::perfData(kSchedule, options);
        }
    }
    test::PerfOptions single;
    single.hasIds = false;
    seeds["one_event"] = test::perfData("SW 0 c0 0>A\nSW 5 c0 A[S]>0", single);
    return seeds;
}

std::map<std::string, std::string> traceDatSeeds()
{
    std::map<std::string, std::string> seeds;
    for (const int version : {6, 7}) {
        for (const bool isCompressed : {false, true}) {
            if (version == 6 && isCompressed) continue;
            test::TraceDatOptions options;
            options.version = version;
            options.isCompressed = isCompressed;
            options.repeatsInSecondBuffer = version == 6;
            seeds["version" + std::to_string(version) + (isCompressed ? "_zstd" : "")] =
                test::traceDat(kSchedule, options);
        }
    }
    test::TraceDatOptions small;
    small.onlySwitches = true;
    small.kernel.order = ByteOrder::Big;
    small.kernel.longSize = 4;
    seeds["big_endian_32"] = test::traceDat("SW 0 c0 0>A\nSW 5 c0 A[S]>0", small);
    return seeds;
}

// RESCHED_UPDATE_GOLDEN writes the seeds; else each must be there and be read.
template <typename Read>
void checkSeeds(const std::string& target, const std::map<std::string, std::string>& seeds,
                Read&& readSeed)
{
    const fs::path folder = fs::path(RESCHED_SOURCE_DIR) / "tests" / "fuzz" / "corpus" / target;
    for (const auto& [name, content] : seeds) {
        if (std::getenv("RESCHED_UPDATE_GOLDEN") != nullptr) {
            fs::create_directories(folder);
            std::ofstream(folder / name, std::ios::binary) << content;
        }
        std::ifstream file(folder / name, std::ios::binary);
        ASSERT_TRUE(file) << folder / name;
        const std::string seed{std::istreambuf_iterator<char>(file), {}};
        // The library that packs may change; what is not packed is what the writer makes.
        if (!name.ends_with("zstd")) {
            EXPECT_EQ(seed, content) << name;
        }
        TraceBuilder builder;
        NoProgress progress;
        const auto bytes = std::as_bytes(std::span(seed.data(), seed.size()));
        const Result<void> read = readSeed(bytes, name, builder, progress);
        EXPECT_TRUE(read) << name;
        const Result<Trace> trace = builder.finish(progress);
        ASSERT_TRUE(trace) << name;
        EXPECT_GT(trace->info().eventsTotal, 0U) << name;
    }
}

TEST(FuzzSeeds, AreWhatTheWritersMake)
{
    using Read =
        Result<void> (*)(std::span<const std::byte>, std::string_view, TraceBuilder&, Progress&);
    checkSeeds("perf_data", perfSeeds(), static_cast<Read>(&readPerfData));
    checkSeeds("trace_dat", traceDatSeeds(), static_cast<Read>(&readTraceDat));
}

}  // namespace
}  // namespace resched

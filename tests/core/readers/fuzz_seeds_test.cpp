// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/ctf/ctf2_translation.h"
#include "readers/ctf/packet_layout.h"
#include "readers/perf/perf_reader.h"
#include "readers/text/text_reader.h"
#include "readers/tracedat/trace_dat_reader.h"
#include "support/ctf2_writer.h"
#include "support/perf_writer.h"
#include "support/text_writer.h"
#include "support/tracedat_writer.h"
#include "workload/workload_json.h"

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

std::map<std::string, std::string> textSeeds()
{
    std::map<std::string, std::string> seeds;
    seeds["ftrace"] = test::textTrace(kSchedule, {.form = test::TextForm::Ftrace});
    seeds["trace_cmd"] = test::textTrace(kSchedule, {.form = test::TextForm::TraceCmd});
    seeds["trace_cmd_raw"] = test::textTrace(kSchedule, {.form = test::TextForm::TraceCmdRaw});
    seeds["perf_script"] =
        test::textTrace(kSchedule, {.form = test::TextForm::PerfScript, .hasNanoseconds = true});
    std::string html = "<!DOCTYPE html>\n<script class=\"trace-data\">\n" + seeds["ftrace"];
    seeds["systrace"] = html + "</script>\n</html>\n";
    return seeds;
}

std::map<std::string, std::string> metadataSeeds()
{
    test::CtfOptions packed;
    packed.isBigEndian = true;
    packed.hasPacketMetadata = true;
    packed.hasContexts = true;
    return {{"ctf2", test::ctf2Metadata(test::ctf2Fragments())},
            {"ctf1_plain", test::ctfMetadata({})},
            {"ctf1_packets", test::ctfMetadata(packed)}};
}

std::map<std::string, std::string> workloadSeeds()
{
    const std::string rtApp = R"({
    "global": { "duration": 2, "default_policy": "SCHED_OTHER", "pi_enabled": true },
    "resources": { "m": { "type": "mutex" }, "pair": { "type": "barrier" } },
    "tasks": {
        "a": { "loop": 3, "priority": 5, "cpus": [0, 2], "run": 1280, "run1": "3ms", "sleep": 10,
               "timer": { "ref": "tick", "period": 16000 }, "lock": "m", "unlock": "m" },
        "b": { "instance": 2, "policy": "SCHED_FIFO", "priority": 10, "phases": {
               "one": { "loop": 2, "run": 50, "barrier": "pair" },
               "two": { "resume": "a", "suspend", "yield": "", /* as rt-app takes it */ } } },
    },
})";
    const Result<Workload> workload = workloadFromJson(R"({ "tasks": {
        "a": { "loop": 3, "run": 1280, "sleep": 10, "timer": { "ref": "tick", "period": 16000 },
               "lock": "m", "unlock": "m" } } })");
    EXPECT_TRUE(workload);
    return {{"rt_app", rtApp}, {"saved", workloadToJson(*workload)}};
}

std::string committed(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    EXPECT_TRUE(file) << path;
    return {std::istreambuf_iterator<char>(file), {}};
}

// RESCHED_UPDATE_GOLDEN writes the seeds; else each must be there as the writers make it.
// `expectUseful` fails the test where a seed is one that its target gives up on early.
void checkSeeds(const std::string& target, const std::map<std::string, std::string>& seeds,
                const std::function<void(const std::string&)>& expectUseful)
{
    const fs::path folder = fs::path(RESCHED_SOURCE_DIR) / "tests" / "fuzz" / "corpus" / target;
    for (const auto& [name, content] : seeds) {
        SCOPED_TRACE(target + "/" + name);
        if (std::getenv("RESCHED_UPDATE_GOLDEN") != nullptr) {
            fs::create_directories(folder);
            std::ofstream(folder / name, std::ios::binary) << content;
        }
        const std::string seed = committed(folder / name);
        // The library that packs may change; what is not packed is what the writer makes.
        if (!name.ends_with("zstd")) {
            EXPECT_EQ(seed, content);
        }
        expectUseful(seed);
    }
}

template <typename Read>
void expectEvents(const std::string& seed, Read&& readSeed)
{
    TraceBuilder builder;
    NoProgress progress;
    const Result<void> read = readSeed(seed, builder, progress);
    EXPECT_TRUE(read) << describe(read.error());
    const Result<Trace> trace = builder.finish(progress);
    ASSERT_TRUE(trace);
    EXPECT_GT(trace->info().eventsTotal, 0U);
}

std::span<const std::byte> bytesOf(const std::string& seed)
{
    return std::as_bytes(std::span(seed.data(), seed.size()));
}

TEST(FuzzSeeds, OfBinaryTracesAreWhatTheWritersMake)
{
    checkSeeds("perf_data", perfSeeds(), [](const std::string& seed) {
        expectEvents(seed, [](const std::string& file, TraceBuilder& builder, Progress& progress) {
            return readPerfData(bytesOf(file), "perf.data", builder, progress);
        });
    });
    checkSeeds("trace_dat", traceDatSeeds(), [](const std::string& seed) {
        expectEvents(seed, [](const std::string& file, TraceBuilder& builder, Progress& progress) {
            return readTraceDat(bytesOf(file), "trace.dat", builder, progress);
        });
    });
}

TEST(FuzzSeeds, OfTextTracesAreWhatTheWritersMake)
{
    checkSeeds("text", textSeeds(), [](const std::string& seed) {
        expectEvents(seed, [](const std::string& file, TraceBuilder& builder, Progress& progress) {
            return text::read(file, "trace.txt", builder, progress);
        });
    });
}

TEST(FuzzSeeds, OfMetadataAreWhatTheWritersMake)
{
    checkSeeds("ctf_metadata", metadataSeeds(), [](const std::string& seed) {
        std::string tsdl = ctf::plainMetadata(seed).text;
        if (ctf::isCtf2Metadata(seed)) {
            const Result<std::string> translated = ctf::tsdlFromCtf2(seed);
            ASSERT_TRUE(translated) << describe(translated.error());
            tsdl = *translated;
        }
        EXPECT_TRUE(ctf::packetLayoutOf(tsdl));
    });
}

TEST(FuzzSeeds, OfWorkloadsAreRead)
{
    checkSeeds("workload_json", workloadSeeds(), [](const std::string& seed) {
        const Result<Workload> workload = workloadFromJson(seed);
        EXPECT_TRUE(workload) << describe(workload.error());
    });
}

}  // namespace
}  // namespace resched

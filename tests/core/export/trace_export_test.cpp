// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/trace_export.h"

#include "analysis/statistics.h"
#include "export/json.h"
#include "export/kernel_events.h"
#include "readers/reader_table.h"
#include "support/schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sqlite3.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <random>

namespace resched {
namespace {

namespace fs = std::filesystem;
using test::traceOf;
using testing::HasSubstr;

constexpr std::string_view kSchedule = R"(
    SW 1000000000 c0 0>A
    FK 1000000005 c0 A>C
    WN 1000000006 c0 C@1
    WK 1000000010 c0 B@0
    WU 1000000012 c0 B@0
    SW 1000000015 c1 0>C
    SR 1000000020 c0 A 20 1000
    SW 1000000020 c0 A[R+]>B
    WK 1000000025 c0 B@0
    MG 1000000030 c1 A 0>1
    SW 1000000035 c1 C[D]>A
    SW 1000000040 c0 B[S]>0
    SW 1000000050 c1 A[Z]>0
    SW 1000000060 c0 0>B
    END 1000000080)";

// By tid, as TaskIds may come in another order.
Json figuresOf(const Trace& trace)
{
    Json figures = statisticsJson(trace, computeStatistics(trace, {}));
    std::vector<Json> tasks = figures["tasks"];
    for (Json& task : tasks) task.erase("tgid");
    std::ranges::sort(tasks, {}, [](const Json& task) {
        return std::pair(task["tid"].get<int>(), task["run_time_ns"].get<std::int64_t>());
    });
    figures["tasks"] = tasks;
    figures.erase("processes");
    return figures;
}

Trace rebuilt(const Trace& trace)
{
    TraceBuilder builder;
    for (const CpuEvents& cpu : kernelEvents(trace)) {
        EventStream& stream = builder.addStream(number(cpu.cpu));
        builder.declareCpu(cpu.cpu);
        auto loss = cpu.losses.begin();
        const auto addLosses = [&](std::int64_t until) {
            for (; loss != cpu.losses.end() && nanoseconds(loss->begin) < until; ++loss) {
                stream.push(makeValue(EventKind::Lost, loss->begin, cpu.cpu, kNoTid,
                                      static_cast<std::int64_t>(loss->count), until));
            }
        };
        for (Event event : cpu.events) {
            addLosses(event.time);
            if (event.kind == EventKind::Switch) {
                event.change.prevName = static_cast<std::uint32_t>(
                    stream.intern(trace.name(NameId{event.change.prevName})));
                event.change.nextName = static_cast<std::uint32_t>(
                    stream.intern(trace.name(NameId{event.change.nextName})));
            } else if (event.kind != EventKind::StatRuntime && event.kind != EventKind::Other) {
                event.task.name =
                    static_cast<std::uint32_t>(stream.intern(trace.name(NameId{event.task.name})));
                event.task.otherName = static_cast<std::uint32_t>(
                    stream.intern(trace.name(NameId{event.task.otherName})));
            }
            stream.push(event);
        }
        addLosses(INT64_MAX);
    }
    builder.extendSpan(trace.span());
    NoProgress progress;
    return std::move(*builder.finish(progress));
}

TEST(KernelEvents, MakeTheSameLanesAgain)
{
    const Trace trace = traceOf(kSchedule);
    const Trace again = rebuilt(trace);
    for (const int cpu : {0, 1}) {
        EXPECT_EQ(test::slicesText(again, CpuId{cpu}), test::slicesText(trace, CpuId{cpu}));
        EXPECT_EQ(test::gapsText(again, CpuId{cpu}), test::gapsText(trace, CpuId{cpu}));
    }
    EXPECT_EQ(figuresOf(again), figuresOf(trace));
}

TEST(KernelEvents, KeepLostEvents)
{
    const Trace trace = traceOf(R"(
        SW 0 c0 0>A
        SW 100 c0 A[S]>0
        WK 105 c0 A@0
        LOST 110-400 c0 7
        SW 410 c0 B[S]>A
        SW 450 c0 A[S]>0)");
    const Trace again = rebuilt(trace);
    EXPECT_EQ(test::gapsText(again, CpuId{0}), "110-410 lost 7");
    EXPECT_EQ(figuresOf(again), figuresOf(trace));
}

class Export : public testing::Test
{
protected:
    Export()
    {
        fs::remove_all(folder_);
        fs::create_directories(folder_);
    }
    ~Export() override { fs::remove_all(folder_); }

    std::size_t filesIn() const
    {
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
    }

    NoProgress progress_;
    fs::path folder_ = fs::path(testing::TempDir()) / ("export-test-" + std::to_string(getpid()));
};

TEST_F(Export, CtfReadsBackWithTheSameStatistics)
{
    for (const std::string_view schedule : {kSchedule, std::string_view(R"(
              SW 0 c0 0>A
              SW 100 c0 A[S]>0
              WK 105 c0 A@0
              LOST 110-400 c0 7
              SW 410 c0 B[S]>A
              SW 450 c0 A[S]>0)")}) {
        const Trace trace = traceOf(schedule);
        const fs::path target = folder_ / "out.ctf";
        const Result<void> written = exportTrace(trace, target, {}, progress_);
        ASSERT_TRUE(written) << describe(written.error());
        const Result<Trace> again = readTrace(target, progress_);
        ASSERT_TRUE(again) << describe(again.error());
        EXPECT_EQ(again->info().format, "lttng-ctf");
        EXPECT_EQ(again->span(), trace.span());
        EXPECT_EQ(figuresOf(*again), figuresOf(trace));
        EXPECT_EQ(filesIn(), 1U);
    }
}

TEST_F(Export, ChromeJsonIsWholeAndKeepsNanoseconds)
{
    const fs::path target = folder_ / "out.json";
    ASSERT_TRUE(
        exportTrace(traceOf("SW 1001ns c0 0>A\nSW 2003ns c0 A[S]>0"), target, {}, progress_));
    std::ifstream file(target);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    EXPECT_THAT(text, HasSubstr("\"ts\":0.000,\"dur\":1.002"));
    const nlohmann::json json = nlohmann::json::parse(text);
    EXPECT_EQ(json["otherData"]["begin_ns"], 1001);
    EXPECT_GT(json["traceEvents"].size(), 3U);
}

TEST_F(Export, SqliteAnswersQueries)
{
    const fs::path target = folder_ / "out.sqlite";
    ASSERT_TRUE(exportTrace(traceOf(kSchedule), target, {}, progress_));
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(target.c_str(), &database), SQLITE_OK);
    sqlite3_stmt* statement = nullptr;
    ASSERT_EQ(
        sqlite3_prepare_v2(database, "SELECT sum(run_ns) FROM slices WHERE comm='A' AND cut=''", -1,
                           &statement, nullptr),
        SQLITE_OK);
    ASSERT_EQ(sqlite3_step(statement), SQLITE_ROW);
    EXPECT_EQ(sqlite3_column_int64(statement, 0), 35'000);
    sqlite3_finalize(statement);
    sqlite3_close(database);
}

TEST_F(Export, ANameWithoutAFormatWritesNothing)
{
    const Result<void> written =
        exportTrace(traceOf(kSchedule), folder_ / "out.xyz", {}, progress_);
    ASSERT_FALSE(written);
    EXPECT_THAT(describe(written.error()), HasSubstr(".sqlite"));
    EXPECT_EQ(filesIn(), 0U);
}

class Stop final : public Progress
{
public:
    bool advance(double /*fraction*/) override { return false; }
};

TEST_F(Export, WhatIsCanceledOrFailsLeavesNothing)
{
    Stop stop;
    for (const char* name : {"out.ctf", "out.sqlite"}) {
        const Result<void> written = exportTrace(traceOf(kSchedule), folder_ / name, {}, stop);
        ASSERT_FALSE(written) << name;
        EXPECT_EQ(written.error().code, ErrorCode::Canceled) << name;
    }
    EXPECT_EQ(filesIn(), 0U);
    EXPECT_FALSE(exportTrace(traceOf(kSchedule), folder_ / "none" / "out.csv", {}, progress_));
}

TEST_F(Export, AFolderThatIsNoTraceIsNotReplaced)
{
    const fs::path target = folder_ / "precious.ctf";
    fs::create_directories(target);
    std::ofstream(target / "letter.txt") << "dear";
    const Result<void> written = exportTrace(traceOf(kSchedule), target, {}, progress_);
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().code, ErrorCode::WriteFailed);
    EXPECT_TRUE(fs::exists(target / "letter.txt"));
}

}  // namespace
}  // namespace resched

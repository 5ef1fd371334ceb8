// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/reader_table.h"
#include "support/picture.h"
#include "support/schedule.h"
#include "support/temporary_folder.h"
#include "support/tracedat_writer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

namespace resched {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSchedule = R"(
    SW 0 c0 0>A
    SW 1 c1 0>B
    SW 50 c0 A[S]>0
    WK 100 c1 A@0
    WU 102 c1 A@1
    SW 150 c1 B[R+]>A
    SW 200 c1 A[D]>B
    SW 900000 c1 B[I]>0
    END 900000)";

class PageFolder : public testing::Test
{
protected:
    Result<Trace> read()
    {
        NoProgress progress;
        return readTrace(folder_.path(), progress);
    }
    fs::path path() const { return folder_.path(); }

private:
    test::TemporaryFolder folder_;
};

TEST_F(PageFolder, GivesTheTraceOfTheSchedule)
{
    test::writePageFolder(path(), kSchedule);
    const Result<Trace> trace = read();
    ASSERT_TRUE(trace) << describe(trace.error());
    EXPECT_EQ(trace->info().format, "ftrace-pages");
    EXPECT_EQ(trace->info().cpusDeclared, 2);
    EXPECT_EQ(test::picture(*trace), test::picture(test::traceOf(kSchedule)));
}

TEST_F(PageFolder, MayStandBelowTheFolderThatAnArchiveMakes)
{
    test::writePageFolder(path() / "collected", kSchedule);
    const Result<Trace> trace = read();
    ASSERT_TRUE(trace) << describe(trace.error());
    EXPECT_EQ(trace->info().eventsTotal, 9U);  // END is one too
}

TEST_F(PageFolder, SaysThatFormatsAreMissing)
{
    test::writePageFolder(path(), kSchedule);
    fs::remove_all(path() / "formats/sched");
    const Result<Trace> trace = read();
    ASSERT_FALSE(trace);
    EXPECT_NE(describe(trace.error()).find("no event format could be read"), std::string::npos);
}

TEST_F(PageFolder, SaysThatPagesAreMissing)
{
    test::writePageFolder(path(), kSchedule);
    fs::remove(path() / "traces/cpu0");
    fs::rename(path() / "traces/cpu1", path() / "traces/cpu1x");
    const Result<Trace> trace = read();
    ASSERT_FALSE(trace);
    EXPECT_NE(describe(trace.error()).find("traces/cpu0"), std::string::npos);
}

TEST_F(PageFolder, KeepsTheOtherCpusOfADamagedOne)
{
    test::writePageFolder(path(), kSchedule);
    fs::resize_file(path() / "traces/cpu0", 20);
    std::ofstream(path() / "formats/sched/odd") << "";
    const Result<Trace> trace = read();
    ASSERT_TRUE(trace) << describe(trace.error());
    EXPECT_TRUE(trace->info().partial);
    EXPECT_EQ(trace->cpu(CpuId{1})->switches, 4U);
    const auto& rows = trace->diagnostics().all();
    EXPECT_TRUE(std::ranges::any_of(rows, [](const Diagnostic& row) {
        return row.kind == "broken_page" && row.path.ends_with("traces/cpu0");
    }));
}

}  // namespace
}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/reader_table.h"
#include "support/recordings.h"
#include "support/truth.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace resched {
namespace {

using ::testing::HasSubstr;

NoProgress quiet;

void checkTruths(const std::filesystem::path& folder)
{
    const std::vector<test::TruthCase> cases = test::truthCases(folder);
    EXPECT_FALSE(cases.empty());
    for (const auto& [path, truth] : cases) {
        SCOPED_TRACE(path.string());
        const Result<Trace> trace = readTrace(path, quiet);
        if (truth.contains("reader_stopped")) {
            ASSERT_FALSE(trace);
            EXPECT_THAT(describe(trace.error()), HasSubstr(path.string()));
            continue;
        }
        ASSERT_TRUE(trace) << describe(trace.error());
        test::expectTruth(*trace, truth);
        EXPECT_EQ(nanoseconds(trace->info().recorded.begin), truth["first_ts_ns"]);
        EXPECT_EQ(nanoseconds(trace->info().recorded.end), truth["last_ts_ns"]);
    }
}

TEST(CtfTruth, HoldsForEveryLttngTrace)
{
    RESCHED_SHARED_OR_SKIP(shared);
    checkTruths(shared / "traces/lttng-ctf");
}

TEST(CtfTruth, HoldsForCtfMadeByPerf)
{
    RESCHED_SHARED_OR_SKIP(shared);
    checkTruths(shared / "traces/perf-ctf");
}

TEST(CtfTruth, HoldsForEveryLabRecording)
{
    RESCHED_SHARED_OR_SKIP(shared);
    const std::vector<test::TruthCase> cases = test::labCases(shared, "lttng-ctf");
    EXPECT_GT(cases.size(), 100U);
    for (const auto& [path, figures] : cases) {
        SCOPED_TRACE(path.string());
        const Result<Trace> trace = readTrace(path, quiet);
        ASSERT_TRUE(trace) << describe(trace.error());
        test::expectLabFigures(*trace, figures);
        EXPECT_EQ(trace->migrations().size(), figures["migrations"]);
    }
}

}  // namespace
}  // namespace resched

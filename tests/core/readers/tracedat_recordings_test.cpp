// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/reader_table.h"
#include "support/recordings.h"
#include "support/truth.h"

#include <gtest/gtest.h>

namespace resched {
namespace {

TEST(TraceDatRecordings, OfOtherPeopleAgreeWithTheTruthBesideThem)
{
    RESCHED_SHARED_OR_SKIP(shared);
    int checked = 0;
    for (const test::TruthCase& recording : test::truthCases(shared / "traces" / "trace-dat")) {
        SCOPED_TRACE(recording.path.string());
        NoProgress progress;
        const Result<Trace> trace = readTrace(recording.path, progress);
        ++checked;
        if (recording.path.filename() == "trace.cut.dat") {
            // trace-cmd refuses it; two of its four CPUs are whole.
            ASSERT_TRUE(trace) << describe(trace.error());
            EXPECT_TRUE(trace->info().partial);
            EXPECT_EQ(trace->cpu(CpuId{0})->switches, 484U);
            EXPECT_EQ(trace->cpu(CpuId{1})->switches, 60U);
            EXPECT_GE(trace->diagnostics().count("truncated_file"), 1U);
            continue;
        }
        if (recording.truth["events_total"] == 0) {
            if (trace) {
                EXPECT_EQ(trace->info().eventsTotal, 0U);
                EXPECT_FALSE(trace->info().partial);
            }
            continue;
        }
        ASSERT_TRUE(trace) << describe(trace.error());
        EXPECT_EQ(trace->info().format, "trace-dat");
        EXPECT_FALSE(trace->info().partial);
        test::expectTruth(*trace, recording.truth);
    }
    EXPECT_GE(checked, 9);
}

TEST(TraceDatRecordings, OfTheLabAgreeWithItsIndex)
{
    RESCHED_SHARED_OR_SKIP(shared);
    int checked = 0;
    for (const test::TruthCase& recording : test::labCases(shared, "trace-cmd")) {
        SCOPED_TRACE(recording.path.string());
        NoProgress progress;
        const Result<Trace> trace = readTrace(recording.path, progress);
        ++checked;
        ASSERT_TRUE(trace) << describe(trace.error());
        EXPECT_FALSE(trace->info().partial);
        EXPECT_EQ(trace->info().hostname, "guest");
        EXPECT_EQ(trace->info().tracer, "trace-cmd 3.1.6");
        test::expectLabFigures(*trace, recording.truth);
    }
    EXPECT_GE(checked, 6);
}

}  // namespace
}  // namespace resched

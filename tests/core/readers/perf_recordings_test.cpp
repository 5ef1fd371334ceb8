// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/reader_table.h"
#include "support/recordings.h"
#include "support/truth.h"

#include <gtest/gtest.h>

namespace resched {
namespace {

TEST(PerfRecordings, OfOtherPeopleAgreeWithTheTruthBesideThem)
{
    RESCHED_SHARED_OR_SKIP(shared);
    int checked = 0;
    for (const test::TruthCase& recording : test::truthCases(shared / "traces" / "perf-data")) {
        SCOPED_TRACE(recording.path.string());
        NoProgress progress;
        const Result<Trace> trace = readTrace(recording.path, progress);
        ++checked;
        if (recording.path.filename() == "sleep.compressed.data") {
            // perf 6.1 cannot read what this newer one wrote; the same run through a pipe has 8.
            ASSERT_TRUE(trace) << describe(trace.error());
            EXPECT_EQ(trace->info().eventsTotal, 8U);
            continue;
        }
        if (recording.truth["events_total"] == 0) {
            // Nothing to show: refused with a reason, or opened with a count of 0.
            if (trace) {
                EXPECT_EQ(trace->info().eventsTotal, 0U);
            } else {
                EXPECT_FALSE(describe(trace.error()).empty());
            }
            continue;
        }
        ASSERT_TRUE(trace) << describe(trace.error());
        EXPECT_EQ(trace->info().format, "perf-data");
        test::expectTruth(*trace, recording.truth);
    }
    EXPECT_GE(checked, 14);
}

TEST(PerfRecordings, OfTheLabAgreeWithItsIndex)
{
    RESCHED_SHARED_OR_SKIP(shared);
    int checked = 0;
    for (const test::TruthCase& recording : test::labCases(shared, "perf")) {
        SCOPED_TRACE(recording.path.string());
        NoProgress progress;
        const Result<Trace> trace = readTrace(recording.path, progress);
        ++checked;
        ASSERT_TRUE(trace) << describe(trace.error());
        EXPECT_FALSE(trace->info().partial);
        EXPECT_EQ(trace->info().hostname, "guest");
        EXPECT_FALSE(trace->info().kernelRelease.empty());
        EXPECT_EQ(trace->info().lostEvents, 0U);
        test::expectLabFigures(*trace, recording.truth);
    }
    EXPECT_GE(checked, 15);
}

}  // namespace
}  // namespace resched

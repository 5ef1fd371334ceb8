// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/fidelity.h"

#include "support/schedule.h"

#include <gtest/gtest.h>

namespace resched {
namespace {

using namespace std::chrono_literals;
using test::traceOf;

constexpr const char* kRecorded = R"(
    SW 0 c0 0>A:1
    WK 1000 c0 B:2
    SW 2000 c0 A[R]>B
    SW 3000 c0 B[S]>A
    SW 8000 c0 A[S]>0
    END 10000)";

TEST(Fidelity, GradesARunAgainstItselfAsBest)
{
    const Fidelity fidelity = measureFidelity(traceOf(kRecorded), traceOf(kRecorded));
    EXPECT_EQ(fidelity.sameTaskTime, 1);
    EXPECT_EQ(fidelity.runDelayKs, 0);
    EXPECT_EQ(fidelity.meanRunDelay.error(), 0);
    EXPECT_EQ(fidelity.switches.error(), 0);
    EXPECT_EQ(fidelity.grade, Grade::A);
}

TEST(Fidelity, MeasuresTheTimeAtWhichTheSameTaskRan)
{
    // B comes 500 us early: of 8000 us some task ran, in 1000 not the same one.
    const Fidelity fidelity = measureFidelity(traceOf(kRecorded), traceOf(R"(
        SW 0 c0 0>A:1
        WK 1000 c0 B:2
        SW 1500 c0 A[R]>B
        SW 2500 c0 B[S]>A
        SW 8000 c0 A[S]>0
        END 10000)"));
    EXPECT_DOUBLE_EQ(fidelity.sameTaskTime, 7.0 / 8.0);
    EXPECT_EQ(fidelity.meanRunDelay.recorded, 1000us);
    EXPECT_EQ(fidelity.meanRunDelay.replayed, 750us);
    EXPECT_DOUBLE_EQ(fidelity.meanRunDelay.error(), -0.25);
    EXPECT_EQ(fidelity.p99().recorded, 1000us);
    EXPECT_EQ(fidelity.grade, Grade::B);
}

TEST(Fidelity, NamesTheTaskWhoseShareIsOffMost)
{
    const Trace recorded = traceOf(kRecorded);
    const Fidelity fidelity = measureFidelity(recorded, traceOf(R"(
        SW 0 c0 0>A:1
        WK 1000 c0 B:2
        SW 2000 c0 A[R]>B
        SW 5000 c0 B[S]>A
        SW 9500 c0 A[S]>0
        END 10000)"));
    EXPECT_DOUBLE_EQ(fidelity.shareErrorMax, 0.2);
    EXPECT_EQ(recorded.name(fidelity.shareErrorTask), "B");
    EXPECT_EQ(fidelity.grade, Grade::D);
}

TEST(Fidelity, CountsNoDifferenceBelowTheResolution)
{
    EXPECT_EQ((DelayPair{0, 5us, 20us}).error(), 0);
    EXPECT_DOUBLE_EQ((DelayPair{0, 100us, 150us}).error(), 0.5);
    EXPECT_DOUBLE_EQ((CountPair{0, 3}).error(), 3);
}

TEST(Fidelity, GivesTheGreatestDistanceOfTwoDistributions)
{
    EXPECT_EQ(ksDistance({1us, 2us, 3us}, {1us, 2us, 3us}), 0);
    EXPECT_EQ(ksDistance({1us, 2us}, {3us, 4us}), 1);
    EXPECT_DOUBLE_EQ(ksDistance({1us, 2us, 3us, 4us}, {1us, 2us, 9us, 9us}), 0.5);
    EXPECT_EQ(ksDistance({}, {}), 0);
    EXPECT_EQ(ksDistance({}, {1us}), 1);
}

TEST(Fidelity, LeavesOutTimeThatTheRecordingDoesNotKnow)
{
    const Fidelity fidelity = measureFidelity(traceOf(R"(
        SW 0 c0 0>A:1
        LOST 1000-2000 c0 5
        SW 3000 c0 A[R]>B:2
        SW 4000 c0 B[X]>0
        END 5000)"),
                                              traceOf(R"(
        SW 0 c0 0>A:1
        SW 1000 c0 A[R]>B:2
        SW 3500 c0 B[X]>0
        END 5000)"));
    // Known and busy: 0..1000 and 3000..4000; the same task in 0..1000 and 3000..3500.
    EXPECT_DOUBLE_EQ(fidelity.sameTaskTime, 0.75);
}

}  // namespace
}  // namespace resched

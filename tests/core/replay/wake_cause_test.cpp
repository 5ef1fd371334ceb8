// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/wake_cause.h"

#include "support/schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace resched {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;

std::vector<WakeCause> causesOf(std::string_view schedule)
{
    const Trace trace = test::traceOf(schedule);
    return findWakeCauses(trace, findTickGrid(trace));
}

TEST(WakeCause, IsTheCurrentTaskUnlessAnInterruptShows)
{
    EXPECT_THAT(causesOf("SW 0 c0 0>A\nWK 10 c0 B\nSI 20 c0 1\nWK 21 c0 C\nSO 22 c0 1\nEND 30"),
                ElementsAre(WakeCause::Task, WakeCause::Device));
}

TEST(WakeCause, GivesEachExpiryOneWakeup)
{
    EXPECT_THAT(causesOf("SW 0 c0 0>A\nTM 9 c0 f\nWK 10 c0 B\nWK 12 c0 C\nTM 50 c0 f\nWK 90 c0 D\n"
                         "END 99"),
                ElementsAre(WakeCause::Timer, WakeCause::Task, WakeCause::Task));
}

TEST(WakeCause, IsUnknownWhereNobodyKnowsWhatRan)
{
    EXPECT_THAT(causesOf("WK 10 c0 B\nSW 20 c0 0>A\nEND 30"), ElementsAre(WakeCause::Unknown));
}

TEST(WakeCause, CountsTheSoftirqsOfKsoftirqdAsItsOwnDoing)
{
    EXPECT_THAT(causesOf("SW 0 c0 0>ksoftirqd/0\nSI 5 c0 1\nWK 6 c0 B\nSO 7 c0 1\nEND 30"),
                ElementsAre(WakeCause::Task));
}

TEST(WakeCause, KnowsAPeriodThroughMissedExpiries)
{
    const auto times = [](std::initializer_list<int> us) {
        std::vector<Timestamp> result;
        for (const int time : us) result.push_back(timestamp(time * 1000));
        return result;
    };
    EXPECT_TRUE(isPeriodic(times({0, 10000, 20010, 50000, 60005})));
    EXPECT_FALSE(isPeriodic(times({0, 10000, 25000, 31000, 60005})));
    EXPECT_FALSE(isPeriodic(times({0, 10000, 20000})));
}

}  // namespace
}  // namespace resched

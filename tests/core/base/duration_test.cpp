// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/duration.h"

#include <gtest/gtest.h>

namespace resched {
namespace {

TEST(SchedulerTable, ReadsDurationsExactly)
{
    EXPECT_EQ(parseDuration("750us"), Nanoseconds{750'000});
    EXPECT_EQ(parseDuration("0.75ms"), Nanoseconds{750'000});
    EXPECT_EQ(parseDuration("2s"), Nanoseconds{2'000'000'000});
    EXPECT_EQ(parseDuration("750000"), Nanoseconds{750'000});
    EXPECT_EQ(parseDuration("3 ms"), Nanoseconds{3'000'000});
    EXPECT_EQ(parseDuration("1.000001ms"), Nanoseconds{1'000'001});
    EXPECT_EQ(parseDuration("1.0000010ms"), Nanoseconds{1'000'001});
    EXPECT_EQ(parseDuration("9223372036.854775807s"), Nanoseconds{INT64_MAX});
    for (const char* text : {"", "ms", "1.5", "0.0000001ms", "-1ms", "1e3ns", "1.ms", ".5ms", "3 h",
                             "9223372036.854775808s", "9223372037s", "1,5ms", "0x10"}) {
        EXPECT_EQ(parseDuration(text), std::nullopt) << text;
    }
}

}  // namespace
}  // namespace resched

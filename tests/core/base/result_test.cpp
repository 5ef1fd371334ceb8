// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/result.h"

#include <gtest/gtest.h>

namespace resched {
namespace {

TEST(Result, HoldsAValueOrAnError)
{
    const Result<int> good = 3;
    ASSERT_TRUE(good);
    EXPECT_EQ(*good, 3);
    const Result<int> bad = Error{.code = ErrorCode::Corrupt, .what = "the size is 3"};
    ASSERT_FALSE(bad);
    EXPECT_EQ(bad.error().code, ErrorCode::Corrupt);
}

TEST(Describe, SaysWhereWhatAndWhatWasExpectedInOneSentence)
{
    const Error error{.code = ErrorCode::Corrupt,
                      .what = "the record size is 3",
                      .path = "perf.data",
                      .position = {FilePosition::Unit::Offset, 104},
                      .expected = "at least 8"};
    EXPECT_EQ(describe(error), "perf.data, offset 104: the record size is 3; expected at least 8");
}

}  // namespace
}  // namespace resched

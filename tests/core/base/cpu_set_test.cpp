// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/cpu_set.h"

#include <gtest/gtest.h>

namespace resched {
namespace {

TEST(CpuSet, ReadsAndWritesTheKernelsListFormat)
{
    const auto set = CpuSet::parse("0-3,7,70");
    ASSERT_TRUE(set);
    EXPECT_EQ(set->count(), 6);
    EXPECT_TRUE(set->contains(CpuId{70}));
    EXPECT_FALSE(set->contains(CpuId{4}));
    EXPECT_EQ(set->text(), "0-3,7,70");
}

TEST(CpuSet, RefusesWhatIsNoList)
{
    for (const char* bad : {"a", "3-1", "1,", "1-", "-1", "4096", "1 2"}) {
        EXPECT_FALSE(CpuSet::parse(bad)) << bad;
    }
}

TEST(CpuSet, EqualSetsCompareEqualAfterRemoval)
{
    CpuSet set = CpuSet::firstCpus(2);
    set.add(CpuId{200});
    set.remove(CpuId{200});
    EXPECT_EQ(set, CpuSet::firstCpus(2));
}

}  // namespace
}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/table.h"

#include "export/trace_tables.h"
#include "support/schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace resched {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Table runTimes()
{
    Table table;
    table.columns = {{"comm", "name", ColumnKind::Text},
                     {"run_time_ns", "run time", ColumnKind::Duration}};
    table.rows = {
        {std::string("b"), std::int64_t{5}}, {std::string("a"), Cell{}}, {std::string("c"), 7.5}};
    return table;
}

std::vector<std::string> names(const Table& table)
{
    std::vector<std::string> all;
    for (const auto& row : table.rows) all.push_back(std::get<std::string>(row[0]));
    return all;
}

std::vector<std::string> sortedBy(std::string_view order)
{
    Table table = runTimes();
    EXPECT_TRUE(sortTable(table, order));
    return names(table);
}

TEST(Table, SortsNumbersFallingTextRisingAndAbsentLast)
{
    EXPECT_THAT(sortedBy("run_time_ns"), ElementsAre("c", "b", "a"));
    EXPECT_THAT(sortedBy("run_time"), ElementsAre("c", "b", "a"));
    EXPECT_THAT(sortedBy("+run time"), ElementsAre("b", "c", "a"));
    EXPECT_THAT(sortedBy("comm"), ElementsAre("a", "b", "c"));
    EXPECT_THAT(sortedBy("-comm"), ElementsAre("c", "b", "a"));
}

TEST(Table, AnUnknownColumnIsWrongUsageThatListsThem)
{
    Table table = runTimes();
    const Result<void> sorted = sortTable(table, "speed");
    ASSERT_FALSE(sorted);
    EXPECT_EQ(sorted.error().code, ErrorCode::InvalidArgument);
    EXPECT_THAT(describe(sorted.error()), HasSubstr("one of: comm, run_time_ns"));
}

TEST(TraceTables, EveryRowIsAsLongAsItsHead)
{
    const Trace trace = test::traceOf(R"(
        SW 0 c0 0>A
        WK 10 c0 B@0
        SR 20 c0 A 20 1000
        SW 20 c0 A[R]>B
        MG 30 c0 A 0>1
        SW 40 c0 B[S]>0
        SW 50 c1 X[S]>A
        SW 60 c1 A[S]>0)");
    const Statistics statistics = computeStatistics(trace, {});
    const WaitSet set = findWaits(trace, {});
    for (const Table& table :
         {taskTable(trace, statistics), processTable(trace, statistics), cpuTable(statistics),
          waitTable(trace, set.waits), sliceTable(trace), segmentTable(trace), wakeupTable(trace),
          migrationTable(trace), vruntimeTable(trace)}) {
        EXPECT_FALSE(table.rows.empty()) << table.columns[0].key;
        for (const auto& row : table.rows) EXPECT_EQ(row.size(), table.columns.size());
    }
    for (const std::string_view name : {"slices", "states", "wakeups", "migrations", "vruntime"}) {
        EXPECT_TRUE(traceTable(trace, name));
        EXPECT_THAT(std::string(traceTableNames()), HasSubstr(std::string(name)));
    }
    EXPECT_FALSE(traceTable(trace, "nothing"));
}

}  // namespace
}  // namespace resched

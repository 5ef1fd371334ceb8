// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/reader_table.h"

#include "support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace resched {
namespace {

using test::TemporaryFolder;
using ::testing::HasSubstr;

NoProgress quiet;

TEST(ReaderTable, SaysThatAFileIsEmpty)
{
    const TemporaryFolder folder;
    const Result<Trace> trace = readTrace(folder.write("perf.data", ""), quiet);
    ASSERT_FALSE(trace);
    EXPECT_EQ(trace.error().code, ErrorCode::UnknownFormat);
    EXPECT_THAT(describe(trace.error()), HasSubstr("the file is empty; expected one of: "));
}

TEST(ReaderTable, RefusesAPictureWhateverItsName)
{
    const TemporaryFolder folder;
    const std::string_view png("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1", 24);
    const Result<Trace> trace = readTrace(folder.write("perf.data", png), quiet);
    ASSERT_FALSE(trace);
    EXPECT_EQ(trace.error().code, ErrorCode::UnknownFormat);
    EXPECT_THAT(describe(trace.error()), HasSubstr("the content is of no known format"));
}

TEST(ReaderTable, SaysThatAFolderHoldsNoTrace)
{
    const TemporaryFolder folder;
    const Result<Trace> trace = readTrace(folder.path(), quiet);
    ASSERT_FALSE(trace);
    EXPECT_THAT(describe(trace.error()), HasSubstr("no trace stands in this folder"));
}

TEST(ReaderTable, WantsAtLeastOneFile)
{
    const Result<Trace> trace = readTraces({}, quiet);
    ASSERT_FALSE(trace);
    EXPECT_EQ(trace.error().code, ErrorCode::InvalidArgument);
}

}  // namespace
}  // namespace resched

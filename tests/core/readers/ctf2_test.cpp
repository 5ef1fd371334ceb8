// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/reader_table.h"
#include "support/ctf2_writer.h"
#include "support/recordings.h"
#include "support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace resched {
namespace {

using nlohmann::json;
using test::ctf2Fragments;
using test::ctf2Metadata;
using test::CtfOptions;
using test::TemporaryFolder;
using ::testing::HasSubstr;

NoProgress quiet;

constexpr std::string_view kSchedule = R"(
    SW 0 c0 0>A
    SW 50 c0 A[S]>0
    WK 60 c0 A@0
    WU 65 c0 A@0
    SW 300000 c0 0>A
    SW 300100 c0 A[S]>0
)";

std::filesystem::path writeCtf2(const TemporaryFolder& folder, const std::string& metadata)
{
    folder.write("metadata", metadata);
    folder.write("chan_0", test::ctfStream(test::parseSchedule(kSchedule), 0, CtfOptions{}));
    return folder.path();
}

TEST(Ctf2, ReadsAKernelTraceDescribedInJson)
{
    const TemporaryFolder folder;
    const Result<Trace> trace = readTrace(writeCtf2(folder, ctf2Metadata(ctf2Fragments())), quiet);
    ASSERT_TRUE(trace) << describe(trace.error());
    EXPECT_EQ(trace->info().eventsTotal, 6U);
    EXPECT_EQ(nanoseconds(trace->begin()), 1'700'000'000'000'000'005);
    EXPECT_EQ(trace->info().format, "lttng-ctf");
    EXPECT_EQ(trace->info().kernelRelease, "6.12.0-test");
    EXPECT_EQ(trace->info().wallClockOffset, 0);
    const TaskId task = test::taskNamed(*trace, "A");
    ASSERT_EQ(trace->cpu(CpuId{0})->slices.size(), 2U);
    const CpuSlice& first = trace->cpu(CpuId{0})->slices.front();
    EXPECT_EQ(first.task, task);
    EXPECT_EQ(first.range().length(), std::chrono::microseconds(50));
    EXPECT_EQ(first.endState, TaskState::Interruptible);
    EXPECT_EQ(trace->wakeups().size(), 2U);
    EXPECT_FALSE(trace->info().partial);
}

TEST(Ctf2, KeepsWhatPrecedesACut)
{
    const TemporaryFolder folder;
    writeCtf2(folder, ctf2Metadata(ctf2Fragments()));
    const std::string whole = test::ctfStream(test::parseSchedule(kSchedule), 0, CtfOptions{});
    folder.write("chan_0", whole.substr(0, whole.size() - 30));
    const Result<Trace> trace = readTrace(folder.path(), quiet);
    ASSERT_TRUE(trace) << describe(trace.error());
    EXPECT_TRUE(trace->info().partial);
    EXPECT_EQ(trace->info().eventsTotal, 5U);
}

TEST(Ctf2, RefusesByNameWhatCtf1CannotExpress)
{
    const TemporaryFolder folder;
    std::vector<json> all = ctf2Fragments();
    all[5]["payload-field-class"]["member-classes"][1]["field-class"] = {
        {"type", "variable-length-unsigned-integer"}};
    const Result<Trace> trace = readTrace(writeCtf2(folder, ctf2Metadata(all)), quiet);
    ASSERT_FALSE(trace);
    EXPECT_EQ(trace.error().code, ErrorCode::Unsupported);
    EXPECT_THAT(
        describe(trace.error()),
        HasSubstr("the CTF 2 metadata uses field class \"variable-length-unsigned-integer\""));
    EXPECT_THAT(describe(trace.error()), HasSubstr((folder.path() / "metadata").string()));
}

TEST(Ctf2, SaysWhichFragmentIsBroken)
{
    const TemporaryFolder folder;
    std::string metadata = ctf2Metadata(ctf2Fragments());
    metadata.resize(metadata.size() - 9);
    const Result<Trace> trace = readTrace(writeCtf2(folder, metadata), quiet);
    ASSERT_FALSE(trace);
    EXPECT_THAT(describe(trace.error()),
                HasSubstr("fragment 10 of the CTF 2 metadata is no JSON object"));
}

TEST(Ctf2, SurvivesAnyLossOfMetadata)
{
    const TemporaryFolder folder;
    const std::string metadata = ctf2Metadata(ctf2Fragments());
    for (std::size_t size = 1; size < metadata.size(); size += 97) {
        SCOPED_TRACE(size);
        const Result<Trace> trace = readTrace(writeCtf2(folder, metadata.substr(0, size)), quiet);
        if (trace) continue;
        EXPECT_FALSE(describe(trace.error()).empty());
    }
}

TEST(Ctf2, ReadsTheDraftsOfOtherTracers)
{
    RESCHED_SHARED_OR_SKIP(shared);
    for (const char* name :
         {"ctf2-7.0-lttng-event-after-packet", "ctf2-7.0-barectf-event-before-packet"}) {
        SCOPED_TRACE(name);
        const Result<Trace> trace = readTrace(shared / "traces/ctf2" / name, quiet);
        ASSERT_TRUE(trace) << describe(trace.error());
        EXPECT_GT(trace->info().eventsTotal, 0U);
        EXPECT_EQ(trace->diagnostics().count("no_scheduling_events"), 1U);
    }
}

}  // namespace
}  // namespace resched

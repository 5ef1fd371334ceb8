// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/reader_table.h"
#include "support/ctf_writer.h"
#include "support/recordings.h"
#include "support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace resched {
namespace {

using nlohmann::json;
using test::CtfOptions;
using test::TemporaryFolder;
using ::testing::HasSubstr;

NoProgress quiet;

json integerClass(int length, int alignment, bool isSigned, const char* role = nullptr)
{
    json fieldClass = {
        {"type", isSigned ? "fixed-length-signed-integer" : "fixed-length-unsigned-integer"},
        {"length", length},
        {"alignment", alignment},
        {"byte-order", "little-endian"}};
    if (role != nullptr) fieldClass["roles"] = {role};
    return fieldClass;
}

json fieldOf(const std::string& name, json fieldClass)
{
    return {{"name", name}, {"field-class", std::move(fieldClass)}};
}

json structure(json members, int alignment = 1)
{
    return {{"type", "structure"},
            {"minimum-alignment", alignment},
            {"member-classes", std::move(members)}};
}

json comm(const std::string& name)
{
    return fieldOf(name, {{"type", "static-length-string"}, {"length", 16}});
}

json int32(const std::string& name)
{
    return fieldOf(name, "int32");  // by its alias
}

json eventClass(test::CtfEvent id, const std::string& name, json members)
{
    return {{"type", "event-record-class"},
            {"id", static_cast<unsigned>(id)},
            {"data-stream-class-id", 0},
            {"name", name},
            {"payload-field-class", structure(std::move(members))}};
}

// The streams that ctf_writer makes, described in CTF 2 as its final version has it.
std::vector<json> fragments()
{
    std::vector<unsigned> uuid;
    for (std::size_t i = 0; i < test::kCtfUuid.size(); i += 2) {
        if (test::kCtfUuid[i] == '-') ++i;
        uuid.push_back(static_cast<unsigned>(
            std::stoi(std::string(test::kCtfUuid.substr(i, 2)), nullptr, 16)));
    }
    const json header =
        structure({fieldOf("magic", integerClass(32, 8, false, "packet-magic-number")),
                   fieldOf("uuid", {{"type", "static-length-blob"},
                                    {"length", 16},
                                    {"roles", {"metadata-stream-uuid"}}}),
                   fieldOf("stream_id", integerClass(32, 8, false, "data-stream-class-id")),
                   fieldOf("stream_instance_id", integerClass(64, 8, false, "data-stream-id"))});
    const json context = structure(
        {fieldOf("timestamp_begin", integerClass(64, 8, false, "default-clock-timestamp")),
         fieldOf("timestamp_end", integerClass(64, 8, false, "packet-end-default-clock-timestamp")),
         fieldOf("content_size", integerClass(64, 8, false, "packet-content-length")),
         fieldOf("packet_size", integerClass(64, 8, false, "packet-total-length")),
         fieldOf("packet_seq_num", integerClass(64, 8, false, "packet-sequence-number")),
         fieldOf("events_discarded",
                 integerClass(64, 8, false, "discarded-event-record-counter-snapshot")),
         fieldOf("cpu_id", integerClass(32, 8, false))});
    const json compact =
        structure({fieldOf("timestamp", integerClass(27, 1, false, "default-clock-timestamp"))});
    const json extended =
        structure({fieldOf("id", integerClass(32, 8, false, "event-record-class-id")),
                   fieldOf("timestamp", integerClass(64, 8, false, "default-clock-timestamp"))});
    const json variant = {
        {"type", "variant"},
        {"selector-field-location", {{"origin", "event-record-header"}, {"path", {"id"}}}},
        {"options",
         {{{"name", "compact"},
           {"field-class", compact},
           {"selector-field-ranges", json::array({json::array({0, 30})})}},
          {{"name", "extended"},
           {"field-class", extended},
           {"selector-field-ranges", json::array({json::array({31, 31})})}}}}};
    const json eventHeader = structure(
        {fieldOf("id", integerClass(5, 1, false, "event-record-class-id")), fieldOf("v", variant)},
        8);
    const json wake = {comm("comm"), int32("tid"), int32("prio"), int32("target_cpu")};
    return {
        {{"type", "preamble"}, {"version", 2}, {"uuid", uuid}},
        {{"type", "field-class-alias"},
         {"name", "int32"},
         {"field-class", integerClass(32, 8, true)}},
        {{"type", "trace-class"},
         {"packet-header-field-class", header},
         {"environment",
          {{"hostname", "testhost"},
           {"domain", "kernel"},
           {"kernel_release", "6.12.0-test"},
           {"tracer_name", "lttng-modules"},
           {"tracer_major", 2},
           {"tracer_minor", 15}}}},
        {{"type", "clock-class"},
         {"id", "monotonic"},
         {"frequency", 1'000'000'000},
         {"offset-from-origin", {{"seconds", 1'700'000'000}, {"cycles", 5}}},
         {"origin", "unix-epoch"}},
        {{"type", "data-stream-class"},
         {"id", 0},
         {"default-clock-class-id", "monotonic"},
         {"event-record-header-field-class", eventHeader},
         {"packet-context-field-class", context}},
        eventClass(test::CtfEvent::Switch, "sched_switch",
                   {comm("prev_comm"), int32("prev_tid"), int32("prev_prio"),
                    fieldOf("prev_state", integerClass(64, 8, true)), comm("next_comm"),
                    int32("next_tid"), int32("next_prio")}),
        eventClass(test::CtfEvent::Waking, "sched_waking", wake),
        eventClass(test::CtfEvent::Wakeup, "sched_wakeup", wake),
        eventClass(test::CtfEvent::StatedumpEnd, "lttng_statedump_end", json::array()),
        eventClass(
            test::CtfEvent::Numbers, "numbers",
            {fieldOf("list_length", integerClass(8, 8, false)),
             fieldOf("list", {{"type", "dynamic-length-array"},
                              {"length-field-location",
                               {{"origin", "event-record-payload"}, {"path", {"list_length"}}}},
                              {"element-field-class", integerClass(64, 64, false)}}),
             fieldOf("after", integerClass(8, 8, false))}),
    };
}

std::string metadataOf(const std::vector<json>& all)
{
    std::string text;
    for (const json& fragment : all) text += '\x1e' + fragment.dump() + '\n';
    return text;
}

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
    const Result<Trace> trace = readTrace(writeCtf2(folder, metadataOf(fragments())), quiet);
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
    writeCtf2(folder, metadataOf(fragments()));
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
    std::vector<json> all = fragments();
    all[5]["payload-field-class"]["member-classes"][1]["field-class"] = {
        {"type", "variable-length-unsigned-integer"}};
    const Result<Trace> trace = readTrace(writeCtf2(folder, metadataOf(all)), quiet);
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
    std::string metadata = metadataOf(fragments());
    metadata.resize(metadata.size() - 9);
    const Result<Trace> trace = readTrace(writeCtf2(folder, metadata), quiet);
    ASSERT_FALSE(trace);
    EXPECT_THAT(describe(trace.error()),
                HasSubstr("fragment 10 of the CTF 2 metadata is no JSON object"));
}

TEST(Ctf2, SurvivesAnyLossOfMetadata)
{
    const TemporaryFolder folder;
    const std::string metadata = metadataOf(fragments());
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

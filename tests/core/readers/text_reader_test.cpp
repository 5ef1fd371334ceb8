// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/text/text_reader.h"

#include "readers/reader_table.h"
#include "readers/text/text_event.h"
#include "readers/text/text_line.h"
#include "support/schedule.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>

namespace resched {
namespace {

namespace fs = std::filesystem;
using test::gapsText;
using test::segmentsText;
using test::slicesText;
using test::taskNamed;

class TextReader : public testing::Test
{
protected:
    void SetUp() override
    {
        const auto* test = testing::UnitTest::GetInstance()->current_test_info();
        folder_ = fs::path(testing::TempDir()) / (std::string("text_reader_") + test->name());
        fs::create_directories(folder_);
    }
    void TearDown() override { fs::remove_all(folder_); }

    Result<Trace> read(const std::string& text)
    {
        const fs::path path = folder_ / "trace.txt";
        std::ofstream(path, std::ios::binary) << text;
        NoProgress progress;
        return readTrace(path, progress);
    }
    Trace mustRead(const std::string& text)
    {
        Result<Trace> trace = read(text);
        EXPECT_TRUE(trace) << describe(trace.error());
        return std::move(*trace);
    }

    fs::path folder_;
};

std::string ftraceSwitch(const std::string& before, const std::string& prevComm = "sh")
{
    return "              sh-12958 " + before + " 10.000100: sched_switch: prev_comm=" + prevComm +
           " prev_pid=12958 prev_prio=120 prev_state=S ==> next_comm=swapper/2 next_pid=0 "
           "next_prio=120\n";
}

TEST_F(TextReader, ReadsTheSameSwitchWithAnyFlagColumn)
{
    for (const char* column :
         {"[002] d..3", "[002] d..2.", "[002] d..2..", "[002] dNh3...1", "[002]",
          "(-----) [002] d..3", "(  500) [002] d..3", "[002] d..2. "}) {
        const Trace trace = mustRead(ftraceSwitch(column));
        ASSERT_EQ(trace.cpus().size(), 1U) << column;
        EXPECT_EQ(trace.cpus()[0].id, CpuId{2}) << column;
        EXPECT_EQ(trace.cpus()[0].switches, 1U) << column;
        EXPECT_EQ(trace.begin(), timestamp(10'000'100'000)) << column;
        EXPECT_EQ(trace.name(*trace.find(Tid{12958})), "sh") << column;
    }
}

TEST_F(TextReader, ReadsEveryOfManyLinesWithoutFlags)
{
    std::string text = "TRACE:\n# tracer: nop\n";
    for (int i = 0; i < 16000; ++i) text += ftraceSwitch("[002]");
    const Trace trace = mustRead(text);
    EXPECT_EQ(trace.info().eventsTotal, 16000U);
}

TEST_F(TextReader, ReadsTheTgidColumn)
{
    const Trace trace = mustRead(ftraceSwitch("(  500) [002] d..3"));
    EXPECT_EQ(trace.task(*trace.find(Tid{12958})).tgid, Tgid{500});
}

TEST_F(TextReader, KeepsTimesAsIntegers)
{
    const std::map<std::string, std::int64_t> times = {
        {"16.999999", 16'999'999'000},
        {"32.999990", 32'999'990'000},
        {"1700000000.123456789", 1'700'000'000'123'456'789}};
    for (const auto& [text, expected] : times) {
        const auto line = text::parseLine("x-1 [000] d..3 " + text + ": print: hello");
        ASSERT_TRUE(line) << text;
        EXPECT_EQ(line->time, expected) << text;
    }
}

TEST_F(TextReader, ReadsOddNamesInEveryForm)
{
    const std::string cut("\xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E\xE6\x97\xA5\xE6\x9C\xAC", 15);
    for (const std::string& name :
         {std::string("Web Content 2"), std::string("a=b c:d,e"), std::string("==> next_comm="),
          std::string("[x]-12"), std::string("k:1-events"), std::string(""), cut}) {
        const std::string ftrace =
            name + "-77 [001] d..2 5.000001: sched_switch: prev_comm=" + name +
            " prev_pid=77 prev_prio=120 prev_state=R+ ==> next_comm=" + name +
            " next_pid=78 next_prio=120\n";
        const std::string perf =
            name + "    77 [001]     5.000001: sched:sched_switch: prev_comm=" + name +
            " prev_pid=77 prev_prio=120 prev_state=R+ ==> next_comm=" + name +
            " next_pid=78 next_prio=120\n";
        const std::string report = name +
                                   "-77    [001]     5.000001: sched_switch:         " + name +
                                   ":77 [120] R ==> " + name + ":78 [120]\n";
        for (const std::string& text : {ftrace, perf, report}) {
            const Trace trace = mustRead(text);
            ASSERT_TRUE(trace.find(Tid{77})) << text;
            ASSERT_TRUE(trace.find(Tid{78})) << text;
            EXPECT_EQ(trace.name(*trace.find(Tid{77})), name) << text;
            EXPECT_EQ(trace.name(*trace.find(Tid{78})), name) << text;
            EXPECT_EQ(trace.task(*trace.find(Tid{77})).segments.back().state,
                      SegmentState::Preempted)
                << text;
        }
    }
}

TEST_F(TextReader, ShowsLossesAndStartsNotedInTheText)
{
    const Trace trace = mustRead(
        "# tracer: nop\r\n"
        "##### CPU 1 buffer started ####\r\n"
        "          <idle>-0     [001] d..2  1.000000: sched_switch: prev_comm=swapper/1 prev_pid=0 "
        "prev_prio=120 prev_state=R ==> next_comm=a next_pid=7 next_prio=120\r\n"
        "               a-7     [001] d..2  1.000100: sched_switch: prev_comm=a prev_pid=7 "
        "prev_prio=120 prev_state=S ==> next_comm=swapper/1 next_pid=0 next_prio=120\r\n"
        "CPU:1 [LOST 120 EVENTS]\r\n"
        "               b-8     [001] d..2  1.000500: sched_switch: prev_comm=b prev_pid=8 "
        "prev_prio=120 prev_state=S ==> next_comm=swapper/1 next_pid=0 next_prio=120\r\n");
    EXPECT_EQ(gapsText(trace, CpuId{1}), "1000100-1000500 lost 120");
    EXPECT_EQ(trace.info().lostEvents, 120U);
    EXPECT_TRUE(trace.diagnostics().all().empty());
}

// Text is parsed in chunks of 4 MiB; a note may stand at the end of one.
TEST_F(TextReader, KeepsALossNotedBetweenTwoChunks)
{
    const auto change = [](const std::string& cpu, const std::string& time, bool isToIdle) {
        return "a-7 [" + cpu + "] " + time + ": sched_switch: " +
               (isToIdle ? "a:7 [120] S ==> swapper:0 [120]\n"
                         : "swapper:0 [120] R ==> a:7 [120]\n");
    };
    const std::string filler = "a-7 [000] 2.000000: print: hello\n";
    std::string text = change("001", "1.000000", true) + change("000", "1.000000", true);
    while (text.size() <= std::size_t{4} << 20) text += filler;
    text.resize(text.size() - filler.size());
    text += "CPU:1 [LOST 120 EVENTS]\n" + std::string(99, '#') + '\n';
    ASSERT_GT(text.size(), std::size_t{4} << 20) << "the next line begins a chunk";
    text += change("001", "3.000000", false) + "CPU:0 [LOST 7 EVENTS]\n" +
            change("001", "4.000000", true);
    const Trace trace = mustRead(text);
    EXPECT_EQ(trace.info().lostEvents, 127U);
    EXPECT_EQ(gapsText(trace, CpuId{1}), "1000000-3000000 lost 120");
    EXPECT_EQ(gapsText(trace, CpuId{0}), "2000000-4000000 lost 7");
}

TEST_F(TextReader, SaysThatPerfScriptWithoutLostEventsCannotShowLosses)
{
    const std::string switches =
        "a    7 [000]     1.000000: sched:sched_switch: prev_comm=a prev_pid=7 prev_prio=120 "
        "prev_state=S ==> next_comm=b next_pid=8 next_prio=120\n";
    const std::string rest =
        "c    9 [000]     1.000500: sched:sched_switch: prev_comm=c prev_pid=9 prev_prio=120 "
        "prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120\n";
    const Trace without = mustRead(switches + rest);
    EXPECT_FALSE(without.info().recordsLosses);
    EXPECT_EQ(without.diagnostics().count("losses_not_recorded"), 1U);
    EXPECT_EQ(without.diagnostics().count("switch_contradiction"), 1U);

    const Trace with =
        mustRead(switches + "b    8 [000]     1.000300: PERF_RECORD_LOST lost 500\n" + rest);
    EXPECT_EQ(with.info().lostEvents, 500U);
    EXPECT_EQ(gapsText(with, CpuId{0}), "1000000-1000500 lost 500");
    EXPECT_EQ(with.diagnostics().count("losses_not_recorded"), 0U);
}

TEST_F(TextReader, AcceptsAWakeupWithoutSuccess)
{
    const Trace trace = mustRead(
        "a    7 [000]     1.000000: sched:sched_switch: prev_comm=b prev_pid=8 prev_prio=120 "
        "prev_state=S ==> next_comm=a next_pid=7 next_prio=120\n"
        "a    7 [000]     1.000010: sched:sched_wakeup: comm=b pid=8 prio=120 target_cpu=000\n");
    EXPECT_EQ(segmentsText(trace, taskNamed(trace, "b")), "Blocked 1000000, Woken 1000010");
}

TEST_F(TextReader, FindsTheCpusOfPerfLinesWithoutACpuColumn)
{
    const Trace trace = mustRead(
        "a    7     1.000000: sched:sched_switch: prev_comm=a prev_pid=7 prev_prio=120 "
        "prev_state=S ==> next_comm=b next_pid=8 next_prio=120\n"
        "b    8     1.000400: sched:sched_switch: prev_comm=b prev_pid=8 prev_prio=120 "
        "prev_state=S ==> next_comm=swapper/3 next_pid=0 next_prio=120\n");
    EXPECT_EQ(slicesText(trace, CpuId{3}), "a ?1000000-1000000 S, b 1000000-1000400 S");
    EXPECT_EQ(trace.diagnostics().count("cpu_inferred"), 1U);
}

TEST_F(TextReader, RefusesALatencyTracersOutputInOneSentence)
{
    const Result<Trace> trace = read(
        "# tracer: wakeup_rt\n#\n# wakeup_rt latency trace v1.1.5 on 6.6.23\n"
        "  sh-122    2dN.h2..    1us :  122: 49 + [002]  53:120\n");
    ASSERT_FALSE(trace);
    EXPECT_EQ(trace.error().code, ErrorCode::Unsupported);
    EXPECT_NE(describe(trace.error()).find("latency tracer"), std::string::npos);
}

TEST_F(TextReader, CountsLinesThatItCannotReadWithTheFirstPlace)
{
    const Trace trace =
        mustRead(ftraceSwitch("[002] d..3") + "garbage here\n" +
                 "              sh-12958 [002] d..3 10.000200: sched_switch: nonsense\n");
    EXPECT_EQ(trace.diagnostics().count("unreadable_line"), 1U);
    EXPECT_EQ(trace.diagnostics().count("unreadable_event"), 1U);
    for (const Diagnostic& row : trace.diagnostics().all()) {
        const std::uint64_t line = row.kind == "unreadable_line" ? 2 : 3;
        EXPECT_EQ(row.position, (FilePosition{FilePosition::Unit::Line, line})) << row.kind;
    }
}

TEST_F(TextReader, GivesTheSameTraceHoweverTheTextIsCut)
{
    const std::string text = ftraceSwitch("[002] d..3");
    for (std::size_t length = 0; length < text.size(); ++length) {
        const Result<Trace> trace = read(text.substr(0, length));
        if (trace) {
            EXPECT_LE(trace->info().eventsTotal, 1U);
        }
    }
}

// Every text recording of other people, against what independent readers found in it.
}  // namespace
}  // namespace resched

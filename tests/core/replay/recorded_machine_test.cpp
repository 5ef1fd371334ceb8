// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/recorded_machine.h"

#include "support/schedule.h"

#include <gtest/gtest.h>

#include <string>

namespace resched {
namespace {

using namespace std::chrono_literals;

// Two tasks that preempt each other every `period` us from `first` on.
std::string hogs(int first, int period, int count)
{
    std::string text = "SW 0 c0 0>A\n";
    for (int i = 0; i < count; ++i) {
        text += "SW " + std::to_string(first + i * period) + " c0 " +
                (i % 2 == 0 ? "A[R]>B\n" : "B[R]>A\n");
    }
    return text;
}

Nanoseconds delayOf(const std::string& schedule)
{
    const Trace trace = test::traceOf(schedule);
    return rescheduleDelay(trace, findTickGrid(trace));
}

TEST(RecordedMachine, SeesTheTickInThePreemptions)
{
    const Trace trace = test::traceOf(hogs(1300, 4000, 20));
    const TickGrid grid = findTickGrid(trace);
    EXPECT_TRUE(grid.isSeen);
    EXPECT_EQ(grid.period, 4ms);
    EXPECT_EQ(grid.phase, 1300us);
    EXPECT_EQ(recordedMachine(trace).hz, 250);
}

TEST(RecordedMachine, TakesTheSlowestGridThatFits)
{
    EXPECT_EQ(recordedMachine(test::traceOf(hogs(100, 10000, 20))).hz, 100);
    EXPECT_EQ(recordedMachine(test::traceOf(hogs(100, 3000, 20))).hz, 1000);
}

TEST(RecordedMachine, PrefersTheTimerThatExpiresOnAGrid)
{
    std::string text = hogs(4020, 8000, 10);
    for (int i = 0; i < 20; ++i) {
        text += "TM " + std::to_string(4000 + i * 4000) + " c0 tick_sched_timer\n";
    }
    const Trace trace = test::traceOf(text);
    const TickGrid grid = findTickGrid(trace);
    EXPECT_EQ(grid.period, 4ms);
    EXPECT_EQ(grid.phase, 0us);
    ASSERT_TRUE(grid.function);
    EXPECT_EQ(trace.name(*grid.function), "tick_sched_timer");
    EXPECT_EQ(grid.sinceTick(trace.begin() + 9ms, trace.begin()), 1ms);
    EXPECT_EQ(recordedMachine(trace).topology.count(), 1);
}

TEST(RecordedMachine, MeasuresTheTimeFromAWakeupToTheSwitchOnIdleCpus)
{
    std::string text = "SW 0 c0 Z[S]>0\n";
    for (int i = 0; i < 9; ++i) {
        const int wake = 1000 * (i + 1);
        // Waits of 10, 11, … 18 us.
        const int run = wake + 10 + i;
        text += "WK " + std::to_string(wake) + " c0 A@0\n";
        text += "SW " + std::to_string(run) + " c0 0>A\n";
        text += "WK " + std::to_string(run + 10) + " c0 B@0\n";  // the CPU is busy: does not count
        text += "SW " + std::to_string(run + 300) + " c0 A[S]>B\n";
        text += "SW " + std::to_string(run + 400) + " c0 B[S]>0\n";
    }
    EXPECT_EQ(delayOf(text), 14us);
    EXPECT_EQ(recordedMachine(test::traceOf(text)).costs.reschedule, 14us);
    EXPECT_EQ(delayOf(hogs(100, 3000, 20)), 0us);
}

TEST(RecordedMachine, MeasuresTheTimeFromAWakeupToThePreemption)
{
    std::string text = "SW 0 c0 0>H\n";
    for (int i = 0; i < 9; ++i) {
        const int wake = 1000 * (i + 1);
        text += "WK " + std::to_string(wake) + " c0 A@0\n";
        text += "WK " + std::to_string(wake + 1) + " c0 B@0\n";  // not the next: does not count
        text += "SW " + std::to_string(wake + 10 + i) + " c0 H[R]>A\n";
        text += "SW " + std::to_string(wake + 100) + " c0 A[S]>B\n";
        text += "SW " + std::to_string(wake + 150) + " c0 B[S]>H\n";
    }
    EXPECT_EQ(delayOf(text), 14us);
}

TEST(RecordedMachine, TakesTheTimeFromTheTickToTheSwitchWhereNoCpuIdles)
{
    std::string text = hogs(4020, 8000, 10);
    for (int i = 0; i < 20; ++i) {
        text += "TM " + std::to_string(4000 + i * 4000) + " c0 tick_sched_timer\n";
    }
    EXPECT_EQ(delayOf(text), 20us);
}

TEST(RecordedMachine, AssumesTwoHundredAndFiftyHertzWhenNoGridShows)
{
    const Trace trace = test::traceOf("SW 0 c0 0>A\nSW 100 c0 A[X]>0\nEND 200");
    EXPECT_FALSE(findTickGrid(trace).isSeen);
    EXPECT_EQ(recordedMachine(trace).hz, 250);
}

}  // namespace
}  // namespace resched

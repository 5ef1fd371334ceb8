// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What must hold for any recording: a task's states add up to the window; running, idle and unknown
// add up to CPUs x window; what tasks ran is what CPUs were busy. Over random schedules, whole ones
// and ones whose events contradict each other.
#include "analysis/statistics.h"
#include "support/schedule.h"

#include <gtest/gtest.h>

#include <random>

namespace resched {
namespace {

using test::addSchedule;
using test::ScheduleEvent;

class RandomSchedule
{
public:
    RandomSchedule(unsigned seed, bool isConsistent) : random_(seed), isConsistent_(isConsistent) {}

    std::vector<ScheduleEvent> events(int count)
    {
        std::int64_t time = 1'700'000'000'000'000'000;
        for (int i = 0; i < count; ++i) {
            time += pick(4) == 0 ? 0 : pick(100'000);
            add(time);
        }
        return std::move(events_);
    }

private:
    static constexpr int kCpus = 3;
    static constexpr int kTasks = 7;

    int pick(int n) { return std::uniform_int_distribution<int>(0, n - 1)(random_); }

    void add(std::int64_t time)
    {
        const int what = pick(20);
        ScheduleEvent event{.time = time, .cpu = pick(kCpus)};
        if (what < 12) {
            makeSwitchOf(event);
        } else if (what < 17) {
            event.kind = what % 2 == 0 ? EventKind::Waking : EventKind::Wakeup;
            nameTask(event, 1 + pick(kTasks));
            event.to = pick(kCpus);
        } else if (what < 19) {
            event.kind = EventKind::Migrate;
            nameTask(event, 1 + pick(kTasks));
            event.to = pick(kCpus);
        } else {
            event.kind = EventKind::Lost;
            event.until = time;
            event.count = 3;
        }
        events_.push_back(event);
    }

    void makeSwitchOf(ScheduleEvent& event)
    {
        event.kind = EventKind::Switch;
        static constexpr TaskState kStates[] = {TaskState::Running, TaskState::Preempted,
                                                TaskState::Interruptible,
                                                TaskState::Uninterruptible, TaskState::Zombie};
        event.state = kStates[pick(isConsistent_ ? 4 : 5)];
        int prev = isConsistent_ ? current_[event.cpu] : pick(kTasks + 1);
        int next = pick(kTasks + 1);
        for (int cpu = 0; isConsistent_ && cpu < kCpus; ++cpu) {
            if (current_[cpu] == next) next = prev == 0 ? next : 0;
        }
        if (prev == next) event.kind = EventKind::Other;
        for (int cpu = 0; isConsistent_ && cpu < kCpus; ++cpu) {
            if (next != 0 && current_[cpu] == next) event.kind = EventKind::Other;
        }
        if (event.kind == EventKind::Other) return;
        nameTask(event, prev);
        event.other = next == 0 ? "swapper" : "t" + std::to_string(next);
        event.otherTid = next == 0 ? 0 : 100 + next;
        current_[event.cpu] = next;
    }

    static void nameTask(ScheduleEvent& event, int task)
    {
        event.task = task == 0 ? "swapper" : "t" + std::to_string(task);
        event.tid = task == 0 ? 0 : 100 + task;
    }

    std::mt19937 random_;
    bool isConsistent_;
    int current_[kCpus] = {};
    std::vector<ScheduleEvent> events_;
};

void expectSumsOf(const Trace& trace, TimeRange window, const std::string& label)
{
    const Statistics statistics = computeStatistics(trace, {.window = window});
    Nanoseconds busy{0};
    for (const CpuStatistics& cpu : statistics.cpus) {
        EXPECT_EQ(cpu.busy + cpu.idle + cpu.unknown, window.length()) << label;
        EXPECT_GE(cpu.idle, Nanoseconds{0}) << label << " CPU " << number(cpu.cpu);
        EXPECT_GE(cpu.unknown, Nanoseconds{0}) << label;
        busy += cpu.busy;
    }
    Nanoseconds ran{0};
    for (const TaskStatistics& task : statistics.tasks) {
        EXPECT_EQ(task.running + task.waiting + task.blocked + task.unknown + task.absent,
                  window.length())
            << label << ' ' << trace.name(task.task);
        EXPECT_EQ(task.running, task.totals.runTime) << label << ' ' << trace.name(task.task);
        EXPECT_EQ(task.totals.runDelay.n,
                  task.totals.wakeupLatency.n + task.totals.preemptionWait.n);
        ran += task.running;
    }
    EXPECT_EQ(ran, busy) << label;
    EXPECT_EQ(statistics.total.runTime, busy) << label;
}

// Every part of a cut window adds up to the whole.
void expectPartsAddUp(const Trace& trace, Timestamp cut, const std::string& label)
{
    const Statistics whole = computeStatistics(trace, {});
    const Statistics before = computeStatistics(trace, {.window = {trace.begin(), cut}});
    const Statistics after = computeStatistics(trace, {.window = {cut, trace.end()}});
    EXPECT_EQ(whole.total.switches, before.total.switches + after.total.switches) << label;
    EXPECT_EQ(whole.total.wakeups, before.total.wakeups + after.total.wakeups) << label;
    EXPECT_EQ(whole.total.censored, before.total.censored + after.total.censored) << label;
    EXPECT_EQ(whole.total.spurious, before.total.spurious + after.total.spurious) << label;
    EXPECT_EQ(whole.total.runDelay.n, before.total.runDelay.n + after.total.runDelay.n) << label;
    EXPECT_EQ(whole.total.runDelay.sum, before.total.runDelay.sum + after.total.runDelay.sum)
        << label;
    EXPECT_EQ(whole.total.runTime, before.total.runTime + after.total.runTime) << label;
}

Trace randomTrace(unsigned seed, bool isConsistent)
{
    TraceBuilder builder;
    addSchedule(builder, RandomSchedule(seed, isConsistent).events(200));
    NoProgress progress;
    return std::move(*builder.finish(progress));
}

class Invariants : public testing::TestWithParam<bool>
{
};

TEST_P(Invariants, StatesAndCpusAddUpInEveryWindow)
{
    for (unsigned seed = 1; seed <= 300; ++seed) {
        const Trace trace = randomTrace(seed, GetParam());
        const std::string label = "seed " + std::to_string(seed);
        const Nanoseconds third = trace.span().length() / 3;
        const Timestamp cut = trace.begin() + third + Nanoseconds{1};
        expectSumsOf(trace, trace.span(), label);
        expectSumsOf(trace, {cut, cut + third}, label + " window");
        expectPartsAddUp(trace, cut, label);
        if (HasFailure()) return;
    }
}

TEST_P(Invariants, EveryRuleGivesWaitsThatEndAfterTheyBegin)
{
    for (unsigned seed = 1; seed <= 100; ++seed) {
        const Trace trace = randomTrace(seed, GetParam());
        for (const WaitRule rule : {WaitRule::RunDelay, WaitRule::FirstWake, WaitRule::LastWake,
                                    WaitRule::Preempt, WaitRule::PerfLatency}) {
            for (const WaitFrom from : {WaitFrom::Waking, WaitFrom::Wakeup}) {
                for (const Wait& wait : findWaits(trace, {.rule = rule, .from = from}).waits) {
                    ASSERT_GE(wait.length(), Nanoseconds{0}) << ruleName(rule) << " seed " << seed;
                }
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(, Invariants, testing::Bool(), [](const auto& which) {
    return which.param ? "OfWholeSchedules" : "OfContradictions";
});

}  // namespace
}  // namespace resched

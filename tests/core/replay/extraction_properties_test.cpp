// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What must hold of the workload of any trace, tried on random schedules: nothing waits for ever,
// causes come before effects, and all recorded CPU time is there.

#include "programs.h"
#include "replay/extraction.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>
#include <vector>

namespace resched {
namespace {

using namespace std::chrono_literals;

// A valid schedule: tasks block, are woken by whoever runs, are preempted, fork and exit.
class RandomSchedule
{
public:
    RandomSchedule(unsigned seed, int cpus)
        : random_(seed), current_(static_cast<std::size_t>(cpus), 0)
    {
        for (int i = 1; i <= 6; ++i) states_[i] = i <= 3 ? 'R' : 'S';
    }

    std::string text()
    {
        for (std::size_t cpu = 0; cpu < current_.size(); ++cpu) switchTo(cpu, "");
        for (int i = 0; i < 400; ++i) {
            time_ += 1 + static_cast<int>(random_() % 90);
            step(random_() % current_.size());
        }
        line("END " + std::to_string(time_ + 50));
        return text_;
    }

private:
    void line(const std::string& line) { text_ += line + '\n'; }
    std::string at(std::size_t cpu) const
    {
        return std::to_string(time_) + " c" + std::to_string(cpu) + ' ';
    }
    static std::string name(int task)
    {
        return task == 0 ? "0" : "T" + std::to_string(task) + ":" + std::to_string(task);
    }
    int anyIn(char state)
    {
        std::vector<int> found;
        for (const auto& [task, now] : states_) {
            if (now == state) found.push_back(task);
        }
        return found.empty() ? 0 : found[random_() % found.size()];
    }

    void switchTo(std::size_t cpu, const std::string& prevState)
    {
        const int prev = current_[cpu];
        const int next = anyIn('R');
        if (prev == 0 && next == 0) return;
        if (next != 0) states_[next] = 'C';
        line("SW " + at(cpu) + name(prev) + (prev == 0 ? "" : prevState) + '>' + name(next));
        current_[cpu] = next;
    }

    void leave(std::size_t cpu, char state)
    {
        const int prev = current_[cpu];
        // Its new state counts after the choice of the next, so that it does not follow itself.
        switchTo(cpu, std::string("[") + state + ']');
        if (prev != 0) states_[prev] = state;
    }

    void step(std::size_t cpu)
    {
        const int task = current_[cpu];
        const auto choice = random_() % 10;
        if (task == 0 || choice < 2) {
            if (task == 0 && choice < 5) wake(cpu);
            leave(cpu, 'R');
        } else if (choice < 5) {
            leave(cpu, choice == 2 ? 'D' : 'S');
        } else if (choice < 8) {
            wake(cpu);
        } else if (choice == 8) {
            const int child = static_cast<int>(states_.size()) + 1;
            line("FK " + at(cpu) + name(task) + '>' + name(child));
            line("WN " + at(cpu) + name(child) + '@' + std::to_string(cpu));
            states_[child] = 'R';
        } else if (states_.size() > 8 && random_() % 4 == 0) {
            leave(cpu, 'X');
        }
    }

    void wake(std::size_t cpu)
    {
        const int task = random_() % 2 == 0 ? anyIn('S') : anyIn('D');
        if (task == 0) return;
        line("WK " + at(cpu) + name(task) + '@' + std::to_string(cpu));
        states_[task] = 'R';
    }

    std::mt19937 random_;
    std::vector<int> current_;
    std::map<int, char> states_;
    int time_ = 0;
    std::string text_;
};

// Runs every program as far as it goes, on as many CPUs as there are tasks. Returns the tasks that
// did not come to their end.
std::vector<std::string> stuckTasks(const Workload& workload)
{
    std::vector<std::size_t> at(workload.tasks.size());
    std::vector<bool> isStarted(workload.tasks.size());
    std::vector<int> posts(workload.tokens);
    for (std::size_t i = 0; i < isStarted.size(); ++i) {
        isStarted[i] = workload.tasks[i].parent < 0;
    }
    for (bool moved = true; moved;) {
        moved = false;
        for (std::size_t i = 0; i < workload.tasks.size(); ++i) {
            const auto& program = workload.tasks[i].program;
            while (isStarted[i] && at[i] < program.size()) {
                const Step& step = program[at[i]];
                if (step.kind == StepKind::Wait && posts[step.object] == 0) break;
                if (step.kind == StepKind::Post) ++posts[step.object];
                if (step.kind == StepKind::Fork) isStarted[step.object] = true;
                ++at[i];
                moved = true;
            }
        }
    }
    std::vector<std::string> stuck;
    for (std::size_t i = 0; i < workload.tasks.size(); ++i) {
        if (at[i] < workload.tasks[i].program.size()) stuck.push_back(workload.tasks[i].name);
    }
    for (const int count : posts) EXPECT_EQ(count, 1) << "a token is posted once";
    return stuck;
}

Nanoseconds workOf(const WorkloadTask& task)
{
    Nanoseconds work{0};
    for (const Step& step : task.program) {
        if (step.kind == StepKind::Run) work += Nanoseconds{step.amount};
    }
    return work;
}

Nanoseconds runTimeOf(const Trace& trace, TaskId id)
{
    Nanoseconds ran{0};
    const Task& task = trace.task(id);
    for (std::size_t i = 0; i < task.segments.size(); ++i) {
        if (task.segments[i].state == SegmentState::Running) ran += trace.range(task, i).length();
    }
    return ran;
}

class ExtractionProperties : public testing::TestWithParam<unsigned>
{
protected:
    Trace trace() const
    {
        return test::traceOf(
            RandomSchedule(GetParam(), 1 + static_cast<int>(GetParam() % 4)).text());
    }
};

TEST_P(ExtractionProperties, NothingWaitsForEver)
{
    EXPECT_THAT(stuckTasks(test::extracted(trace())), testing::IsEmpty());
}

TEST_P(ExtractionProperties, TotalWorkIsTheRecordedRunTime)
{
    const Trace recorded = trace();
    const Workload workload = test::extracted(recorded);
    for (const WorkloadTask& task : workload.tasks) {
        const TaskId id = *recorded.find(task.tid);
        const SegmentState last = recorded.task(id).segments.back().state;
        const bool goesOn = last == SegmentState::Running || last == SegmentState::Woken ||
                            last == SegmentState::Preempted;
        const Nanoseconds tail = goesOn ? recorded.span().length() : Nanoseconds{0};
        EXPECT_EQ(workOf(task) - tail, runTimeOf(recorded, id)) << task.name;
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, ExtractionProperties, testing::Range(1U, 61U));

}  // namespace
}  // namespace resched

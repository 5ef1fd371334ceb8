// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/text_writer.h"

#include "support/ctf_writer.h"
#include "support/tracepoint_writer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <map>

namespace resched::test {

namespace {

template <typename... Arguments>
std::string formatted(const char* format, Arguments... arguments)
{
    char line[512];
    const int length = std::snprintf(line, sizeof line, format, arguments...);
    return {line, static_cast<std::size_t>(length)};
}

std::string commOf(const std::string& task, int tid, int cpu)
{
    return tid == 0 ? "swapper/" + std::to_string(cpu) : task;
}

// As the print format of sched_switch has it, since 4.14.
std::string letters(TaskState state)
{
    static const std::map<TaskState, std::string> kLetters = {
        {TaskState::Running, "R"},       {TaskState::Preempted, "R+"},
        {TaskState::Interruptible, "S"}, {TaskState::Uninterruptible, "D"},
        {TaskState::Stopped, "T"},       {TaskState::Traced, "t"},
        {TaskState::Dead, "X"},          {TaskState::Zombie, "Z"},
        {TaskState::Parked, "P"},        {TaskState::IdleKernel, "I"}};
    return kLetters.at(state);
}

// As trace-cmd's plugin names the bits.
std::string pluginLetter(TaskState state)
{
    const auto bits = static_cast<unsigned>(reportedState(state));
    const std::string names = "SDTtZXxW";
    for (std::size_t i = 0; i < names.size(); ++i) {
        if ((bits & 1U << i) != 0) return names.substr(i, 1);
    }
    return "R";
}

class TextWriter
{
public:
    explicit TextWriter(const TextOptions& options) : options_(options) {}

    std::string write(const std::vector<ScheduleEvent>& events)
    {
        text_ = head(events);
        for (const ScheduleEvent& event : events) {
            if (event.kind == EventKind::Lost) {
                loss(event);
            } else {
                line(event);
            }
            current_.pass(event);
            remember(event);
        }
        return std::move(text_);
    }

private:
    bool isPerf() const { return options_.form == TextForm::PerfScript; }

    std::string head(const std::vector<ScheduleEvent>& events) const
    {
        int cpus = 0;
        for (const ScheduleEvent& event : events) cpus = std::max(cpus, event.cpu + 1);
        const std::string& end = options_.lineEnd;
        if (isPerf()) return "# hostname : guest" + end + "#" + end;
        if (options_.form != TextForm::Ftrace) return "cpus=" + std::to_string(cpus) + end;
        return "# tracer: nop" + end + "#" + end +
               "# entries-in-buffer/entries-written: 9/9   #P:" + std::to_string(cpus) + end + "#" +
               end + "#           TASK-PID     CPU#  |||||  TIMESTAMP  FUNCTION" + end +
               "#              | |         |   |||||     |         |" + end;
    }

    std::string time(std::int64_t ns) const
    {
        const auto seconds = static_cast<long long>(ns / 1'000'000'000);
        const auto rest = static_cast<long long>(ns % 1'000'000'000);
        if (options_.hasNanoseconds) return formatted("%5lld.%09lld", seconds, rest);
        EXPECT_EQ(rest % 1000, 0) << "this text has microseconds";
        return formatted("%5lld.%06lld", seconds, rest / 1000);
    }

    std::string before(int cpu, std::int64_t ns) const
    {
        const int tid = current_.on(cpu);
        const auto name = names_.find(tid);
        const std::string comm = commOf(name == names_.end() ? "<...>" : name->second, tid, cpu);
        switch (options_.form) {
            case TextForm::PerfScript:
                return formatted("%16s %7d [%03d] %s: ", comm.c_str(), tid, cpu, time(ns).c_str());
            case TextForm::Ftrace:
                return formatted("%16s-%-7d [%03d] d..2. %s: ", comm.c_str(), tid, cpu,
                                 time(ns).c_str());
            default:
                return formatted("%16s-%-7d [%03d] %s: ", comm.c_str(), tid, cpu, time(ns).c_str());
        }
    }

    void loss(const ScheduleEvent& event)
    {
        const auto count = static_cast<long long>(event.count);
        if (isPerf()) {
            if (!options_.showsLostEvents) return;
            text_ +=
                before(event.cpu, event.until) + formatted("PERF_RECORD_LOST lost %lld", count);
        } else {
            text_ += formatted("CPU:%d [LOST %lld EVENTS]", event.cpu, count);
        }
        text_ += options_.lineEnd;
    }

    void line(const ScheduleEvent& event)
    {
        const std::string name = TracepointWriter::nameOf(TracepointWriter::idOf(event.kind));
        text_ += before(event.cpu, event.time) + (isPerf() ? "sched:" + name : name) + ": " +
                 payload(event) + options_.lineEnd;
    }

    std::string payload(const ScheduleEvent& event) const
    {
        const std::string task = commOf(event.task, event.tid, event.cpu);
        const std::string other = commOf(event.other, event.otherTid, event.cpu);
        const bool isRaw = options_.form == TextForm::TraceCmdRaw;
        switch (event.kind) {
            case EventKind::Switch:
                return switchPayload(event, task, other);
            case EventKind::Migrate:
                return formatted("comm=%s pid=%d prio=120 orig_cpu=%d dest_cpu=%d", task.c_str(),
                                 event.tid, event.from, event.to);
            case EventKind::Fork:
                return formatted(isRaw ? "parent_comm=%s parent_pid=%d child_comm=%s child_pid=%d"
                                       : "comm=%s pid=%d child_comm=%s child_pid=%d",
                                 task.c_str(), event.tid, other.c_str(), event.otherTid);
            case EventKind::Exec:
                return formatted("filename=/usr/bin/%s pid=%d old_pid=%d", task.c_str(), event.tid,
                                 event.tid);
            case EventKind::StatRuntime:
                return formatted("comm=%s pid=%d runtime=%lld [ns] vruntime=%lld [ns]",
                                 task.c_str(), event.tid, static_cast<long long>(event.count),
                                 static_cast<long long>(event.vruntime));
            default:
                if (options_.form == TextForm::TraceCmd && event.kind != EventKind::Waking) {
                    return formatted("%s:%d [120] CPU:%03d", task.c_str(), event.tid, event.to);
                }
                return formatted("comm=%s pid=%d prio=120 target_cpu=%03d", task.c_str(), event.tid,
                                 event.to);
        }
    }

    std::string switchPayload(const ScheduleEvent& event, const std::string& task,
                              const std::string& other) const
    {
        if (options_.form == TextForm::TraceCmd) {
            return formatted("%s:%d [120] %s ==> %s:%d [120]", task.c_str(), event.tid,
                             pluginLetter(event.state).c_str(), other.c_str(), event.otherTid);
        }
        const bool isRaw = options_.form == TextForm::TraceCmdRaw;
        const std::string state =
            isRaw ? std::to_string(reportedState(event.state)) : letters(event.state);
        return formatted(
            "prev_comm=%s prev_pid=%d prev_prio=120 prev_state=%s %snext_comm=%s "
            "next_pid=%d next_prio=120",
            task.c_str(), event.tid, state.c_str(), isRaw ? "" : "==> ", other.c_str(),
            event.otherTid);
    }

    void remember(const ScheduleEvent& event)
    {
        if (!event.task.empty()) names_[event.tid] = event.task;
        if (!event.other.empty()) names_[event.otherTid] = event.other;
    }

    const TextOptions& options_;
    std::string text_;
    CurrentTasks current_;
    std::map<int, std::string> names_;
};

}  // namespace

std::string textTrace(std::string_view schedule, const TextOptions& options)
{
    return TextWriter(options).write(parseSchedule(schedule));
}

}  // namespace resched::test

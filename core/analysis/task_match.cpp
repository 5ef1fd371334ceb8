// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/task_match.h"

#include <map>
#include <string>
#include <utility>

namespace resched {

namespace {

// What identifies a task: its tid or its name, and how many with the same came before.
template <typename Value>
std::vector<std::pair<Value, int>> keys(const Trace& trace, auto valueOf)
{
    std::map<Value, int> seen;
    std::vector<std::pair<Value, int>> result;
    for (std::size_t i = 0; i < trace.tasks().size(); ++i) {
        Value value = valueOf(TaskId{static_cast<std::uint32_t>(i)});
        const int nth = seen[value]++;
        result.emplace_back(std::move(value), nth);
    }
    return result;
}

template <typename Value>
std::vector<TaskId> pairUp(const std::vector<std::pair<Value, int>>& a,
                           const std::vector<std::pair<Value, int>>& b)
{
    std::map<std::pair<Value, int>, TaskId> byKey;
    for (std::size_t i = 1; i < b.size(); ++i) {
        byKey.emplace(b[i], TaskId{static_cast<std::uint32_t>(i)});
    }
    std::vector<TaskId> match(a.size(), kNoTask);
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (i == 0) {
            match[i] = kIdleTask;
        } else if (const auto found = byKey.find(a[i]); found != byKey.end()) {
            match[i] = found->second;
        }
    }
    return match;
}

}  // namespace

Nanoseconds runTime(const Trace& trace, TaskId task)
{
    Nanoseconds ran{0};
    const auto& segments = trace.task(task).segments;
    for (std::size_t i = 0; i < segments.size(); ++i) {
        if (segments[i].state != SegmentState::Running) continue;
        ran += trace.range(trace.task(task), i).length();
    }
    return ran;
}

std::vector<TaskId> matchTasks(const Trace& a, const Trace& b, TaskKey key)
{
    if (key == TaskKey::Tid) {
        const auto tidIn = [](const Trace& trace) {
            return keys<std::int32_t>(trace,
                                      [&](TaskId task) { return number(trace.task(task).tid); });
        };
        return pairUp(tidIn(a), tidIn(b));
    }
    const auto nameIn = [](const Trace& trace) {
        return keys<std::string>(trace, [&](TaskId task) { return std::string(trace.name(task)); });
    };
    return pairUp(nameIn(a), nameIn(b));
}

TaskKey commonKey(const Trace& a, const Trace& b)
{
    const std::vector<TaskId> match = matchTasks(a, b, TaskKey::Tid);
    Nanoseconds all{0};
    Nanoseconds same{0};
    for (std::size_t i = 1; i < match.size(); ++i) {
        const TaskId task{static_cast<std::uint32_t>(i)};
        const Nanoseconds ran = runTime(a, task);
        all += ran;
        if (match[i] != kNoTask && a.name(task) == b.name(match[i])) same += ran;
    }
    return same * 10 >= all * 8 ? TaskKey::Tid : TaskKey::Name;
}

}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/picture.h"

#include "support/schedule.h"

#include <algorithm>
#include <sstream>
#include <vector>

namespace resched::test {

namespace {

std::string taskLine(const Trace& trace, TaskId id)
{
    const Task& task = trace.task(id);
    std::ostringstream line;
    line << "task " << number(task.tid);
    for (const NameChange& change : task.names) {
        line << " \"" << trace.name(change.name) << "\" since " << nanoseconds(change.since);
    }
    line << ": " << segmentsText(trace, id) << '\n';
    return line.str();
}

std::int32_t tidOf(const Trace& trace, TaskId task)
{
    return task == kNoTask ? -1 : number(trace.task(task).tid);
}

}  // namespace

std::string picture(const Trace& trace)
{
    std::ostringstream text;
    text << "span " << nanoseconds(trace.begin()) << '-' << nanoseconds(trace.end()) << '\n';
    // By tid: the order of ids follows the order of equal-time events of different CPUs.
    std::vector<std::string> tasks;
    for (std::uint32_t i = 1; i < trace.tasks().size(); ++i) {
        tasks.push_back(taskLine(trace, TaskId{i}));
    }
    std::ranges::sort(tasks);
    for (const std::string& line : tasks) text << line;
    for (const CpuLane& lane : trace.cpus()) {
        text << "cpu " << number(lane.id) << ": " << slicesText(trace, lane.id) << " | "
             << gapsText(trace, lane.id) << " | " << lane.switches << " switches\n";
    }
    for (const Wakeup& wakeup : trace.wakeups()) {
        text << "wakeup " << nanoseconds(wakeup.time) << " of " << tidOf(trace, wakeup.task)
             << " by " << tidOf(trace, wakeup.waker) << " on " << wakeup.cpu << " to "
             << wakeup.targetCpu << " kind " << static_cast<int>(wakeup.kind) << " flags "
             << static_cast<int>(wakeup.flags) << '\n';
    }
    for (const Migration& migration : trace.migrations()) {
        text << "migration " << nanoseconds(migration.time) << " of "
             << tidOf(trace, migration.task) << ' ' << migration.from << '>' << migration.to
             << '\n';
    }
    for (const VruntimeSample& sample : trace.vruntimes()) {
        text << "vruntime " << nanoseconds(sample.time) << " of " << tidOf(trace, sample.task)
             << ' ' << nanoseconds(sample.vruntime) << " ran " << sample.ran << '\n';
    }
    return text.str();
}

}  // namespace resched::test

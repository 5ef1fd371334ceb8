// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A schedule as text, one event a line, times in us (or with a decimal point; "ns" after a number
// for ns):
//
//     SW 150 c0 A[R]>B      sched_switch on CPU 0: A leaves runnable, B comes in; 0 is idle
//     WK 100 c1 A@0         sched_waking of A on CPU 1, target CPU 0 ("@0" may be left out)
//     WU / WN               sched_wakeup / sched_wakeup_new
//     MG 110 c1 A 0>1       sched_migrate_task
//     FK 5 c0 A>B           A forks B
//     EX 5 c0 A ls          A execs and is called ls
//     SR 20 c0 A 10 5000    sched_stat_runtime: A ran 10 us, its vruntime is 5000 ns
//     OFF 10 c0 / ON 20 c0  the CPU goes away, comes back
//     TM 99 c0 name         an hrtimer expires; name is its function
//     SI / SO 99 c0 9       softirq 9 begins / ends
//     SC 40 c0 A abs        A enters clock_nanosleep: abs, rel; or yield: sched_yield
//     SE 99 c0 A            A returns from its system call
//     LOST 200-400 c0 7     7 events of CPU 0 lost in that time
//     END 500               some other event; only extends the trace
//
// Tasks are names; the tid of A is 101, of B 102, … in order of appearance unless written "A:7".

#include "trace/trace.h"
#include "trace/trace_builder.h"

#include <string_view>
#include <vector>

namespace resched::test {

struct ScheduleEvent
{
    EventKind kind = EventKind::Other;
    std::int64_t time = 0;  // ns
    int cpu = 0;
    std::string task = {};  // switch: prev; fork: parent
    int tid = 0;
    std::string other = {};  // switch: next; fork: child
    int otherTid = 0;
    TaskState state = TaskState::Running;
    int from = -1;           // migrations
    int to = -1;             // migrations and wakeups: target CPU
    std::int64_t until = 0;  // LOST
    std::int64_t count = 0;  // LOST: events; SR: ns
    std::int64_t vruntime = 0;
};

// Fails the test on a line it cannot read.
std::vector<ScheduleEvent> parseSchedule(std::string_view text);

// One stream per CPU.
void addSchedule(TraceBuilder& builder, const std::vector<ScheduleEvent>& events);
Trace traceOf(std::string_view schedule);

// The first task of that name; fails the test when there is none.
TaskId taskNamed(const Trace& trace, std::string_view name);
// "Blocked 0, Woken 100, Running 150" with times in us: the segments of a task.
std::string segmentsText(const Trace& trace, TaskId task);
// "A 0-50 S, B 50-90 R" with times in us, "?" before a cut begin and after a cut end.
std::string slicesText(const Trace& trace, CpuId cpu);
// "0-2100 not recorded, 3000-3100 lost 7"
std::string gapsText(const Trace& trace, CpuId cpu);

}  // namespace resched::test

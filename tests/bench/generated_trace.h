// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Traces of any size for benchmarks, made by a fixed seed: tasks that run, are preempted, sleep and
// wake each other on a few CPUs, with the mix of events that a busy machine records.

#include "trace/trace_builder.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace resched::bench {

struct GeneratedEvent
{
    EventKind kind;  // Switch, Waking, Wakeup or StatRuntime
    std::int64_t time;
    int cpu;
    int tid;
    int other;  // switch: next
    bool staysRunnable;
};

// At least `count` events of `cpus` CPUs and `tasks` tasks, in order of time.
std::vector<GeneratedEvent> generate(std::size_t count, int cpus, int tasks,
                                     std::uint64_t seed = 1);

// One stream per CPU.
void fill(TraceBuilder& builder, const std::vector<GeneratedEvent>& events);
Trace build(const std::vector<GeneratedEvent>& events);

// The same as `perf script` prints it.
std::string perfScript(const std::vector<GeneratedEvent>& events);

}  // namespace resched::bench

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The statistics of a window: per task, per process, per CPU and in all. runDelay holds the samples
// of wakeupLatency and preemptionWait together; under the rules last-wake and perf-latency both
// parts are that rule's. Cost: the events once, and sorting the waits.

#include "analysis/distribution.h"
#include "analysis/waits.h"
#include "base/cpu_set.h"
#include "base/ids.h"
#include "base/time.h"
#include "trace/trace.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace resched {

struct Totals
{
    Nanoseconds runTime{0};
    std::uint64_t switches = 0;     // switch-outs; for the total, sched_switch events
    std::uint64_t preemptions = 0;  // switch-outs that stay runnable
    std::uint64_t migrations = 0;
    std::uint64_t wakeups = 0;
    std::uint64_t spurious = 0;
    std::uint64_t censored = 0;  // waits; never in a distribution
    std::uint64_t cutRuns = 0;   // runs cut likewise; their time is unknown
    std::uint64_t lost = 0;      // events, total only
    DistributionSummary runDelay;
    DistributionSummary wakeupLatency;
    DistributionSummary preemptionWait;
};

struct TaskStatistics
{
    TaskId task{};
    Totals totals;
    // What the task's segments add up to in the window; the sum is the window's length.
    Nanoseconds running{0}, waiting{0}, blocked{0}, unknown{0}, absent{0};
};

struct ProcessStatistics
{
    Tgid tgid{};    // a thread whose process the trace does not name is one of its own
    TaskId task{};  // its leader, or the first of its threads in the table
    std::size_t threads = 0;
    Totals totals;
};

struct CpuStatistics
{
    CpuId cpu{};
    Nanoseconds busy{0}, idle{0}, unknown{0};  // add up to the window
    std::uint64_t switches = 0;
};

struct Statistics
{
    WaitRule rule = WaitRule::RunDelay;
    WaitFrom from = WaitFrom::Waking;  // where the waits really begin, see WaitSet
    TimeRange window;
    bool hasWakeups = true;
    std::vector<TaskStatistics> tasks;         // by TaskId, without the idle task
    std::vector<ProcessStatistics> processes;  // in order of their first thread
    std::vector<CpuStatistics> cpus;
    Totals total;
};

struct StatisticsOptions
{
    WaitRule rule = WaitRule::RunDelay;
    WaitFrom from = WaitFrom::Waking;
    TimeRange window{};                          // empty: the whole trace
    CpuSet cpus = {};                            // empty: all; else only what happened there
    std::function<bool(TaskId)> wantsTask = {};  // empty: all
};

Statistics computeStatistics(const Trace& trace, const StatisticsOptions& options);

}  // namespace resched

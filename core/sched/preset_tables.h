// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The presets family by family, each in its own source file; schedulers() strings them together.
// Also the tunables that several families share.

#include "sched/scheduler_table.h"

#include <array>
#include <span>

namespace resched {

std::span<const SchedulerPreset> classicPresets();   // O(1) and BFS
std::span<const SchedulerPreset> earlyCfsPresets();  // 2.6.23 to September 2009
std::span<const SchedulerPreset> cfsPresets();       // 2.6.32 to 6.1
std::span<const SchedulerPreset> eevdfPresets();     // 6.6 and later

namespace presets {

constexpr std::int64_t kMicrosecond = 1'000;
constexpr std::int64_t kMillisecond = 1'000'000;
constexpr std::int64_t kSecond = 1'000'000'000;

constexpr TunableSpec count(std::string_view name, std::string_view description, std::int64_t base,
                            std::int64_t minimum, std::int64_t maximum)
{
    return {.name = name,
            .description = description,
            .unit = TunableUnit::Count,
            .base = base,
            .minimum = minimum,
            .maximum = maximum};
}

constexpr TunableSpec boolean(std::string_view name, std::string_view description, bool base)
{
    return {.name = name,
            .description = description,
            .unit = TunableUnit::Boolean,
            .base = base ? 1 : 0,
            .minimum = 0,
            .maximum = 1};
}

constexpr TunableSpec time(std::string_view name, std::string_view description, std::int64_t base,
                           std::int64_t minimum = 0, std::int64_t maximum = kSecond)
{
    return {.name = name,
            .description = description,
            .base = base,
            .minimum = minimum,
            .maximum = maximum};
}

// The three of CFS that grow with the number of CPUs. 100 us is the least that the kernel takes for
// the first two.
constexpr TunableSpec latency(std::int64_t base, Scaling scaling, std::int64_t cap = INT64_MAX)
{
    return {.name = "latency_ns",
            .description = "period in which each runnable task runs once",
            .base = base,
            .scaling = scaling,
            .cap = cap,
            .minimum = 100 * kMicrosecond};
}

constexpr TunableSpec minGranularity(std::int64_t base, Scaling scaling,
                                     std::int64_t cap = INT64_MAX)
{
    return {.name = "min_granularity_ns",
            .description = "least time that a task runs before the tick preempts it",
            .base = base,
            .scaling = scaling,
            .cap = cap,
            .minimum = 100 * kMicrosecond};
}

constexpr TunableSpec wakeupGranularity(std::int64_t base, Scaling scaling,
                                        std::int64_t cap = INT64_MAX)
{
    return {.name = "wakeup_granularity_ns",
            .description = "lead that a woken task needs to preempt the running one",
            .base = base,
            .scaling = scaling,
            .cap = cap};
}

constexpr TunableSpec nrLatency(std::int64_t base)
{
    return count("nr_latency", "runnable tasks from which the period stretches", base, 1,
                 1'000'000);
}

constexpr TunableSpec childRunsFirst(bool base)
{
    return boolean("child_runs_first", "a forked child runs before its parent", base);
}

constexpr TunableSpec migrationCost =
    time("migration_cost_ns", "a task that ran within so long is cache-hot and stays",
         500 * kMicrosecond);
constexpr TunableSpec nrMigrate =
    count("nr_migrate", "tasks that one balancing looks at", 32, 1, 100'000);

constexpr std::array<std::string_view, 4> kPreemptModels{"none", "voluntary", "full", "lazy"};

// What a task that works inside the kernel can be preempted by; the last `models` - 1 is known.
constexpr TunableSpec preemptModel(std::size_t models)
{
    return {.name = "preempt",
            .description = models > 3
                               ? "preemption inside the kernel: none, voluntary, full or lazy"
                               : "preemption inside the kernel: none, voluntary or full",
            .unit = TunableUnit::Count,
            .base = 1,
            .maximum = static_cast<std::int64_t>(models) - 1,
            .choices = std::span(kPreemptModels).first(models)};
}

constexpr TunableSpec autogroup(bool base)
{
    return boolean("autogroup_enabled",
                   "the tasks of a session make a group, where the workload names sessions", base);
}

constexpr TunableSpec rrTimeslice = time("rr_timeslice_ns", "slice of a SCHED_RR task",
                                         100 * kMillisecond, kMillisecond, 10 * kSecond);
constexpr TunableSpec rtPeriod =
    time("rt_period_ns", "period of real-time throttling", kSecond, kMicrosecond, 60 * kSecond);
constexpr TunableSpec rtRuntime =
    time("rt_runtime_ns", "real-time tasks run at most so long in a period; -1: no limit",
         950 * kMillisecond, -1, 60 * kSecond);
constexpr TunableSpec cfsBandwidthSlice =
    time("cfs_bandwidth_slice_ns", "quota that a CPU takes from its group at a time",
         5 * kMillisecond, kMicrosecond);

}  // namespace presets
}  // namespace resched

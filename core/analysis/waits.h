// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The waits of a trace under the rules of product.md section 2: the one definition that every view,
// statistic and export uses.
//
// A wait is a maximal run of Woken or Preempted segments of a task, carried on over migrations. It
// is censored, counted and never a sample, when its begin or its end is not in the recording.

#include "base/cpu_set.h"
#include "base/ids.h"
#include "base/time.h"
#include "trace/trace.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace resched {

enum class WaitRule : std::uint8_t { RunDelay, FirstWake, LastWake, Preempt, PerfLatency };
enum class WaitFrom : std::uint8_t { Waking, Wakeup };

std::string_view ruleName(WaitRule rule);  // "run-delay", "first-wake", …
std::optional<WaitRule> parseRule(std::string_view name);

enum class WaitKind : std::uint8_t { Wakeup, Preemption };

struct Wait
{
    Timestamp begin;
    Timestamp end;  // the switch-in
    TaskId task;
    std::int16_t cpu;  // of the switch-in
    WaitKind kind;
    std::uint32_t wakeup;  // index of the wakeup that began it, or TaskSegment::kNoLink
    Nanoseconds length() const { return end - begin; }
};

struct WaitSet
{
    std::vector<Wait> waits;  // by (end, task); never censored ones
    std::uint64_t censored = 0;
    // Wakeups that took place: sched_wakeup and sched_wakeup_new, or sched_waking in a trace that
    // has no sched_wakeup.
    std::uint64_t wakeups = 0;
    // Those that came while the task was running or waiting and began no wait; a sched_waking and
    // the sched_wakeup that completes it are one.
    std::uint64_t spurious = 0;
    // False: the trace has no wakeup events at all, so wakeup latency is not available (not zero).
    bool hasWakeups = true;
    // Where the waits really begin: what was asked for, or the only wakeup event the trace has.
    WaitFrom from = WaitFrom::Waking;
};

struct WaitOptions
{
    WaitRule rule = WaitRule::RunDelay;
    WaitFrom from = WaitFrom::Waking;
    TimeRange window{};  // empty: all; else waits that end inside it
    std::optional<TaskId> task = {};
    CpuSet cpus = {};  // empty: all; else waits that end there
};

WaitSet findWaits(const Trace& trace, const WaitOptions& options);

// The same task by task, for those who want every task: the trace is indexed once.
// WaitOptions::task has no meaning here.
class WaitFinder
{
public:
    WaitFinder(const Trace& trace, const WaitOptions& options);
    ~WaitFinder();
    WaitFinder(const WaitFinder&) = delete;
    WaitFinder& operator=(const WaitFinder&) = delete;

    // Adds the waits (by time), the censored and the wakeups of one task to `set`. With `isSplit`
    // the rule's wakeup part and the preemption part both, told apart by their kind.
    void find(TaskId task, bool isSplit, WaitSet& set) const;
    WaitFrom from() const { return options_.from; }

private:
    struct Indexes;
    const Trace& trace_;
    WaitOptions options_;
    bool hasPlacements_;  // sched_wakeup, not of new tasks alone
    std::unique_ptr<const Indexes> indexes_;
};

// Whether a moment counts in a window: half-open, but the end of the trace belongs to a window that
// reaches it, so that a window over the whole trace changes no figure.
bool isInWindow(const Trace& trace, TimeRange window, Timestamp time);

}  // namespace resched

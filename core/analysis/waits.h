// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The waits of a trace under the rules of product.md section 2: the one definition that every view,
// statistic and export uses.

#include "base/ids.h"
#include "base/time.h"
#include "trace/trace.h"

#include <cstdint>
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
    std::uint64_t spurious = 0;
    // False: the trace has no wakeup events at all, so wakeup latency is not available (not zero).
    bool hasWakeups = true;
};

struct WaitOptions
{
    WaitRule rule = WaitRule::RunDelay;
    WaitFrom from = WaitFrom::Waking;
    TimeRange window{};  // empty: all; else waits that end inside it
    std::optional<TaskId> task = {};
};

WaitSet findWaits(const Trace& trace, const WaitOptions& options);

}  // namespace resched

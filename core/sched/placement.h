// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// On which CPU a fair task wakes, starts or restarts, per kernel generation (try_to_wake_up() up to
// 2.6.31, select_task_rq_fair() later). Functions over the visible state of the CPUs alone; the
// caller has checked that the task is neither queued nor running.

#include "sched/cpu_state.h"

#include <cstdint>

namespace resched {

// Who wakes whom how often (record_wakee()): kept with each task, from 6.1.
struct WakeeHistory
{
    std::uint64_t lastWakee = UINT64_MAX;
    std::uint32_t flips = 0;
    Timestamp decayed{};

    void record(std::uint64_t wakee, Timestamp now);
};

// Many-to-many wakers and wakees are not pulled together (wake_wide()).
bool isWide(std::uint32_t wakerFlips, std::uint32_t wakeeFlips, int llcSize);

struct PlacedTask
{
    int prev = 0;                      // where it ran last
    const CpuMask* allowed = nullptr;  // null: everywhere
    std::int64_t weight = kNiceZeroLoad;
    std::int64_t loadAvg = 0;  // from 6.1
    std::int64_t utilAvg = 0;
    std::int64_t runnableAvg = 0;
    bool isQueued = false;      // on `prev`, as at exec: its own share is taken out there
    bool isCacheHot = false;    // 2.6.24 to 2.6.27
    Nanoseconds avgOverlap{0};  // 2.6.28 to 2.6.34
    std::uint32_t wakeeFlips = 0;
    int recentUsedCpu = -1;  // from 6.1: `prev` of the selection before; -1: none yet
};

struct Waker
{
    int cpu = 0;        // that executes the wakeup
    bool sync = false;  // it is about to sleep
    Nanoseconds avgOverlap{0};
    std::uint32_t wakeeFlips = 0;
    bool isPerCpuKthread = false;  // and it is not interrupted
    bool isExiting = false;
};

// What decided, for explanations and tests.
enum class PlacementReason : std::uint8_t {
    Previous,      // back to where it was
    Waker,         // pulled to the waker's CPU
    IdlePrevious,  // where it was, and that is idle
    IdleTarget,
    IdleRecent,
    IdleSibling,  // an idle thread of the previous core
    IdleCore,
    IdleCpu,  // found by searching the cache
    KthreadStack,
    Idlest,    // fork and exec: the least loaded
    Affinity,  // the choice was not allowed
};

struct Placement
{
    int cpu = 0;
    PlacementReason reason = PlacementReason::Previous;
    int searched = 0;  // CPUs looked at
    friend bool operator==(const Placement&, const Placement&) = default;
};

Placement placeOnWake(const SmpView& view, const PlacedTask& task, const Waker& waker);
enum class SpreadReason : std::uint8_t { Fork, Exec };
// `cpu`: of the parent, or of the task that execs.
Placement placeOnSpread(const SmpView& view, const PlacedTask& task, int cpu, SpreadReason why);

// The CPU's idle task has been picked: its core may have become idle (__update_idle_core()).
void noteIdle(const SmpView& view, int cpu);

// Steps of the above, tested on their own.
bool wakeAffine(const SmpView& view, const Domain& domain, const PlacedTask& task,
                const Waker& waker);
// Where the choice fell on a CPU that the mask excludes: an allowed one of the node, else any.
int fallbackCpu(const SmpView& view, const CpuMask* allowed, int cpu);

}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A generation of the fair class as data: which of the mechanisms of its version hold, with the
// tunables and feature switches that the user chose. The classes ask these fields and never the
// version, so a new preset is a new row.

#include "sched/load_weight.h"
#include "sched/scheduler_table.h"

#include <cstdint>

namespace resched {

enum class FairModel : std::uint8_t { WaitRuntime, Vruntime, Eevdf, O1, Bfs };

// How a vruntime travels between CPUs.
enum class VruntimeTravel : std::uint8_t {
    ShiftByMinVruntime,   // set_task_cpu adds the difference of min_vruntime (2.6.24 to 2.6.32)
    RelativeAlways,       // off the queue it is relative to min_vruntime (2.6.33 to 4.x)
    RelativeOnMigration,  // a wakeup on the same CPU keeps it absolute (6.1)
    Lag,                  // EEVDF: the lag travels
};

enum class GranularityRule : std::uint8_t {
    CurrWeight,       // 2.6.24: scaled by curr's weight
    HeavyCurrWeight,  // 2.6.25 to 2.6.29: only where curr is heavier than nice 0
    WokenWeight,      // 2.6.30 and later: by the woken task's
};

enum class NextBuddyRule : std::uint8_t {
    Never,
    EveryWakeup,   // 2.6.31
    WithFeature,   // only with NEXT_BUDDY
    OnPreemption,  // 6.1: a successful preemption marks the woken task
};

enum class LastBuddyRule : std::uint8_t { Never, EveryWakeup, OnPreemption };
enum class BuddyOrder : std::uint8_t { NextThenLast, LastWins, NextWins };

enum class ThrottleRule : std::uint8_t {
    None,        // 2.6.23, 2.6.24
    Period,      // runtime per period, 0.95 s of 1 s
    FairServer,  // 6.12: fair tasks get 50 ms per second above the real-time ones
};

// What may preempt a task that works inside the kernel.
enum class PreemptModel : std::uint8_t {
    None,
    Voluntary,  // as None here: explicit preemption points inside system calls are not modelled
    Full,
    Lazy,  // 6.13+: real-time tasks; fair ones wait for the return to user mode or the next tick
};

enum class RtPlacement : std::uint8_t { None, AvoidRtCurr, AvoidMoreImportant };

struct FairRules
{
    FairModel model = FairModel::Vruntime;
    Arithmetic arithmetic = Arithmetic::Truncated;

    // Tunables, already scaled.
    std::int64_t latency = 6'000'000;
    std::int64_t minGranularity = 750'000;
    std::int64_t idleMinGranularity = 750'000;
    std::int64_t nrLatency = 8;
    // Dynamic granularity of September 2010: from `stdGranularity` down to minGranularity as the
    // runnable tasks grow from nrLatency to nrLatencyMax; 0: the granularity is fixed.
    std::int64_t nrLatencyMax = 0;
    std::int64_t stdGranularity = 2'000'000;
    std::int64_t wakeupGranularity = 1'000'000;
    std::int64_t batchWakeupGranularity = 25'000'000;
    std::int64_t runtimeLimit = 20'000'000;
    std::int64_t baseSlice = 700'000;
    std::int64_t unscaledBaseSlice = 700'000;
    std::int64_t migrationCost = 500'000;
    bool childRunsFirst = false;
    std::int64_t tickPeriod = 4'000'000;

    // Features.
    bool fairSleepers = true;
    bool gentleSleepers = true;
    bool startDebit = true;
    bool wakeupPreemption = true;
    bool nextBuddy = false;
    bool lastBuddy = true;
    bool adaptiveGranularity = false;
    bool altPeriod = false;
    bool baseSliceFloor = false;
    bool hrtick = false;
    bool doubleTick = false;
    bool placeLag = true;
    bool placeDeadlineInitial = true;
    bool placeRelDeadline = false;
    bool runToParity = true;
    bool preemptShort = false;
    bool pickBuddy = false;
    bool delayDequeue = false;
    bool delayZero = false;
    bool sleeperAvg = false;
    bool compatYield = false;
    bool asymmetricGranularity = true;
    bool normalizedSleeper = false;
    bool wakeupOverlap = false;
    bool wakeupRunning = false;
    bool idealSlice = true;              // 2.6.23: past its share a task is preempted at once
    bool minVruntimeOfLeftmost = false;  // before November 2008
    bool dynMinVruntime = false;         // low-latency features of August 2010, from here on
    bool fairSleepersInteractive = false;
    bool fairSleepersTimer = false;
    bool interactiveWakeups = false;
    bool timerWakeups = false;
    bool interactiveForkExpedited = false;
    bool timerForkExpedited = false;

    // Mechanisms of the version.
    VruntimeTravel migration = VruntimeTravel::RelativeOnMigration;
    GranularityRule granularity = GranularityRule::WokenWeight;
    NextBuddyRule nextRule = NextBuddyRule::OnPreemption;
    LastBuddyRule lastRule = LastBuddyRule::OnPreemption;
    BuddyOrder buddyOrder = BuddyOrder::NextWins;
    bool buddiesNeedCrowd = true;      // only from nr_latency tasks on
    bool leadRule = true;              // tick rule 2: vruntime lead over the leftmost
    bool leadIsUnsigned = false;       // 2.6.32 to 2.6.37 on 64 bits: a negative lead is huge
    bool placeMaxAtFork = true;        // a child is never placed left of its parent
    bool placeBeforeLoad = false;      // 2.6.24: placement happens before the load is added
    bool forkOnParentQueue = true;     // 2.6.33+: task_fork places on the parent's queue
    bool forkAlwaysResched = false;    // 2.6.24
    bool minVruntimeAtDequeue = true;  // not in 2.6.24
    bool leavingCurrCounts =
        false;  // min_vruntime heeds a curr that just went to sleep (to 2.6.36)
    bool clearAllBuddiesAtPick = false;    // 17 September to 9 October 2009
    bool normalizeAfterMinUpdate = false;  // 2.6.33 to 2.6.36
    bool repickRestartsSlice = false;      // a re-pick of the same task resets prev_sum (to 2.6.36)
    bool skipBuddy = true;                 // yield marks a skip buddy (2.6.39+)
    bool tickClearsBuddies = true;         // 2.6.29+
    bool idlePolicyNeverPreempts = true;   // 2.6.29+: idle and batch
    bool wakerAverages = false;            // avg_wakeup, avg_overlap (2.6.31 to 2.6.34)
    bool idleWeight2 = false;              // SCHED_IDLE weight 2 (to 2.6.28)
    bool deadlineOrder = false;            // EEVDF: queued entity wins ties (6.12+)
    bool protectByVprot = false;           // 6.18
    bool yieldForfeits = false;            // 6.12.117, 6.18
    bool lagLimitOfQueue = false;          // 6.18: max slice of the queue + a tick
    bool syncOwnCpuUnchecked = false;      // 2.6.23: a sync wakeup on the own CPU does not preempt
    bool explainsRefusals = true;          // of wakeups; costs a second pick
    bool firstReleases = false;            // 2.6.23-rc1 and before: constant granularity

    // Real-time class.
    ThrottleRule throttle = ThrottleRule::Period;
    std::int64_t rtRuntime = 950'000'000;
    std::int64_t rtPeriod = 1'000'000'000;
    bool rtRuntimeShare = false;
    RtPlacement rtPlacement = RtPlacement::AvoidMoreImportant;
    std::int64_t rrTimesliceTicks = 25;
    bool rrByNice = false;  // 2.6.23
    bool rtPushPull = true;
    std::int64_t bfsInterval = 6'000'000;  // rr_interval of BFS
    std::int64_t bandwidthSlice = 5'000'000;
    bool autogroup = false;
    PreemptModel preempt = PreemptModel::Voluntary;
    std::int64_t fairServerRuntime = 50'000'000;
    std::int64_t fairServerPeriod = 1'000'000'000;
};

FairRules fairRules(const ResolvedSettings& settings, int hz);

}  // namespace resched

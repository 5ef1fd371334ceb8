// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later

// CFS from its merge to September 2009. Values: sched.c, sched_fair.c and sched_features.h of each
// release; caps and factor: sched_init_granularity(), once at boot with every CPU counted.
#include "sched/preset_tables.h"

#include <array>

namespace resched {
namespace {

using namespace presets;

constexpr std::int64_t kCap23 = 100 * kMillisecond;
constexpr std::int64_t kCap = 200 * kMillisecond;

constexpr std::string_view kMeasuredSleepers = "credit a waking task with time slept";
constexpr std::string_view kStartDebit = "a forked child starts one slice behind";
constexpr std::string_view kWakeupPreempt = "a woken task may preempt the running one";
constexpr std::string_view kHrtick = "end slices by a high-resolution timer";
constexpr std::string_view kDoubleTick = "ticks preempt although HRTICK is on";

constexpr TunableSpec batchGranularity(std::int64_t base, Scaling scaling)
{
    return {.name = "batch_wakeup_granularity_ns",
            .description = "wakeup granularity for a woken SCHED_BATCH task",
            .base = base,
            .scaling = scaling};
}

constexpr TunableSpec sharesRatelimit()
{
    return {.name = "shares_ratelimit_ns",
            .description = "group shares are spread over the CPUs at most so often",
            .base = 250 * kMicrosecond,
            .scaling = Scaling::LogAll};
}

constexpr TunableSpec sharesThreshold =
    count("shares_thresh", "change of a group's share that is applied", 4, 0, 1'000'000);

constexpr std::array kTunables23{
    latency(20 * kMillisecond, Scaling::LogAll, kCap23),
    minGranularity(2 * kMillisecond, Scaling::LogAll, kCap23),
    // sched_init_granularity() sets half the minimum granularity over the compiled value.
    wakeupGranularity(kMillisecond, Scaling::LogAll, kCap23 / 2),
    batchGranularity(25 * kMillisecond, Scaling::None),
    TunableSpec{.name = "runtime_limit_ns",
                .description = "bound of wait_runtime, the CPU time a task can be owed or owe",
                .base = 20 * kMillisecond,
                .scaling = Scaling::LogAll,
                .cap = kCap23,
                .minimum = 100 * kMicrosecond},
    time("stat_granularity_ns", "waiting and sleeping shorter than this are accounted together", 0),
    childRunsFirst(true),
    boolean("compat_yield", "sched_yield() goes behind every other task", false),
    preemptModel(3),
};

constexpr std::array kFeatures23{
    FeatureSpec{"FAIR_SLEEPERS", kMeasuredSleepers, true},
    FeatureSpec{"SLEEPER_AVG", "scale the credit by the load while asleep", false},
    FeatureSpec{"SLEEPER_LOAD_AVG", "SLEEPER_AVG uses the averaged load", true},
    FeatureSpec{"PRECISE_CPU_LOAD", "cpu_load[] from time executed, not from weights", false},
    FeatureSpec{"START_DEBIT", "a forked child starts with half a granularity of debt", true},
    FeatureSpec{"SKIP_INITIAL", "the first run of a child is not a full slice", false},
    FeatureSpec{"IDEAL_SLICE", "a task past its share is preempted by any that is ahead", true,
                "since commit f6cf891c4d7 of August 2007, unconditional; a switch here"},
};

constexpr std::array kTunables24{
    latency(20 * kMillisecond, Scaling::LogAll, kCap),
    minGranularity(4 * kMillisecond, Scaling::LogAll, kCap),
    nrLatency(5),
    wakeupGranularity(10 * kMillisecond, Scaling::LogAll),
    batchGranularity(10 * kMillisecond, Scaling::LogAll),
    childRunsFirst(true),
    boolean("compat_yield", "sched_yield() goes behind every other task", false),
    migrationCost,
    nrMigrate,
    rrTimeslice,
    preemptModel(3),
};

constexpr std::array kFeatures24{
    FeatureSpec{"NEW_FAIR_SLEEPERS", kMeasuredSleepers, true},
    FeatureSpec{"WAKEUP_PREEMPT", kWakeupPreempt, true},
    FeatureSpec{"START_DEBIT", kStartDebit, true},
    FeatureSpec{"TREE_AVG", "place a woken task at the middle of the tree", false},
    FeatureSpec{"APPROX_AVG", "place a woken task half a slice right of the leftmost", false},
};

constexpr std::array kTunables25{
    latency(20 * kMillisecond, Scaling::LogAll, kCap),
    minGranularity(4 * kMillisecond, Scaling::LogAll, kCap),
    nrLatency(5),
    wakeupGranularity(5 * kMillisecond, Scaling::LogAll),
    batchGranularity(10 * kMillisecond, Scaling::LogAll),
    childRunsFirst(true),
    boolean("compat_yield", "sched_yield() goes behind every other task", false),
    migrationCost,
    nrMigrate,
    rrTimeslice,
    rtPeriod,
    rtRuntime,
    preemptModel(3),
};

constexpr std::array kFeatures25{
    FeatureSpec{"NEW_FAIR_SLEEPERS", kMeasuredSleepers, true},
    FeatureSpec{"WAKEUP_PREEMPT", kWakeupPreempt, true},
    FeatureSpec{"START_DEBIT", kStartDebit, true},
    FeatureSpec{"HRTICK", kHrtick, true},
    FeatureSpec{"DOUBLE_TICK", kDoubleTick, false},
};

constexpr std::array kTunables26{
    latency(20 * kMillisecond, Scaling::LogAll, kCap),
    minGranularity(4 * kMillisecond, Scaling::LogAll, kCap),
    nrLatency(5),
    wakeupGranularity(10 * kMillisecond, Scaling::LogAll),
    childRunsFirst(true),
    boolean("compat_yield", "sched_yield() goes behind every other task", false),
    migrationCost,
    nrMigrate,
    rrTimeslice,
    rtPeriod,
    rtRuntime,
    preemptModel(3),
};

// 2.6.27 to 2.6.31.
constexpr std::array kTunables27{
    latency(20 * kMillisecond, Scaling::LogAll, kCap),
    minGranularity(4 * kMillisecond, Scaling::LogAll, kCap),
    nrLatency(5),
    wakeupGranularity(5 * kMillisecond, Scaling::LogAll),
    sharesRatelimit(),
    sharesThreshold,
    childRunsFirst(true),
    boolean("compat_yield", "sched_yield() goes behind every other task", false),
    migrationCost,
    nrMigrate,
    rrTimeslice,
    rtPeriod,
    rtRuntime,
    preemptModel(3),
};

constexpr FeatureSpec kSyncWakeups{"SYNC_WAKEUPS", "heed that a waker is about to sleep", true};
constexpr FeatureSpec kAffineWakeups{"AFFINE_WAKEUPS", "a woken task may come to its waker's CPU",
                                     true};
constexpr FeatureSpec kCacheHotBuddy{"CACHE_HOT_BUDDY", "balancing leaves buddies where they are",
                                     true};
constexpr FeatureSpec kAsymGran{"ASYM_GRAN", "scale the wakeup granularity by weight", true};
constexpr FeatureSpec kAdaptiveGran{
    "ADAPTIVE_GRAN", "wakeup granularity from the time between the task's own wakeups", true};
constexpr FeatureSpec kLastBuddy{"LAST_BUDDY", "prefer the task that a wakeup preempted", true};
constexpr FeatureSpec kOverlap{"WAKEUP_OVERLAP",
                               "preempt when waker and woken overlap only briefly", false};
constexpr FeatureSpec kLbBias{"LB_BIAS", "balancing uses the averaged loads", true};
constexpr FeatureSpec kAsymEffLoad{"ASYM_EFF_LOAD",
                                   "group load of a CPU counts only upwards when waking", true};
constexpr FeatureSpec normalizedSleeper(bool enabled)
{
    return {"NORMALIZED_SLEEPER", "scale the credit by the sleeper's weight", enabled};
}
constexpr FeatureSpec newFairSleepers(bool enabled)
{
    return {"NEW_FAIR_SLEEPERS", kMeasuredSleepers, enabled};
}
constexpr FeatureSpec kStart{"START_DEBIT", kStartDebit, true};
constexpr FeatureSpec kPreempt{"WAKEUP_PREEMPT", kWakeupPreempt, true};
constexpr FeatureSpec hrtick(bool enabled)
{
    return {"HRTICK", kHrtick, enabled};
}
constexpr FeatureSpec kDouble{"DOUBLE_TICK", kDoubleTick, false};
// No bit before RT_RUNTIME_SHARE became a feature: a CPU always borrowed unused real-time runtime.
constexpr FeatureSpec kRuntimeShare{"RT_RUNTIME_SHARE",
                                    "an overrunning CPU borrows real-time runtime of the others",
                                    true, "unconditional in this version; a switch here"};

constexpr std::array kFeatures26{newFairSleepers(true),
                                 normalizedSleeper(true),
                                 kStart,
                                 kPreempt,
                                 kAffineWakeups,
                                 kCacheHotBuddy,
                                 kSyncWakeups,
                                 hrtick(true),
                                 kDouble,
                                 kRuntimeShare};
constexpr std::array kFeatures27{newFairSleepers(true),
                                 normalizedSleeper(true),
                                 kStart,
                                 kPreempt,
                                 kAffineWakeups,
                                 kCacheHotBuddy,
                                 kSyncWakeups,
                                 hrtick(true),
                                 kDouble,
                                 kAsymGran,
                                 kLbBias,
                                 kAsymEffLoad,
                                 kRuntimeShare};
// 2.6.28 and 2.6.29.
constexpr std::array kFeatures28{
    newFairSleepers(true),
    normalizedSleeper(true),
    kStart,
    kPreempt,
    kAffineWakeups,
    kCacheHotBuddy,
    kSyncWakeups,
    hrtick(false),
    kDouble,
    kAsymGran,
    kLbBias,
    kAsymEffLoad,
    kOverlap,
    kLastBuddy,
    FeatureSpec{"MIN_VRUNTIME_LEFTMOST", "min_vruntime follows the leftmost task alone", false,
                "the rule before commit e17036dac18 of November 2008, "
                "from its description; a switch here"},
    kRuntimeShare};
// 2.6.30 and 2.6.31.
constexpr std::array kFeatures31{
    newFairSleepers(true),
    normalizedSleeper(false),
    kAdaptiveGran,
    kPreempt,
    kStart,
    kAffineWakeups,
    kCacheHotBuddy,
    kSyncWakeups,
    hrtick(false),
    kDouble,
    kAsymGran,
    kLbBias,
    FeatureSpec{"LB_WAKEUP_UPDATE", "refresh group shares at wakeups", true},
    kAsymEffLoad,
    kOverlap,
    kLastBuddy,
    kRuntimeShare};

// The development branch between 2.6.31 and 2.6.32.
constexpr std::array kTunablesTip{
    latency(5 * kMillisecond, Scaling::LogAll, kCap),
    minGranularity(kMillisecond, Scaling::LogAll, kCap),
    nrLatency(5),
    wakeupGranularity(kMillisecond, Scaling::LogAll),
    sharesRatelimit(),
    sharesThreshold,
    childRunsFirst(false),
    boolean("compat_yield", "sched_yield() goes behind every other task", false),
    migrationCost,
    nrMigrate,
    rrTimeslice,
    rtPeriod,
    rtRuntime,
    preemptModel(3),
};

constexpr std::array kFeaturesTip10{newFairSleepers(false),
                                    normalizedSleeper(false),
                                    kAdaptiveGran,
                                    kPreempt,
                                    kStart,
                                    kAffineWakeups,
                                    kCacheHotBuddy,
                                    kSyncWakeups,
                                    hrtick(false),
                                    kDouble,
                                    kAsymGran,
                                    kLbBias,
                                    kAsymEffLoad,
                                    kOverlap,
                                    kLastBuddy,
                                    kRuntimeShare};

constexpr std::array kFeaturesTip16{
    FeatureSpec{"FAIR_SLEEPERS", kMeasuredSleepers, true},
    FeatureSpec{"GENTLE_FAIR_SLEEPERS", "halve the credit of sleepers", true},
    normalizedSleeper(false),
    kAdaptiveGran,
    kPreempt,
    kStart,
    kAffineWakeups,
    kCacheHotBuddy,
    kSyncWakeups,
    FeatureSpec{"SYNC_LESS", "a long overlap cancels a sync wakeup", true},
    FeatureSpec{"SYNC_MORE", "a short overlap makes a wakeup sync", false},
    hrtick(false),
    kDouble,
    kAsymGran,
    kLbBias,
    kAsymEffLoad,
    FeatureSpec{"WAKEUP_SYNC", "a sync wakeup always preempts", false},
    kOverlap,
    FeatureSpec{"WAKEUP_RUNNING", "prefer the task that runs for shorter times", false},
    FeatureSpec{"NEXT_BUDDY", "prefer the task woken last", false},
    kLastBuddy,
    kRuntimeShare};

constexpr std::array kPresets{
    SchedulerPreset{.id = "cfs-2.6.23",
                    .title = "CFS of Linux 2.6.23",
                    .provenance = "wait_runtime generation; rules and values read in sched.c and "
                                  "sched_fair.c of 2.6.23",
                    .release = 20623,
                    .hz = 250,
                    .tunables = kTunables23,
                    .features = kFeatures23},
    SchedulerPreset{.id = "cfs-2.6.24",
                    .title = "CFS of Linux 2.6.24",
                    .provenance = "first vruntime generation; read in sched.c and sched_fair.c of "
                                  "2.6.24; TREE_AVG and APPROX_AVG are listed but not modelled",
                    .release = 20624,
                    .hz = 250,
                    .tunables = kTunables24,
                    .features = kFeatures24},
    SchedulerPreset{.id = "cfs-2.6.25",
                    .title = "CFS of Linux 2.6.25",
                    .provenance = "values read in 2.6.25; when the next buddy is taken is assumed "
                                  "to be as in 2.6.28",
                    .release = 20625,
                    .hz = 250,
                    .tunables = kTunables25,
                    .features = kFeatures25},
    SchedulerPreset{.id = "cfs-2.6.26",
                    .title = "CFS of Linux 2.6.26",
                    .provenance = "values read in 2.6.26, whose placement ignores its bit "
                                  "NORMALIZED_SLEEPER; next buddy as in 2.6.28 by assumption",
                    .release = 20626,
                    .hz = 250,
                    .tunables = kTunables26,
                    .features = kFeatures26},
    SchedulerPreset{.id = "cfs-2.6.27",
                    .title = "CFS of Linux 2.6.27",
                    .provenance = "values read in 2.6.27; next buddy as in 2.6.28 by assumption",
                    .release = 20627,
                    .hz = 250,
                    .tunables = kTunables27,
                    .features = kFeatures27},
    SchedulerPreset{.id = "cfs-2.6.28",
                    .title = "CFS of Linux 2.6.28",
                    .provenance = "values and rules read in sched_fair.c of 2.6.28",
                    .release = 20628,
                    .hz = 250,
                    .tunables = kTunables27,
                    .features = kFeatures28},
    SchedulerPreset{.id = "cfs-2.6.29",
                    .title = "CFS of Linux 2.6.29",
                    .provenance = "values and rules read in sched_fair.c of 2.6.29",
                    .release = 20629,
                    .hz = 250,
                    .tunables = kTunables27,
                    .features = kFeatures28},
    SchedulerPreset{.id = "cfs-2.6.30",
                    .title = "CFS of Linux 2.6.30",
                    .provenance = "values and rules read in sched_fair.c of 2.6.30",
                    .release = 20630,
                    .hz = 250,
                    .tunables = kTunables27,
                    .features = kFeatures31},
    SchedulerPreset{.id = "cfs-2.6.31",
                    .title = "CFS of Linux 2.6.31",
                    .provenance = "read in sched.c, sched_fair.c and sched_features.h of 2.6.31, "
                                  "stable in September 2009",
                    .release = 20631,
                    .hz = 1000,
                    .tunables = kTunables27,
                    .features = kFeatures31},
    SchedulerPreset{.id = "cfs-tip-20090909",
                    .title = "CFS, development branch of 9 September 2009",
                    .provenance = "2.6.31 with commits b5d9d734a53, 2bba22c50b0 and 172e082a911: "
                                  "5/1/1 ms, parent first, full sleeper credit",
                    .release = 20631,
                    .hz = 1000,
                    .tunables = kTunablesTip,
                    .features = kFeatures31},
    SchedulerPreset{.id = "cfs-tip-20090910",
                    .title = "CFS, development branch of 10 September 2009",
                    .provenance = "the day after, with commit 3f2aa307c4d: no sleeper credit",
                    .release = 20631,
                    .hz = 1000,
                    .tunables = kTunablesTip,
                    .features = kFeaturesTip10},
    SchedulerPreset{.id = "cfs-tip-20090916",
                    .title = "CFS, development branch of 16 September 2009",
                    .provenance = "with commits 0ec9fab3d18, e69b0f1b41c, 51e0304ce6e and "
                                  "ad4b78bbcba: half the sleeper credit, no next buddy",
                    .release = 20631,
                    .hz = 1000,
                    .tunables = kTunablesTip,
                    .features = kFeaturesTip16},
};

}  // namespace

std::span<const SchedulerPreset> earlyCfsPresets()
{
    return kPresets;
}

}  // namespace resched

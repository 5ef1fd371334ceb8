// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later

// CFS from 2.6.32 to 6.1. Values: sched.c, sched_fair.c and sched_features.h of 2.6.32 to 2.6.36,
// fair.c, core.c and features.h of 6.1. From 2.6.33 the factor counts at most 8 CPUs and nothing
// is capped (get_update_sysctl_factor()).
#include "sched/preset_tables.h"

#include <array>

namespace resched {
namespace {

using namespace presets;

constexpr std::int64_t kCap32 = 200 * kMillisecond;

constexpr TunableSpec sharesRatelimit(Scaling scaling)
{
    return {.name = "shares_ratelimit_ns",
            .description = "group shares are spread over the CPUs at most so often",
            .base = 250 * kMicrosecond,
            .scaling = scaling};
}

constexpr TunableSpec sharesThreshold =
    count("shares_thresh", "change of a group's share that is applied", 4, 0, 1'000'000);
constexpr TunableSpec compatYield =
    boolean("compat_yield", "sched_yield() goes behind every other task", false);

constexpr std::array kTunables32{
    latency(5 * kMillisecond, Scaling::LogAll, kCap32),
    minGranularity(kMillisecond, Scaling::LogAll, kCap32),
    nrLatency(5),
    wakeupGranularity(kMillisecond, Scaling::LogAll),
    sharesRatelimit(Scaling::LogAll),
    sharesThreshold,
    childRunsFirst(false),
    compatYield,
    migrationCost,
    nrMigrate,
    rrTimeslice,
    rtPeriod,
    rtRuntime,
    preemptModel(3),
};

constexpr std::array<TunableSpec, 14> tunables33To36(std::int64_t latencyBase,
                                                     std::int64_t granularityBase, int nrLatencies)
{
    return {
        latency(latencyBase, Scaling::LogEight),
        minGranularity(granularityBase, Scaling::LogEight),
        nrLatency(nrLatencies),
        wakeupGranularity(kMillisecond, Scaling::LogEight),
        sharesRatelimit(Scaling::LogEight),
        sharesThreshold,
        childRunsFirst(false),
        compatYield,
        migrationCost,
        nrMigrate,
        rrTimeslice,
        rtPeriod,
        rtRuntime,
        preemptModel(3),
    };
}

constexpr auto kTunables33 = tunables33To36(5 * kMillisecond, kMillisecond, 5);
constexpr auto kTunables35 = tunables33To36(6 * kMillisecond, 2 * kMillisecond, 3);
constexpr auto kTunables36 = tunables33To36(6 * kMillisecond, 750 * kMicrosecond, 8);

constexpr std::array kTunables61{
    latency(6 * kMillisecond, Scaling::LogEight),
    minGranularity(750 * kMicrosecond, Scaling::LogEight),
    time("idle_min_granularity_ns", "least slice of SCHED_IDLE beside other tasks",
         750 * kMicrosecond, 0),
    nrLatency(8),
    wakeupGranularity(kMillisecond, Scaling::LogEight),
    childRunsFirst(false),
    migrationCost,
    nrMigrate,
    cfsBandwidthSlice,
    autogroup(false),
    rrTimeslice,
    rtPeriod,
    rtRuntime,
    preemptModel(3),
};

constexpr FeatureSpec kFair{"FAIR_SLEEPERS", "credit a waking task with time slept", true};
constexpr FeatureSpec kGentle{"GENTLE_FAIR_SLEEPERS", "halve the credit of sleepers", true};
constexpr FeatureSpec kNormalized{"NORMALIZED_SLEEPER", "scale the credit by the sleeper's weight",
                                  false};
constexpr FeatureSpec kStart{"START_DEBIT", "a forked child starts one slice behind", true};
constexpr FeatureSpec kPreempt{"WAKEUP_PREEMPT", "a woken task may preempt the running one", true};
constexpr FeatureSpec kAdaptive{
    "ADAPTIVE_GRAN", "wakeup granularity from the time between the task's own wakeups", true};
constexpr FeatureSpec kAsym{"ASYM_GRAN", "scale the wakeup granularity by weight", true};
constexpr FeatureSpec kWakeupSync{"WAKEUP_SYNC", "a sync wakeup always preempts", false};
constexpr FeatureSpec kOverlap{"WAKEUP_OVERLAP",
                               "preempt when waker and woken overlap only briefly", false};
constexpr FeatureSpec kRunning{"WAKEUP_RUNNING", "prefer the task that runs for shorter times",
                               false};
constexpr FeatureSpec kSyncWakeups{"SYNC_WAKEUPS", "heed that a waker is about to sleep", true};
constexpr FeatureSpec kAffine{"AFFINE_WAKEUPS", "a woken task may come to its waker's CPU", true};
constexpr FeatureSpec kSyncLess{"SYNC_LESS", "a long overlap cancels a sync wakeup", true};
constexpr FeatureSpec kSyncMore{"SYNC_MORE", "a short overlap makes a wakeup sync", false};
constexpr FeatureSpec kNext{"NEXT_BUDDY", "prefer the task woken last", false};
constexpr FeatureSpec kLast{"LAST_BUDDY", "prefer the task that a wakeup preempted", true};
constexpr FeatureSpec kCacheHot{"CACHE_HOT_BUDDY", "balancing leaves buddies where they are", true};
constexpr FeatureSpec kArchPower{"ARCH_POWER", "CPU power from the architecture", false};
constexpr FeatureSpec kHrtick{"HRTICK", "end slices by a high-resolution timer", false};
constexpr FeatureSpec kDoubleTick{"DOUBLE_TICK", "ticks preempt although HRTICK is on", false};
constexpr FeatureSpec kLbBias{"LB_BIAS", "balancing uses the averaged loads", true};
constexpr FeatureSpec kSharesUpdate{"LB_SHARES_UPDATE", "refresh group shares when balancing",
                                    true};
constexpr FeatureSpec kAsymEffLoad{"ASYM_EFF_LOAD",
                                   "group load of a CPU counts only upwards when waking", true};
constexpr FeatureSpec kOwnerSpin{"OWNER_SPIN", "spin on a lock whose owner runs; not modelled",
                                 true};
constexpr FeatureSpec kRuntimeShare{"RT_RUNTIME_SHARE",
                                    "an overrunning CPU borrows real-time runtime of the others",
                                    true, "unconditional in this version; a switch here"};
// check_preempt_tick() of 2.6.32 to 2.6.37 compares a signed difference with an unsigned word.
constexpr FeatureSpec kTickUnsigned{
    "TICK_UNSIGNED_COMPARE",
    "64-bit kernels take a negative lead at the tick for a huge one and pick again", true,
    "a fault of 64-bit kernels, unconditional there; a switch here"};

constexpr std::array kFeatures32{
    kFair,         kGentle,      kNormalized, kStart,        kPreempt,     kAdaptive,   kAsym,
    kOverlap,      kRunning,     kWakeupSync, kSyncWakeups,  kAffine,      kSyncLess,   kSyncMore,
    kNext,         kLast,        kCacheHot,   kArchPower,    kHrtick,      kDoubleTick, kLbBias,
    kSharesUpdate, kAsymEffLoad, kOwnerSpin,  kRuntimeShare, kTickUnsigned};

constexpr std::array kFeatures33{
    kFair,        kGentle,     kNormalized,   kStart,       kPreempt,    kAdaptive, kAsym,
    kOverlap,     kWakeupSync, kSyncWakeups,  kAffine,      kSyncLess,   kSyncMore, kNext,
    kLast,        kCacheHot,   kArchPower,    kHrtick,      kDoubleTick, kLbBias,   kSharesUpdate,
    kAsymEffLoad, kOwnerSpin,  kRuntimeShare, kTickUnsigned};

// 2.6.35 and 2.6.36.
constexpr std::array kFeatures35{kGentle,      kStart,      kPreempt,      kAffine,
                                 kNext,        kLast,       kCacheHot,     kArchPower,
                                 kHrtick,      kDoubleTick, kLbBias,       kSharesUpdate,
                                 kAsymEffLoad, kOwnerSpin,  kRuntimeShare, kTickUnsigned};

// Dynamic granularity, proposed in September 2010 for what became 2.6.37. The second patch of that
// pair (a coarse granularity for the wakeup of sleepers) is not recovered.
constexpr std::array kTunablesDynamic{
    latency(6 * kMillisecond, Scaling::LogEight),
    TunableSpec{.name = "std_granularity_ns",
                .description = "granularity up to nr_latency runnable tasks",
                .base = 2 * kMillisecond,
                .scaling = Scaling::LogEight,
                .minimum = 100 * kMicrosecond},
    minGranularity(750 * kMicrosecond, Scaling::LogEight),
    nrLatency(3),
    count("nr_latency_max", "runnable tasks from which the granularity is the least", 8, 1,
          1'000'000),
    wakeupGranularity(kMillisecond, Scaling::LogEight),
    sharesRatelimit(Scaling::LogEight),
    sharesThreshold,
    childRunsFirst(false),
    compatYield,
    migrationCost,
    nrMigrate,
    rrTimeslice,
    rtPeriod,
    rtRuntime,
};

// The eight low-latency features of August 2010 on top of 2.6.35.
constexpr std::string_view kMemory = "from memory of the series; medium";
constexpr std::array kFeaturesLowLatency{
    FeatureSpec{"FAIR_SLEEPERS", "credit a waking task with time slept", true,
                "read in the opening of the third patch; high"},
    FeatureSpec{"DYN_MIN_VRUNTIME", "min_vruntime runs as a fair clock, not with the leftmost task",
                false, kMemory},
    FeatureSpec{"FAIR_SLEEPERS_INTERACTIVE",
                "credit wakeups that come from input although FAIR_SLEEPERS is off", false,
                "purpose read, detail from memory; medium"},
    FeatureSpec{"FAIR_SLEEPERS_TIMER",
                "credit wakeups that come from timers although FAIR_SLEEPERS is off", false,
                "purpose read, detail from memory; medium"},
    FeatureSpec{"INTERACTIVE", "what an input event wakes preempts and is picked next", false,
                kMemory},
    FeatureSpec{"TIMER", "what a timer wakes preempts and is picked next", false, kMemory},
    FeatureSpec{"INTERACTIVE_FORK_EXPEDITED",
                "a fork on behalf of input starts beside its parent and pays later", false,
                "from memory of the series; medium to low"},
    FeatureSpec{"TIMER_FORK_EXPEDITED",
                "a fork on behalf of a timer starts beside its parent and pays later", false,
                "from memory of the series; medium to low"},
    kGentle,
    kStart,
    kPreempt,
    kAffine,
    kNext,
    kLast,
    kCacheHot,
    kArchPower,
    kHrtick,
    kDoubleTick,
    kLbBias,
    kSharesUpdate,
    kAsymEffLoad,
    kOwnerSpin,
    kRuntimeShare,
    kTickUnsigned};

constexpr std::array kFeatures61{
    kGentle,
    kStart,
    kNext,
    kLast,
    kCacheHot,
    FeatureSpec{"WAKEUP_PREEMPTION", "a woken task may preempt the running one", true},
    kHrtick,
    kDoubleTick,
    FeatureSpec{"NONTASK_CAPACITY", "interrupts lower a CPU's capacity; not modelled", true},
    FeatureSpec{"TTWU_QUEUE", "remote wakeups are queued to their CPU; not modelled", true},
    FeatureSpec{"SIS_PROP", "search for an idle CPU in proportion to idle time; not modelled",
                false},
    FeatureSpec{"SIS_UTIL", "search for an idle CPU less when the cache is busy", true},
    FeatureSpec{"RT_PUSH_IPI", "ask overloaded CPUs to push real-time tasks", true},
    FeatureSpec{"RT_RUNTIME_SHARE", "an overrunning CPU borrows real-time runtime of the others",
                false},
    FeatureSpec{"LB_MIN", "skip tasks of very small load when balancing", false},
    FeatureSpec{"ATTACH_AGE_LOAD", "age the load of a group that moves; not modelled", true},
    FeatureSpec{"WA_IDLE", "affine wakeups look for idle CPUs first", true},
    FeatureSpec{"WA_WEIGHT", "affine wakeups compare loads", true},
    FeatureSpec{"WA_BIAS", "the previous CPU is given an advantage in that", true},
    FeatureSpec{"UTIL_EST", "estimate the utilisation of sleeping tasks", true},
    FeatureSpec{"UTIL_EST_FASTUP", "that estimate rises at once", true},
    FeatureSpec{"NI_RANDOM", "try newidle balancing in proportion to its success", true,
                "in the long-term release 6.1.192, not in 6.1.0"},
    FeatureSpec{"ALT_PERIOD", "the period counts the tasks of all groups", true},
    FeatureSpec{"BASE_SLICE", "no slice is below the minimum granularity", true}};

constexpr std::array kPresets{
    SchedulerPreset{.id = "cfs-2.6.32",
                    .title = "CFS of Linux 2.6.32",
                    .provenance = "read in sched.c, sched_fair.c and sched_features.h of 2.6.32",
                    .release = 20632,
                    .hz = 250,
                    .tunables = kTunables32,
                    .features = kFeatures32},
    SchedulerPreset{.id = "cfs-2.6.33",
                    .title = "CFS of Linux 2.6.33 and 2.6.34",
                    .provenance = "values read in 2.6.33 and 2.6.34; rules as read in 2.6.32 and "
                                  "2.6.35, the scaling over at most 8 CPUs in 2.6.33",
                    .release = 20633,
                    .hz = 250,
                    .tunables = kTunables33,
                    .features = kFeatures33},
    SchedulerPreset{.id = "cfs-2.6.35",
                    .title = "CFS of Linux 2.6.35",
                    .provenance = "read in sched.c and sched_fair.c of 2.6.35; values by commit "
                                  "21406928afe of March 2010",
                    .release = 20635,
                    .hz = 250,
                    .tunables = kTunables35,
                    .features = kFeatures35},
    SchedulerPreset{.id = "cfs-2.6.36",
                    .title = "CFS of Linux 2.6.36",
                    .provenance = "2.6.35 with 0.75 ms and 8 tasks by commit 0bf377bbb0b of "
                                  "September 2010; read in 2.6.36",
                    .release = 20636,
                    .hz = 250,
                    .tunables = kTunables36,
                    .features = kFeatures35},
    SchedulerPreset{.id = "cfs-2.6.35-lowlatency",
                    .title = "CFS of Linux 2.6.35 with the low-latency features of August 2010",
                    .provenance = "2.6.35 and eight switches, all off as in mainline; what each "
                                  "rests on stands beside it",
                    .release = 20635,
                    .hz = 1000,
                    .tunables = kTunables35,
                    .features = kFeaturesLowLatency},
    SchedulerPreset{.id = "cfs-2.6.36-dyngran",
                    .title = "CFS of Linux 2.6.36 with dynamic granularity of September 2010",
                    .provenance = "first of two patches, from memory: 2 ms to 0.75 ms as runnable "
                                  "tasks grow from 3 to 8; the second is not modelled",
                    .release = 20636,
                    .hz = 1000,
                    .tunables = kTunablesDynamic,
                    .features = kFeatures35},
    SchedulerPreset{.id = "cfs-6.1",
                    .title = "CFS of Linux 6.1",
                    .provenance = "read in fair.c, core.c, pelt.c, topology.c and features.h of "
                                  "6.1.192, the long-term release in Debian 12",
                    .release = 60100,
                    .hz = 250,
                    .tunables = kTunables61,
                    .features = kFeatures61},
};

}  // namespace

std::span<const SchedulerPreset> cfsPresets()
{
    return kPresets;
}

}  // namespace resched

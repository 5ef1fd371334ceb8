// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later

// EEVDF. Values: fair.c, deadline.c, rt.c and features.h of 6.6.57, 6.12.117 and 6.18.35.
#include "sched/preset_tables.h"

#include <array>

namespace resched {
namespace {

using namespace presets;

constexpr TunableSpec baseSlice(std::int64_t base)
{
    return {.name = "base_slice_ns",
            .description = "length of one request for the CPU",
            .base = base,
            .scaling = Scaling::LogEight,
            .minimum = 100 * kMicrosecond};
}

constexpr TunableSpec fairRuntime =
    time("fair_server_runtime_ns", "fair tasks get so much of a period against real-time tasks",
         50 * kMillisecond, 0, 10 * kSecond);
constexpr TunableSpec fairPeriod =
    time("fair_server_period_ns", "period of the fair server", kSecond, kMillisecond, 60 * kSecond);

constexpr std::array kTunables66{
    baseSlice(750 * kMicrosecond),
    migrationCost,
    nrMigrate,
    cfsBandwidthSlice,
    autogroup(true),
    rrTimeslice,
    rtPeriod,
    rtRuntime,
    preemptModel(3),
};

constexpr auto tunablesFrom612(std::size_t preemptModels)
{
    return std::array{
        baseSlice(700 * kMicrosecond),
        migrationCost,
        nrMigrate,
        cfsBandwidthSlice,
        autogroup(true),
        rrTimeslice,
        fairRuntime,
        fairPeriod,
        preemptModel(preemptModels),
    };
}

constexpr auto kTunables612 = tunablesFrom612(3);
constexpr auto kTunables618 = tunablesFrom612(4);

constexpr FeatureSpec kPlaceLag{"PLACE_LAG", "a waking task gets back the lag it left with", true};
constexpr FeatureSpec kInitial{"PLACE_DEADLINE_INITIAL",
                               "a forked child starts with half a request", true};
constexpr FeatureSpec kRelDeadline{"PLACE_REL_DEADLINE",
                                   "a moved task keeps the rest of its request", true};
constexpr FeatureSpec kParity{"RUN_TO_PARITY", "the running task keeps the CPU to its deadline",
                              true};
constexpr FeatureSpec kShort{"PREEMPT_SHORT", "a woken task with a shorter slice may preempt",
                             true};
constexpr FeatureSpec kNext{"NEXT_BUDDY", "prefer the task woken last", false};
constexpr FeatureSpec kPickBuddy{"PICK_BUDDY", "an eligible buddy is picked first", true};
constexpr FeatureSpec kDelay{"DELAY_DEQUEUE", "a task that sleeps while in debt stays queued",
                             true};
constexpr FeatureSpec kDelayZero{"DELAY_ZERO", "a delayed task leaves without credit", true};
constexpr FeatureSpec kCacheHot{"CACHE_HOT_BUDDY", "balancing leaves buddies where they are", true};
constexpr FeatureSpec kPreempt{"WAKEUP_PREEMPTION", "a woken task may preempt the running one",
                               true};
constexpr FeatureSpec kHrtick{"HRTICK", "end slices by a high-resolution timer", false};
constexpr FeatureSpec kDoubleTick{"DOUBLE_TICK", "ticks preempt although HRTICK is on", false};
constexpr FeatureSpec kNontask{"NONTASK_CAPACITY",
                               "interrupts lower a CPU's capacity; not modelled", true};
constexpr FeatureSpec kTtwuQueue{"TTWU_QUEUE",
                                 "remote wakeups are queued to their CPU; not modelled", true};
constexpr FeatureSpec kSisProp{
    "SIS_PROP", "search for an idle CPU in proportion to idle time; not modelled", false};
constexpr FeatureSpec kSisUtil{"SIS_UTIL", "search for an idle CPU less when the cache is busy",
                               true};
constexpr FeatureSpec kPushIpi{"RT_PUSH_IPI", "ask overloaded CPUs to push real-time tasks", true};
constexpr FeatureSpec kRuntimeShare{
    "RT_RUNTIME_SHARE", "an overrunning CPU borrows real-time runtime of the others", false};
constexpr FeatureSpec kLbMin{"LB_MIN", "skip tasks of very small load when balancing", false};
constexpr FeatureSpec kAgeLoad{"ATTACH_AGE_LOAD",
                               "age the load of a group that moves; not modelled", true};
constexpr FeatureSpec kWaIdle{"WA_IDLE", "affine wakeups look for idle CPUs first", true};
constexpr FeatureSpec kWaWeight{"WA_WEIGHT", "affine wakeups compare loads", true};
constexpr FeatureSpec kWaBias{"WA_BIAS", "the previous CPU is given an advantage in that", true};
constexpr FeatureSpec kUtilEst{"UTIL_EST", "estimate the utilisation of sleeping tasks", true};
constexpr FeatureSpec kFastUp{"UTIL_EST_FASTUP", "that estimate rises at once", true};
constexpr FeatureSpec kNiRandom{"NI_RANDOM", "try newidle balancing in proportion to its success",
                                true, "in the long-term release, not in the first one"};

constexpr std::array kFeatures66{
    kPlaceLag,
    FeatureSpec{"PLACE_DEADLINE_INITIAL", "no effect: a later placement of the child overrides it",
                true},
    kParity,
    kNext,
    kCacheHot,
    kPreempt,
    kHrtick,
    kDoubleTick,
    kNontask,
    kTtwuQueue,
    kSisProp,
    kSisUtil,
    kPushIpi,
    kRuntimeShare,
    kLbMin,
    kAgeLoad,
    kWaIdle,
    kWaWeight,
    kWaBias,
    kUtilEst,
    kFastUp};

constexpr std::array kFeatures612{kPlaceLag, kInitial,   kRelDeadline,  kParity,    kShort,
                                  kNext,     kPickBuddy, kDelay,        kDelayZero, kCacheHot,
                                  kPreempt,  kHrtick,    kDoubleTick,   kNontask,   kTtwuQueue,
                                  kSisUtil,  kPushIpi,   kRuntimeShare, kLbMin,     kAgeLoad,
                                  kWaIdle,   kWaWeight,  kWaBias,       kUtilEst,   kNiRandom};

constexpr std::array kFeatures618{
    kPlaceLag,     kInitial,  kRelDeadline, kParity, kShort,    kNext,      kPickBuddy, kDelay,
    kDelayZero,    kCacheHot, kPreempt,     kHrtick, kNontask,  kTtwuQueue, kSisUtil,   kPushIpi,
    kRuntimeShare, kLbMin,    kAgeLoad,     kWaIdle, kWaWeight, kWaBias,    kUtilEst,   kNiRandom};

constexpr std::array kPresets{
    SchedulerPreset{.id = "eevdf-6.6",
                    .title = "EEVDF of Linux 6.6",
                    .provenance =
                        "read in fair.c, core.c and features.h of a vendor's 6.6.57; ties "
                        "of deadlines by convention (the running task, then vruntime)",
                    .release = 60600,
                    .hz = 250,
                    .tunables = kTunables66,
                    .features = kFeatures66},
    SchedulerPreset{.id = "eevdf-6.12",
                    .title = "EEVDF of Linux 6.12",
                    .provenance = "read in fair.c, deadline.c, rt.c and features.h of 6.12.117, "
                                  "the long-term release in Debian; 6.12.0 had 0.75 ms by memory",
                    .release = 61200,
                    .hz = 250,
                    .tunables = kTunables612,
                    .features = kFeatures612},
    SchedulerPreset{.id = "eevdf-6.18",
                    .title = "EEVDF of Linux 6.18",
                    .provenance = "read in fair.c, deadline.c, rt.c and features.h of a vendor's "
                                  "6.18.35, with what later stable releases added",
                    .release = 61800,
                    .hz = 250,
                    .tunables = kTunables618,
                    .features = kFeatures618},
};

}  // namespace

std::span<const SchedulerPreset> eevdfPresets()
{
    return kPresets;
}

}  // namespace resched

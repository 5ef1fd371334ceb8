// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sched/generation.h"

#include <algorithm>
#include <string_view>

namespace resched {

namespace {

std::int64_t tunableOr(const ResolvedSettings& settings, std::string_view name,
                       std::int64_t otherwise)
{
    for (std::size_t i = 0; i < settings.preset->tunables.size(); ++i) {
        if (settings.preset->tunables[i].name == name) return settings.tunables[i];
    }
    return otherwise;
}

bool featureOr(const ResolvedSettings& settings, std::string_view name, bool otherwise)
{
    for (std::size_t i = 0; i < settings.preset->features.size(); ++i) {
        if (settings.preset->features[i].name == name) return settings.features[i];
    }
    return otherwise;
}

// --- the mechanisms of each version, oldest first; each builds on the one before ---

FairRules vruntime2624()
{
    return {
        .model = FairModel::Vruntime,
        .arithmetic = Arithmetic::Exact,
        .gentleSleepers = false,
        .lastBuddy = false,
        .migration = VruntimeTravel::ShiftByMinVruntime,
        .granularity = GranularityRule::CurrWeight,
        .nextRule = NextBuddyRule::Never,
        .lastRule = LastBuddyRule::Never,
        .buddyOrder = BuddyOrder::NextThenLast,
        .buddiesNeedCrowd = false,
        .leadRule = false,
        .placeMaxAtFork = false,
        .placeBeforeLoad = true,
        .forkOnParentQueue = false,
        .forkAlwaysResched = true,
        .minVruntimeAtDequeue = false,
        .leavingCurrCounts = true,
        .repickRestartsSlice = true,
        .skipBuddy = false,
        .tickClearsBuddies = false,
        .idlePolicyNeverPreempts = false,
        .idleWeight2 = true,
        .throttle = ThrottleRule::None,
        .rtPlacement = RtPlacement::None,
        .rtPushPull = false,
    };
}

FairRules vruntime2631()
{
    FairRules r = vruntime2624();
    r.arithmetic = Arithmetic::RoundedUp;
    r.lastBuddy = true;
    r.adaptiveGranularity = true;
    r.granularity = GranularityRule::WokenWeight;
    r.nextRule = NextBuddyRule::EveryWakeup;
    r.lastRule = LastBuddyRule::EveryWakeup;
    r.placeBeforeLoad = false;
    r.forkAlwaysResched = false;
    r.minVruntimeAtDequeue = true;
    r.tickClearsBuddies = true;
    r.idlePolicyNeverPreempts = true;
    r.wakerAverages = true;
    r.idleWeight2 = false;
    r.throttle = ThrottleRule::Period;
    r.rtRuntimeShare = true;
    r.rtPlacement = RtPlacement::AvoidRtCurr;
    r.rtPushPull = true;
    return r;
}

// The branch of September 2009: tunables and features first, the mechanisms of 2.6.32 in October.
FairRules vruntimeSeptember2009(bool clearsBuddies)
{
    FairRules r = vruntime2631();
    r.placeMaxAtFork = true;
    // NEXT_BUDDY became a feature on the 11th.
    if (clearsBuddies) r.nextRule = NextBuddyRule::WithFeature;
    r.clearAllBuddiesAtPick = clearsBuddies;
    return r;
}

FairRules vruntime2632()
{
    FairRules r = vruntime2631();
    r.placeMaxAtFork = true;
    r.nextRule = NextBuddyRule::WithFeature;
    r.lastRule = LastBuddyRule::OnPreemption;
    r.buddyOrder = BuddyOrder::LastWins;
    r.buddiesNeedCrowd = true;
    r.gentleSleepers = true;
    r.leadRule = true;
    r.leadIsUnsigned = true;
    return r;
}

FairRules vruntime2635()
{
    FairRules r = vruntime2632();
    r.adaptiveGranularity = false;
    r.wakerAverages = false;
    r.migration = VruntimeTravel::RelativeAlways;
    r.forkOnParentQueue = true;
    r.normalizeAfterMinUpdate = true;
    return r;
}

FairRules vruntime61()
{
    FairRules r = vruntime2635();
    r.arithmetic = Arithmetic::Truncated;
    r.altPeriod = true;
    r.baseSliceFloor = true;
    r.migration = VruntimeTravel::RelativeOnMigration;
    r.nextRule = NextBuddyRule::OnPreemption;
    r.buddyOrder = BuddyOrder::NextWins;
    r.leadIsUnsigned = false;
    r.normalizeAfterMinUpdate = false;
    r.leavingCurrCounts = false;
    r.repickRestartsSlice = false;
    r.skipBuddy = true;
    r.rtRuntimeShare = false;
    r.rtPlacement = RtPlacement::AvoidMoreImportant;
    return r;
}

FairRules eevdf66()
{
    FairRules r = vruntime61();
    r.model = FairModel::Eevdf;
    r.migration = VruntimeTravel::Lag;
    r.skipBuddy = false;
    return r;
}

FairRules eevdf612()
{
    FairRules r = eevdf66();
    r.deadlineOrder = true;
    r.yieldForfeits = true;
    r.placeRelDeadline = true;
    r.preemptShort = true;
    r.pickBuddy = true;
    r.delayDequeue = true;
    r.delayZero = true;
    r.throttle = ThrottleRule::FairServer;
    return r;
}

FairRules eevdf618()
{
    FairRules r = eevdf612();
    r.protectByVprot = true;
    r.lagLimitOfQueue = true;
    return r;
}

FairRules waitRuntime2623()
{
    FairRules r = vruntime2624();
    r.model = FairModel::WaitRuntime;
    r.arithmetic = Arithmetic::Rounded;
    r.forkAlwaysResched = false;
    r.syncOwnCpuUnchecked = true;
    r.rrByNice = true;
    return r;
}

FairRules waitRuntimeFirst()
{
    FairRules r = waitRuntime2623();
    r.firstReleases = true;
    r.sleeperAvg = true;
    return r;
}

// 2.6.25 to 2.6.30 between the versions that were read in full; see scheduler_table for what each
// preset rests on.
FairRules vruntime2625(int release)
{
    FairRules r = vruntime2624();
    r.arithmetic = release >= 20626 ? Arithmetic::RoundedUp : Arithmetic::Rounded;
    r.granularity = GranularityRule::HeavyCurrWeight;
    r.nextRule = NextBuddyRule::EveryWakeup;
    r.placeBeforeLoad = release < 20626;
    r.throttle = ThrottleRule::Period;
    r.rtRuntimeShare = true;
    r.rtPlacement = RtPlacement::AvoidRtCurr;
    r.rtPushPull = true;
    if (release >= 20628) {
        r.forkAlwaysResched = false;
        r.minVruntimeAtDequeue = true;
        r.lastBuddy = true;
        r.lastRule = LastBuddyRule::EveryWakeup;
    }
    if (release >= 20629) {
        r.tickClearsBuddies = true;
        r.idlePolicyNeverPreempts = true;
        r.idleWeight2 = false;
    }
    if (release >= 20630) {
        r.granularity = GranularityRule::WokenWeight;
        r.adaptiveGranularity = true;
        r.wakerAverages = true;
    }
    return r;
}

FairRules mechanismsOf(const SchedulerPreset& preset)
{
    const int release = preset.release;
    if (preset.id.starts_with("o1-") || preset.id.starts_with("bfs-")) {
        // Their real-time class is that of the kernel they came with.
        FairRules r = preset.id.starts_with("o1-") ? waitRuntime2623() : vruntime2631();
        r.model = preset.id.starts_with("o1-") ? FairModel::O1 : FairModel::Bfs;
        return r;
    }
    if (preset.id.starts_with("cfs-tip-2009")) {
        return vruntimeSeptember2009(preset.id == "cfs-tip-20090916");
    }
    if (preset.id.starts_with("cfs-v1") || preset.id.starts_with("cfs-2.6.23-rc")) {
        return waitRuntimeFirst();
    }
    if (release >= 61800) return eevdf618();
    if (release >= 61200) return eevdf612();
    if (release >= 60600) return eevdf66();
    if (release >= 60100) return vruntime61();
    if (release >= 20633) return vruntime2635();
    if (release == 20632) return vruntime2632();
    if (release == 20631) return vruntime2631();
    if (release >= 20625) return vruntime2625(release);
    if (release == 20624) return vruntime2624();
    return waitRuntime2623();
}

void applyTunables(FairRules& r, const ResolvedSettings& settings)
{
    const auto set = [&](std::int64_t& field, std::string_view name) {
        field = tunableOr(settings, name, field);
    };
    set(r.latency, "latency_ns");
    set(r.minGranularity, "min_granularity_ns");
    set(r.idleMinGranularity, "idle_min_granularity_ns");
    set(r.nrLatency, "nr_latency");
    set(r.nrLatencyMax, "nr_latency_max");
    set(r.stdGranularity, "std_granularity_ns");
    set(r.wakeupGranularity, "wakeup_granularity_ns");
    set(r.batchWakeupGranularity, "batch_wakeup_granularity_ns");
    set(r.baseSlice, "base_slice_ns");
    set(r.migrationCost, "migration_cost_ns");
    r.runtimeLimit = tunableOr(settings, "runtime_limit_ns", r.latency);
    // The one knob of CFS version 1: preemption at ticks and at wakeups by the same amount.
    if (const std::int64_t g = tunableOr(settings, "granularity_ns", 0); g > 0) {
        r.minGranularity = r.wakeupGranularity = r.batchWakeupGranularity = g;
        r.runtimeLimit = 4 * g;
    }
    r.childRunsFirst = tunableOr(settings, "child_runs_first", r.childRunsFirst ? 1 : 0) != 0;
    r.compatYield = tunableOr(settings, "compat_yield", 0) != 0;
    for (const TunableSpec& tunable : settings.preset->tunables) {
        if (tunable.name == "base_slice_ns") r.unscaledBaseSlice = tunable.base;
    }
    set(r.rtPeriod, "rt_period_ns");
    set(r.rtRuntime, "rt_runtime_ns");
    set(r.bandwidthSlice, "cfs_bandwidth_slice_ns");
    r.autogroup = tunableOr(settings, "autogroup_enabled", 0) != 0;
    r.preempt = static_cast<PreemptModel>(tunableOr(settings, "preempt", 1));
    set(r.bfsInterval, "rr_interval_ns");
    set(r.fairServerRuntime, "fair_server_runtime_ns");
    set(r.fairServerPeriod, "fair_server_period_ns");
}

void applyFeatures(FairRules& r, const ResolvedSettings& settings)
{
    const auto set = [&](bool& field, std::string_view name) {
        field = featureOr(settings, name, field);
    };
    set(r.fairSleepers, "FAIR_SLEEPERS");
    set(r.fairSleepers, "NEW_FAIR_SLEEPERS");
    set(r.gentleSleepers, "GENTLE_FAIR_SLEEPERS");
    set(r.startDebit, "START_DEBIT");
    set(r.wakeupPreemption, "WAKEUP_PREEMPT");
    set(r.wakeupPreemption, "WAKEUP_PREEMPTION");
    set(r.nextBuddy, "NEXT_BUDDY");
    set(r.lastBuddy, "LAST_BUDDY");
    set(r.adaptiveGranularity, "ADAPTIVE_GRAN");
    set(r.altPeriod, "ALT_PERIOD");
    set(r.baseSliceFloor, "BASE_SLICE");
    set(r.hrtick, "HRTICK");
    set(r.doubleTick, "DOUBLE_TICK");
    set(r.placeLag, "PLACE_LAG");
    set(r.placeDeadlineInitial, "PLACE_DEADLINE_INITIAL");
    set(r.placeRelDeadline, "PLACE_REL_DEADLINE");
    set(r.runToParity, "RUN_TO_PARITY");
    set(r.preemptShort, "PREEMPT_SHORT");
    set(r.pickBuddy, "PICK_BUDDY");
    set(r.delayDequeue, "DELAY_DEQUEUE");
    set(r.delayZero, "DELAY_ZERO");
    set(r.sleeperAvg, "SLEEPER_AVG");
    set(r.rtRuntimeShare, "RT_RUNTIME_SHARE");
    set(r.leadIsUnsigned, "TICK_UNSIGNED_COMPARE");
    set(r.asymmetricGranularity, "ASYM_GRAN");
    set(r.normalizedSleeper, "NORMALIZED_SLEEPER");
    set(r.wakeupOverlap, "WAKEUP_OVERLAP");
    set(r.wakeupRunning, "WAKEUP_RUNNING");
    set(r.idealSlice, "IDEAL_SLICE");
    set(r.minVruntimeOfLeftmost, "MIN_VRUNTIME_LEFTMOST");
    set(r.dynMinVruntime, "DYN_MIN_VRUNTIME");
    set(r.fairSleepersInteractive, "FAIR_SLEEPERS_INTERACTIVE");
    set(r.fairSleepersTimer, "FAIR_SLEEPERS_TIMER");
    set(r.interactiveWakeups, "INTERACTIVE");
    set(r.timerWakeups, "TIMER");
    set(r.interactiveForkExpedited, "INTERACTIVE_FORK_EXPEDITED");
    set(r.timerForkExpedited, "TIMER_FORK_EXPEDITED");
}

}  // namespace

FairRules fairRules(const ResolvedSettings& settings, int hz)
{
    FairRules r = mechanismsOf(*settings.preset);
    r.tickPeriod = 1'000'000'000 / hz;
    applyTunables(r, settings);
    applyFeatures(r, settings);
    const std::int64_t timeslice = tunableOr(settings, "rr_timeslice_ns", 100'000'000);
    r.rrTimesliceTicks = std::max<std::int64_t>(timeslice / r.tickPeriod, 1);
    return r;
}

}  // namespace resched

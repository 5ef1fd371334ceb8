// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sched/smp_rules.h"

#include <algorithm>
#include <array>

namespace resched {
namespace {

// A preset that lacks the bit behaves as the release did without it.
bool featureOr(const ResolvedSettings& settings, std::string_view name, bool otherwise)
{
    const auto& features = settings.preset->features;
    const bool known = std::any_of(features.begin(), features.end(),
                                   [&](const FeatureSpec& spec) { return spec.name == name; });
    return known ? settings.feature(name) : otherwise;
}

std::int64_t tunableOr(const ResolvedSettings& settings, std::string_view name,
                       std::int64_t otherwise)
{
    const auto& tunables = settings.preset->tunables;
    const bool known = std::any_of(tunables.begin(), tunables.end(),
                                   [&](const TunableSpec& spec) { return spec.name == name; });
    return known ? settings.tunable(name) : otherwise;
}

}  // namespace

SmpGeneration smpGenerationOf(const SchedulerPreset& preset)
{
    struct Since
    {
        int release;
        SmpGeneration generation;
    };
    static constexpr std::array<Since, 11> kSince{{{61800, SmpGeneration::V6_18},
                                                   {61200, SmpGeneration::V6_12},
                                                   {60600, SmpGeneration::V6_6},
                                                   {60100, SmpGeneration::V6_1},
                                                   {20635, SmpGeneration::V2_6_35},
                                                   {20633, SmpGeneration::V2_6_33},
                                                   {20632, SmpGeneration::V2_6_32},
                                                   {20628, SmpGeneration::V2_6_28},
                                                   {20625, SmpGeneration::V2_6_25},
                                                   {20624, SmpGeneration::V2_6_24},
                                                   {0, SmpGeneration::V2_6_23}}};
    // Placement was merged into one function on 10 September 2009, and the search for an idle CPU
    // at wakeups that came with it was switched off on the 16th.
    if (preset.id == "cfs-tip-20090916") return SmpGeneration::V2_6_32;
    if (preset.id.starts_with("cfs-tip-200909")) return SmpGeneration::Tip2009;
    return std::find_if(kSince.begin(), kSince.end(),
                        [&](const Since& since) { return preset.release >= since.release; })
        ->generation;
}

SmpRules smpRulesOf(const ResolvedSettings& settings, int hz)
{
    SmpRules rules;
    rules.generation = smpGenerationOf(*settings.preset);
    rules.hz = hz;
    // 2.6.23 knew neither hotness nor a bound but that of the loop.
    rules.migrationCost = tunableOr(settings, "migration_cost_ns", 0);
    rules.nrMigrate = static_cast<int>(tunableOr(settings, "nr_migrate", 32));
    rules.affineWakeups = featureOr(settings, "AFFINE_WAKEUPS", true);
    rules.syncWakeups = featureOr(settings, "SYNC_WAKEUPS", true);
    rules.syncLess = featureOr(settings, "SYNC_LESS", true);
    rules.syncMore = featureOr(settings, "SYNC_MORE", false);
    rules.lbBias = featureOr(settings, "LB_BIAS", true);
    rules.cacheHotBuddy = featureOr(settings, "CACHE_HOT_BUDDY", false);
    rules.waIdle = featureOr(settings, "WA_IDLE", true);
    rules.waWeight = featureOr(settings, "WA_WEIGHT", true);
    rules.waBias = featureOr(settings, "WA_BIAS", true);
    rules.sisUtil = featureOr(settings, "SIS_UTIL", true);
    rules.newidleRandom = featureOr(settings, "NI_RANDOM", false);
    rules.lbMin = featureOr(settings, "LB_MIN", false);
    rules.utilEst = featureOr(settings, "UTIL_EST", true);
    rules.utilEstFastUp = featureOr(settings, "UTIL_EST_FASTUP", true);
    rules.countsNewidle = settings.preset->release == 20635;
    return rules;
}

}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sched/scheduler_table.h"

#include <gtest/gtest.h>

#include <set>
#include <tuple>

namespace resched {
namespace {

std::int64_t valueOf(const char* scheduler, const char* tunable, int cpus)
{
    const auto resolved = resolve({.scheduler = scheduler}, cpus);
    EXPECT_TRUE(resolved) << scheduler;
    return resolved->tunable(tunable);
}

bool featureOf(const char* scheduler, const char* feature)
{
    const auto resolved = resolve({.scheduler = scheduler}, 1);
    EXPECT_TRUE(resolved) << scheduler;
    return resolved->feature(feature);
}

constexpr std::int64_t kMs = 1'000'000;

TEST(SchedulerTable, EveryPresetIsNamedOnceAndSaysWhereItComesFrom)
{
    std::set<std::string_view> ids;
    for (const SchedulerPreset& preset : schedulers()) {
        EXPECT_TRUE(ids.insert(preset.id).second) << preset.id;
        EXPECT_FALSE(preset.title.empty()) << preset.id;
        EXPECT_FALSE(preset.provenance.empty()) << preset.id;
        EXPECT_GE(preset.release, 20621) << preset.id;
        EXPECT_EQ(findScheduler(preset.id), &preset);
    }
    for (const char* id :
         {"cfs-2.6.23", "cfs-2.6.24", "cfs-2.6.25", "cfs-2.6.28", "cfs-2.6.31", "cfs-tip-20090909",
          "cfs-tip-20090910", "cfs-tip-20090916", "cfs-2.6.32", "cfs-2.6.35", "cfs-2.6.36",
          "cfs-6.1", "eevdf-6.6", "eevdf-6.12", "eevdf-6.18"}) {
        EXPECT_TRUE(ids.contains(id)) << id;
    }
    EXPECT_EQ(findScheduler("cfs-9.9"), nullptr);
}

TEST(SchedulerTable, DefaultsAreWithinTheirRangesAndNamesUniqueInEachPreset)
{
    for (const SchedulerPreset& preset : schedulers()) {
        std::set<std::string_view> names;
        for (const TunableSpec& spec : preset.tunables) {
            EXPECT_TRUE(names.insert(spec.name).second) << preset.id << ' ' << spec.name;
            EXPECT_FALSE(spec.description.empty()) << spec.name;
            for (int cpus : {1, 2, 8, 64, 4096}) {
                EXPECT_GE(defaultValue(spec, cpus), spec.minimum) << preset.id << ' ' << spec.name;
                EXPECT_LE(defaultValue(spec, cpus), spec.maximum) << preset.id << ' ' << spec.name;
            }
            EXPECT_EQ(spec.name.ends_with("_ns"), spec.unit == TunableUnit::Nanoseconds)
                << spec.name;
        }
        for (const FeatureSpec& spec : preset.features) {
            EXPECT_TRUE(names.insert(spec.name).second) << preset.id << ' ' << spec.name;
            EXPECT_FALSE(spec.description.empty()) << spec.name;
        }
    }
}

TEST(SchedulerTable, HasEachReleasesDefaultsOnOneCpu)
{
    using Row = std::tuple<const char*, std::int64_t, std::int64_t, std::int64_t, std::int64_t>;
    for (const auto& [id, latency, least, wakeup, nr] :
         {Row{"cfs-2.6.24", 20 * kMs, 4 * kMs, 10 * kMs, 5},
          Row{"cfs-2.6.25", 20 * kMs, 4 * kMs, 5 * kMs, 5},
          Row{"cfs-2.6.26", 20 * kMs, 4 * kMs, 10 * kMs, 5},
          Row{"cfs-2.6.27", 20 * kMs, 4 * kMs, 5 * kMs, 5},
          Row{"cfs-2.6.31", 20 * kMs, 4 * kMs, 5 * kMs, 5},
          Row{"cfs-tip-20090909", 5 * kMs, kMs, kMs, 5}, Row{"cfs-2.6.32", 5 * kMs, kMs, kMs, 5},
          Row{"cfs-2.6.33", 5 * kMs, kMs, kMs, 5}, Row{"cfs-2.6.35", 6 * kMs, 2 * kMs, kMs, 3},
          Row{"cfs-2.6.36", 6 * kMs, 750'000, kMs, 8}, Row{"cfs-6.1", 6 * kMs, 750'000, kMs, 8}}) {
        EXPECT_EQ(valueOf(id, "latency_ns", 1), latency) << id;
        EXPECT_EQ(valueOf(id, "min_granularity_ns", 1), least) << id;
        EXPECT_EQ(valueOf(id, "wakeup_granularity_ns", 1), wakeup) << id;
        EXPECT_EQ(valueOf(id, "nr_latency", 1), nr) << id;
    }
    EXPECT_EQ(valueOf("eevdf-6.6", "base_slice_ns", 1), 750'000);
    EXPECT_EQ(valueOf("eevdf-6.12", "base_slice_ns", 1), 700'000);
    EXPECT_EQ(valueOf("eevdf-6.18", "base_slice_ns", 1), 700'000);
}

TEST(SchedulerTable, ScalesByTheCpuCountAsEachReleaseDid)
{
    // All CPUs count and 200 ms cap up to 2.6.32.
    EXPECT_EQ(valueOf("cfs-2.6.31", "latency_ns", 4), 60 * kMs);
    EXPECT_EQ(valueOf("cfs-2.6.31", "min_granularity_ns", 4), 12 * kMs);
    EXPECT_EQ(valueOf("cfs-2.6.31", "wakeup_granularity_ns", 8), 20 * kMs);
    EXPECT_EQ(valueOf("cfs-2.6.31", "wakeup_granularity_ns", 64), 35 * kMs);
    EXPECT_EQ(valueOf("cfs-2.6.31", "latency_ns", 1024), 200 * kMs);
    EXPECT_EQ(valueOf("cfs-2.6.23", "latency_ns", 16), 100 * kMs);
    EXPECT_EQ(valueOf("cfs-2.6.23", "wakeup_granularity_ns", 16), 5 * kMs);
    // At most eight later.
    EXPECT_EQ(valueOf("cfs-2.6.35", "latency_ns", 3), 12 * kMs);
    EXPECT_EQ(valueOf("cfs-2.6.35", "latency_ns", 7), 18 * kMs);
    EXPECT_EQ(valueOf("cfs-2.6.35", "latency_ns", 64), 24 * kMs);
    EXPECT_EQ(valueOf("cfs-6.1", "min_granularity_ns", 4), 2'250'000);
    EXPECT_EQ(valueOf("cfs-6.1", "idle_min_granularity_ns", 64), 750'000);
    EXPECT_EQ(valueOf("eevdf-6.6", "base_slice_ns", 8), 3 * kMs);
    EXPECT_EQ(valueOf("eevdf-6.12", "base_slice_ns", 128), 2'800'000);
}

TEST(SchedulerTable, KnowsWhatEachStepOfSeptember2009Changed)
{
    EXPECT_EQ(valueOf("cfs-2.6.31", "child_runs_first", 1), 1);
    EXPECT_EQ(valueOf("cfs-tip-20090909", "child_runs_first", 1), 0);
    EXPECT_TRUE(featureOf("cfs-tip-20090909", "NEW_FAIR_SLEEPERS"));
    EXPECT_FALSE(featureOf("cfs-tip-20090910", "NEW_FAIR_SLEEPERS"));
    EXPECT_TRUE(featureOf("cfs-tip-20090916", "FAIR_SLEEPERS"));
    EXPECT_TRUE(featureOf("cfs-tip-20090916", "GENTLE_FAIR_SLEEPERS"));
    EXPECT_FALSE(featureOf("cfs-2.6.31", "GENTLE_FAIR_SLEEPERS"));
    EXPECT_TRUE(featureOf("cfs-2.6.32", "GENTLE_FAIR_SLEEPERS"));
}

TEST(SchedulerTable, HrtickWasOnByDefaultOnlyFrom2625To2627)
{
    for (const char* id : {"cfs-2.6.25", "cfs-2.6.26", "cfs-2.6.27"}) {
        EXPECT_TRUE(featureOf(id, "HRTICK")) << id;
    }
    for (const char* id : {"cfs-2.6.24", "cfs-2.6.28", "cfs-2.6.35", "cfs-6.1", "eevdf-6.18"}) {
        EXPECT_FALSE(featureOf(id, "HRTICK")) << id;
    }
}

TEST(SchedulerTable, RecomputesNrLatencyWhereTheKernelDoes)
{
    const auto nrOf = [](SchedulerSettings settings) {
        const auto resolved = resolve(settings, 1);
        EXPECT_TRUE(resolved);
        return resolved->tunable("nr_latency");
    };
    EXPECT_EQ(nrOf({.scheduler = "cfs-2.6.35", .tunables = {{"min_granularity_ns", 750'000}}}), 8);
    EXPECT_EQ(nrOf({.scheduler = "cfs-2.6.35", .tunables = {{"latency_ns", 7 * kMs}}}), 4);
    EXPECT_EQ(nrOf({.scheduler = "cfs-2.6.35",
                    .tunables = {{"min_granularity_ns", 750'000}, {"nr_latency", 3}}}),
              3);
    // Plain debugfs numbers since 5.13.
    EXPECT_EQ(nrOf({.scheduler = "cfs-6.1", .tunables = {{"min_granularity_ns", 250'000}}}), 8);
}

TEST(SchedulerTable, RefusesWhatAPresetDoesNotHaveAndSaysWhatItHas)
{
    auto unknown = resolve({.scheduler = "cfs-7"}, 1);
    ASSERT_FALSE(unknown);
    EXPECT_NE(describe(unknown.error()).find("eevdf-6.18"), std::string::npos);
    auto tunable = resolve({.scheduler = "eevdf-6.6", .tunables = {{"latency_ns", 1}}}, 1);
    ASSERT_FALSE(tunable);
    EXPECT_EQ(tunable.error().what, "eevdf-6.6 has no tunable 'latency_ns'");
    EXPECT_NE(tunable.error().expected.find("base_slice_ns"), std::string::npos);
    auto feature = resolve({.scheduler = "cfs-6.1", .features = {{"PLACE_LAG", true}}}, 1);
    ASSERT_FALSE(feature);
    EXPECT_EQ(feature.error().what, "cfs-6.1 has no feature 'PLACE_LAG'");
    auto range = resolve({.scheduler = "cfs-6.1", .tunables = {{"latency_ns", 1}}}, 1);
    ASSERT_FALSE(range);
    EXPECT_EQ(range.error().what, "latency_ns cannot be 1 in cfs-6.1");
    EXPECT_EQ(range.error().expected, "100000 to 1000000000 ns");
    EXPECT_FALSE(resolve({.scheduler = "cfs-6.1", .tunables = {{"child_runs_first", 2}}}, 1));
}

TEST(SchedulerTable, TakesTunablesAsTheKernelAndTheUserWriteThem)
{
    SchedulerSettings settings;
    for (const char* text : {"min_granularity_ns=3ms", "sched_latency_ns=24000000",
                             "kernel.sched_rt_runtime_us=900000", "rr_timeslice_ms=20",
                             "wakeup_granularity_ns=0", "rt_period_us=2s"}) {
        EXPECT_TRUE(applyTunable(settings, text)) << text;
    }
    EXPECT_EQ(settings.tunables, (decltype(settings.tunables){{"min_granularity_ns", 3 * kMs},
                                                              {"latency_ns", 24 * kMs},
                                                              {"rt_runtime_ns", 900 * kMs},
                                                              {"rr_timeslice_ns", 20 * kMs},
                                                              {"wakeup_granularity_ns", 0},
                                                              {"rt_period_ns", 2000 * kMs}}));
    EXPECT_TRUE(applyTunable(settings, "rt_runtime_us=-1"));
    EXPECT_EQ(settings.tunables["rt_runtime_ns"], -1);
    EXPECT_TRUE(resolve(settings, 1));
    for (const char* text : {"latency_ns", "=3ms", "latency_ns=", "latency_ns=fast",
                             "latency_ns=3 days", "latency_us=9223372036854775807"}) {
        EXPECT_FALSE(applyTunable(settings, text)) << text;
    }
}

TEST(SchedulerTable, SwitchesFeaturesByTheKernelsNames)
{
    SchedulerSettings settings;
    EXPECT_TRUE(applyFeature(settings, "NO_LAST_BUDDY"));
    EXPECT_TRUE(applyFeature(settings, "NEXT_BUDDY"));
    const auto resolved = resolve(settings, 1);
    ASSERT_TRUE(resolved);
    EXPECT_FALSE(resolved->feature("LAST_BUDDY"));
    EXPECT_TRUE(resolved->feature("NEXT_BUDDY"));
    for (const char* text : {"", "NO_", "last_buddy", "LAST BUDDY"}) {
        EXPECT_FALSE(applyFeature(settings, text)) << text;
    }
}

TEST(SchedulerTable, PicksThePresetForARecordedKernel)
{
    const auto idFor = [](const char* release) {
        const SchedulerPreset* preset = schedulerForRelease(release);
        return preset ? preset->id : "none";
    };
    EXPECT_EQ(idFor("6.1.0-57-amd64"), "cfs-6.1");
    EXPECT_EQ(idFor("6.12.117"), "eevdf-6.12");
    EXPECT_EQ(idFor("6.8.0-rc1+"), "eevdf-6.6");
    EXPECT_EQ(idFor("6.19.2-arch1"), "eevdf-6.18");
    EXPECT_EQ(idFor("7.0"), "eevdf-6.18");
    EXPECT_EQ(idFor("5.15.0-91-generic"), "cfs-6.1");
    EXPECT_EQ(idFor("3.2.0-4-amd64"), "cfs-2.6.36");
    EXPECT_EQ(idFor("2.6.38-8-generic"), "cfs-2.6.36");
    EXPECT_EQ(idFor("2.6.31.5"), "cfs-2.6.31");
    EXPECT_EQ(idFor("2.6.21"), "none");
    EXPECT_EQ(idFor(""), "none");
    EXPECT_EQ(idFor("unknown"), "none");
}

}  // namespace
}  // namespace resched

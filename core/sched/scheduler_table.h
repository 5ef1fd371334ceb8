// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The schedulers that can be chosen, as data: for each preset its tunables and feature switches
// under the kernel's names, with that version's defaults and CPU-count scaling. Settings are the
// user's choice, checked against the preset by resolve(); the simulator only ever sees resolved
// settings.

#include "base/duration.h"
#include "base/result.h"
#include "base/time.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace resched {

enum class Scaling : std::uint8_t {
    None,
    LogAll,    // x (1 + floor(log2(cpus))), all CPUs count (2.6.23 to 2.6.32)
    LogEight,  // the same with at most 8 CPUs counted (2.6.33 and later)
};

enum class TunableUnit : std::uint8_t { Nanoseconds, Count, Boolean };

struct TunableSpec
{
    std::string_view name;  // "min_granularity_ns"
    std::string_view description;
    TunableUnit unit = TunableUnit::Nanoseconds;
    std::int64_t base = 0;  // default on one CPU
    Scaling scaling = Scaling::None;
    std::int64_t cap = INT64_MAX;  // of the scaled default
    std::int64_t minimum = 0;
    std::int64_t maximum = 1'000'000'000;
    std::span<const std::string_view> choices = {};  // names of the values 0, 1, …
};

struct FeatureSpec
{
    std::string_view name;  // "GENTLE_FAIR_SLEEPERS"
    std::string_view description;
    bool enabled = false;
    std::string_view confidence = {};  // "" verified; else what the rule rests on
};

struct SchedulerPreset
{
    std::string_view id;     // "cfs-6.1"
    std::string_view title;  // "CFS of Linux 6.1"
    std::string_view provenance;
    // Of the kernel: 20631 is 2.6.31, 60100 is 6.1. Steps between two releases carry the earlier
    // one.
    int release = 0;
    int hz = 250;  // tick rate that kernels of that time were usually built with
    std::span<const TunableSpec> tunables = {};
    std::span<const FeatureSpec> features = {};
};

std::span<const SchedulerPreset> schedulers();
const SchedulerPreset* findScheduler(std::string_view id);  // null when unknown
// The preset that models a recorded kernel release best ("6.1.0-57-amd64" -> cfs-6.1), or null.
const SchedulerPreset* schedulerForRelease(std::string_view kernelRelease);

// On that many CPUs, as the kernel would show it.
std::int64_t defaultValue(const TunableSpec& tunable, int cpus);

struct SchedulerSettings
{
    std::string scheduler = "cfs-6.1";
    // Values as the kernel's files show them (already scaled); only what differs from the default.
    std::map<std::string, std::int64_t, std::less<>> tunables = {};
    std::map<std::string, bool, std::less<>> features = {};
    friend bool operator==(const SchedulerSettings&, const SchedulerSettings&) = default;
};

struct ResolvedSettings
{
    const SchedulerPreset* preset = nullptr;
    std::vector<std::int64_t> tunables = {};  // in the preset's order
    std::vector<bool> features = {};

    std::int64_t tunable(std::string_view name) const;  // asserts that the preset has it
    bool feature(std::string_view name) const;          // false where the preset lacks it
};

// Unknown names and values out of range are errors that name the preset and what it has. Where the
// kernel derives one tunable from others (nr_latency from latency_ns and min_granularity_ns, up to
// 2.6.36), a change of those moves it unless it is set itself.
Result<ResolvedSettings> resolve(const SchedulerSettings& settings, int cpus);
// "min_granularity_ns=3ms" (units ns, us, ms, s; plain numbers are ns) and "NO_LAST_BUDDY". The
// sysctl spellings "kernel.sched_latency_ns" and "sched_rt_runtime_us=950000" work too.
Result<void> applyTunable(SchedulerSettings& settings, std::string_view assignment);
Result<void> applyFeature(SchedulerSettings& settings, std::string_view feature);
// "750us", "0.75ms", "2s", "3 ms", "750000"; nothing when it is no whole number of nanoseconds.

}  // namespace resched

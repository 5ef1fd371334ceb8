// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sched/scheduler_table.h"

#include "sched/preset_tables.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <charconv>
#include <cstddef>

namespace resched {
namespace {

Error invalid(std::string what, std::string expected)
{
    return {.code = ErrorCode::InvalidArgument,
            .what = std::move(what),
            .expected = std::move(expected)};
}

template <typename Specs>
std::string namesOf(const Specs& specs)
{
    std::string names;
    for (const auto& spec : specs) {
        if (!names.empty()) names += ", ";
        names += spec.name;
    }
    return "one of " + names;
}

template <typename Specs>
std::ptrdiff_t positionOf(const Specs& specs, std::string_view name)
{
    const auto found =
        std::find_if(specs.begin(), specs.end(), [&](const auto& s) { return s.name == name; });
    return found == specs.end() ? -1 : found - specs.begin();
}

std::string inQuotes(std::string_view text)
{
    return "'" + std::string(text) + "'";
}

std::string rangeOf(const TunableSpec& spec)
{
    if (!spec.choices.empty()) {
        std::string names = "one of";
        for (const std::string_view name : spec.choices) {
            names += name == spec.choices.front() ? " " : ", ";
            names += name;
        }
        return names;
    }
    return std::to_string(spec.minimum) + " to " + std::to_string(spec.maximum) +
           (spec.unit == TunableUnit::Nanoseconds ? " ns" : "");
}

Result<void> resolveTunables(const SchedulerSettings& settings, ResolvedSettings& resolved)
{
    const auto& specs = resolved.preset->tunables;
    for (const auto& [name, value] : settings.tunables) {
        const auto at = positionOf(specs, name);
        if (at < 0) {
            return invalid(std::string(resolved.preset->id) + " has no tunable " + inQuotes(name),
                           namesOf(specs));
        }
        const TunableSpec& spec = specs[static_cast<std::size_t>(at)];
        if (value < spec.minimum || value > spec.maximum) {
            return invalid(name + " cannot be " + std::to_string(value) + " in " +
                               std::string(resolved.preset->id),
                           rangeOf(spec));
        }
        resolved.tunables[static_cast<std::size_t>(at)] = value;
    }
    return {};
}

Result<void> resolveFeatures(const SchedulerSettings& settings, ResolvedSettings& resolved)
{
    const auto& specs = resolved.preset->features;
    for (const auto& [name, enabled] : settings.features) {
        const auto at = positionOf(specs, name);
        if (at < 0) {
            return invalid(std::string(resolved.preset->id) + " has no feature " + inQuotes(name),
                           namesOf(specs));
        }
        resolved.features[static_cast<std::size_t>(at)] = enabled;
    }
    return {};
}

// Writing one of the two sysctl files recomputes it (sched_nr_latency_handler() in 2.6.24,
// sched_proc_update_handler() in 2.6.33). In 6.1 they are plain numbers in debugfs, and only a
// write to tunable_scaling recomputes it (sched_update_scaling()), so there it stays.
void deriveNrLatency(const SchedulerSettings& settings, ResolvedSettings& resolved)
{
    const auto& specs = resolved.preset->tunables;
    const auto at = positionOf(specs, "nr_latency");
    if (at < 0 || resolved.preset->release >= 51300 || settings.tunables.contains("nr_latency")) {
        return;
    }
    if (!settings.tunables.contains("latency_ns") &&
        !settings.tunables.contains("min_granularity_ns")) {
        return;
    }
    const std::int64_t least = resolved.tunable("min_granularity_ns");
    resolved.tunables[static_cast<std::size_t>(at)] =
        (resolved.tunable("latency_ns") + least - 1) / least;
}

// The value that some scheduler calls by that name.
std::optional<std::int64_t> choiceNamed(std::string_view tunable, std::string_view choice)
{
    for (const SchedulerPreset& preset : schedulers()) {
        const auto at = positionOf(preset.tunables, tunable);
        if (at < 0) continue;
        const auto& choices = preset.tunables[static_cast<std::size_t>(at)].choices;
        const auto found = std::ranges::find(choices, choice);
        if (found != choices.end()) return found - choices.begin();
    }
    return std::nullopt;
}

// "kernel.sched_rt_runtime_us" -> "rt_runtime_ns"; `unit` becomes what a plain number counts.
std::string canonicalName(std::string_view name, std::int64_t& unit)
{
    for (std::string_view prefix : {"kernel.", "sched_"}) {
        if (name.starts_with(prefix)) name.remove_prefix(prefix.size());
    }
    std::string result(name);
    unit = 1;
    if (result.ends_with("_us")) unit = 1'000;
    if (result.ends_with("_ms")) unit = 1'000'000;
    if (unit > 1) result.replace(result.size() - 3, 3, "_ns");
    return result;
}

}  // namespace

std::span<const SchedulerPreset> schedulers()
{
    static const std::vector<SchedulerPreset> all = [] {
        std::vector<SchedulerPreset> presets;
        for (const auto family :
             {classicPresets(), earlyCfsPresets(), cfsPresets(), eevdfPresets()}) {
            presets.insert(presets.end(), family.begin(), family.end());
        }
        return presets;
    }();
    return all;
}

const SchedulerPreset* findScheduler(std::string_view id)
{
    for (const SchedulerPreset& preset : schedulers()) {
        if (preset.id == id) return &preset;
    }
    return nullptr;
}

const SchedulerPreset* schedulerForRelease(std::string_view kernelRelease)
{
    std::array<int, 3> part{0, 0, 0};
    const char* at = kernelRelease.data();
    const char* const end = at + kernelRelease.size();
    for (std::size_t i = 0; i < part.size(); ++i) {
        const auto [next, error] = std::from_chars(at, end, part[i]);
        if (error != std::errc{} || part[i] < 0 || part[i] > 9999) break;
        at = next;
        if (at == end || *at != '.') break;
        ++at;
    }
    // Stable updates of 3.0 and later do not change the rules; 2.6.x are releases of their own.
    const int release = part[0] * 10000 + part[1] * 100 + (part[0] == 2 ? part[2] : 0);
    struct Range
    {
        int from;
        std::string_view id;
    };
    // 2.6.37 to 3.7 share most with 2.6.36; load tracking by entity came with 3.8.
    static constexpr std::array<Range, 17> kRanges{{{61800, "eevdf-6.18"},
                                                    {61200, "eevdf-6.12"},
                                                    {60600, "eevdf-6.6"},
                                                    {30800, "cfs-6.1"},
                                                    {20636, "cfs-2.6.36"},
                                                    {20635, "cfs-2.6.35"},
                                                    {20633, "cfs-2.6.33"},
                                                    {20632, "cfs-2.6.32"},
                                                    {20631, "cfs-2.6.31"},
                                                    {20630, "cfs-2.6.30"},
                                                    {20629, "cfs-2.6.29"},
                                                    {20628, "cfs-2.6.28"},
                                                    {20627, "cfs-2.6.27"},
                                                    {20626, "cfs-2.6.26"},
                                                    {20625, "cfs-2.6.25"},
                                                    {20624, "cfs-2.6.24"},
                                                    {20623, "cfs-2.6.23"}}};
    for (const Range& range : kRanges) {
        if (release >= range.from) return findScheduler(range.id);
    }
    return nullptr;
}

std::int64_t defaultValue(const TunableSpec& tunable, int cpus)
{
    if (tunable.scaling == Scaling::None) return tunable.base;
    const int counted =
        std::max(1, tunable.scaling == Scaling::LogEight ? std::min(cpus, 8) : cpus);
    const auto factor =
        static_cast<int>(std::bit_width(static_cast<unsigned>(counted)));  // 1 + floor(log2)
    return std::min(tunable.base * factor, tunable.cap);
}

std::int64_t ResolvedSettings::tunable(std::string_view name) const
{
    const auto at = positionOf(preset->tunables, name);
    assert(at >= 0);
    return tunables[static_cast<std::size_t>(at)];
}

bool ResolvedSettings::feature(std::string_view name) const
{
    const auto at = positionOf(preset->features, name);
    return at >= 0 && features[static_cast<std::size_t>(at)];
}

Result<ResolvedSettings> resolve(const SchedulerSettings& settings, int cpus)
{
    ResolvedSettings resolved{.preset = findScheduler(settings.scheduler)};
    if (resolved.preset == nullptr) {
        std::string names;
        for (const SchedulerPreset& preset : schedulers()) {
            names += (names.empty() ? "one of " : ", ") + std::string(preset.id);
        }
        return invalid("there is no scheduler " + inQuotes(settings.scheduler), names);
    }
    for (const TunableSpec& spec : resolved.preset->tunables) {
        resolved.tunables.push_back(defaultValue(spec, cpus));
    }
    for (const FeatureSpec& spec : resolved.preset->features) {
        resolved.features.push_back(spec.enabled);
    }
    if (auto done = resolveTunables(settings, resolved); !done) return done.error();
    if (auto done = resolveFeatures(settings, resolved); !done) return done.error();
    deriveNrLatency(settings, resolved);
    return resolved;
}

Result<void> applyTunable(SchedulerSettings& settings, std::string_view assignment)
{
    const auto equals = assignment.find('=');
    if (equals == std::string_view::npos || equals == 0) {
        return invalid(inQuotes(assignment) + " sets no tunable", "NAME=VALUE");
    }
    std::int64_t unit = 1;
    std::string name = canonicalName(assignment.substr(0, equals), unit);
    const std::string_view text = assignment.substr(equals + 1);
    std::optional<std::int64_t> value = parseInteger(text);
    if (value && *value > 0) {
        if (*value > INT64_MAX / unit)
            value.reset();
        else
            *value *= unit;
    } else if (!value) {
        if (const auto duration = parseDuration(text)) value = duration->count();
        if (!value) value = choiceNamed(name, text);
    }
    if (!value) {
        return invalid(inQuotes(text) + " is no value for " + name,
                       "a whole number, or a duration such as 750us, 0.75ms or 2s");
    }
    settings.tunables.insert_or_assign(std::move(name), *value);
    return {};
}

Result<void> applyFeature(SchedulerSettings& settings, std::string_view feature)
{
    const bool enabled = !feature.starts_with("NO_");
    const std::string_view name = enabled ? feature : feature.substr(3);
    const bool isName = !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    });
    if (!isName) {
        return invalid(inQuotes(feature) + " names no feature",
                       "a name such as LAST_BUDDY, or NO_LAST_BUDDY to switch it off");
    }
    settings.features.insert_or_assign(std::string(name), enabled);
    return {};
}

}  // namespace resched

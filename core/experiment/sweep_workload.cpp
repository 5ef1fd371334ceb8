// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/sweep_workload.h"

#include "base/duration.h"
#include "workload/workload_json.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace resched {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kGenerate = "generate";
constexpr std::string_view kUnit = "_ns";
constexpr std::int64_t kLargestCount = 1'000'000;
constexpr std::int64_t kLargestTime = 1'000'000'000'000;

Json parsed(std::string_view file)
{
    return Json::parse(file, nullptr, false, true);
}

std::optional<Nanoseconds> durationIn(const Json& value)
{
    if (!value.is_string()) return std::nullopt;
    // With its unit: "3" may be a CPU.
    const auto& text = value.get_ref<const std::string&>();
    return text.ends_with('s') ? parseDuration(text) : std::nullopt;
}

void addChoices(std::vector<SweepChoice>& choices, const Json& value, const std::string& name)
{
    if (value.is_object()) {
        for (const auto& [key, member] : value.items()) {
            addChoices(choices, member, name + '.' + key);
        }
    } else if (value.is_number_integer()) {
        choices.push_back({.name = name,
                           .value = value.get<std::int64_t>(),
                           .minimum = 0,
                           .maximum = kLargestCount,
                           .isDuration = false});
    } else if (const auto duration = durationIn(value)) {
        choices.push_back({.name = name + std::string(kUnit),
                           .value = duration->count(),
                           .minimum = 0,
                           .maximum = kLargestTime,
                           .isDuration = true});
    }
}

// The member of that name; null when there is none.
Json* memberOf(Json& file, std::string_view name)
{
    Json* at = &file;
    while (!name.empty()) {
        const std::size_t dot = std::min(name.find('.'), name.size());
        const std::string key(name.substr(0, dot));
        if (!at->is_object() || !at->contains(key)) return nullptr;
        at = &(*at)[key];
        name.remove_prefix(std::min(dot + 1, name.size()));
    }
    return at;
}

bool setValue(Json& file, std::string_view name, std::int64_t value)
{
    if (Json* member = memberOf(file, name); member != nullptr && member->is_number_integer()) {
        *member = value;
        return true;
    }
    if (!name.ends_with(kUnit)) return false;
    name.remove_suffix(kUnit.size());
    Json* member = memberOf(file, name);
    if (member == nullptr || !durationIn(*member)) return false;
    *member = std::to_string(value) + "ns";
    return true;
}

}  // namespace

bool isWorkloadParameter(std::string_view name)
{
    return name.starts_with(kGenerate) && name.substr(kGenerate.size()).starts_with('.');
}

std::vector<SweepChoice> workloadChoices(std::string_view file)
{
    std::vector<SweepChoice> choices;
    const Json json = parsed(file);
    if (json.is_object() && json.contains(kGenerate)) {
        addChoices(choices, json.at(std::string(kGenerate)), std::string(kGenerate));
    }
    return choices;
}

Result<std::shared_ptr<const Workload>> workloadWith(std::string_view file,
                                                     const WorkloadValues& values)
{
    Json json = parsed(file);
    for (const auto& [name, value] : values) {
        if (json.is_object() && setValue(json, name, value)) continue;
        return Error{.code = ErrorCode::InvalidArgument,
                     .what = "the workload has no parameter " + name,
                     .expected =
                         "a whole number or a time of its \"generate\", as in "
                         "generate.kbuild.jobs or generate.kbuild.burst_ns"};
    }
    Result<Workload> workload = workloadFromJson(json.dump());
    if (!workload) return workload.error();
    return std::make_shared<const Workload>(*std::move(workload));
}

}  // namespace resched

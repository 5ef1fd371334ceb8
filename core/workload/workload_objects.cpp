// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "workload/workload_objects.h"

#include "base/duration.h"

#include <algorithm>
#include <array>
#include <utility>

namespace resched {

namespace {

constexpr std::array<std::pair<std::string_view, Policy>, 6> kPolicies = {{
    {"SCHED_OTHER", Policy::Normal},
    {"SCHED_NORMAL", Policy::Normal},
    {"SCHED_BATCH", Policy::Batch},
    {"SCHED_IDLE", Policy::Idle},
    {"SCHED_FIFO", Policy::Fifo},
    {"SCHED_RR", Policy::RoundRobin},
}};

template <typename T>
std::uint32_t indexIn(std::vector<T>& table, const T& value)
{
    const auto found = std::ranges::find(table, value);
    const auto position = static_cast<std::uint32_t>(found - table.begin());
    if (found == table.end()) table.push_back(value);
    return position;
}

}  // namespace

std::uint32_t WorkloadObjects::indexOf(std::string kind, const std::string& name, std::size_t next)
{
    return ids_.try_emplace(std::move(kind) + ' ' + name, static_cast<std::uint32_t>(next))
        .first->second;
}

std::uint32_t WorkloadObjects::mutex(const std::string& name)
{
    const std::uint32_t id = indexOf("mutex", name, workload_.mutexes.size());
    if (id == workload_.mutexes.size()) workload_.mutexes.push_back({.name = name});
    return id;
}

std::uint32_t WorkloadObjects::condition(const std::string& name)
{
    const std::uint32_t id = indexOf("condition", name, workload_.conditions.size());
    if (id == workload_.conditions.size()) workload_.conditions.push_back(name);
    return id;
}

std::uint32_t WorkloadObjects::rwlock(const std::string& name)
{
    const std::uint32_t id = indexOf("rwlock", name, workload_.rwlocks.size());
    if (id == workload_.rwlocks.size()) workload_.rwlocks.push_back(name);
    return id;
}

std::uint32_t WorkloadObjects::futex(const std::string& name)
{
    const std::uint32_t id = indexOf("futex", name, workload_.futexes.size());
    if (id == workload_.futexes.size()) workload_.futexes.push_back(name);
    return id;
}

std::uint32_t WorkloadObjects::semaphore(const std::string& name)
{
    const std::uint32_t id = indexOf("semaphore", name, workload_.semaphores.size());
    if (id == workload_.semaphores.size()) workload_.semaphores.push_back(0);
    return id;
}

std::uint32_t WorkloadObjects::pipe(const std::string& name)
{
    const std::uint32_t id = indexOf("pipe", name, workload_.pipes.size());
    if (id == workload_.pipes.size()) workload_.pipes.push_back({.name = name});
    return id;
}

std::uint32_t WorkloadObjects::barrier(const std::string& name)
{
    const std::uint32_t id = indexOf("barrier", name, workload_.barriers.size());
    if (id == workload_.barriers.size()) workload_.barriers.push_back({.name = name, .parties = 0});
    ++workload_.barriers[id].parties;
    return id;
}

std::uint32_t WorkloadObjects::timer(const TimerSpec& spec)
{
    return indexIn(workload_.timers, spec);
}

std::uint32_t WorkloadObjects::cpuSet(const CpuSet& cpus)
{
    return indexIn(workload_.cpuSets, cpus);
}

std::uint32_t WorkloadObjects::distribution(const Distribution& distribution)
{
    return indexIn(workload_.distributions, distribution);
}

std::uint32_t WorkloadObjects::name(const std::string& name)
{
    return indexIn(workload_.names, name);
}

Error workloadError(const JsonValue& where, std::string what, std::string expected)
{
    return {.code = ErrorCode::InvalidArgument,
            .what = std::move(what),
            .position = {FilePosition::Unit::Line, where.line},
            .expected = std::move(expected)};
}

std::optional<Nanoseconds> readDuration(const JsonValue& value)
{
    if (const std::int64_t* us = value.integer()) {
        if (*us < 0 || *us > INT64_MAX / 1000) return std::nullopt;
        return Nanoseconds{*us * 1000};
    }
    if (const std::string* text = value.string()) return parseDuration(*text);
    return std::nullopt;
}

std::optional<Policy> readPolicy(std::string_view name)
{
    const auto found =
        std::ranges::find(kPolicies, name, [](const auto& row) { return row.first; });
    return found == kPolicies.end() ? std::nullopt : std::optional(found->second);
}

std::string_view policyName(Policy policy)
{
    return std::ranges::find(kPolicies, policy, [](const auto& row) { return row.second; })->first;
}

namespace {

constexpr std::array<std::pair<std::string_view, FutexModel::Queue>, 3> kFutexQueues = {
    {{"list", FutexModel::Queue::List},
     {"plist", FutexModel::Queue::NormalPrio},
     {"plist_dynamic", FutexModel::Queue::DynamicPrio}}};
constexpr std::array<std::pair<std::string_view, FutexModel::Broadcast>, 2> kBroadcasts = {
    {{"wake_all", FutexModel::Broadcast::WakeAll}, {"requeue", FutexModel::Broadcast::Requeue}}};

template <typename Value, std::size_t kCount>
std::optional<Value> valueOf(const std::array<std::pair<std::string_view, Value>, kCount>& names,
                             std::string_view name)
{
    const auto found = std::ranges::find(names, name, [](const auto& row) { return row.first; });
    return found == names.end() ? std::nullopt : std::optional(found->second);
}

template <typename Value, std::size_t kCount>
std::string_view nameOf(const std::array<std::pair<std::string_view, Value>, kCount>& names,
                        Value value)
{
    return std::ranges::find(names, value, [](const auto& row) { return row.second; })->first;
}

}  // namespace

std::optional<FutexModel::Queue> readFutexQueue(std::string_view name)
{
    return valueOf(kFutexQueues, name);
}

std::string_view futexQueueName(FutexModel::Queue queue)
{
    return nameOf(kFutexQueues, queue);
}

std::optional<FutexModel::Broadcast> readBroadcast(std::string_view name)
{
    return valueOf(kBroadcasts, name);
}

std::string_view broadcastName(FutexModel::Broadcast broadcast)
{
    return nameOf(kBroadcasts, broadcast);
}

Result<Distribution> readDistribution(const JsonValue& value)
{
    using Kind = Distribution::Kind;
    struct Form
    {
        std::string_view name;
        Kind kind;
        std::string_view a, b;
    };
    static constexpr std::array<Form, 5> kForms = {{{"constant", Kind::Constant, "value", ""},
                                                    {"uniform", Kind::Uniform, "from", "to"},
                                                    {"exponential", Kind::Exponential, "mean", ""},
                                                    {"normal", Kind::Normal, "mean", "stddev"},
                                                    {"lognormal", Kind::Lognormal, "median", ""}}};
    const JsonValue* name = value.find("distribution");
    const auto form = name != nullptr && name->string() != nullptr
                          ? std::ranges::find(kForms, *name->string(), &Form::name)
                          : kForms.end();
    if (form == kForms.end()) {
        return workloadError(value, "the distribution has no known kind",
                             "constant, uniform, exponential, normal or lognormal");
    }
    Distribution result{.kind = form->kind};
    const auto read = [&](std::string_view key, Nanoseconds& to) -> std::optional<Error> {
        const JsonValue* member = value.find(key);
        const auto duration = member != nullptr ? readDuration(*member) : std::nullopt;
        if (!duration) {
            return workloadError(value, "the distribution lacks \"" + std::string(key) + "\"",
                                 "a duration in us or with a unit");
        }
        to = *duration;
        return std::nullopt;
    };
    if (auto error = read(form->a, result.a)) return *error;
    if (!form->b.empty()) {
        if (auto error = read(form->b, result.b)) return *error;
    }
    if (form->kind == Kind::Lognormal) {
        const JsonValue* sigma = value.find("sigma");
        const double* real = sigma != nullptr ? std::get_if<double>(&sigma->content) : nullptr;
        if (real == nullptr || *real <= 0 || *real > 10) {
            return workloadError(value, "the distribution lacks \"sigma\"", "a number such as 0.6");
        }
        result.b = Nanoseconds{static_cast<std::int64_t>(*real * 1000 + 0.5)};
    }
    if (value.find("low") != nullptr) {
        if (auto error = read("low", result.low)) return *error;
    }
    if (value.find("high") != nullptr) {
        if (auto error = read("high", result.high)) return *error;
    }
    return result;
}

}  // namespace resched

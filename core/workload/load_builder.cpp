// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "workload/load_builder.h"

#include <algorithm>

namespace resched {

Nanoseconds middleOf(const Distribution& distribution)
{
    if (distribution.kind == Distribution::Kind::Uniform) {
        return (distribution.a + distribution.b) / 2;
    }
    return distribution.a;
}

LoadBuilder::LoadBuilder(const JsonValue& spec, std::string_view name, Workload& workload,
                         WorkloadObjects& objects_)
    : w(workload), objects(objects_), spec_(spec), name_(name)
{
    known_.insert("load");
    nice_ = static_cast<int>(count("nice", 0, -20, 19));
    slice_ = time("slice", Nanoseconds{0});
    if (const JsonValue* cpus = take("cpus")) {
        const auto set = cpus->string() ? CpuSet::parse(*cpus->string()) : std::nullopt;
        if (set) cpus_ = *set;
        if (cpus->integer() && *cpus->integer() >= 0 && *cpus->integer() < CpuSet::kMaxCpus) {
            cpus_.add(CpuId{static_cast<std::int32_t>(*cpus->integer())});
        }
        if (cpus_.isEmpty()) fail(*cpus, "\"cpus\" is no list of CPUs", "\"0-3,7\"");
    }
    if (const JsonValue* group = take("taskgroup"); group != nullptr && group->string()) {
        const auto found = std::ranges::find(w.groups, *group->string(), &TaskGroup::name);
        group_ = static_cast<int>(found - w.groups.begin());
        if (found == w.groups.end()) w.groups.push_back({.name = *group->string()});
    }
}

const JsonValue* LoadBuilder::take(std::string_view key)
{
    known_.insert(std::string(key));
    return spec_.find(key);
}

void LoadBuilder::fail(const JsonValue& where, std::string what, std::string expected)
{
    if (!error_) error_ = workloadError(where, std::move(what), std::move(expected));
}

// --- parameters ---

std::int64_t LoadBuilder::count(std::string_view key, std::int64_t absent, std::int64_t low,
                                std::int64_t high)
{
    const JsonValue* value = take(key);
    if (value == nullptr) return absent;
    const std::int64_t* number = value->integer();
    if (number == nullptr || *number < low || *number > high) {
        fail(*value, '"' + std::string(key) + "\" is out of range",
             std::to_string(low) + " to " + std::to_string(high));
        return absent;
    }
    return *number;
}

double LoadBuilder::real(std::string_view key, double absent, double low, double high)
{
    const JsonValue* value = take(key);
    if (value == nullptr) return absent;
    const auto* number = std::get_if<double>(&value->content);
    const double result = number != nullptr  ? *number
                          : value->integer() ? static_cast<double>(*value->integer())
                                             : low - 1;
    if (result >= low && result <= high) return result;
    fail(*value, '"' + std::string(key) + "\" is out of range",
         std::to_string(low) + " to " + std::to_string(high));
    return absent;
}

Nanoseconds LoadBuilder::time(std::string_view key, Nanoseconds absent)
{
    const JsonValue* value = take(key);
    if (value == nullptr) return absent;
    const auto duration = readDuration(*value);
    if (!duration) fail(*value, '"' + std::string(key) + "\" is no duration", "\"3ms\"");
    return duration.value_or(absent);
}

Distribution LoadBuilder::distribution(std::string_view key, const Distribution& absent)
{
    const JsonValue* value = take(key);
    if (value == nullptr) return absent;
    if (!value->isObject()) {
        const auto duration = readDuration(*value);
        if (!duration) fail(*value, '"' + std::string(key) + "\" is no duration", "\"3ms\"");
        return constantly(duration.value_or(Nanoseconds{0}));
    }
    const Result<Distribution> result = readDistribution(*value);
    if (result) return *result;
    if (!error_) error_ = result.error();
    return absent;
}

std::string LoadBuilder::choice(std::string_view key, std::string_view absent,
                                const std::vector<std::string_view>& choices)
{
    const JsonValue* value = take(key);
    if (value == nullptr) return std::string(absent);
    const std::string text = value->string() != nullptr ? *value->string() : std::string();
    if (std::ranges::find(choices, text) != choices.end()) return text;
    std::string all;
    for (const std::string_view each : choices)
        all += (all.empty() ? "" : ", ") + std::string(each);
    fail(*value, '"' + std::string(key) + "\" is \"" + text + '"', all);
    return std::string(absent);
}

// --- steps ---

namespace {

Step withLength(Step step, const Distribution& length, WorkloadObjects& objects)
{
    if (length.kind == Distribution::Kind::Constant) {
        step.amount = length.a.count();
    } else {
        step.flags |= Step::kRandom;
        step.amount = objects.distribution(length);
    }
    return step;
}

}  // namespace

Step LoadBuilder::run(const Distribution& length)
{
    return withLength({.kind = StepKind::Run}, length, objects);
}

Step LoadBuilder::systemRun(const Distribution& length)
{
    return withLength({.kind = StepKind::Run, .flags = Step::kSystem}, length, objects);
}

Step LoadBuilder::sleep(const Distribution& length, WakeSource source)
{
    return withLength({.kind = StepKind::Sleep, .object = static_cast<std::uint32_t>(source)},
                      length, objects);
}

Step LoadBuilder::block(const Distribution& length)
{
    Step step = sleep(length, WakeSource::Device);
    step.state = TaskState::Uninterruptible;
    return step;
}

Step LoadBuilder::mark(const std::string& metric, Metric::Kind kind, std::uint32_t object,
                       std::int64_t amount)
{
    const Metric wanted{.name = metric, .kind = kind, .object = object};
    const auto found = std::ranges::find(w.metrics, wanted);
    const auto index = static_cast<std::uint32_t>(found - w.metrics.begin());
    if (found == w.metrics.end()) w.metrics.push_back(wanted);
    return {.kind = StepKind::Mark, .object = index, .amount = amount};
}

void LoadBuilder::loop(Program& to, std::int64_t rounds, const Program& body)
{
    if (rounds == 0) return;
    to.push_back({.kind = StepKind::LoopBegin, .amount = rounds});
    to.insert(to.end(), body.begin(), body.end());
    to.push_back({.kind = StepKind::LoopEnd});
}

void LoadBuilder::randomLoop(Program& to, const Distribution& rounds, const Program& body)
{
    to.push_back(withLength({.kind = StepKind::LoopBegin}, rounds, objects));
    to.insert(to.end(), body.begin(), body.end());
    to.push_back({.kind = StepKind::LoopEnd});
}

// --- tasks and objects ---

std::string LoadBuilder::named(const std::string& suffix) const
{
    return suffix.empty() ? name_ : name_ + '-' + suffix;
}

WorkloadTask& LoadBuilder::task(const std::string& suffix, Program program)
{
    WorkloadTask& task = w.tasks.emplace_back();
    task.name = named(suffix);
    task.nice = nice_;
    task.affinity = cpus_;
    task.slice = slice_;
    task.group = group_;
    task.program = std::move(program);
    return task;
}

int LoadBuilder::newProcess()
{
    int highest = -1;
    for (const WorkloadTask& task : w.tasks) highest = std::max(highest, task.process);
    return highest + 1;
}

std::optional<Error> LoadBuilder::finish()
{
    for (const auto& [key, value] : *spec_.object()) {
        if (!known_.contains(key)) {
            fail(value, "the load has no parameter \"" + key + '"',
                 "one that docs/workloads.md lists");
        }
    }
    return error_;
}

}  // namespace resched

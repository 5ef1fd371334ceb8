// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a load of the generator library is made with: its parameters, read by name with a value for
// where they are absent, and the tasks and objects that it adds to a workload. The first parameter
// that does not fit is remembered, and so is one that nobody asked for.

#include "workload/loose_json.h"
#include "workload/workload.h"
#include "workload/workload_objects.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace resched {

using Program = std::vector<Step>;

constexpr Distribution constantly(Nanoseconds value)
{
    return {.kind = Distribution::Kind::Constant, .a = value};
}
constexpr Distribution exponentially(Nanoseconds mean)
{
    return {.kind = Distribution::Kind::Exponential, .a = mean};
}
constexpr Distribution between(Nanoseconds from, Nanoseconds to)
{
    return {.kind = Distribution::Kind::Uniform, .a = from, .b = to};
}
// Of a constant, uniform or exponential one exactly; of a lognormal one its median.
Nanoseconds middleOf(const Distribution& distribution);

class LoadBuilder
{
public:
    LoadBuilder(const JsonValue& spec, std::string_view name, Workload& workload,
                WorkloadObjects& objects);

    // --- parameters ---
    std::int64_t count(std::string_view key, std::int64_t absent, std::int64_t low,
                       std::int64_t high);
    double real(std::string_view key, double absent, double low, double high);
    Nanoseconds time(std::string_view key, Nanoseconds absent);
    Distribution distribution(std::string_view key, const Distribution& absent);
    std::string choice(std::string_view key, std::string_view absent,
                       const std::vector<std::string_view>& choices);
    const std::string& name() const { return name_; }

    // --- steps ---
    Step run(const Distribution& length);
    Step systemRun(const Distribution& length);
    Step sleep(const Distribution& length, WakeSource source = WakeSource::Timer);
    Step block(const Distribution& length);  // uninterruptible, ended by a device
    Step mark(const std::string& metric, Metric::Kind kind, std::uint32_t object = 0,
              std::int64_t amount = 0);
    static void loop(Program& to, std::int64_t rounds, const Program& body);
    void randomLoop(Program& to, const Distribution& rounds, const Program& body);

    // --- tasks and objects ---
    // Of the load's name, extended; on its CPUs, at its nice level, in its group.
    WorkloadTask& task(const std::string& suffix, Program program);
    std::uint32_t lastTask() const { return static_cast<std::uint32_t>(w.tasks.size() - 1); }
    std::string named(const std::string& suffix) const;
    int newProcess();

    std::optional<Error> finish();

    Workload& w;
    WorkloadObjects& objects;

private:
    const JsonValue* take(std::string_view key);
    void fail(const JsonValue& where, std::string what, std::string expected);

    const JsonValue& spec_;
    std::set<std::string, std::less<>> known_;
    std::optional<Error> error_;
    std::string name_;
    CpuSet cpus_;
    int nice_ = 0;
    Nanoseconds slice_{0};
    int group_ = -1;
};

}  // namespace resched

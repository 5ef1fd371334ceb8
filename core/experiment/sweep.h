// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A sweep: the same run over a range of one or two parameters, with several seeds each, reduced to
// figures. Its points are numbered, so that shards of it can be run anywhere and put together
// again; what a point yields depends on nothing but its parameters and its seed.

#include "base/progress.h"
#include "base/result.h"
#include "sim/simulator.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace resched {

// A tunable of the scheduler, "hz", a cost of the machine by its name there ("context_switch_ns")
// or a parameter of a generated load ("generate.kbuild.jobs"); values as the kernel's files show
// them, times in ns.
struct SweepParameter
{
    std::string name;
    std::vector<std::int64_t> values;
    friend bool operator==(const SweepParameter&, const SweepParameter&) = default;
};

// What "hz" can be.
constexpr int kLeastSweepHz = 10;
constexpr int kMostSweepHz = 10'000;

// "min_granularity_ns=0.5ms..8ms:log:9", "…:lin:5", "hz=100,250,1000". Without a spacing nine
// values at equal distances; values that round to the same are one.
Result<SweepParameter> parseSweepParameter(std::string_view text);

struct SweepOptions
{
    std::vector<SweepParameter> parameters = {};  // one or two
    std::vector<std::string> figures = {};        // expressions of experiment/figures.h, or short:
                                                  // "p99_wakeup_latency", "switches_per_s"
    // The workload's file, where parameters of its loads are varied (experiment/sweep_workload.h).
    std::string workloadFile = {};
    int seeds = 1;
    std::uint64_t firstSeed = 1;
    int shard = 1;  // of `shards`: points 1, 1 + shards, …
    int shards = 1;
    int threads = 0;  // 0: one per core
};

struct SweepPoint
{
    std::size_t number = 0;            // of all points of the sweep
    std::vector<std::int64_t> values;  // of the parameters
    std::uint64_t seed = 0;
    std::vector<std::optional<double>> figures;
    friend bool operator==(const SweepPoint&, const SweepPoint&) = default;
};

struct SweepResult
{
    std::string what;  // workload, scheduler and machine: shards of one sweep say the same
    std::vector<SweepParameter> parameters;
    std::vector<std::string> figures;
    int seeds = 1;
    std::uint64_t firstSeed = 1;
    std::vector<SweepPoint> points;  // by number; those of the shard

    std::size_t size() const;  // of the whole sweep
    bool isComplete() const { return points.size() == size(); }
};

Result<SweepResult> runSweep(const SimulationInput& base, const SweepOptions& options,
                             Progress& progress);

// Shards of one sweep in any order; an error names what does not belong together or is there twice.
Result<SweepResult> mergeSweeps(std::span<const SweepResult> shards);
std::string sweepToJson(const SweepResult& result);
Result<SweepResult> sweepFromJson(std::string_view text, const std::filesystem::path& path = {});

}  // namespace resched

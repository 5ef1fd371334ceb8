// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Small simulated runs for tests: workloads from few words, and what ran as text.

#include "sim/simulator.h"

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

namespace resched::test {

constexpr std::int64_t kMs = 1'000'000;

// Tasks A, B, C, … that only run, with these nice values, on one CPU without costs.
SimulationInput hogs(std::string scheduler, std::initializer_list<int> nices, int hz,
                     std::int64_t durationMs);
// An empty workload on so many CPUs; add tasks to `workload`.
struct Scenario
{
    Workload workload;
    SimulationInput input;

    explicit Scenario(std::string scheduler, int cpus = 1, int hz = 1000);
    WorkloadTask& task(std::string name, std::vector<Step> program);
    SimulationResult run(std::int64_t durationMs);
};

Step work(std::int64_t ns);
Step sleepFor(std::int64_t ns);
Step step(StepKind kind, std::uint32_t object = 0, std::int64_t amount = 0, std::uint8_t flags = 0);
// The steps for ever.
std::vector<Step> forever(std::vector<Step> steps);
std::vector<Step> repeated(std::int64_t rounds, std::vector<Step> steps);

// Fails the test when the run does.
SimulationResult simulated(const SimulationInput& input);

// "A@0 B@3 A@6": who was switched in on that CPU, at ms (with fraction where needed); "-" is idle.
std::string picksText(const Trace& trace, int cpu = 0);
// One line an event of the trace's CPU lanes: "0.000 c0 A 3.000 TickSlice".
std::string slicesWithReasons(const Trace& trace);
// Run time of a task by name, in ns.
std::int64_t runTime(const Trace& trace, std::string_view name);

}  // namespace resched::test

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What trying another scheduler on a recording costs: extracting its workload once, and then each
// re-run up to the distribution of its waits. The recording is a simulated one of ten seconds on
// four CPUs with about 200,000 switches.
#include "analysis/distribution.h"
#include "analysis/waits.h"
#include "replay/extraction.h"
#include "sim/simulator.h"

#include <benchmark/benchmark.h>

#include <memory>
#include <string>
#include <vector>

namespace resched::bench {
namespace {

constexpr int kCpus = 4;
constexpr int kTasks = 40;
constexpr Nanoseconds kLength{10'000'000'000};
constexpr std::int64_t kRun = 200'000;

Step step(StepKind kind, std::int64_t amount, std::uint8_t flags = 0)
{
    return {.kind = kind, .flags = flags, .amount = amount};
}

// Every CPU is busy half of the time.
Workload sleepers()
{
    Workload w;
    const std::int64_t sleep = kRun * (2 * kTasks / kCpus - 1);
    w.distributions.push_back({.kind = Distribution::Kind::Exponential, .a = Nanoseconds{kRun}});
    w.distributions.push_back({.kind = Distribution::Kind::Exponential, .a = Nanoseconds{sleep}});
    WorkloadTask& task = w.tasks.emplace_back();
    task.name = "sleeper";
    task.copies = kTasks;
    task.program = {step(StepKind::LoopBegin, -1), step(StepKind::Run, 0, Step::kRandom),
                    step(StepKind::Sleep, 1, Step::kRandom), step(StepKind::LoopEnd, 0)};
    return w;
}

SimulationInput inputOf(Workload workload, const char* scheduler)
{
    SimulationInput input;
    input.workload = std::make_shared<const Workload>(std::move(workload));
    input.machine = uniformMachine(kCpus, 250);
    input.scheduler.scheduler = scheduler;
    input.duration = kLength;
    return input;
}

Trace recording()
{
    NoProgress progress;
    return std::move(simulate(inputOf(sleepers(), "cfs-6.1"), progress)->trace);
}

Workload extracted(const Trace& trace)
{
    NoProgress progress;
    return *extractWorkload(trace, {.machine = uniformMachine(kCpus, 250)}, progress);
}

void extract(benchmark::State& state)
{
    const Trace trace = recording();
    for (auto round : state) {
        (void)round;
        benchmark::DoNotOptimize(extracted(trace).tasks.size());
    }
    state.SetItemsProcessed(state.iterations() *
                            static_cast<std::int64_t>(trace.info().eventsTotal));
}
BENCHMARK(extract)->Unit(benchmark::kMillisecond);

void rerun(benchmark::State& state, const char* scheduler)
{
    const Trace trace = recording();
    const SimulationInput input = inputOf(extracted(trace), scheduler);
    std::uint64_t decisions = 0;
    for (auto round : state) {
        (void)round;
        NoProgress progress;
        const auto result = simulate(input, progress);
        decisions += result->decisions;
        std::vector<Nanoseconds> lengths;
        for (const Wait& wait : findWaits(result->trace, {}).waits) {
            lengths.push_back(wait.length());
        }
        benchmark::DoNotOptimize(summarize(std::move(lengths)));
    }
    double switches = 0;
    for (const CpuLane& lane : trace.cpus()) switches += static_cast<double>(lane.switches);
    state.counters["switches"] = switches;
    state.counters["decisions"] =
        static_cast<double>(decisions) / static_cast<double>(state.iterations());
    state.counters["s_per_Mdecision"] =
        benchmark::Counter(static_cast<double>(decisions) * 1e-6,
                           benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}
BENCHMARK_CAPTURE(rerun, cfs61, "cfs-6.1")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(rerun, eevdf612, "eevdf-6.12")->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace resched::bench

BENCHMARK_MAIN();

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a trace costs: reading it once per event, building its lanes, folding it per pixel, its
// statistics, and turning it into a workload. Items are events, except for folding (columns).
#include "analysis/statistics.h"
#include "generated_trace.h"
#include "readers/reader_table.h"
#include "replay/extraction.h"
#include "trace/fold.h"

#include <benchmark/benchmark.h>

#include <filesystem>
#include <fstream>

namespace resched::bench {
namespace {

constexpr int kCpus = 4;
constexpr int kTasks = 200;

void perEvent(benchmark::State& state, std::size_t events)
{
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(events));
}

void readText(benchmark::State& state)
{
    const auto events = generate(static_cast<std::size_t>(state.range(0)), kCpus, kTasks);
    const std::filesystem::path path =
        std::filesystem::temp_directory_path() / "resched_read_bench.txt";
    const std::string text = perfScript(events);
    std::ofstream(path) << text;
    NoProgress progress;
    for (auto unused : state) {
        Result<Trace> trace = readTrace(path, progress);
        benchmark::DoNotOptimize(trace->end());
    }
    std::filesystem::remove(path);
    perEvent(state, events.size());
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}
BENCHMARK(readText)
    ->RangeMultiplier(10)
    ->Range(10'000, 1'000'000)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

void buildTrace(benchmark::State& state)
{
    const auto events = generate(static_cast<std::size_t>(state.range(0)), kCpus, kTasks);
    NoProgress progress;
    for (auto unused : state) {
        state.PauseTiming();
        TraceBuilder builder;
        fill(builder, events);
        state.ResumeTiming();
        Result<Trace> trace = builder.finish(progress);
        benchmark::DoNotOptimize(trace->end());
    }
    perEvent(state, events.size());
}
BENCHMARK(buildTrace)
    ->RangeMultiplier(10)
    ->Range(10'000, 10'000'000)
    ->Unit(benchmark::kMillisecond);

void foldAllLanes(benchmark::State& state)
{
    const Trace trace = build(generate(static_cast<std::size_t>(state.range(0)), kCpus, kTasks));
    constexpr int kColumns = 1600;
    const ColumnScale scale(trace.span(), kColumns);
    std::vector<CoverIndex> covers;
    for (const CpuLane& lane : trace.cpus()) covers.emplace_back(lane.slices);
    for (auto unused : state) {
        std::size_t runs = 0;
        for (std::size_t i = 0; i < covers.size(); ++i) {
            runs += foldSlices(trace.cpus()[i], covers[i], scale).size();
        }
        benchmark::DoNotOptimize(runs);
    }
    state.SetItemsProcessed(state.iterations() * kColumns * kCpus);
}
BENCHMARK(foldAllLanes)
    ->RangeMultiplier(10)
    ->Range(10'000, 10'000'000)
    ->Unit(benchmark::kMicrosecond);

void statistics(benchmark::State& state)
{
    const auto events = generate(static_cast<std::size_t>(state.range(0)), kCpus, kTasks);
    const Trace trace = build(events);
    for (auto unused : state) {
        benchmark::DoNotOptimize(computeStatistics(trace, {}).total.switches);
    }
    perEvent(state, events.size());
}
BENCHMARK(statistics)->RangeMultiplier(10)->Range(10'000, 1'000'000)->Unit(benchmark::kMillisecond);

void extract(benchmark::State& state)
{
    const auto events = generate(static_cast<std::size_t>(state.range(0)), kCpus, kTasks);
    const Trace trace = build(events);
    NoProgress progress;
    for (auto unused : state) {
        Result<Workload> workload =
            extractWorkload(trace, {.machine = recordedMachine(trace)}, progress);
        benchmark::DoNotOptimize(workload->tasks.size());
    }
    perEvent(state, events.size());
}
BENCHMARK(extract)->RangeMultiplier(10)->Range(10'000, 1'000'000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace resched::bench

BENCHMARK_MAIN();

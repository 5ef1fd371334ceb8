// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How fast the simulator is: simulated seconds per second, and the cost of one switch with
// everything included (ticks, accounting, the trace) against a micro-cycle measured in the same
// run.
#include "sim/event_queue.h"
#include "sim/simulator.h"

#include <queue>

#include <benchmark/benchmark.h>
#include <boost/intrusive/set.hpp>

#include <deque>
#include <memory>

namespace resched {
namespace {

// One round of what a simulated switch cannot do without: pop and push one event on a binary heap;
// erase the leftmost, change its key and insert it in an intrusive multiset; append a record.
void microCycle(benchmark::State& state)
{
    struct Node : boost::intrusive::set_base_hook<>
    {
        std::int64_t key = 0;
        bool operator<(const Node& other) const { return key < other.key; }
    };
    struct Record
    {
        std::int64_t words[4];
    };
    using Heap = std::priority_queue<std::pair<std::int64_t, int>,
                                     std::vector<std::pair<std::int64_t, int>>, std::greater<>>;
    const auto size = static_cast<std::size_t>(state.range(0));
    std::deque<Node> nodes(size);
    boost::intrusive::multiset<Node> tree;
    Heap heap;
    std::int64_t next = 0;
    for (Node& node : nodes) {
        node.key = next++ * 7919 % 1000;
        tree.insert(node);
        heap.emplace(node.key, 0);
    }
    std::vector<Record> records;
    records.reserve(1 << 20);
    for (auto round : state) {
        (void)round;
        auto event = heap.top();
        heap.pop();
        event.first += 1000 + (next++ * 7919) % 1000;
        heap.push(event);
        Node& node = *tree.begin();
        tree.erase(tree.begin());
        node.key += 1000 + next % 997;
        tree.insert(node);
        if (records.size() == records.capacity()) records.clear();
        records.push_back({{event.first, node.key, next, 0}});
        benchmark::DoNotOptimize(records.data());
    }
    tree.clear();
}
BENCHMARK(microCycle)->Arg(40)->Arg(2500);

Step step(StepKind kind, std::int64_t amount)
{
    return {.kind = kind, .flags = Step::kRandom, .amount = amount};
}

// Tasks that run and sleep for random times, about half of the CPUs' time together.
Workload sleepers(int tasks, int cpus)
{
    Workload w;
    const std::int64_t run = 1'000'000;
    const std::int64_t sleep = run * (2 * tasks / cpus - 1);
    w.distributions.push_back({.kind = Distribution::Kind::Exponential, .a = Nanoseconds{run}});
    w.distributions.push_back(
        {.kind = Distribution::Kind::Exponential, .a = Nanoseconds{std::max(sleep, run)}});
    WorkloadTask& task = w.tasks.emplace_back();
    task.name = "sleeper";
    task.copies = tasks;
    task.program = {Step{.kind = StepKind::LoopBegin, .amount = -1}, step(StepKind::Run, 0),
                    step(StepKind::Sleep, 1), Step{.kind = StepKind::LoopEnd}};
    return w;
}

Workload hogs(int tasks)
{
    Workload w;
    WorkloadTask& task = w.tasks.emplace_back();
    task.name = "hog";
    task.copies = tasks;
    task.program = {Step{.kind = StepKind::Run, .amount = INT64_MAX / 4}};
    return w;
}

void run(benchmark::State& state, Workload workload, const char* scheduler, int cpus, bool samples)
{
    SimulationInput input;
    input.workload = std::make_shared<const Workload>(std::move(workload));
    input.machine = uniformMachine(cpus, 1000);
    input.scheduler.scheduler = scheduler;
    input.duration = Nanoseconds{20'000'000'000};
    input.sampleVruntime = samples;
    std::uint64_t events = 0;
    std::uint64_t switches = 0;
    for (auto round : state) {
        (void)round;
        NoProgress progress;
        const auto result = simulate(input, progress);
        events += result->events;
        for (const CpuLane& lane : result->trace.cpus()) switches += lane.switches;
    }
    const auto rounds = static_cast<double>(state.iterations());
    state.counters["simulated_s_per_s"] =
        benchmark::Counter(20.0 * rounds, benchmark::Counter::kIsRate);
    state.counters["events_per_s"] =
        benchmark::Counter(static_cast<double>(events), benchmark::Counter::kIsRate);
    state.counters["ns_per_switch"] =
        benchmark::Counter(static_cast<double>(switches) * 1e-9,
                           benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void fortySleepers(benchmark::State& state, const char* scheduler)
{
    run(state, sleepers(40, 4), scheduler, 4, false);
}
BENCHMARK_CAPTURE(fortySleepers, cfs61, "cfs-6.1")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(fortySleepers, eevdf612, "eevdf-6.12")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(fortySleepers, cfs2631, "cfs-2.6.31")->Unit(benchmark::kMillisecond);

void fortySleepersSampled(benchmark::State& state)
{
    run(state, sleepers(40, 4), "cfs-6.1", 4, true);
}
BENCHMARK(fortySleepersSampled)->Unit(benchmark::kMillisecond);

void fortyHogs(benchmark::State& state, const char* scheduler)
{
    run(state, hogs(40), scheduler, 4, false);
}
BENCHMARK_CAPTURE(fortyHogs, cfs61, "cfs-6.1")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(fortyHogs, eevdf612, "eevdf-6.12")->Unit(benchmark::kMillisecond);

// More CPUs with as many tasks each; more tasks on each CPU.
void sleepersByCpus(benchmark::State& state)
{
    const auto cpus = static_cast<int>(state.range(0));
    run(state, sleepers(10 * cpus, cpus), "cfs-6.1", cpus, false);
}
BENCHMARK(sleepersByCpus)->Arg(4)->Arg(16)->Arg(64)->Unit(benchmark::kMillisecond);

void hogsByTasks(benchmark::State& state, const char* scheduler)
{
    run(state, hogs(static_cast<int>(state.range(0))), scheduler, 1, false);
}
BENCHMARK_CAPTURE(hogsByTasks, cfs61, "cfs-6.1")
    ->Arg(10)
    ->Arg(250)
    ->Arg(2500)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(hogsByTasks, eevdf612, "eevdf-6.12")
    ->Arg(10)
    ->Arg(250)
    ->Arg(2500)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace resched

BENCHMARK_MAIN();

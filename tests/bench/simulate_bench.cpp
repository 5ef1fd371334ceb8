// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How fast the simulator is: simulated seconds per second, and the cost of one switch with
// everything included (ticks, accounting, the trace) against a micro-cycle measured in the same
// run.
#include "base/memory.h"
#include "sim/simulator.h"

#include <queue>

#include <benchmark/benchmark.h>
#include <boost/intrusive/set.hpp>

#include <algorithm>
#include <ctime>
#include <deque>
#include <map>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

namespace resched {
namespace {

// One round of what a simulated switch cannot do without: pop and push one event on a binary heap;
// erase the leftmost, change its key and insert it in an intrusive multiset of the same size;
// append a record.
class MicroCycle
{
public:
    explicit MicroCycle(std::size_t size) : nodes_(size)
    {
        for (Node& node : nodes_) {
            node.key = next_++ * 7919 % 1000;
            tree_.insert(node);
            heap_.emplace(node.key, 0);
        }
        records_.reserve(1 << 20);
    }
    MicroCycle(const MicroCycle&) = delete;
    MicroCycle& operator=(const MicroCycle&) = delete;
    ~MicroCycle() { tree_.clear(); }

    void round()
    {
        auto event = heap_.top();
        heap_.pop();
        event.first += 1000 + (next_++ * 7919) % 1000;
        heap_.push(event);
        Node& node = *tree_.begin();
        tree_.erase(tree_.begin());
        node.key += 1000 + next_ % 997;
        tree_.insert(node);
        if (records_.size() == records_.capacity()) records_.clear();
        records_.push_back({{event.first, node.key, next_, 0}});
        benchmark::DoNotOptimize(records_.data());
    }

private:
    struct Node : boost::intrusive::set_base_hook<>
    {
        std::int64_t key = 0;
        bool operator<(const Node& other) const { return key < other.key; }
    };
    struct Record
    {
        std::int64_t words[4];
    };
    using Entry = std::pair<std::int64_t, int>;

    std::deque<Node> nodes_;
    boost::intrusive::multiset<Node> tree_;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> heap_;
    std::vector<Record> records_;
    std::int64_t next_ = 0;
};

// CPU time of this thread, in ns: what others do on the machine counts least in that.
double cpuNow()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

// The quickest of several tries.
double microCycleTime(std::size_t size)
{
    constexpr int kRounds = 20'000;
    MicroCycle cycle(size);
    double best = 1e18;
    for (int attempt = 0; attempt < 10; ++attempt) {
        const double begin = cpuNow();
        for (int i = 0; i < kRounds; ++i) cycle.round();
        best = std::min(best, (cpuNow() - begin) / kRounds);
    }
    return best;
}

void microCycle(benchmark::State& state)
{
    MicroCycle cycle(static_cast<std::size_t>(state.range(0)));
    for (auto round : state) {
        (void)round;
        cycle.round();
    }
}
BENCHMARK(microCycle)->Arg(10)->Arg(40)->Arg(2500);

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

enum class Keep { Nothing, Trace, TraceAndSamples };

struct Setup
{
    Workload workload;
    const char* scheduler = "cfs-6.1";
    int cpus = 4;
    Keep keep = Keep::Trace;
    std::int64_t seconds = 20;
    std::size_t microSize = 40;  // of the micro-cycle that a switch is compared with
};

struct Counts
{
    std::uint64_t events = 0;
    std::uint64_t switches = 0;
};

Counts simulateOnce(const Setup& setup)
{
    SimulationInput input;
    input.workload = std::make_shared<const Workload>(setup.workload);
    input.machine = uniformMachine(setup.cpus, 1000);
    input.scheduler.scheduler = setup.scheduler;
    input.duration = Nanoseconds{setup.seconds * 1'000'000'000};
    input.sampleVruntime = setup.keep == Keep::TraceAndSamples;
    input.keepTrace = setup.keep != Keep::Nothing;
    NoProgress progress;
    const auto result = simulate(input, progress);
    Counts counts{.events = result->events};
    for (const auto& [name, count] : result->trace.info().events) {
        if (name == "sched_switch") counts.switches = count;
    }
    return counts;
}

// Simulated seconds and events per second of CPU time, the cost of a switch in ns and in
// micro-cycles, and the quickest round, which comparisons are made of: noise only ever adds.
void run(benchmark::State& state, const Setup& setup)
{
    const double micro = microCycleTime(setup.microSize);
    Counts counts;
    double best = 1e18;
    for (auto round : state) {
        (void)round;
        const double begin = cpuNow();
        counts = simulateOnce(setup);
        best = std::min(best, cpuNow() - begin);
    }
    const auto perSwitch = best / static_cast<double>(std::max<std::uint64_t>(counts.switches, 1));
    state.counters["sim_s_per_s"] = static_cast<double>(setup.seconds) * 1e9 / best;
    state.counters["Mevents_per_s"] = static_cast<double>(counts.events) * 1e3 / best;
    state.counters["ns_per_event"] = best / static_cast<double>(counts.events);
    state.counters["ns_per_switch"] = perSwitch;
    state.counters["cycles_per_switch"] = perSwitch / micro;
    state.counters["micro_ns"] = micro;
}

// --- one CPU: what a switch costs ---

void oneCpuHogs(benchmark::State& state, const char* scheduler)
{
    const auto tasks = static_cast<int>(state.range(0));
    run(state, {.workload = hogs(tasks),
                .scheduler = scheduler,
                .cpus = 1,
                .microSize = static_cast<std::size_t>(tasks)});
}
BENCHMARK_CAPTURE(oneCpuHogs, cfs61, "cfs-6.1")->Arg(10)->Arg(250)->Arg(2500);
BENCHMARK_CAPTURE(oneCpuHogs, eevdf612, "eevdf-6.12")->Arg(10)->Arg(250)->Arg(2500);
BENCHMARK_CAPTURE(oneCpuHogs, cfs2631, "cfs-2.6.31")->Arg(10)->Arg(250)->Arg(2500);

void oneCpuSleepers(benchmark::State& state, const char* scheduler)
{
    const auto tasks = static_cast<int>(state.range(0));
    run(state, {.workload = sleepers(tasks, 1),
                .scheduler = scheduler,
                .cpus = 1,
                .microSize = static_cast<std::size_t>(tasks)});
}
BENCHMARK_CAPTURE(oneCpuSleepers, cfs61, "cfs-6.1")->Arg(10)->Arg(250)->Arg(2500);

// --- four CPUs: simulated seconds per second ---

void fortySleepers(benchmark::State& state, const char* scheduler, Keep keep)
{
    run(state, {.workload = sleepers(40, 4), .scheduler = scheduler, .keep = keep});
}
BENCHMARK_CAPTURE(fortySleepers, cfs61, "cfs-6.1", Keep::Trace);
BENCHMARK_CAPTURE(fortySleepers, cfs61_no_trace, "cfs-6.1", Keep::Nothing);
BENCHMARK_CAPTURE(fortySleepers, cfs61_sampled, "cfs-6.1", Keep::TraceAndSamples);
BENCHMARK_CAPTURE(fortySleepers, eevdf612, "eevdf-6.12", Keep::Trace);
BENCHMARK_CAPTURE(fortySleepers, cfs2631, "cfs-2.6.31", Keep::Trace);

void fortyHogs(benchmark::State& state, const char* scheduler, Keep keep)
{
    run(state, {.workload = hogs(40), .scheduler = scheduler, .keep = keep});
}
BENCHMARK_CAPTURE(fortyHogs, cfs61, "cfs-6.1", Keep::Trace);
BENCHMARK_CAPTURE(fortyHogs, cfs61_no_trace, "cfs-6.1", Keep::Nothing);
BENCHMARK_CAPTURE(fortyHogs, eevdf612, "eevdf-6.12", Keep::Trace);

// --- growth ---

void sleepersByCpus(benchmark::State& state)
{
    const auto cpus = static_cast<int>(state.range(0));
    run(state, {.workload = sleepers(10 * cpus, cpus), .cpus = cpus, .seconds = 80 / cpus});
}
BENCHMARK(sleepersByCpus)->Arg(4)->Arg(16)->Arg(64);

// Runs share nothing: two take no longer than one, given two cores.
void independentRuns(benchmark::State& state)
{
    const Setup setup{.workload = sleepers(40, 4), .seconds = 5};
    for (auto round : state) {
        (void)round;
        benchmark::DoNotOptimize(simulateOnce(setup).events);
    }
    state.SetItemsProcessed(state.iterations());
}
BENCHMARK(independentRuns)->Threads(1)->Threads(2)->UseRealTime();

// --- what the figures should be ---

class Verdicts final : public benchmark::ConsoleReporter
{
public:
    void ReportRuns(const std::vector<Run>& runs) override
    {
        for (const Run& run : runs) {
            for (const auto& [name, counter] : run.counters) {
                figures_[run.benchmark_name() + '.' + name] = counter.value;
            }
        }
        ConsoleReporter::ReportRuns(runs);
    }

    void Finalize() override
    {
        std::ostream& out = GetOutputStream();
        out << "\nfigure, measured, goal\n";
        atMost("cycles a switch, 10 hogs", "oneCpuHogs/cfs61/10.cycles_per_switch", "", 3);
        atMost("cycles a switch, 10 sleepers", "oneCpuSleepers/cfs61/10.cycles_per_switch", "", 3);
        atLeast("simulated s/s, 40 sleepers", "fortySleepers/cfs61.sim_s_per_s", "", 1000);
        atLeast("simulated s/s, 40 hogs", "fortyHogs/cfs61.sim_s_per_s", "", 2500);
        atLeast("million events/s, 40 hogs", "fortyHogs/cfs61.Mevents_per_s", "", 10);
        atMost("cycles a switch, 64 CPUs : 4", "sleepersByCpus/64.cycles_per_switch",
               "sleepersByCpus/4.cycles_per_switch", 1.5);
        atMost("ns a switch, 2500 hogs : 10", "oneCpuHogs/cfs61/2500.ns_per_switch",
               "oneCpuHogs/cfs61/10.ns_per_switch", 2.5);
        atMost("ns a switch, 2500 sleepers : 10", "oneCpuSleepers/cfs61/2500.ns_per_switch",
               "oneCpuSleepers/cfs61/10.ns_per_switch", 2.5);
        atMost("time, trace : none", "fortySleepers/cfs61.ns_per_event",
               "fortySleepers/cfs61_no_trace.ns_per_event", 1.25);
        atLeast("speed, two runs at once : one",
                "independentRuns/real_time/threads:2.items_per_second",
                "independentRuns/real_time/threads:1.items_per_second", 1.8);
    }

private:
    void atMost(const char* what, const char* figure, const char* per, double goal)
    {
        print(what, figure, per, "<=", goal);
    }
    void atLeast(const char* what, const char* figure, const char* per, double goal)
    {
        print(what, figure, per, ">=", goal);
    }
    // Figures of benchmarks that a filter left out are left out too.
    void print(const char* what, const char* figure, const char* per, const char* sign, double goal)
    {
        const auto found = figures_.find(figure);
        const auto base = figures_.find(per);
        if (found == figures_.end() || (*per != '\0' && base == figures_.end())) return;
        const double value = found->second / (base == figures_.end() ? 1.0 : base->second);
        GetOutputStream() << what << ", " << value << ", " << sign << ' ' << goal << '\n';
    }

    std::map<std::string, double> figures_;
};

}  // namespace
}  // namespace resched

int main(int argc, char** argv)
{
    resched::keepFreedMemory();
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
    resched::Verdicts verdicts;
    benchmark::RunSpecifiedBenchmarks(&verdicts);
    benchmark::Shutdown();
    return 0;
}

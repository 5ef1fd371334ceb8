// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What must hold on any workload and machine. RESCHED_PROPERTY_SEEDS sets how many random runs each
// test makes.
#include "sim/random.h"
#include "support/simulation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <map>
#include <memory>
#include <thread>
#include <vector>

namespace resched::test {
namespace {

std::uint64_t numberFrom(const char* variable, std::uint64_t otherwise)
{
    const char* text = std::getenv(variable);
    return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

std::uint64_t firstSeed()
{
    return numberFrom("RESCHED_PROPERTY_FIRST", 1);
}

std::uint64_t seedCount()
{
    return numberFrom("RESCHED_PROPERTY_SEEDS", 120);
}

// Random programs that cannot deadlock: mutexes are taken one at a time, tokens are posted by the
// task before, everything ends.
class RandomRun
{
public:
    explicit RandomRun(std::uint64_t seed) : random_(seed, 1), scenario_(preset(), cpus(), hz())
    {
        scenario_.input.seed = seed;
        Workload& w = scenario_.workload;
        w.mutexes.resize(2);
        w.mutexes[1].protocol = LockProtocol::Inherit;
        w.semaphores = {1, 0};
        w.pipes.push_back({.name = "p", .capacity = 4096});
        const int count = 2 + below(10);
        w.tokens = static_cast<std::uint32_t>(count) + 1;
        for (int i = 0; i < count; ++i) addTask(i);
        if (below(3) == 0) addFamily();
        const auto& features = findScheduler(scenario_.input.scheduler.scheduler)->tunables;
        const bool throttles = std::ranges::any_of(
            features, [](const TunableSpec& t) { return t.name == "rt_runtime_ns"; });
        if (throttles) scenario_.input.scheduler.tunables["rt_runtime_ns"] = -1;
    }

    SimulationResult run()
    {
        scenario_.input.sampleVruntime = below(2) == 0;
        return scenario_.run(20'000);
    }
    Scenario& scenario() { return scenario_; }
    std::int64_t workOf(std::size_t task) const { return work_[task]; }

private:
    int below(int bound)
    {
        return static_cast<int>(random_.below(static_cast<std::uint64_t>(bound)));
    }
    std::string preset()
    {
        const auto all = schedulers();
        return std::string(all[static_cast<std::size_t>(below(static_cast<int>(all.size())))].id);
    }
    int cpus() { return 1 + below(below(2) == 0 ? 2 : 8); }
    int hz()
    {
        constexpr std::array kRates = {100, 250, 300, 1000};
        return kRates[static_cast<std::size_t>(below(4))];
    }

    std::int64_t duration() { return 1 + below(1 << (4 + below(20))); }

    void addTask(int i)
    {
        std::vector<Step> steps;
        std::int64_t total = 0;
        const int count = 1 + below(30);
        const auto run = [&] {
            const std::int64_t ns = duration();
            total += ns;
            steps.push_back(work(ns));
        };
        for (int k = 0; k < count; ++k) {
            run();
            switch (below(9)) {
                case 0:
                case 1:
                case 2:
                    steps.push_back(sleepFor(duration()));
                    break;
                case 3:
                    steps.push_back(step(StepKind::Yield));
                    break;
                case 4: {
                    const auto mutex = static_cast<std::uint32_t>(below(2));
                    steps.push_back(step(StepKind::Lock, mutex));
                    run();
                    steps.push_back(step(StepKind::Unlock, mutex));
                    break;
                }
                case 5:
                    steps.push_back(step(StepKind::SemWait, 0));
                    run();
                    steps.push_back(step(StepKind::SemPost, 0, 1));
                    break;
                case 6:
                    steps.push_back(step(StepKind::SetNice, 0, below(40) - 20));
                    break;
                default:
                    break;
            }
        }
        if (i > 0 && below(2) == 0) {
            steps.insert(steps.begin(), step(StepKind::Wait, static_cast<std::uint32_t>(i)));
        }
        steps.push_back(step(StepKind::Post, static_cast<std::uint32_t>(i) + 1, 0,
                             below(2) == 0 ? Step::kSync : std::uint8_t{0}));
        WorkloadTask& task = scenario_.task("t" + std::to_string(i), std::move(steps));
        work_.push_back(total);
        task.nice = below(40) - 20;
        choosePolicy(task);
        if (below(4) == 0) task.start = Nanoseconds{duration()};
        const int cpus = scenario_.input.machine.topology.count();
        if (below(4) == 0) {
            for (int cpu = 0; cpu < cpus; ++cpu) {
                if (below(2) == 0) task.affinity.add(CpuId{cpu});
            }
        }
    }

    void choosePolicy(WorkloadTask& task)
    {
        constexpr std::array kPolicies = {Policy::Normal,    Policy::Normal, Policy::Normal,
                                          Policy::Batch,     Policy::Idle,   Policy::Fifo,
                                          Policy::RoundRobin};
        task.policy = kPolicies[static_cast<std::size_t>(below(kPolicies.size()))];
        if (task.policy == Policy::Fifo || task.policy == Policy::RoundRobin) {
            task.rtPriority = 1 + below(99);
        }
    }

    // A parent that forks and waits for its children.
    void addFamily()
    {
        const auto child = static_cast<std::uint32_t>(scenario_.workload.tasks.size() + 1);
        std::vector<Step> steps = {work(1000)};
        const int children = 1 + below(5);
        for (int i = 0; i < children; ++i) {
            steps.push_back(step(StepKind::Fork, child));
            steps.push_back(work(1 + below(5000)));
        }
        steps.push_back(step(StepKind::WaitChild, 0, 1));
        steps.push_back(work(1000));
        scenario_.task("parent", steps);
        work_.push_back(-1);
        const auto parent = static_cast<int>(scenario_.workload.tasks.size()) - 1;
        scenario_.task("child", {work(1 + below(3'000'000)), sleepFor(duration()), work(500)})
            .parent = parent;
        work_.push_back(-1);
    }

    Random random_;
    Scenario scenario_;
    std::vector<std::int64_t> work_;
};

struct RanOn
{
    TimeRange range;
    CpuId cpu;
};

std::map<std::uint32_t, std::vector<RanOn>> slicesByTask(const Trace& trace)
{
    std::map<std::uint32_t, std::vector<RanOn>> byTask;
    for (const CpuLane& lane : trace.cpus()) {
        for (const CpuSlice& slice : lane.slices) {
            byTask[static_cast<std::uint32_t>(slice.task)].push_back({slice.range(), lane.id});
        }
    }
    for (auto& [task, slices] : byTask) {
        // A task may run for no time at all, and again at once.
        std::ranges::sort(slices, {},
                          [](const RanOn& r) { return std::pair(r.range.begin, r.range.end); });
    }
    return byTask;
}

// CFS and EEVDF divide by weight; O(1) and BFS by other rules.
bool dividesByWeight(const SchedulerPreset& preset)
{
    return preset.id.starts_with("cfs-") || preset.id.starts_with("eevdf-");
}

const WorkloadTask& specOf(const Workload& workload, std::string_view name)
{
    return *std::ranges::find(workload.tasks, name, &WorkloadTask::name);
}

TEST(Properties, EveryRunEndsWithoutNoteOrInference)
{
    for (std::uint64_t seed = firstSeed(); seed < firstSeed() + seedCount(); ++seed) {
        RandomRun random(seed);
        const std::string scheduler = random.scenario().input.scheduler.scheduler;
        const SimulationResult result = random.run();
        EXPECT_EQ(result.note, "") << "seed " << seed << ' ' << scheduler;
        for (const Diagnostic& odd : result.trace.diagnostics().all()) {
            ADD_FAILURE() << "seed " << seed << ' ' << scheduler << ": " << odd.kind << ' '
                          << odd.count << ' ' << odd.example;
        }
    }
}

TEST(Properties, ATaskRunsOnOneCpuAtATimeAndOnlyWhereItMay)
{
    for (std::uint64_t seed = firstSeed(); seed < firstSeed() + seedCount(); ++seed) {
        RandomRun random(seed);
        const Trace trace = random.run().trace;
        for (const auto& [task, slices] : slicesByTask(trace)) {
            const auto& spec = specOf(random.scenario().workload, trace.name(TaskId{task}));
            for (std::size_t i = 0; i < slices.size(); ++i) {
                if (i > 0) {
                    EXPECT_LE(slices[i - 1].range.end, slices[i].range.begin) << "seed " << seed;
                }
                EXPECT_TRUE(spec.affinity.isEmpty() || spec.affinity.contains(slices[i].cpu))
                    << "seed " << seed << ' ' << spec.name;
            }
        }
    }
}

TEST(Properties, WorkIsConserved)
{
    for (std::uint64_t seed = firstSeed(); seed < firstSeed() + seedCount(); ++seed) {
        RandomRun random(seed);
        const Trace trace = random.run().trace;
        const auto& tasks = random.scenario().workload.tasks;
        for (std::size_t i = 0; i < tasks.size(); ++i) {
            if (random.workOf(i) < 0) continue;
            EXPECT_EQ(runTime(trace, tasks[i].name), random.workOf(i))
                << "seed " << seed << ' ' << tasks[i].name << ' '
                << random.scenario().input.scheduler.scheduler;
        }
    }
}

TEST(Properties, OneCpuIsNeverIdleWhileATaskWaits)
{
    for (std::uint64_t seed = firstSeed(); seed < firstSeed() + seedCount(); ++seed) {
        RandomRun random(seed);
        random.scenario().input.machine = uniformMachine(1, 250);
        for (WorkloadTask& task : random.scenario().workload.tasks) task.affinity = {};
        const Trace trace = random.run().trace;
        const auto& slices = trace.cpus()[0].slices;
        for (const Task& task : trace.tasks().subspan(1)) {
            for (std::size_t i = 0; i < task.segments.size(); ++i) {
                const TimeRange range = trace.range(task, i);
                const bool waits = task.segments[i].state == SegmentState::Woken ||
                                   task.segments[i].state == SegmentState::Preempted;
                if (!waits || range.isEmpty()) continue;
                std::int64_t busy = 0;
                for (const CpuSlice& slice : slices) {
                    busy += clipped(slice.range(), range).length().count();
                }
                EXPECT_EQ(busy, range.length().count()) << "seed " << seed;
            }
        }
    }
}

TEST(Properties, NoFairTaskRunsWhileARealTimeOneWaitsForTheSameCpu)
{
    for (std::uint64_t seed = firstSeed(); seed < firstSeed() + seedCount(); ++seed) {
        RandomRun random(seed);
        random.scenario().input.machine = uniformMachine(1, 250);
        for (WorkloadTask& task : random.scenario().workload.tasks) task.affinity = {};
        if (random.scenario().input.scheduler.scheduler.starts_with("eevdf-6.1")) continue;
        const Trace trace = random.run().trace;
        const auto& workload = random.scenario().workload;
        // Priority inheritance lifts fair tasks, so nobody may hold that mutex here.
        const bool inherits = std::ranges::any_of(workload.tasks, [](const WorkloadTask& task) {
            return std::ranges::any_of(task.program, [](const Step& s) {
                return s.kind == StepKind::Lock && s.object == 1;
            });
        });
        if (inherits) continue;
        const auto isRt = [&](TaskId task) {
            return specOf(workload, trace.name(task)).policy >= Policy::Fifo;
        };
        for (std::uint32_t t = 1; t < trace.tasks().size(); ++t) {
            if (!isRt(TaskId{t})) continue;
            const Task& task = trace.task(TaskId{t});
            for (std::size_t i = 0; i < task.segments.size(); ++i) {
                if (task.segments[i].state != SegmentState::Woken &&
                    task.segments[i].state != SegmentState::Preempted) {
                    continue;
                }
                for (const CpuSlice& slice : trace.cpus()[0].slices) {
                    if (isRt(slice.task)) continue;
                    EXPECT_TRUE(clipped(slice.range(), trace.range(task, i)).isEmpty())
                        << "seed " << seed;
                }
            }
        }
    }
}

std::string everything(const SimulationResult& result)
{
    std::string text = slicesWithReasons(result.trace);
    for (const Wakeup& wakeup : result.trace.wakeups()) {
        text += std::to_string(nanoseconds(wakeup.time)) + ' ' +
                std::to_string(static_cast<std::uint32_t>(wakeup.task)) + '>' +
                std::to_string(wakeup.targetCpu) + '\n';
    }
    for (const VruntimeSample& sample : result.trace.vruntimes()) {
        text += std::to_string(nanoseconds(sample.vruntime)) + ' ';
    }
    return text;
}

TEST(Properties, TheSameSeedGivesTheSameBytes)
{
    for (std::uint64_t seed = firstSeed(); seed < firstSeed() + seedCount() / 4; ++seed) {
        RandomRun first(seed);
        // Other addresses, in another order: memory is taken in between, and freed from behind.
        std::vector<std::unique_ptr<char[]>> taken;
        for (std::size_t i = 0; i < 64; ++i) {
            taken.push_back(std::make_unique<char[]>(16 + (seed * 7919 + i * 104'729) % 4096));
        }
        for (std::size_t i = taken.size(); i > 0; i -= 2) taken[i - 1].reset();
        RandomRun second(seed);
        EXPECT_EQ(everything(first.run()), everything(second.run())) << "seed " << seed;
    }
}

TEST(Properties, RunsOnFourThreadsGiveTheBytesOfRunsOnOne)
{
    const std::uint64_t runs = std::max<std::uint64_t>(seedCount() / 4, 4);
    std::vector<std::string> alone;
    for (std::uint64_t seed = 1; seed <= runs; ++seed) {
        alone.push_back(everything(RandomRun(seed).run()));
    }
    std::vector<std::string> together(runs);
    std::atomic<std::uint64_t> next = 0;
    {
        std::vector<std::jthread> workers;
        for (int i = 0; i < 4; ++i) {
            workers.emplace_back([&] {
                for (std::uint64_t at = next++; at < runs; at = next++) {
                    together[at] = everything(RandomRun(at + 1).run());
                }
            });
        }
    }
    for (std::uint64_t i = 0; i < runs; ++i) {
        EXPECT_EQ(alone[i], together[i]) << "seed " << i + 1;
    }
}

TEST(Properties, TimeAddsUpForTasksAndCpus)
{
    for (std::uint64_t seed = firstSeed(); seed < firstSeed() + seedCount(); ++seed) {
        RandomRun random(seed);
        const Trace trace = random.run().trace;
        std::int64_t onCpus = 0;
        for (const CpuLane& lane : trace.cpus()) {
            Timestamp last = trace.begin();
            for (const CpuSlice& slice : lane.slices) {
                ASSERT_LE(last, slice.begin) << "seed " << seed;
                ASSERT_LE(slice.begin, slice.end) << "seed " << seed;
                last = slice.end;
                onCpus += slice.range().length().count();
            }
            ASSERT_LE(last, trace.end()) << "seed " << seed;
        }
        std::int64_t running = 0;
        for (const Task& task : trace.tasks().subspan(1)) {
            ASSERT_EQ(task.segments.front().begin, trace.begin()) << "seed " << seed;
            std::int64_t sum = 0;
            for (std::size_t i = 0; i < task.segments.size(); ++i) {
                const std::int64_t length = trace.range(task, i).length().count();
                ASSERT_GE(length, 0) << "seed " << seed;
                sum += length;
                if (task.segments[i].state == SegmentState::Running) running += length;
            }
            ASSERT_EQ(sum, trace.span().length().count()) << "seed " << seed;
        }
        ASSERT_EQ(running, onCpus) << "seed " << seed;
    }
}

TEST(Properties, SharesFollowTheWeightsWithinOneSlice)
{
    for (const SchedulerPreset& preset : schedulers()) {
        if (!dividesByWeight(preset)) continue;
        SimulationInput input = hogs(std::string(preset.id), {0, 5}, 1000, 10'000);
        const Trace trace = simulated(input).trace;
        // 1024 against 335, each within one slice and the tick that ends it.
        const std::int64_t slice = 20 * kMs + kMs;
        EXPECT_NEAR(static_cast<double>(runTime(trace, "A")), 7'535'000'000.0,
                    static_cast<double>(slice))
            << preset.id;
        EXPECT_NEAR(static_cast<double>(runTime(trace, "B")), 2'465'000'000.0,
                    static_cast<double>(slice))
            << preset.id;
    }
}

TEST(Properties, NobodyStarvesAmongFairTasks)
{
    for (const SchedulerPreset& preset : schedulers()) {
        if (!dividesByWeight(preset)) continue;
        SimulationInput input = hogs(std::string(preset.id), {-20, 0, 10, 19}, 250, 60'000);
        const Trace trace = simulated(input).trace;
        // Of 88761+1024+110+15 the least gets 15, about 10 ms of 60 s.
        EXPECT_GT(runTime(trace, "D"), 0) << preset.id;
        EXPECT_GT(runTime(trace, "C"), 20 * kMs) << preset.id;
    }
}

TEST(Properties, LagInEevdfStaysWithinARequestAndATick)
{
    for (const char* version : {"eevdf-6.6", "eevdf-6.12", "eevdf-6.18"}) {
        const Trace trace = simulated(hogs(version, {0, 1, 5, -3, 10}, 1000, 5'000)).trace;
        const std::map<std::string, double> weights = {
            {"A", 1024}, {"B", 820}, {"C", 335}, {"D", 1991}, {"E", 110}};
        // Service against the fluid share, at every switch.
        std::map<std::string, std::int64_t> served;
        for (const CpuSlice& slice : trace.cpus()[0].slices) {
            served[std::string(trace.name(slice.task))] += slice.range().length().count();
            const auto elapsed = static_cast<double>((slice.end - trace.begin()).count());
            for (const auto& [name, weight] : weights) {
                const double fluid = elapsed * weight / 4280.0;
                EXPECT_LT(std::abs(fluid - static_cast<double>(served[name])), 3.0 * kMs)
                    << version << ' ' << name;
            }
        }
    }
}

}  // namespace
}  // namespace resched::test

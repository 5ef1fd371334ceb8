// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Once every queue has had its greatest length a run takes no memory, but for its trace and the log
// of its locks: without them a run twice as long allocates as often. Its own program, for it
// replaces the global operator new.
#include "support/simulation.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::uint64_t> allocations = 0;

void* counted(std::size_t size)
{
    allocations.fetch_add(1, std::memory_order_relaxed);
    void* memory = std::malloc(size == 0 ? 1 : size);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}

}  // namespace

void* operator new(std::size_t size)
{
    return counted(size);
}

void operator delete(void* memory) noexcept
{
    std::free(memory);
}

void operator delete(void* memory, std::size_t /*size*/) noexcept
{
    std::free(memory);
}

namespace resched::test {
namespace {

// Tasks of two classes that run, sleep and hand over to each other on four CPUs.
SimulationInput busyMachine(const std::string& preset)
{
    Scenario scenario(preset, 4);
    Workload& workload = scenario.workload;
    workload.semaphores = {0};
    workload.distributions.push_back(
        {.kind = Distribution::Kind::Exponential, .a = Nanoseconds{kMs}});
    const Step random{.kind = StepKind::Run, .flags = Step::kRandom};
    scenario.task("sleeper", forever({random, sleepFor(7 * kMs)})).copies = 12;
    scenario.task("hog", {work(INT64_MAX / 4)}).copies = 2;
    scenario.task("giver", forever({random, step(StepKind::SemPost, 0, 1), sleepFor(3 * kMs)}));
    scenario.task("taker", forever({step(StepKind::SemWait, 0), work(kMs / 3)}));
    WorkloadTask& fifo = scenario.task("fifo", forever({work(kMs / 2), sleepFor(9 * kMs)}));
    fifo.policy = Policy::Fifo;
    fifo.rtPriority = 10;
    scenario.input.workload = std::make_shared<const Workload>(workload);
    scenario.input.keepTrace = false;
    return scenario.input;
}

std::uint64_t allocationsOf(SimulationInput input, std::int64_t seconds)
{
    input.duration = Nanoseconds{seconds * 1000 * kMs};
    NoProgress progress;
    const std::uint64_t before = allocations;
    const auto result = simulate(input, progress);
    EXPECT_TRUE(result);
    return allocations - before;
}

class Allocations : public testing::TestWithParam<const char*>
{
};

TEST_P(Allocations, DoNotGrowWithTheLengthOfTheRun)
{
    const SimulationInput input = busyMachine(GetParam());
    allocationsOf(input, 1);  // the tables that the first run of a process makes
    EXPECT_EQ(allocationsOf(input, 6), allocationsOf(input, 12));
}

INSTANTIATE_TEST_SUITE_P(Presets, Allocations,
                         testing::Values("o1-2.6.21", "bfs-209", "cfs-2.6.23", "cfs-2.6.31",
                                         "cfs-2.6.35", "cfs-6.1", "eevdf-6.6", "eevdf-6.12",
                                         "eevdf-6.18"),
                         [](const testing::TestParamInfo<const char*>& parameter) {
                             std::string name = parameter.param;
                             for (char& c : name) c = std::isalnum(c) != 0 ? c : '_';
                             return name;
                         });

TEST(AllocationCount, SeesWhatATraceTakes)
{
    SimulationInput input = busyMachine("cfs-6.1");
    input.keepTrace = true;
    EXPECT_LT(allocationsOf(input, 1), allocationsOf(input, 2));
}

}  // namespace
}  // namespace resched::test

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The same small scenarios under every preset, compared whole with the schedules in
// tests/scenarios. RESCHED_UPDATE_GOLDEN=1 writes them anew; what changed is then in the diff.
#include "support/simulation.h"
#include "topology/machine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace resched::test {
namespace {

std::string schedule(const SimulationResult& result)
{
    return slicesWithReasons(result.trace) + (result.note.empty() ? "" : result.note + '\n');
}

std::string hogScenario(const std::string& preset, std::initializer_list<int> nices)
{
    return schedule(simulated(hogs(preset, nices, 1000, 40)));
}

std::string sleeperAgainstHog(const std::string& preset)
{
    Scenario scenario(preset);
    scenario.task("hog", {work(1000 * kMs)});
    scenario.task("sleeper", forever({work(kMs / 2), sleepFor(7 * kMs)}));
    return schedule(scenario.run(40));
}

std::string forkBurst(const std::string& preset)
{
    Scenario scenario(preset, 2);
    scenario.task("parent", {work(2 * kMs), step(StepKind::Fork, 1), step(StepKind::Fork, 1),
                             step(StepKind::Fork, 1), work(2 * kMs),
                             step(StepKind::WaitChild, 0, 1), work(kMs)});
    scenario.task("child", {work(3 * kMs)}).parent = 0;
    scenario.task("hog", {work(15 * kMs)});
    return schedule(scenario.run(40));
}

std::string wakeChain(const std::string& preset)
{
    Scenario scenario(preset, 4);
    scenario.workload.semaphores = {0, 0, 0};
    scenario.task("first", repeated(3, {work(kMs), step(StepKind::SemPost, 0, 1, Step::kSync),
                                        sleepFor(2 * kMs)}));
    scenario.task("second", repeated(3, {step(StepKind::SemWait, 0), work(kMs),
                                         step(StepKind::SemPost, 1, 1)}));
    scenario.task("third", repeated(3, {step(StepKind::SemWait, 1), work(kMs)}));
    scenario.task("hog", {work(12 * kMs)});
    return schedule(scenario.run(40));
}

std::string realTimePreemption(const std::string& preset)
{
    Scenario scenario(preset, 2);
    scenario.task("fair", {work(20 * kMs)}).startCpu = 0;
    scenario.task("other", {work(20 * kMs)}).startCpu = 1;
    WorkloadTask& fifo = scenario.task("fifo", repeated(2, {sleepFor(4 * kMs), work(3 * kMs)}));
    fifo.policy = Policy::Fifo;
    fifo.rtPriority = 50;
    fifo.startsRunnable = false;
    WorkloadTask& rr = scenario.task("rr", {sleepFor(5 * kMs), work(4 * kMs)});
    rr.policy = Policy::RoundRobin;
    rr.rtPriority = 20;
    rr.startsRunnable = false;
    return schedule(scenario.run(40));
}

std::string yielding(const std::string& preset)
{
    Scenario scenario(preset);
    scenario.task("polite", repeated(4, {work(kMs), step(StepKind::Yield)}));
    scenario.task("hog", {work(6 * kMs)});
    return schedule(scenario.run(40));
}

std::string hotplug(const std::string& preset)
{
    Scenario scenario(preset, 2);
    scenario.task("A", {work(12 * kMs)}).startCpu = 0;
    scenario.task("B", {work(12 * kMs)}).startCpu = 1;
    WorkloadTask& admin =
        scenario.task("admin", {sleepFor(3 * kMs), step(StepKind::CpuOffline, 1), sleepFor(8 * kMs),
                                step(StepKind::CpuOnline, 1), work(kMs)});
    admin.startCpu = 0;
    admin.startsRunnable = false;
    return schedule(scenario.run(40));
}

// Two packages of two cores: the chain's first and last stand on a busy package, their partner on
// an idle one.
std::string wakeChainAcrossPackages(const std::string& preset)
{
    Scenario scenario(preset, 4);
    scenario.input.machine.topology = findMachine("pack:2 l2:1 core:2 pu:1")->topology;
    scenario.workload.semaphores = {0, 0};
    scenario.task("hog0", {work(12 * kMs)}).startCpu = 0;
    scenario.task("hog1", {work(12 * kMs)}).startCpu = 1;
    WorkloadTask& waker =
        scenario.task("waker", repeated(3, {work(kMs), step(StepKind::SemPost, 0, 1, Step::kSync),
                                            step(StepKind::SemWait, 1)}));
    waker.startCpu = 0;
    WorkloadTask& wakee = scenario.task("wakee", repeated(3, {step(StepKind::SemWait, 0), work(kMs),
                                                              step(StepKind::SemPost, 1, 1)}));
    wakee.startCpu = 2;
    return schedule(scenario.run(40));
}

std::string hotplugOnTwoPackages(const std::string& preset)
{
    Scenario scenario(preset, 4);
    scenario.input.machine.topology = findMachine("pack:2 l2:1 core:2 pu:1")->topology;
    for (int i = 0; i < 5; ++i) {
        scenario.task(std::string(1, static_cast<char>('A' + i)), {work(15 * kMs)}).startCpu =
            i % 4;
    }
    WorkloadTask& admin = scenario.task(
        "admin", {sleepFor(4 * kMs), step(StepKind::CpuOffline, 2), step(StepKind::CpuOffline, 3),
                  sleepFor(10 * kMs), step(StepKind::CpuOnline, 3), work(kMs / 2)});
    admin.policy = Policy::Fifo;
    admin.rtPriority = 90;
    admin.startCpu = 0;
    admin.startsRunnable = false;
    return schedule(scenario.run(60));
}

// Two tasks in a group that may run 10 ms of each 20, beside a task outside; on two CPUs.
std::string quota(const std::string& preset)
{
    Scenario scenario(preset, 2);
    scenario.workload.groups.push_back(
        {.name = "g", .quota = Nanoseconds{10 * kMs}, .period = Nanoseconds{20 * kMs}});
    WorkloadTask& first = scenario.task("first", {work(1000 * kMs)});
    first.group = 0;
    first.startCpu = 0;
    WorkloadTask& second = scenario.task("second", forever({work(2 * kMs), sleepFor(3 * kMs)}));
    second.group = 0;
    second.startCpu = 1;
    WorkloadTask& outside = scenario.task("outside", {work(1000 * kMs)});
    outside.startCpu = 0;
    outside.affinity = *CpuSet::parse("0");
    return schedule(scenario.run(50));
}

bool hasQuotas(const std::string& preset)
{
    return std::ranges::any_of(findScheduler(preset)->tunables, [](const TunableSpec& tunable) {
        return tunable.name == "cfs_bandwidth_slice_ns";
    });
}

std::string allScenarios(const std::string& preset)
{
    std::string text;
    const auto add = [&](std::string_view title, const std::string& lines) {
        text += "## " + std::string(title) + '\n' + lines + '\n';
    };
    add("two hogs, HZ=1000", hogScenario(preset, {0, 0}));
    add("four hogs, HZ=1000", hogScenario(preset, {0, 0, 0, 0}));
    add("nice 0, 5, -3", hogScenario(preset, {0, 5, -3}));
    add("a sleeper against a hog", sleeperAgainstHog(preset));
    add("a fork burst on two CPUs", forkBurst(preset));
    add("a chain of wakeups on four CPUs", wakeChain(preset));
    add("real-time tasks on two CPUs", realTimePreemption(preset));
    add("a task that yields", yielding(preset));
    add("a CPU goes and comes back", hotplug(preset));
    add("two tasks wake each other across packages", wakeChainAcrossPackages(preset));
    add("a package goes, one CPU of it comes back", hotplugOnTwoPackages(preset));
    if (hasQuotas(preset)) add("a group of 10 ms in 20 on two CPUs", quota(preset));
    return text;
}

class Scenarios : public testing::TestWithParam<std::string>
{
};

TEST_P(Scenarios, RunAsWritten)
{
    const std::filesystem::path path =
        std::filesystem::path(RESCHED_SOURCE_DIR) / "tests/scenarios" / (GetParam() + ".txt");
    const std::string text = allScenarios(GetParam());
    if (std::getenv("RESCHED_UPDATE_GOLDEN") != nullptr) {
        std::ofstream(path) << text;
        return;
    }
    std::ifstream file(path);
    std::stringstream written;
    written << file.rdbuf();
    EXPECT_EQ(text, written.str()) << path;
}

std::vector<std::string> presetIds()
{
    std::vector<std::string> ids;
    for (const SchedulerPreset& preset : schedulers()) ids.emplace_back(preset.id);
    return ids;
}

INSTANTIATE_TEST_SUITE_P(Presets, Scenarios, testing::ValuesIn(presetIds()),
                         [](const testing::TestParamInfo<std::string>& preset) {
                             std::string name = preset.param;
                             for (char& c : name) {
                                 if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
                             }
                             return name;
                         });

}  // namespace
}  // namespace resched::test

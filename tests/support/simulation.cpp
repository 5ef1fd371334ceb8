// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/simulation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

namespace resched::test {

namespace {

// ns as ms without needless zeros: "3", "0.25".
std::string milliseconds(std::int64_t ns)
{
    std::string text = std::to_string(ns / kMs);
    std::int64_t rest = ns % kMs;
    if (rest == 0) return text;
    std::string digits = std::to_string(rest);
    digits.insert(0, 6 - digits.size(), '0');
    while (digits.back() == '0') digits.pop_back();
    return text + '.' + digits;
}

std::string letter(std::size_t i)
{
    return std::string(1, static_cast<char>('A' + static_cast<char>(i)));
}

}  // namespace

Step work(std::int64_t ns)
{
    return {.kind = StepKind::Run, .amount = ns};
}

Step sleepFor(std::int64_t ns)
{
    return {.kind = StepKind::Sleep, .amount = ns};
}

Step step(StepKind kind, std::uint32_t object, std::int64_t amount, std::uint8_t flags)
{
    return {.kind = kind, .flags = flags, .object = object, .amount = amount};
}

std::vector<Step> repeated(std::int64_t rounds, std::vector<Step> steps)
{
    steps.insert(steps.begin(), step(StepKind::LoopBegin, 0, rounds));
    steps.push_back(step(StepKind::LoopEnd));
    return steps;
}

std::vector<Step> forever(std::vector<Step> steps)
{
    return repeated(-1, std::move(steps));
}

Scenario::Scenario(std::string scheduler, int cpus, int hz)
{
    input.machine = uniformMachine(cpus, hz);
    input.scheduler.scheduler = std::move(scheduler);
}

WorkloadTask& Scenario::task(std::string name, std::vector<Step> program)
{
    WorkloadTask& task = workload.tasks.emplace_back();
    task.name = std::move(name);
    task.program = std::move(program);
    return task;
}

SimulationResult Scenario::run(std::int64_t durationMs)
{
    input.workload = std::make_shared<const Workload>(workload);
    input.duration = Nanoseconds{durationMs * kMs};
    return simulated(input);
}

SimulationInput hogs(std::string scheduler, std::initializer_list<int> nices, int hz,
                     std::int64_t durationMs)
{
    Scenario scenario(std::move(scheduler), 1, hz);
    for (const int nice : nices) {
        scenario.task(letter(scenario.workload.tasks.size()), {work(3'600'000 * kMs)}).nice = nice;
    }
    scenario.input.workload = std::make_shared<const Workload>(scenario.workload);
    scenario.input.duration = Nanoseconds{durationMs * kMs};
    return scenario.input;
}

SimulationResult simulated(const SimulationInput& input)
{
    NoProgress progress;
    auto result = simulate(input, progress);
    if (!result) {
        ADD_FAILURE() << describe(result.error());
        return {.trace = Trace(TraceData{}), .metrics = {}, .note = {}};
    }
    return std::move(*result);
}

std::string picksText(const Trace& trace, int cpu)
{
    std::string text;
    const CpuLane* lane = trace.cpu(CpuId{cpu});
    if (lane == nullptr) return "no such CPU";
    Timestamp last = trace.begin();
    for (const CpuSlice& slice : lane->slices) {
        if (slice.begin > last) text += "-@" + milliseconds((last - trace.begin()).count()) + ' ';
        text += std::string(trace.name(slice.task)) + '@' +
                milliseconds((slice.begin - trace.begin()).count()) + ' ';
        last = slice.end;
    }
    if (!text.empty()) text.pop_back();
    return text;
}

namespace {

std::string_view reasonName(EndReason reason)
{
    switch (reason) {
        case EndReason::Unknown:
            return "unknown";
        case EndReason::Block:
            return "block";
        case EndReason::Exit:
            return "exit";
        case EndReason::Preempt:
            return "preempt";
        case EndReason::Yield:
            return "yield";
        case EndReason::TickSlice:
            return "tick-slice";
        case EndReason::TickLead:
            return "tick-lead";
        case EndReason::WakeupPreempt:
            return "wakeup-preempt";
        case EndReason::ForkPreempt:
            return "fork-preempt";
        case EndReason::ClassPreempt:
            return "class-preempt";
        case EndReason::RoundRobin:
            return "round-robin";
        case EndReason::Throttled:
            return "throttled";
        case EndReason::DeadlineRenewed:
            return "deadline-renewed";
        case EndReason::NotEligible:
            return "not-eligible";
        case EndReason::Pushed:
            return "pushed";
        case EndReason::PrioChange:
            return "prio-change";
        case EndReason::Offline:
            return "offline";
        case EndReason::RunEnd:
            return "run-end";
    }
    return "?";
}

}  // namespace

std::string slicesWithReasons(const Trace& trace)
{
    struct Line
    {
        Timestamp begin;
        int cpu;
        std::string text;
    };
    std::vector<Line> lines;
    for (const CpuLane& lane : trace.cpus()) {
        for (const CpuSlice& slice : lane.slices) {
            const int cpu = number(lane.id);
            lines.push_back({slice.begin, cpu,
                             milliseconds((slice.begin - trace.begin()).count()) + " - " +
                                 milliseconds((slice.end - trace.begin()).count()) + "  cpu" +
                                 std::to_string(cpu) + "  " + std::string(trace.name(slice.task)) +
                                 "  " + std::string(reasonName(slice.reason)) + '\n'});
        }
    }
    std::ranges::stable_sort(lines, [](const Line& a, const Line& b) {
        return a.begin != b.begin ? a.begin < b.begin : a.cpu < b.cpu;
    });
    std::string text;
    for (const Line& line : lines) text += line.text;
    return text;
}

std::int64_t runTime(const Trace& trace, std::string_view name)
{
    std::int64_t total = 0;
    for (const CpuLane& lane : trace.cpus()) {
        for (const CpuSlice& slice : lane.slices) {
            if (trace.name(slice.task) == name) total += slice.range().length().count();
        }
    }
    return total;
}

}  // namespace resched::test

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sched/cpu_state.h"

#include <algorithm>

namespace resched {
namespace {

constexpr std::int64_t kScale = 1024;
constexpr std::int64_t kSmtGain = 1178;  // of a core whose threads all run
constexpr std::int64_t kRtWindow = 500'000'000;

}  // namespace

void updateCpuLoad(CpuState& cpu, SmpGeneration generation)
{
    for (std::size_t i = 0; i < cpu.cpuLoad.size(); ++i) {
        const std::int64_t scale = std::int64_t{1} << i;
        std::int64_t now = cpu.weight;
        // Round up when rising, so that the average reaches the load (since 2.6.24).
        if (now > cpu.cpuLoad[i] && generation >= SmpGeneration::V2_6_24) now += scale - 1;
        cpu.cpuLoad[i] = (cpu.cpuLoad[i] * (scale - 1) + now) >> i;
    }
}

std::int64_t sourceLoad(const SmpView& view, int cpu, int index)
{
    const CpuState& state = view.cpu(cpu);
    if (index == 0 || !view.rules.lbBias) return state.weight;
    return std::min(state.cpuLoad[static_cast<std::size_t>(index - 1)], state.weight);
}

std::int64_t targetLoad(const SmpView& view, int cpu, int index)
{
    const CpuState& state = view.cpu(cpu);
    if (index == 0 || !view.rules.lbBias) return state.weight;
    return std::max(state.cpuLoad[static_cast<std::size_t>(index - 1)], state.weight);
}

std::int64_t loadPerTask(const SmpView& view, int cpu)
{
    const CpuState& state = view.cpu(cpu);
    if (state.nrRunning > 0) return state.weight / state.nrRunning;
    return view.rules.generation < SmpGeneration::V2_6_24 ? kNiceZeroLoad : 0;
}

int cpuPower(int threads, Nanoseconds rtAvg, Nanoseconds age)
{
    std::int64_t power = kScale;
    if (threads > 1) power = power * (kSmtGain / threads) / kScale;
    const std::int64_t total = kRtWindow + age.count();
    const std::int64_t available = std::max<std::int64_t>(0, total - rtAvg.count());
    power = power * (available / std::max<std::int64_t>(1, total / kScale)) / kScale;
    return static_cast<int>(std::clamp<std::int64_t>(power, 1, kScale));
}

int idleScanLimit(std::int64_t utilSum, int llcSize, int imbalancePct)
{
    const std::int64_t mean = utilSum / llcSize;
    const std::int64_t pct = imbalancePct;
    const std::int64_t busy = std::min(mean * mean * pct * pct / (10'000 * kScale), kScale);
    return static_cast<int>((kScale - busy) * llcSize / kScale);
}

}  // namespace resched

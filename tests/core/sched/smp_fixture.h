// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A machine whose CPUs' visible state a test writes down, for placement and balancing alone.

#include "sched/cpu_state.h"
#include "topology/topology.h"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace resched::test {

inline Topology topologyOf(std::string_view synthetic)
{
    const auto topology = topologyFromSynthetic(synthetic);
    EXPECT_TRUE(topology) << synthetic;
    return topology ? *topology : uniformTopology(1);
}

inline SmpRules rulesOf(std::string_view scheduler)
{
    const auto settings = resolve({.scheduler = std::string(scheduler)}, 1);
    EXPECT_TRUE(settings) << scheduler;
    return smpRulesOf(*settings, 250);
}

class TestMachine
{
public:
    TestMachine(std::string_view synthetic, std::string_view scheduler)
        : rules(rulesOf(scheduler)),
          tree(topologyOf(synthetic), rules.generation),
          cpus(static_cast<std::size_t>(tree.cpuCount())),
          llcs(static_cast<std::size_t>(tree.llcCount()))
    {}

    SmpView view() { return {tree, rules, cpus, llcs}; }
    CpuState& cpu(int number) { return cpus[static_cast<std::size_t>(number)]; }

    // So many nice-0 tasks that have been there for long.
    void load(int number, int tasks)
    {
        CpuState& state = cpu(number);
        state.idle = tasks == 0;
        state.nrRunning = tasks;
        state.fairRunning = tasks;
        state.weight = kNiceZeroLoad * tasks;
        state.cpuLoad.fill(state.weight);
        state.currWeight = tasks > 0 ? kNiceZeroLoad : 0;
        state.loadAvg = state.weight;
        state.runnableAvg = state.weight;
        state.utilAvg = tasks > 0 ? 1024 : 0;
        state.currLoadAvg = tasks > 0 ? kNiceZeroLoad : 0;
    }

    SmpRules rules;
    DomainTree tree;
    std::vector<CpuState> cpus;
    std::vector<LlcState> llcs;
};

}  // namespace resched::test

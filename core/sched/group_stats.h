// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How loaded a group of CPUs is, in the terms of kernels from 5.5 on (group_classify(), 6.1).

#include "sched/cpu_state.h"

#include <cstdint>

namespace resched {

// In order of how badly it needs relief.
enum class GroupType : std::uint8_t { HasSpare, FullyBusy, SmtBalance, Imbalanced, Overloaded };

struct GroupStats
{
    std::int64_t load = 0;
    std::int64_t util = 0;
    std::int64_t runnable = 0;
    std::int64_t capacity = 0;
    int weight = 0;     // CPUs
    int nrRunning = 0;  // tasks of every class
    int fairRunning = 0;
    int idleCpus = 0;
    bool hasPinned = false;  // balancing failed here for affinity (sg_imbalanced())
    GroupType type = GroupType::HasSpare;

    void add(const CpuState& cpu);
    void classify(int imbalancePct);
    std::int64_t avgLoad() const { return load * kNiceZeroLoad / (capacity > 0 ? capacity : 1); }
    bool isOverloaded(int imbalancePct) const;
    bool hasCapacity(int imbalancePct) const;
};

// adjust_numa_imbalance(): few tasks may stay on their node.
int allowedNumaImbalance(int imbalance, int running, int limit);

}  // namespace resched

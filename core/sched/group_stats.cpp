// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sched/group_stats.h"

namespace resched {

void GroupStats::add(const CpuState& cpu)
{
    load += cpu.loadAvg;
    util += cpu.util();
    runnable += cpu.runnableAvg;
    capacity += cpu.capacity;
    ++weight;
    nrRunning += cpu.nrRunning;
    fairRunning += cpu.fairRunning;
    if (cpu.nrRunning == 0 && cpu.idle) ++idleCpus;
}

bool GroupStats::isOverloaded(int imbalancePct) const
{
    if (nrRunning <= weight) return false;
    return capacity * 100 < util * imbalancePct || capacity * imbalancePct < runnable * 100;
}

bool GroupStats::hasCapacity(int imbalancePct) const
{
    if (nrRunning < weight) return true;
    if (capacity * imbalancePct < runnable * 100) return false;
    return capacity * 100 > util * imbalancePct;
}

void GroupStats::classify(int imbalancePct)
{
    if (isOverloaded(imbalancePct))
        type = GroupType::Overloaded;
    else if (hasPinned)
        type = GroupType::Imbalanced;
    else if (!hasCapacity(imbalancePct))
        type = GroupType::FullyBusy;
    else
        type = GroupType::HasSpare;
}

int allowedNumaImbalance(int imbalance, int running, int limit)
{
    constexpr int kNumaImbalanceMin = 2;
    if (running > limit) return imbalance;
    return imbalance <= kNumaImbalanceMin ? 0 : imbalance;
}

}  // namespace resched

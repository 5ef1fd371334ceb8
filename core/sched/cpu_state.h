// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What placement and balancing see of the CPUs: plain numbers that whoever owns the run queues
// keeps current. As in the kernel, the averages of a remote CPU are as old as its last update.

#include "base/time.h"
#include "sched/domains.h"
#include "sched/smp_rules.h"

#include <array>
#include <cstdint>
#include <span>

namespace resched {

constexpr std::int64_t kNiceZeroLoad = 1024;

struct CpuState
{
    bool online = true;
    bool idle = true;   // the idle task is current, nothing is queued and no wakeup is under way
    int nrRunning = 0;  // runnable tasks of all classes, the running one included
    int fairRunning = 0;
    int idlePolicyRunning = 0;  // those of SCHED_IDLE among them

    // Up to 2.6.36: sum of the weights of the runnable tasks, and its averages over 1 to 16 ticks.
    std::int64_t weight = 0;
    std::array<std::int64_t, 5> cpuLoad{};

    // From 6.1: averages of the fair run queue (sched/pelt.h).
    std::int64_t loadAvg = 0;
    std::int64_t utilAvg = 0;
    std::int64_t runnableAvg = 0;
    std::int64_t utilEst = 0;

    std::int64_t currWeight = 0;   // of the running task
    std::int64_t currLoadAvg = 0;  // its load average
    int capacity = 1024;           // cpu_power or cpu_capacity
    Timestamp idleSince{};

    bool onlyIdlePolicy() const { return nrRunning > 0 && nrRunning == idlePolicyRunning; }
    std::int64_t util() const { return utilAvg > utilEst ? utilAvg : utilEst; }
};

// Of a last-level cache, from 6.1.
struct LlcState
{
    bool hasIdleCores = false;
    int nrIdleScan = INT32_MAX;  // CPUs that a search for an idle one may look at (SIS_UTIL)
};

struct SmpView
{
    const DomainTree& tree;
    const SmpRules& rules;
    std::span<const CpuState> cpus;
    std::span<LlcState> llcs;  // by DomainTree::llcOf

    const CpuState& cpu(int number) const { return cpus[static_cast<std::size_t>(number)]; }
    LlcState& llc(int number) const { return llcs[static_cast<std::size_t>(tree.llcOf(number))]; }
    // Idle, or running SCHED_IDLE tasks alone, which yield at once.
    bool isAvailable(int number) const { return cpu(number).idle || cpu(number).onlyIdlePolicy(); }
};

// At a tick of the CPU (update_cpu_load()).
void updateCpuLoad(CpuState& cpu, SmpGeneration generation);

// source_load() and target_load(): a guess on the low and on the high side.
std::int64_t sourceLoad(const SmpView& view, int cpu, int index);
std::int64_t targetLoad(const SmpView& view, int cpu, int index);
std::int64_t loadPerTask(const SmpView& view, int cpu);  // cpu_avg_load_per_task()

// Half of what a domain tolerates, in percent.
inline int halfImbalance(const Domain& domain)
{
    return 100 + (domain.parameters.imbalancePct - 100) / 2;
}

// CPU power of 2.6.32 to 2.6.36 (update_cpu_power()): `threads` share a core; `rtAvg`: time that
// real-time tasks took, halved each window, of which `age` has passed.
int cpuPower(int threads, Nanoseconds rtAvg, Nanoseconds age);

// How many CPUs of a cache with this average utilisation a search may visit
// (update_idle_cpu_scan()).
int idleScanLimit(std::int64_t utilSum, int llcSize, int imbalancePct);

}  // namespace resched

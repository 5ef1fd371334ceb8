// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How fast the CPUs work. Each CPU has a speed, a fraction of full speed that depends on its
// capacity and on how many CPUs that share throughput with it are busy. The work of the running
// task is brought up to date whenever that changes, in whole nanoseconds of work, rounded down, so
// a change costs a task less than 1 ns.

#include "sim/sim_task.h"
#include "topology/machine.h"

#include <cstdint>
#include <vector>

namespace resched {

class Processors
{
public:
    explicit Processors(const Machine& machine);

    SimTask* running(int cpu) const { return cpus_[index(cpu)].task; }
    // From now on `task` works (null: idle); the one before must be up to date. The CPUs whose
    // speed changes by that, but this one, are listed in changed().
    void run(int cpu, SimTask* task, std::int64_t now);
    // Brings work and overhead of the running task up to date.
    void sync(int cpu, std::int64_t now);
    // When the running task will have done all that it has to do, if nothing changes.
    std::int64_t completion(int cpu) const;
    const std::vector<int>& changed() const { return changed_; }
    // CPU time that went into costs rather than work.
    std::int64_t overheadPaid() const { return overheadPaid_; }

    // Extra work of a task that comes (back) to this CPU, and what it must remember on leaving.
    std::int64_t refillCost(int cpu, const SimTask& task) const;
    void leaveCache(int cpu, SimTask& task) const;

private:
    static std::size_t index(int cpu) { return static_cast<std::size_t>(cpu); }
    struct Cpu
    {
        SimTask* task = nullptr;
        std::int64_t syncedAt = 0;
        std::int64_t numerator = 1;  // speed
        std::int64_t denominator = 1;
        std::int64_t busy = 0;  // ns that anything ran here
        int capacity = 1024;
        int llc = 0;
        std::vector<int> sets;  // of shared throughput
    };
    struct Set
    {
        std::vector<int> cpus;
        int throughput = 1000;
        int busy = 0;
    };

    void setSpeed(Cpu& cpu) const;

    const CostModel costs_;
    std::vector<Cpu> cpus_;
    std::vector<Set> sets_;
    std::vector<int> changed_;
    std::int64_t overheadPaid_ = 0;
};

}  // namespace resched

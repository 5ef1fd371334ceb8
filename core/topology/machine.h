// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The machine that a workload runs on: topology, tick rate, what things cost, and which CPUs share
// their throughput. All costs are zero by default, so that a schedule shows the policy alone.

#include "base/cpu_set.h"
#include "base/result.h"
#include "base/time.h"
#include "topology/topology.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace resched {

struct CostModel
{
    Nanoseconds contextSwitch{0};  // on the CPU, before the next task makes progress
    // Extra work of a task that returns: refillFull * (1 - exp(-away/refillScale)), `away` being
    // the CPU time that others had on that cache since; in full on another cache, half where it is
    // shared.
    Nanoseconds refillFull{0};
    Nanoseconds refillScale{1'500'000};
    Nanoseconds migration{0};
    Nanoseconds wakeup{0};  // on the waker's CPU
    Nanoseconds ipi{0};     // delay until a remote CPU notices
    // From the decision to replace the running task, or to leave idle, to the switch: the way out
    // of the interrupt or system call, in which the running task goes on.
    Nanoseconds reschedule{0};
    Nanoseconds tick{0};     // stolen from the running task at every tick
    Nanoseconds fork{0};     // in the parent
    Nanoseconds syscall{0};  // entry and exit of each blocking or waking operation
    Nanoseconds futexWait{0};
    Nanoseconds futexWake{0};
    Nanoseconds futexRequeue{0};  // per waiter
    Nanoseconds listVisit{0};     // one node of a priority list walked
    friend bool operator==(const CostModel&, const CostModel&) = default;
};

// CPUs that together deliver `throughput` CPU-seconds per second, in thousandths of one CPU: when
// more are busy each runs slower by busy*1000/throughput. SMT siblings share about 1200; the CPUs
// of an emulated guest that take turns share 1000.
struct SharedThroughput
{
    CpuSet cpus;
    int throughput = 1000;
    friend bool operator==(const SharedThroughput&, const SharedThroughput&) = default;
};

// Two threads of one core.
constexpr int kSmtThroughput = 1200;
// An entry for each core of several threads.
std::vector<SharedThroughput> sharedCores(const Topology& topology, int throughput);

struct Machine
{
    std::string name = {};
    std::string description = {};
    std::string provenance = {};
    Topology topology = {};
    int hz = 250;
    CostModel costs = {};
    std::vector<SharedThroughput> shared = {};
    friend bool operator==(const Machine&, const Machine&) = default;
};

Machine uniformMachine(int cpus, int hz = 250);

// The built-in machines of resources/machines, by name.
std::span<const Machine> builtInMachines();

// What --machine accepts: a built-in name, "N" CPUs, "this", an hwloc synthetic string, an hwloc
// XML file, or a machine description in JSON (the form of resources/machines). What comes without
// costs has none, but threads of a core always share it.
Result<Machine> findMachine(std::string_view description);
// Unknown keys are errors, so that a misspelt cost is not silently zero. `path` is for messages.
Result<Machine> machineFromJson(std::string_view text, const std::filesystem::path& path = {});
std::string machineToJson(const Machine& machine);

}  // namespace resched

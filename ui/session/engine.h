// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the session asks of the core, as values: the program hands in coreEngine(), a test hands in
// functions that it controls. Each runs on a worker thread and touches nothing but its arguments.

#include "base/progress.h"
#include "base/result.h"
#include "sched/scheduler_table.h"
#include "sim/simulator.h"
#include "topology/machine.h"
#include "trace/trace.h"
#include "workload/workload.h"

#include <filesystem>
#include <functional>
#include <vector>

namespace resched::ui {

struct Engine
{
    // Several paths: one experiment.
    std::function<Result<Trace>(const std::vector<std::filesystem::path>&, Progress&)> read;
    std::function<Result<Workload>(const Trace&, const Machine&, Progress&)> extract;
    std::function<Result<SimulationResult>(const SimulationInput&, Progress&)> simulate;
    // The machine and scheduler that a recording was most likely made on.
    std::function<Machine(const Trace&)> machineOf;
    std::function<SchedulerSettings(const Trace&)> schedulerOf;
};

Engine coreEngine();

}  // namespace resched::ui

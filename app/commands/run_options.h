// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a simulated run is made of, from the command line: the work (a workload file, or a trace
// that one is extracted from), the scheduler with its settings, the machine and the seed.

#include "base/result.h"
#include "commands/trace_options.h"
#include "sched/scheduler_table.h"
#include "sim/simulator.h"
#include "trace/trace.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace resched::app {

struct RunOptions : TraceOptions
{
    std::string scheduler;
    std::string machine;
    std::vector<std::string> settings;
    std::vector<std::string> features;
    std::uint64_t seed = 1;
    std::string duration;
};

void addModelOptions(CLI::App& verb, RunOptions& options);  // scheduler, machine, settings
void addRunOptions(CLI::App& verb, RunOptions& options);    // and what a run needs besides

// The work and everything that is chosen for it; `recorded` is null for a workload file.
struct RunPlan
{
    std::shared_ptr<const Trace> recorded;
    SimulationInput input;
    SchedulerSettings recordedSettings;  // the scheduler that the recording was most likely made by
    Machine recordedMachine;
    // The very settings of the recording: what is replayed then is how far the model is right.
    bool isSelfReplay() const
    {
        return input.scheduler == recordedSettings && input.machine == recordedMachine;
    }
};
Result<RunPlan> planRun(const RunOptions& options);
// What the options say over what a recording was made with; wrong names and values are errors.
Result<void> applyChoices(const RunOptions& options, SchedulerSettings& settings, Machine& machine);
// The scheduler that a recording was most likely made by, with its defaults.
SchedulerSettings recordedSettings(const Trace& trace);

}  // namespace resched::app

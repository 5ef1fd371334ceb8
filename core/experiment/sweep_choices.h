// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a sweep can vary and measure, for whoever offers a choice.

#include "experiment/sweep.h"

namespace resched {

struct SweepChoice
{
    std::string name;        // as SweepParameter has it
    std::int64_t value = 0;  // in the run as it is
    std::int64_t minimum = 0;
    std::int64_t maximum = 0;
    bool isDuration = true;  // in ns; else a count
    friend bool operator==(const SweepChoice&, const SweepChoice&) = default;
};

// The scheduler's tunables that are numbers, then "hz", then the machine's costs.
std::vector<SweepChoice> sweepChoices(const SchedulerSettings& scheduler, const Machine& machine);

// Figures that every run has; and those of what a workload measures.
std::vector<std::string> runSweepFigures();
std::vector<std::string> metricSweepFigures(const Workload& workload);

}  // namespace resched

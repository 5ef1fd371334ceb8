// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The parameters of generated loads as something that a sweep varies. In a workload file that has
// {"generate": {"kbuild": {"jobs": 8, "burst": "12ms"}}} they are "generate.kbuild.jobs" and
// "generate.kbuild.burst_ns": whole numbers, and times, which are named and given in ns.

#include "experiment/sweep_choices.h"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace resched {

bool isWorkloadParameter(std::string_view name);

// Those that the file has; none when it is no JSON.
std::vector<SweepChoice> workloadChoices(std::string_view file);

using WorkloadValues = std::vector<std::pair<std::string, std::int64_t>>;
// What the file says with other values; an error names a parameter that it does not have.
Result<std::shared_ptr<const Workload>> workloadWith(std::string_view file,
                                                     const WorkloadValues& values);

}  // namespace resched

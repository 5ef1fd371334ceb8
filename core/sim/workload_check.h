// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Whether a workload makes sense on a machine, before anything runs: indexes in range, loops that
// match, values that mean something. The error names the task, the step and what was expected.

#include "base/result.h"
#include "sim/simulator.h"

namespace resched {

Result<void> checkInput(const SimulationInput& input);

}  // namespace resched

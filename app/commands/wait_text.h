// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The worst waits in words: who had the CPU meanwhile, under which decision, and for simulated runs
// what would have decided otherwise.
#include "analysis/waits.h"
#include "commands/output.h"
#include "trace/trace.h"

#include <cstddef>
#include <string>
#include <vector>

namespace resched::app {

std::vector<Wait> worstOf(const std::vector<Wait>& waits, std::size_t top);
std::string worstText(const Trace& trace, const std::vector<Wait>& worst);
// Adds "decision" to each of the waits that latencyJson() lists under "worst".
void addDecisions(Json& latency, const Trace& trace, const std::vector<Wait>& worst);

}  // namespace resched::app

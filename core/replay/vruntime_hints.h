// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What recorded vruntimes tell beyond their own value: where each task stood when the trace began,
// and who has the policy SCHED_IDLE, which no event names. Without samples there are no hints.

#include "trace/trace.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace resched {

// By TaskId: virtual ns ahead of the least of its run queue at `begin`. A task whose place is not
// seen stands at 0 when it is runnable, and far behind when it sleeps.
std::vector<std::int64_t> startVruntimes(const Trace& trace, Timestamp begin);

// By TaskId: since when its vruntime advances as only SCHED_IDLE's weight lets it.
std::vector<std::optional<Timestamp>> idlePolicySince(const Trace& trace);

}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What ended a block, for each wakeup of a trace. The task that is current at a wakeup caused it,
// unless an interrupt did: a recorded interrupt around it, a timer that expired on that CPU just
// before, or an idle CPU give that away. Softirqs that ksoftirqd runs count as its own doing, since
// it must be scheduled for them.

#include "replay/recorded_machine.h"
#include "trace/trace.h"

#include <cstdint>
#include <vector>

namespace resched {

enum class WakeCause : std::uint8_t {
    Task,     // the waker
    Timer,    // a high-resolution timer
    Tick,     // a softirq or interrupt at a tick: a timeout in jiffies, RCU
    Device,   // another interrupt
    Unknown,  // nobody knows what ran there
};

// One per wakeup, in the trace's order.
std::vector<WakeCause> findWakeCauses(const Trace& trace, const TickGrid& ticks);

// Whether wakeups at these times (ascending) come from one periodic timer, some periods apart.
bool isPeriodic(const std::vector<Timestamp>& wakeups);

}  // namespace resched

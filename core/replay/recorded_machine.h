// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a trace tells about the machine it was recorded on. The tick of a CPU falls on a grid; it is
// seen directly where timer expiries are recorded, else in the instants at which tasks were
// preempted.

#include "base/ids.h"
#include "base/time.h"
#include "topology/machine.h"
#include "trace/trace.h"

#include <optional>

namespace resched {

struct TickGrid
{
    Nanoseconds period{4'000'000};
    Nanoseconds phase{0};            // of a tick's start, since the start of the trace; < period
    std::optional<NameId> function;  // of the tick's timer, where expiries are recorded
    bool isSeen = false;             // false: the trace shows no grid, period is a default

    // How long before `time` the last tick of the grid began.
    Nanoseconds sinceTick(Timestamp time, Timestamp traceBegin) const;
    friend bool operator==(const TickGrid&, const TickGrid&) = default;
};

TickGrid findTickGrid(const Trace& trace);

// From a decision to the switch: the median wait of woken tasks that were the next to run on their
// CPU and had it within a twentieth of the tick's period; where fewer than eight show it, the
// median time from a tick's expiry to the preemption that follows; zero when that does not show
// either.
Nanoseconds rescheduleDelay(const Trace& trace, const TickGrid& grid);

// The machine that a trace was recorded on, as far as it tells: its CPUs, one package, HZ from the
// tick grid (250 when it cannot be seen), the reschedule delay. What a switch itself costs does not
// show; it stays in the bursts.
Machine recordedMachine(const Trace& trace);

}  // namespace resched

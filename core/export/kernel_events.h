// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A Trace as the events that it could have been recorded from, a list a CPU: what another program
// reads, and what a TraceBuilder turns into the same lanes again. Names and priorities are those of
// the moment; a name that changed without a switch shows at the next one. System calls are not
// among them; an event of kind Other stands at either end of the span.

#include "base/ids.h"
#include "base/time.h"
#include "trace/event.h"
#include "trace/trace.h"

#include <cstdint>
#include <vector>

namespace resched {

struct CpuEvents
{
    CpuId cpu{};
    std::vector<Event> events;  // by time; name ids are those of the trace
    // Where events were lost: from `begin` on, until the next event of this CPU.
    struct Loss
    {
        Timestamp begin;
        std::uint64_t count = 0;  // 0: unknown how many
    };
    std::vector<Loss> losses;
    Timestamp end;  // of this CPU's recording
};

std::vector<CpuEvents> kernelEvents(const Trace& trace);

}  // namespace resched

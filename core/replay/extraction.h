// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Trace -> Workload (product.md section 5): each task becomes its CPU bursts and its blocks. A
// block that another task ended becomes a token, posted by the waker at the same point of its own
// execution; a block ended by a timer or a device keeps its delay, or its absolute time where the
// trace shows a periodic or absolute timer. Forks happen at the parent's point of execution.

#include "base/progress.h"
#include "base/result.h"
#include "topology/machine.h"
#include "trace/trace.h"
#include "workload/workload.h"

#include <cstdint>

namespace resched {

struct ExtractionOptions
{
    TimeRange window{};  // empty: the whole trace
    // The recording's own machine: its shared throughput is taken out of the bursts, so that work
    // is comparable between machines.
    Machine machine;
};

Result<Workload> extractWorkload(const Trace& trace, const ExtractionOptions& options,
                                 Progress& progress);

// The machine that a trace was recorded on, as far as it tells: its CPUs, one package, HZ from the
// spacing of tick preemptions (250 when it cannot be seen).
Machine recordedMachine(const Trace& trace);

}  // namespace resched

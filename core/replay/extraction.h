// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Trace -> Workload: each task becomes its CPU bursts and its blocks, so that the same work can be
// done again under another scheduler or on another machine.
//
// Bursts. A burst is the CPU time between two blocks; the slices that preemption cut it into are
// merged. Time is turned into work by the recording's machine (ExtractionOptions::machine): its
// shared throughput and the capacity of its CPUs are taken out, and so is whatever its cost model
// pays for, a context switch per slice, and interrupts where it has a tick cost and they were
// recorded. With no costs given they stay in the burst, and total work is the recorded run time.
//
// Blocks. A block that another task ended becomes Wait on a token, and Post at the same point of
// the waker's own execution, with the sync hint when the waker blocked within 50 us on that CPU. A
// token posted early is kept, and every Post stands before what it ends in the recorded order, so a
// replay cannot deadlock. A block that an interrupt ended becomes
//   SleepUntil  when the task slept until an absolute time (the system call says so), or a timer
//               woke it on a grid;
//   Sleep       of the recorded length otherwise; ending with a tick (Step::kToTick) when a kernel
//               timeout in jiffies ended it.
// The wait of a parent for its child is the token that the exiting child posts. Blocks keep their
// state (S, D, ...).
//
// Tasks. Fork stands at the parent's point of execution where the child became runnable. What
// ran or waited at the start starts runnable, what was blocked starts blocked; tasks that neither
// ran nor were woken are left out. Changes of nice and policy stand where they first show, except
// changes to real time that are taken back: those are priority inheritance, which the trace does
// not explain.
//
// What is not known. A wakeup of a task that runs or waits already is no step. A wakeup that raced
// with the block that it ended becomes Wait and Post like any other; a block whose end no event
// explains keeps its length. Across lost events a task is away until it is seen again, at that
// time. A task that was running or waiting at the end of the trace goes on computing to the end of
// the run, one that was blocked stays so, unless ticks drove it: it then repeats what it did
// between them, so that a run in which it is late less often has it as often as the time asks.

#include "base/progress.h"
#include "base/result.h"
#include "replay/recorded_machine.h"
#include "topology/machine.h"
#include "trace/trace.h"
#include "workload/workload.h"

#include <cstdint>

namespace resched {

struct ExtractionOptions
{
    TimeRange window{};  // empty: the whole trace
    // The recording's own machine: what it shares and what its costs pay for is taken out of the
    // bursts, so that work is comparable between machines.
    Machine machine;
};

// Cost O((segments + wakeups) log slices), the logarithm only for shared throughput.
// InvalidArgument for a trace without switches or a window outside it; Canceled.
Result<Workload> extractWorkload(const Trace& trace, const ExtractionOptions& options,
                                 Progress& progress);

}  // namespace resched

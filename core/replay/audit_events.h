// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A trace as the sequence of what changed the kernel's run queues, in the kernel's order: the
// events that an audit walks.

#include "replay/recorded_machine.h"
#include "trace/trace.h"

#include <cstdint>
#include <vector>

namespace resched {

struct AuditEvent
{
    // Equal times: accounting comes before what it was done for, a switch after its causes.
    enum class Kind : std::uint8_t {
        Sample,    // link: vruntime sample
        Tick,      // of `cpu`
        Priority,  // of task; link: kernel priority
        Idle,      // task has SCHED_IDLE from here on
        Fork,      // task is the child, other its parent
        Migrate,   // a queued task moves to `cpu`
        Waking,    // CPU choice for task; link: wakeup; other: the waker
        Enqueue,   // task is queued on `cpu`; link: wakeup or kNoLink
        Switch,    // from task to other on `cpu`, task left in `state`
        Lose,      // nobody knows what this CPU does from here on
    };
    Timestamp time;
    Kind kind;
    TaskState state = TaskState::Unknown;
    std::int16_t cpu = -1;
    TaskId task = kNoTask;
    TaskId other = kNoTask;
    std::uint32_t link = TaskSegment::kNoLink;
};

// By time. The tasks that run or wait when the trace begins are queued by events at its begin.
std::vector<AuditEvent> auditEvents(const Trace& trace, const TickGrid& ticks);

}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One task of a simulated run: what the scheduler knows of it, where its program stands, how much
// work is left until the next step, and what it waits for. Instances live at stable addresses in
// the engine; a template that is forked again makes another instance.

#include "base/ids.h"
#include "sched/sched_task.h"
#include "sim/event_queue.h"
#include "sim/random.h"
#include "trace/event.h"
#include "workload/workload.h"

#include <boost/intrusive/list.hpp>

#include <cstdint>
#include <utility>
#include <vector>

namespace resched {

enum class Life : std::uint8_t { Unborn, Runnable, Blocked, Dead };

struct SimTask
{
    SimTask(std::uint64_t seed, std::uint64_t number) : random(seed, number) {}

    SchedTask sched;
    ListHook waitHook;   // in the queue of the object that it waits for
    ListHook levelHook;  // of a futex bucket: first of its priority

    const WorkloadTask* spec = nullptr;
    std::uint32_t templateIndex = 0;
    Tid tid{};
    Tgid tgid{};
    NameId name{};  // interned in the run's stream

    Life life = Life::Unborn;
    TaskState blockedState = TaskState::Interruptible;
    EventQueue::Slot timerSlot = 0;
    std::int64_t bornAt = 0;

    // Program.
    std::uint32_t pc = 0;
    std::uint32_t phase = 0;          // inside a step that takes several goes; 0 at its start
    bool isInKernel = false;          // not to be preempted before its next step
    bool isPaid = false;              // the step's cost has been worked off
    bool isRetry = false;             // it has blocked in this step and was woken
    std::int64_t stepLeft = 0;        // bytes still to transfer
    std::vector<std::int64_t> loops;  // rounds left, innermost last

    std::int64_t work = 0;      // ns at full speed until the next step
    std::int64_t overhead = 0;  // ns of costs to be worked off before that

    // Waiting.
    std::uint32_t waitsFor = kNothing;  // PI mutex that it is blocked on
    std::vector<std::uint32_t> ownedPi;
    SimTask* nextOnToken = nullptr;
    std::uint32_t futexKey = 0;  // FutexTable: what it waits on, and at which priority
    int futexPrio = 0;
    bool resumePending = false;
    bool isSuspended = false;
    std::vector<std::pair<std::uint32_t, std::int64_t>> timers;  // perTask timers: next expiry
    std::vector<std::pair<std::uint32_t, std::int64_t>> marks;   // SinceMark: when it started

    // Family.
    SimTask* parent = nullptr;
    int liveChildren = 0;
    int deadChildren = 0;  // not waited for yet
    bool waitsForChild = false;

    // Measures.
    std::uint32_t timerUsed = kNothing;  // last timer waited for, inherited by children
    std::int64_t timerExpiry = 0;        // its nominal expiry
    std::int64_t leftCpuAt = 0;          // when it was switched out
    bool leftRunnable = false;
    int lastRanOn = -1;
    std::int64_t cacheClock = 0;  // work that the last CPU had done when it left
    Random random;

    static constexpr std::uint32_t kNothing = 0xffffffff;

    const Step& step() const { return spec->program[pc]; }
    bool atEnd() const { return pc >= spec->program.size(); }
};

using WaitQueue =
    boost::intrusive::list<SimTask,
                           boost::intrusive::member_hook<SimTask, ListHook, &SimTask::waitHook>,
                           boost::intrusive::constant_time_size<false>>;

}  // namespace resched

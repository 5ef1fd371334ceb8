// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The interface of a scheduling class, with the kernel's names. A class keeps its part of each run
// queue; it never looks at the simulator. rq.clock is up to date whenever a call comes in. What a
// class observes beyond its queues (execution accounted, a task moved between CPUs) it reports
// through SchedObserver.

#include "sched/run_queue.h"

#include <cstdint>

namespace resched {

// Flags are one byte each set: passed by value all the time, they travel in a register.
struct EnqueueFlags
{
    bool wakeup : 1 = false;
    bool migrated : 1 = false;      // a wakeup that chose another CPU
    bool initial : 1 = false;       // a forked task's first time
    bool sameCpu : 1 = false;       // with initial: on its parent's CPU
    bool sharesMemory : 1 = false;  // with initial: a thread of its parent's process
    bool head : 1 = false;          // RT: to the front of its list
    bool restore : 1 = false;       // back after a change of weight, policy or CPU
};

struct DequeueFlags
{
    bool sleep : 1 = false;
    bool special : 1 = false;          // dead, stopped: never delayed
    bool throttle : 1 = false;         // with sleep: a group whose quota is used up
    bool uninterruptible : 1 = false;  // with sleep: D, or a wait that is no sign of interactivity
};

struct WakeFlags
{
    bool fork : 1 = false;
    bool sync : 1 = false;
    bool ownCpu : 1 = false;  // the waker runs on the CPU that the task was queued on
};

// What a wakeup comes from.
enum class WakeOrigin : std::uint8_t { Task, Timer, Input, Device };

class SchedObserver
{
public:
    virtual ~SchedObserver() = default;
    // `delta` ns of execution of a task were accounted on rq.
    virtual void ran(RunQueue& rq, SchedTask& task, std::int64_t delta) = 0;
    // A queued task is about to leave its CPU for another one.
    virtual void migrating(RunQueue& from, RunQueue& to, SchedTask& task,
                           const MoveReason& why) = 0;
    // A switch was asked for on this CPU from outside its own tick or wakeup.
    virtual void kicked(RunQueue& rq) = 0;
};

class SchedClass
{
public:
    SchedClass() = default;
    SchedClass(const SchedClass&) = delete;
    SchedClass& operator=(const SchedClass&) = delete;
    virtual ~SchedClass() = default;

    // A task that joins the class for the first time, not queued yet.
    virtual void initTask(RunQueue& rq, SchedTask& task) = 0;
    virtual void enqueueTask(RunQueue& rq, SchedTask& task, EnqueueFlags flags) = 0;
    // False: the task sleeps but stays queued (6.12 delayed dequeue).
    virtual bool dequeueTask(RunQueue& rq, SchedTask& task, DequeueFlags flags) = 0;

    // The task to run next, now current in this class; null when the class has none. prev is the
    // class's own current task when it stays runnable; the class puts it back itself.
    virtual SchedTask* pickNextTask(RunQueue& rq, SchedTask* prev) = 0;
    // The current task leaves the CPU to another class, or because it is no longer queued.
    virtual void putPrevTask(RunQueue& rq, SchedTask& task) = 0;
    // A queued task becomes current without a pick (class or weight changes, recorded states).
    virtual void setNextTask(RunQueue& rq, SchedTask& task) = 0;

    virtual void taskTick(RunQueue& rq, SchedTask& curr) = 0;
    virtual void checkPreemptCurr(RunQueue& rq, SchedTask& woken, WakeFlags flags) = 0;
    virtual void updateCurr(RunQueue& rq) = 0;
    virtual void yieldTask(RunQueue& rq) = 0;
    // At fork, on the parent's run queue, before the child's CPU is chosen.
    virtual void taskFork(RunQueue& rq, SchedTask& child, SchedTask* parent) = 0;
    // The child's first enqueue on `rq` is done by enqueueTask with `initial`; `parentRq` says
    // whether that is the parent's CPU.
    virtual void migrateTask(RunQueue& from, RunQueue& to, SchedTask& task, bool waking) = 0;
    // The current task wakes another one (2.6.30 to 2.6.34 keep averages of that).
    virtual void noteWaker(RunQueue& /*rq*/, SchedTask& /*waker*/) {}
    // Nice, slice or group weight changed; the task may be queued or running.
    virtual void reweightTask(RunQueue& rq, SchedTask& task, const LoadWeight& load) = 0;
};

class Balancer;

// What schedules the normal policies: one of these per scheduler, below the real-time class.
class NormalClass : public SchedClass
{
public:
    // A task that sleeps but is still queued is woken where it is (6.12 and later).
    virtual void wakeDelayed(RunQueue& /*rq*/, SchedTask& /*task*/) {}
    // A task whose sleep was delayed leaves the queue at last.
    virtual void finishDelayed(RunQueue& /*rq*/, SchedTask& /*task*/) {}
    // A timer of a group's bandwidth control is due.
    virtual void quotaDue(GroupBandwidth& /*bandwidth*/, std::int64_t /*now*/) {}
    // For audits: what a slice is, right now.
    virtual std::int64_t sliceOf(const SchedEntity& se) const { return se.slice; }
    // Before a woken task is queued: who or what woke it; `waker` is null for interrupts.
    virtual void noteOrigin(SchedTask& /*woken*/, const SchedTask* /*waker*/, WakeOrigin /*origin*/)
    {}
    // What task_struct::prio would be: where sleeping earns priority, not the nice level alone.
    virtual int dynamicPrio(const SchedTask& task) const { return task.prio; }
    // Whether the task has received no more than its share (EEVDF); the balancer asks.
    virtual bool isEligible(const SchedEntity& /*se*/) const { return true; }
    // Told of tasks that leave a queue outside the scheduler's own calls.
    void setBalancer(Balancer* balancer) { balancer_ = balancer; }

protected:
    Balancer* balancer_ = nullptr;
};

}  // namespace resched

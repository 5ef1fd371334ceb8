// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where fair tasks go on a machine with several CPUs: the hooks of placement and load balancing.
// The scheduler asks; the balancer looks at the run queues and moves queued tasks through a
// TaskMover. SimpleBalancer is the plain rule of a few lines; the kernel's balancers by version
// derive from the same interface.

#include "sched/run_queue.h"
#include "sched/sched_class.h"

#include <deque>

namespace resched {

enum class PlacementKind : std::uint8_t { Wake, Fork, Exec };

struct PlacementRequest
{
    SchedTask* task = nullptr;
    PlacementKind kind = PlacementKind::Wake;
    int prevCpu = 0;                   // where the task ran last, or its parent runs
    int thisCpu = 0;                   // where the waker runs
    const SchedTask* waker = nullptr;  // null: an interrupt
    bool sync = false;
};

class TaskMover
{
public:
    virtual ~TaskMover() = default;
    // A queued task that does not run goes to another CPU and competes there.
    virtual void moveTask(SchedTask& task, RunQueue& to, const MoveReason& why) = 0;
    // The running task of a CPU goes away as soon as something else was picked there (stopper).
    virtual void pushRunning(RunQueue& from, RunQueue& to, const MoveReason& why) = 0;
};

class Balancer
{
public:
    virtual ~Balancer() = default;
    // A CPU that is online and allowed.
    virtual int selectTaskRq(const PlacementRequest& request) = 0;
    // rq is about to go idle; true when a task was moved to it.
    virtual bool newidle(RunQueue& rq, TaskMover& mover) = 0;
    // After the tick's accounting, on a busy CPU.
    virtual void tick(RunQueue& rq, TaskMover& mover) = 0;
    virtual void cpusChanged() {}

    // A task has been told to wake on that CPU, which has yet to queue it (change 1), or has done
    // so (-1). A simulated wakeup takes no time between the two.
    virtual void wakeupUnderWay(RunQueue& /*rq*/, int /*change*/) {}

    // What happened on a run queue, told right after it: a task joined, `isWakeup` from sleep;
    // left, to sleep or for good; the CPU was given to another task (null: idle); the weight or
    // class of a task that is queued changed. rq.clock is the time.
    virtual void enqueued(RunQueue& /*rq*/, SchedTask& /*task*/, bool /*isWakeup*/) {}
    virtual void dequeued(RunQueue& /*rq*/, SchedTask& /*task*/, bool /*sleeps*/) {}
    virtual void switched(RunQueue& /*rq*/, SchedTask* /*prev*/, SchedTask* /*next*/) {}
    virtual void changed(RunQueue& /*rq*/, SchedTask& /*task*/) {}
};

// A woken task stays where it was when that is idle, else takes an idle CPU, else stays. A CPU that
// goes idle pulls the longest-waiting task of the fullest queue. Forks go to the emptiest CPU.
class SimpleBalancer final : public Balancer
{
public:
    explicit SimpleBalancer(std::deque<RunQueue>& queues) : queues_(queues) {}
    int selectTaskRq(const PlacementRequest& request) override;
    bool newidle(RunQueue& rq, TaskMover& mover) override;
    void tick(RunQueue& /*rq*/, TaskMover& /*mover*/) override {}

private:
    std::deque<RunQueue>& queues_;
};

}  // namespace resched

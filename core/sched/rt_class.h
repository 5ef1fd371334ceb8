// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// SCHED_FIFO and SCHED_RR: a list per priority, the first of the most important one runs and stays
// on its list meanwhile. Tasks are pushed to and pulled from other CPUs when they could run there;
// a bandwidth limit leaves time to the fair class. Sources: rt.c of 6.1, sched_rt.c of 2.6.31.

#include "sched/balancer.h"
#include "sched/generation.h"
#include "sched/sched_class.h"

#include <deque>

namespace resched {

class RtClass final : public SchedClass
{
public:
    RtClass(const FairRules& rules, std::deque<RunQueue>& queues, SchedObserver* observer)
        : r(rules), queues_(queues), observer_(observer)
    {}

    void initTask(RunQueue& rq, SchedTask& task) override;
    void enqueueTask(RunQueue& rq, SchedTask& task, EnqueueFlags flags) override;
    bool dequeueTask(RunQueue& rq, SchedTask& task, DequeueFlags flags) override;
    SchedTask* pickNextTask(RunQueue& rq, SchedTask* prev) override;
    void putPrevTask(RunQueue& rq, SchedTask& task) override;
    void setNextTask(RunQueue& rq, SchedTask& task) override;
    void taskTick(RunQueue& rq, SchedTask& curr) override;
    void checkPreemptCurr(RunQueue& rq, SchedTask& woken, WakeFlags flags) override;
    void updateCurr(RunQueue& rq) override;
    void yieldTask(RunQueue& rq) override;
    void taskFork(RunQueue& rq, SchedTask& child, SchedTask* parent) override;
    void migrateTask(RunQueue& from, RunQueue& to, SchedTask& task, bool waking) override;
    void reweightTask(RunQueue& rq, SchedTask& task, const LoadWeight& load) override;

    // Told of the tasks that move.
    void setBalancer(Balancer* balancer) { balancer_ = balancer; }

    bool hasRunnable(const RunQueue& rq) const { return rq.rt.nrRunning > 0 && !rq.rt.isThrottled; }
    // CPU for a woken or forked task whose last CPU was `cpu`.
    int selectTaskRq(const SchedTask& task, int cpu, int thisCpu) const;
    // Moves waiting tasks to CPUs that run something less important.
    void pushTasks(RunQueue& rq);
    // Takes a waiting task from elsewhere that is more important than anything here.
    bool pullTasks(RunQueue& rq);
    // The end of the bandwidth period; true while the timer is needed further.
    bool periodEnds(RunQueue& rq);
    std::int64_t timeslice(const SchedTask& task) const;

private:
    void addToBitmap(RunQueue& rq, int prio) const;
    int findLowestCpu(const SchedTask& task, int thisCpu) const;
    SchedTask* pushable(RunQueue& rq, const RunQueue* target) const;
    void move(SchedTask& task, RunQueue& from, RunQueue& to);
    void throttleIfUsedUp(RunQueue& rq, std::int64_t delta);

    const FairRules& r;
    std::deque<RunQueue>& queues_;
    SchedObserver* observer_;
    Balancer* balancer_ = nullptr;
    int queued_ = 0;  // on all CPUs
};

// What the CPU works on: the real-time priority of the most important queued task, 100 for fair
// tasks, 140 for idle.
int topPrio(const RunQueue& rq);

}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The Brain Fuck Scheduler of September 2009 (version 209, modelled after 232): one queue for all
// CPUs, a virtual deadline per task, no sleeper credit and no interactivity rules. A task keeps its
// slice and its deadline across sleeps and preemptions and gets new ones when the slice is used up.
// Times inside are jiffies for deadlines and whole microseconds for slices, as in
// kernel/sched_bfs.c.
//
// Real-time tasks are left to RtClass, per CPU; SCHED_ISO is not modelled.

#include "sched/balancer.h"
#include "sched/sched_class.h"

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

namespace resched {

struct BfsRules
{
    std::int64_t rrInterval = 6'000'000;  // ns; scaled with the number of CPUs already
    std::int64_t tickPeriod = 4'000'000;
};

// prio_ratios: 100 at nice -20, each step a tenth more, rounded down.
std::array<int, 40> bfsPrioRatios();
// task_prio_offset in jiffies: how far ahead of now a new deadline lies.
std::int64_t bfsDeadlineOffset(int nice, std::int64_t rrInterval, std::int64_t tickPeriod);

class BfsClass final : public NormalClass
{
public:
    BfsClass(const BfsRules& rules, std::deque<RunQueue>& queues, SchedObserver* observer)
        : r(rules), queues_(queues), observer_(observer), ratios_(bfsPrioRatios())
    {}
    ~BfsClass() override;

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

    std::int64_t deadline(const SchedTask& task) const { return own_[task.id].deadline; }
    std::int64_t sliceLeft(const SchedTask& task) const { return own_[task.id].slice; }
    // For tests and recorded states: what the task would have, without a refill.
    void setDeadline(const SchedTask& task, std::int64_t jiffies)
    {
        own_[task.id].deadline = jiffies;
    }
    std::int64_t jiffies(const RunQueue& rq) const { return rq.clock / r.tickPeriod; }

private:
    struct Own
    {
        std::int64_t slice = 0;     // us left
        std::int64_t deadline = 0;  // jiffies
        SchedTask* parent = nullptr;
        bool firstSlice = false;
    };

    Own& own(const SchedTask& task);
    RtList& listOf(const SchedTask& task);
    void refill(const RunQueue& rq, const SchedTask& task);
    SchedTask* pickFrom(RtList& list, const RunQueue& rq);
    bool hasIdleCpu(const SchedTask& task) const;

    const BfsRules r;
    std::deque<RunQueue>& queues_;
    SchedObserver* observer_;
    std::array<int, 40> ratios_;
    std::deque<Own> own_;  // by SchedTask::id
    RtList normal_;        // waiting tasks of all CPUs, in order of arrival
    RtList idle_;          // SCHED_IDLE, only when nothing else waits
};

// The CPU that a woken or forked task tries: its own when idle, any idle one, else the one that
// runs what should go first (try_preempt of 232).
class BfsBalancer final : public Balancer
{
public:
    BfsBalancer(std::deque<RunQueue>& queues, const BfsClass& bfs) : queues_(queues), bfs_(bfs) {}
    int selectTaskRq(const PlacementRequest& request) override;
    bool newidle(RunQueue& /*rq*/, TaskMover& /*mover*/) override { return false; }
    void tick(RunQueue& /*rq*/, TaskMover& /*mover*/) override {}

private:
    std::deque<RunQueue>& queues_;
    const BfsClass& bfs_;
};

}  // namespace resched

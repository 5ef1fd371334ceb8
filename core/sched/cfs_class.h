// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// CFS by vruntime, 2.6.24 to 6.1: the leftmost task runs until a tick finds its slice used up or,
// in later versions, its lead too large, or until a woken task is far enough behind it. What
// differs between the versions is in FairRules. Sources: sched_fair.c of 2.6.24, 2.6.31, 2.6.32,
// 2.6.35, 2.6.36 and fair.c of 6.1.

#include "sched/fair_class.h"

namespace resched {

class CfsClass final : public FairClass
{
public:
    using FairClass::FairClass;
    using FairClass::updateCurr;

    void initTask(RunQueue& rq, SchedTask& task) override;
    void checkPreemptCurr(RunQueue& rq, SchedTask& woken, WakeFlags flags) override;
    void yieldTask(RunQueue& rq) override;
    void taskFork(RunQueue& rq, SchedTask& child, SchedTask* parent) override;
    void migrateTask(RunQueue& from, RunQueue& to, SchedTask& task, bool waking) override;
    void noteWaker(RunQueue& rq, SchedTask& waker) override;
    std::int64_t sliceOf(const SchedEntity& se) const override;

    // sched_period for so many tasks; the slice of a new entity in its own virtual time.
    std::int64_t period(std::int64_t nr) const;
    std::int64_t vslice(const SchedEntity& se) const;
    // How far behind curr a woken entity must be to preempt it.
    std::int64_t wakeupGranularity(const SchedEntity* curr, const SchedEntity& woken) const;

protected:
    void updateCurr(CfsRunQueue& cfs) override;
    void enqueueEntity(CfsRunQueue& cfs, SchedEntity& se, EnqueueFlags flags) override;
    bool dequeueEntity(CfsRunQueue& cfs, SchedEntity& se, DequeueFlags flags) override;
    SchedEntity* pickEntity(CfsRunQueue& cfs, SchedEntity* curr) override;
    void putPrevEntity(CfsRunQueue& cfs, SchedEntity& se) override;
    void setNextEntity(CfsRunQueue& cfs, SchedEntity& se) override;
    void entityTick(CfsRunQueue& cfs, SchedEntity& curr) override;

private:
    void updateMinVruntime(CfsRunQueue& cfs) const;
    void placeEntity(CfsRunQueue& cfs, SchedEntity& se, bool initial) const;
    void placeChild(CfsRunQueue& cfs, SchedEntity& child, bool sameCpu);
    void checkPreemptTick(CfsRunQueue& cfs, SchedEntity& curr);
    void checkPreemptWakeup(RunQueue& rq, SchedTask& woken, WakeFlags flags);
    int preemptVerdict(const SchedEntity& curr, const SchedEntity& se,
                       const SchedEntity* running) const;
    void preempt(RunQueue& rq, ReschedReason reason, SchedEntity& curr, SchedTask& woken,
                 std::int64_t value, std::int64_t limit);
    bool isCrowded(const CfsRunQueue& cfs) const
    {
        return !r.buddiesNeedCrowd || cfs.nrRunning >= r.nrLatency;
    }
    static void insert(CfsRunQueue& cfs, SchedEntity& se);
    static void erase(CfsRunQueue& cfs, SchedEntity& se);
};

}  // namespace resched

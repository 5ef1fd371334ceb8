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
    void noteOrigin(SchedTask& woken, const SchedTask* waker, WakeOrigin origin) override;
    std::int64_t sliceOf(const SchedEntity& se) const override;

    // sched_period for so many tasks; the slice of a new entity in its own virtual time.
    std::int64_t period(std::int64_t nr) const;
    std::int64_t vslice(const SchedEntity& se) const;
    // The least time that a task runs before the second tick rule may end it.
    std::int64_t tickGranularity(std::int64_t nr) const;
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
    // WAKEUP_OVERLAP: what wakes and sleeps again at once may always preempt the like of it.
    bool overlapsBriefly(const SchedEntity& curr, const SchedEntity& woken, bool sync) const
    {
        return r.wakeupOverlap &&
               (sync || (curr.avgOverlap < r.migrationCost && woken.avgOverlap < r.migrationCost));
    }
    int preemptVerdict(const SchedEntity& curr, const SchedEntity& se,
                       const SchedEntity* running) const;
    void preempt(RunQueue& rq, ReschedReason reason, SchedEntity& curr, SchedTask& woken,
                 std::int64_t value, std::int64_t limit);
    // It runs, or shall run, because of an input event or a timer.
    static bool isTagged(const SchedEntity& se) { return se.isInteractive || se.isTimer; }
    bool isExpedited(const SchedEntity& parent) const
    {
        return (parent.isInteractive && r.interactiveForkExpedited) ||
               (parent.isTimer && r.timerForkExpedited);
    }
    bool isCrowded(const CfsRunQueue& cfs) const
    {
        return !r.buddiesNeedCrowd || cfs.nrRunning >= r.nrLatency;
    }
    static void insert(CfsRunQueue& cfs, SchedEntity& se);
    static void erase(CfsRunQueue& cfs, SchedEntity& se);
};

}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// EEVDF, 6.6 to 6.18: among the tasks that have not had more than their share (vruntime at or below
// the weighted mean V) the one with the earliest deadline runs, and keeps the CPU until its request
// is served unless something ends its protection. Sources: fair.c of 6.6.57, 6.12.117 and 6.18.35;
// what differs between them is in FairRules.
//
// Eligibility is the exact test with 128-bit sums. The pick walks the timeline in deadline order to
// the first eligible entity: the mean lies among the vruntimes, so with like slices that is a few
// steps. Only tasks are delayed when they sleep in debt, not groups.

#include "sched/fair_class.h"

namespace resched {

class EevdfClass final : public FairClass
{
public:
    using FairClass::FairClass;
    using FairClass::updateCurr;

    void initTask(RunQueue& rq, SchedTask& task) override;
    void checkPreemptCurr(RunQueue& rq, SchedTask& woken, WakeFlags flags) override;
    void yieldTask(RunQueue& rq) override;
    void taskFork(RunQueue& rq, SchedTask& child, SchedTask* parent) override;
    void migrateTask(RunQueue& from, RunQueue& to, SchedTask& task, bool waking) override;
    void wakeDelayed(RunQueue& rq, SchedTask& task) override;
    std::int64_t sliceOf(const SchedEntity& se) const override { return requestOf(se); }

    // V: the weighted mean vruntime, rounded down; where the queue is empty, where V was last.
    std::int64_t avgVruntime(CfsRunQueue& cfs) const;
    bool isEligible(const CfsRunQueue& cfs, const SchedEntity& se) const;
    bool isEligible(const SchedEntity& se) const override { return isEligible(*se.cfsRq, se); }
    // V - vruntime, limited as the version limits it.
    std::int64_t lagOf(CfsRunQueue& cfs, const SchedEntity& se) const;
    // On a queue that it is not on: vruntime and deadline.
    void placeEntity(CfsRunQueue& cfs, SchedEntity& se, bool initial) const;
    // What recordings without vruntimes tell of where tasks stand. The kernel picked the waiting
    // `se` where `rival`, current now, was first in order: both move until `se` is eligible and its
    // deadline not behind the rival's, each by the more the lighter it is, as the same time on the
    // CPU moves them.
    void moveAhead(CfsRunQueue& cfs, SchedEntity& se, SchedEntity& rival) const;
    // The current request has been served.
    void renewRequest(CfsRunQueue& cfs) const;

protected:
    void updateCurr(CfsRunQueue& cfs) override;
    void enqueueEntity(CfsRunQueue& cfs, SchedEntity& se, EnqueueFlags flags) override;
    bool dequeueEntity(CfsRunQueue& cfs, SchedEntity& se, DequeueFlags flags) override;
    SchedEntity* pickEntity(CfsRunQueue& cfs, SchedEntity* curr) override;
    void putPrevEntity(CfsRunQueue& cfs, SchedEntity& se) override;
    void setNextEntity(CfsRunQueue& cfs, SchedEntity& se) override;
    void entityTick(CfsRunQueue& cfs, SchedEntity& curr) override
    {
        (void)curr;
        updateCurr(cfs);
    }
    void reweightEntity(CfsRunQueue& cfs, SchedEntity& se, const LoadWeight& load) override;

private:
    struct Mean
    {
        Int128 sum = 0;  // of vruntime * weight
        std::int64_t weight = 0;
    };

    static Mean meanOf(const CfsRunQueue& cfs);
    static bool isEligibleIn(const Mean& mean, const SchedEntity& se)
    {
        return mean.sum >= static_cast<Int128>(se.vruntime) * mean.weight;
    }
    std::int64_t requestOf(const SchedEntity& se) const;
    std::int64_t virtualRequest(const SchedEntity& se) const;
    std::int64_t extremeSlice(const CfsRunQueue& cfs, const SchedEntity* with, bool least) const;
    void updateMinVruntime(CfsRunQueue& cfs) const;
    void insert(CfsRunQueue& cfs, SchedEntity& se) const;
    void erase(CfsRunQueue& cfs, SchedEntity& se) const;
    SchedEntity* firstEligible(CfsRunQueue& cfs, const Mean& mean) const;
    SchedEntity* pick(CfsRunQueue& cfs, SchedEntity* curr, bool protect) const;
    bool isProtected(const SchedEntity& se) const
    {
        return r.protectByVprot ? isBefore(se.vruntime, se.vprot) : se.vlag == se.deadline;
    }
    void ask(RunQueue& rq, const ReschedRequest& request) const
    {
        rq.reschedLazily(r.preempt == PreemptModel::Lazy, request);
    }
    void cancelProtection(SchedEntity& se) const;
    void shortenProtection(CfsRunQueue& cfs, SchedEntity& curr) const;
    RefusedWakeup refusalOf(CfsRunQueue& cfs, SchedEntity& curr, const SchedEntity& se,
                            bool wasProtected) const;
    bool preemptsByRequest(CfsRunQueue& cfs, SchedEntity& curr, SchedEntity& se, WakeFlags flags);
};

}  // namespace resched

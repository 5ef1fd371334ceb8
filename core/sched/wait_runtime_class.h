// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// CFS before vruntime, 2.6.23 and the releases before it: a fair clock advances at the rate that
// one task would fairly get, each task keeps what it is owed (wait_runtime, bounded), and the tree,
// which here contains the running task too, is ordered by fair_clock - wait_runtime. Source:
// sched_fair.c of 2.6.23; with FairRules::firstReleases that of 2.6.23-rc1 (one constant
// granularity, no ideal run time).

#include "sched/fair_class.h"

namespace resched {

class WaitRuntimeClass final : public FairClass
{
public:
    using FairClass::FairClass;
    using FairClass::updateCurr;

    void initTask(RunQueue& rq, SchedTask& task) override;
    void checkPreemptCurr(RunQueue& rq, SchedTask& woken, WakeFlags flags) override;
    void yieldTask(RunQueue& rq) override;
    void taskFork(RunQueue& rq, SchedTask& child, SchedTask* parent) override;
    void migrateTask(RunQueue& from, RunQueue& to, SchedTask& task, bool waking) override;
    std::int64_t sliceOf(const SchedEntity& se) const override;

    std::int64_t granularity(std::int64_t nr) const;
    std::int64_t ideal(std::int64_t nr) const;
    // What a granularity is for an entity of that weight, in key space.
    static std::int64_t niced(const SchedEntity& se, std::int64_t granularity);

protected:
    void updateCurr(CfsRunQueue& cfs) override;
    void enqueueEntity(CfsRunQueue& cfs, SchedEntity& se, EnqueueFlags flags) override;
    bool dequeueEntity(CfsRunQueue& cfs, SchedEntity& se, DequeueFlags flags) override;
    SchedEntity* pickEntity(CfsRunQueue& cfs, SchedEntity* curr) override;
    void putPrevEntity(CfsRunQueue& cfs, SchedEntity& se) override;
    void setNextEntity(CfsRunQueue& cfs, SchedEntity& se) override;
    void entityTick(CfsRunQueue& cfs, SchedEntity& curr) override;
    bool picksAroundCurr() const override { return false; }

private:
    void addWaitRuntime(SchedEntity& se, std::int64_t amount) const;
    void startWait(const CfsRunQueue& cfs, SchedEntity& se) const;
    void endWait(const CfsRunQueue& cfs, SchedEntity& se) const;
    void creditSleep(CfsRunQueue& cfs, SchedEntity& se) const;
    void insertByKey(CfsRunQueue& cfs, SchedEntity& se) const;
    void enqueueChild(CfsRunQueue& cfs, SchedEntity& child);
    void check(CfsRunQueue& cfs, SchedEntity& candidate, SchedEntity& curr,
               std::int64_t granularity, ReschedReason reason);
};

}  // namespace resched

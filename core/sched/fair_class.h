// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What all generations of the fair class share: the walk over the hierarchy from a task up to the
// root, the bookkeeping of load and counts, buddies. A generation supplies the functions on one
// level (an entity on its queue). Without groups there is exactly one level.

#include "sched/generation.h"
#include "sched/sched_class.h"

namespace resched {

class FairClass : public NormalClass
{
public:
    FairClass(const FairRules& rules, SchedObserver* observer) : r(rules), observer_(observer) {}

    void enqueueTask(RunQueue& rq, SchedTask& task, EnqueueFlags flags) override;
    bool dequeueTask(RunQueue& rq, SchedTask& task, DequeueFlags flags) override;
    SchedTask* pickNextTask(RunQueue& rq, SchedTask* prev) override;
    void putPrevTask(RunQueue& rq, SchedTask& task) override;
    void setNextTask(RunQueue& rq, SchedTask& task) override;
    void taskTick(RunQueue& rq, SchedTask& curr) override;
    void updateCurr(RunQueue& rq) override;
    void reweightTask(RunQueue& rq, SchedTask& task, const LoadWeight& load) override;

    void wakeDelayed(RunQueue& rq, SchedTask& task) override;
    // A delayed task leaves the queue at last.
    void finishDelayed(RunQueue& rq, SchedTask& task) override;
    void quotaDue(GroupBandwidth& bandwidth, std::int64_t now) override;

protected:
    virtual void updateCurr(CfsRunQueue& cfs) = 0;
    virtual void enqueueEntity(CfsRunQueue& cfs, SchedEntity& se, EnqueueFlags flags) = 0;
    // False: it stays queued as a delayed entity.
    virtual bool dequeueEntity(CfsRunQueue& cfs, SchedEntity& se, DequeueFlags flags) = 0;
    // `curr` is the queue's current entity when it may go on, else null.
    virtual SchedEntity* pickEntity(CfsRunQueue& cfs, SchedEntity* curr) = 0;
    virtual void putPrevEntity(CfsRunQueue& cfs, SchedEntity& se) = 0;
    virtual void setNextEntity(CfsRunQueue& cfs, SchedEntity& se) = 0;
    virtual void entityTick(CfsRunQueue& cfs, SchedEntity& curr) = 0;
    virtual void reweightEntity(CfsRunQueue& cfs, SchedEntity& se, const LoadWeight& load);
    // curr competes from where it stands; else it is put back before the pick.
    virtual bool picksAroundCurr() const { return !r.repickRestartsSlice; }

    std::int64_t account(CfsRunQueue& cfs, SchedEntity& curr) const;
    void report(CfsRunQueue& cfs, SchedEntity& curr, std::int64_t delta) const;
    static void addLoad(CfsRunQueue& cfs, SchedEntity& se);
    static void removeLoad(CfsRunQueue& cfs, SchedEntity& se);
    static void countTask(SchedEntity* from, const SchedTask& task, int change);
    // Takes se out of the buddies of every level above it.
    static void clearBuddies(SchedEntity& se)
    {
        const CfsRunQueue& cfs = *se.cfsRq;
        if (cfs.next == &se || cfs.last == &se || cfs.skip == &se) forgetBuddies(se);
    }
    static void markBuddy(SchedEntity& se, SchedEntity* CfsRunQueue::*which);
    // Both entities' ancestors that stand on one queue.
    static void liftToSiblings(SchedEntity*& a, SchedEntity*& b);
    static int depth(const SchedEntity* se);

    const FairRules& r;

private:
    static void forgetBuddies(SchedEntity& se);
    SchedEntity* descend(RunQueue& rq);
    void leave(RunQueue& rq, SchedTask& task);
    void queueEntity(CfsRunQueue& cfs, SchedEntity& se, EnqueueFlags flags);
    bool unqueueEntity(CfsRunQueue& cfs, SchedEntity& se, DequeueFlags flags);

    // --- bandwidth control (fair_bandwidth.cpp) ---
    void chargeRuntime(CfsRunQueue& cfs, std::int64_t delta) const;
    bool assignRuntime(CfsRunQueue& cfs, std::int64_t target) const;
    void returnRuntime(CfsRunQueue& cfs) const;
    void checkRuntime(CfsRunQueue& cfs);
    void checkEnqueueThrottle(CfsRunQueue& cfs);
    bool isOutOfRuntime(RunQueue& rq, const SchedTask& prev);
    void throttle(CfsRunQueue& cfs);
    void unthrottle(CfsRunQueue& cfs);
    void distributeRuntime(GroupBandwidth& bandwidth, std::int64_t now);
    void park(RunQueue& rq, CfsRunQueue& cfs);
    void unpark(RunQueue& rq, CfsRunQueue& cfs, CfsRunQueue* stillThrottled);

    void updateGroup(SchedEntity& se);
    void switchCurrent(SchedEntity* from, SchedEntity* to);

    SchedObserver* observer_;
};

}  // namespace resched

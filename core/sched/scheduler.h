// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The part of the scheduler above the classes (core.c): which class a task belongs to, the order of
// the classes, what a switch, a tick, a wakeup and a change of policy do. It owns the run queues
// and nothing else; tasks belong to the caller. The caller sets rq.clock before any call (atTime)
// and acts on rq.needResched by calling schedule().
//
// An audit drives the same object from a recording (sched/audit_queue.h).

#include "sched/balancer.h"
#include "sched/fair_class.h"
#include "sched/fair_server.h"
#include "sched/generation.h"
#include "sched/rt_class.h"
#include "topology/topology.h"

#include <deque>
#include <memory>
#include <optional>
#include <vector>

namespace resched {

class Scheduler final : private TaskMover
{
public:
    // The observer may be null.
    Scheduler(const FairRules& rules, const Topology& topology, SchedObserver* observer);
    Scheduler(const Scheduler&) = delete;
    Scheduler& operator=(const Scheduler&) = delete;
    ~Scheduler() override;

    int cpuCount() const { return static_cast<int>(byIndex_.size()); }
    RunQueue& rq(int cpu) { return *byIndex_[static_cast<std::size_t>(cpu)]; }
    std::deque<RunQueue>& queues() { return queues_; }
    const FairRules& rules() const { return rules_; }
    NormalClass& fair() { return *fair_; }
    const NormalClass& fair() const { return *fair_; }
    RtClass& rt() { return *rt_; }
    // Before any task is queued.
    void setBalancer(std::unique_ptr<Balancer> balancer);
    Balancer& balancer() { return *balancer_; }

    RunQueue& atTime(int cpu, std::int64_t now)
    {
        RunQueue& queue = rq(cpu);
        queue.clock = now;
        return queue;
    }

    // A group of tasks. Valid as long as the scheduler. Only schedulers with a hierarchy have
    // groups; null where there is none.
    SchedGroup* addGroup(const GroupSpec& spec);
    // Groups with a quota have timers: when the next one is due (-1: none), and when it is.
    bool hasQuotas() const { return hasQuotas_; }
    std::int64_t nextQuota() const;
    void quotaDue(std::int64_t now);

    // Weight and priority follow from policy, nice and rtPriority; its queue from cpu and group.
    void initTask(SchedTask& task, int cpu);
    // At fork, on the parent's queue; the child inherits nothing but what its fields say.
    void fork(RunQueue& rq, SchedTask& child, SchedTask* parent);

    // CPU choice of a wakeup, fork or exec.
    int selectTaskRq(const PlacementRequest& request);
    // A sleeping task goes to `to` before it is queued there; true when the CPU changed.
    bool moveSleeping(SchedTask& task, RunQueue& to);

    void activate(RunQueue& rq, SchedTask& task, EnqueueFlags flags);
    // False: it stays queued although it sleeps (delayed dequeue).
    bool deactivate(RunQueue& rq, SchedTask& task, DequeueFlags flags);
    // Whether the newly queued task should replace the current one; asks for a switch then.
    void checkPreempt(RunQueue& rq, SchedTask& woken, WakeFlags flags);
    // A delayed task is woken where it is (6.12).
    void wakeDelayed(RunQueue& rq, SchedTask& task, WakeFlags flags);

    // Puts the current task back if it is still runnable, and makes the next one current; null:
    // idle.
    SchedTask* schedule(RunQueue& rq);
    // What follows a switch away from prev: a push of prev to another CPU, or of real-time tasks
    // that wait.
    void afterSwitch(RunQueue& rq, SchedTask* prev);
    // The running task leaves for another CPU at the switch that this asks for.
    void pushRunning(RunQueue& from, RunQueue& to, ReschedReason reason, const MoveReason& why);
    void tick(RunQueue& rq);
    void yield(RunQueue& rq);
    void updateCurr(RunQueue& rq);
    // When the CPU's throttling or fair server wants bandwidthDue(); -1: not at all.
    std::int64_t nextBandwidth(const RunQueue& rq) const
    {
        return server_.exists() ? rq.server.timer : rq.rt.periodEnd;
    }
    void bandwidthDue(RunQueue& rq);
    // With HRTICK: when the current task's slice ends; -1 where nobody else waits.
    std::int64_t hrtickTime(const RunQueue& rq) const;
    void hrtickDue(RunQueue& rq);

    void setNice(RunQueue& rq, SchedTask& task, int nice);
    void setPolicy(RunQueue& rq, SchedTask& task, SchedPolicy policy, int rtPriority);
    // Effective priority while it holds a lock that a more important task wants; normalPrio()
    // ends it.
    void setEffectivePrio(RunQueue& rq, SchedTask& task, int prio);
    // A queued task that does not run goes to another CPU.
    void moveQueued(SchedTask& task, RunQueue& to)
    {
        moveTask(task, to, {.cause = MoveCause::Forced});
    }
    // A task of `from` that its CPU may no longer keep, and waits or runs there, leaves.
    int fallbackCpu(const SchedTask& task) const;

    // --- for audits ---
    // Off every queue, without the marks of a sleep.
    void forget(RunQueue& rq, SchedTask& task);

private:
    SchedClass& classOf(const SchedTask& task)
    {
        return task.isRtNow() ? static_cast<SchedClass&>(*rt_) : *fair_;
    }
    void moveTask(SchedTask& task, RunQueue& to, const MoveReason& why) override;
    void pushRunning(RunQueue& from, RunQueue& to, const MoveReason& why) override
    {
        pushRunning(from, to, ReschedReason::Pushed, why);
    }
    void setWeight(SchedTask& task) const;
    template <typename Change>
    void changeQueued(RunQueue& rq, SchedTask& task, Change change);

    FairRules rules_;
    std::deque<RunQueue> queues_;
    std::vector<RunQueue*> byIndex_;
    std::deque<SchedGroup> groups_;
    bool hasQuotas_ = false;
    SchedObserver* observer_;
    std::unique_ptr<NormalClass> fair_;
    std::unique_ptr<RtClass> rt_;
    FairServer server_{rules_};
    std::unique_ptr<Balancer> balancer_;
};

}  // namespace resched

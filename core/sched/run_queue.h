// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The run queue of one CPU: the fair class's queue (the root of a hierarchy when tasks are
// grouped), the real-time lists, who is current, and whether a switch was asked for and why. curr
// is in no tree, as in the kernel, but counts in load and nrRunning.

#include "base/ids.h"
#include "sched/sched_task.h"

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

namespace resched {

struct CfsRunQueue;
struct RunQueue;

// What a group may run in each period, on all CPUs together (struct cfs_bandwidth).
struct GroupBandwidth
{
    std::int64_t quota = -1;  // -1: no limit
    std::int64_t period = 100'000'000;
    std::int64_t runtime = 0;     // of this period, not handed to a CPU yet
    std::int64_t consumed = 0;    // that counts against this period, for explanations
    std::int64_t periodEnd = -1;  // the period timer; -1: not armed
    std::int64_t slackAt = -1;    // the timer that hands out what CPUs gave back; -1: not armed
    bool isIdle = false;          // nothing was handed out in this period
    std::vector<CfsRunQueue*> throttled;  // in the order in which they ran out
};

// Virtual time starts shortly before zero in the kernel; here at zero, so that traces read well.
struct CfsRunQueue
{
    Timeline timeline;
    VruntimeTree byVruntime;  // filled by 6.6 only
    LoadWeight load;          // sum, curr included
    int nrRunning = 0;        // entities here, curr included
    int hNrRunning = 0;       // tasks in the hierarchy below
    int hNrIdle = 0;          // of these with SCHED_IDLE
    std::int64_t minVruntime = 0;

    SchedEntity* curr = nullptr;
    SchedEntity* next = nullptr;  // buddies
    SchedEntity* last = nullptr;
    SchedEntity* skip = nullptr;

    RunQueue* rq = nullptr;
    SchedEntity* groupEntity = nullptr;  // that represents this queue in its parent; null: root

    // EEVDF: sum over the queued entities but curr of vruntime * weight.
    Int128 weightedSum = 0;
    std::int64_t weightSum = 0;
    std::int64_t zeroVruntime = 0;  // where V was last
    int nrCustom = 0;               // entities with a slice of their own

    std::int64_t execClock = 0;  // ns that anything ran here

    // 2.6.23.
    std::int64_t fairClock = 1;
    std::uint64_t sleeperBonus = 0;

    // Bandwidth control.
    GroupBandwidth* bandwidth = nullptr;  // of the group; null: no limit
    std::int64_t runtimeLeft = 0;         // handed to this CPU; below zero: overrun
    bool isThrottled = false;             // off its parent's queue until there is more
    FairTaskList parked;                  // tasks that left the run queue with it

    SchedEntity* leftmost() { return timeline.empty() ? nullptr : &*timeline.begin(); }
};

struct RtRunQueue
{
    static constexpr int kPrios = 100;

    std::array<RtList, kPrios> lists;
    std::array<std::uint64_t, 2> bitmap{};
    int nrRunning = 0;
    int nrMigratory = 0;  // queued tasks that may run elsewhere
    std::int64_t rtTime = 0;
    std::int64_t periodEnd = -1;  // of the bandwidth timer; -1: not armed
    bool isThrottled = false;

    // The most important queued priority, kPrios when there is none.
    int highestPrio() const
    {
        if (bitmap[0] != 0) return __builtin_ctzll(bitmap[0]);
        return bitmap[1] != 0 ? 64 + __builtin_ctzll(bitmap[1]) : kPrios;
    }
};

enum class ReschedReason : std::uint8_t {
    None,
    TickSlice,
    TickLead,
    WakeupPreempt,
    ForkPreempt,
    ClassPreempt,
    RoundRobin,
    Throttled,
    DeadlineRenewed,
    NotEligible,
    Yield,
    Pushed,
    PrioChange,
    Offline,
};

// Why a woken task does not replace the running one; in the order of trace/trace.h's RefusalRule.
enum class RefusalReason : std::uint8_t {
    None,
    Granularity,
    Protected,
    NotEligible,
    LaterDeadline,
    Policy,
    FeatureOff,
    LessImportant,
    Pending,
};

struct RefusedWakeup
{
    RefusalReason reason = RefusalReason::None;
    std::int64_t value = 0;
    std::int64_t limit = 0;
};

// Why a task goes to another CPU; causes in the order of trace/trace.h's MigrationCause.
enum class MoveCause : std::uint8_t {
    Unknown,
    Wakeup,
    Exec,
    Newidle,
    Idle,
    Busy,
    Active,
    RealTime,
    Forced,
};

struct MoveReason
{
    MoveCause cause = MoveCause::Unknown;
    int level = -1;  // of the sched domain, from the smallest
    std::int64_t imbalance = 0;
};

// Why a switch was asked for, with the numbers that decided.
struct ReschedRequest
{
    ReschedReason reason = ReschedReason::None;
    std::int64_t value = 0;
    std::int64_t limit = 0;
    const SchedTask* by = nullptr;  // the task that gains, when it is known already
};

// Of the fair server (sched/fair_server.h).
struct FairServerState
{
    std::int64_t runtimeLeft = 0;
    std::int64_t deadline = 0;
    std::int64_t timer = -1;     // when it wants to be called; -1: it is not started
    std::int64_t chargedTo = 0;  // cfs.execClock that has been accounted for
    bool isActive = false;       // fair tasks run on its behalf, above the real-time class
    bool isThrottled = false;    // its time of this period is used up
};

struct RunQueue
{
    CpuId cpu{};
    int index = 0;
    int capacity = 1024;
    std::int64_t clock = 0;  // ns; the owner sets it before any call

    CfsRunQueue cfs;
    FairTaskList fairTasks;  // queued ones, curr included; most recently queued or picked first
    RtRunQueue rt;
    FairServerState server;
    SchedTask* curr = nullptr;  // null: idle
    int nrRunning = 0;
    std::int64_t idleSince = 0;
    bool isOnline = true;
    int pushTo = -1;  // the current task leaves for that CPU at the next switch (stopper)
    MoveReason pushWhy;
    RefusedWakeup refused;  // of the last wakeup that was checked here

    bool hasHrtick = false;  // a high-resolution tick is set for the end of curr's slice
    bool needResched = false;
    bool isLazy = false;  // 6.13+: the request waits for the next tick under PREEMPT_LAZY
    ReschedRequest request;

    // The first request stands: it is what made the task leave.
    void resched(ReschedReason reason, std::int64_t value = 0, std::int64_t limit = 0,
                 const SchedTask* by = nullptr)
    {
        if (needResched && !isLazy) return;
        needResched = true;
        isLazy = false;
        request = {reason, value, limit, by};
    }
    // resched_curr_lazy(): where the model is not lazy, as above.
    void reschedLazily(bool lazy, const ReschedRequest& wanted)
    {
        if (needResched) return;
        needResched = true;
        isLazy = lazy && curr != nullptr;
        request = wanted;
    }
    void clearResched()
    {
        needResched = false;
        isLazy = false;
        request = {};
    }
};

// A group of tasks: on each CPU a queue of its own, which an entity represents in its parent's.
struct SchedGroup
{
    SchedGroup* parent = nullptr;  // null: the root
    std::int64_t shares = kNiceZeroWeight;
    std::deque<CfsRunQueue> queues;    // by CPU index
    std::deque<SchedEntity> entities;  // by CPU index
    GroupBandwidth bandwidth;
};

struct GroupSpec
{
    SchedGroup* parent = nullptr;  // null: below the root
    std::int64_t shares = kNiceZeroWeight;
    std::int64_t quota = -1;  // ns per period; -1: no limit
    std::int64_t period = 100'000'000;
};

// The fair queue that a task belongs to on that CPU.
inline CfsRunQueue& fairQueue(RunQueue& rq, const SchedTask& task)
{
    return task.group == nullptr ? rq.cfs : task.group->queues[static_cast<std::size_t>(rq.index)];
}

// Where a task that is not queued stands from now on.
inline void setTaskCpu(SchedTask& task, RunQueue& rq)
{
    task.cpu = rq.index;
    task.se.cfsRq = &fairQueue(rq, task);
    task.se.parent = task.se.cfsRq->groupEntity;
}

inline bool mayRunOn(const SchedTask& task, const RunQueue& rq)
{
    return rq.isOnline && (task.affinity.isEmpty() || task.affinity.contains(rq.cpu));
}

}  // namespace resched

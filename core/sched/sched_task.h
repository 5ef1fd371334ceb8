// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the scheduling classes know of a task, and of a group of tasks on one CPU. SchedTask and
// SchedEntity live at stable addresses in their owner (the simulator, an audit); run queues link
// them by intrusive hooks and never own them. A key is never changed while the entity is linked.
//
// Times are int64 ns on the run queue's clock, virtual times int64 virtual ns that may wrap.

#include "base/cpu_set.h"
#include "sched/load_weight.h"

#include <boost/intrusive/list.hpp>
#include <boost/intrusive/set.hpp>

#include <cstdint>

namespace resched {

struct CfsRunQueue;
struct SchedGroup;
struct SchedTask;

// In the order of workload/workload.h's Policy.
enum class SchedPolicy : std::uint8_t { Normal, Batch, Idle, Fifo, RoundRobin };

constexpr bool isRealTime(SchedPolicy policy)
{
    return policy >= SchedPolicy::Fifo;
}

using TreeHook =
    boost::intrusive::set_member_hook<boost::intrusive::link_mode<boost::intrusive::safe_link>,
                                      boost::intrusive::optimize_size<true>>;
using ListHook =
    boost::intrusive::list_member_hook<boost::intrusive::link_mode<boost::intrusive::safe_link>>;

// A task or a group's presence on one CPU, as the fair classes order it.
struct SchedEntity
{
    TreeHook timelineHook;  // waiting in cfsRq's timeline, ordered by key
    TreeHook vruntimeHook;  // the same by vruntime, where the timeline is ordered otherwise
    std::int64_t key = 0;   // vruntime, deadline or fair_key

    LoadWeight load = weightOfNice(0);
    std::int64_t vruntime = 0;
    std::int64_t execStart = 0;
    std::int64_t sumExecRuntime = 0;
    std::int64_t prevSumExecRuntime = 0;  // when it was last picked

    // EEVDF.
    std::int64_t deadline = 0;
    std::int64_t slice = 0;
    std::int64_t vlag = 0;   // off the queue: lag; running, 6.6 and 6.12: the protected deadline
    std::int64_t vprot = 0;  // 6.18: protected until vruntime reaches it

    CfsRunQueue* cfsRq = nullptr;   // where it is queued
    CfsRunQueue* myQ = nullptr;     // of a group: its own queue
    SchedEntity* parent = nullptr;  // of the group that cfsRq belongs to
    SchedTask* task = nullptr;      // null for a group
    SchedGroup* group = nullptr;    // that this entity stands for; null for a task

    bool onRq = false;
    bool customSlice = false;
    bool relativeDeadline = false;  // deadline counts from vruntime
    bool isDelayed = false;         // 6.12: asleep, but still queued to work off its lag
    bool isIdlePolicy = false;

    // 2.6.23.
    std::int64_t waitRuntime = 0;
    std::int64_t waitStartFair = 0;
    std::int64_t sleepStartFair = 0;
    // 2.6.30 to 2.6.34.
    std::int64_t lastWakeup = 0;
    std::int64_t startRuntime = 0;
    std::int64_t avgWakeup = 0;
    std::int64_t avgOverlap = 0;
    std::int64_t avgRunning = 0;

    // Low-latency features of August 2010: it runs because of an input event or a timer, and what
    // an expedited fork still owes.
    bool isInteractive = false;
    bool isTimer = false;
    std::int64_t forkDebt = 0;

    bool isTask() const { return task != nullptr; }
};

struct SchedTask
{
    SchedEntity se;

    void* owner = nullptr;  // whatever the owner of the task keeps around it
    std::uint32_t id = 0;   // dense; for reports, never for order
    SchedPolicy policy = SchedPolicy::Normal;
    int nice = 0;
    int rtPriority = 0;  // 1..99 for FIFO and RR
    int prio = 120;      // effective: lower than normalPrio() while boosted
    int cpu = 0;         // index of the run queue it is on or ran last on
    CpuSet affinity;     // empty: all
    std::uint64_t affinityMask = ~std::uint64_t{0};  // the same of CPUs 0..63, by index
    SchedGroup* group = nullptr;                     // null: the root group
    bool onRq = false;
    bool isThrottled = false;  // queued, but in a group whose quota is used up
    bool isKernelThread = false;

    ListHook fairTasksHook;  // in the run queue's list of queued fair tasks

    // Real-time class.
    ListHook rtHook;
    std::int64_t timeSlice = 0;  // ticks left for SCHED_RR

    int normalPrio() const { return isRealTime(policy) ? 99 - rtPriority : 120 + nice; }
    bool isRtNow() const { return prio < 100; }
    bool isIdlePolicyNow() const { return policy == SchedPolicy::Idle && !isRtNow(); }
    bool isNormalPolicyNow() const { return policy == SchedPolicy::Normal && !isRtNow(); }
    std::int64_t ranInPick() const { return se.sumExecRuntime - se.prevSumExecRuntime; }
};

struct ByKey
{
    bool operator()(const SchedEntity& a, const SchedEntity& b) const
    {
        return isBefore(a.key, b.key);
    }
};
struct ByVruntime
{
    bool operator()(const SchedEntity& a, const SchedEntity& b) const
    {
        return isBefore(a.vruntime, b.vruntime);
    }
};

// Equal keys: the newcomer goes behind, as in the kernel's __enqueue_entity.
using Timeline = boost::intrusive::multiset<
    SchedEntity, boost::intrusive::member_hook<SchedEntity, TreeHook, &SchedEntity::timelineHook>,
    boost::intrusive::compare<ByKey>, boost::intrusive::constant_time_size<false>>;
using VruntimeTree = boost::intrusive::multiset<
    SchedEntity, boost::intrusive::member_hook<SchedEntity, TreeHook, &SchedEntity::vruntimeHook>,
    boost::intrusive::compare<ByVruntime>, boost::intrusive::constant_time_size<false>>;
using FairTaskList = boost::intrusive::list<
    SchedTask, boost::intrusive::member_hook<SchedTask, ListHook, &SchedTask::fairTasksHook>,
    boost::intrusive::constant_time_size<false>>;
using RtList =
    boost::intrusive::list<SchedTask,
                           boost::intrusive::member_hook<SchedTask, ListHook, &SchedTask::rtHook>,
                           boost::intrusive::constant_time_size<false>>;

}  // namespace resched

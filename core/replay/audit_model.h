// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The model's scheduler, driven by a recording: each operation does to its run queues what the
// trace says was done to the kernel's, and asks what the model would have done. A task's vruntime
// is known once a sample or a placement on a known queue has set it.

#include "sched/scheduler.h"
#include "sched/smp_rules.h"
#include "topology/machine.h"
#include "trace/trace.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace resched {

class AuditModel
{
public:
    AuditModel(const Trace& trace, const FairRules& rules, const SmpRules& smp,
               const Topology& topology);

    Scheduler& scheduler() { return scheduler_; }
    SchedTask& task(TaskId id) { return tasks_[index(id)]; }
    TaskId idOf(const SchedTask* task) const
    {
        return task == nullptr ? kIdleTask : TaskId{task->id};
    }
    // Null for a CPU that the machine does not have.
    RunQueue* rq(std::int16_t cpu);
    TaskId current(const RunQueue& rq) const { return idOf(rq.curr); }
    // Every fair task queued there stands where the kernel had it, and so does min_vruntime.
    bool isKnown(const RunQueue& rq) const;

    // The queue with its clock at `time`, or at the accounting just before that the event follows.
    RunQueue& at(RunQueue& rq, Timestamp time);
    // Execution of the current task was accounted. Gives the error of the vruntime that the model
    // expected, when it had an expectation.
    std::optional<std::int64_t> account(const VruntimeSample& sample);
    void fork(TaskId child, TaskId parent, Timestamp time);
    // The task waits on that queue from now on.
    void enqueue(RunQueue& rq, TaskId id, EnqueueFlags flags, Timestamp time);
    void move(TaskId id, RunQueue& to, Timestamp time);
    void sleep(RunQueue& rq, TaskId id, bool special);
    void setPrio(TaskId id, std::int16_t prio, Timestamp time);
    void setIdle(TaskId id);
    void forget(RunQueue& rq, Timestamp time);

    // Where the model would place the task, as the recording's CPU number, asked on CPU `here`;
    // `prev`: where it ran last, or its parent runs.
    int choose(TaskId id, PlacementKind kind, RunQueue& here, RunQueue& prev, bool sync,
               Timestamp time);

    // What the model would run next; the queue stays as it is.
    TaskId peek(RunQueue& rq);
    // The model's pick, carried out.
    TaskId pick(RunQueue& rq);
    // Where the trace holds no vruntimes, decisions that the model missed tell where tasks stand
    // (EEVDF): the kernel picked `next`, or ended the current request at a tick.
    void learnPick(RunQueue& rq, TaskId next);
    void learnTick(RunQueue& rq);
    // Whether a tick one period from now would end the current slice.
    bool wouldPreemptNextTick(RunQueue& rq);
    void makeCurrent(RunQueue& rq, TaskId id);

private:
    struct Known
    {
        bool isKnown = false;
        std::int64_t vruntime = 0;        // at the last sample or placement
        std::int64_t sumExecRuntime = 0;  // the same
    };
    bool isAnchored(int queue) const { return isAnchored_[static_cast<std::size_t>(queue)]; }
    bool areTasksKnown(const RunQueue& rq) const;
    SchedClass& classOf(const SchedTask& task);
    void settle(SchedTask& task, bool isKnown);

    const Trace& trace_;
    bool hasVruntimes_;
    std::deque<SchedTask> tasks_;
    Scheduler scheduler_;
    std::vector<Known> known_;
    std::vector<int> queueOf_;           // by CPU number; -1: no such CPU
    std::vector<Timestamp> lastSample_;  // by queue
    std::vector<bool> isAnchored_;       // by queue: its min_vruntime follows from samples
};

}  // namespace resched

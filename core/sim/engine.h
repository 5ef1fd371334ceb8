// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The run itself: takes what is due from the event queue, lets the scheduler decide, and settles
// the CPUs that something was asked of before the next event. A switch happens at the instant at
// which it is asked for (later by CostModel::ipi on a CPU that must be told), and a task whose work
// ends at that very instant first takes its next step: it has come to the system call that would
// have blocked it.
//
// Time inside is ns since the start of the run.

#include "base/progress.h"
#include "sched/scheduler.h"
#include "sched/smp_rules.h"
#include "sim/emitter.h"
#include "sim/event_queue.h"
#include "sim/interpreter.h"
#include "sim/processor.h"
#include "sim/simulator.h"

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace resched {

class Engine final : private SchedObserver, private InterpreterHost
{
public:
    Engine(const SimulationInput& input, const FairRules& rules, const SmpRules& smp,
           LiveTrace& trace);
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;
    ~Engine() override = default;

    // False: canceled.
    bool run(Progress& progress);

    std::int64_t now() const override { return now_; }
    std::uint64_t events() const { return events_; }
    std::uint64_t decisions() const { return decisions_; }
    const std::string& note() const { return note_; }
    std::int64_t listVisits() { return interpreter_.objects().listVisits(); }
    Nanoseconds refillCosts() const { return Nanoseconds{refillCosts_}; }
    Nanoseconds otherCosts() const
    {
        return Nanoseconds{processors_.overheadPaid() - refillCosts_};
    }
    Nanoseconds systemWork() const { return Nanoseconds{interpreter_.systemWork()}; }
    // A wait for a mutex as far as one less important task held it.
    struct HeldUp
    {
        Tid waiter;
        Tid holder;
        std::uint32_t mutex;
        int waiterPrio;
        std::int64_t since;
        std::int64_t begin;
        std::int64_t end;
    };
    std::vector<HeldUp> takeHeldUp();
    std::vector<MetricResult> takeMetrics() { return interpreter_.takeMetrics(start_); }

private:
    struct CpuState
    {
        EventQueue::Slot tick = 0;
        EventQueue::Slot completion = 0;
        EventQueue::Slot kick = 0;
        EventQueue::Slot bandwidth = 0;
        EventQueue::Slot hrtick = 0;
        std::int64_t tickOffset = 0;
        std::int64_t switchAt = -1;      // when a requested switch takes place; -1: not set yet
        bool isPending = false;          // something was asked of it
        std::int64_t entersUserAt = -1;  // when its task last returned to user mode
        bool isAnnounced = true;         // the trace says that it is online
    };
    enum class SlotKind : std::uint8_t { Tick, Completion, Kick, Bandwidth, Hrtick, Quota, Task };
    struct SlotOwner
    {
        SlotKind kind;
        std::uint32_t number;  // CPU or instance
    };

    // --- the run ---
    void addGroups();
    void begin();
    void handle(EventQueue::Slot slot);
    void settle();
    void settleCpu(int cpu);
    void finish();
    void stop(std::string note);
    void explainStandstill();

    // --- CPUs ---
    void tickDue(int cpu);
    void armTick(int cpu);
    void armBandwidth(int cpu);
    void armHrtick(int cpu);
    void armQuota();
    std::int64_t nextTick(int cpu, std::int64_t time) const;
    bool isSwitchDue(int cpu);
    bool isHeldInKernel(int cpu);
    void returnsToUser(int cpu) { cpus_[static_cast<std::size_t>(cpu)].entersUserAt = now_; }
    void switchTask(int cpu);
    void put(int cpu, SimTask* prev, SimTask* next);
    void programCompletion(int cpu);
    void ask(int cpu);                     // settle it before the next event
    void askRemote(int cpu, int fromCpu);  // the same, after the time that an IPI takes
    bool advance(int cpu, SimTask& task);  // false: it blocked, ended, or should be switched
    TaskState stateOf(const SimTask& task) const;
    RunQueue& queueOf(const SimTask& task) { return scheduler_.atTime(task.sched.cpu, now_); }
    static SimTask& simTask(SchedTask& task);
    bool isCurrent(const SimTask& task)
    {
        return scheduler_.rq(task.sched.cpu).curr == &task.sched;
    }

    // --- tasks ---
    SimTask& create(std::uint32_t templateIndex, SimTask* parent);
    void start(SimTask& task);
    void enqueueNew(SimTask& task, int cpu, bool sameCpu, int fromCpu, bool fromIrq);
    void block(SimTask& task);
    void die(SimTask& task);
    void beginBlocked(SimTask& task);
    void taskDue(SimTask& task);
    int wakerCpu(const SimTask& task, const SimTask* waker);
    static WakeOrigin originOf(const SimTask& task, bool fromIrq);
    void leaveForbiddenCpu(SimTask& task);

    // --- SchedObserver ---
    void ran(RunQueue& rq, SchedTask& task, std::int64_t delta) override;
    void migrating(RunQueue& from, RunQueue& to, SchedTask& task, const MoveReason& why) override;
    void kicked(RunQueue& rq) override;

    // --- InterpreterHost ---
    int dynamicPrio(const SimTask& task) const override;
    void wake(SimTask& task, SimTask* waker, std::uint8_t stepFlags) override;
    void changeEffectivePrio(SimTask& task, int prio) override;
    std::int64_t endOnTick(const SimTask& task, std::int64_t amount) const override;
    void wakeAt(SimTask& task, std::int64_t time) override;
    void fork(SimTask& parent, std::uint32_t childTemplate) override;
    void exec(SimTask& task, std::uint32_t name) override;
    void yield(SimTask& task) override;
    void setNice(SimTask& task, int nice) override;
    void setPolicy(SimTask& task, Policy policy, int priority) override;
    void setAffinity(SimTask& task, const CpuSet& cpus) override;
    void setOnline(std::uint32_t cpu, bool online) override;
    void resume(SimTask& task, std::uint32_t resumed, std::uint8_t flags) override;

    const SimulationInput& input_;
    const Workload& workload_;
    const CostModel& costs_;
    std::int64_t start_;
    std::int64_t tickPeriod_;
    std::int64_t end_;  // INT64_MAX: when every task has exited

    std::deque<SimTask> tasks_;
    Scheduler scheduler_;
    Processors processors_;
    EventQueue queue_;
    std::vector<SlotOwner> slotOwners_;
    std::vector<CpuState> cpus_;
    EventQueue::Slot quotaSlot_ = 0;
    std::vector<int> pending_;
    int settling_ = -1;
    Emitter emitter_;
    Interpreter interpreter_;
    std::vector<std::vector<SimTask*>> instances_;  // by template
    std::vector<SchedGroup*> groups_;               // by TaskGroup; null: not modelled
    std::map<int, SchedGroup*> sessions_;           // autogroups
    std::vector<NameId> names_;                     // of templates
    std::int32_t nextTid_ = 1001;

    std::int64_t now_ = 0;
    std::uint64_t events_ = 0;
    std::uint64_t decisions_ = 0;
    std::int64_t refillCosts_ = 0;
    std::uint64_t alive_ = 0;
    std::uint64_t toCome_ = 0;  // tasks whose start lies ahead
    bool isStopped_ = false;
    std::string note_;
};

}  // namespace resched

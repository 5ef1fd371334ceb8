// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Keeps what placement and balancing see of the CPUs current while tasks come, go and run: counts,
// weights and their averages up to 2.6.36, load tracking by entity from 6.1. It is told what
// happened right afterwards and remembers the state that held until then.

#include "sched/cpu_state.h"
#include "sched/pelt.h"
#include "sched/placement.h"
#include "sched/run_queue.h"

#include <array>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

namespace resched {

// What is kept with each task, by its id.
struct TaskLoad
{
    PeltAverage average;
    UtilEstimate estimate;
    WakeeHistory wakees;
    int recentUsedCpu = -1;
    int attachedTo = -1;      // the CPU whose average holds its share
    std::int64_t weight = 0;  // with which it does
    bool isBorn = false;
    bool isQueued = false;
    bool isRunning = false;
};

class LoadTracker
{
public:
    LoadTracker(std::deque<RunQueue>& queues, const DomainTree& tree, const SmpRules& rules);

    std::span<const CpuState> states()
    {
        refreshStale();
        return states_;
    }
    TaskLoad& of(const SchedTask& task)
    {
        if (task.id >= kBlock * blocks_.size()) [[unlikely]]
            addBlocks(task.id);
        return (*blocks_[task.id / kBlock])[task.id % kBlock];
    }
    // CPUs that have more than one runnable task.
    int overloaded() const { return overloaded_; }
    // CPUs that are online and have nothing to run.
    int resting() const { return resting_; }

    void enqueued(RunQueue& rq, SchedTask& task);
    void dequeued(RunQueue& rq, SchedTask& task, bool sleeps);
    void switched(RunQueue& rq, SchedTask* prev, SchedTask* next);
    void changed(RunQueue& rq, SchedTask& task);
    // A tick, or a look at an idle CPU on its behalf.
    void tick(RunQueue& rq);
    void age(RunQueue& rq);
    // A task was told to wake on that CPU, which has not queued it yet (ttwu_pending).
    void wakeupUnderWay(RunQueue& rq, int change);
    // Capacities, counts and weights alone, after CPUs went on- or offline.
    void rebuild();

private:
    struct Cpu
    {
        PeltAverage average;
        PeltState state;
        std::int64_t utilEst = 0;
        int wakeupsUnderWay = 0;
        bool isOverloaded = false;
        bool isResting = false;
        bool isStale = false;
        // Of tasks that woke up elsewhere; taken out at the next update (cfs_rq::removed).
        std::vector<std::pair<PeltAverage, std::int64_t>> removed;  // with their weights
    };

    static std::size_t index(int value) { return static_cast<std::size_t>(value); }
    void addBlocks(std::uint32_t id);
    // What others see of a CPU is looked up when they look: more happens than anybody looks at.
    void touch(RunQueue& rq)
    {
        Cpu& cpu = cpus_[index(rq.index)];
        count(rq, cpu);
        if (cpu.isStale) return;
        cpu.isStale = true;
        stale_.push_back(&rq);
    }
    void count(const RunQueue& rq, Cpu& cpu)
    {
        const bool isOverloaded = rq.nrRunning > 1;
        const bool isResting = rq.nrRunning == 0 && rq.curr == nullptr && rq.isOnline;
        overloaded_ += isOverloaded - cpu.isOverloaded;
        resting_ += isResting - cpu.isResting;
        cpu.isOverloaded = isOverloaded;
        cpu.isResting = isResting;
    }
    void refreshStale()
    {
        for (RunQueue* rq : stale_) refresh(*rq);
        stale_.clear();
    }
    void refresh(RunQueue& rq);
    void updateQueue(RunQueue& rq);
    static void updateTask(TaskLoad& load, std::int64_t now);
    static void setRunning(TaskLoad& load, std::int64_t now, bool isRunning);
    void attach(RunQueue& rq, TaskLoad& load, const SchedTask& task);
    void detach(RunQueue& rq, TaskLoad& load);

    std::deque<RunQueue>& queues_;
    const DomainTree& tree_;
    const SmpRules& rules_;
    std::vector<CpuState> states_;
    std::vector<Cpu> cpus_;
    std::vector<RunQueue*> stale_;
    static constexpr std::uint32_t kBlock = 64;
    std::vector<std::unique_ptr<std::array<TaskLoad, kBlock>>> blocks_;  // of tasks, by id
    int overloaded_ = 0;
    int resting_ = 0;
};

}  // namespace resched

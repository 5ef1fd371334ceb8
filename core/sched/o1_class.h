// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The O(1) scheduler of 2.6.21: per CPU an active and an expired array of priority lists, slices by
// nice level, and a dynamic priority that rewards sleeping. Rules and constants: kernel/sched.c of
// 2.6.21-rc7. The running task stays on its list.

#include "sched/sched_class.h"

#include <array>
#include <cstdint>
#include <deque>

namespace resched {

struct O1Rules
{
    std::int64_t tickPeriod = 4'000'000;
    int cpus = 1;
};

// The formulas on their own; HZ is 1e9 / tickPeriod, slices are in ticks, sleep averages in ns.
class O1Formulas
{
public:
    explicit O1Formulas(const O1Rules& rules);

    std::int64_t timeslice(int nice) const;           // task_timeslice
    int bonus(std::int64_t sleepAvg) const;           // CURRENT_BONUS, 0..10
    int prio(int nice, std::int64_t sleepAvg) const;  // effective_prio, 100..139
    static int interactiveDelta(int nice);            // DELTA
    static bool isInteractive(int nice, int prio);
    std::int64_t sleepCeiling(int nice) const;  // INTERACTIVE_SLEEP, ns
    std::int64_t granularity(int bonus) const;  // TIMESLICE_GRANULARITY, ticks
    std::int64_t maxSleepAvg() const { return maxSleepAvg_; }
    std::int64_t starvationLimit() const { return starvationTicks_; }
    std::int64_t tickPeriod() const { return tickPeriod_; }

private:
    std::int64_t tickPeriod_;
    std::int64_t minSlice_;
    std::int64_t defaultSlice_;
    std::int64_t granularityTicks_;
    std::int64_t starvationTicks_;
    std::int64_t maxSleepAvg_;  // ns
    int cpus_;
};

class O1Class final : public NormalClass
{
public:
    O1Class(const O1Rules& rules, std::deque<RunQueue>& queues, SchedObserver* observer);
    ~O1Class() override;

    void initTask(RunQueue& rq, SchedTask& task) override;
    void enqueueTask(RunQueue& rq, SchedTask& task, EnqueueFlags flags) override;
    bool dequeueTask(RunQueue& rq, SchedTask& task, DequeueFlags flags) override;
    SchedTask* pickNextTask(RunQueue& rq, SchedTask* prev) override;
    void putPrevTask(RunQueue& rq, SchedTask& task) override;
    void setNextTask(RunQueue& rq, SchedTask& task) override;
    void taskTick(RunQueue& rq, SchedTask& curr) override;
    void checkPreemptCurr(RunQueue& rq, SchedTask& woken, WakeFlags flags) override;
    void updateCurr(RunQueue& rq) override;
    void yieldTask(RunQueue& rq) override;
    void taskFork(RunQueue& rq, SchedTask& child, SchedTask* parent) override;
    void migrateTask(RunQueue& from, RunQueue& to, SchedTask& task, bool waking) override;
    void noteWaker(RunQueue& rq, SchedTask& waker) override;
    void reweightTask(RunQueue& rq, SchedTask& task, const LoadWeight& load) override;

    std::int64_t sleepAvg(const SchedTask& task) const { return own_[task.id].sleepAvg; }
    int listedPrio(const SchedTask& task) const { return own_[task.id].prio; }
    int dynamicPrio(const SchedTask& task) const override
    {
        return task.isRtNow() ? task.prio : own_[task.id].prio;
    }
    void setSleepAvg(const SchedTask& task, std::int64_t ns) { own_[task.id].sleepAvg = ns; }

private:
    static constexpr int kFirst = 100;
    static constexpr int kLevels = 40;

    struct Array
    {
        std::array<RtList, kLevels> lists;
        std::uint64_t bitmap = 0;
        bool isEmpty() const { return bitmap == 0; }
        int best() const { return kFirst + __builtin_ctzll(bitmap); }
    };
    struct Queue
    {
        std::array<Array, 2> arrays;
        int active = 0;
        std::int64_t firstExpiry = -1;  // tick number; -1: nobody has expired
        int bestExpiredStatic = 140;
    };
    struct Own
    {
        int prio = 120;
        std::int64_t sleepAvg = 0;
        std::int64_t slice = 0;      // ticks left
        std::int64_t timestamp = 0;  // of the last change between running, waiting, sleeping
        int array = -1;              // of its queue; -1: on none
        enum class Woken : std::uint8_t { No, ByTask, ByInterrupt } woken = Woken::No;
        bool limitedSleep = false;  // this sleep may not raise the average above the ceiling
        bool firstSlice = false;
        SchedTask* parent = nullptr;
    };

    Own& own(const SchedTask& task);
    Queue& queueOf(const RunQueue& rq) { return arrays_[static_cast<std::size_t>(rq.index)]; }
    void insert(RunQueue& rq, SchedTask& task, int array, bool atFront = false);
    void remove(RunQueue& rq, SchedTask& task);
    void requeue(RunQueue& rq, SchedTask& task);
    void creditSleep(SchedTask& task, std::int64_t slept);
    void charge(RunQueue& rq, SchedTask& task);
    bool isStarving(const RunQueue& rq, const SchedTask& curr) const;
    std::int64_t tickNumber(const RunQueue& rq) const { return rq.clock / f.tickPeriod(); }

    const O1Formulas f;
    SchedObserver* observer_;
    std::deque<Queue> arrays_;          // by CPU index
    std::deque<Own> own_;               // by SchedTask::id
    const SchedTask* waker_ = nullptr;  // of the wakeup under way; null: an interrupt
    const SchedTask* lastWaker_ = nullptr;
};

}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Runs the programs of tasks, one step at a time, at the instant at which a task has no work left.
// It knows what a step means; when a task gets the CPU and how fast it works is the engine's part,
// which it reaches through InterpreterHost.

#include "sim/sim_task.h"
#include "sim/simulator.h"
#include "sim/sync_objects.h"
#include "topology/machine.h"

#include <cstdint>
#include <vector>

namespace resched {

class InterpreterHost : public WakeHost
{
public:
    // When a sleep of that amount ends with a tick of the task's CPU (Step::kToTick).
    virtual std::int64_t endOnTick(const SimTask& task, std::int64_t amount) const = 0;
    virtual void wakeAt(SimTask& task, std::int64_t time) = 0;
    virtual void fork(SimTask& parent, std::uint32_t childTemplate) = 0;
    virtual void exec(SimTask& task, std::uint32_t name) = 0;
    virtual void yield(SimTask& task) = 0;
    virtual void setNice(SimTask& task, int nice) = 0;
    virtual void setPolicy(SimTask& task, Policy policy, int priority) = 0;
    virtual void setAffinity(SimTask& task, const CpuSet& cpus) = 0;
    virtual void setOnline(std::uint32_t cpu, bool online) = 0;
    virtual void resume(SimTask& task, std::uint32_t resumed, std::uint8_t flags) = 0;
};

enum class Outcome : std::uint8_t {
    Free,     // nothing that the kernel would have seen; go on
    Stepped,  // a kernel operation is done; the place where a preemption may come
    Work,     // there is work or overhead to do first
    Blocked,  // as step().state says
    Ended,
};

class Interpreter
{
public:
    Interpreter(const Workload& workload, const CostModel& costs, InterpreterHost& host);

    // The next thing that the task does; it must have no work left.
    Outcome step(SimTask& task);
    void childDied(SimTask& parent);
    void switchedIn(SimTask& task, std::int64_t now);
    // A tick took so long from the task that runs: a gap like any other to one that watches for
    // them.
    void interrupted(const SimTask& task, std::int64_t length);
    std::int64_t systemWork() const { return systemWork_; }
    SyncObjects& objects() { return objects_; }
    std::vector<MetricResult> takeMetrics(std::int64_t start);

private:
    Outcome execute(SimTask& task, const Step& step);
    Outcome blockingStep(SimTask& task, const Step& step);
    Outcome controlStep(SimTask& task, const Step& step);
    Outcome administrativeStep(SimTask& task, const Step& step);
    Outcome done(SimTask& task, Outcome outcome = Outcome::Stepped);
    Outcome doneIf(SimTask& task, bool passed);
    std::int64_t costOf(SimTask& task, const Step& step);
    std::int64_t futexCost(SimTask& task, const Step& step);
    std::int64_t amountOf(SimTask& task, const Step& step) const;
    std::int64_t endOfSleep(SimTask& task, const Step& step) const;
    bool sleepUntil(SimTask& task, std::int64_t time);
    bool timerWait(SimTask& task, const Step& step);
    bool waitChild(SimTask& task, const Step& step);
    bool suspend(SimTask& task);
    void mark(SimTask& task, const Step& step);
    std::int64_t& nextExpiry(SimTask& task, std::uint32_t timer);
    void addSample(std::uint32_t metric, std::int64_t value);
    void endRound(std::uint32_t metric);

    const Workload& workload_;
    const CostModel& costs_;
    InterpreterHost& host_;
    SyncObjects objects_;
    bool hasFutexCosts_ = false;
    std::int64_t systemWork_ = 0;
    std::vector<std::vector<std::uint32_t>> matches_;  // by template and step: the other loop end
    std::vector<std::int64_t> timers_;                 // shared timers: next expiry
    std::vector<MetricResult> metrics_;
    struct Round  // of a SinceFirst metric
    {
        std::int64_t begin;
        std::int64_t last;
    };
    std::vector<Round> rounds_;                             // by metric
    std::vector<std::vector<std::uint32_t>> gapMetrics_;    // by template
    std::vector<std::vector<std::uint32_t>> timerMetrics_;  // by timer: metrics that count misses

    static constexpr std::int64_t kUnset = INT64_MIN;
};

}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sched/load_tracker.h"

#include <algorithm>

namespace resched {
namespace {

// set_load_weight() of 2.6.23 to 2.6.35: a real-time task counts as two of nice -20.
constexpr std::int64_t kRealTimeWeight = std::int64_t{2} * 88761;

}  // namespace

LoadTracker::LoadTracker(std::deque<RunQueue>& queues, const DomainTree& tree,
                         const SmpRules& rules)
    : queues_(queues), tree_(tree), rules_(rules), states_(queues.size()), cpus_(queues.size())
{
    for (CpuState& state : states_) state.online = false;
    for (Cpu& cpu : cpus_) cpu.removed.reserve(16);
    stale_.reserve(queues.size());
    rebuild();
}

void LoadTracker::addBlocks(std::uint32_t id)
{
    while (id >= kBlock * blocks_.size()) {
        blocks_.push_back(std::make_unique<std::array<TaskLoad, kBlock>>());
    }
}

void LoadTracker::rebuild()
{
    for (RunQueue& rq : queues_) {
        CpuState& state = states_[index(rq.index)];
        state.capacity = rq.capacity;
        if (!rules_.usesPelt()) {
            // The share that real-time tasks take is left out (scale_rt_power()).
            const bool scales = rules_.generation >= SmpGeneration::V2_6_32 && rq.isOnline;
            const auto threads = scales ? static_cast<int>(tree_.threads(rq.index).size()) : 1;
            state.capacity = cpuPower(threads, Nanoseconds{0}, Nanoseconds{0});
        }
        count(rq, cpus_[index(rq.index)]);
        refresh(rq);
    }
    stale_.clear();
}

void LoadTracker::refresh(RunQueue& rq)
{
    CpuState& state = states_[index(rq.index)];
    Cpu& cpu = cpus_[index(rq.index)];
    cpu.isStale = false;
    const SchedTask* curr = rq.curr;
    state.online = rq.isOnline;
    state.nrRunning = rq.nrRunning;
    state.fairRunning = rq.cfs.hNrRunning;
    state.idlePolicyRunning = rq.cfs.hNrIdle;
    state.weight = rq.cfs.load.weight + rq.rt.nrRunning * kRealTimeWeight;
    // Old kernels ask whether the idle task is current, 6.1 also for what is on its way.
    const bool isWaited = rq.nrRunning > 0 || cpu.wakeupsUnderWay > 0;
    state.idle = rq.isOnline && curr == nullptr && (!rules_.usesPelt() || !isWaited);
    state.idleSince = timestamp(rq.idleSince);
    state.currWeight = curr != nullptr ? curr->se.load.weight : 0;
    if (!rules_.usesPelt()) return;
    state.loadAvg = cpu.average.loadAvg;
    state.utilAvg = cpu.average.utilAvg;
    state.runnableAvg = cpu.average.runnableAvg;
    state.utilEst = rules_.utilEst ? cpu.utilEst : 0;
    state.currLoadAvg = curr != nullptr && !curr->isRtNow() ? of(*curr).average.loadAvg : 0;
}

void LoadTracker::wakeupUnderWay(RunQueue& rq, int change)
{
    cpus_[index(rq.index)].wakeupsUnderWay += change;
    touch(rq);
}

void LoadTracker::updateQueue(RunQueue& rq)
{
    Cpu& cpu = cpus_[index(rq.index)];
    for (const auto& [average, weight] : cpu.removed) cpu.average.detach(average, weight);
    cpu.removed.clear();
    cpu.average.update(timestamp(rq.clock), cpu.state, 1);
    const bool isFair = rq.curr != nullptr && !rq.curr->isRtNow() && rq.curr->onRq;
    cpu.state = {.load = rq.cfs.load.weight, .runnable = rq.cfs.hNrRunning, .running = isFair};
}

void LoadTracker::updateTask(TaskLoad& load, std::int64_t now)
{
    const std::int64_t queued = load.isQueued ? 1 : 0;
    load.average.update(timestamp(now),
                        {.load = queued, .runnable = queued, .running = load.isRunning},
                        load.weight);
}

// A new task starts with what its queue suggests; one that comes from another CPU brings its share
// along, which that CPU drops the next time it looks (remove_entity_load_avg()).
void LoadTracker::attach(RunQueue& rq, TaskLoad& load, const SchedTask& task)
{
    Cpu& cpu = cpus_[index(rq.index)];
    const std::int64_t weight = task.se.load.weight;
    if (!load.isBorn) {
        load.isBorn = true;
        load.average = newTaskAverage(timestamp(rq.clock), weight, cpu.average, rq.capacity);
    } else if (load.attachedTo >= 0) {
        Cpu& old = cpus_[index(load.attachedTo)];
        updateTask(load, nanoseconds(old.average.lastUpdate));
        old.removed.emplace_back(load.average, load.weight);
    } else {
        // It was in no average meanwhile, and its own stood still.
        load.average.lastUpdate = timestamp(rq.clock);
    }
    cpu.average.attach(load.average, weight);
    load.attachedTo = rq.index;
    load.weight = weight;
}

void LoadTracker::detach(RunQueue& rq, TaskLoad& load)
{
    cpus_[index(rq.index)].average.detach(load.average, load.weight);
    load.attachedTo = -1;
}

void LoadTracker::enqueued(RunQueue& rq, SchedTask& task)
{
    if (rules_.usesPelt()) {
        updateQueue(rq);
        if (!task.isRtNow()) {
            TaskLoad& load = of(task);
            if (load.attachedTo == rq.index)
                updateTask(load, rq.clock);
            else
                attach(rq, load, task);
            load.isQueued = true;
            cpus_[index(rq.index)].utilEst += load.estimate.value();
        }
    }
    touch(rq);
}

void LoadTracker::dequeued(RunQueue& rq, SchedTask& task, bool sleeps)
{
    TaskLoad& load = of(task);
    if (rules_.usesPelt()) {
        updateQueue(rq);
        if (load.isQueued) {
            Cpu& cpu = cpus_[index(rq.index)];
            updateTask(load, rq.clock);
            load.isQueued = false;
            load.isRunning = false;
            cpu.utilEst = std::max<std::int64_t>(0, cpu.utilEst - load.estimate.value());
            if (sleeps)
                load.estimate.sleep(load.average.utilAvg, rules_.utilEstFastUp);
            else
                detach(rq, load);
        }
    }
    touch(rq);
}

void LoadTracker::setRunning(TaskLoad& load, std::int64_t now, bool isRunning)
{
    if (!load.isQueued) return;
    updateTask(load, now);
    load.isRunning = isRunning;
}

void LoadTracker::switched(RunQueue& rq, SchedTask* prev, SchedTask* next)
{
    if (rules_.usesPelt()) {
        updateQueue(rq);
        if (prev != nullptr) setRunning(of(*prev), rq.clock, false);
        if (next != nullptr) setRunning(of(*next), rq.clock, true);
    }
    touch(rq);
}

void LoadTracker::changed(RunQueue& rq, SchedTask& task)
{
    if (rules_.usesPelt()) {
        updateQueue(rq);
        TaskLoad& load = of(task);
        const bool isFair = task.onRq && !task.isThrottled && !task.isRtNow();
        if (load.isQueued) {
            updateTask(load, rq.clock);
            detach(rq, load);
        }
        // reweight_entity(): the load average follows the weight at once.
        const std::int64_t weight = task.se.load.weight;
        if (load.weight > 0) load.average.loadAvg = load.average.loadAvg * weight / load.weight;
        load.weight = weight;
        if (isFair) attach(rq, load, task);
        load.isQueued = isFair;
        load.isRunning = isFair && rq.curr == &task;
    }
    touch(rq);
}

void LoadTracker::age(RunQueue& rq)
{
    if (rules_.usesPelt()) updateQueue(rq);
    touch(rq);
}

void LoadTracker::tick(RunQueue& rq)
{
    if (!rules_.usesPelt()) {
        refreshStale();
        updateCpuLoad(states_[index(rq.index)], rules_.generation);
    } else if (rq.curr != nullptr) {
        TaskLoad& load = of(*rq.curr);
        setRunning(load, rq.clock, load.isRunning);
    }
    age(rq);
}

}  // namespace resched

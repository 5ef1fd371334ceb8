// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sched/rt_class.h"

#include <algorithm>

namespace resched {

namespace {

constexpr int kFairPrio = 100;
constexpr int kIdlePrio = 140;

RtList& listOf(RunQueue& rq, const SchedTask& task)
{
    return rq.rt.lists[static_cast<std::size_t>(task.prio)];
}

// Of 2.6.23: 5 ms per step of static priority, four times that for negative nice.
std::int64_t timesliceByNice(const SchedTask& task, std::int64_t ticksOf100ms)
{
    const int staticPrio = 120 + task.nice;
    const std::int64_t base = staticPrio < 120 ? ticksOf100ms * 4 : ticksOf100ms;
    const std::int64_t minimum = std::max<std::int64_t>(ticksOf100ms / 20, 1);
    return std::max(base * (140 - staticPrio) / 20, minimum);
}

}  // namespace

int topPrio(const RunQueue& rq)
{
    const int top = rq.rt.highestPrio();
    if (top < RtRunQueue::kPrios) return top;
    return rq.nrRunning > 0 ? kFairPrio : kIdlePrio;
}

std::int64_t RtClass::timeslice(const SchedTask& task) const
{
    return r.rrByNice ? timesliceByNice(task, r.rrTimesliceTicks) : r.rrTimesliceTicks;
}

void RtClass::initTask(RunQueue& /*rq*/, SchedTask& task)
{
    task.timeSlice = timeslice(task);
}

void RtClass::addToBitmap(RunQueue& rq, int prio) const
{
    rq.rt.bitmap[static_cast<std::size_t>(prio / 64)] |= std::uint64_t{1} << (prio % 64);
}

void RtClass::enqueueTask(RunQueue& rq, SchedTask& task, EnqueueFlags flags)
{
    if (flags.head) {
        listOf(rq, task).push_front(task);
    } else {
        listOf(rq, task).push_back(task);
    }
    addToBitmap(rq, task.prio);
    ++queued_;
    ++rq.rt.nrRunning;
    ++rq.nrRunning;
    task.onRq = true;
    if (r.throttle == ThrottleRule::Period && r.rtRuntime >= 0 && rq.rt.periodEnd < 0) {
        rq.rt.periodEnd = rq.clock + r.rtPeriod;
    }
}

bool RtClass::dequeueTask(RunQueue& rq, SchedTask& task, DequeueFlags /*flags*/)
{
    if (rq.curr == &task) updateCurr(rq);
    RtList& list = listOf(rq, task);
    list.erase(list.iterator_to(task));
    if (list.empty()) {
        rq.rt.bitmap[static_cast<std::size_t>(task.prio / 64)] &=
            ~(std::uint64_t{1} << (task.prio % 64));
    }
    --queued_;
    --rq.rt.nrRunning;
    --rq.nrRunning;
    task.onRq = false;
    return true;
}

SchedTask* RtClass::pickNextTask(RunQueue& rq, SchedTask* /*prev*/)
{
    if (!hasRunnable(rq)) return nullptr;
    SchedTask& task = rq.rt.lists[static_cast<std::size_t>(rq.rt.highestPrio())].front();
    setNextTask(rq, task);
    return &task;
}

void RtClass::putPrevTask(RunQueue& rq, SchedTask& /*task*/)
{
    updateCurr(rq);
}

void RtClass::setNextTask(RunQueue& rq, SchedTask& task)
{
    task.se.execStart = rq.clock;
    if (rq.curr != &task) task.se.prevSumExecRuntime = task.se.sumExecRuntime;
}

void RtClass::updateCurr(RunQueue& rq)
{
    SchedTask* curr = rq.curr;
    if (curr == nullptr || !curr->isRtNow()) return;
    const std::int64_t delta = rq.clock - curr->se.execStart;
    if (delta <= 0) return;
    curr->se.execStart = rq.clock;
    curr->se.sumExecRuntime += delta;
    if (observer_ != nullptr) observer_->ran(rq, *curr, delta);
    throttleIfUsedUp(rq, delta);
}

// sched_rt_runtime_exceeded; with RT_RUNTIME_SHARE an overrunning CPU borrows what others leave.
void RtClass::throttleIfUsedUp(RunQueue& rq, std::int64_t delta)
{
    if (r.throttle != ThrottleRule::Period || r.rtRuntime < 0) return;
    rq.rt.rtTime += delta;
    std::int64_t allowed = r.rtRuntime;
    if (r.rtRuntimeShare && queues_.size() > 1) {
        const auto others = static_cast<std::int64_t>(queues_.size());
        for (const RunQueue& other : queues_) {
            if (&other == &rq) continue;
            allowed += std::max<std::int64_t>(r.rtRuntime - other.rt.rtTime, 0) / others;
        }
        allowed = std::min(allowed, r.rtPeriod);
        if (allowed == r.rtPeriod) return;
    }
    if (rq.rt.rtTime > allowed && !rq.rt.isThrottled) {
        rq.rt.isThrottled = true;
        rq.resched(ReschedReason::Throttled, rq.rt.rtTime, allowed);
    }
}

bool RtClass::periodEnds(RunQueue& rq)
{
    updateCurr(rq);
    rq.rt.rtTime -= std::min(rq.rt.rtTime, r.rtRuntime);
    if (rq.rt.isThrottled && rq.rt.rtTime < r.rtRuntime) {
        rq.rt.isThrottled = false;
        if (rq.rt.nrRunning > 0) {
            const int prio = rq.rt.highestPrio();
            const int own = rq.curr == nullptr ? kIdlePrio : rq.curr->prio;
            if (prio < own) rq.resched(ReschedReason::ClassPreempt, prio, own);
        }
    }
    if (rq.rt.nrRunning > 0 || rq.rt.rtTime > 0) {
        rq.rt.periodEnd += r.rtPeriod;
        return true;
    }
    rq.rt.periodEnd = -1;
    return false;
}

void RtClass::taskTick(RunQueue& rq, SchedTask& curr)
{
    updateCurr(rq);
    if (curr.policy != SchedPolicy::RoundRobin || --curr.timeSlice > 0) return;
    curr.timeSlice = timeslice(curr);
    RtList& list = listOf(rq, curr);
    if (&list.front() == &list.back()) return;
    list.erase(list.iterator_to(curr));
    list.push_back(curr);
    rq.resched(ReschedReason::RoundRobin, curr.ranInPick(), curr.timeSlice * r.tickPeriod,
               &list.front());
}

void RtClass::checkPreemptCurr(RunQueue& rq, SchedTask& woken, WakeFlags /*flags*/)
{
    SchedTask* curr = rq.curr;
    if (curr == nullptr) return;
    if (woken.prio < curr->prio) {
        rq.resched(ReschedReason::ClassPreempt, woken.prio, curr->prio, &woken);
        return;
    }
    rq.refused = {RefusalReason::LessImportant, woken.prio, curr->prio};
    // check_preempt_equal_prio: a woken task that cannot go elsewhere displaces one that can.
    if (r.rtPushPull && woken.prio == curr->prio && !rq.needResched &&
        findLowestCpu(*curr, rq.index) >= 0 && findLowestCpu(woken, rq.index) < 0) {
        RtList& list = listOf(rq, woken);
        list.erase(list.iterator_to(woken));
        list.push_front(woken);
        rq.resched(ReschedReason::ClassPreempt, woken.prio, curr->prio, &woken);
    }
}

void RtClass::yieldTask(RunQueue& rq)
{
    RtList& list = listOf(rq, *rq.curr);
    list.erase(list.iterator_to(*rq.curr));
    list.push_back(*rq.curr);
}

void RtClass::taskFork(RunQueue& /*rq*/, SchedTask& child, SchedTask* /*parent*/)
{
    child.timeSlice = timeslice(child);
}

void RtClass::migrateTask(RunQueue& /*from*/, RunQueue& /*to*/, SchedTask& /*task*/,
                          bool /*waking*/)
{}

void RtClass::reweightTask(RunQueue& /*rq*/, SchedTask& task, const LoadWeight& load)
{
    task.se.load = load;
}

// --- push and pull ---

// find_lowest_rq, 6.1, flat: among the allowed CPUs that do the least important work below the
// task's priority its own one, then the asking one, then the first.
int RtClass::findLowestCpu(const SchedTask& task, int thisCpu) const
{
    int lowest = task.prio;
    int best = -1;
    for (const RunQueue& rq : queues_) {
        if (!mayRunOn(task, rq)) continue;
        const int prio = topPrio(rq);
        if (prio <= lowest &&
            !(prio == lowest && best >= 0 &&
              (rq.index == task.cpu || (rq.index == thisCpu && best != task.cpu)))) {
            continue;
        }
        if (prio <= task.prio) continue;
        lowest = prio;
        best = rq.index;
    }
    return best;
}

int RtClass::selectTaskRq(const SchedTask& task, int cpu, int thisCpu) const
{
    const RunQueue& rq = queues_[static_cast<std::size_t>(cpu)];
    const SchedTask* curr = rq.curr;
    if (r.rtPlacement == RtPlacement::None || curr == nullptr || !curr->isRtNow()) return cpu;
    const bool isPinned = !curr->affinity.isEmpty() && curr->affinity.count() == 1;
    if (r.rtPlacement == RtPlacement::AvoidRtCurr) {
        const int target = findLowestCpu(task, thisCpu);
        return target < 0 ? cpu : target;
    }
    if (!isPinned && curr->prio > task.prio) return cpu;
    const int target = findLowestCpu(task, thisCpu);
    if (target < 0 || task.prio >= topPrio(queues_[static_cast<std::size_t>(target)])) return cpu;
    return target;
}

// The most important waiting task that may run on `target` (null: on some other CPU).
SchedTask* RtClass::pushable(RunQueue& rq, const RunQueue* target) const
{
    if (rq.rt.nrRunning < 2 && (rq.curr != nullptr && rq.curr->isRtNow())) return nullptr;
    for (int prio = rq.rt.highestPrio(); prio < RtRunQueue::kPrios; ++prio) {
        for (SchedTask& task : rq.rt.lists[static_cast<std::size_t>(prio)]) {
            if (&task == rq.curr) continue;
            if (target != nullptr ? mayRunOn(task, *target)
                                  : task.affinity.isEmpty() || task.affinity.count() > 1) {
                return &task;
            }
        }
    }
    return nullptr;
}

void RtClass::move(SchedTask& task, RunQueue& from, RunQueue& to)
{
    to.clock = from.clock;
    if (observer_ != nullptr) observer_->migrating(from, to, task, {.cause = MoveCause::RealTime});
    dequeueTask(from, task, {});
    balancer_->dequeued(from, task, false);
    setTaskCpu(task, to);
    enqueueTask(to, task, {});
    balancer_->enqueued(to, task, false);
}

void RtClass::pushTasks(RunQueue& rq)
{
    if (!r.rtPushPull || queues_.size() < 2) return;
    while (SchedTask* task = pushable(rq, nullptr)) {
        if (rq.curr != nullptr && task->prio < rq.curr->prio) {
            if (!rq.rt.isThrottled) {
                rq.resched(ReschedReason::ClassPreempt, task->prio, rq.curr->prio, task);
            }
            return;
        }
        const int target = findLowestCpu(*task, rq.index);
        if (target < 0 || target == rq.index) return;
        RunQueue& to = queues_[static_cast<std::size_t>(target)];
        const int displaced = to.curr == nullptr ? kIdlePrio : to.curr->prio;
        move(*task, rq, to);
        to.resched(ReschedReason::ClassPreempt, task->prio, displaced, task);
        if (observer_ != nullptr) observer_->kicked(to);
    }
}

bool RtClass::pullTasks(RunQueue& rq)
{
    if (!r.rtPushPull || queued_ == rq.rt.nrRunning) return false;
    bool pulled = false;
    for (RunQueue& source : queues_) {
        if (&source == &rq || source.rt.nrRunning == 0) continue;
        SchedTask* task = pushable(source, &rq);
        if (task == nullptr || task->prio >= topPrio(rq)) continue;
        // One that is about to run there stays.
        if (source.curr == nullptr || task->prio < source.curr->prio) continue;
        move(*task, source, rq);
        pulled = true;
    }
    return pulled;
}

}  // namespace resched

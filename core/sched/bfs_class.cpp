// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sched/bfs_class.h"

#include <algorithm>

namespace resched {

namespace {

constexpr std::int64_t kMicrosecond = 1'000;
constexpr std::int64_t kMillisecond = 1'000'000;
constexpr std::int64_t kSecond = 1'000'000'000;

}  // namespace

std::array<int, 40> bfsPrioRatios()
{
    std::array<int, 40> ratios{};
    ratios[0] = 100;
    for (std::size_t i = 1; i < ratios.size(); ++i) ratios[i] = ratios[i - 1] * 11 / 10;
    return ratios;
}

std::int64_t bfsDeadlineOffset(int nice, std::int64_t rrInterval, std::int64_t tickPeriod)
{
    const std::int64_t hz = kSecond / tickPeriod;
    const std::int64_t ratio = bfsPrioRatios()[static_cast<std::size_t>(nice + 20)];
    return std::max<std::int64_t>(ratio * (rrInterval / kMillisecond) * hz / 1000 / 100, 1);
}

BfsClass::~BfsClass()
{
    normal_.clear();
    idle_.clear();
}

BfsClass::Own& BfsClass::own(const SchedTask& task)
{
    if (task.id >= own_.size()) own_.resize(task.id + 1);
    return own_[task.id];
}

RtList& BfsClass::listOf(const SchedTask& task)
{
    return task.policy == SchedPolicy::Idle ? idle_ : normal_;
}

// time_slice_expired: a full slice, and a deadline as far ahead as the nice level says.
void BfsClass::refill(const RunQueue& rq, const SchedTask& task)
{
    Own& mine = own(task);
    mine.slice = r.rrInterval / kMicrosecond;
    mine.deadline = jiffies(rq) + bfsDeadlineOffset(task.nice, r.rrInterval, r.tickPeriod);
    if (task.policy == SchedPolicy::Idle) {
        mine.deadline += bfsDeadlineOffset(19, r.rrInterval, r.tickPeriod);
    }
}

void BfsClass::initTask(RunQueue& rq, SchedTask& task)
{
    refill(rq, task);
}

void BfsClass::enqueueTask(RunQueue& rq, SchedTask& task, EnqueueFlags /*flags*/)
{
    if (rq.curr != &task) listOf(task).push_back(task);
    ++rq.nrRunning;
    rq.fairTasks.push_front(task);
    task.onRq = true;
}

bool BfsClass::dequeueTask(RunQueue& rq, SchedTask& task, DequeueFlags flags)
{
    if (rq.curr == &task) updateCurr(rq);
    if (task.rtHook.is_linked()) listOf(task).erase(listOf(task).iterator_to(task));
    --rq.nrRunning;
    rq.fairTasks.erase(rq.fairTasks.iterator_to(task));
    task.onRq = false;
    Own& mine = own(task);
    if (flags.special && mine.firstSlice && mine.parent != nullptr) {
        // sched_exit: what a short-lived child did not use goes back to its parent.
        std::int64_t& left = own(*mine.parent).slice;
        left = std::min(left + std::max<std::int64_t>(mine.slice, 0), r.rrInterval / kMicrosecond);
    }
    return true;
}

// earliest_deadline_task: expired deadlines count as now, so expired tasks come first come first
// served; the first of equals wins.
SchedTask* BfsClass::pickFrom(RtList& list, const RunQueue& rq)
{
    SchedTask* best = nullptr;
    std::int64_t earliest = 0;
    for (SchedTask& task : list) {
        if (!mayRunOn(task, rq)) continue;
        const std::int64_t effective = std::max(own(task).deadline, jiffies(rq));
        if (best == nullptr || effective < earliest) {
            best = &task;
            earliest = effective;
        }
    }
    return best;
}

SchedTask* BfsClass::pickNextTask(RunQueue& rq, SchedTask* prev)
{
    if (prev != nullptr) putPrevTask(rq, *prev);
    SchedTask* next = pickFrom(normal_, rq);
    if (next == nullptr) next = pickFrom(idle_, rq);
    if (next == nullptr) return nullptr;
    listOf(*next).erase(listOf(*next).iterator_to(*next));
    if (next->cpu != rq.index) {
        RunQueue& from = queues_[static_cast<std::size_t>(next->cpu)];
        if (observer_ != nullptr) observer_->migrating(from, rq, *next, {});
        --from.nrRunning;
        from.fairTasks.erase(from.fairTasks.iterator_to(*next));
        setTaskCpu(*next, rq);
        ++rq.nrRunning;
        rq.fairTasks.push_front(*next);
    }
    setNextTask(rq, *next);
    return next;
}

void BfsClass::putPrevTask(RunQueue& rq, SchedTask& task)
{
    updateCurr(rq);
    if (own(task).slice <= 0) {
        own(task).firstSlice = false;
        refill(rq, task);
    }
    // Another class may have taken the CPU: it waits like the others.
    if (task.onRq) listOf(task).push_back(task);
}

void BfsClass::setNextTask(RunQueue& rq, SchedTask& task)
{
    task.se.execStart = rq.clock;
    task.se.prevSumExecRuntime = task.se.sumExecRuntime;
}

void BfsClass::updateCurr(RunQueue& rq)
{
    SchedTask* curr = rq.curr;
    if (curr == nullptr || curr->isRtNow()) return;
    const std::int64_t delta = rq.clock - curr->se.execStart;
    if (delta <= 0) return;
    curr->se.execStart = rq.clock;
    curr->se.sumExecRuntime += delta;
    own(*curr).slice -= delta / kMicrosecond;
    if (observer_ != nullptr) observer_->ran(rq, *curr, delta);
}

void BfsClass::taskTick(RunQueue& rq, SchedTask& curr)
{
    updateCurr(rq);
    if (own(curr).slice <= 0) {
        rq.resched(ReschedReason::TickSlice, curr.ranInPick(), r.rrInterval);
    }
}

bool BfsClass::hasIdleCpu(const SchedTask& task) const
{
    return std::ranges::any_of(
        queues_, [&](const RunQueue& rq) { return rq.curr == nullptr && mayRunOn(task, rq); });
}

void BfsClass::checkPreemptCurr(RunQueue& rq, SchedTask& woken, WakeFlags flags)
{
    const SchedTask& curr = *rq.curr;
    if (flags.sync && !hasIdleCpu(woken)) return;
    if (flags.fork && own(woken).parent == &curr) {
        // The parent is rescheduled at once, so that the child may run before it touches pages.
        rq.resched(ReschedReason::ForkPreempt, deadline(curr), deadline(woken), &woken);
        return;
    }
    const bool isBetterPolicy =
        curr.policy == SchedPolicy::Idle && woken.policy != SchedPolicy::Idle;
    const bool isEarlier = woken.policy == SchedPolicy::Normal &&
                           curr.policy != SchedPolicy::Idle && deadline(woken) < deadline(curr);
    if (isBetterPolicy || isEarlier) {
        rq.resched(ReschedReason::WakeupPreempt, deadline(curr), deadline(woken), &woken);
    }
}

void BfsClass::yieldTask(RunQueue& rq)
{
    updateCurr(rq);
    refill(rq, *rq.curr);
}

void BfsClass::taskFork(RunQueue& rq, SchedTask& child, SchedTask* parent)
{
    Own& mine = own(child);
    if (parent == nullptr || parent->isRtNow()) {
        refill(rq, child);
        return;
    }
    updateCurr(rq);
    Own& theirs = own(*parent);
    theirs.slice /= 2;
    mine.slice = theirs.slice;
    mine.deadline = theirs.deadline;
    mine.parent = parent;
    mine.firstSlice = true;
}

void BfsClass::migrateTask(RunQueue& /*from*/, RunQueue& /*to*/, SchedTask& /*task*/,
                           bool /*waking*/)
{
    // Deadlines are on one clock for all CPUs.
}

void BfsClass::reweightTask(RunQueue& /*rq*/, SchedTask& /*task*/, const LoadWeight& /*load*/) {}

int BfsBalancer::selectTaskRq(const PlacementRequest& request)
{
    const SchedTask& task = *request.task;
    const RunQueue& last = queues_[static_cast<std::size_t>(request.prevCpu)];
    if (last.curr == nullptr && mayRunOn(task, last)) return last.index;
    const RunQueue* worst = nullptr;
    for (const RunQueue& rq : queues_) {
        if (!mayRunOn(task, rq)) continue;
        if (rq.curr == nullptr) return rq.index;
        if (rq.curr->isRtNow()) continue;
        const bool isWorse = worst == nullptr || rq.curr->prio > worst->curr->prio + 40 ||
                             bfs_.deadline(*rq.curr) > bfs_.deadline(*worst->curr);
        if (isWorse) worst = &rq;
    }
    if (request.kind == PlacementKind::Fork && mayRunOn(task, last)) return last.index;
    return worst != nullptr ? worst->index : request.prevCpu;
}

}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sched/fair_class.h"

#include "sched/balancer.h"

#include <algorithm>
#include <cassert>

namespace resched {

namespace {

constexpr std::int64_t kMinShares = 2;

// The lowest queue above the entity that is off its parent's; null: it counts on the CPU.
CfsRunQueue* throttledQueue(const SchedEntity& entity)
{
    for (const SchedEntity* se = &entity; se != nullptr; se = se->parent) {
        if (se->cfsRq->isThrottled) return se->cfsRq;
    }
    return nullptr;
}

}  // namespace

// Up until an ancestor that is queued already; the ancestors above only count the task.
void FairClass::enqueueTask(RunQueue& rq, SchedTask& task, EnqueueFlags flags)
{
    SchedEntity* se = &task.se;
    for (; se != nullptr && !se->onRq; se = se->parent) {
        queueEntity(*se->cfsRq, *se, flags);
        if (se->cfsRq->isThrottled) break;
        if (se->parent != nullptr) updateGroup(*se->parent);
        // Group entities that come back count as waking.
        flags = EnqueueFlags{.wakeup = true};
    }
    for (; se != nullptr; se = se->parent) updateGroup(*se);
    countTask(&task.se, task, 1);
    task.onRq = true;
    if (CfsRunQueue* throttled = throttledQueue(task.se); throttled != nullptr) {
        task.isThrottled = true;
        throttled->parked.push_front(task);
        return;
    }
    ++rq.nrRunning;
    rq.fairTasks.push_front(task);
}

bool FairClass::dequeueTask(RunQueue& rq, SchedTask& task, DequeueFlags flags)
{
    const bool wasDelayed = task.se.isDelayed;
    const bool hasLeft = unqueueEntity(*task.se.cfsRq, task.se, flags);
    // A delayed task no longer counts as runnable, although it still competes.
    if (!wasDelayed) countTask(&task.se, task, -1);
    if (hasLeft) leave(rq, task);
    return hasLeft;
}

void FairClass::finishDelayed(RunQueue& rq, SchedTask& task)
{
    const bool wasCounted = !task.isThrottled;
    unqueueEntity(*task.se.cfsRq, task.se, {.sleep = true});
    leave(rq, task);
    if (balancer_ != nullptr && wasCounted) balancer_->dequeued(rq, task, true);
}

// Up while the queue just left becomes empty.
void FairClass::leave(RunQueue& rq, SchedTask& task)
{
    for (SchedEntity* se = &task.se; se->cfsRq->nrRunning == 0 && se->parent != nullptr;) {
        se = se->parent;
        if (!se->onRq) break;
        unqueueEntity(*se->cfsRq, *se, DequeueFlags{.sleep = true});
    }
    for (SchedEntity* se = task.se.parent; se != nullptr; se = se->parent) updateGroup(*se);
    rq.fairTasks.erase(FairTaskList::s_iterator_to(task));  // or from where it is parked
    if (!task.isThrottled) --rq.nrRunning;
    task.isThrottled = false;
    task.onRq = false;
}

void FairClass::queueEntity(CfsRunQueue& cfs, SchedEntity& se, EnqueueFlags flags)
{
    enqueueEntity(cfs, se, flags);
    if (cfs.bandwidth != nullptr && cfs.nrRunning == 1) checkEnqueueThrottle(cfs);
}

bool FairClass::unqueueEntity(CfsRunQueue& cfs, SchedEntity& se, DequeueFlags flags)
{
    if (!dequeueEntity(cfs, se, flags)) return false;
    if (cfs.bandwidth != nullptr && cfs.nrRunning == 0) returnRuntime(cfs);
    return true;
}

// From the root down to the task that each level's pick leads to.
SchedEntity* FairClass::descend(RunQueue& rq)
{
    CfsRunQueue* cfs = &rq.cfs;
    SchedEntity* se = nullptr;
    while (cfs != nullptr) {
        if (cfs->nrRunning == 0) return nullptr;
        SchedEntity* curr = cfs->curr;
        if (curr != nullptr && curr->onRq) {
            updateCurr(*cfs);
        } else {
            curr = nullptr;
        }
        se = pickEntity(*cfs, curr);
        if (se == nullptr) return nullptr;
        cfs = se->myQ;
    }
    return se;
}

SchedTask* FairClass::pickNextTask(RunQueue& rq, SchedTask* prev)
{
    if (rq.cfs.nrRunning == 0) return nullptr;
    if (prev != nullptr && !picksAroundCurr()) putPrevTask(rq, *prev);
    if (prev != nullptr && isOutOfRuntime(rq, *prev)) {
        putPrevTask(rq, *prev);
        prev = nullptr;
    }
    SchedEntity* se = descend(rq);
    while (se != nullptr && se->isDelayed) {
        finishDelayed(rq, *se->task);
        se = descend(rq);
    }
    if (se == nullptr) {
        if (prev != nullptr) putPrevTask(rq, *prev);
        return nullptr;
    }
    if (prev != nullptr && picksAroundCurr()) {
        if (prev != se->task) switchCurrent(&prev->se, se);
    } else {
        switchCurrent(nullptr, se);
    }
    // The balancer takes from the tail, where those stand that ran longest ago.
    rq.fairTasks.splice(rq.fairTasks.begin(), rq.fairTasks, rq.fairTasks.iterator_to(*se->task));
    return se->task;
}

// Entities on the way from `from` to `to` that represent both stay current (pick_next_task_fair,
// 6.1).
void FairClass::switchCurrent(SchedEntity* from, SchedEntity* to)
{
    const bool isFlat = from == nullptr || from->cfsRq == to->cfsRq;
    int fromDepth = isFlat ? 0 : depth(from);
    int toDepth = isFlat ? 0 : depth(to);
    // Current from the root down, as the kernel's set_next does bottom up: the order between
    // levels makes no difference, each touches its own queue only.
    while (from != nullptr && to != nullptr && from->cfsRq != to->cfsRq) {
        if (fromDepth >= toDepth) {
            putPrevEntity(*from->cfsRq, *from);
            from = from->parent;
            --fromDepth;
        } else {
            setNextEntity(*to->cfsRq, *to);
            to = to->parent;
            --toDepth;
        }
    }
    if (from != nullptr) {
        if (from == to) return;
        putPrevEntity(*from->cfsRq, *from);
        setNextEntity(*to->cfsRq, *to);
        return;
    }
    for (; to != nullptr; to = to->parent) setNextEntity(*to->cfsRq, *to);
}

void FairClass::putPrevTask(RunQueue& /*rq*/, SchedTask& task)
{
    for (SchedEntity* se = &task.se; se != nullptr; se = se->parent) {
        if (se->cfsRq->curr != se) continue;
        checkRuntime(*se->cfsRq);
        putPrevEntity(*se->cfsRq, *se);
    }
}

void FairClass::setNextTask(RunQueue& /*rq*/, SchedTask& task)
{
    for (SchedEntity* se = &task.se; se != nullptr; se = se->parent) {
        if (se->cfsRq->curr != se) setNextEntity(*se->cfsRq, *se);
    }
}

void FairClass::taskTick(RunQueue& /*rq*/, SchedTask& curr)
{
    for (SchedEntity* se = &curr.se; se != nullptr; se = se->parent) {
        entityTick(*se->cfsRq, *se);
        updateGroup(*se);
    }
}

// calc_group_shares, 6.1: a group's shares are divided among the CPUs by the load that its tasks
// put on each. Here that is the weight queued at this moment; the kernel's average follows it with
// some delay.
void FairClass::updateGroup(SchedEntity& se)
{
    if (se.myQ == nullptr || se.myQ->load.weight == 0) return;
    const SchedGroup& group = *se.group;
    std::int64_t total = 0;
    for (const CfsRunQueue& queue : group.queues) total += queue.load.weight;
    const std::int64_t weight = std::clamp<std::int64_t>(group.shares * se.myQ->load.weight / total,
                                                         kMinShares, group.shares);
    if (weight == se.load.weight) return;
    reweightEntity(*se.cfsRq, se, {.weight = weight, .inverse = 0});
}

void FairClass::updateCurr(RunQueue& rq)
{
    for (CfsRunQueue* cfs = &rq.cfs; cfs != nullptr && cfs->curr != nullptr; cfs = cfs->curr->myQ) {
        updateCurr(*cfs);
    }
}

void FairClass::reweightTask(RunQueue& /*rq*/, SchedTask& task, const LoadWeight& load)
{
    reweightEntity(*task.se.cfsRq, task.se, load);
}

void FairClass::wakeDelayed(RunQueue& /*rq*/, SchedTask& task)
{
    assert(!task.se.isDelayed);  // only EEVDF delays
    (void)task;
}

// reweight_entity: the vruntime stays, only the load changes (up to 6.1).
void FairClass::reweightEntity(CfsRunQueue& cfs, SchedEntity& se, const LoadWeight& load)
{
    if (se.onRq) {
        if (cfs.curr == &se) updateCurr(cfs);
        cfs.load.weight += load.weight - se.load.weight;
        cfs.load.inverse = 0;
    }
    se.load = load;
}

std::int64_t FairClass::account(CfsRunQueue& cfs, SchedEntity& curr) const
{
    const std::int64_t delta = cfs.rq->clock - curr.execStart;
    if (delta <= 0) return 0;
    curr.execStart = cfs.rq->clock;
    curr.sumExecRuntime += delta;
    cfs.execClock += delta;
    if (cfs.bandwidth != nullptr) chargeRuntime(cfs, delta);
    return delta;
}

void FairClass::report(CfsRunQueue& cfs, SchedEntity& curr, std::int64_t delta) const
{
    if (observer_ != nullptr && curr.isTask()) observer_->ran(*cfs.rq, *curr.task, delta);
}

void FairClass::addLoad(CfsRunQueue& cfs, SchedEntity& se)
{
    cfs.load.weight += se.load.weight;
    cfs.load.inverse = 0;
    ++cfs.nrRunning;
    se.onRq = true;
}

void FairClass::removeLoad(CfsRunQueue& cfs, SchedEntity& se)
{
    cfs.load.weight -= se.load.weight;
    cfs.load.inverse = 0;
    --cfs.nrRunning;
    se.onRq = false;
}

void FairClass::countTask(SchedEntity* from, const SchedTask& task, int change)
{
    const int idle = task.policy == SchedPolicy::Idle ? change : 0;
    for (SchedEntity* se = from; se != nullptr; se = se->parent) {
        se->cfsRq->hNrRunning += change;
        se->cfsRq->hNrIdle += idle;
        if (se->cfsRq->isThrottled) return;
    }
}

void FairClass::forgetBuddies(SchedEntity& entity)
{
    for (auto which : {&CfsRunQueue::next, &CfsRunQueue::last, &CfsRunQueue::skip}) {
        for (SchedEntity* se = &entity; se != nullptr && se->cfsRq->*which == se; se = se->parent) {
            se->cfsRq->*which = nullptr;
        }
    }
}

// Neither setter takes SCHED_IDLE tasks; all levels are marked.
void FairClass::markBuddy(SchedEntity& entity, SchedEntity* CfsRunQueue::*which)
{
    if (entity.isIdlePolicy) return;
    for (SchedEntity* se = &entity; se != nullptr; se = se->parent) {
        if (!se->onRq) return;
        se->cfsRq->*which = se;
    }
}

int FairClass::depth(const SchedEntity* se)
{
    int depth = 0;
    while (se->parent != nullptr) {
        se = se->parent;
        ++depth;
    }
    return depth;
}

void FairClass::liftToSiblings(SchedEntity*& a, SchedEntity*& b)
{
    if (a->cfsRq == b->cfsRq) return;
    int depthA = depth(a);
    int depthB = depth(b);
    for (; depthA > depthB; --depthA) a = a->parent;
    for (; depthB > depthA; --depthB) b = b->parent;
    while (a->cfsRq != b->cfsRq) {
        a = a->parent;
        b = b->parent;
        assert(a != nullptr && b != nullptr);
    }
}

}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sched/cfs_class.h"

#include <algorithm>
#include <utility>

namespace resched {

namespace {

// update_avg, 2.6.31: a signed difference shifted by three.
void updateAverage(std::int64_t& average, std::int64_t sample)
{
    average += (sample - average) >> 3;
}

}  // namespace

void CfsClass::initTask(RunQueue& rq, SchedTask& task)
{
    task.se.vruntime = task.se.cfsRq->minVruntime;
    // Relative while it is not queued, where the version keeps it so.
    if (r.migration == VruntimeTravel::RelativeAlways ||
        r.migration == VruntimeTravel::RelativeOnMigration) {
        task.se.vruntime = 0;
    }
    task.se.avgWakeup = r.wakeupGranularity;
    task.se.execStart = rq.clock;
}

// --- accounting ---

void CfsClass::updateCurr(CfsRunQueue& cfs)
{
    SchedEntity* curr = cfs.curr;
    if (curr == nullptr) return;
    const std::int64_t delta = account(cfs, *curr);
    if (delta == 0) return;
    const std::int64_t virtualDelta = virtualTime(r.arithmetic, delta, curr->load);
    // An expedited child pays its START_DEBIT while it runs, by being charged twice.
    const std::int64_t paid = std::min(curr->forkDebt, virtualDelta);
    curr->forkDebt -= paid;
    curr->vruntime += virtualDelta + paid;
    if (r.dynMinVruntime && cfs.load.weight > 0) {
        cfs.minVruntime += delta * kNiceZeroWeight / cfs.load.weight;
    }
    updateMinVruntime(cfs);
    report(cfs, *curr, delta);
}

// update_min_vruntime: follows the smaller of curr and leftmost, never back.
void CfsClass::updateMinVruntime(CfsRunQueue& cfs) const
{
    if (r.dynMinVruntime) return;  // a clock of its own
    const SchedEntity* curr = cfs.curr;
    if (curr != nullptr && !curr->onRq && !r.leavingCurrCounts) curr = nullptr;
    const SchedEntity* leftmost = cfs.leftmost();
    if (r.minVruntimeOfLeftmost) {
        if (leftmost != nullptr) cfs.minVruntime = later(cfs.minVruntime, leftmost->vruntime);
        return;
    }
    std::int64_t candidate = cfs.minVruntime;
    if (curr != nullptr) candidate = curr->vruntime;
    if (leftmost != nullptr) {
        candidate = curr == nullptr ? leftmost->vruntime : earlier(candidate, leftmost->vruntime);
    }
    cfs.minVruntime = later(cfs.minVruntime, candidate);
}

std::int64_t CfsClass::period(std::int64_t nr) const
{
    if (nr <= std::max(r.nrLatency, r.nrLatencyMax)) return r.latency;
    // 2.6.24 stretches the latency itself; later versions give everyone the minimum.
    if (r.arithmetic == Arithmetic::Exact) return r.latency * nr / r.nrLatency;
    return r.minGranularity * nr;
}

// Dynamic granularity: the standard one up to nr_latency tasks, the least from nr_latency_max on,
// an equal part of the latency in between.
std::int64_t CfsClass::tickGranularity(std::int64_t nr) const
{
    if (r.nrLatencyMax == 0 || nr >= r.nrLatencyMax) return r.minGranularity;
    if (nr <= r.nrLatency) return r.stdGranularity;
    return std::max(r.latency / nr, r.minGranularity);
}

std::int64_t CfsClass::sliceOf(const SchedEntity& entity) const
{
    const CfsRunQueue& first = *entity.cfsRq;
    const int nr = r.altPeriod ? first.rq->cfs.hNrRunning : first.nrRunning;
    std::int64_t slice = period(nr + (entity.onRq ? 0 : 1));
    for (const SchedEntity* se = &entity; se != nullptr; se = se->parent) {
        rememberInverse(r.arithmetic, se->cfsRq->load);
        LoadWeight load = se->cfsRq->load;
        if (!se->onRq) load = {.weight = load.weight + se->load.weight, .inverse = 0};
        slice = r.arithmetic == Arithmetic::Exact
                    ? slice * se->load.weight / load.weight
                    : scaled(r.arithmetic, slice, se->load.weight, load);
    }
    if (r.baseSliceFloor) {
        const bool idle = entity.isIdlePolicy && first.hNrIdle != first.hNrRunning;
        slice = std::max(slice, idle ? r.idleMinGranularity : r.minGranularity);
    }
    return slice;
}

std::int64_t CfsClass::vslice(const SchedEntity& se) const
{
    if (r.arithmetic != Arithmetic::Exact) {
        return virtualTime(r.arithmetic, sliceOf(se), se.load);
    }
    const bool isNew = !se.onRq;
    const std::int64_t load = se.cfsRq->load.weight + (isNew ? se.load.weight : 0);
    return period(se.cfsRq->nrRunning + (isNew ? 1 : 0)) * kNiceZeroWeight / load;
}

// --- placement ---

void CfsClass::placeEntity(CfsRunQueue& cfs, SchedEntity& se, bool initial) const
{
    std::int64_t base = cfs.minVruntime;
    const bool isCredited = r.fairSleepers || (se.isInteractive && r.fairSleepersInteractive) ||
                            (se.isTimer && r.fairSleepersTimer);
    if (initial) {
        if (r.startDebit) base += vslice(se);
    } else if (isCredited && (se.isTask() || r.arithmetic != Arithmetic::Exact)) {
        const bool idle = se.isIdlePolicy && r.baseSliceFloor;
        std::int64_t credit = idle ? r.minGranularity : r.latency;
        if (r.normalizedSleeper) credit = virtualTime(r.arithmetic, credit, se.load);
        base -= r.gentleSleepers ? credit >> 1 : credit;
    }
    // Never gain time by being placed backwards; up to 2.6.31 a child's own vruntime is ignored.
    se.vruntime = initial && !r.placeMaxAtFork ? base : later(se.vruntime, base);
}

// A child's first placement, with what child_runs_first does to the parent.
void CfsClass::placeChild(CfsRunQueue& cfs, SchedEntity& child, bool sameCpu)
{
    SchedEntity* curr = cfs.curr;
    updateCurr(cfs);
    if (curr != nullptr && r.placeMaxAtFork) child.vruntime = curr->vruntime;
    if (curr != nullptr && isExpedited(*curr)) {
        child.isInteractive = curr->isInteractive;
        child.isTimer = curr->isTimer;
        child.forkDebt = r.startDebit ? vslice(child) : 0;
    } else {
        placeEntity(cfs, child, true);
    }
    if (r.childRunsFirst && sameCpu && curr != nullptr &&
        isBefore(curr->vruntime, child.vruntime)) {
        std::swap(curr->vruntime, child.vruntime);
        cfs.rq->resched(ReschedReason::ForkPreempt, child.vruntime, curr->vruntime, child.task);
    }
}

// task_fork_fair (2.6.33 and later). Earlier versions place at the first enqueue.
void CfsClass::taskFork(RunQueue& rq, SchedTask& child, SchedTask* parent)
{
    child.se.avgWakeup = r.wakeupGranularity;
    if (parent != nullptr) child.se.vruntime = parent->se.vruntime;
    if (!r.forkOnParentQueue) return;
    CfsRunQueue& cfs = fairQueue(rq, child);
    CfsRunQueue* own = child.se.cfsRq;
    SchedEntity* ownParent = child.se.parent;
    child.se.cfsRq = &cfs;
    child.se.parent = cfs.groupEntity;
    placeChild(cfs, child.se, true);
    child.se.vruntime -= cfs.minVruntime;
    child.se.cfsRq = own;
    child.se.parent = ownParent;
}

void CfsClass::migrateTask(RunQueue& /*from*/, RunQueue& to, SchedTask& task, bool waking)
{
    const CfsRunQueue& old = *task.se.cfsRq;
    const CfsRunQueue& target = fairQueue(to, task);
    if (r.migration == VruntimeTravel::ShiftByMinVruntime) {
        task.se.vruntime -= old.minVruntime - target.minVruntime;
    } else if (waking) {
        // Queued tasks became relative when they were dequeued.
        task.se.vruntime -= old.minVruntime;
    }
}

void CfsClass::enqueueEntity(CfsRunQueue& cfs, SchedEntity& se, EnqueueFlags flags)
{
    const bool relative = r.migration == VruntimeTravel::RelativeAlways ||
                          r.migration == VruntimeTravel::RelativeOnMigration;
    const bool isGroup = !se.isTask();
    const bool renormalise = relative && !isGroup && (!flags.wakeup || flags.migrated);
    const bool isCurr = cfs.curr == &se;
    // 2.6.35 adds the target's min_vruntime before curr is accounted, 6.1 after it.
    const bool early = r.migration == VruntimeTravel::RelativeAlways || isCurr;
    if (renormalise && early) se.vruntime += cfs.minVruntime;
    updateCurr(cfs);
    if (renormalise && !early) se.vruntime += cfs.minVruntime;

    if (flags.initial && !r.forkOnParentQueue) {
        placeChild(cfs, se, flags.sameCpu);
    }
    if (flags.wakeup && r.placeBeforeLoad) placeEntity(cfs, se, false);
    addLoad(cfs, se);
    if (flags.wakeup && !r.placeBeforeLoad) placeEntity(cfs, se, false);
    if (flags.wakeup && r.wakerAverages) se.startRuntime = se.sumExecRuntime;
    if (!isCurr) insert(cfs, se);
}

bool CfsClass::dequeueEntity(CfsRunQueue& cfs, SchedEntity& se, DequeueFlags flags)
{
    updateCurr(cfs);
    if (flags.sleep && r.wakerAverages && se.isTask()) {
        if (se.lastWakeup != 0) {
            updateAverage(se.avgOverlap, se.sumExecRuntime - se.lastWakeup);
            se.lastWakeup = 0;
        } else {
            updateAverage(se.avgWakeup, r.wakeupGranularity);
        }
    }
    if (flags.sleep) se.isInteractive = se.isTimer = false;
    clearBuddies(se);
    if (cfs.curr != &se) erase(cfs, se);
    removeLoad(cfs, se);
    const bool relative = r.migration == VruntimeTravel::RelativeAlways ||
                          r.migration == VruntimeTravel::RelativeOnMigration;
    const bool normalise = relative && !flags.sleep && se.isTask();
    // 6.1 subtracts before min_vruntime moves on, so that it does not lose its position.
    if (normalise && !r.normalizeAfterMinUpdate) se.vruntime -= cfs.minVruntime;
    if (r.minVruntimeAtDequeue) updateMinVruntime(cfs);
    if (normalise && r.normalizeAfterMinUpdate) se.vruntime -= cfs.minVruntime;
    // The last member of a group that is left behind keeps the group favoured (6.1).
    if (flags.sleep && !flags.throttle && r.nextRule == NextBuddyRule::OnPreemption &&
        cfs.nrRunning > 0 && cfs.groupEntity != nullptr) {
        markBuddy(*cfs.groupEntity, &CfsRunQueue::next);
    }
    return true;
}

void CfsClass::insert(CfsRunQueue& cfs, SchedEntity& se)
{
    se.key = se.vruntime;
    cfs.timeline.insert(se);
}

void CfsClass::erase(CfsRunQueue& cfs, SchedEntity& se)
{
    cfs.timeline.erase(cfs.timeline.iterator_to(se));
}

// --- pick ---

// wakeup_preempt_entity: -1 se is not behind, 0 it is by less than the granularity, 1 by more.
int CfsClass::preemptVerdict(const SchedEntity& curr, const SchedEntity& se,
                             const SchedEntity* running) const
{
    const std::int64_t lead = virtualDifference(curr.vruntime, se.vruntime);
    if (lead <= 0) return -1;
    return lead > wakeupGranularity(running, se) ? 1 : 0;
}

SchedEntity* CfsClass::pickEntity(CfsRunQueue& cfs, SchedEntity* curr)
{
    SchedEntity* left = cfs.leftmost();
    if (left == nullptr || (curr != nullptr && isBefore(curr->vruntime, left->vruntime))) {
        left = curr;
    }
    SchedEntity* se = left;
    if (se == nullptr) return nullptr;
    const auto mayJump = [&](const SchedEntity* buddy) {
        return buddy != nullptr && preemptVerdict(*buddy, *left, nullptr) < 1;
    };

    if (cfs.skip == se) {
        SchedEntity* second = nullptr;
        if (se == curr) {
            second = cfs.leftmost();
        } else {
            const auto after = std::next(cfs.timeline.iterator_to(*se));
            second = after == cfs.timeline.end() ? nullptr : &*after;
            if (second == nullptr ||
                (curr != nullptr && isBefore(curr->vruntime, second->vruntime))) {
                second = curr;
            }
        }
        if (mayJump(second)) se = second;
    }

    switch (r.buddyOrder) {
        case BuddyOrder::NextWins:
        case BuddyOrder::NextThenLast:
            if (mayJump(cfs.next)) {
                se = cfs.next;
            } else if (mayJump(cfs.last)) {
                se = cfs.last;
            }
            break;
        case BuddyOrder::LastWins:
            if (mayJump(cfs.next)) se = cfs.next;
            if (se != nullptr && se == cfs.next && isTagged(*se)) break;
            if (mayJump(cfs.last)) se = cfs.last;
            break;
    }
    if (r.clearAllBuddiesAtPick) {
        cfs.next = nullptr;
        cfs.last = nullptr;
    }
    return se;
}

void CfsClass::putPrevEntity(CfsRunQueue& cfs, SchedEntity& se)
{
    if (r.wakerAverages && se.isTask()) {
        if (se.onRq) updateCurr(cfs);
        updateAverage(se.avgRunning, se.sumExecRuntime - se.prevSumExecRuntime);
    }
    if (se.onRq) {
        updateCurr(cfs);
        if (r.wakerAverages && se.isTask()) {
            updateAverage(se.avgOverlap,
                          std::min(se.sumExecRuntime - se.prevSumExecRuntime, 2 * r.migrationCost));
        }
        insert(cfs, se);
    }
    cfs.curr = nullptr;
}

void CfsClass::setNextEntity(CfsRunQueue& cfs, SchedEntity& se)
{
    clearBuddies(se);
    if (se.onRq) erase(cfs, se);
    se.execStart = cfs.rq->clock;
    se.prevSumExecRuntime = se.sumExecRuntime;
    cfs.curr = &se;
}

// --- tick ---

void CfsClass::entityTick(CfsRunQueue& cfs, SchedEntity& curr)
{
    updateCurr(cfs);
    if (cfs.rq->hasHrtick && !r.doubleTick) return;
    if (cfs.nrRunning > 1) checkPreemptTick(cfs, curr);
}

void CfsClass::checkPreemptTick(CfsRunQueue& cfs, SchedEntity& curr)
{
    RunQueue& rq = *cfs.rq;
    const std::int64_t ideal = sliceOf(curr);
    const std::int64_t ran = curr.sumExecRuntime - curr.prevSumExecRuntime;
    if (ran > ideal) {
        rq.resched(ReschedReason::TickSlice, ran, ideal);
        if (r.tickClearsBuddies) clearBuddies(curr);
        return;
    }
    if (!r.leadRule || !r.wakeupPreemption || ran < tickGranularity(cfs.nrRunning)) return;
    const SchedEntity* leftmost = cfs.leftmost();
    if (leftmost == nullptr) return;
    const std::int64_t lead = virtualDifference(curr.vruntime, leftmost->vruntime);
    // 2.6.32 to 2.6.37 compare with an unsigned word: on 64 bits a negative lead counts as huge.
    const bool exceeds = r.leadIsUnsigned
                             ? static_cast<std::uint64_t>(lead) > static_cast<std::uint64_t>(ideal)
                             : lead > ideal;
    if (exceeds) rq.resched(ReschedReason::TickLead, lead, ideal, leftmost->task);
}

// --- wakeups ---

std::int64_t CfsClass::wakeupGranularity(const SchedEntity* curr, const SchedEntity& woken) const
{
    std::int64_t granularity = r.wakeupGranularity;
    if (r.granularity == GranularityRule::CurrWeight ||
        r.granularity == GranularityRule::HeavyCurrWeight) {
        const bool applies = curr != nullptr && (r.granularity == GranularityRule::CurrWeight ||
                                                 curr->load.weight > kNiceZeroWeight);
        return applies ? virtualTime(r.arithmetic, granularity, curr->load) : granularity;
    }
    // A task that wakes others often preempts sooner (ADAPTIVE_GRAN, 2.6.30 to 2.6.34).
    if (r.adaptiveGranularity && curr != nullptr) {
        const std::int64_t expected = 2 * woken.avgWakeup * woken.cfsRq->nrRunning;
        const std::int64_t ran = curr->sumExecRuntime - curr->prevSumExecRuntime;
        granularity = std::min(std::max<std::int64_t>(expected - ran, 0), r.wakeupGranularity);
    }
    return r.asymmetricGranularity ? virtualTime(r.arithmetic, granularity, woken.load)
                                   : granularity;
}

void CfsClass::noteWaker(RunQueue& rq, SchedTask& waker)
{
    if (!r.wakerAverages) return;
    updateCurr(rq);
    SchedEntity& se = waker.se;
    const std::int64_t since = se.lastWakeup != 0 ? se.lastWakeup : se.startRuntime;
    updateAverage(se.avgWakeup, se.sumExecRuntime - since);
    se.lastWakeup = se.sumExecRuntime;
}

// Low-latency features: tags are inherited from whoever wakes, and last until the task blocks.
void CfsClass::noteOrigin(SchedTask& woken, const SchedTask* waker, WakeOrigin origin)
{
    SchedEntity& se = woken.se;
    const SchedEntity* from = waker == nullptr ? nullptr : &waker->se;
    se.isInteractive = r.interactiveWakeups &&
                       (origin == WakeOrigin::Input || (from != nullptr && from->isInteractive));
    se.isTimer =
        r.timerWakeups && (origin == WakeOrigin::Timer || (from != nullptr && from->isTimer));
}

void CfsClass::checkPreemptCurr(RunQueue& rq, SchedTask& woken, WakeFlags flags)
{
    if (r.forkAlwaysResched && flags.fork) {
        rq.resched(ReschedReason::ForkPreempt, 0, 0, &woken);
        return;
    }
    checkPreemptWakeup(rq, woken, flags);
}

void CfsClass::checkPreemptWakeup(RunQueue& rq, SchedTask& woken, WakeFlags flags)
{
    SchedTask* current = rq.curr;
    if (current == nullptr || current == &woken) return;
    SchedEntity* curr = &current->se;
    SchedEntity* se = &woken.se;
    const bool crowded = isCrowded(*curr->cfsRq);

    if (r.lastRule == LastBuddyRule::EveryWakeup && r.lastBuddy && curr->onRq) {
        markBuddy(*curr, &CfsRunQueue::last);
    }
    if (r.nextRule == NextBuddyRule::EveryWakeup) {
        markBuddy(*se, &CfsRunQueue::next);
    } else if (r.nextBuddy && crowded && !flags.fork) {
        markBuddy(*se, &CfsRunQueue::next);
    }
    if (rq.needResched) {
        rq.refused.reason = RefusalReason::Pending;
        return;
    }
    rq.refused.reason = RefusalReason::Policy;
    if (r.idlePolicyNeverPreempts) {
        if (current->policy == SchedPolicy::Idle && woken.policy != SchedPolicy::Idle &&
            (r.migration == VruntimeTravel::RelativeOnMigration || woken.isNormalPolicyNow())) {
            rq.refused = {};
            preempt(rq, ReschedReason::WakeupPreempt, *curr, woken, 0, 0);
            return;
        }
        if (!woken.isNormalPolicyNow()) return;
    } else if (woken.policy == SchedPolicy::Batch) {
        return;
    }
    if (isTagged(*se)) {
        markBuddy(*se, &CfsRunQueue::next);
        rq.resched(flags.fork ? ReschedReason::ForkPreempt : ReschedReason::WakeupPreempt, 0, 0,
                   &woken);
        return;
    }
    rq.refused.reason = RefusalReason::FeatureOff;
    if (!r.wakeupPreemption) return;
    if (overlapsBriefly(*curr, *se, flags.sync)) {
        preempt(rq, ReschedReason::WakeupPreempt, *curr, woken, se->avgOverlap, r.migrationCost);
        return;
    }
    if (r.wakeupRunning && se->avgRunning < curr->avgRunning) {
        markBuddy(*se, &CfsRunQueue::next);
        preempt(rq, ReschedReason::WakeupPreempt, *curr, woken, se->avgRunning, curr->avgRunning);
        return;
    }

    liftToSiblings(curr, se);
    updateCurr(*curr->cfsRq);
    const std::int64_t lead = virtualDifference(curr->vruntime, se->vruntime);
    const std::int64_t limit = wakeupGranularity(curr, *se);
    rq.refused = {RefusalReason::Granularity, lead, limit};
    if (lead <= 0 || lead <= limit) return;
    rq.refused = {};
    const bool isMarked = r.nextBuddy && crowded && !flags.fork;
    if (r.nextRule == NextBuddyRule::OnPreemption && !isMarked) markBuddy(*se, &CfsRunQueue::next);
    preempt(rq, ReschedReason::WakeupPreempt, *curr, woken, lead, limit);
}

// The preempt label of check_preempt_wakeup: curr becomes the last buddy.
void CfsClass::preempt(RunQueue& rq, ReschedReason reason, SchedEntity& curr, SchedTask& woken,
                       std::int64_t value, std::int64_t limit)
{
    rq.resched(reason, value, limit, &woken);
    if (r.lastRule == LastBuddyRule::OnPreemption && r.lastBuddy && curr.onRq && curr.isTask() &&
        isCrowded(*curr.cfsRq)) {
        markBuddy(curr, &CfsRunQueue::last);
    }
}

// --- yield ---

void CfsClass::yieldTask(RunQueue& rq)
{
    SchedEntity& curr = rq.curr->se;
    CfsRunQueue& cfs = *curr.cfsRq;
    if (r.skipBuddy ? rq.nrRunning == 1 : cfs.nrRunning == 1) return;
    clearBuddies(curr);
    const bool batch = rq.curr->policy == SchedPolicy::Batch;
    if (r.skipBuddy) {
        if (!batch) updateCurr(cfs);
        markBuddy(curr, &CfsRunQueue::skip);
        return;
    }
    updateCurr(cfs);
    if ((!r.compatYield && !batch) || cfs.timeline.empty()) return;
    const SchedEntity& rightmost = *cfs.timeline.rbegin();
    if (!isBefore(rightmost.vruntime, curr.vruntime)) curr.vruntime = rightmost.vruntime + 1;
}

}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sched/eevdf_class.h"

#include <algorithm>

namespace resched {

void EevdfClass::initTask(RunQueue& rq, SchedTask& task)
{
    SchedEntity& se = task.se;
    se.vruntime = avgVruntime(*se.cfsRq);
    se.vlag = 0;
    // A slice of its own is limited to 0.1 to 100 ms (6.12, sched_setattr).
    if (!r.deadlineOrder) se.customSlice = false;
    if (se.customSlice) se.slice = std::clamp<std::int64_t>(se.slice, 100'000, 100'000'000);
    se.execStart = rq.clock;
}

// --- sums ---

EevdfClass::Mean EevdfClass::meanOf(const CfsRunQueue& cfs)
{
    Mean mean{.sum = cfs.weightedSum, .weight = cfs.weightSum};
    if (const SchedEntity* curr = cfs.curr; curr != nullptr && curr->onRq) {
        mean.sum += static_cast<Int128>(curr->vruntime) * curr->load.weight;
        mean.weight += curr->load.weight;
    }
    return mean;
}

std::int64_t EevdfClass::avgVruntime(CfsRunQueue& cfs) const
{
    const Mean mean = meanOf(cfs);
    if (mean.weight == 0) return r.deadlineOrder ? cfs.zeroVruntime : cfs.minVruntime;
    // Relative to a vruntime nearby, so that 64 bits do for the division.
    const std::int64_t base =
        cfs.curr != nullptr && cfs.curr->onRq ? cfs.curr->vruntime : cfs.leftmost()->vruntime;
    const auto offset =
        static_cast<std::int64_t>(mean.sum - static_cast<Int128>(base) * mean.weight);
    std::int64_t quotient = offset / mean.weight;
    if (offset % mean.weight < 0) --quotient;
    cfs.zeroVruntime = base + quotient;
    return cfs.zeroVruntime;
}

bool EevdfClass::isEligible(const CfsRunQueue& cfs, const SchedEntity& se) const
{
    return isEligibleIn(meanOf(cfs), se);
}

std::int64_t EevdfClass::requestOf(const SchedEntity& se) const
{
    return se.customSlice ? se.slice : r.baseSlice;
}

std::int64_t EevdfClass::virtualRequest(const SchedEntity& se) const
{
    return virtualTime(r.arithmetic, requestOf(se), se.load);
}

// Least or largest request among what is queued, curr included. Nearly always all are equal.
std::int64_t EevdfClass::extremeSlice(const CfsRunQueue& cfs, const SchedEntity* with,
                                      bool least) const
{
    std::int64_t extreme = with != nullptr ? requestOf(*with) : r.baseSlice;
    const auto consider = [&](const SchedEntity& se) {
        extreme = least ? std::min(extreme, requestOf(se)) : std::max(extreme, requestOf(se));
    };
    if (cfs.curr != nullptr && cfs.curr->onRq) consider(*cfs.curr);
    if (cfs.nrCustom == 0) {
        if (!cfs.timeline.empty()) consider(*cfs.timeline.begin());
    } else {
        for (const SchedEntity& se : cfs.timeline) consider(se);
    }
    return extreme;
}

std::int64_t EevdfClass::lagOf(CfsRunQueue& cfs, const SchedEntity& se) const
{
    const std::int64_t lag = virtualDifference(avgVruntime(cfs), se.vruntime);
    const std::int64_t reach = r.lagLimitOfQueue ? extremeSlice(cfs, &se, false) + r.tickPeriod
                                                 : std::max(2 * requestOf(se), r.tickPeriod);
    const std::int64_t limit = virtualTime(r.arithmetic, reach, se.load);
    return std::clamp(lag, -limit, limit);
}

void EevdfClass::insert(CfsRunQueue& cfs, SchedEntity& se) const
{
    se.key = se.deadline;
    cfs.timeline.insert(se);
    if (!r.deadlineOrder) cfs.byVruntime.insert(se);
    cfs.weightedSum += static_cast<Int128>(se.vruntime) * se.load.weight;
    cfs.weightSum += se.load.weight;
}

void EevdfClass::erase(CfsRunQueue& cfs, SchedEntity& se) const
{
    cfs.timeline.erase(cfs.timeline.iterator_to(se));
    if (!r.deadlineOrder) cfs.byVruntime.erase(cfs.byVruntime.iterator_to(se));
    cfs.weightedSum -= static_cast<Int128>(se.vruntime) * se.load.weight;
    cfs.weightSum -= se.load.weight;
}

// 6.6 keeps min_vruntime as CFS did; an empty queue's V is there.
void EevdfClass::updateMinVruntime(CfsRunQueue& cfs) const
{
    if (r.deadlineOrder) return;
    const SchedEntity* curr = cfs.curr != nullptr && cfs.curr->onRq ? cfs.curr : nullptr;
    std::int64_t candidate = curr != nullptr ? curr->vruntime : cfs.minVruntime;
    if (!cfs.byVruntime.empty()) {
        const std::int64_t leftmost = cfs.byVruntime.begin()->vruntime;
        candidate = curr == nullptr ? leftmost : earlier(candidate, leftmost);
    }
    cfs.minVruntime = later(cfs.minVruntime, candidate);
}

// --- accounting ---

void EevdfClass::updateCurr(CfsRunQueue& cfs)
{
    SchedEntity* curr = cfs.curr;
    if (curr == nullptr) return;
    const std::int64_t delta = account(cfs, *curr);
    if (delta == 0) return;
    curr->vruntime += virtualTime(r.arithmetic, delta, curr->load);
    const std::int64_t served = curr->deadline;
    const bool isRenewed = !isBefore(curr->vruntime, served);
    if (isRenewed) curr->deadline = curr->vruntime + virtualRequest(*curr);
    updateMinVruntime(cfs);
    report(cfs, *curr, delta);
    if (cfs.nrRunning <= 1) return;
    RunQueue& rq = *cfs.rq;
    if (isRenewed) {
        ask(rq, {ReschedReason::DeadlineRenewed, curr->vruntime, served});
        clearBuddies(*curr);
    } else if (r.protectByVprot
                   ? !isProtected(*curr)
                   : r.preemptShort && !isProtected(*curr) && !isEligible(cfs, *curr)) {
        ask(rq, {ReschedReason::NotEligible, virtualDifference(avgVruntime(cfs), curr->vruntime)});
        clearBuddies(*curr);
    }
}

// --- placement ---

void EevdfClass::placeEntity(CfsRunQueue& cfs, SchedEntity& se, bool initial) const
{
    std::int64_t request = virtualRequest(se);
    const std::int64_t mean = avgVruntime(cfs);
    std::int64_t lag = 0;
    const std::int64_t sum = meanOf(cfs).weight;
    if (r.placeLag && sum > 0) {
        // Inflated, because joining moves V towards the joining task.
        lag =
            static_cast<std::int64_t>(static_cast<Int128>(se.vlag) * (sum + se.load.weight) / sum);
    }
    se.vruntime = mean - lag;
    if (r.placeRelDeadline && se.relativeDeadline) {
        se.deadline += se.vruntime;
        se.relativeDeadline = false;
        return;
    }
    // 6.6 places a child at fork with this and once more, without it, when it is queued.
    if (initial && r.placeDeadlineInitial && r.deadlineOrder) request /= 2;
    se.deadline = se.vruntime + request;
}

void EevdfClass::moveAhead(CfsRunQueue& cfs, SchedEntity& se, SchedEntity& rival) const
{
    const std::int64_t gap =
        std::max<std::int64_t>(0, virtualDifference(se.deadline, rival.deadline));
    const auto back = static_cast<std::int64_t>(static_cast<Int128>(gap) * se.load.weight /
                                                (se.load.weight + rival.load.weight));
    rival.vruntime += back;
    rival.deadline += back;
    std::int64_t ahead = gap - back;
    const Mean mean = meanOf(cfs);
    const std::int64_t others = mean.weight - se.load.weight;
    if (others > 0 && !isEligibleIn(mean, se)) {
        // V follows the task by its share of the weight.
        const Int128 excess = static_cast<Int128>(se.vruntime) * mean.weight - mean.sum;
        ahead = std::max(ahead, static_cast<std::int64_t>(excess / others) + 1);
    }
    erase(cfs, se);
    se.vruntime -= ahead;
    se.deadline -= ahead;
    insert(cfs, se);
}

void EevdfClass::renewRequest(CfsRunQueue& cfs) const
{
    if (cfs.curr != nullptr) cfs.curr->deadline = cfs.curr->vruntime + virtualRequest(*cfs.curr);
}

void EevdfClass::enqueueEntity(CfsRunQueue& cfs, SchedEntity& se, EnqueueFlags flags)
{
    updateCurr(cfs);
    if (cfs.curr != &se) placeEntity(cfs, se, flags.initial);
    addLoad(cfs, se);
    if (se.customSlice) ++cfs.nrCustom;
    if (cfs.curr != &se) insert(cfs, se);
}

bool EevdfClass::dequeueEntity(CfsRunQueue& cfs, SchedEntity& se, DequeueFlags flags)
{
    updateCurr(cfs);
    clearBuddies(se);
    const bool finishesDelay = se.isDelayed;
    if (flags.sleep && !flags.special && !finishesDelay && r.delayDequeue && se.isTask() &&
        !isEligible(cfs, se)) {
        se.isDelayed = true;
        return false;
    }
    se.vlag = lagOf(cfs, se);
    if (finishesDelay) {
        se.isDelayed = false;
        if (r.delayZero) se.vlag = std::min<std::int64_t>(se.vlag, 0);
    }
    if (r.placeRelDeadline && !flags.sleep) {
        se.deadline -= se.vruntime;
        se.relativeDeadline = true;
    }
    if (cfs.curr != &se) erase(cfs, se);
    removeLoad(cfs, se);
    if (se.customSlice) --cfs.nrCustom;
    updateMinVruntime(cfs);
    if (flags.sleep && !flags.throttle && r.deadlineOrder && cfs.nrRunning > 0 &&
        cfs.groupEntity != nullptr) {
        markBuddy(*cfs.groupEntity, &CfsRunQueue::next);
    }
    return true;
}

// requeue_delayed_entity. V is that of the last accounting: enqueue_task_fair returns before it
// would bring the current task up to date.
void EevdfClass::wakeDelayed(RunQueue& /*rq*/, SchedTask& task)
{
    SchedEntity& se = task.se;
    CfsRunQueue& cfs = *se.cfsRq;
    if (r.delayZero) {
        se.vlag = lagOf(cfs, se);
        if (se.vlag > 0 && cfs.curr != &se) {
            erase(cfs, se);
            se.vlag = 0;
            placeEntity(cfs, se, false);
            insert(cfs, se);
        }
    }
    se.isDelayed = false;
    countTask(&se, task, 1);
}

void EevdfClass::taskFork(RunQueue& /*rq*/, SchedTask& child, SchedTask* parent)
{
    child.se.vlag = 0;
    if (parent != nullptr && child.se.slice == 0 && parent->se.customSlice) {
        child.se.customSlice = true;
        child.se.slice = parent->se.slice;
    }
}

void EevdfClass::migrateTask(RunQueue& /*from*/, RunQueue& /*to*/, SchedTask& /*task*/,
                             bool /*waking*/)
{}

// reweight_entity: the lag is kept in weighted terms.
void EevdfClass::reweightEntity(CfsRunQueue& cfs, SchedEntity& se, const LoadWeight& load)
{
    const auto rescale = [&](std::int64_t value) {
        return static_cast<std::int64_t>(static_cast<Int128>(value) * se.load.weight / load.weight);
    };
    if (!se.onRq) {
        se.vlag = rescale(se.vlag);
        if (se.relativeDeadline) se.deadline = rescale(se.deadline);
        se.load = load;
        return;
    }
    const bool isCurr = cfs.curr == &se;
    if (isCurr) updateCurr(cfs);
    const std::int64_t mean = avgVruntime(cfs);
    const std::int64_t lag = rescale(lagOf(cfs, se));
    const std::int64_t rest = rescale(virtualDifference(se.deadline, mean));
    if (!isCurr) erase(cfs, se);
    const bool wasProtected = isCurr && isProtected(se);
    cfs.load.weight += load.weight - se.load.weight;
    cfs.load.inverse = 0;
    se.load = load;
    se.vruntime = mean - lag;
    se.deadline = mean + rest;
    if (!isCurr) {
        insert(cfs, se);
    } else if (wasProtected && !r.protectByVprot) {
        se.vlag = se.deadline;
    }
}

// --- pick ---

SchedEntity* EevdfClass::firstEligible(CfsRunQueue& cfs, const Mean& mean) const
{
    for (SchedEntity& se : cfs.timeline) {
        if (!isEligibleIn(mean, se)) continue;
        if (r.deadlineOrder) return &se;
        // 6.6: of equal deadlines the lower vruntime.
        SchedEntity* best = &se;
        for (auto at = std::next(cfs.timeline.iterator_to(se));
             at != cfs.timeline.end() && at->key == se.key; ++at) {
            if (isBefore(at->vruntime, best->vruntime)) best = &*at;
        }
        return best;
    }
    return nullptr;
}

SchedEntity* EevdfClass::pick(CfsRunQueue& cfs, SchedEntity* curr, bool protect) const
{
    const Mean mean = meanOf(cfs);
    const bool takesNext = r.deadlineOrder ? r.pickBuddy : r.nextBuddy;
    if (takesNext && cfs.next != nullptr && isEligibleIn(mean, *cfs.next)) return cfs.next;
    if (cfs.timeline.empty()) return curr;
    if (curr != nullptr && !isEligibleIn(mean, *curr)) curr = nullptr;
    if (curr != nullptr && protect && r.runToParity && isProtected(*curr)) return curr;
    SchedEntity* best = firstEligible(cfs, mean);
    if (best == nullptr) return curr;
    if (curr == nullptr) return best;
    // A tie goes to curr in 6.6 and to the queued entity from 6.12 on.
    const std::int64_t difference = virtualDifference(curr->deadline, best->deadline);
    const bool currWins = r.deadlineOrder ? difference < 0 : difference <= 0;
    return currWins ? curr : best;
}

SchedEntity* EevdfClass::pickEntity(CfsRunQueue& cfs, SchedEntity* curr)
{
    return pick(cfs, curr, true);
}

void EevdfClass::putPrevEntity(CfsRunQueue& cfs, SchedEntity& se)
{
    if (se.onRq) {
        updateCurr(cfs);
        insert(cfs, se);
    }
    cfs.curr = nullptr;
}

void EevdfClass::setNextEntity(CfsRunQueue& cfs, SchedEntity& se)
{
    clearBuddies(se);
    if (se.onRq) erase(cfs, se);
    se.execStart = cfs.rq->clock;
    se.prevSumExecRuntime = se.sumExecRuntime;
    cfs.curr = &se;
    if (!r.protectByVprot) {
        se.vlag = se.deadline;
        return;
    }
    // set_protect_slice: the shortest request around limits everybody's protection.
    const std::int64_t own = requestOf(se);
    const std::int64_t least = r.runToParity ? extremeSlice(cfs, &se, true) : r.unscaledBaseSlice;
    const std::int64_t quantum = std::min(least, own);
    se.vprot = se.deadline;
    if (quantum != own) {
        se.vprot = earlier(se.deadline, se.vruntime + virtualTime(r.arithmetic, quantum, se.load));
    }
}

void EevdfClass::cancelProtection(SchedEntity& se) const
{
    if (r.protectByVprot) {
        se.vprot = se.vruntime;
    } else if (se.vlag == se.deadline) {
        se.vlag = se.deadline + 1;
    }
}

void EevdfClass::shortenProtection(CfsRunQueue& cfs, SchedEntity& curr) const
{
    const std::int64_t least = extremeSlice(cfs, &curr, true);
    curr.vprot = earlier(curr.vprot, curr.vruntime + virtualTime(r.arithmetic, least, curr.load));
}

// --- wakeups ---

void EevdfClass::checkPreemptCurr(RunQueue& rq, SchedTask& woken, WakeFlags flags)
{
    SchedTask* current = rq.curr;
    if (current == nullptr || current == &woken) return;
    SchedEntity* curr = &current->se;
    SchedEntity* se = &woken.se;
    if (r.nextBuddy && !flags.fork) markBuddy(*se, &CfsRunQueue::next);
    if (rq.needResched && !rq.isLazy) {
        rq.refused.reason = RefusalReason::Pending;
        return;
    }
    rq.refused.reason = RefusalReason::FeatureOff;
    if (!r.wakeupPreemption) return;
    rq.refused.reason = RefusalReason::Policy;
    liftToSiblings(curr, se);
    if (curr->isIdlePolicy != se->isIdlePolicy) {
        if (!curr->isIdlePolicy) return;
        rq.refused = {};
        cancelProtection(*curr);
        ask(rq, {ReschedReason::WakeupPreempt, 0, 0, &woken});
        return;
    }
    if (!woken.isNormalPolicyNow()) return;
    CfsRunQueue& cfs = *curr->cfsRq;
    updateCurr(cfs);
    const bool wasProtected = isProtected(*curr);
    if (!preemptsByRequest(cfs, *curr, *se, flags)) {
        if (r.explainsRefusals) rq.refused = refusalOf(cfs, *curr, *se, wasProtected);
        return;
    }
    rq.refused = {};
    ask(rq,
        {ReschedReason::WakeupPreempt, virtualDifference(curr->deadline, se->deadline), 0, &woken});
}

// Which of the pick's rules kept the woken entity off: protection alone, its lag, or its deadline.
RefusedWakeup EevdfClass::refusalOf(CfsRunQueue& cfs, SchedEntity& curr, const SchedEntity& se,
                                    bool wasProtected) const
{
    if (!isEligible(cfs, se)) {
        return {RefusalReason::NotEligible, virtualDifference(avgVruntime(cfs), se.vruntime), 0};
    }
    SchedEntity* candidate = curr.onRq ? &curr : nullptr;
    const SchedEntity* unprotected = pick(cfs, candidate, false);
    if (wasProtected && r.runToParity && unprotected == &se) {
        const std::int64_t end = r.protectByVprot ? curr.vprot : curr.deadline;
        return {RefusalReason::Protected, virtualDifference(end, curr.vruntime), 0};
    }
    const std::int64_t first = unprotected == nullptr ? curr.deadline : unprotected->deadline;
    return {RefusalReason::LaterDeadline, virtualDifference(se.deadline, first), 0};
}

bool EevdfClass::preemptsByRequest(CfsRunQueue& cfs, SchedEntity& curr, SchedEntity& se,
                                   WakeFlags flags)
{
    SchedEntity* candidate = curr.onRq ? &curr : nullptr;
    const bool isShort = r.preemptShort && requestOf(se) < requestOf(curr);
    if (!r.protectByVprot) {
        // do_preempt_short, 6.12.
        if (isShort && isEligible(cfs, se) &&
            (isBefore(se.deadline, curr.deadline) || !isEligible(cfs, curr))) {
            cancelProtection(curr);
        }
        return pick(cfs, candidate, true) == &se;
    }
    // 6.18: a child does not preempt unless its request is shorter.
    const bool asks = !flags.fork || isShort;
    if (asks && pick(cfs, candidate, !isShort) == &se) {
        if (isShort) cancelProtection(curr);
        return true;
    }
    if (r.runToParity) shortenProtection(cfs, curr);
    return false;
}

void EevdfClass::yieldTask(RunQueue& rq)
{
    if (rq.nrRunning == 1) return;
    SchedEntity& curr = rq.curr->se;
    CfsRunQueue& cfs = *curr.cfsRq;
    clearBuddies(curr);
    updateCurr(cfs);
    if (r.yieldForfeits && isEligible(cfs, curr)) curr.vruntime = curr.deadline;
    curr.deadline += virtualRequest(curr);
}

}  // namespace resched

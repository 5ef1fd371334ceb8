// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sched/wait_runtime_class.h"

#include <algorithm>

namespace resched {

namespace {

// A time that an entity of this weight is owed of so much fair time.
std::int64_t weighted(std::int64_t fair, const SchedEntity& se)
{
    return se.load.weight == kNiceZeroWeight ? fair : fair * se.load.weight >> 10;
}

std::uint64_t inverseOf(const LoadWeight& load)
{
    constexpr std::uint64_t kTwo32 = std::uint64_t{1} << 32;
    return load.inverse != 0 ? load.inverse : kTwo32 / static_cast<std::uint64_t>(load.weight);
}

}  // namespace

void WaitRuntimeClass::initTask(RunQueue& rq, SchedTask& task)
{
    task.se.execStart = rq.clock;
}

std::int64_t WaitRuntimeClass::granularity(std::int64_t nr) const
{
    if (r.firstReleases) return r.minGranularity;
    if (nr <= 1) return r.latency;
    return std::max(r.latency / nr - r.latency / nr / nr, r.minGranularity);
}

std::int64_t WaitRuntimeClass::ideal(std::int64_t nr) const
{
    if (r.firstReleases || !r.idealSlice) return INT64_MAX;
    return std::max(r.latency / std::max<std::int64_t>(nr, 1), r.minGranularity);
}

std::int64_t WaitRuntimeClass::sliceOf(const SchedEntity& se) const
{
    return ideal(se.cfsRq->nrRunning);
}

std::int64_t WaitRuntimeClass::niced(const SchedEntity& se, std::int64_t granularity)
{
    const std::int64_t weight = se.load.weight;
    if (weight == kNiceZeroWeight) return granularity;
    if (weight < kNiceZeroWeight) return weight * granularity >> 10;
    return static_cast<std::int64_t>(inverseOf(se.load) * static_cast<std::uint64_t>(granularity) >>
                                     22);
}

void WaitRuntimeClass::addWaitRuntime(SchedEntity& se, std::int64_t amount) const
{
    se.waitRuntime = std::clamp(se.waitRuntime + amount, -r.runtimeLimit, r.runtimeLimit);
}

// __update_curr.
void WaitRuntimeClass::updateCurr(CfsRunQueue& cfs)
{
    SchedEntity* curr = cfs.curr;
    if (curr == nullptr) return;
    const std::int64_t delta = account(cfs, *curr);
    if (delta == 0) return;
    report(cfs, *curr, delta);
    if (cfs.load.weight == 0) return;
    const std::int64_t fair = scaled(r.arithmetic, delta, kNiceZeroWeight, cfs.load);
    std::int64_t mine = scaled(r.arithmetic, delta, curr->load.weight, cfs.load);
    if (cfs.sleeperBonus > static_cast<std::uint64_t>(r.minGranularity)) {
        // What sleepers were credited is paid by those who run, as far as they are not owed all.
        std::uint64_t share = static_cast<std::uint64_t>(mine);
        if (r.firstReleases) {
            share = static_cast<std::uint64_t>(scaled(r.arithmetic,
                                                      static_cast<std::int64_t>(cfs.sleeperBonus),
                                                      curr->load.weight, cfs.load));
        } else {
            share = std::min(share, static_cast<std::uint64_t>(r.runtimeLimit - curr->waitRuntime));
        }
        share = std::min(share, cfs.sleeperBonus);
        cfs.sleeperBonus -= share;
        mine -= static_cast<std::int64_t>(share);
    }
    cfs.fairClock += fair;
    addWaitRuntime(*curr, mine - delta);
}

void WaitRuntimeClass::startWait(const CfsRunQueue& cfs, SchedEntity& se) const
{
    se.waitStartFair = cfs.fairClock;
}

void WaitRuntimeClass::endWait(const CfsRunQueue& cfs, SchedEntity& se) const
{
    if (se.waitStartFair == 0) return;
    const std::int64_t fair = std::min(2 * r.runtimeLimit, cfs.fairClock - se.waitStartFair);
    addWaitRuntime(se, weighted(fair, se));
    se.waitStartFair = 0;
}

// enqueue_sleeper: sleeping counts as waiting, up to one runtime_limit for all together.
void WaitRuntimeClass::creditSleep(CfsRunQueue& cfs, SchedEntity& se) const
{
    const bool isBatch = se.isTask() && se.task->policy == SchedPolicy::Batch;
    const std::int64_t since = se.sleepStartFair;
    se.sleepStartFair = 0;
    if (since == 0 || isBatch || !r.fairSleepers) return;
    if (cfs.sleeperBonus > static_cast<std::uint64_t>(r.runtimeLimit)) return;
    std::int64_t fair = std::min(2 * r.runtimeLimit, cfs.fairClock - since);
    if (r.sleeperAvg) {
        const std::int64_t load = cfs.load.weight;
        fair =
            static_cast<std::int64_t>(static_cast<Int128>(fair) * load / (load + se.load.weight));
    }
    const std::int64_t before = se.waitRuntime;
    addWaitRuntime(se, weighted(fair, se));
    cfs.sleeperBonus += static_cast<std::uint64_t>(se.waitRuntime - before);
}

void WaitRuntimeClass::insertByKey(CfsRunQueue& cfs, SchedEntity& se) const
{
    std::int64_t owed = se.waitRuntime;
    if (se.load.weight != kNiceZeroWeight) {
        const auto inverse = static_cast<Int128>(inverseOf(se.load));
        const std::int64_t size = owed < 0 ? -owed : owed;
        const auto corrected = static_cast<std::int64_t>((size * inverse) >> 22);
        owed = owed < 0 ? -corrected : corrected;
    }
    se.key = cfs.fairClock - owed;
    cfs.timeline.insert(se);
}

void WaitRuntimeClass::enqueueEntity(CfsRunQueue& cfs, SchedEntity& se, EnqueueFlags flags)
{
    updateCurr(cfs);
    const bool isChild = flags.initial && flags.sameCpu && !flags.sharesMemory &&
                         r.childRunsFirst && cfs.curr != nullptr;
    if (isChild) {
        enqueueChild(cfs, se);
        return;
    }
    if (flags.wakeup) creditSleep(cfs, se);
    if (cfs.curr != &se) startWait(cfs, se);
    insertByKey(cfs, se);
    addLoad(cfs, se);
}

// task_new_fair: the granularity is that of the queue before the child counts.
void WaitRuntimeClass::enqueueChild(CfsRunQueue& cfs, SchedEntity& child)
{
    const SchedEntity& parent = *cfs.curr;
    const std::int64_t g = granularity(cfs.nrRunning);
    startWait(cfs, child);
    if (r.startDebit) child.waitRuntime = -(g / 2);
    child.key = parent.key - niced(parent, g) - 1;
    cfs.timeline.insert(child);
    addLoad(cfs, child);
}

bool WaitRuntimeClass::dequeueEntity(CfsRunQueue& cfs, SchedEntity& se, DequeueFlags flags)
{
    updateCurr(cfs);
    if (cfs.curr != &se) endWait(cfs, se);
    if (flags.sleep) se.sleepStartFair = cfs.fairClock;
    cfs.timeline.erase(cfs.timeline.iterator_to(se));
    removeLoad(cfs, se);
    return true;
}

SchedEntity* WaitRuntimeClass::pickEntity(CfsRunQueue& cfs, SchedEntity* /*curr*/)
{
    return cfs.leftmost();
}

void WaitRuntimeClass::putPrevEntity(CfsRunQueue& cfs, SchedEntity& se)
{
    if (se.onRq) {
        updateCurr(cfs);
        startWait(cfs, se);
    }
    cfs.curr = nullptr;
}

// The running entity stays in the tree.
void WaitRuntimeClass::setNextEntity(CfsRunQueue& cfs, SchedEntity& se)
{
    endWait(cfs, se);
    se.execStart = cfs.rq->clock;
    se.prevSumExecRuntime = se.sumExecRuntime;
    cfs.curr = &se;
}

void WaitRuntimeClass::entityTick(CfsRunQueue& cfs, SchedEntity& curr)
{
    updateCurr(cfs);
    cfs.timeline.erase(cfs.timeline.iterator_to(curr));
    insertByKey(cfs, curr);
    SchedEntity* next = cfs.leftmost();
    if (next == &curr) return;
    check(cfs, *next, curr, granularity(cfs.nrRunning), ReschedReason::TickLead);
}

// __check_preempt_curr_fair.
void WaitRuntimeClass::check(CfsRunQueue& cfs, SchedEntity& candidate, SchedEntity& curr,
                             std::int64_t granularity, ReschedReason reason)
{
    const std::int64_t ran = curr.sumExecRuntime - curr.prevSumExecRuntime;
    if (ran > ideal(cfs.nrRunning)) granularity = 0;
    const std::int64_t lead = virtualDifference(curr.key, candidate.key);
    const std::int64_t limit = niced(curr, granularity);
    if (lead > limit) cfs.rq->resched(reason, lead, limit, candidate.task);
}

void WaitRuntimeClass::checkPreemptCurr(RunQueue& rq, SchedTask& woken, WakeFlags flags)
{
    if (rq.curr == nullptr || rq.curr == &woken) return;
    if (r.syncOwnCpuUnchecked && flags.sync && flags.ownCpu) return;
    CfsRunQueue& cfs = *woken.se.cfsRq;
    if (rq.curr->se.cfsRq != &cfs) return;  // not in the same group
    updateCurr(cfs);
    const std::int64_t g =
        woken.policy == SchedPolicy::Batch ? r.batchWakeupGranularity : r.wakeupGranularity;
    const std::int64_t lead = virtualDifference(rq.curr->se.key, woken.se.key);
    const bool wasPending = rq.needResched;
    check(cfs, woken.se, rq.curr->se, g,
          flags.fork ? ReschedReason::ForkPreempt : ReschedReason::WakeupPreempt);
    if (!rq.needResched) {
        rq.refused = {RefusalReason::Granularity, lead, niced(rq.curr->se, g)};
    } else if (wasPending) {
        rq.refused.reason = RefusalReason::Pending;
    }
}

void WaitRuntimeClass::yieldTask(RunQueue& rq)
{
    SchedEntity& curr = rq.curr->se;
    CfsRunQueue& cfs = *curr.cfsRq;
    if (cfs.nrRunning == 1) return;
    updateCurr(cfs);
    cfs.timeline.erase(cfs.timeline.iterator_to(curr));
    if (!r.compatYield) {
        insertByKey(cfs, curr);
        return;
    }
    curr.key = cfs.timeline.rbegin()->key + 1;
    cfs.timeline.insert(curr);
}

// Children start with neutral statistics.
void WaitRuntimeClass::taskFork(RunQueue& /*rq*/, SchedTask& child, SchedTask* /*parent*/)
{
    child.se.waitRuntime = 0;
    child.se.waitStartFair = 0;
    child.se.sleepStartFair = 0;
}

// set_task_cpu: stamps move with the difference of the two fair clocks.
void WaitRuntimeClass::migrateTask(RunQueue& /*from*/, RunQueue& to, SchedTask& task,
                                   bool /*waking*/)
{
    const std::int64_t offset = task.se.cfsRq->fairClock - fairQueue(to, task).fairClock;
    if (task.se.waitStartFair != 0) task.se.waitStartFair -= offset;
    if (task.se.sleepStartFair != 0) task.se.sleepStartFair -= offset;
}

}  // namespace resched

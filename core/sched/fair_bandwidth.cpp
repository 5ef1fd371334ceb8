// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Bandwidth control of groups as in 6.1 to 6.12 (cfs_bandwidth, fair.c): a group has a pool of
// quota that is filled each period; a CPU takes a slice of it when its own is used up, and when the
// pool is empty the group's queue leaves its parent's on that CPU until the period timer fills the
// pool again. What was overrun, up to a tick, is paid from the next period.
#include "sched/balancer.h"
#include "sched/fair_class.h"

#include <algorithm>

namespace resched {

namespace {

constexpr std::int64_t kMillisecond = 1'000'000;
constexpr std::int64_t kKeptRuntime = kMillisecond;        // min_cfs_rq_runtime
constexpr std::int64_t kSlackPeriod = 5 * kMillisecond;    // cfs_bandwidth_slack_period
constexpr std::int64_t kMinExpiration = 2 * kMillisecond;  // min_bandwidth_expiration

bool isBelow(const SchedEntity& entity, const CfsRunQueue& cfs)
{
    for (const SchedEntity* se = &entity; se != nullptr; se = se->parent) {
        if (se->cfsRq == &cfs) return true;
    }
    return false;
}

// A refill comes so soon that nothing else is worth while.
bool isRefilledWithin(const GroupBandwidth& bandwidth, std::int64_t now, std::int64_t time)
{
    return bandwidth.periodEnd >= 0 && bandwidth.periodEnd - now < time;
}

}  // namespace

// __account_cfs_rq_runtime
void FairClass::chargeRuntime(CfsRunQueue& cfs, std::int64_t delta) const
{
    cfs.runtimeLeft -= delta;
    cfs.bandwidth->consumed += delta;
    if (cfs.runtimeLeft > 0 || cfs.isThrottled) return;
    if (!assignRuntime(cfs, r.bandwidthSlice) && cfs.curr != nullptr) {
        cfs.rq->resched(ReschedReason::Throttled, cfs.bandwidth->consumed, cfs.bandwidth->quota);
    }
}

// __assign_cfs_rq_runtime; the timer keeps its phase, counted from the start of time.
bool FairClass::assignRuntime(CfsRunQueue& cfs, std::int64_t target) const
{
    GroupBandwidth& bandwidth = *cfs.bandwidth;
    const std::int64_t now = cfs.rq->clock;
    if (bandwidth.periodEnd < 0) {
        bandwidth.periodEnd = (now / bandwidth.period + 1) * bandwidth.period;
    }
    if (bandwidth.runtime > 0) {
        const std::int64_t amount = std::min(bandwidth.runtime, target - cfs.runtimeLeft);
        bandwidth.runtime -= amount;
        bandwidth.isIdle = false;
        cfs.runtimeLeft += amount;
    }
    return cfs.runtimeLeft > 0;
}

// __return_cfs_rq_runtime: a CPU without tasks of the group keeps but a little.
void FairClass::returnRuntime(CfsRunQueue& cfs) const
{
    GroupBandwidth& bandwidth = *cfs.bandwidth;
    const std::int64_t slack = cfs.runtimeLeft - kKeptRuntime;
    if (slack <= 0) return;
    cfs.runtimeLeft -= slack;
    bandwidth.runtime += slack;
    const std::int64_t now = cfs.rq->clock;
    if (bandwidth.runtime <= r.bandwidthSlice || bandwidth.throttled.empty()) return;
    if (bandwidth.slackAt >= 0 || isRefilledWithin(bandwidth, now, kSlackPeriod + kMinExpiration)) {
        return;
    }
    bandwidth.slackAt = now + kSlackPeriod;
}

// check_cfs_rq_runtime
void FairClass::checkRuntime(CfsRunQueue& cfs)
{
    if (cfs.bandwidth == nullptr) return;
    updateCurr(cfs);
    if (cfs.runtimeLeft <= 0 && !cfs.isThrottled) throttle(cfs);
}

// A group that gets its first task may have nothing left.
void FairClass::checkEnqueueThrottle(CfsRunQueue& cfs)
{
    if (cfs.curr != nullptr || cfs.isThrottled) return;
    chargeRuntime(cfs, 0);
    if (cfs.runtimeLeft <= 0) throttle(cfs);
}

// Whether the pick would throttle a queue that the running task is on.
bool FairClass::isOutOfRuntime(RunQueue& rq, const SchedTask& prev)
{
    if (prev.group == nullptr) return false;
    updateCurr(rq);
    for (const SchedEntity* se = &prev.se; se != nullptr; se = se->parent) {
        const CfsRunQueue& cfs = *se->cfsRq;
        if (cfs.bandwidth != nullptr && cfs.runtimeLeft <= 0 && !cfs.isThrottled) return true;
    }
    return false;
}

// throttle_cfs_rq
void FairClass::throttle(CfsRunQueue& cfs)
{
    // Whatever is left in the pool keeps it going.
    if (assignRuntime(cfs, 1)) return;
    cfs.isThrottled = true;
    cfs.bandwidth->throttled.push_back(&cfs);
    const int tasks = cfs.hNrRunning;
    const int idle = cfs.hNrIdle;
    SchedEntity* se = cfs.groupEntity;
    if (!se->onRq) return;
    bool dequeues = true;
    for (; se != nullptr; se = se->parent) {
        CfsRunQueue& queue = *se->cfsRq;
        if (dequeues) {
            unqueueEntity(queue, *se, {.sleep = true, .special = true, .throttle = true});
            dequeues = queue.nrRunning == 0;
        } else {
            updateGroup(*se);
        }
        queue.hNrRunning -= tasks;
        queue.hNrIdle -= idle;
        if (queue.isThrottled) return;
    }
    park(*cfs.rq, cfs);
}

// unthrottle_cfs_rq. Nobody is preempted by that; an idle CPU takes it up.
void FairClass::unthrottle(CfsRunQueue& cfs)
{
    RunQueue& rq = *cfs.rq;
    cfs.isThrottled = false;
    std::erase(cfs.bandwidth->throttled, &cfs);
    if (cfs.nrRunning == 0) return;
    const int tasks = cfs.hNrRunning;
    const int idle = cfs.hNrIdle;
    CfsRunQueue* stillThrottled = nullptr;
    bool queues = true;
    for (SchedEntity* se = cfs.groupEntity; se != nullptr; se = se->parent) {
        CfsRunQueue& queue = *se->cfsRq;
        queues = queues && !se->onRq;
        updateGroup(*se);
        if (queues) queueEntity(queue, *se, {.wakeup = true});
        queue.hNrRunning += tasks;
        queue.hNrIdle += idle;
        if (!queue.isThrottled) continue;
        stillThrottled = &queue;
        break;
    }
    unpark(rq, cfs, stillThrottled);
    if (rq.curr != nullptr || rq.cfs.nrRunning == 0) return;
    rq.resched(ReschedReason::None);
    if (observer_ != nullptr) observer_->kicked(rq);
}

// The tasks of a queue that left no longer count on the CPU, nor are they moved.
void FairClass::park(RunQueue& rq, CfsRunQueue& cfs)
{
    for (auto at = rq.fairTasks.begin(); at != rq.fairTasks.end();) {
        SchedTask& task = *at;
        if (!isBelow(task.se, cfs)) {
            ++at;
            continue;
        }
        at = rq.fairTasks.erase(at);
        cfs.parked.push_back(task);
        task.isThrottled = true;
        --rq.nrRunning;
        if (balancer_ != nullptr) balancer_->dequeued(rq, task, false);
    }
}

void FairClass::unpark(RunQueue& rq, CfsRunQueue& cfs, CfsRunQueue* stillThrottled)
{
    if (stillThrottled != nullptr) {
        stillThrottled->parked.splice(stillThrottled->parked.end(), cfs.parked);
        return;
    }
    while (!cfs.parked.empty()) {
        SchedTask& task = cfs.parked.front();
        cfs.parked.pop_front();
        rq.fairTasks.push_back(task);
        task.isThrottled = false;
        ++rq.nrRunning;
        if (balancer_ != nullptr) balancer_->enqueued(rq, task, false);
    }
}

// distribute_cfs_runtime: each gets what it overran and a nanosecond, and takes a slice by itself.
void FairClass::distributeRuntime(GroupBandwidth& bandwidth, std::int64_t now)
{
    const std::vector<CfsRunQueue*> waiting = bandwidth.throttled;
    for (CfsRunQueue* cfs : waiting) {
        if (bandwidth.runtime <= 0) return;
        cfs->rq->clock = std::max(cfs->rq->clock, now);
        const std::int64_t amount = std::min(1 - cfs->runtimeLeft, bandwidth.runtime);
        bandwidth.runtime -= amount;
        cfs->runtimeLeft += amount;
        if (cfs->runtimeLeft > 0) unthrottle(*cfs);
    }
}

// do_sched_cfs_period_timer and do_sched_cfs_slack_timer
void FairClass::quotaDue(GroupBandwidth& bandwidth, std::int64_t now)
{
    if (bandwidth.slackAt >= 0 && bandwidth.slackAt <= now) {
        bandwidth.slackAt = -1;
        const bool isWorthIt = !isRefilledWithin(bandwidth, now, kMinExpiration);
        if (isWorthIt && bandwidth.runtime > r.bandwidthSlice) distributeRuntime(bandwidth, now);
    }
    if (bandwidth.periodEnd < 0 || bandwidth.periodEnd > now) return;
    bandwidth.runtime = bandwidth.quota;
    bandwidth.consumed = std::max<std::int64_t>(bandwidth.consumed - bandwidth.quota, 0);
    const bool wasThrottled = !bandwidth.throttled.empty();
    if (bandwidth.isIdle && !wasThrottled) {
        bandwidth.periodEnd = -1;  // until something is handed out again
        return;
    }
    bandwidth.periodEnd += bandwidth.period;
    bandwidth.isIdle = !wasThrottled;
    while (!bandwidth.throttled.empty() && bandwidth.runtime > 0) distributeRuntime(bandwidth, now);
}

}  // namespace resched

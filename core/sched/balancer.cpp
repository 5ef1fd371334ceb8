// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sched/balancer.h"

namespace resched {

namespace {

bool isIdle(const RunQueue& rq)
{
    return rq.curr == nullptr && rq.nrRunning == 0;
}

}  // namespace

int SimpleBalancer::selectTaskRq(const PlacementRequest& request)
{
    const SchedTask& task = *request.task;
    const RunQueue& prev = queues_[static_cast<std::size_t>(request.prevCpu)];
    const bool mayStay = mayRunOn(task, prev);
    if (mayStay && isIdle(prev)) return prev.index;
    const RunQueue* best = nullptr;
    for (const RunQueue& rq : queues_) {
        if (!mayRunOn(task, rq)) continue;
        if (best == nullptr || rq.nrRunning < best->nrRunning) best = &rq;
    }
    if (best == nullptr) return request.prevCpu;
    const bool moves = !mayStay || isIdle(*best) ||
                       (request.kind == PlacementKind::Fork && best->nrRunning < prev.nrRunning);
    return moves ? best->index : prev.index;
}

bool SimpleBalancer::newidle(RunQueue& rq, TaskMover& mover)
{
    RunQueue* busiest = nullptr;
    for (RunQueue& other : queues_) {
        if (&other == &rq || other.nrRunning < 2) continue;
        if (busiest == nullptr || other.nrRunning > busiest->nrRunning) busiest = &other;
    }
    if (busiest == nullptr) return false;
    for (auto at = busiest->fairTasks.rbegin(); at != busiest->fairTasks.rend(); ++at) {
        if (&*at == busiest->curr || at->se.isDelayed || !mayRunOn(*at, rq)) continue;
        mover.moveTask(*at, rq, {.cause = MoveCause::Newidle});
        return true;
    }
    return false;
}

}  // namespace resched

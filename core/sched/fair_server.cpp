// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sched/fair_server.h"

namespace resched {

namespace {

constexpr int kDeadlinePrio = -1;

}  // namespace

void FairServer::beginPeriod(RunQueue& rq, std::int64_t deadline) const
{
    FairServerState& server = rq.server;
    server.isActive = false;
    server.isThrottled = false;
    server.runtimeLeft = r.fairServerRuntime;
    server.deadline = deadline;
    // Zero laxity: from here on the time can only just be given.
    server.timer = deadline - r.fairServerRuntime;
}

void FairServer::start(RunQueue& rq) const
{
    if (!exists() || r.fairServerRuntime <= 0 || rq.server.timer >= 0) return;
    rq.server.chargedTo = rq.cfs.execClock;
    beginPeriod(rq, rq.clock + r.fairServerPeriod);
}

void FairServer::stop(RunQueue& rq) const
{
    rq.server = {};
}

void FairServer::charge(RunQueue& rq) const
{
    FairServerState& server = rq.server;
    if (server.timer < 0 || server.isThrottled) {
        server.chargedTo = rq.cfs.execClock;
        return;
    }
    server.runtimeLeft -= rq.cfs.execClock - server.chargedTo;
    server.chargedTo = rq.cfs.execClock;
    if (server.runtimeLeft > 0) return;
    if (!server.isActive) {
        // They got their time by themselves.
        beginPeriod(rq, rq.clock + r.fairServerPeriod);
        return;
    }
    server.isActive = false;
    server.isThrottled = true;
    server.timer = server.deadline;
    if (rq.rt.nrRunning > 0) {
        rq.resched(ReschedReason::Throttled, r.fairServerRuntime - server.runtimeLeft,
                   r.fairServerRuntime);
    }
}

void FairServer::timerDue(RunQueue& rq) const
{
    FairServerState& server = rq.server;
    if (server.timer < 0 || rq.clock < server.timer) return;
    charge(rq);
    if (rq.clock < server.timer) return;
    if (server.isThrottled) {
        beginPeriod(rq, server.deadline + r.fairServerPeriod);
    } else if (rq.cfs.hNrRunning == 0) {
        stop(rq);
    } else if (!server.isActive) {
        server.isActive = true;
        server.timer = server.deadline;
        if (rq.curr != nullptr && rq.curr->isRtNow()) {
            rq.resched(ReschedReason::ClassPreempt, kDeadlinePrio, rq.curr->prio);
        }
    } else {
        // The deadline came before the time was used up: a new period.
        beginPeriod(rq, server.deadline + r.fairServerPeriod);
    }
}

}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The fair server of 6.12 and later (deadline.c, fair.c): on each CPU fair tasks are owed a little
// time (50 ms) of each period (1 s) against real-time ones. It is deferred: what fair tasks run by
// themselves counts, and only when they have not had their time by the last moment at which it
// could still be given does the server step in, above the real-time class, until the time is used.
// Idle time is not charged: a CPU without fair tasks has no server running.

#include "sched/generation.h"
#include "sched/run_queue.h"

#include <cstdint>

namespace resched {

class FairServer
{
public:
    explicit FairServer(const FairRules& rules) : r(rules) {}

    bool exists() const { return r.throttle == ThrottleRule::FairServer; }
    // A CPU gets its first fair task.
    void start(RunQueue& rq) const;
    // Accounts for what fair tasks ran; the queue's current task is up to date.
    void charge(RunQueue& rq) const;
    // At the time that timer() names, or earlier for nothing.
    void timerDue(RunQueue& rq) const;
    // A pick on the server's behalf found no fair task.
    void stop(RunQueue& rq) const;

private:
    void beginPeriod(RunQueue& rq, std::int64_t deadline) const;

    const FairRules& r;
};

}  // namespace resched

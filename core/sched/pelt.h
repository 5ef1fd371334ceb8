// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Per-entity load tracking (kernel/sched/pelt.c of 6.1): geometric averages of how long an entity
// or a run queue was runnable and running, in periods of 1024 x 1024 ns of which the 32nd last
// counts half. One PeltAverage belongs to a task or to the fair run queue of a CPU; its owner tells
// it the state that held since the last update, before changing that state. Plain time is used
// where the kernel scales by frequency and capacity.

#include "base/time.h"

#include <cstdint>

namespace resched {

struct PeltState
{
    std::int64_t load = 0;      // a task: 1 when queued; a run queue: sum of the queued weights
    std::int64_t runnable = 0;  // a task: 1 when queued; a run queue: number of queued tasks
    bool running = false;
};

struct PeltAverage
{
    Timestamp lastUpdate{};
    std::uint64_t loadSum = 0;
    std::uint64_t runnableSum = 0;
    std::uint64_t utilSum = 0;
    std::uint32_t periodContrib = 0;
    std::int64_t loadAvg = 0;
    std::int64_t runnableAvg = 0;
    std::int64_t utilAvg = 0;

    // True when a period ended and the averages changed. `weight` is what loadAvg is scaled by: a
    // task's weight; 1 for a run queue, whose state has the weights already.
    bool update(Timestamp now, PeltState state, std::int64_t weight)
    {
        // Nothing is added until a unit of 1024 ns is full.
        const auto elapsed = static_cast<std::uint64_t>((now - lastUpdate).count());
        return elapsed >= 1024 && advance(now, state, weight);
    }

    // A run queue takes over, or gives away, what a task brings along (attach_entity_load_avg(),
    // detach_entity_load_avg()); both must be up to date. The task goes on from the queue's clock.
    void attach(PeltAverage& task, std::int64_t weight);
    void detach(const PeltAverage& task, std::int64_t weight);

    std::uint32_t divider() const { return kMaxSum - 1024 + periodContrib; }

    static constexpr std::uint32_t kMaxSum = 47742;  // sum of 1024 y^n over all n

private:
    bool advance(Timestamp now, PeltState state, std::int64_t weight);
};

// The starting averages of a forked task: full load, and a utilisation that its run queue's load
// suggests (init_entity_runnable_average(), post_init_entity_util_avg()).
PeltAverage newTaskAverage(Timestamp now, std::int64_t weight, const PeltAverage& rq,
                           int cpuCapacity);

// value x y^periods with y^32 = 1/2, in the kernel's integers.
std::uint64_t decayLoad(std::uint64_t value, std::uint64_t periods);

// What a task's utilisation was before it slept (util_est_update() of 6.1).
struct UtilEstimate
{
    std::int64_t enqueued = 0;
    std::int64_t ewma = 0;

    // The task stops running with this utilisation; `fastUp`: feature UTIL_EST_FASTUP.
    void sleep(std::int64_t utilAvg, bool fastUp);
    std::int64_t value() const { return enqueued > ewma ? enqueued : ewma; }
};

}  // namespace resched

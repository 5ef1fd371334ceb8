// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How much work a CPU of the recording did between two instants: elapsed time, less what others
// took. CPUs that share their throughput advance a common clock more slowly the more of them were
// busy; a slower CPU's work counts by its capacity; interrupts and context switches count when the
// machine's cost model pays for them.

#include "base/ids.h"
#include "base/time.h"
#include "topology/machine.h"
#include "trace/trace.h"

#include <cstdint>
#include <vector>

namespace resched {

class WorkClock
{
public:
    WorkClock(const Trace& trace, const Machine& machine);

    // Work done from `begin` to `end` on that CPU, which was busy all the while.
    Nanoseconds between(std::int16_t cpu, Timestamp begin, Timestamp end) const;
    Nanoseconds switchCost() const { return switchCost_; }

private:
    // Picoseconds of work that a CPU of the set has done since the first point, if always busy.
    struct Point
    {
        Timestamp time;
        std::int64_t work;
        std::int64_t rate;  // picoseconds per nanosecond from here on
    };
    using Curve = std::vector<Point>;
    struct Stolen
    {
        Timestamp begin;
        Timestamp end;
        Nanoseconds before;  // stolen time before `begin`
    };
    struct CpuRate
    {
        int capacity = 1024;
        int curve = -1;  // into curves_; -1: nothing shared
        std::vector<Stolen> stolen;
    };

    static Curve sharedCurve(const Trace& trace, const SharedThroughput& shared);
    static std::vector<Stolen> interrupts(const CpuLane& lane);
    static std::int64_t at(const Curve& curve, Timestamp time);
    static Nanoseconds stolenUntil(const std::vector<Stolen>& stolen, Timestamp time);

    std::vector<Curve> curves_;
    std::vector<CpuRate> cpus_;  // by CPU number
    Nanoseconds switchCost_{0};
};

}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/work_clock.h"

#include <algorithm>

namespace resched {

namespace {

__extension__ using Wide = __int128;

struct BusyChange
{
    Timestamp time;
    int change;
};

std::vector<BusyChange> busyChanges(const Trace& trace, const CpuSet& cpus)
{
    std::vector<BusyChange> changes;
    for (const CpuLane& lane : trace.cpus()) {
        if (!cpus.contains(lane.id)) continue;
        for (const CpuSlice& slice : lane.slices) {
            changes.push_back({slice.begin, 1});
            changes.push_back({slice.end, -1});
        }
    }
    std::ranges::sort(changes, {}, &BusyChange::time);
    return changes;
}

}  // namespace

WorkClock::WorkClock(const Trace& trace, const Machine& machine)
    : switchCost_(machine.costs.contextSwitch)
{
    for (const CpuLane& lane : trace.cpus()) {
        const std::size_t cpu = index(lane.id);
        if (cpus_.size() <= cpu) cpus_.resize(cpu + 1);
        if (const CpuPlace* place = machine.topology.find(lane.id)) {
            cpus_[cpu].capacity = place->capacity;
        }
        if (machine.costs.tick > Nanoseconds{0}) cpus_[cpu].stolen = interrupts(lane);
    }
    for (const SharedThroughput& shared : machine.shared) {
        curves_.push_back(sharedCurve(trace, shared));
        for (const CpuId cpu : shared.cpus.cpus()) {
            if (index(cpu) >= cpus_.size()) continue;
            cpus_[index(cpu)].curve = static_cast<int>(curves_.size()) - 1;
        }
    }
}

WorkClock::Curve WorkClock::sharedCurve(const Trace& trace, const SharedThroughput& shared)
{
    Curve curve{{trace.begin(), 0, 1000}};
    std::int64_t busy = 0;
    for (const BusyChange& change : busyChanges(trace, shared.cpus)) {
        busy += change.change;
        const std::int64_t rate =
            std::min<std::int64_t>(1000, shared.throughput / std::max<std::int64_t>(1, busy));
        Point& last = curve.back();
        if (change.time == last.time) {
            last.rate = rate;
            continue;
        }
        if (rate == last.rate) continue;
        const std::int64_t work = last.work + (change.time - last.time).count() * last.rate;
        curve.push_back({change.time, work, rate});
    }
    return curve;
}

std::vector<WorkClock::Stolen> WorkClock::interrupts(const CpuLane& lane)
{
    std::vector<Stolen> stolen;
    Nanoseconds before{0};
    for (const IrqSpan& irq : lane.irqs) {
        if (!stolen.empty() && irq.begin <= stolen.back().end) {
            stolen.back().end = std::max(stolen.back().end, irq.end);
            continue;
        }
        if (!stolen.empty()) before += stolen.back().end - stolen.back().begin;
        stolen.push_back({irq.begin, irq.end, before});
    }
    return stolen;
}

std::int64_t WorkClock::at(const Curve& curve, Timestamp time)
{
    const auto after = std::ranges::upper_bound(curve, time, {}, &Point::time);
    const Point& point = after == curve.begin() ? *after : *std::prev(after);
    return point.work + (time - point.time).count() * point.rate;
}

Nanoseconds WorkClock::stolenUntil(const std::vector<Stolen>& stolen, Timestamp time)
{
    const auto after = std::ranges::upper_bound(stolen, time, {}, &Stolen::begin);
    if (after == stolen.begin()) return Nanoseconds{0};
    const Stolen& last = *std::prev(after);
    return last.before + (std::min(time, last.end) - last.begin);
}

Nanoseconds WorkClock::between(std::int16_t cpu, Timestamp begin, Timestamp end) const
{
    Nanoseconds work = end - begin;
    if (cpu < 0 || static_cast<std::size_t>(cpu) >= cpus_.size()) return work;
    const CpuRate& rate = cpus_[static_cast<std::size_t>(cpu)];
    if (!rate.stolen.empty()) {
        work -= stolenUntil(rate.stolen, end) - stolenUntil(rate.stolen, begin);
    }
    if (rate.curve >= 0) {
        const Curve& curve = curves_[static_cast<std::size_t>(rate.curve)];
        const std::int64_t shared = at(curve, end) - at(curve, begin);
        const Nanoseconds elapsed = end - begin;
        if (elapsed <= Nanoseconds{0}) return Nanoseconds{0};
        // What interrupts took went by at the same speed.
        work = Nanoseconds{
            static_cast<std::int64_t>(Wide{shared} * work.count() / elapsed.count() / 1000)};
    }
    return work * rate.capacity / 1024;
}

}  // namespace resched

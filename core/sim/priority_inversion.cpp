// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/priority_inversion.h"

#include <algorithm>

namespace resched {

namespace {

TimeRange overlap(TimeRange a, TimeRange b)
{
    return {std::max(a.begin, b.begin), std::min(a.end, b.end)};
}

class Finder
{
public:
    Finder(const Trace& trace, const std::vector<std::string>& mutexes)
        : trace_(trace), mutexes_(mutexes)
    {}

    void add(const LockWait& wait)
    {
        const Task& holder = trace_.task(wait.holder);
        auto at =
            std::ranges::upper_bound(holder.segments, wait.range.begin, {}, &TaskSegment::begin);
        if (at != holder.segments.begin()) --at;
        for (; at != holder.segments.end() && at->begin < wait.range.end; ++at) {
            const bool isKept =
                at->state == SegmentState::Preempted || at->state == SegmentState::Woken;
            if (!isKept || at->cpu < 0) continue;
            const auto index = static_cast<std::size_t>(at - holder.segments.begin());
            addRunners(wait, *at, overlap(wait.range, trace_.range(holder, index)));
        }
    }

    std::vector<PriorityInversion> take(const std::vector<LockWait>& waits)
    {
        for (PriorityInversion& found : found_) {
            for (const LockWait& wait : waits) {
                if (wait.waiter == found.victim && wait.since == found.since) {
                    found.waited += wait.range.length();
                }
            }
        }
        std::ranges::stable_sort(found_, std::ranges::greater{}, &PriorityInversion::inverted);
        return std::move(found_);
    }

private:
    void addRunners(const LockWait& wait, const TaskSegment& segment, TimeRange range)
    {
        const CpuLane* lane = trace_.cpu(CpuId{segment.cpu});
        if (lane == nullptr) return;
        auto slice = std::ranges::upper_bound(lane->slices, range.begin, {}, &CpuSlice::end);
        for (; slice != lane->slices.end() && slice->begin < range.end; ++slice) {
            const TimeRange shared = overlap(range, slice->range());
            const std::int16_t prio = trace_.prioAt(slice->task, shared.begin);
            const bool isBetween =
                prio > wait.waiterPrio && prio < trace_.prioAt(wait.holder, shared.begin);
            if (isBetween) inversion(wait, slice->task).inverted += shared.length();
        }
    }

    PriorityInversion& inversion(const LockWait& wait, TaskId cause)
    {
        for (PriorityInversion& known : found_) {
            if (known.victim == wait.waiter && known.since == wait.since && known.cause == cause) {
                return known;
            }
        }
        return found_.emplace_back(PriorityInversion{.victim = wait.waiter,
                                                     .holder = wait.holder,
                                                     .cause = cause,
                                                     .mutex = mutexes_[wait.mutex],
                                                     .since = wait.since});
    }

    const Trace& trace_;
    const std::vector<std::string>& mutexes_;
    std::vector<PriorityInversion> found_;
};

}  // namespace

std::vector<PriorityInversion> findInversions(const Trace& trace,
                                              const std::vector<LockWait>& waits,
                                              const std::vector<std::string>& mutexes)
{
    Finder finder(trace, mutexes);
    for (const LockWait& wait : waits) finder.add(wait);
    return finder.take(waits);
}

}  // namespace resched

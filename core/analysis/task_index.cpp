// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/task_index.h"

#include <algorithm>

namespace resched {

TaskIndex indexWakeups(const Trace& trace)
{
    const auto wakeups = trace.wakeups();
    return TaskIndex(trace.tasks().size(), wakeups.size(),
                     [&](std::size_t i) { return wakeups[i].task; });
}

TaskSlices::TaskSlices(const Trace& trace) : offsets_(trace.tasks().size() + 1, 0)
{
    for (const CpuLane& lane : trace.cpus()) {
        for (const CpuSlice& slice : lane.slices) ++offsets_[index(slice.task) + 1];
    }
    for (std::size_t i = 1; i < offsets_.size(); ++i) offsets_[i] += offsets_[i - 1];
    refs_.resize(offsets_.back());
    std::vector<std::uint32_t> next(offsets_.begin(), offsets_.end() - 1);
    for (const CpuLane& lane : trace.cpus()) {
        for (std::uint32_t i = 0; i < lane.slices.size(); ++i) {
            refs_[next[index(lane.slices[i].task)]++] = {&lane, i};
        }
    }
    const auto beginOf = [](const SliceRef& ref) { return ref.lane->slices[ref.slice].begin; };
    for (std::size_t i = 0; i + 1 < offsets_.size(); ++i) {
        std::ranges::stable_sort(refs_.begin() + offsets_[i], refs_.begin() + offsets_[i + 1], {},
                                 beginOf);
    }
}

bool isWholeRun(const Trace& trace, const TaskSegment& segment)
{
    if (segment.state != SegmentState::Running || segment.cpu < 0) return false;
    const CpuLane* lane = trace.cpu(CpuId{segment.cpu});
    // A task that came in at the very end of the trace has no slice.
    if (lane == nullptr || segment.link >= lane->slices.size()) return false;
    return !lane->slices[segment.link].isCut();
}

}  // namespace resched

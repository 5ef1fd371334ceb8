// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What belongs to each task, out of tables that are ordered by time or by CPU: dense lists in one
// array, made in two passes (a counting sort), so asking for every task costs the table once.

#include "base/ids.h"
#include "trace/trace.h"

#include <cstdint>
#include <span>
#include <vector>

namespace resched {

class TaskIndex
{
public:
    // `taskOf(i)` for i in [0, count) names the task of row i; rows of kNoTask are left out.
    template <typename TaskOf>
    TaskIndex(std::size_t tasks, std::size_t count, TaskOf taskOf) : offsets_(tasks + 1, 0)
    {
        for (std::size_t i = 0; i < count; ++i) {
            if (const TaskId task = taskOf(i); task != kNoTask) ++offsets_[index(task) + 1];
        }
        for (std::size_t i = 1; i < offsets_.size(); ++i) offsets_[i] += offsets_[i - 1];
        rows_.resize(offsets_.back());
        std::vector<std::uint32_t> next(offsets_.begin(), offsets_.end() - 1);
        for (std::size_t i = 0; i < count; ++i) {
            if (const TaskId task = taskOf(i); task != kNoTask) {
                rows_[next[index(task)]++] = static_cast<std::uint32_t>(i);
            }
        }
    }

    // Row numbers, ascending.
    std::span<const std::uint32_t> of(TaskId task) const
    {
        return {rows_.data() + offsets_[index(task)],
                offsets_[index(task) + 1] - offsets_[index(task)]};
    }

private:
    std::vector<std::uint32_t> offsets_;
    std::vector<std::uint32_t> rows_;
};

TaskIndex indexWakeups(const Trace& trace);

struct SliceRef
{
    const CpuLane* lane;
    std::uint32_t slice;
};

// The slices of each task on all CPUs, by begin.
class TaskSlices
{
public:
    explicit TaskSlices(const Trace& trace);
    std::span<const SliceRef> of(TaskId task) const
    {
        return {refs_.data() + offsets_[index(task)],
                offsets_[index(task) + 1] - offsets_[index(task)]};
    }

private:
    std::vector<std::uint32_t> offsets_;
    std::vector<SliceRef> refs_;
};

// Whether the time of this segment is certain running time: its slice is whole.
bool isWholeRun(const Trace& trace, const TaskSegment& segment);

}  // namespace resched

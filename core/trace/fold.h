// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Level of detail: what a lane looks like on a given number of pixel columns. What is narrower than
// a column is folded with its neighbours by binary search, so the cost is columns x log n whatever
// the lane holds. ColumnScale is the one mapping of time to column, in integers; folding, drawing
// and hit test all use it, so they never disagree by a rounding.
//
// A run is a stretch of columns: either one slice (count 1), or one column and all that ends inside
// it. What reaches a further column is drawn up to the column that it ends in, not including it.
// Runs are in order and never overlap.

#include "base/ids.h"
#include "base/time.h"
#include "trace/trace.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace resched {

class ColumnScale
{
public:
    // `visible` not empty, columns > 0.
    ColumnScale(TimeRange visible, int columns);

    TimeRange visible() const { return visible_; }
    int columns() const { return columns_; }
    // The column that holds `time`: -1 before the visible range, columns() from its end on.
    int column(Timestamp time) const;
    // The first time in that column, 0 <= column <= columns(); column(begin(c)) == c where a column
    // is at least a nanosecond wide.
    Timestamp begin(int column) const;
    TimeRange range(int column) const { return {begin(column), begin(column + 1)}; }

private:
    TimeRange visible_;
    int columns_;
};

// How much of a range a lane's slices cover, in O(log n): sums at every sixteenth slice.
class CoverIndex
{
public:
    CoverIndex() = default;
    explicit CoverIndex(std::span<const CpuSlice> slices);
    Nanoseconds covered(std::span<const CpuSlice> slices, TimeRange range) const;

private:
    static constexpr std::size_t kStride = 16;
    Nanoseconds before(std::span<const CpuSlice> slices, std::size_t slice) const;

    std::vector<Nanoseconds> sums_;  // of the slices before each checkpoint
};

struct SliceRun
{
    int begin = 0;  // columns, half-open
    int end = 0;
    std::uint32_t first = 0;  // index into the lane's slices
    std::uint32_t count = 1;
    TaskId task = kNoTask;   // of the slice; of several: who has most of the column, as sampled
    Nanoseconds covered{0};  // of several: how much of the column's time is in slices
    friend bool operator==(const SliceRun&, const SliceRun&) = default;
};
std::vector<SliceRun> foldSlices(const CpuLane& lane, const CoverIndex& cover,
                                 const ColumnScale& scale);

// What a segment counts as when several share a column.
enum class SegmentShare : std::uint8_t { Running, Woken, Preempted, Blocked, Other, Count };
SegmentShare shareOf(SegmentState state);

struct SegmentRun
{
    int begin = 0;
    int end = 0;
    std::uint32_t first = 0;  // index into the task's segments
    std::uint32_t count = 1;
    // Of several: the time of each share in the column, from all segments or, where a column hides
    // very many, from evenly spaced ones.
    std::array<Nanoseconds, static_cast<std::size_t>(SegmentShare::Count)> shares{};
    friend bool operator==(const SegmentRun&, const SegmentRun&) = default;
};
std::vector<SegmentRun> foldSegments(const Trace& trace, const Task& task,
                                     const ColumnScale& scale);

// The highest value within each column of a step function (a point holds until the next), by a
// ladder of maxima; nullopt where the function has no value. `times` ascending.
class MaxLadder
{
public:
    struct Point
    {
        Timestamp time;
        std::int64_t value;  // kNoValue: a hole
    };
    static constexpr std::int64_t kNoValue = INT64_MIN;

    MaxLadder() = default;
    explicit MaxLadder(std::vector<Point> points);
    // Of the points that hold somewhere in the range.
    std::optional<std::int64_t> highest(TimeRange range) const;
    std::optional<std::int64_t> at(Timestamp time) const;
    std::int64_t highest() const;  // of all; 0 when there is none
    bool isEmpty() const { return points_.empty(); }

private:
    static constexpr std::size_t kFan = 16;
    std::int64_t highestOf(std::size_t begin, std::size_t end) const;

    std::vector<Point> points_;
    std::vector<std::vector<std::int64_t>> levels_;  // maxima of kFan values of the level below
};

struct ValueRun
{
    int begin = 0;
    int end = 0;
    std::int64_t value = 0;
    friend bool operator==(const ValueRun&, const ValueRun&) = default;
};
// Neighbouring columns of equal value are one run; columns without a value are in none.
std::vector<ValueRun> foldValues(const MaxLadder& ladder, const ColumnScale& scale);

}  // namespace resched

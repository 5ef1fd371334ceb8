// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/fold.h"

#include <algorithm>
#include <cassert>

namespace resched {
namespace {

__extension__ using Wide = __int128;

// How many slices or segments of one column are looked at to say what it shows.
constexpr std::size_t kSamples = 64;

// Calls visit(i) for each of [first, first + count), or for kSamples evenly spaced ones.
template <typename Visit>
void sample(std::size_t first, std::size_t count, Visit visit)
{
    const std::size_t samples = std::min(count, kSamples);
    for (std::size_t each = 0; each < samples; ++each) visit(first + each * count / samples);
}

Nanoseconds overlap(TimeRange a, TimeRange b)
{
    return clipped(a, b).length();
}

TaskId mostOf(std::span<const CpuSlice> slices, const SliceRun& run, TimeRange range)
{
    std::vector<std::pair<TaskId, Nanoseconds>> times;
    sample(run.first, run.count, [&](std::size_t each) {
        const CpuSlice& slice = slices[each];
        const auto found = std::find_if(times.begin(), times.end(), [&](const auto& entry) {
            return entry.first == slice.task;
        });
        const Nanoseconds part = overlap(slice.range(), range);
        if (found == times.end()) {
            times.emplace_back(slice.task, part);
        } else {
            found->second += part;
        }
    });
    return std::max_element(times.begin(), times.end(),
                            [](const auto& a, const auto& b) { return a.second < b.second; })
        ->first;
}

// Splits [first, last) into runs. `endOf(i)` and `beginOf(i)` are the times of element i;
// `firstEndingAfter(time, from)` jumps over what a column hides.
template <typename Run, typename Begin, typename End, typename Jump>
std::vector<Run> foldRuns(const ColumnScale& scale, std::size_t first, std::size_t last,
                          Begin beginOf, End endOf, Jump firstEndingFrom)
{
    std::vector<Run> runs;
    int taken = 0;  // columns before this one belong to earlier runs
    for (std::size_t at = first; at < last;) {
        const int begin = std::max(scale.column(beginOf(at)), 0);
        const int end = std::min(scale.column(endOf(at)), scale.columns());
        if (end > std::max(begin, taken)) {
            Run run;
            run.begin = std::max(begin, taken);
            run.end = end;
            run.first = static_cast<std::uint32_t>(at);
            runs.push_back(run);
            taken = end;
            ++at;
            continue;
        }
        if (end == scale.columns()) break;  // begins in the last column, which is taken
        // It ends inside column `end`, with all that follow until one reaches the next column.
        const std::size_t next = std::max(at + 1, firstEndingFrom(end + 1, at));
        Run run;
        run.begin = end;
        run.end = end + 1;
        run.first = static_cast<std::uint32_t>(at);
        run.count = static_cast<std::uint32_t>(next - at);
        runs.push_back(run);
        taken = end + 1;
        at = next;
    }
    return runs;
}

}  // namespace

ColumnScale::ColumnScale(TimeRange visible, int columns) : visible_(visible), columns_(columns)
{
    assert(!visible.isEmpty() && columns > 0);
}

int ColumnScale::column(Timestamp time) const
{
    if (time < visible_.begin) return -1;
    if (time >= visible_.end) return columns_;
    const Wide offset = (time - visible_.begin).count();
    return static_cast<int>(offset * columns_ / visible_.length().count());
}

Timestamp ColumnScale::begin(int column) const
{
    const Wide length = visible_.length().count();
    const Wide offset = (length * column + columns_ - 1) / columns_;
    return visible_.begin + Nanoseconds{static_cast<std::int64_t>(offset)};
}

CoverIndex::CoverIndex(std::span<const CpuSlice> slices)
{
    sums_.reserve(slices.size() / kStride + 1);
    Nanoseconds sum{0};
    for (std::size_t i = 0; i < slices.size(); ++i) {
        if (i % kStride == 0) sums_.push_back(sum);
        sum += slices[i].end - slices[i].begin;
    }
}

Nanoseconds CoverIndex::before(std::span<const CpuSlice> slices, std::size_t slice) const
{
    if (sums_.empty()) return Nanoseconds{0};
    const std::size_t checkpoint = std::min(slice / kStride, sums_.size() - 1);
    Nanoseconds sum = sums_[checkpoint];
    for (std::size_t i = checkpoint * kStride; i < slice; ++i)
        sum += slices[i].end - slices[i].begin;
    return sum;
}

Nanoseconds CoverIndex::covered(std::span<const CpuSlice> slices, TimeRange range) const
{
    if (range.isEmpty()) return Nanoseconds{0};
    const auto first =
        std::partition_point(slices.begin(), slices.end(),
                             [&](const CpuSlice& slice) { return slice.end <= range.begin; });
    const auto last = std::partition_point(
        first, slices.end(), [&](const CpuSlice& slice) { return slice.begin < range.end; });
    if (first == last) return Nanoseconds{0};
    const auto from = static_cast<std::size_t>(first - slices.begin());
    const auto to = static_cast<std::size_t>(last - slices.begin());
    const Nanoseconds whole = before(slices, to) - before(slices, from);
    const Nanoseconds head = std::max(range.begin - first->begin, Nanoseconds{0});
    const Nanoseconds tail = std::max((last - 1)->end - range.end, Nanoseconds{0});
    return whole - head - tail;
}

std::vector<SliceRun> foldSlices(const CpuLane& lane, const CoverIndex& cover,
                                 const ColumnScale& scale)
{
    const std::span<const CpuSlice> slices = lane.slices;
    const auto endsBy = [&](Timestamp time) {
        return [time](const CpuSlice& slice) { return slice.end < time; };
    };
    const auto first = std::partition_point(slices.begin(), slices.end(), [&](const auto& slice) {
        return slice.end <= scale.visible().begin;
    });
    const auto last = std::partition_point(
        first, slices.end(), [&](const auto& slice) { return slice.begin < scale.visible().end; });
    const auto jump = [&](int column, std::size_t from) {
        const auto begin = slices.begin() + static_cast<std::ptrdiff_t>(from);
        const auto found = std::partition_point(begin, last, endsBy(scale.begin(column)));
        return static_cast<std::size_t>(found - slices.begin());
    };
    auto runs = foldRuns<SliceRun>(
        scale, static_cast<std::size_t>(first - slices.begin()),
        static_cast<std::size_t>(last - slices.begin()),
        [&](std::size_t i) { return slices[i].begin; },
        [&](std::size_t i) { return slices[i].end; }, jump);
    for (SliceRun& run : runs) {
        const TimeRange range{scale.begin(run.begin), scale.begin(run.end)};
        run.task = run.count == 1 ? slices[run.first].task : mostOf(slices, run, range);
        if (run.count > 1 || run.end - run.begin == 1) run.covered = cover.covered(slices, range);
    }
    return runs;
}

SegmentShare shareOf(SegmentState state)
{
    switch (state) {
        case SegmentState::Running:
            return SegmentShare::Running;
        case SegmentState::Woken:
            return SegmentShare::Woken;
        case SegmentState::Preempted:
            return SegmentShare::Preempted;
        case SegmentState::Blocked:
            return SegmentShare::Blocked;
        default:
            return SegmentShare::Other;
    }
}

std::vector<SegmentRun> foldSegments(const Trace& trace, const Task& task, const ColumnScale& scale)
{
    const auto& segments = task.segments;
    if (segments.empty() || scale.visible().end <= segments.front().begin) return {};
    const auto beginsBy = [](Timestamp time) {
        return [time](const TaskSegment& segment) { return segment.begin <= time; };
    };
    // The last one that begins at or before the visible range, to the last that begins inside it.
    const auto after =
        std::partition_point(segments.begin(), segments.end(), beginsBy(scale.visible().begin));
    const auto first = after == segments.begin() ? after : after - 1;
    const auto last = std::partition_point(first, segments.end(), [&](const TaskSegment& segment) {
        return segment.begin < scale.visible().end;
    });
    const auto endOf = [&](std::size_t i) {
        return i + 1 < segments.size() ? segments[i + 1].begin : trace.end();
    };
    const auto jump = [&](int column, std::size_t from) {
        // Segment i ends where i + 1 begins.
        const Timestamp time = scale.begin(column);
        const auto begin = segments.begin() + static_cast<std::ptrdiff_t>(from);
        const auto next = std::partition_point(
            begin, last, [&](const TaskSegment& segment) { return segment.begin < time; });
        return static_cast<std::size_t>(std::max(next - 1, begin) - segments.begin());
    };
    auto runs = foldRuns<SegmentRun>(
        scale, static_cast<std::size_t>(first - segments.begin()),
        static_cast<std::size_t>(last - segments.begin()),
        [&](std::size_t i) { return segments[i].begin; }, endOf, jump);
    for (SegmentRun& run : runs) {
        if (run.count == 1) continue;
        const TimeRange range{scale.begin(run.begin), scale.begin(run.end)};
        sample(run.first, run.count, [&](std::size_t i) {
            const auto share = static_cast<std::size_t>(shareOf(segments[i].state));
            run.shares[share] += overlap({segments[i].begin, endOf(i)}, range);
        });
    }
    return runs;
}

MaxLadder::MaxLadder(std::vector<Point> points) : points_(std::move(points))
{
    std::vector<std::int64_t> below;
    for (const Point& point : points_) below.push_back(point.value);
    while (below.size() > kFan) {
        std::vector<std::int64_t> level;
        for (std::size_t i = 0; i < below.size(); i += kFan) {
            const std::size_t end = std::min(i + kFan, below.size());
            level.push_back(*std::max_element(below.begin() + static_cast<std::ptrdiff_t>(i),
                                              below.begin() + static_cast<std::ptrdiff_t>(end)));
        }
        levels_.push_back(level);
        below = std::move(level);
    }
}

std::int64_t MaxLadder::highestOf(std::size_t begin, std::size_t end) const
{
    std::int64_t best = kNoValue;
    const auto value = [&](std::size_t level, std::size_t i) {
        return level == 0 ? points_[i].value : levels_[level - 1][i];
    };
    // Climb: take what sticks out on both sides, then go on with whole groups one level up.
    for (std::size_t level = 0; begin < end; ++level) {
        if (level == levels_.size() || end - begin <= 2 * kFan) {
            for (std::size_t i = begin; i < end; ++i) best = std::max(best, value(level, i));
            break;
        }
        for (; begin % kFan != 0; ++begin) best = std::max(best, value(level, begin));
        for (; end % kFan != 0; --end) best = std::max(best, value(level, end - 1));
        begin /= kFan;
        end /= kFan;
    }
    return best;
}

std::optional<std::int64_t> MaxLadder::highest(TimeRange range) const
{
    if (range.isEmpty() || points_.empty()) return std::nullopt;
    const auto holds =
        std::partition_point(points_.begin(), points_.end(),
                             [&](const Point& point) { return point.time <= range.begin; });
    const auto last = std::partition_point(
        holds, points_.end(), [&](const Point& point) { return point.time < range.end; });
    const auto first = holds == points_.begin() ? holds : holds - 1;
    const std::int64_t best = highestOf(static_cast<std::size_t>(first - points_.begin()),
                                        static_cast<std::size_t>(last - points_.begin()));
    return best == kNoValue ? std::nullopt : std::optional(best);
}

std::optional<std::int64_t> MaxLadder::at(Timestamp time) const
{
    return highest({time, time + Nanoseconds{1}});
}

std::int64_t MaxLadder::highest() const
{
    return std::max<std::int64_t>(highestOf(0, points_.size()), 0);
}

std::vector<ValueRun> foldValues(const MaxLadder& ladder, const ColumnScale& scale)
{
    std::vector<ValueRun> runs;
    for (int column = 0; column < scale.columns(); ++column) {
        TimeRange range = scale.range(column);
        // Columns narrower than a nanosecond show what holds there.
        if (range.isEmpty()) range.end = range.begin + Nanoseconds{1};
        const auto value = ladder.highest(range);
        if (!value) continue;
        if (!runs.empty() && runs.back().end == column && runs.back().value == *value) {
            runs.back().end = column + 1;
        } else {
            runs.push_back({column, column + 1, *value});
        }
    }
    return runs;
}

}  // namespace resched

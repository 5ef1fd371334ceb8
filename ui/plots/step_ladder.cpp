// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/step_ladder.h"

#include <algorithm>
#include <cmath>

namespace resched::ui {

namespace {

constexpr std::size_t kBlock = 32;

}  // namespace

void StepLadder::Extent::add(std::int64_t value)
{
    low = std::min(low, value);
    high = std::max(high, value);
}

void StepLadder::Extent::add(const Extent& other)
{
    low = std::min(low, other.low);
    high = std::max(high, other.high);
}

StepLadder::StepLadder(StepSeries series, Timestamp end) : series_(std::move(series)), end_(end)
{
    std::vector<Extent> level((series_.size() + kBlock - 1) / kBlock);
    for (std::size_t i = 0; i < series_.size(); ++i) {
        if (!series_[i].value) continue;
        hasValues_ = true;
        level[i / kBlock].add(*series_[i].value);
    }
    while (level.size() > 1) {
        std::vector<Extent> next((level.size() + kBlock - 1) / kBlock);
        for (std::size_t i = 0; i < level.size(); ++i) next[i / kBlock].add(level[i]);
        levels_.push_back(std::move(level));
        level = std::move(next);
    }
    levels_.push_back(std::move(level));
}

StepLadder::Extent StepLadder::extentOf(std::size_t from, std::size_t to) const
{
    Extent extent;
    while (from < to && (from % kBlock != 0 || to - from < kBlock)) {
        if (series_[from].value) extent.add(*series_[from].value);
        ++from;
    }
    while (to > from && to % kBlock != 0) {
        --to;
        if (series_[to].value) extent.add(*series_[to].value);
    }
    // Whole blocks are left: climb while they fill blocks of the level above.
    std::size_t low = from / kBlock;
    std::size_t high = to / kBlock;
    for (std::size_t level = 0; low < high; ++level) {
        const std::vector<Extent>& blocks = levels_[level];
        const bool isTop = level + 1 == levels_.size();
        while (low < high && (isTop || low % kBlock != 0 || high - low < kBlock)) {
            extent.add(blocks[low++]);
        }
        while (high > low && high % kBlock != 0) extent.add(blocks[--high]);
        low /= kBlock;
        high /= kBlock;
    }
    return extent;
}

std::size_t StepLadder::pointAfter(Timestamp time) const
{
    const auto after = std::ranges::upper_bound(series_, time, {}, &StepPoint::time);
    return static_cast<std::size_t>(after - series_.begin());
}

Timestamp StepLadder::pointEnd(std::size_t point) const
{
    return point + 1 < series_.size() ? series_[point + 1].time : end_;
}

std::optional<std::pair<std::int64_t, std::int64_t>> StepLadder::extent(TimeRange range) const
{
    if (range.isEmpty() || range.begin >= end_) return {};
    const std::size_t first = pointAfter(range.begin);
    const auto last = std::ranges::lower_bound(series_, range.end, {}, &StepPoint::time);
    const Extent found =
        extentOf(first == 0 ? 0 : first - 1, static_cast<std::size_t>(last - series_.begin()));
    if (found.isEmpty()) return {};
    return std::pair(found.low, found.high);
}

std::vector<FoldedColumn> StepLadder::fold(std::span<const double> edges, Timestamp origin) const
{
    std::vector<FoldedColumn> columns;
    if (edges.size() < 2 || series_.empty()) return columns;
    const auto at = [origin](double edge) {
        return origin + Nanoseconds{static_cast<std::int64_t>(std::floor(edge))};
    };
    const auto coordinate = [origin](Timestamp time) {
        return static_cast<double>((time - origin).count());
    };
    std::size_t edge = 0;
    double position = edges.front();
    while (edge + 1 < edges.size()) {
        if (position >= edges[edge + 1]) {
            ++edge;
            continue;
        }
        if (at(position) >= end_) break;
        const std::size_t after = pointAfter(at(position));
        if (after == 0) {  // before the first point
            const double begin = coordinate(series_.front().time);
            if (begin >= edges.back()) break;
            position = std::max(position, begin);
            continue;
        }
        const double stepEnd = coordinate(pointEnd(after - 1));
        if (stepEnd >= edges[edge + 1]) {  // the step fills the column and more: draw it whole
            const double until = std::min(stepEnd, edges.back());
            if (const auto value = series_[after - 1].value) {
                columns.push_back({position, until, *value, *value, *value, *value});
            }
            position = until;
            while (edge + 1 < edges.size() && edges[edge + 1] <= position) ++edge;
            continue;
        }
        const double columnEnd = std::min(edges[edge + 1], coordinate(end_));
        std::size_t next = after;
        while (next < series_.size() && coordinate(series_[next].time) < columnEnd) {
            // Gallop: columns may hide many points.
            std::size_t stride = 1;
            while (next + stride < series_.size() &&
                   coordinate(series_[next + stride].time) < columnEnd) {
                next += stride;
                stride *= 2;
            }
            ++next;
        }
        const Extent extent = extentOf(after - 1, next);
        if (!extent.isEmpty()) {
            const auto first = series_[after - 1].value;
            const auto last = series_[next - 1].value;
            columns.push_back({position, columnEnd, extent.low, extent.high,
                               first.value_or(extent.low), last.value_or(extent.low)});
        }
        position = columnEnd;
    }
    return columns;
}

}  // namespace resched::ui

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A step function with the minimum and maximum of its blocks beside it, so that a curve of any
// length is drawn at the cost of its pixels: fold() asks for one answer per pixel column.
// Immutable.

#include "analysis/step_series.h"
#include "base/time.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace resched::ui {

// What a column shows: its lowest and highest value, the one it begins with and the one it ends
// with. A column narrower than the steps has all four equal.
struct FoldedColumn
{
    double begin = 0;  // in the caller's coordinates, see fold()
    double end = 0;
    std::int64_t low = 0;
    std::int64_t high = 0;
    std::int64_t first = 0;
    std::int64_t last = 0;
    bool isSteady() const { return low == high; }
    friend bool operator==(const FoldedColumn&, const FoldedColumn&) = default;
};

class StepLadder
{
public:
    // The last point holds until `end`.
    StepLadder(StepSeries series, Timestamp end);

    const StepSeries& series() const { return series_; }
    Timestamp end() const { return end_; }
    bool hasValues() const { return hasValues_; }
    // Of all values inside the range; nothing when it has none.
    std::optional<std::pair<std::int64_t, std::int64_t>> extent(TimeRange range) const;

    // One column between each two neighbours of `edges` (ascending), in nanoseconds since `origin`;
    // where steps are wider than columns the steps themselves, where the function is unknown
    // nothing. Neighbouring results touch unless a hole is between them.
    std::vector<FoldedColumn> fold(std::span<const double> edges, Timestamp origin) const;

private:
    struct Extent
    {
        std::int64_t low = INT64_MAX;
        std::int64_t high = INT64_MIN;
        void add(std::int64_t value);
        void add(const Extent& other);
        bool isEmpty() const { return high < low; }
    };

    Extent extentOf(std::size_t from, std::size_t to) const;  // points [from, to)
    std::size_t pointAfter(Timestamp time) const;             // first point later than `time`
    Timestamp pointEnd(std::size_t point) const;

    StepSeries series_;
    Timestamp end_;
    bool hasValues_ = false;
    std::vector<std::vector<Extent>> levels_;  // each over blocks of kBlock of the one below
};

}  // namespace resched::ui

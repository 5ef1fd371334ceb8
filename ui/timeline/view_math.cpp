// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/view_math.h"

#include <algorithm>

namespace resched::ui {
namespace {

__extension__ using Wide = __int128;

Nanoseconds scaled(Nanoseconds length, std::int64_t multiplier, std::int64_t divisor)
{
    return Nanoseconds{static_cast<std::int64_t>(Wide{length.count()} * multiplier / divisor)};
}

}  // namespace

TimeRange fitted(TimeRange range, TimeRange full)
{
    const Nanoseconds length =
        std::min(std::max(range.length(), kShortestView), std::max(full.length(), kShortestView));
    Timestamp begin = std::min(range.begin, full.end - length);
    begin = std::max(begin, full.begin);
    return {begin, begin + length};
}

TimeRange zoomed(TimeRange range, TimeRange full, Timestamp anchor, int percent)
{
    const Timestamp at = std::clamp(anchor, range.begin, range.end);
    const Nanoseconds length = std::clamp(scaled(range.length(), percent, 100), kShortestView,
                                          std::max(full.length(), kShortestView));
    const Nanoseconds before =
        scaled(at - range.begin, length.count(), std::max<std::int64_t>(range.length().count(), 1));
    return fitted({at - before, at - before + length}, full);
}

TimeRange panned(TimeRange range, TimeRange full, Nanoseconds by)
{
    return fitted({range.begin + by, range.end + by}, full);
}

TimeRange revealing(TimeRange range, TimeRange full, TimeRange wanted)
{
    if (wanted.begin >= range.begin && wanted.end <= range.end) return range;
    const Nanoseconds margin = range.length() / 10;
    Nanoseconds by{0};
    if (wanted.end > range.end) by = wanted.end + margin - range.end;
    // The beginning matters more where both do not fit.
    if (wanted.begin < range.begin + by) by = wanted.begin - margin - range.begin;
    return panned(range, full, by);
}

}  // namespace resched::ui

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The two times of the program. A Timestamp is a point on the clock of one trace, a Vruntime a
// point on the virtual clock of one run queue; both count int64 nanoseconds and neither converts to
// the other, so adding two points or mixing wall and virtual time does not compile. Nothing here is
// a double.

#include <chrono>
#include <cstdint>

namespace resched {

struct TraceClock
{
    using duration = std::chrono::duration<std::int64_t, std::nano>;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<TraceClock>;
    static constexpr bool is_steady = true;
};

// Weighted time: one virtual nanosecond passes per nanosecond that a task of weight 1024 runs.
struct VirtualClock
{
    using duration = std::chrono::duration<std::int64_t, std::nano>;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<VirtualClock>;
    static constexpr bool is_steady = true;
};

using Nanoseconds = TraceClock::duration;
using Timestamp = TraceClock::time_point;
using Vruntime = VirtualClock::time_point;

constexpr Timestamp timestamp(std::int64_t nanoseconds)
{
    return Timestamp{Nanoseconds{nanoseconds}};
}

constexpr std::int64_t nanoseconds(Timestamp time)
{
    return time.time_since_epoch().count();
}

constexpr Vruntime vruntime(std::int64_t nanoseconds)
{
    return Vruntime{VirtualClock::duration{nanoseconds}};
}

constexpr std::int64_t nanoseconds(Vruntime time)
{
    return time.time_since_epoch().count();
}

struct TimeRange
{
    Timestamp begin{};
    Timestamp end{};

    Nanoseconds length() const { return end - begin; }
    bool isEmpty() const { return end <= begin; }
    bool contains(Timestamp time) const { return begin <= time && time < end; }
    friend bool operator==(const TimeRange&, const TimeRange&) = default;
};

// The part of `range` inside `window`; empty (begin == end) when they do not meet.
constexpr TimeRange clipped(TimeRange range, TimeRange window)
{
    const Timestamp begin = range.begin < window.begin ? window.begin : range.begin;
    const Timestamp end = window.end < range.end ? window.end : range.end;
    return {begin, end < begin ? begin : end};
}

}  // namespace resched

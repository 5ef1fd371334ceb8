// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Steps from one thing of a lane to the next, by binary search.

#include "base/ids.h"
#include "session/hit.h"
#include "trace/trace.h"

#include <cstdint>
#include <optional>
#include <span>

namespace resched::ui {

enum class Direction : std::uint8_t { Previous, Next };

// The slice of the CPU that begins next after, or ended last before, `time`; from a slice itself,
// its neighbour.
std::optional<Hit> stepSlice(const Trace& trace, const Hit& from, Direction direction);
// The first slice of a lane at or after a time, to begin stepping from nothing.
std::optional<Hit> firstSlice(const Trace& trace, RunRole role, CpuId cpu, Timestamp time);
// The task's next or previous change of state as seen from a time.
std::optional<Hit> stepEvent(const Trace& trace, RunRole role, Tid tid, Timestamp time,
                             Direction direction);
// When the thing begins and ends; empty for nothing.
TimeRange rangeOf(const Trace& trace, const Hit& hit);
// The task that the thing is about, if it is about one.
std::optional<TaskId> taskOf(const Trace& trace, const Hit& hit);

}  // namespace resched::ui

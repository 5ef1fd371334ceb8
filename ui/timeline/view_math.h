// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Zooming and panning as arithmetic on ranges, in integers. Results stay inside `full` and are
// never shorter than kShortestView.

#include "base/time.h"

namespace resched::ui {

constexpr Nanoseconds kShortestView{2000};

// As `range`, moved and, if need be, cut so that it lies inside `full`.
TimeRange fitted(TimeRange range, TimeRange full);
// The length becomes length * percent / 100, and `anchor` keeps its place on the screen.
TimeRange zoomed(TimeRange range, TimeRange full, Timestamp anchor, int percent);
TimeRange panned(TimeRange range, TimeRange full, Nanoseconds by);
// The smallest move that shows `wanted`, or as much of it as fits.
TimeRange revealing(TimeRange range, TimeRange full, TimeRange wanted);

}  // namespace resched::ui

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The data behind each view as a table, exactly what is drawn before it is folded to pixels.

#include "export/table.h"
#include "plots/latency_plot.h"
#include "plots/strip_data.h"

#include <optional>

namespace resched::ui {

// A row for each run and bin, empty bins included.
Table histogramTable(const std::optional<LatencyRun>& baseline, const LatencyRun& current,
                     const Bins& bins);
// A row for each step of each curve that holds inside the range, cut to it.
Table stripTable(const StripData& data);
// A row for each stretch of each task that meets the range, cut to it.
Table timelineTable(const std::optional<NamedRun>& baseline, const NamedRun& current,
                    TimeRange range);

}  // namespace resched::ui

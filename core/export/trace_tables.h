// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The tables behind the views: statistics, waits, and the trace itself row by row.

#include "analysis/statistics.h"
#include "analysis/waits.h"
#include "export/table.h"
#include "trace/trace.h"

#include <optional>
#include <span>
#include <string_view>

namespace resched {

Table taskTable(const Trace& trace, const Statistics& statistics);
Table processTable(const Trace& trace, const Statistics& statistics);
Table cpuTable(const Statistics& statistics);
Table waitTable(const Trace& trace, std::span<const Wait> waits);

Table sliceTable(const Trace& trace);    // by CPU, then time
Table segmentTable(const Trace& trace);  // the states of each task
Table wakeupTable(const Trace& trace);
Table migrationTable(const Trace& trace);
Table vruntimeTable(const Trace& trace);

// Those of the trace by name: "slices", "states", "wakeups", "migrations", "vruntime".
std::optional<Table> traceTable(const Trace& trace, std::string_view name);
std::string_view traceTableNames();  // "slices, states, …"

std::string_view stateName(TaskState state);            // the kernel's letter: "R+"
std::string_view segmentStateName(SegmentState state);  // "running"

}  // namespace resched

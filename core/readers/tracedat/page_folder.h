// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A folder, or an archive of it, with what tracefs gave: the ring buffer's pages of each CPU as
// they were read from trace_pipe_raw (traces/cpuN) beside the formats of the events
// (formats/SYSTEM/EVENT/format, formats/header_page). SchedViz collects its traces so.

#include "base/progress.h"
#include "base/result.h"
#include "readers/input.h"
#include "trace/trace_builder.h"

namespace resched {

bool probePageFolder(const Input& input);
Result<void> readPageFolder(const Input& input, TraceBuilder& builder, Progress& progress);

}  // namespace resched

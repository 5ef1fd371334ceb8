// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Text traces: ftrace's `trace`, `trace-cmd report`, `perf script`, and the HTML that atrace and
// systrace wrap around ftrace text. The mapped file is cut into chunks at line ends, which are
// parsed in parallel into one sequence of streams.

#include "base/progress.h"
#include "base/result.h"
#include "readers/input.h"
#include "trace/trace_builder.h"

namespace resched::text {

bool probe(const Input& input);
Result<void> read(const Input& input, TraceBuilder& builder, Progress& progress);

}  // namespace resched::text

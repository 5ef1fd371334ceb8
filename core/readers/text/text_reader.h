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

#include <string_view>

namespace resched::text {

bool probe(const Input& input);
Result<void> read(const Input& input, TraceBuilder& builder, Progress& progress);

// The same over text; `path` is for messages alone.
Result<void> read(std::string_view content, std::string_view path, TraceBuilder& builder,
                  Progress& progress);

}  // namespace resched::text

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// perf.data as perf record, perf sched record, perf trace record and simpleperf write it: a file or
// what went through a pipe, either byte order, compressed or not.

#include "base/progress.h"
#include "base/result.h"
#include "readers/input.h"
#include "trace/trace_builder.h"

#include <cstddef>
#include <span>
#include <string_view>

namespace resched {

bool probePerfData(const Input& input);
Result<void> readPerfData(const Input& input, TraceBuilder& builder, Progress& progress);

// The same over bytes; `path` is for messages alone.
Result<void> readPerfData(std::span<const std::byte> file, std::string_view path,
                          TraceBuilder& builder, Progress& progress);

}  // namespace resched

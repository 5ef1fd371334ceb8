// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// trace.dat as trace-cmd writes it, versions 6 and 7: several buffers, packed or not, either byte
// order, machines of 32 and 64 bits. Of a cut file the CPUs and pages that are there.

#include "base/progress.h"
#include "base/result.h"
#include "readers/input.h"
#include "trace/trace_builder.h"

#include <cstddef>
#include <span>
#include <string_view>

namespace resched {

namespace tracedat {
struct TraceDatFile;

// The pages of all buffers; `path` is for messages about those that name no file of their own.
Result<void> readRingBuffers(TraceDatFile& file, std::string_view path, TraceBuilder& builder,
                             Progress& progress);
}  // namespace tracedat

bool probeTraceDat(const Input& input);
Result<void> readTraceDat(const Input& input, TraceBuilder& builder, Progress& progress);

// The same over bytes; `path` is for messages alone.
Result<void> readTraceDat(std::span<const std::byte> file, std::string_view path,
                          TraceBuilder& builder, Progress& progress);

}  // namespace resched

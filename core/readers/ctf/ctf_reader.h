// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// LTTng kernel traces and CTF made by perf. The session folder around a trace, the trace's folder,
// its metadata, a stream file in it, and an archive of any of these open the same trace. Where a
// session holds several traces (kernel and user space, rotated chunks), the kernel's are read.

#include "readers/input.h"
#include "trace/trace_builder.h"

namespace resched {

bool probeCtf(const Input& input);
Result<void> readCtf(const Input& input, TraceBuilder& builder, Progress& progress);

}  // namespace resched

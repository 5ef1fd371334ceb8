// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/tracedat/trace_dat_reader.h"

#include <cstddef>
#include <cstdint>
#include <span>

// Any bytes give a trace or an error; nothing else is asked of them.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    resched::TraceBuilder builder;
    resched::NoProgress progress;
    const auto bytes = std::as_bytes(std::span(data, size));
    const resched::Result<void> read = resched::readTraceDat(bytes, "trace.dat", builder, progress);
    if (read) static_cast<void>(builder.finish(progress));
    return 0;
}

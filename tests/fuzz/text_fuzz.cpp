// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/text/text_reader.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

// Any bytes give a trace or an error; nothing else is asked of them.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    resched::TraceBuilder builder;
    resched::NoProgress progress;
    const std::string_view content(reinterpret_cast<const char*>(data), size);
    const resched::Result<void> read = resched::text::read(content, "trace", builder, progress);
    if (read) static_cast<void>(builder.finish(progress));
    return 0;
}

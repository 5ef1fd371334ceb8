// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// From a path to a Trace. The format is found from content, never from the name: each reader is a
// row of function pointers, probed in order of the table.

#include "base/progress.h"
#include "base/result.h"
#include "readers/input.h"
#include "trace/trace.h"
#include "trace/trace_builder.h"

#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

namespace resched {

struct Reader
{
    std::string_view format;       // TraceInfo::format of what it makes
    std::string_view description;  // for the list of formats: "LTTng kernel trace (CTF)"
    // Looks at the name-independent signs (magic bytes, a metadata file in a folder); reads little.
    bool (*probe)(const Input& input);
    // Decodes into the builder: events, counts, info, diagnostics. Stops with an Error only when
    // nothing useful can be read; a damaged rest sets info().partial and a diagnostic.
    Result<void> (*read)(const Input& input, TraceBuilder& builder, Progress& progress);
};

std::span<const Reader> readers();

// Opens, probes, reads, builds. An empty file or an unknown format gives an Error that lists what
// can be read; a damaged file of which not one event could be read gives an Error that says why. A
// whole trace that just holds no event is a Trace.
Result<Trace> readTrace(const std::filesystem::path& path, Progress& progress);

// Several files as one experiment: the tasks and CPUs of all on one time axis, each file's times
// moved by its offset. CPUs of the second and later files keep their numbers when the files come
// from one machine (same host name or disjoint CPUs), else an Error says so.
struct InputFile
{
    std::filesystem::path path;
    Nanoseconds clockOffset{0};
};
Result<Trace> readTraces(std::span<const InputFile> files, Progress& progress);

}  // namespace resched

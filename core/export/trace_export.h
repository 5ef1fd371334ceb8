// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A trace as a file for other programs. The name says the format: .csv a table, .json what
// chrome://tracing and Perfetto open, .sqlite or .db a database for queries, .ctf (or any name that
// ends in a slash) a folder that CTF readers open. A file comes to be whole or not at all.

#include "base/progress.h"
#include "base/result.h"
#include "export/csv.h"
#include "trace/trace.h"

#include <filesystem>
#include <string>

namespace resched {

struct TraceExportOptions
{
    std::string table = "slices";  // of CSV: see traceTable()
    CsvOptions csv;
};

Result<void> exportTrace(const Trace& trace, const std::filesystem::path& target,
                         const TraceExportOptions& options, Progress& progress);

// Times are microseconds since the start of the trace, with the nanoseconds behind the point: a
// double of the absolute time would lose them. The start stands in otherData.
std::string toChromeJson(const Trace& trace);

Result<void> writeSqlite(const Trace& trace, const std::filesystem::path& target,
                         Progress& progress);

// Through Babeltrace 2's own sink, with the kernel's event names and LTTng's fields. Reading it
// back gives the same statistics.
Result<void> writeCtf(const Trace& trace, const std::filesystem::path& target, Progress& progress);

}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/trace_export.h"

#include "export/pending_output.h"
#include "export/trace_tables.h"

#include <optional>

namespace resched {

Result<void> exportTrace(const Trace& trace, const std::filesystem::path& target,
                         const TraceExportOptions& options, Progress& progress)
{
    const std::string extension = target.extension().string();
    if (extension == ".csv") {
        const std::optional<Table> table = traceTable(trace, options.table);
        if (!table) {
            return Error{.code = ErrorCode::InvalidArgument,
                         .what = "there is no table " + options.table,
                         .expected = "one of: " + std::string(traceTableNames())};
        }
        return writeWhole(target, toCsv(*table, options.csv));
    }
    if (extension == ".json") return writeWhole(target, toChromeJson(trace));
    if (extension == ".sqlite" || extension == ".db") return writeSqlite(trace, target, progress);
    if (extension == ".ctf" || target.filename().empty()) return writeCtf(trace, target, progress);
    return Error{.code = ErrorCode::InvalidArgument,
                 .what = "the name does not say a format",
                 .path = target.string(),
                 .expected = "one that ends in .csv, .json, .sqlite or .ctf"};
}

}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/diagnostics.h"

#include <algorithm>

namespace resched {

void Diagnostics::add(std::string_view kind, const DiagnosticPlace& place, std::uint64_t count)
{
    const auto row = std::ranges::find(rows_, kind, &Diagnostic::kind);
    if (row != rows_.end()) {
        row->count += count;
        return;
    }
    rows_.push_back({.kind = std::string(kind),
                     .count = count,
                     .path = place.path,
                     .position = place.position,
                     .time = place.time,
                     .example = place.example});
}

void Diagnostics::merge(const Diagnostics& other)
{
    for (const Diagnostic& row : other.rows_) {
        add(row.kind,
            {.path = row.path, .position = row.position, .time = row.time, .example = row.example},
            row.count);
    }
}

std::uint64_t Diagnostics::count(std::string_view kind) const
{
    const auto row = std::ranges::find(rows_, kind, &Diagnostic::kind);
    return row == rows_.end() ? 0 : row->count;
}

}  // namespace resched

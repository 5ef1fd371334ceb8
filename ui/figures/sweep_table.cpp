// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "figures/sweep_table.h"

namespace resched::ui {

Table sweepTable(const SweepResult& sweep)
{
    Table table;
    for (const SweepParameter& parameter : sweep.parameters) {
        table.columns.push_back({parameter.name, parameter.name, ColumnKind::Count});
    }
    table.columns.push_back({"seed", "seed", ColumnKind::Count});
    for (const std::string& figure : sweep.figures) {
        table.columns.push_back({figure, figure, ColumnKind::Ratio});
    }
    for (const SweepPoint& point : sweep.points) {
        auto& row = table.rows.emplace_back();
        for (const std::int64_t value : point.values) row.emplace_back(value);
        row.emplace_back(static_cast<std::int64_t>(point.seed));
        for (const auto& figure : point.figures) {
            row.push_back(figure ? Cell(*figure) : Cell());
        }
    }
    return table;
}

}  // namespace resched::ui

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A table of facts: what a view shows, what CSV and JSON carry. The key of a column never changes
// meaning and says its unit; a cell without a value is not 0.

#include "base/result.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace resched {

enum class ColumnKind : std::uint8_t { Text, Count, Duration, Time, Ratio };

struct Column
{
    std::string key;    // "run_time_ns"
    std::string title;  // "run time"
    ColumnKind kind = ColumnKind::Text;
    bool isDetail = false;  // left out where a person reads
};

// Duration and Time: int64 ns, or a double for means; Ratio: a double.
using Cell = std::variant<std::monostate, std::int64_t, double, std::string>;

struct Table
{
    std::vector<Column> columns;
    std::vector<std::vector<Cell>> rows;  // each as long as `columns`
};

// By a column's key, with or without its unit, or by its title: numbers from large to small, text
// from A to Z; "+KEY" and "-KEY" ask for rising and falling. Equal rows keep their order.
Result<void> sortTable(Table& table, std::string_view order);

}  // namespace resched

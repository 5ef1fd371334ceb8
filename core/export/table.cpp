// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/table.h"

#include <algorithm>
#include <optional>

namespace resched {

namespace {

std::optional<std::size_t> findColumn(const Table& table, std::string_view name)
{
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const Column& column = table.columns[i];
        if (column.key == name || column.title == name || column.key == std::string(name) + "_ns") {
            return i;
        }
    }
    return std::nullopt;
}

std::string columnNames(const Table& table)
{
    std::string names;
    for (const Column& column : table.columns) {
        if (!names.empty()) names += ", ";
        names += column.key;
    }
    return names;
}

double numberOf(const Cell& cell)
{
    if (const auto* whole = std::get_if<std::int64_t>(&cell)) return static_cast<double>(*whole);
    if (const auto* real = std::get_if<double>(&cell)) return *real;
    return 0;
}

bool isLess(const Cell& a, const Cell& b)
{
    if (a.index() == b.index()) return a < b;
    return numberOf(a) < numberOf(b);
}

}  // namespace

Result<void> sortTable(Table& table, std::string_view order)
{
    const char sign = order.empty() ? ' ' : order.front();
    const bool hasSign = sign == '+' || sign == '-';
    const std::string_view name = hasSign ? order.substr(1) : order;
    const std::optional<std::size_t> column = findColumn(table, name);
    if (!column) {
        return Error{.code = ErrorCode::InvalidArgument,
                     .what = "there is no column " + std::string(name) + " to sort by",
                     .expected = "one of: " + columnNames(table)};
    }
    const bool isText = table.columns[*column].kind == ColumnKind::Text;
    const bool isRising = hasSign ? sign == '+' : isText;
    std::ranges::stable_sort(table.rows, [&](const auto& left, const auto& right) {
        const Cell& a = left[*column];
        const Cell& b = right[*column];
        const bool isAbsentA = std::holds_alternative<std::monostate>(a);
        const bool isAbsentB = std::holds_alternative<std::monostate>(b);
        if (isAbsentA || isAbsentB) return !isAbsentA && isAbsentB;  // without a value: last
        return isRising ? isLess(a, b) : isLess(b, a);
    });
    return {};
}

}  // namespace resched

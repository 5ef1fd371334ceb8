// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/csv.h"

#include <array>
#include <charconv>
#include <system_error>

namespace resched {

namespace {

template <typename Number>
std::string numberText(Number value)
{
    std::array<char, 64> digits{};
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    return error == std::errc{} ? std::string(digits.data(), end) : std::string{};
}

std::string cellText(const Cell& cell, const CsvOptions& options)
{
    if (const auto* text = std::get_if<std::string>(&cell)) return csvField(*text, options);
    if (const auto* whole = std::get_if<std::int64_t>(&cell)) return numberText(*whole);
    if (const auto* real = std::get_if<double>(&cell)) return numberText(*real);
    return {};
}

}  // namespace

std::string csvField(std::string_view text, const CsvOptions& options)
{
    std::string field;
    if (options.guardFormulas && !text.empty() &&
        std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos) {
        field += '\'';
    }
    field += text;
    if (field.find_first_of(",\"\r\n") == std::string::npos) return field;
    std::string quoted = "\"";
    for (const char letter : field) {
        if (letter == '"') quoted += '"';
        quoted += letter;
    }
    return quoted + '"';
}

std::string toCsv(const Table& table, const CsvOptions& options)
{
    std::string text;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        if (i > 0) text += ',';
        text += csvField(table.columns[i].key);
    }
    text += "\r\n";
    for (const auto& row : table.rows) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (i > 0) text += ',';
            text += cellText(row[i], options);
        }
        text += "\r\n";
    }
    return text;
}

}  // namespace resched

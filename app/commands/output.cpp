// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/output.h"

#include "commands/verbs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

namespace resched::app {

namespace {

// Length of the UTF-8 sequence at the front, 0 when it is none.
std::size_t sequenceLength(std::string_view text)
{
    const auto first = static_cast<unsigned char>(text.front());
    const std::size_t length = first < 0x80            ? 1
                               : (first >> 5U) == 0x06 ? 2
                               : (first >> 4U) == 0x0e ? 3
                               : (first >> 3U) == 0x1e ? 4
                                                       : 0;
    if (length == 0 || length > text.size()) return 0;
    for (std::size_t i = 1; i < length; ++i) {
        if ((static_cast<unsigned char>(text[i]) >> 6U) != 0x02) return 0;
    }
    return length;
}

std::size_t columnsOf(std::string_view text)
{
    return static_cast<std::size_t>(std::ranges::count_if(
        text, [](char byte) { return (static_cast<unsigned char>(byte) & 0xc0U) != 0x80U; }));
}

std::string cellText(const Cell& cell, ColumnKind kind, Timestamp origin)
{
    if (std::holds_alternative<std::monostate>(cell)) return "-";
    if (const auto* text = std::get_if<std::string>(&cell)) return safeText(*text);
    if (const auto* real = std::get_if<double>(&cell)) {
        if (kind == ColumnKind::Ratio) return percentText(*real);
        return durationText(Nanoseconds{std::llround(*real)});
    }
    const std::int64_t whole = std::get<std::int64_t>(cell);
    if (kind == ColumnKind::Duration) return durationText(Nanoseconds{whole});
    if (kind == ColumnKind::Time) return timeText(timestamp(whole), origin);
    return std::to_string(whole);
}

void appendPadded(std::string& line, std::string_view text, std::size_t width, bool isText)
{
    const std::string pad(width - std::min(width, columnsOf(text)), ' ');
    if (!line.empty()) line += "  ";
    line += isText ? std::string(text) + pad : pad + std::string(text);
}

}  // namespace

void print(std::string_view text)
{
    std::fwrite(text.data(), 1, text.size(), stdout);
}

int fail(const Error& error)
{
    std::fflush(stdout);
    std::fprintf(stderr, "resched: %s\n", describe(error).c_str());
    return error.code == ErrorCode::InvalidArgument ? kWrongUsage : kFailed;
}

void note(std::string_view sentence)
{
    std::fflush(stdout);
    std::fprintf(stderr, "resched: note: %.*s\n", static_cast<int>(sentence.size()),
                 sentence.data());
}

std::string durationText(Nanoseconds length)
{
    const std::int64_t ns = length.count();
    if (ns < 0) return "-" + durationText(-length);
    if (ns < 1000) return std::to_string(ns) + " ns";
    struct Unit
    {
        std::int64_t size;
        const char* name;
    };
    static constexpr std::array<Unit, 3> kUnits = {
        {{1'000, "us"}, {1'000'000, "ms"}, {1'000'000'000, "s"}}};
    for (const Unit& unit : kUnits) {
        const std::int64_t step = unit.size / 1000;
        const std::int64_t thousandths = (ns + step / 2) / step;  // rounded half up
        if (thousandths >= 1'000'000 && unit.size != kUnits.back().size) continue;
        std::array<char, 48> text{};
        std::snprintf(text.data(), text.size(), "%lld.%03lld %s",
                      static_cast<long long>(thousandths / 1000),
                      static_cast<long long>(thousandths % 1000), unit.name);
        return text.data();
    }
    return {};
}

std::string countText(std::uint64_t count, std::string_view singular, std::string_view plural)
{
    return std::to_string(count) + ' ' + std::string(count == 1 ? singular : plural);
}

std::string timeText(Timestamp time, Timestamp origin)
{
    const std::int64_t ns = (time - origin).count();
    const auto size = static_cast<std::uint64_t>(ns < 0 ? -ns : ns);
    std::array<char, 48> text{};
    std::snprintf(text.data(), text.size(), "%s%llu.%09llu", ns < 0 ? "-" : "",
                  static_cast<unsigned long long>(size / 1'000'000'000),
                  static_cast<unsigned long long>(size % 1'000'000'000));
    return text.data();
}

std::string percentText(double fraction)
{
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.3f %%", fraction * 100);
    return text.data();
}

std::string safeText(std::string_view bytes)
{
    std::string text;
    while (!bytes.empty()) {
        const std::size_t length = sequenceLength(bytes);
        const auto first = static_cast<unsigned char>(bytes.front());
        if (length == 0 || first < 0x20 || first == 0x7f) {
            text += "\xef\xbf\xbd";
            bytes.remove_prefix(1);
        } else {
            text += bytes.substr(0, length);
            bytes.remove_prefix(length);
        }
    }
    return text;
}

std::string tableText(const Table& table, Timestamp origin)
{
    std::vector<std::size_t> shown;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        if (!table.columns[i].isDetail) shown.push_back(i);
    }
    std::vector<std::vector<std::string>> lines;
    auto& head = lines.emplace_back();
    for (const std::size_t i : shown) head.push_back(table.columns[i].title);
    for (const auto& row : table.rows) {
        auto& line = lines.emplace_back();
        for (const std::size_t i : shown) {
            line.push_back(cellText(row[i], table.columns[i].kind, origin));
        }
    }
    std::vector<std::size_t> widths(shown.size(), 0);
    for (const auto& line : lines) {
        for (std::size_t i = 0; i < line.size(); ++i) {
            widths[i] = std::max(widths[i], columnsOf(line[i]));
        }
    }
    std::string text;
    for (const auto& line : lines) {
        std::string out;
        for (std::size_t i = 0; i < line.size(); ++i) {
            appendPadded(out, line[i], widths[i], table.columns[shown[i]].kind == ColumnKind::Text);
        }
        out.erase(out.find_last_not_of(' ') + 1);
        text += out + '\n';
    }
    return text;
}

std::string distributionsText(const NamedDistributions& distributions)
{
    Table table;
    table.columns = {
        {"what", "", ColumnKind::Text},         {"n", "n", ColumnKind::Count},
        {"mean", "mean", ColumnKind::Duration}, {"stddev", "stddev", ColumnKind::Duration},
        {"min", "min", ColumnKind::Duration},   {"p50", "p50", ColumnKind::Duration},
        {"p90", "p90", ColumnKind::Duration},   {"p95", "p95", ColumnKind::Duration},
        {"p99", "p99", ColumnKind::Duration},   {"p999", "p99.9", ColumnKind::Duration},
        {"max", "max", ColumnKind::Duration}};
    for (const auto& [name, summary] : distributions) {
        auto& row = table.rows.emplace_back();
        row = {name, static_cast<std::int64_t>(summary.n),
               summary.mean ? Cell{*summary.mean} : Cell{},
               summary.stddev ? Cell{*summary.stddev} : Cell{}};
        for (const auto& value : {summary.min, summary.p50, summary.p90, summary.p95, summary.p99,
                                  summary.p999, summary.max}) {
            row.push_back(value ? Cell{std::int64_t{value->count()}} : Cell{});
        }
    }
    return tableText(table, Timestamp{});
}

}  // namespace resched::app

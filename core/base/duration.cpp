// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/duration.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace resched {

namespace {

// The unit at the end of `text`, which loses it; 0 when what stands there is no unit.
std::int64_t takeUnit(std::string_view& text)
{
    struct Unit
    {
        std::string_view name;
        std::int64_t nanoseconds;
    };
    static constexpr std::array<Unit, 5> kUnits{
        {{"ns", 1}, {"us", 1'000}, {"\u00b5s", 1'000}, {"ms", 1'000'000}, {"s", 1'000'000'000}}};
    for (const Unit& unit : kUnits) {
        if (!text.ends_with(unit.name)) continue;
        text.remove_suffix(unit.name.size());
        if (text.ends_with(' ')) text.remove_suffix(1);
        return unit.nanoseconds;
    }
    return !text.empty() && text.back() >= '0' && text.back() <= '9' ? 1 : 0;
}

bool isDigits(std::string_view text)
{
    return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

std::optional<std::int64_t> parseInteger(std::string_view text)
{
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || text.empty()) return {};
    return value;
}

std::optional<Nanoseconds> parseDuration(std::string_view text)
{
    const std::int64_t unit = takeUnit(text);
    const auto dot = text.find('.');
    const std::string_view whole = text.substr(0, dot);
    std::string_view fraction = dot == std::string_view::npos ? "" : text.substr(dot + 1);
    if (unit == 0 || whole.empty() || !isDigits(whole) || !isDigits(fraction)) return {};
    if (dot != std::string_view::npos && fraction.empty()) return {};
    const auto units = parseInteger(whole);
    if (!units || *units > INT64_MAX / unit) return {};
    std::int64_t result = *units * unit;
    std::int64_t place = unit;
    for (const char digit : fraction) {
        // Zeros may go below the nanosecond, other digits may not.
        if (digit != '0' && place < 10) return {};
        place /= 10;
        const std::int64_t part = (digit - '0') * place;
        if (result > INT64_MAX - part) return {};
        result += part;
    }
    return Nanoseconds{result};
}

}  // namespace resched

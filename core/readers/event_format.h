// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The text by which the kernel describes a tracepoint's payload (the event's `format` file). Read
// here and not by libtraceevent: texts come from files of strangers, on damaged ones that library's
// 1.7 leaves its buffers, and of its parser of print expressions nothing is needed.

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace resched {

struct FormatField
{
    std::string_view name;
    std::string_view type;  // "unsigned int", "__data_loc char[]"; of an array its bounds: "[16]"
    std::uint16_t offset = 0;
    std::uint16_t size = 0;
    bool isSigned = false;

    bool isArray() const { return type.ends_with(']'); }
    bool isDynamic() const { return type.starts_with("__data_loc"); }
    bool isRelative() const { return type.starts_with("__rel_loc"); }
    friend bool operator==(const FormatField&, const FormatField&) = default;
};

// Views into the text.
struct EventFormat
{
    std::string_view name;
    std::uint32_t id = 0;
    std::vector<FormatField> fields;
    std::string_view printFormat;

    const FormatField* find(std::string_view field) const;
};

// Nothing when name or id are missing or a field line is not of the known form.
std::optional<EventFormat> parseEventFormat(std::string_view text);

}  // namespace resched

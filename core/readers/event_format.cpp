// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/event_format.h"

#include <algorithm>
#include <charconv>

namespace resched {

namespace {

std::string_view trimmed(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r") + 1 - first);
}

template <typename Number>
std::optional<Number> numberIn(std::string_view text)
{
    text = trimmed(text);
    Number value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{}) return std::nullopt;
    return value;
}

// What stands behind "key:" in one of the parts of a field line.
std::optional<std::string_view> valueOf(std::string_view part, std::string_view key)
{
    part = trimmed(part);
    if (!part.starts_with(key) || part.size() == key.size() || part[key.size()] != ':') {
        return std::nullopt;
    }
    return part.substr(key.size() + 1);
}

bool isNameCharacter(char c)
{
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// The oldest kernels do not say: by the type's name.
bool looksSigned(std::string_view type)
{
    return !type.starts_with("unsigned") && !type.starts_with("u") && !type.ends_with('*') &&
           !type.starts_with("char");
}

// "unsigned long prev_state", "char comm[16]", "__data_loc char[] name". The bounds of an array
// stay with the type.
bool splitDeclaration(std::string_view declaration, FormatField& field)
{
    declaration = trimmed(declaration);
    std::string_view whole = declaration;
    if (whole.ends_with(']')) whole = trimmed(whole.substr(0, whole.rfind('[')));
    std::size_t first = whole.size();
    while (first > 0 && isNameCharacter(whole[first - 1])) --first;
    field.name = whole.substr(first);
    field.type = trimmed(whole.substr(0, first));
    if (whole.size() != declaration.size()) {
        // One view cannot hold both ends; the bounds alone say what matters: an array.
        field.type = declaration.substr(whole.size());
    }
    return !field.name.empty() && !field.type.empty();
}

// "field:DECLARATION;	offset:N;	size:N;	signed:N;"
std::optional<FormatField> parseField(std::string_view line)
{
    FormatField field;
    bool hasName = false;
    bool hasOffset = false;
    bool hasSize = false;
    std::optional<int> isSigned;
    while (!line.empty()) {
        const std::string_view part = line.substr(0, line.find(';'));
        line.remove_prefix(std::min(line.size(), part.size() + 1));
        if (const auto declaration = valueOf(part, "field")) {
            hasName = splitDeclaration(*declaration, field);
        } else if (const auto special = valueOf(part, "field special")) {
            hasName = splitDeclaration(*special, field);
        } else if (const auto offset = valueOf(part, "offset")) {
            const auto value = numberIn<std::uint16_t>(*offset);
            hasOffset = value.has_value();
            field.offset = value.value_or(0);
        } else if (const auto size = valueOf(part, "size")) {
            const auto value = numberIn<std::uint16_t>(*size);
            hasSize = value.has_value();
            field.size = value.value_or(0);
        } else if (const auto sign = valueOf(part, "signed")) {
            isSigned = numberIn<int>(*sign);
        }
    }
    if (!hasName || !hasOffset || !hasSize) return std::nullopt;
    field.isSigned = isSigned ? *isSigned != 0 : looksSigned(field.type);
    return field;
}

}  // namespace

const FormatField* EventFormat::find(std::string_view field) const
{
    const auto found = std::ranges::find(fields, field, &FormatField::name);
    return found == fields.end() ? nullptr : &*found;
}

std::optional<EventFormat> parseEventFormat(std::string_view text)
{
    EventFormat format;
    bool hasId = false;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        const std::string_view start = trimmed(line);
        if (start.starts_with("print fmt:")) {
            format.printFormat = text;
            break;
        }
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        if (const auto name = valueOf(start, "name")) {
            format.name = trimmed(*name);
        } else if (const auto id = valueOf(start, "ID")) {
            const auto value = numberIn<std::uint32_t>(*id);
            hasId = value.has_value();
            format.id = value.value_or(0);
        } else if (start.starts_with("field")) {
            const std::optional<FormatField> field = parseField(start);
            if (!field) return std::nullopt;
            format.fields.push_back(*field);
        }
    }
    if (format.name.empty() || !hasId) return std::nullopt;
    return format;
}

}  // namespace resched

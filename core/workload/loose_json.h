// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// JSON as workload files use it. rt-app's own parser and its front end accept more than the
// standard, and files in use rely on it: comments, trailing commas, keys without a value
// ("suspend",) and keys that appear twice, each of them a step of its own. A standard library drops
// or refuses these, so this one keeps every member in order, with the line it stood on.

#include "base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace resched {

struct JsonValue
{
    struct Member;
    struct Null
    {
        friend bool operator==(const Null&, const Null&) = default;
    };

    std::variant<Null, bool, std::int64_t, double, std::string, std::vector<JsonValue>,
                 std::vector<Member>>
        content;
    std::uint64_t line = 0;

    bool isObject() const { return std::holds_alternative<std::vector<Member>>(content); }
    bool isArray() const { return std::holds_alternative<std::vector<JsonValue>>(content); }
    const std::vector<Member>* object() const { return std::get_if<std::vector<Member>>(&content); }
    const std::vector<JsonValue>* array() const
    {
        return std::get_if<std::vector<JsonValue>>(&content);
    }
    const std::string* string() const { return std::get_if<std::string>(&content); }
    const std::int64_t* integer() const { return std::get_if<std::int64_t>(&content); }
    const bool* boolean() const { return std::get_if<bool>(&content); }
    // The first member of that name, or null.
    const JsonValue* find(std::string_view key) const;
};

struct JsonValue::Member
{
    std::string key;
    JsonValue value;
};

// Errors carry the line. Nesting is limited to 64 levels.
Result<JsonValue> parseLooseJson(std::string_view text);

// A JSON string literal, with quotes; bytes that are no UTF-8 become U+FFFD.
std::string jsonQuoted(std::string_view text);

}  // namespace resched

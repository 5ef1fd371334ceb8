// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "workload/loose_json.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>

namespace resched {

namespace {

constexpr int kMaxDepth = 64;

// Bytes that are no UTF-8 become U+FFFD, here as where they are written.
std::string asUtf8(std::string_view text)
{
    const auto isAscii = [](char byte) { return static_cast<unsigned char>(byte) < 0x80; };
    if (std::ranges::all_of(text, isAscii)) return std::string(text);
    return nlohmann::json::parse(jsonQuoted(text)).get<std::string>();
}

class Parser
{
public:
    explicit Parser(std::string_view text) : text_(text) {}

    Result<JsonValue> parse()
    {
        JsonValue value;
        skipBlanks();
        if (!parseValue(value, 0)) return failure();
        skipBlanks();
        if (at_ < text_.size()) {
            fail("something follows the end", "nothing after the last brace");
            return failure();
        }
        return value;
    }

private:
    Error failure() const
    {
        return {.code = ErrorCode::Corrupt,
                .what = what_,
                .position = {FilePosition::Unit::Line, failedLine_},
                .expected = expected_};
    }

    bool fail(std::string what, std::string expected)
    {
        if (what_.empty()) {
            what_ = std::move(what);
            expected_ = std::move(expected);
            failedLine_ = line_;
        }
        return false;
    }

    char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

    void skipBlanks()
    {
        while (at_ < text_.size()) {
            const std::string_view rest = text_.substr(at_);
            if (rest.front() == '\n') ++line_;
            if (rest.front() == ' ' || rest.front() == '\t' || rest.front() == '\n' ||
                rest.front() == '\r') {
                ++at_;
            } else if (rest.starts_with("//")) {
                at_ = std::min(text_.find('\n', at_), text_.size());
            } else if (rest.starts_with("/*")) {
                const std::size_t end = std::min(text_.find("*/", at_ + 2), text_.size() - 2);
                for (; at_ < end + 2; ++at_) line_ += text_[at_] == '\n' ? 1U : 0U;
            } else {
                return;
            }
        }
    }

    bool parseValue(JsonValue& value, int depth)
    {
        value.line = line_;
        switch (peek()) {
            case '{':
                return parseObject(value, depth);
            case '[':
                return parseArray(value, depth);
            case '"': {
                std::string text;
                if (!parseString(text)) return false;
                value.content = std::move(text);
                return true;
            }
            default:
                return parseWord(value);
        }
    }

    bool parseObject(JsonValue& value, int depth)
    {
        if (depth >= kMaxDepth) return fail("it is nested too deeply", "at most 64 levels");
        std::vector<JsonValue::Member> members;
        ++at_;
        skipBlanks();
        while (peek() != '}') {
            JsonValue::Member member;
            if (peek() != '"') return fail("a key is missing here", "a key in quotes or a brace");
            member.value.line = line_;
            if (!parseString(member.key)) return false;
            skipBlanks();
            if (peek() == ':') {
                ++at_;
                skipBlanks();
                if (!parseValue(member.value, depth + 1)) return false;
                skipBlanks();
            }
            members.push_back(std::move(member));
            if (peek() != ',' && peek() != '}')
                return fail("an object breaks off", "a comma or a brace");
            while (peek() == ',') {
                ++at_;
                skipBlanks();
            }
        }
        ++at_;
        value.content = std::move(members);
        return true;
    }

    bool parseArray(JsonValue& value, int depth)
    {
        if (depth >= kMaxDepth) return fail("it is nested too deeply", "at most 64 levels");
        std::vector<JsonValue> items;
        ++at_;
        skipBlanks();
        while (peek() != ']') {
            if (!parseValue(items.emplace_back(), depth + 1)) return false;
            skipBlanks();
            if (peek() != ',' && peek() != ']')
                return fail("a list breaks off", "a comma or a bracket");
            while (peek() == ',') {
                ++at_;
                skipBlanks();
            }
        }
        ++at_;
        value.content = std::move(items);
        return true;
    }

    // Finds the closing quote and leaves the escapes to the library.
    bool parseString(std::string& result)
    {
        const std::size_t begin = at_++;
        while (at_ < text_.size() && text_[at_] != '"') {
            if (text_[at_] == '\n') break;
            at_ += text_[at_] == '\\' ? 2U : 1U;
        }
        if (at_ >= text_.size() || text_[at_] != '"') {
            return fail("a string is not closed", "a quotation mark");
        }
        ++at_;
        const std::string_view literal = text_.substr(begin, at_ - begin);
        if (literal.find('\\') == std::string_view::npos) {
            result = asUtf8(literal.substr(1, literal.size() - 2));
            return true;
        }
        const auto parsed = nlohmann::json::parse(literal, nullptr, false);
        if (!parsed.is_string()) return fail("a string holds a bad escape", "JSON's escapes");
        result = parsed.get<std::string>();
        return true;
    }

    bool parseWord(JsonValue& value)
    {
        const std::size_t end = std::min(text_.find_first_of(",]} \t\r\n:/\"", at_), text_.size());
        const std::string_view word = text_.substr(at_, end - at_);
        at_ = end;
        if (word == "true" || word == "false") {
            value.content = word == "true";
            return true;
        }
        if (word == "null") return true;
        std::int64_t integer = 0;
        const char* last = word.data() + word.size();
        if (const auto [next, error] = std::from_chars(word.data(), last, integer);
            error == std::errc{} && next == last) {
            value.content = integer;
            return true;
        }
        double real = 0;
        if (const auto [next, error] = std::from_chars(word.data(), last, real);
            error == std::errc{} && next == last && !word.empty()) {
            value.content = real;
            return true;
        }
        return fail(
            word.empty() ? "a value is missing" : "\"" + std::string(word) + "\" is no value",
            "an object, a list, a string, a number, true, false or null");
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::uint64_t line_ = 1;
    std::uint64_t failedLine_ = 0;
    std::string what_;
    std::string expected_;
};

}  // namespace

const JsonValue* JsonValue::find(std::string_view key) const
{
    const auto* members = object();
    if (members == nullptr) return nullptr;
    for (const auto& [name, value] : *members) {
        if (name == key) return &value;
    }
    return nullptr;
}

Result<JsonValue> parseLooseJson(std::string_view text)
{
    return Parser(text).parse();
}

std::string jsonQuoted(std::string_view text)
{
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace resched

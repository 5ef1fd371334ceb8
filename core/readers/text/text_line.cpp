// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/text/text_line.h"

#include <cstring>

namespace resched::text {

namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isSpace(char c)
{
    return c == ' ' || c == '\t';
}

std::string_view trimmedRight(std::string_view text)
{
    while (!text.empty() && isSpace(text.back())) text.remove_suffix(1);
    return text;
}

// Takes the last word off `text`.
std::string_view takeLastWord(std::string_view& text)
{
    text = trimmedRight(text);
    std::size_t begin = text.size();
    while (begin > 0 && !isSpace(text[begin - 1])) --begin;
    const std::string_view word = text.substr(begin);
    text.remove_suffix(text.size() - begin);
    return word;
}

bool allDigits(std::string_view text)
{
    if (text.empty()) return false;
    for (const char c : text) {
        if (!isDigit(c)) return false;
    }
    return true;
}

bool parseNumber(std::string_view text, std::int32_t& value)
{
    std::int64_t wide = 0;
    if (!takeInteger(text, wide) || !text.empty()) return false;
    if (wide < INT32_MIN || wide > INT32_MAX) return false;
    value = static_cast<std::int32_t>(wide);
    return true;
}

struct Stamp
{
    std::size_t begin;  // of the digits
    std::size_t end;    // after the colon
};

// The first "SECONDS.FRACTION:" that stands alone.
std::optional<Stamp> findStamp(std::string_view line)
{
    std::size_t from = 0;
    while (true) {
        const void* found = std::memchr(line.data() + from, ':', line.size() - from);
        if (found == nullptr) return std::nullopt;
        const auto colon = static_cast<std::size_t>(static_cast<const char*>(found) - line.data());
        from = colon + 1;
        if (from < line.size() && !isSpace(line[from])) continue;
        std::size_t point = colon;
        while (point > 0 && isDigit(line[point - 1])) --point;
        if (point == colon || point == 0 || line[point - 1] != '.' || colon - point > 9) continue;
        std::size_t begin = point - 1;
        while (begin > 0 && isDigit(line[begin - 1])) --begin;
        if (begin == point - 1 || (begin > 0 && !isSpace(line[begin - 1]))) continue;
        return Stamp{begin, from};
    }
}

bool parseTime(std::string_view digits, TextLine& line)
{
    std::int64_t seconds = 0;
    if (!takeInteger(digits, seconds) || seconds < 0 || seconds > INT64_MAX / 1'000'000'000 - 1) {
        return false;
    }
    std::int64_t fraction = 0;
    digits.remove_prefix(1);
    line.fractionDigits = static_cast<int>(digits.size());
    for (int i = 0; i < 9; ++i) {
        fraction = fraction * 10;
        if (i < line.fractionDigits) fraction += digits[static_cast<std::size_t>(i)] - '0';
    }
    line.time = seconds * 1'000'000'000 + fraction;
    return true;
}

bool takeCpu(std::string_view word, TextLine& line)
{
    if (word.size() < 3 || word.front() != '[' || word.back() != ']') return false;
    return parseNumber(word.substr(1, word.size() - 2), line.cpu) && line.cpu >= 0;
}

// "(  611)" or "(-----)" at the end of `left`.
bool takeTgid(std::string_view& left, TextLine& line)
{
    left = trimmedRight(left);
    if (left.empty() || left.back() != ')') return true;
    const std::size_t open = left.rfind('(');
    if (open == std::string_view::npos) return false;
    const std::string_view inside = trimmed(left.substr(open + 1, left.size() - open - 2));
    if (inside.find_first_not_of('-') != std::string_view::npos &&
        !parseNumber(inside, line.tgid)) {
        return true;  // part of a name, not a tgid column
    }
    left.remove_suffix(left.size() - open);
    return true;
}

// What stands before the CPU: "comm-tid" of ftrace, "comm tid" or "comm pid/tid" of perf.
bool takeTask(std::string_view left, bool mayBePerf, TextLine& line)
{
    left = trimmedRight(left);
    std::string_view rest = left;
    const std::string_view word = takeLastWord(rest);
    if (mayBePerf) {
        const std::size_t slash = word.find('/');
        const bool isPair = slash != std::string_view::npos && allDigits(word.substr(0, slash)) &&
                            allDigits(word.substr(slash + 1));
        if (isPair || allDigits(word) || word == "-1") {
            line.style = LineStyle::Perf;
            line.comm = trimmed(rest);
            if (!isPair) return parseNumber(word, line.tid);
            return parseNumber(word.substr(0, slash), line.tgid) &&
                   parseNumber(word.substr(slash + 1), line.tid);
        }
    }
    const std::size_t dash = left.rfind('-');
    if (dash == std::string_view::npos) return false;
    line.comm = trimmed(left.substr(0, dash));
    return parseNumber(left.substr(dash + 1), line.tid);
}

// The latency format writes CPU and flags as one word: "3dNh2.".
bool takeLatencyColumn(std::string_view word, TextLine& line)
{
    std::int64_t cpu = 0;
    if (!takeInteger(word, cpu) || word.size() < 4 || cpu < 0 || cpu > 4095) return false;
    line.cpu = static_cast<std::int32_t>(cpu);
    return true;
}

bool parseLeft(std::string_view left, TextLine& line)
{
    std::string_view rest = left;
    const std::string_view last = takeLastWord(rest);
    if (takeCpu(last, line)) {
        return takeTgid(rest, line) && takeTask(rest, true, line);
    }
    std::string_view before = rest;
    if (takeCpu(takeLastWord(before), line)) {  // `last` is the flags column
        return takeTgid(before, line) && takeTask(before, false, line);
    }
    TextLine latency = line;
    if (takeLatencyColumn(last, latency) && takeTgid(rest, latency) &&
        takeTask(rest, false, latency)) {
        line = latency;
        return true;
    }
    // perf script without a CPU column. Only perf writes so, and its task column is numeric.
    return takeTask(left, true, line) && line.style == LineStyle::Perf;
}

void parseRight(std::string_view right, TextLine& line)
{
    right = trimmed(right);
    // perf's period column.
    std::size_t digits = 0;
    while (digits < right.size() && isDigit(right[digits])) ++digits;
    if (line.style == LineStyle::Perf && digits > 0 && digits < right.size() &&
        isSpace(right[digits])) {
        right = trimmed(right.substr(digits));
    }
    std::size_t colon = 0;
    while (colon < right.size() && !isSpace(right[colon])) {
        const bool ends =
            right[colon] == ':' && (colon + 1 == right.size() || isSpace(right[colon + 1]));
        if (ends) break;
        ++colon;
    }
    const bool isName = right.substr(0, colon).find('(') == std::string_view::npos;
    if (colon >= right.size() || right[colon] != ':' || !isName) {
        // "PERF_RECORD_FORK(1:1):(0:0)", "PERF_RECORD_LOST lost 7"; else a function tracer's line.
        if (right.starts_with("PERF_RECORD_")) {
            const std::size_t end = right.find_first_of(" (:");
            line.event = right.substr(0, end);
            line.payload = end == std::string_view::npos ? std::string_view{} : right.substr(end);
        } else {
            line.payload = right;
        }
        return;
    }
    line.event = right.substr(0, colon);
    line.payload = trimmed(right.substr(colon + 1));
    if (allDigits(line.event)) line.event = {};  // old atrace marks its writes "0:"
    if (const std::size_t group = line.event.find(':'); group != std::string_view::npos) {
        line.event.remove_prefix(group + 1);
    }
}

}  // namespace

bool takeInteger(std::string_view& text, std::int64_t& value)
{
    std::size_t at = 0;
    const bool isNegative = !text.empty() && text[0] == '-';
    if (isNegative) at = 1;
    const std::size_t first = at;
    std::int64_t result = 0;
    for (; at < text.size() && isDigit(text[at]); ++at) {
        if (result > (INT64_MAX - 9) / 10) return false;
        result = result * 10 + (text[at] - '0');
    }
    if (at == first) return false;
    value = isNegative ? -result : result;
    text.remove_prefix(at);
    return true;
}

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && isSpace(text.front())) text.remove_prefix(1);
    return trimmedRight(text);
}

std::optional<TextLine> parseLine(std::string_view line)
{
    const auto stamp = findStamp(line);
    if (!stamp) return std::nullopt;
    TextLine parsed;
    if (!parseTime(line.substr(stamp->begin, stamp->end - 1 - stamp->begin), parsed) ||
        !parseLeft(line.substr(0, stamp->begin), parsed)) {
        return std::nullopt;
    }
    parseRight(line.substr(stamp->end), parsed);
    return parsed;
}

}  // namespace resched::text

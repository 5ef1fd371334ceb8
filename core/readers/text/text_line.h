// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One line of a text trace taken apart: ftrace's `trace`, `trace-cmd report` (with or without
// latency and tgid columns) and `perf script`. Task names may hold anything, so a line is read
// outwards from its time stamp, the one field whose shape a name cannot have by accident.

#include <cstdint>
#include <optional>
#include <string_view>

namespace resched::text {

enum class LineStyle : std::uint8_t { Ftrace, Perf };

struct TextLine
{
    LineStyle style = LineStyle::Ftrace;
    std::string_view comm;
    std::int32_t tid = -1;
    std::int32_t tgid = -1;
    std::int32_t cpu = -1;     // -1: the line has no CPU column
    std::int64_t time = 0;     // ns
    int fractionDigits = 0;    // of the time stamp: 6 means microseconds
    std::string_view event;    // without "sched:"; empty for function and syscall tracer lines
    std::string_view payload;  // what follows "event:"
};

// Nothing when the line is not an event.
std::optional<TextLine> parseLine(std::string_view line);

// Integer at the start of `text`, with sign; consumes it. False when there is none or it is too
// large.
bool takeInteger(std::string_view& text, std::int64_t& value);
std::string_view trimmed(std::string_view text);

}  // namespace resched::text

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Numbers, times and facts of core as text in the user's language: the only place where the ui
// turns a code into a sentence. Numbers follow QLocale(), durations choose ns, us, ms or s by size
// and never pass through a double on the way to their digits.

#include "analysis/waits.h"
#include "base/result.h"
#include "base/time.h"
#include "theme.h"
#include "trace/trace.h"

#include <QtCore/QString>

#include <cstdint>
#include <optional>
#include <string_view>

namespace resched::ui {

enum class TimeUnit : std::uint8_t { Nanoseconds, Microseconds, Milliseconds, Seconds };

TimeUnit unitFor(Nanoseconds length);
std::int64_t nanosecondsIn(TimeUnit unit);
QString unitName(TimeUnit unit);  // "ns", "µs", "ms", "s"

// "750 µs", "1.234 ms", "12.5 s": at most `decimals` digits after the point, rounded half away from
// zero, trailing zeros dropped.
QString duration(Nanoseconds length, int decimals = 3);
QString duration(std::optional<Nanoseconds> length, int decimals = 3);  // "–" when absent
// All digits: "1.234567 ms".
QString exactDuration(Nanoseconds length);
// In that unit, without its name: for axes and tables whose head says the unit.
QString durationIn(Nanoseconds length, TimeUnit unit, int decimals);
// Seconds since `origin` with nine digits and a sign when before it: "+1.234 567 890 s".
QString timeSince(Timestamp time, Timestamp origin);
// Wall-clock time in UTC, nanoseconds included; "" when the offset is not known.
QString wallClock(Timestamp time, std::optional<std::int64_t> wallClockOffset);

QString count(std::uint64_t number);
QString real(double number, int decimals = 3);
QString percent(double fraction, int decimals = 1);

QString errorText(const Error& error);
QString diagnosticText(std::string_view kind);
QString endReasonText(EndReason reason);
// With the numbers that decided it, where the simulator kept them.
QString decisionText(EndReason reason, const Decision& decision);
QString stateText(Look look);
QString taskStateText(TaskState state);
QString gapText(const Gap& gap);
QString ruleText(WaitRule rule);
QString waitKindText(WaitKind kind);
QString formatText(std::string_view format);  // TraceInfo::format

// Bytes of a trace as text; what is not UTF-8 becomes U+FFFD.
QString fromTrace(std::string_view bytes);
// "name-123" as the kernel's tools write it.
QString taskText(const Trace& trace, TaskId task);

}  // namespace resched::ui

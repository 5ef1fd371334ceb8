// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What verbs print: results on stdout, messages on stderr; text for people, CSV and JSON for
// programs.

#include "base/result.h"
#include "base/time.h"
#include "export/csv.h"
#include "export/json.h"
#include "export/table.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace resched::app {

enum class Format : std::uint8_t { Text, Csv, Json };

void print(std::string_view text);
// One sentence on stderr; returns the exit code: 2 for what the user asked wrongly, else 1.
int fail(const Error& error);
// The same for a note that does not stop the work.
void note(std::string_view sentence);

// "750 ns", "1.070 ms", "2.500 s": four digits at most before the unit changes, three after.
std::string durationText(Nanoseconds length);
std::string countText(std::uint64_t count, std::string_view singular, std::string_view plural);
// Seconds with nine digits, from the start of the trace.
std::string timeText(Timestamp time, Timestamp origin);
std::string percentText(double fraction);

// Columns in line, numbers to the right; detail columns left out; times count from `origin`.
std::string tableText(const Table& table, Timestamp origin);
// One row a distribution, in columns: n, mean, …
using NamedDistributions = std::vector<std::pair<std::string, DistributionSummary>>;
std::string distributionsText(const NamedDistributions& distributions);
// Bytes of a trace as UTF-8 without control characters.
std::string safeText(std::string_view bytes);

}  // namespace resched::app

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Facts as JSON with stable keys: units stand in the key, absent values are null, text that is not
// UTF-8 has U+FFFD in place of each wrong byte. dump() is the only way to text.

#include "analysis/distribution.h"
#include "analysis/statistics.h"
#include "analysis/waits.h"
#include "export/table.h"
#include "trace/trace.h"

#include <nlohmann/json.hpp>

#include <span>
#include <string>

namespace resched {

using Json = nlohmann::ordered_json;

Json toJson(const DistributionSummary& distribution);
Json toJson(const Totals& totals, bool isWhole);  // isWhole: with the lost events
Json toJson(const Table& table);                  // an array of objects
Json toJson(TimeRange range);

// What is asked of a trace, see `resched info`, `stats` and `latency`.
Json infoJson(const Trace& trace);
Json statisticsJson(const Trace& trace, const Statistics& statistics);
struct LatencyFacts
{
    WaitRule rule = WaitRule::RunDelay;
    TimeRange window;
    const WaitSet* set = nullptr;
    std::span<const Wait> worst;
};
Json latencyJson(const Trace& trace, const LatencyFacts& facts);

std::string dump(const Json& json);  // indented, with a line end

std::string_view fromName(WaitFrom from);  // "waking", "wakeup"

}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What independent readers found in the shared recordings: NAME.truth.json beside other people's
// traces, index.json for those of the lab. Each function adds test failures where a Trace differs.

#include "trace/trace.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string_view>
#include <vector>

namespace resched::test {

struct TruthCase
{
    std::filesystem::path path;
    nlohmann::json truth;
};

// All recordings below `folder` (a folder of `shared`/traces) that have a truth beside them.
std::vector<TruthCase> truthCases(const std::filesystem::path& folder);
// Events in all and by name, switches of each CPU, run time in all and of the first five tasks,
// idle time of each CPU.
void expectTruth(const Trace& trace, const nlohmann::json& truth);

// The traces of the lab's index whose format begins so; `truth` is their "from_trace".
std::vector<TruthCase> labCases(const std::filesystem::path& shared, std::string_view format);
// Event counts, switches, CPUs and span.
void expectLabFigures(const Trace& trace, const nlohmann::json& figures);

}  // namespace resched::test

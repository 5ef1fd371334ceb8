// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What independent readers found in the shared recordings: NAME.truth.json beside other people's
// traces, index.json for those of the lab.

#include <nlohmann/json.hpp>

#include <filesystem>
#include <vector>

namespace resched::test {

struct TruthCase
{
    std::filesystem::path path;
    nlohmann::json truth;
};

// All recordings below `folder` (a folder of `shared`/traces) that have a truth beside them.
std::vector<TruthCase> truthCases(const std::filesystem::path& folder);

// The traces of the lab's index that are in the folder; `truth` is their "from_trace".
std::vector<TruthCase> labCases(const std::filesystem::path& shared);

}  // namespace resched::test

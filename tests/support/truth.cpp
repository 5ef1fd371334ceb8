// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/truth.h"

#include <algorithm>
#include <fstream>

namespace resched::test {

namespace fs = std::filesystem;

namespace {

nlohmann::json parseFile(const fs::path& path)
{
    std::ifstream file(path);
    return nlohmann::json::parse(file);
}

}  // namespace

std::vector<TruthCase> truthCases(const fs::path& folder)
{
    std::vector<TruthCase> cases;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        fs::path truth = entry.path();
        truth += ".truth.json";
        if (!fs::exists(truth)) continue;
        cases.push_back({entry.path(), parseFile(truth)});
    }
    std::ranges::sort(cases, {}, &TruthCase::path);
    return cases;
}

std::vector<TruthCase> labCases(const fs::path& shared)
{
    std::vector<TruthCase> cases;
    const fs::path folder = shared / "lab-traces";
    const nlohmann::json index = parseFile(folder / "index.json");
    for (const auto& cell : index["cells"]) {
        for (const auto& trace : cell["traces"]) {
            if (!trace["path"].is_string()) continue;
            cases.push_back({folder / trace["path"].get<std::string>(), trace["from_trace"]});
        }
    }
    return cases;
}

}  // namespace resched::test

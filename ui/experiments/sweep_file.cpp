// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiments/sweep_file.h"

#include <array>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

namespace resched::ui {

Result<SweepResult> readSweepFile(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        return Error{.code = ErrorCode::NotFound,
                     .what = "the file cannot be read",
                     .path = path.string(),
                     .expected = "a result of `resched sweep`"};
    }
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    return sweepFromJson(text, path);
}

bool isSweepFile(const std::filesystem::path& path)
{
    std::array<char, 64> start{};
    std::ifstream file(path, std::ios::binary);
    file.read(start.data(), static_cast<std::streamsize>(start.size()));
    const std::string_view begins(start.data(), static_cast<std::size_t>(file.gcount()));
    return begins.starts_with('{') && begins.find("\"resched-sweep\"") != std::string_view::npos;
}

}  // namespace resched::ui

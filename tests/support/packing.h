// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Compressed files and archives for tests, made with libarchive.

#include <filesystem>
#include <string>
#include <string_view>

namespace resched::test {

enum class Filter { None, Gzip, Xz, Zstd };

std::string compressed(std::string_view content, Filter filter);
// A tar of what stands below `folder`, its paths beginning with `prefix`.
std::string tarOf(const std::filesystem::path& folder, const std::string& prefix, Filter filter);
std::string zipOf(const std::filesystem::path& folder, const std::string& prefix);

}  // namespace resched::test

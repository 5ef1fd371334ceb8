// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The digest by which a figure names its source: SHA-256 of a file's bytes; of a folder, of the
// relative path, size and bytes of every file in it, in order of path.

#include "base/progress.h"
#include "base/result.h"

#include <filesystem>
#include <string>

namespace resched::ui {

Result<std::string> digestOf(const std::filesystem::path& path, Progress& progress);

}  // namespace resched::ui

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/recordings.h"

#include <cstdlib>

namespace resched::test {

std::optional<std::filesystem::path> sharedFolder()
{
    const char* named = std::getenv("RESCHED_SHARED");
    const std::filesystem::path folder =
        named != nullptr && *named != '\0'
            ? std::filesystem::path(named)
            : std::filesystem::path(RESCHED_SOURCE_DIR).parent_path() / "shared";
    std::error_code ignored;
    if (!std::filesystem::is_directory(folder, ignored)) return std::nullopt;
    return folder;
}

std::filesystem::path dataFolder()
{
    return RESCHED_TEST_DATA;
}

}  // namespace resched::test

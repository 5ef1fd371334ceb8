// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Recordings that are too large or not ours to commit. They stand in a folder named by the variable
// RESCHED_SHARED, else in ../shared beside the source tree; tests skip, saying so, where it is
// absent.

#include <filesystem>
#include <optional>

namespace resched::test {

std::optional<std::filesystem::path> sharedFolder();

// The committed inputs of tests/data.
std::filesystem::path dataFolder();

}  // namespace resched::test

// In a test: the folder, or skip with the reason.
#define RESCHED_SHARED_OR_SKIP(folder)                                                       \
    const auto folder##Found = resched::test::sharedFolder();                                \
    if (!folder##Found) GTEST_SKIP() << "no recordings: set RESCHED_SHARED to their folder"; \
    const std::filesystem::path& folder = *folder##Found

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Results of sweeps as `resched sweep` and `resched merge` write them.

#include "experiment/sweep.h"

#include <filesystem>

namespace resched::ui {

Result<SweepResult> readSweepFile(const std::filesystem::path& path);
bool isSweepFile(const std::filesystem::path& path);  // by its first bytes

}  // namespace resched::ui

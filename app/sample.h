// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The recording that comes with the program: installed beside it, else in the source tree.

#include "base/result.h"

#include <filesystem>

namespace resched::app {

Result<std::filesystem::path> samplePath();

}  // namespace resched::app

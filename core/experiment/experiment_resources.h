// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The files of resources/experiments, as they were when the library was built.

#include <span>
#include <string_view>

namespace resched {

std::span<const std::string_view> experimentTexts();

}  // namespace resched

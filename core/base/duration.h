// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Numbers as people write them: whole numbers, and durations with a unit ("750us", "0.75ms", "2s";
// plain numbers are ns). Nothing goes through a double; what is no whole number of ns is refused.

#include "base/time.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace resched {

std::optional<std::int64_t> parseInteger(std::string_view text);
std::optional<Nanoseconds> parseDuration(std::string_view text);

}  // namespace resched

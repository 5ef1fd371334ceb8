// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The files of resources/machines as they were when the library was built, in the order in which
// they are listed to the user. The source is generated.

#include <span>
#include <string_view>

namespace resched {

std::span<const std::string_view> machineResources();

}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/result.h"

namespace resched {

std::string describe(const Error& error)
{
    std::string text = error.path;
    if (error.position.unit != FilePosition::Unit::None) {
        text += error.position.unit == FilePosition::Unit::Line ? ", line " : ", offset ";
        text += std::to_string(error.position.value);
    }
    if (!text.empty()) text += ": ";
    text += error.what;
    if (!error.expected.empty()) text += "; expected " + error.expected;
    return text;
}

}  // namespace resched

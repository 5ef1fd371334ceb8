// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A trace as text, to compare two that were read from different forms of one schedule.

#include "trace/trace.h"

#include <string>

namespace resched::test {

// Tasks with tid, names and segments; lanes with slices and gaps; wakeups, migrations and vruntime
// samples. Times in us as in support/schedule.h.
std::string picture(const Trace& trace);

}  // namespace resched::test

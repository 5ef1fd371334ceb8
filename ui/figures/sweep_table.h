// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The points of a sweep as a table, a row each: its parameters, its seed, its figures.

#include "experiment/sweep.h"
#include "export/table.h"

namespace resched::ui {

Table sweepTable(const SweepResult& sweep);

}  // namespace resched::ui

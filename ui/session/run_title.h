// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A run in a few words, as panels and figures name it: the file it was read from, or the scheduler
// and what differs from its defaults.

#include "session/session.h"

#include <QtCore/QString>

namespace resched::ui {

QString runTitle(const Run& run);
// "CFS of Linux 6.1, min_granularity_ns 3 ms, NO_LAST_BUDDY, 2 CPUs"
QString settingsTitle(const RunSettings& settings);

}  // namespace resched::ui

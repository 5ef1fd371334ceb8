// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How the numbers of a sweep are shown: times, whatever unit a figure counts them in, as times with
// the unit that suits them, everything else as it is.

#include <QtCore/QString>

#include <string>

namespace resched::ui {

struct SweepScale
{
    QString name;                      // without its unit: "wakeup_latency_p99"
    bool isTime = false;               // shown in ns times `factor`
    double factor = 1;                 // to ns
    QString text(double value) const;  // "1.25 ms", "0.731"
};

SweepScale scaleOfParameter(const std::string& name);
SweepScale scaleOfFigure(const std::string& expression);

}  // namespace resched::ui

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What stands under a figure: everything that is needed to make it again. Source and digest of a
// recording, or scheduler, tunables, machine, seed and version of a run; the range and the rule;
// how many samples, and how many were spurious, censored or lost.

#include "base/time.h"
#include "plots/latency_data.h"
#include "plots/strip_data.h"

#include <QtCore/QString>
#include <QtCore/QStringList>

namespace resched::ui {

QString programVersion();  // "Resched 0.1.0"

// "recorded: kernel (sha256:…), LTTng kernel trace (CTF), Linux 6.1.0, 4 CPUs, 0 events lost"
QString sourceText(const NamedRun& run);
// "0 ns to 1.2 s after the start of the trace"
QString rangeText(TimeRange range, Timestamp origin);
// "run-delay from sched_waking"
QString ruleCaption(const LatencyData& data);
// "recorded: n = 812, spurious 3, censored 2, lost 0"
QString samplesText(const QString& label, const LatencyData& data);

// The same text, with places in long digests where a line may break.
QString breakable(QString text);

// The name by which a path is shown: its last part, or two where that alone says nothing.
QString shownPath(const std::string& path);

}  // namespace resched::ui

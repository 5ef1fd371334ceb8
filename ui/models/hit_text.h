// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A thing of the timeline in words: a headline, facts in pairs, and for a wait who ran meanwhile
// and the decision that let them.

#include "session/hit.h"
#include "trace/trace.h"

#include <QtCore/QString>

#include <utility>
#include <vector>

namespace resched::ui {

// One stretch of another task on the CPU that a waiting task was queued on.
struct RanInstead
{
    TaskId task = kNoTask;
    TimeRange range;  // the part inside the wait
    QString why;      // the decision that brought it in or kept it, or why it left
};

struct HitText
{
    QString headline;
    std::vector<std::pair<QString, QString>> facts;
    std::vector<RanInstead> ranInstead;  // by time
    bool ranInsteadCut = false;          // there were more than are listed
};

constexpr std::size_t kMostRanInstead = 200;

HitText describeHit(const Trace& trace, const Hit& hit);
// The headline and the times, for the status line.
QString hitSummary(const Trace& trace, const Hit& hit);
std::vector<RanInstead> ranInstead(const Trace& trace, CpuId cpu, TimeRange wait, TaskId waiting,
                                   std::size_t most);

}  // namespace resched::ui

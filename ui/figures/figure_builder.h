// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Fills a Figure: the plot, its data, the numbers under it and the caption, one function a view.

#include "figures/figure.h"

#include <optional>

namespace resched::ui {

struct FigureBuilder
{
    Figure& figure;
    const std::optional<NamedRun>& baseline;
    const NamedRun& current;
    Progress& progress;

    Result<void> build();

private:
    Result<void> buildTimeline();
    Result<void> buildSpread();
    Result<void> buildHistogram();
    Result<void> buildDepth();
    Result<void> showStrips(StripData data);

    QString comparedTitle(const QString& subject) const;
    void addSources();
    bool wantsTask(const NamedRun& run, TaskId task) const;
    TimeRange range() const { return figure.options_.range; }
    Timestamp origin() const;
    TimeRange wholeRange() const;
};

}  // namespace resched::ui

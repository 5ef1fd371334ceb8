// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The timeline for paper: the lanes of one run, or of two with the same lanes on the same time
// axis, with names, a time axis in units and a legend of the states. It paints the scenes that the
// window paints, needs no session and no window, and shows the tasks that ran and waited most in
// the range.

#include "base/cpu_set.h"
#include "base/progress.h"
#include "base/result.h"
#include "plots/strip_data.h"
#include "theme.h"
#include "timeline/lanes.h"
#include "timeline/scene.h"
#include "timeline/trace_index.h"

#include <qcustomplot.h>

#include <deque>
#include <memory>
#include <optional>
#include <set>

namespace resched::ui {

struct TimelineFigureOptions
{
    TimeRange range;
    Timestamp origin{};
    CpuSet cpus = {};  // empty: all
    Theme theme = Theme::of(ThemeKind::Light);
    std::size_t mostTasks = 14;
};

class TimelineFigurePlot : public QCustomPlot
{
    Q_OBJECT
public:
    static Result<std::unique_ptr<TimelineFigurePlot>> make(const std::optional<NamedRun>& baseline,
                                                            const NamedRun& current,
                                                            const TimelineFigureOptions& options,
                                                            Progress& progress);

    int wantedHeight() const;
    const LaneList& lanes() const { return lanes_; }
    // Of pane 0 or 1, for an area of that size; null when there is no such pane.
    const Scene* scene(std::size_t pane, QSize size);

private:
    struct Pane
    {
        QString label;
        std::shared_ptr<const TraceIndex> index;
        QCPAxisRect* area = nullptr;
        std::optional<Scene> scene = {};
        QSize sceneSize = {};
    };

    explicit TimelineFigurePlot(const TimelineFigureOptions& options);
    void buildPane(std::size_t number);
    void build();

    TimelineFigureOptions options_;
    LaneList lanes_;
    std::deque<Pane> panes_;
};

// The tids that ran or waited most in the range, over both runs; at most so many.
std::set<Tid> busiestTasks(const std::optional<NamedRun>& baseline, const NamedRun& current,
                           TimeRange range, std::size_t most);

}  // namespace resched::ui

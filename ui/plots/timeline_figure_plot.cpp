// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/timeline_figure_plot.h"

#include "format.h"
#include "plots/look_legend.h"
#include "plots/plot_style.h"
#include "plots/tickers.h"
#include "timeline/lane_plottable.h"
#include "timeline/timeline_overlay.h"

#include <algorithm>
#include <map>

namespace resched::ui {

namespace {

constexpr int kNamesWidth = 150;
constexpr int kLabelHeight = 20;
constexpr int kAxisHeight = 44;
constexpr int kLegendHeight = 22;

bool isActive(SegmentState state)
{
    return state == SegmentState::Running || state == SegmentState::Woken ||
           state == SegmentState::Preempted;
}

void addActivity(const Trace& trace, TimeRange range, std::map<Tid, Nanoseconds>& activity)
{
    for (std::uint32_t i = 1; i < trace.tasks().size(); ++i) {
        const Task& task = trace.task(TaskId{i});
        auto segment =
            std::ranges::upper_bound(task.segments, range.begin, {}, &TaskSegment::begin);
        if (segment != task.segments.begin()) --segment;
        for (; segment != task.segments.end() && segment->begin < range.end; ++segment) {
            if (!isActive(segment->state)) continue;
            const auto at = static_cast<std::size_t>(segment - task.segments.begin());
            activity[task.tid] += clipped(trace.range(task, at), range).length();
        }
    }
}

void keepCpus(LaneList& list, const CpuSet& cpus)
{
    if (cpus.isEmpty()) return;
    std::erase_if(list.lanes,
                  [&](const Lane& lane) { return lane.cpu != kNoCpu && !cpus.contains(lane.cpu); });
    list.height = 0;
    for (Lane& lane : list.lanes) {
        lane.top = list.height;
        list.height += lane.height;
    }
}

}  // namespace

std::set<Tid> busiestTasks(const std::optional<NamedRun>& baseline, const NamedRun& current,
                           TimeRange range, std::size_t most)
{
    std::map<Tid, Nanoseconds> activity;
    addActivity(*current.trace, range, activity);
    if (baseline) addActivity(*baseline->trace, range, activity);
    std::vector<std::pair<Nanoseconds, Tid>> ranked;
    for (const auto& [tid, time] : activity) ranked.emplace_back(-time, tid);
    std::ranges::sort(ranked);
    ranked.resize(std::min(ranked.size(), most));
    std::set<Tid> tids;
    for (const auto& row : ranked) tids.insert(row.second);
    return tids;
}

TimelineFigurePlot::TimelineFigurePlot(const TimelineFigureOptions& options) : options_(options)
{
    setAutoAddPlottableToLegend(false);
    setFont(plotFont(FontRole::Small));
}

Result<std::unique_ptr<TimelineFigurePlot>> TimelineFigurePlot::make(
    const std::optional<NamedRun>& baseline, const NamedRun& current,
    const TimelineFigureOptions& options, Progress& progress)
{
    std::unique_ptr<TimelineFigurePlot> plot(new TimelineFigurePlot(options));
    const std::set<Tid> shown = busiestTasks(baseline, current, options.range, options.mostTasks);
    double from = 0;
    const NamedRun* const runs[] = {baseline ? &*baseline : nullptr, &current};
    for (const NamedRun* run : runs) {
        if (run == nullptr) continue;
        StepProgress step(progress, from, baseline ? from + 0.5 : 1);
        from += 0.5;
        Result<TraceIndex> index = buildTraceIndex(run->trace, step);
        if (!index) return index.error();
        plot->panes_.push_back(
            {.label = run->label, .index = std::make_shared<const TraceIndex>(std::move(*index))});
    }
    LaneOptions lanes;
    for (const Pane& pane : plot->panes_) {
        for (const auto& row : pane.index->tasks) {
            if (!shown.contains(row.first)) lanes.hidden.insert(row.first);
        }
    }
    plot->lanes_ = layoutLanes(plot->panes_.front().index.get(),
                               baseline ? plot->panes_.back().index.get() : nullptr, lanes);
    keepCpus(plot->lanes_, options.cpus);
    plot->build();
    return plot;
}

void TimelineFigurePlot::build()
{
    plotLayout()->clear();
    plotLayout()->setRowSpacing(0);
    plotLayout()->addElement(0, 0, new LookLegend(this, options_.theme));
    for (std::size_t i = 0; i < panes_.size(); ++i) buildPane(i);
    setBackground(QBrush(options_.theme.color(ColorId::Window)));
}

void TimelineFigurePlot::buildPane(std::size_t number)
{
    Pane& pane = panes_[number];
    const bool isLowest = number + 1 == panes_.size();
    const Theme& theme = options_.theme;
    auto* label = new QCPTextElement(this, pane.label, plotFont(FontRole::Bold, 12));
    label->setTextColor(theme.color(ColorId::Text));
    label->setTextFlags(Qt::AlignLeft | Qt::AlignVCenter);
    label->setMinimumSize(10, kLabelHeight);
    label->setMaximumSize(QWIDGETSIZE_MAX, kLabelHeight);
    plotLayout()->addElement(plotLayout()->rowCount(), 0, label);
    pane.area = new QCPAxisRect(this);
    plotLayout()->addElement(plotLayout()->rowCount(), 0, pane.area);
    styleAxes(*pane.area, theme);
    pane.area->setAutoMargins(QCP::msNone);
    pane.area->setMargins(QMargins(kNamesWidth, 2, 12, isLowest ? kAxisHeight : 2));
    pane.area->setMinimumSize(100, lanes_.height);  // without the margins
    QCPAxis* time = pane.area->axis(QCPAxis::atBottom);
    QCPAxis* lanes = pane.area->axis(QCPAxis::atLeft);
    lanes->setVisible(false);
    lanes->grid()->setVisible(false);
    time->setTicker(QSharedPointer<LinearTimeTicker>::create());
    time->setRange(static_cast<double>((options_.range.begin - options_.origin).count()),
                   static_cast<double>((options_.range.end - options_.origin).count()));
    time->setTickLabels(isLowest);
    if (isLowest) {
        time->setLabel(tr("Time since the start of the trace (%1)")
                           .arg(unitName(unitForRange(time->range()))));
    }
    auto* plottable =
        new LanePlottable(time, lanes, [this, number](QSize size) { return scene(number, size); });
    plottable->setTheme(theme);
    auto* names = new LaneNames(
        pane.area, [this, number] { return scene(number, panes_[number].area->rect().size()); });
    names->setTheme(theme);
}

const Scene* TimelineFigurePlot::scene(std::size_t pane, QSize size)
{
    if (pane >= panes_.size() || size.width() <= 0) return nullptr;
    Pane& shown = panes_[pane];
    if (shown.scene && shown.sceneSize == size) return &*shown.scene;
    shown.scene = buildScene({.index = shown.index.get(),
                              .lanes = &lanes_,
                              .scale = ColumnScale(options_.range, size.width()),
                              .scroll = 0,
                              .height = size.height(),
                              .theme = &options_.theme,
                              .metrics = QFontMetrics(font()),
                              .colourBy = ColourBy::Task});
    shown.sceneSize = size;
    return &*shown.scene;
}

int TimelineFigurePlot::wantedHeight() const
{
    const int panes = static_cast<int>(panes_.size());
    return kLegendHeight + panes * (kLabelHeight + lanes_.height + 4) + kAxisHeight;
}

}  // namespace resched::ui

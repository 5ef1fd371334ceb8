// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/experiment_plot.h"

#include "format.h"
#include "plots/plot_style.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace resched::ui {
namespace {

constexpr int kLineHeight = 26;
constexpr int kPanelFrame = 52;  // axis labels and spacing
constexpr double kFarApart = 30;
constexpr double kBandHalf = 0.32;

// The line's place on the axis of names: the first is on top.
double placeOf(std::size_t line)
{
    return static_cast<double>(line);
}

void addValue(std::vector<double>& values, std::optional<double> value)
{
    if (value) values.push_back(*value);
}

QCPRange rangeOf(std::vector<double> values, QCPAxis& axis)
{
    if (values.empty()) return {0, 1};
    const auto [least, most] = std::ranges::minmax(values);
    const double low = least;
    const double high = most;
    if (low > 0 && high / low > kFarApart) {
        axis.setScaleType(QCPAxis::stLogarithmic);
        axis.setTicker(QSharedPointer<QCPAxisTickerLog>::create());
        return {low / 1.6, high * 1.6};
    }
    const double from = std::min(0.0, low);
    const double to = std::max(0.0, high);
    const double margin = to > from ? (to - from) * 0.06 : 1;
    return {from < 0 ? from - margin : 0, to + margin};
}

}  // namespace

ExperimentPlot::ExperimentPlot(QWidget* parent) : QCustomPlot(parent)
{
    setAutoAddPlottableToLegend(false);
    setLocale(QLocale());
    setAccessibleName(tr("Published and simulated figures"));
    rebuild();
}

void ExperimentPlot::show(std::shared_ptr<const Experiment> experiment,
                          std::shared_ptr<const ExperimentResult> result)
{
    experiment_ = std::move(experiment);
    result_ = std::move(result);
    rebuild();
}

void ExperimentPlot::setTheme(const Theme& theme)
{
    theme_ = theme;
    rebuild();
}

QColor ExperimentPlot::bandColor() const
{
    QColor color = theme_.color(ColorId::Baseline);
    color.setAlphaF(0.22F);
    return color;
}

const RowResult* ExperimentPlot::resultOf(std::size_t row) const
{
    if (!result_) return nullptr;
    const auto found = std::ranges::find(result_->rows, row, &RowResult::row);
    return found == result_->rows.end() ? nullptr : &*found;
}

std::vector<ExperimentPlot::Panel> ExperimentPlot::panels() const
{
    std::vector<Panel> panels;
    if (!experiment_) return panels;
    for (std::size_t i = 0; i < experiment_->rows.size(); ++i) {
        const ExperimentRow& row = experiment_->rows[i];
        auto panel = std::ranges::find(panels, row.unit, &Panel::unit);
        if (panel == panels.end()) panel = panels.insert(panel, {.unit = row.unit, .lines = {}});
        panel->lines.push_back({&row, resultOf(i)});
    }
    return panels;
}

void ExperimentPlot::rebuild()
{
    clearPlottables();
    clearItems();
    plotLayout()->clear();
    legend_ = addLegendRow(*this);
    auto* margins = new QCPMarginGroup(this);
    int height = kPanelFrame;
    for (const Panel& panel : panels()) {
        addPanel(panel, *margins);
        height += kPanelFrame + kLineHeight * static_cast<int>(panel.lines.size());
    }
    setMinimumSize(420, height);
    stylePlot(*this, theme_);
    replot(rpQueuedReplot);
}

void ExperimentPlot::addPanel(const Panel& panel, QCPMarginGroup& margins)
{
    auto* rect = new QCPAxisRect(this);
    const bool isFirst = plotLayout()->rowCount() == 1;
    plotLayout()->addElement(plotLayout()->rowCount(), 0, rect);
    const double lines = static_cast<double>(panel.lines.size());
    plotLayout()->setRowStretchFactor(plotLayout()->rowCount() - 1,
                                      lines * kLineHeight + kPanelFrame);
    rect->setMarginGroup(QCP::msLeft | QCP::msRight, &margins);
    // Bands lie between the background and the axes.
    rect->setLayer(QStringLiteral("background"));
    QCPAxis* names = rect->axis(QCPAxis::atLeft);
    QCPAxis* values = rect->axis(QCPAxis::atBottom);
    auto labels = QSharedPointer<QCPAxisTickerText>::create();
    std::vector<double> all;
    for (std::size_t i = 0; i < panel.lines.size(); ++i) {
        const auto& [row, result] = panel.lines[i];
        labels->addTick(placeOf(i),
                        tr("%1: %2").arg(fromTrace(row->variant), fromTrace(row->label)));
        for (const auto& value : {row->published, row->low, row->high}) addValue(all, value);
        if (!result) continue;
        for (const auto& value : result->values) addValue(all, value);
    }
    names->setTicker(labels);
    names->setRange(-0.6, lines - 0.4);
    names->setRangeReversed(true);
    names->grid()->setVisible(false);
    values->setRange(rangeOf(std::move(all), *values));
    values->setNumberFormat(QStringLiteral("gbc"));
    values->setNumberPrecision(5);
    values->setLabel(panel.unit == "ratio" ? tr("ratio")
                     : panel.unit == "us"  ? unitName(TimeUnit::Microseconds)
                                           : fromTrace(panel.unit));
    addBands(panel, *names, *values);
    addPoints(panel, *names, *values, isFirst);
}

// A band that is open to one side goes on to the edge.
void ExperimentPlot::addBands(const Panel& panel, QCPAxis& names, QCPAxis& values)
{
    const QCPRange range = values.range();
    for (std::size_t i = 0; i < panel.lines.size(); ++i) {
        const ExperimentRow& row = *panel.lines[i].row;
        if (!row.low && !row.high) continue;
        auto* band = new QCPItemRect(this);
        band->setClipAxisRect(names.axisRect());
        for (QCPItemPosition* corner : {band->topLeft, band->bottomRight}) {
            corner->setAxisRect(names.axisRect());
            corner->setAxes(&values, &names);
        }
        band->topLeft->setCoords(std::max(range.lower, row.low.value_or(range.lower)),
                                 placeOf(i) - kBandHalf);
        band->bottomRight->setCoords(std::min(range.upper, row.high.value_or(range.upper)),
                                     placeOf(i) + kBandHalf);
        band->setPen(Qt::NoPen);
        band->setBrush(bandColor());
        band->setSelectable(false);
        band->setLayer(QStringLiteral("grid"));
    }
}

QCPGraph* ExperimentPlot::points(QCPAxis& names, QCPAxis& values, const QCPScatterStyle& style,
                                 const QString& name)
{
    QCPGraph* graph = addGraph(&names, &values);
    graph->setLineStyle(QCPGraph::lsNone);
    graph->setScatterStyle(style);
    graph->setName(name);
    return graph;
}

void ExperimentPlot::addPoints(const Panel& panel, QCPAxis& names, QCPAxis& values, bool toLegend)
{
    const QColor published = theme_.color(ColorId::Baseline);
    const QColor simulated = theme_.color(ColorId::Current);
    QColor faint = simulated;
    faint.setAlphaF(0.6F);
    auto* band = points(
        names, values, {QCPScatterStyle::ssSquare, QPen(bandColor()), bandColor(), 12}, tr("band"));
    auto* claimed =
        points(names, values,
               {QCPScatterStyle::ssDiamond, QPen(published, 1.6), theme_.color(ColorId::Base), 11},
               tr("published"));
    auto* seeds = points(names, values, {QCPScatterStyle::ssPlus, QPen(faint, 1), Qt::NoBrush, 7},
                         tr("simulated, each seed"));
    auto* mean = points(names, values, {QCPScatterStyle::ssDisc, QPen(simulated, 1), simulated, 8},
                        tr("simulated, mean"));
    for (std::size_t i = 0; i < panel.lines.size(); ++i) {
        const auto& [row, result] = panel.lines[i];
        if (row->published) claimed->addData(placeOf(i), *row->published);
        if (!result) continue;
        if (result->mean) mean->addData(placeOf(i), *result->mean);
        for (const auto& value : result->values) {
            if (value) seeds->addData(placeOf(i), *value);
        }
    }
    if (!toLegend) return;
    for (QCPGraph* graph : {band, claimed, mean, seeds}) graph->addToLegend(legend_);
}

}  // namespace resched::ui

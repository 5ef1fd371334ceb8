// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/sweep_plot.h"

#include "format.h"
#include "plots/heat_plottable.h"
#include "plots/plot_style.h"
#include "plots/tickers.h"

#include <QtGui/QMouseEvent>
#include <QtWidgets/QToolTip>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace resched::ui {

namespace {

constexpr double kLogFrom = 8;         // parameters that span more are spaced by factors
constexpr double kLogColorsFrom = 50;  // so are the colours of figures
constexpr int kMostLabels = 12;
constexpr int kRampStops = 10;

double shown(const SweepScale& scale, double value)
{
    return value * scale.factor;
}

// One that labels times or plain numbers; a linear axis of times has its unit in the title.
QSharedPointer<QCPAxisTicker> tickerFor(const SweepScale& scale, bool isLog)
{
    if (isLog) {
        return QSharedPointer<LogTicker>::create(scale.isTime ? LogTicker::Content::Time
                                                              : LogTicker::Content::Count);
    }
    if (scale.isTime) return QSharedPointer<LinearTimeTicker>::create();
    return QSharedPointer<QCPAxisTicker>::create();
}

void labelAxis(QCPAxis& axis, const SweepScale& scale, const QCPRange& range, bool isLog)
{
    axis.setScaleType(isLog ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    axis.setTicker(tickerFor(scale, isLog));
    axis.setRange(range);
    axis.setNumberFormat(QStringLiteral("gbc"));
    axis.setNumberPrecision(5);
    const bool namesUnit = scale.isTime && !isLog;
    axis.setLabel(namesUnit
                      ? SweepPlot::tr("%1 (%2)").arg(scale.name, unitName(unitForRange(range)))
                      : scale.name);
}

}  // namespace

SweepPlot::SweepPlot(QWidget* parent) : QCustomPlot(parent)
{
    setAutoAddPlottableToLegend(false);
    setLocale(QLocale());
    setMouseTracking(true);
    setMinimumSize(300, 220);
    setAccessibleName(tr("What the sweep found"));
    rebuild();
}

void SweepPlot::show(std::shared_ptr<const SweepResult> sweep, std::size_t figure)
{
    sweep_ = std::move(sweep);
    figure_ = figure;
    cells_ = sweep_ ? sweepCells(*sweep_, figure_) : std::vector<SweepCell>{};
    scale_ = sweep_ ? scaleOfFigure(sweep_->figures[figure_]) : SweepScale{};
    rebuild();
}

void SweepPlot::setTheme(const Theme& theme)
{
    theme_ = theme;
    rebuild();
}

bool SweepPlot::hasValues() const
{
    return std::ranges::any_of(cells_, [](const SweepCell& cell) { return cell.mean.has_value(); });
}

void SweepPlot::rebuild()
{
    clearPlottables();
    clearItems();
    plotLayout()->clear();
    legend_ = nullptr;
    heat_ = nullptr;
    if (!sweep_) {
        addNotice(*this, tr("Nothing was run yet"), theme_);
    } else if (!hasValues()) {
        addNotice(*this, tr("No run has this figure"), theme_);
    } else if (sweep_->parameters.size() == 1) {
        buildCurve();
    } else {
        buildHeatMap();
    }
    stylePlot(*this, theme_);
    replot(rpQueuedReplot);
}

// --- over one parameter ---

void SweepPlot::buildCurve()
{
    legend_ = addLegendRow(*this);
    auto* rect = new QCPAxisRect(this);
    plotLayout()->addElement(1, 0, rect);
    QCPAxis* keys = rect->axis(QCPAxis::atBottom);
    QCPAxis* values = rect->axis(QCPAxis::atLeft);
    buildParameterAxis(*keys);
    buildFigureAxis(*values);
    if (sweep_->seeds > 1) addSpread(*keys, *values);
    addMeans(*keys, *values);
}

void SweepPlot::buildParameterAxis(QCPAxis& axis) const
{
    const SweepParameter& parameter = sweep_->parameters.front();
    const auto [least, most] = std::ranges::minmax(parameter.values);
    const double low = static_cast<double>(least);
    const double high = static_cast<double>(most);
    const bool isLog = low > 0 && high / low >= kLogFrom;
    const double margin = high > low ? (high - low) * 0.03 : std::max(1.0, std::abs(low) * 0.1);
    const double factor = isLog ? std::pow(high / low, 0.03) : 1;
    labelAxis(axis, scaleOfParameter(parameter.name),
              isLog ? QCPRange(low / factor, high * factor) : QCPRange(low - margin, high + margin),
              isLog);
}

void SweepPlot::buildFigureAxis(QCPAxis& axis) const
{
    double low = std::numeric_limits<double>::max();
    double high = std::numeric_limits<double>::lowest();
    for (const SweepCell& cell : cells_) {
        if (!cell.mean) continue;
        const auto [least, most] = std::ranges::minmax(cell.samples);
        low = std::min({low, least, *cell.mean - cell.stddev});
        high = std::max({high, most, *cell.mean + cell.stddev});
    }
    // From zero, unless the curve would be flat then.
    if (low > 0 && low < high / 2) low = 0;
    const double margin = high > low ? (high - low) * 0.06 : std::max(1.0, std::abs(low) * 0.1);
    const double from = low == 0 ? 0 : low - margin;
    labelAxis(axis, scale_, {shown(scale_, from), shown(scale_, high + margin)}, false);
}

QCPGraph* SweepPlot::line(QCPAxis& keys, QCPAxis& values, const QString& name)
{
    QCPGraph* graph = addGraph(&keys, &values);
    graph->setName(name);
    graph->setPen(QPen(theme_.color(ColorId::Current), 1.8));
    return graph;
}

void SweepPlot::addSpread(QCPAxis& keys, QCPAxis& values)
{
    QColor fill = theme_.color(ColorId::Current);
    fill.setAlphaF(0.18F);
    QColor faint = theme_.color(ColorId::Current);
    faint.setAlphaF(0.6F);
    QCPGraph* above = line(keys, values, tr("± standard deviation"));
    QCPGraph* below = line(keys, values, {});
    QCPGraph* seeds = line(keys, values, tr("each seed"));
    for (QCPGraph* edge : {above, below}) edge->setPen(Qt::NoPen);
    above->setBrush(fill);
    above->setChannelFillGraph(below);
    seeds->setLineStyle(QCPGraph::lsNone);
    seeds->setScatterStyle({QCPScatterStyle::ssPlus, QPen(faint, 1), Qt::NoBrush, 7});
    for (const SweepCell& cell : cells_) {
        const double key = static_cast<double>(cell.values.front());
        for (const double sample : cell.samples) seeds->addData(key, shown(scale_, sample));
        if (!cell.mean) continue;
        above->addData(key, shown(scale_, *cell.mean + cell.stddev));
        below->addData(key, shown(scale_, *cell.mean - cell.stddev));
    }
    seeds->addToLegend(legend_);
    above->addToLegend(legend_);
}

void SweepPlot::addMeans(QCPAxis& keys, QCPAxis& values)
{
    const QColor color = theme_.color(ColorId::Current);
    QCPGraph* means = line(keys, values, tr("mean of %n seed(s)", nullptr, sweep_->seeds));
    means->setScatterStyle({QCPScatterStyle::ssDisc, QPen(color, 1), color, 7});
    for (const SweepCell& cell : cells_) {
        // The line has a gap where there is no value.
        means->addData(static_cast<double>(cell.values.front()),
                       cell.mean ? shown(scale_, *cell.mean) : qQNaN());
    }
    means->addToLegend(legend_);
}

// --- over two parameters ---

QCPRange SweepPlot::meanRange() const
{
    double low = std::numeric_limits<double>::max();
    double high = std::numeric_limits<double>::lowest();
    for (const SweepCell& cell : cells_) {
        if (!cell.mean) continue;
        low = std::min(low, shown(scale_, *cell.mean));
        high = std::max(high, shown(scale_, *cell.mean));
    }
    if (high > low) return {low, high};
    const double margin = std::max(1.0, std::abs(low) * 0.1);
    return {low - margin, high + margin};
}

void SweepPlot::buildHeatMap()
{
    auto* rect = new QCPAxisRect(this);
    plotLayout()->addElement(0, 0, rect);
    rect->setLayer(QStringLiteral("background"));
    QCPAxis* keys = rect->axis(QCPAxis::atBottom);
    QCPAxis* values = rect->axis(QCPAxis::atLeft);
    buildValuesAxis(*keys, 0);
    buildValuesAxis(*values, 1);
    const QCPRange range = meanRange();
    const bool isLog = range.lower > 0 && range.upper / range.lower > kLogColorsFrom;
    const auto fraction = [&](double value) {
        return isLog ? std::log(value / range.lower) / std::log(range.upper / range.lower)
                     : (value - range.lower) / range.size();
    };
    heat_ = new HeatPlottable(keys, values);
    heat_->setInk(theme_.color(ColorId::Axis));
    std::vector<HeatCell> cells;
    for (const SweepCell& cell : cells_) {
        HeatCell& made = cells.emplace_back();
        if (!cell.mean) continue;
        made.color = Theme::rampColor(fraction(shown(scale_, *cell.mean)));
        made.text = scale_.text(*cell.mean);
    }
    heat_->setCells(std::move(cells), static_cast<int>(sweep_->parameters[1].values.size()));
    addColorScale(range, isLog);
}

// The values stand at equal distances, each labelled where there is room.
void SweepPlot::buildValuesAxis(QCPAxis& axis, std::size_t parameter) const
{
    const auto& [name, values] = sweep_->parameters[parameter];
    const SweepScale scale = scaleOfParameter(name);
    auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    const int count = static_cast<int>(values.size());
    const int every = (count + kMostLabels - 1) / kMostLabels;
    for (int i = 0; i < count; i += every) {
        ticker->addTick(i, scale.text(static_cast<double>(values[static_cast<std::size_t>(i)])));
    }
    axis.setTicker(ticker);
    axis.setRange(-0.5, count - 0.5);
    axis.grid()->setVisible(false);
    axis.setLabel(scale.name);
}

void SweepPlot::addColorScale(const QCPRange& range, bool isLog)
{
    auto* colors = new QCPColorScale(this);
    plotLayout()->addElement(0, 1, colors);
    QCPColorGradient gradient;
    gradient.clearColorStops();
    for (int i = 0; i <= kRampStops; ++i) {
        const double part = static_cast<double>(i) / kRampStops;
        gradient.setColorStopAt(part, Theme::rampColor(part));
    }
    colors->setGradient(gradient);
    colors->setDataScaleType(isLog ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    colors->setDataRange(range);
    colors->setBarWidth(14);
    labelAxis(*colors->axis(), scale_, range, isLog);
    colors->axis()->setLabel(
        sweep_->seeds > 1
            ? tr("%1, mean of %n seed(s)", nullptr, sweep_->seeds).arg(colors->axis()->label())
            : colors->axis()->label());
    auto* margins = new QCPMarginGroup(this);
    colors->setMarginGroup(QCP::msTop | QCP::msBottom, margins);
    plotLayout()->element(0, 0)->setMarginGroup(QCP::msTop | QCP::msBottom, margins);
    QCPAxis* axis = colors->axis();
    axis->setBasePen(QPen(theme_.color(ColorId::Axis), 1));
    axis->setTickPen(axis->basePen());
    axis->setSubTickPen(axis->basePen());
    axis->setLabelColor(theme_.color(ColorId::Text));
    axis->setTickLabelColor(theme_.color(ColorId::Text));
    axis->setLabelFont(plotFont(FontRole::Normal));
    axis->setTickLabelFont(plotFont(FontRole::Small));
}

// --- under the pointer ---

QString SweepPlot::cellText(const SweepCell& cell) const
{
    QStringList lines;
    for (std::size_t i = 0; i < cell.values.size(); ++i) {
        const SweepScale scale = scaleOfParameter(sweep_->parameters[i].name);
        lines << tr("%1: %2").arg(scale.name, scale.text(static_cast<double>(cell.values[i])));
    }
    if (!cell.mean) return (lines << tr("no value")).join(u'\n');
    const QString mean = scale_.text(*cell.mean);
    lines << tr("%1: %2").arg(scale_.name, cell.samples.size() > 1
                                               ? tr("%1 ± %2").arg(mean, scale_.text(cell.stddev))
                                               : mean);
    return lines.join(u'\n');
}

QString SweepPlot::textAt(const QPointF& pixel) const
{
    if (!hasValues() || axisRectCount() == 0) return {};
    const QCPAxisRect* rect = axisRect(0);
    if (!QRectF(rect->rect()).contains(pixel)) return {};
    const QCPAxis* keys = rect->axis(QCPAxis::atBottom);
    if (heat_) {
        const double column = std::round(keys->pixelToCoord(pixel.x()));
        const double row = std::round(rect->axis(QCPAxis::atLeft)->pixelToCoord(pixel.y()));
        const double rows = static_cast<double>(sweep_->parameters[1].values.size());
        const double place = column * rows + row;
        if (column < 0 || row < 0 || row >= rows || place >= static_cast<double>(cells_.size())) {
            return {};
        }
        return cellText(cells_[static_cast<std::size_t>(place)]);
    }
    const auto distance = [&](const SweepCell& cell) {
        return std::abs(keys->coordToPixel(static_cast<double>(cell.values.front())) - pixel.x());
    };
    return cellText(*std::ranges::min_element(cells_, {}, distance));
}

void SweepPlot::mouseMoveEvent(QMouseEvent* event)
{
    const QString text = textAt(event->position());
    if (text.isEmpty()) {
        QToolTip::hideText();
    } else {
        QToolTip::showText(event->globalPosition().toPoint(), text, this);
    }
    QCustomPlot::mouseMoveEvent(event);
}

}  // namespace resched::ui

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/latency_plot.h"

#include "format.h"
#include "plots/histogram_plottable.h"
#include "plots/percentile_marks.h"
#include "plots/plot_style.h"
#include "plots/step_plottable.h"
#include "plots/tickers.h"

#include <QtGui/QKeyEvent>
#include <QtGui/QMouseEvent>
#include <QtWidgets/QToolTip>

#include <algorithm>

namespace resched::ui {

namespace {

constexpr int kMarkRows = 4;
// The lowest count on a logarithmic axis, so that a bar of one is seen.
constexpr double kLowestLogCount = 0.7;

// The number of waits not longer than x, as a step function of x.
std::shared_ptr<const StepLadder> cumulative(const std::vector<Nanoseconds>& sorted,
                                             Nanoseconds end)
{
    StepSeries series{{Timestamp{}, 0}};
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        if (i + 1 < sorted.size() && sorted[i + 1] == sorted[i]) continue;
        const std::int64_t count = static_cast<std::int64_t>(i) + 1;
        const Timestamp at{sorted[i]};
        if (series.back().time == at) {
            series.back().value = count;
        } else {
            series.push_back({at, count});
        }
    }
    return std::make_shared<const StepLadder>(std::move(series), Timestamp{end});
}

}  // namespace

LatencyPlot::LatencyPlot(QWidget* parent) : QCustomPlot(parent)
{
    setAutoAddPlottableToLegend(false);
    setMinimumSize(240, 160);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Latency distribution"));
    rebuild();
}

void LatencyPlot::setRuns(std::optional<LatencyRun> baseline, std::optional<LatencyRun> current)
{
    baseline_ = std::move(baseline);
    current_ = std::move(current);
    rebuild();
}

void LatencyPlot::setSettings(const LatencyPlotSettings& settings)
{
    if (settings == settings_) return;
    settings_ = settings;
    rebuild();
}

void LatencyPlot::setTheme(const Theme& theme)
{
    theme_ = theme;
    rebuild();
}

void LatencyPlot::setBrushed(std::optional<Brushed> brushed)
{
    if (brushed == brushed_) return;
    brushed_ = brushed;
    showBrush();
    emit brushedChanged(brushed_);
}

QColor LatencyPlot::colorOf(bool isBaseline) const
{
    return theme_.color(isBaseline ? ColorId::Baseline : ColorId::Current);
}

void LatencyPlot::rebuild()
{
    clearPlottables();
    clearItems();
    plotLayout()->clear();
    histogram_ = nullptr;
    cdf_ = nullptr;
    legend_ = nullptr;
    brushMark_ = nullptr;
    const Bins before = std::exchange(bins_, {});
    std::vector<const LatencyData*> shown;
    for (const auto& run : {baseline_, current_}) shown.push_back(run ? run->data.get() : nullptr);
    bins_ = commonBins(shown, settings_.lengths);
    if (hasSamples()) {
        buildLegend();
        buildHistogram();
        if (settings_.showCdf) buildCdf();
    } else {
        showNothing();
    }
    stylePlot(*this, theme_);
    if (bins_ != before) setBrushed({});
    showBrush();
    describe();
    replot(rpQueuedReplot);
}

void LatencyPlot::showNothing()
{
    bool wakeups = true;
    for (const auto& run : {baseline_, current_}) {
        if (run && run->data) wakeups = wakeups && run->data->hasWakeups;
    }
    const QString text = wakeups ? tr("No waits in this range")
                                 : tr("This trace records no wakeups: choose the rule preempt");
    addNotice(*this, text, theme_);
}

void LatencyPlot::buildLegend()
{
    legend_ = addLegendRow(*this);
}

QCPRange LatencyPlot::keyRange() const
{
    const double low = static_cast<double>(bins_.edges.front().count());
    const double high = static_cast<double>(bins_.edges.back().count());
    if (bins_.scale == Scale::Linear) return {low, high};
    // The bin of zero is drawn as one more step to the left of the first real one.
    if (low > 0) return {low, high};
    const double first = static_cast<double>(bins_.edges[1].count());
    return {first / 1.26, high};
}

void LatencyPlot::buildAxes(QCPAxisRect& rect, bool isLowest)
{
    QCPAxis* keys = rect.axis(QCPAxis::atBottom);
    if (bins_.scale == Scale::Log) {
        keys->setScaleType(QCPAxis::stLogarithmic);
        auto ticker = QSharedPointer<LogTicker>::create(LogTicker::Content::Time);
        // The middle of the step that stands for waits of no length.
        if (bins_.edges.front().count() == 0) ticker->setZero(keyRange().lower * 1.12);
        keys->setTicker(ticker);
    } else {
        keys->setTicker(QSharedPointer<LinearTimeTicker>::create());
    }
    keys->setRange(keyRange());
    keys->setTickLabels(isLowest);
    if (!isLowest) return;
    keys->setLabel(bins_.scale == Scale::Log
                       ? tr("Length of the wait")
                       : tr("Length of the wait (%1)").arg(unitName(unitForRange(keyRange()))));
}

void LatencyPlot::buildHistogram()
{
    histogram_ = new QCPAxisRect(this);
    plotLayout()->addElement(1, 0, histogram_);
    plotLayout()->setRowStretchFactor(1, 2);
    buildAxes(*histogram_, !settings_.showCdf);
    if (settings_.showPercentiles) {
        histogram_->setMinimumMargins(QMargins(0, PercentileMarks::marginFor(kMarkRows), 0, 0));
    }
    QCPAxis* counts = histogram_->axis(QCPAxis::atLeft);
    counts->setLabel(tr("Waits"));
    if (current_ && current_->data) addHistogram(*current_, false);
    if (baseline_ && baseline_->data) addHistogram(*baseline_, true);
    std::uint64_t highest = 0;
    for (const auto* side : {&baselineCounts_, &currentCounts_}) {
        for (const BinCount& bin : *side) highest = std::max(highest, bin.total());
    }
    const double top = static_cast<double>(highest);
    if (settings_.counts == Scale::Log) {
        counts->setScaleType(QCPAxis::stLogarithmic);
        counts->setTicker(QSharedPointer<LogTicker>::create(LogTicker::Content::Count));
        counts->setRange(kLowestLogCount, std::max(10.0, top * 1.5));
    } else {
        counts->setTicker(QSharedPointer<CountTicker>::create());
        counts->setRange(0, top * 1.06);
    }
    addMarks();
    auto* group = new QCPMarginGroup(this);
    histogram_->setMarginGroup(QCP::msLeft | QCP::msRight, group);
}

void LatencyPlot::addHistogram(const LatencyRun& run, bool isBaseline)
{
    using Style = HistogramPlottable::Style;
    std::vector<BinCount>& counts = isBaseline ? baselineCounts_ : currentCounts_;
    counts = countBins(*run.data, bins_);
    auto* bars = new HistogramPlottable(histogram_->axis(QCPAxis::atBottom),
                                        histogram_->axis(QCPAxis::atLeft),
                                        isBaseline ? Style::Outline : Style::Bars);
    bars->setColor(colorOf(isBaseline));
    bars->setData(bins_, counts);
    const bool hasBoth = run.data->wakeups.n > 0 && run.data->preemptions.n > 0;
    if (isBaseline || !hasBoth) {
        bars->setLegendPart(run.data->wakeups.n == 0 ? HistogramPlottable::Part::Preemptions
                                                     : HistogramPlottable::Part::Wakeups);
        bars->setName(run.label);
        bars->addToLegend(legend_);
        return;
    }
    bars->setLegendPart(HistogramPlottable::Part::Wakeups);
    bars->setName(tr("%1: %2").arg(run.label, waitKindText(WaitKind::Wakeup)));
    bars->addToLegend(legend_);
    legend_->addItem(new HistogramPartLegendItem(
        legend_, colorOf(isBaseline),
        tr("%1: %2").arg(run.label, waitKindText(WaitKind::Preemption))));
}

void LatencyPlot::buildCdf()
{
    cdf_ = new QCPAxisRect(this);
    plotLayout()->addElement(2, 0, cdf_);
    plotLayout()->setRowStretchFactor(2, 1);
    buildAxes(*cdf_, true);
    QCPAxis* shares = cdf_->axis(QCPAxis::atLeft);
    shares->setLabel(tr("Not longer"));
    shares->setTicker(QSharedPointer<PercentTicker>::create());
    shares->setRange(0, 1.02);
    cdf_->setMarginGroup(QCP::msLeft | QCP::msRight, histogram_->marginGroup(QCP::msLeft));
    if (current_ && current_->data) addCdf(*current_, false);
    if (baseline_ && baseline_->data) addCdf(*baseline_, true);
}

void LatencyPlot::addCdf(const LatencyRun& run, bool isBaseline)
{
    if (run.data->sorted.empty()) return;
    auto* curve = new StepPlottable(cdf_->axis(QCPAxis::atBottom), cdf_->axis(QCPAxis::atLeft));
    curve->setData(cumulative(run.data->sorted, bins_.edges.back()), Timestamp{},
                   1.0 / static_cast<double>(run.data->sorted.size()));
    curve->setPen(QPen(colorOf(isBaseline), 1.6, isBaseline ? Qt::DashLine : Qt::SolidLine));
}

void LatencyPlot::addMarks()
{
    if (!settings_.showPercentiles) return;
    std::vector<PercentileMarks::Mark> marks;
    const auto add = [&](const std::optional<LatencyRun>& run, bool isBaseline) {
        if (!run || !run->data || run->data->sorted.empty()) return;
        const DistributionSummary& summary = run->data->summary;
        const std::pair<QString, std::optional<Nanoseconds>> rows[] = {
            {QStringLiteral("p50"), summary.p50},
            {QStringLiteral("p90"), summary.p90},
            {QStringLiteral("p99"), summary.p99},
            {tr("max"), summary.max}};
        for (const auto& [name, value] : rows) {
            marks.push_back({static_cast<double>(value->count()),
                             tr("%1 %2").arg(name, duration(*value, 2)), colorOf(isBaseline),
                             isBaseline ? Qt::DashLine : Qt::SolidLine});
        }
    };
    add(baseline_, true);
    add(current_, false);
    auto* item = new PercentileMarks(this, histogram_, theme_.color(ColorId::Window));
    item->setRows(kMarkRows);
    item->setMarks(std::move(marks));
}

void LatencyPlot::showBrush()
{
    if (brushMark_ != nullptr) {
        removeItem(brushMark_);
        brushMark_ = nullptr;
    }
    if (!brushed_ || histogram_ == nullptr) return;
    QCPAxis* keys = histogram_->axis(QCPAxis::atBottom);
    brushMark_ = new QCPItemRect(this);
    brushMark_->setClipAxisRect(histogram_);
    const double low = std::max(keys->range().lower, static_cast<double>(brushed_->first.count()));
    for (QCPItemPosition* corner : {brushMark_->topLeft, brushMark_->bottomRight}) {
        corner->setAxisRect(histogram_);
        corner->setAxes(keys, histogram_->axis(QCPAxis::atLeft));
        corner->setTypeX(QCPItemPosition::ptPlotCoords);
        corner->setTypeY(QCPItemPosition::ptAxisRectRatio);
    }
    brushMark_->topLeft->setCoords(low, 0);
    brushMark_->bottomRight->setCoords(static_cast<double>(brushed_->second.count()), 1);
    QColor tint = theme_.color(ColorId::Brush);
    brushMark_->setPen(QPen(tint, 1));
    tint.setAlphaF(0.18F);
    brushMark_->setBrush(tint);
    brushMark_->setSelectable(false);
    replot(rpQueuedReplot);
}

QPointF LatencyPlot::binCenter(std::size_t bin) const
{
    if (histogram_ == nullptr || bin >= bins_.count()) return {};
    const QCPAxis* keys = histogram_->axis(QCPAxis::atBottom);
    const QRectF frame = histogram_->rect();
    if (frame.isEmpty()) return {};
    const auto pixel = [&](Nanoseconds edge) {
        const double coordinate = std::max(keys->range().lower, static_cast<double>(edge.count()));
        return std::clamp(keys->coordToPixel(coordinate), frame.left(), frame.right());
    };
    return {(pixel(bins_.edges[bin]) + pixel(bins_.edges[bin + 1])) / 2, frame.center().y()};
}

std::optional<std::size_t> LatencyPlot::binAt(const QPointF& position) const
{
    if (histogram_ == nullptr || !histogram_->rect().contains(position.toPoint())) return {};
    const double at = histogram_->axis(QCPAxis::atBottom)->pixelToCoord(position.x());
    const auto after = std::ranges::upper_bound(
        bins_.edges, at, {}, [](Nanoseconds edge) { return static_cast<double>(edge.count()); });
    if (after == bins_.edges.begin() || after == bins_.edges.end()) return {};
    return static_cast<std::size_t>(after - bins_.edges.begin()) - 1;
}

QString LatencyPlot::binText(std::size_t bin) const
{
    QString text = tr("%1 to %2").arg(duration(bins_.edges[bin]), duration(bins_.edges[bin + 1]));
    const auto add = [&](const std::optional<LatencyRun>& run,
                         const std::vector<BinCount>& counts) {
        if (!run || bin >= counts.size()) return;
        text += u'\n' +
                tr("%1: %2 woken, %3 preempted")
                    .arg(run->label, count(counts[bin].wakeups), count(counts[bin].preemptions));
    };
    add(baseline_, baselineCounts_);
    add(current_, currentCounts_);
    return text;
}

void LatencyPlot::brushBins(std::size_t from, std::size_t to)
{
    const auto [low, high] = std::minmax(from, to);
    setBrushed(Brushed{bins_.edges[low], bins_.edges[high + 1]});
}

void LatencyPlot::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton) return QCustomPlot::mousePressEvent(event);
    pressedBin_ = binAt(event->position());
    if (!pressedBin_) setBrushed({});
    event->accept();
}

void LatencyPlot::mouseMoveEvent(QMouseEvent* event)
{
    const std::optional<std::size_t> bin = binAt(event->position());
    if (pressedBin_ && bin) brushBins(*pressedBin_, *bin);
    QToolTip::showText(event->globalPosition().toPoint(), bin ? binText(*bin) : QString(), this);
}

void LatencyPlot::mouseReleaseEvent(QMouseEvent* event)
{
    const std::optional<std::size_t> bin = binAt(event->position());
    if (pressedBin_ && bin) brushBins(*pressedBin_, *bin);
    pressedBin_ = {};
    event->accept();
}

void LatencyPlot::keyPressEvent(QKeyEvent* event)
{
    const int key = event->key();
    if (key == Qt::Key_Escape && brushed_) return setBrushed({});
    if ((key != Qt::Key_Left && key != Qt::Key_Right) || !hasSamples()) {
        return QCustomPlot::keyPressEvent(event);
    }
    const std::size_t last = bins_.count() - 1;
    if (!brushed_) return key == Qt::Key_Right ? brushBins(0, 0) : brushBins(last, last);
    const auto low = std::ranges::lower_bound(bins_.edges, brushed_->first) - bins_.edges.begin();
    const auto high = std::ranges::lower_bound(bins_.edges, brushed_->second) - bins_.edges.begin();
    std::size_t from = static_cast<std::size_t>(low);
    std::size_t to = static_cast<std::size_t>(high) - 1;
    const bool extend = event->modifiers().testFlag(Qt::ShiftModifier);
    if (key == Qt::Key_Right) {
        to = std::min(last, to + 1);
        if (!extend) from = to;
    } else {
        from = from == 0 ? 0 : from - 1;
        if (!extend) to = from;
    }
    brushBins(from, to);
}

void LatencyPlot::describe()
{
    QStringList lines;
    for (const auto& run : {baseline_, current_}) {
        if (!run || !run->data || !run->data->summary.p50) continue;
        const DistributionSummary& summary = run->data->summary;
        lines.append(tr("%1: %2 waits, median %3, 99th percentile %4, longest %5")
                         .arg(run->label, count(summary.n), duration(summary.p50),
                              duration(summary.p99), duration(summary.max)));
    }
    setAccessibleDescription(lines.join(u'\n'));
}

}  // namespace resched::ui

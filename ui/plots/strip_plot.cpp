// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/strip_plot.h"

#include "format.h"
#include "plots/gap_plottable.h"
#include "plots/plot_style.h"
#include "plots/step_plottable.h"
#include "plots/tickers.h"

#include <QtGui/QMouseEvent>
#include <QtGui/QWheelEvent>
#include <QtWidgets/QToolTip>

#include <algorithm>
#include <cmath>

namespace resched::ui {

namespace {

constexpr int kStripHeight = 44;      // of a strip with stretch 1 among many
constexpr int kTallHeight = 110;      // and among few
constexpr int kAxisHeight = 46;       // of labels and title below the lowest strip
constexpr int kUnlimited = 100'000;   // pixels; QWIDGETSIZE_MAX would stand for a hint
constexpr std::size_t kLabelled = 6;  // as many strips have room for an axis title
constexpr Nanoseconds kShortest{10};  // range that can be zoomed into

QCPAxis* keysOf(QCPAxisRect& rect)
{
    return rect.axis(QCPAxis::atBottom);
}

QString valueLabel(const Strip& strip, const QCPRange& range)
{
    if (strip.kind == ValueKind::Tasks) return strip.valueName;
    return StripPlot::tr("%1 (%2)").arg(strip.valueName, unitName(unitForRange(range)));
}

}  // namespace

StripPlot::StripPlot(QWidget* parent) : QCustomPlot(parent)
{
    setAutoAddPlottableToLegend(false);
    setMinimumSize(240, 120);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    rebuild();
}

void StripPlot::setData(std::shared_ptr<const StripData> data, const QString& emptyText)
{
    data_ = std::move(data);
    emptyText_ = emptyText;
    visible_ = data_ ? data_->range : TimeRange{};
    rebuild();
}

void StripPlot::setTheme(const Theme& theme)
{
    theme_ = theme;
    rebuild();
}

void StripPlot::setVisibleRange(TimeRange range)
{
    if (range == visible_ || range.isEmpty()) return;
    visible_ = range;
    placeAxes();
    placeOverlays();
    replot(rpQueuedReplot);
}

void StripPlot::setSelectedRange(TimeRange range)
{
    if (range == selected_) return;
    selected_ = range;
    placeOverlays();
}

void StripPlot::setCursor(std::optional<Timestamp> time)
{
    if (time == cursor_) return;
    cursor_ = time;
    placeOverlays();
}

int StripPlot::wantedHeight() const
{
    if (!data_) return 120;
    double stretches = 0;
    for (const Strip& strip : data_->strips) stretches += strip.stretch;
    return kAxisHeight + 30 + static_cast<int>(stretches * stripHeight());
}

int StripPlot::stripHeight() const
{
    return data_->strips.size() > kLabelled ? kStripHeight : kTallHeight;
}

std::vector<QRect> StripPlot::stripRects() const
{
    std::vector<QRect> rects;
    for (const QCPAxisRect* strip : strips_) rects.push_back(strip->rect());
    return rects;
}

void StripPlot::rebuild()
{
    clearPlottables();
    clearItems();
    plotLayout()->clear();
    strips_.clear();
    curves_.clear();
    overlays_.clear();
    if (!hasValues()) {
        addNotice(*this, emptyText_, theme_);
        stylePlot(*this, theme_);
        replot(rpQueuedReplot);
        return;
    }
    plotLayout()->setRowSpacing(data_->strips.size() > kLabelled ? 0 : 4);
    buildTopLegend();
    for (std::size_t i = 0; i < data_->strips.size(); ++i) buildStrip(i);
    plotLayout()->setColumnStretchFactor(0, 0.001);
    stylePlot(*this, theme_);
    placeAxes();
    placeOverlays();
    replot(rpQueuedReplot);
}

QCPLegend* StripPlot::addLegend(int row, int column)
{
    auto* legend = new QCPLegend;
    plotLayout()->addElement(row, column, legend);
    legend->setLayer(QStringLiteral("legend"));
    return legend;
}

void StripPlot::buildTopLegend()
{
    // The strips without a legend of their own all show the same runs.
    const auto shared =
        std::ranges::find_if(data_->strips, [](const Strip& strip) { return !strip.hasOwnLegend; });
    firstRow_ = 0;
    if (shared == data_->strips.end() || shared->curves.size() < 2) return;
    firstRow_ = 1;
    QCPLegend* legend = addLegend(0, 1);
    legend->setFillOrder(QCPLayoutGrid::foColumnsFirst);
    plotLayout()->setRowStretchFactor(0, 0.001);
}

void StripPlot::buildStrip(std::size_t index)
{
    const Strip& strip = data_->strips[index];
    const int row = static_cast<int>(index) + firstRow_;
    const bool isLowest = index + 1 == data_->strips.size();
    auto* title = new QCPTextElement(this, strip.title, plotFont(FontRole::Small));
    title->setTextColor(theme_.color(ColorId::Text));
    title->setTextFlags(Qt::AlignRight | Qt::AlignVCenter | Qt::TextWordWrap);
    // Its own hint would keep the row as low as the text.
    title->setMaximumSize(kUnlimited, kUnlimited);
    plotLayout()->addElement(row, 0, title);
    auto* rect = new QCPAxisRect(this);
    plotLayout()->addElement(row, 1, rect);
    // In pixels of the wanted height, so that every strip has the same scale.
    plotLayout()->setRowStretchFactor(row,
                                      strip.stretch * stripHeight() + (isLowest ? kAxisHeight : 0));
    rect->setMinimumSize(40, 14);
    QCPAxis* keys = keysOf(*rect);
    keys->setTicker(QSharedPointer<LinearTimeTicker>::create());
    keys->setTickLabels(isLowest);
    if (!isLowest) rect->setMinimumMargins(QMargins(0, 0, 0, 0));
    QCPAxis* values = rect->axis(QCPAxis::atLeft);
    if (strip.kind == ValueKind::Tasks) {
        values->setTicker(QSharedPointer<CountTicker>::create());
    } else {
        values->setTicker(QSharedPointer<LinearTimeTicker>::create());
    }
    values->ticker()->setTickCount(data_->strips.size() > kLabelled ? 2 : 4);
    QCPMarginGroup* group =
        strips_.empty() ? new QCPMarginGroup(this) : strips_.front()->marginGroup(QCP::msLeft);
    rect->setMarginGroup(QCP::msLeft | QCP::msRight, group);
    strips_.push_back(rect);
    QCPLegend* legend = nullptr;
    if (strip.hasOwnLegend) {
        legend = addLegend(row, 2);
        plotLayout()->setColumnStretchFactor(2, 0.001);
    } else if (firstRow_ > 0) {
        legend = qobject_cast<QCPLegend*>(plotLayout()->element(0, 1));
        if (legend->itemCount() > 0) legend = nullptr;  // filled by the strip before
    }
    addCurves(strip, *rect, legend);
}

void StripPlot::addCurves(const Strip& strip, QCPAxisRect& rect, QCPLegend* legend)
{
    QCPAxis* values = rect.axis(QCPAxis::atLeft);
    auto* gaps = new GapPlottable(keysOf(rect), values);
    gaps->setData(strip.gaps, data_->origin, theme_);
    // Named curves lie over the grey ones, the current run over the baseline: draw from the back.
    for (std::size_t i = strip.curves.size(); i-- > 0;) {
        const Curve& curve = strip.curves[i];
        auto* line = new StepPlottable(keysOf(rect), values);
        const QColor color = curve.ink.color(theme_);
        line->setPen(QPen(color, strip.hasOwnLegend ? 1.0 : 1.3,
                          curve.dashed ? Qt::DashLine : Qt::SolidLine));
        line->setFilled(curve.filled);
        QColor area = color;
        area.setAlphaF(0.25F);
        line->setBrush(area);
        line->setName(curve.label);
        line->setData(curve.data, data_->origin);
        line->setAntialiased(false);
        curves_.push_back(line);
    }
    if (legend == nullptr) return;
    for (std::size_t i = 0; i < strip.curves.size(); ++i) {
        if (strip.curves[i].inLegend) curves_[curves_.size() - 1 - i]->addToLegend(legend);
    }
}

void StripPlot::placeAxes()
{
    if (strips_.empty() || visible_.isEmpty()) return;
    const QCPRange range(static_cast<double>((visible_.begin - data_->origin).count()),
                         static_cast<double>((visible_.end - data_->origin).count()));
    for (std::size_t i = 0; i < strips_.size(); ++i) {
        const Strip& strip = data_->strips[i];
        keysOf(*strips_[i])->setRange(range);
        std::int64_t highest = 1;
        for (const Curve& curve : strip.curves) {
            const auto extent = curve.data->extent(visible_);
            if (extent) highest = std::max(highest, extent->second);
        }
        QCPAxis* values = strips_[i]->axis(QCPAxis::atLeft);
        values->setRange(0, static_cast<double>(highest) * 1.08);
        values->setLabel(strips_.size() <= kLabelled ? valueLabel(strip, values->range())
                                                     : QString());
    }
    keysOf(*strips_.back())
        ->setLabel(tr("Time since the start of the trace (%1)").arg(unitName(unitForRange(range))));
}

QCPItemRect* StripPlot::overlayRect(QCPAxisRect& rect, const QColor& color)
{
    auto* item = new QCPItemRect(this);
    item->setLayer(QStringLiteral("overlay"));
    item->setClipAxisRect(&rect);
    for (QCPItemPosition* corner : {item->topLeft, item->bottomRight}) {
        corner->setAxisRect(&rect);
        corner->setAxes(keysOf(rect), rect.axis(QCPAxis::atLeft));
        corner->setTypeX(QCPItemPosition::ptPlotCoords);
        corner->setTypeY(QCPItemPosition::ptAxisRectRatio);
    }
    item->setPen(Qt::NoPen);
    item->setBrush(color);
    item->setSelectable(false);
    overlays_.push_back(item);
    return item;
}

void StripPlot::placeOverlays()
{
    for (QCPAbstractItem* item : overlays_) removeItem(item);
    overlays_.clear();
    const auto coordinate = [this](Timestamp time) {
        return static_cast<double>((time - data_->origin).count());
    };
    for (QCPAxisRect* rect : strips_) {
        if (!selected_.isEmpty()) {
            QCPItemRect* item = overlayRect(*rect, theme_.color(ColorId::Selection));
            item->topLeft->setCoords(coordinate(selected_.begin), 0);
            item->bottomRight->setCoords(coordinate(selected_.end), 1);
        }
        if (cursor_) {
            QCPItemRect* item = overlayRect(*rect, Qt::transparent);
            item->setPen(QPen(theme_.color(ColorId::Cursor), 1));
            item->topLeft->setCoords(coordinate(*cursor_), 0);
            item->bottomRight->setCoords(coordinate(*cursor_), 1);
        }
    }
    // Only the overlay's own buffer is drawn again.
    if (isVisible()) layer(QStringLiteral("overlay"))->replot();
}

Timestamp StripPlot::timeAt(double x) const
{
    const double coordinate = keysOf(*strips_.front())->pixelToCoord(x);
    return data_->origin + Nanoseconds{std::llround(coordinate)};
}

TimeRange StripPlot::clampedRange(TimeRange range) const
{
    const TimeRange all = data_->range;
    const Nanoseconds length =
        std::clamp(range.length(), kShortest, std::max(kShortest, all.length()));
    const Timestamp begin =
        std::clamp(range.begin, all.begin, std::max(all.begin, all.end - length));
    return {begin, begin + length};
}

QString StripPlot::textAt(const QPoint& position) const
{
    const auto strip = std::ranges::find_if(
        strips_, [&](const QCPAxisRect* rect) { return rect->rect().contains(position); });
    if (strip == strips_.end()) return {};
    const Timestamp time = timeAt(position.x());
    const Strip& shown = data_->strips[static_cast<std::size_t>(strip - strips_.begin())];
    QStringList lines{timeSince(time, data_->origin)};
    for (const Curve& curve : shown.curves) {
        const StepSeries& series = curve.data->series();
        const auto after = std::ranges::upper_bound(series, time, {}, &StepPoint::time);
        if (after == series.begin() || time >= curve.data->end() || !std::prev(after)->value)
            continue;
        const std::int64_t value = *std::prev(after)->value;
        lines.append(tr("%1: %2").arg(curve.label, shown.kind == ValueKind::Tasks
                                                       ? count(static_cast<std::uint64_t>(value))
                                                       : duration(Nanoseconds{value})));
    }
    return lines.join(u'\n');
}

void StripPlot::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || strips_.empty()) {
        return QCustomPlot::mousePressEvent(event);
    }
    event->accept();
    if (event->modifiers().testFlag(Qt::ShiftModifier)) {
        panFrom_ = visible_;
        panX_ = event->position().x();
        return;
    }
    pressed_ = timeAt(event->position().x());
}

void StripPlot::mouseMoveEvent(QMouseEvent* event)
{
    if (strips_.empty()) return;
    const double x = event->position().x();
    if (panFrom_) {
        const Nanoseconds moved = timeAt(panX_) - timeAt(x);
        emit visibleRangeRequested(clampedRange({panFrom_->begin + moved, panFrom_->end + moved}));
        return;
    }
    const Timestamp time = timeAt(x);
    if (pressed_) emit rangeSelected({std::min(*pressed_, time), std::max(*pressed_, time)});
    const QString text = textAt(event->position().toPoint());
    emit cursorRequested(text.isEmpty() ? std::nullopt : std::optional(time));
    QToolTip::showText(event->globalPosition().toPoint(), text, this);
}

void StripPlot::mouseReleaseEvent(QMouseEvent* event)
{
    if (pressed_ && !strips_.empty() && timeAt(event->position().x()) == *pressed_) {
        emit rangeSelected({});
    }
    pressed_ = {};
    panFrom_ = {};
    event->accept();
}

void StripPlot::leaveEvent(QEvent* event)
{
    emit cursorRequested({});
    QCustomPlot::leaveEvent(event);
}

void StripPlot::wheelEvent(QWheelEvent* event)
{
    const bool zooms = event->modifiers().testFlag(Qt::ControlModifier);
    const bool pans = event->modifiers().testFlag(Qt::ShiftModifier);
    if (strips_.empty() || (!zooms && !pans)) return event->ignore();  // scrolls the panel
    const int turned =
        event->angleDelta().y() != 0 ? event->angleDelta().y() : event->angleDelta().x();
    const double notches = turned / 120.0;
    const double length = static_cast<double>(visible_.length().count());
    TimeRange range = visible_;
    if (zooms) {
        const Timestamp at = timeAt(event->position().x());
        const double factor = std::pow(0.8, notches);
        const double before = static_cast<double>((at - visible_.begin).count()) * factor;
        range.begin = at - Nanoseconds{std::llround(before)};
        range.end = range.begin + Nanoseconds{std::llround(length * factor)};
    } else {
        const Nanoseconds moved{std::llround(-notches * length * 0.1)};
        range = {visible_.begin + moved, visible_.end + moved};
    }
    emit visibleRangeRequested(clampedRange(range));
    event->accept();
}

}  // namespace resched::ui

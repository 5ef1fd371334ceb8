// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/histogram_plottable.h"

#include <algorithm>
#include <cmath>

namespace resched::ui {

namespace {

void fillPart(QCPPainter& painter, const QRectF& rect, const QColor& color,
              HistogramPlottable::Part part)
{
    QColor fill = color;
    const bool isHatched = part == HistogramPlottable::Part::Preemptions;
    fill.setAlphaF(isHatched ? 0.35F : 0.8F);
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill);
    painter.drawRect(rect);
    if (isHatched) paintHatch(painter, rect, Hatch::Backward, color);
}

}  // namespace

HistogramPlottable::HistogramPlottable(QCPAxis* keyAxis, QCPAxis* valueAxis, Style style)
    : QCPAbstractPlottable(keyAxis, valueAxis), style_(style)
{
    setSelectable(QCP::stNone);
}

void HistogramPlottable::setData(Bins bins, std::vector<BinCount> counts)
{
    bins_ = std::move(bins);
    counts_ = std::move(counts);
}

void HistogramPlottable::setColor(const QColor& color)
{
    color_ = color;
    setPen(QPen(color, 1.6));
}

double HistogramPlottable::keyPixel(Nanoseconds edge, const QRectF& clip) const
{
    // On a logarithmic axis the bin of zero begins where the axis begins.
    const double at = keyAxis()->coordToPixel(static_cast<double>(edge.count()));
    return std::clamp(std::isfinite(at) ? at : clip.left(), clip.left(), clip.right());
}

double HistogramPlottable::valuePixel(std::uint64_t count, const QRectF& clip) const
{
    const double at = valueAxis()->coordToPixel(static_cast<double>(count));
    return std::clamp(std::isfinite(at) && count > 0 ? at : clip.bottom(), clip.top(),
                      clip.bottom());
}

std::vector<HistogramPlottable::Bar> HistogramPlottable::bars() const
{
    std::vector<Bar> bars;
    const QRectF clip = clipRect();
    if (clip.isEmpty()) return bars;  // a plot too low for its axes
    for (std::size_t i = 0; i < counts_.size(); ++i) {
        const double left = keyPixel(bins_.edges[i], clip);
        const double right = keyPixel(bins_.edges[i + 1], clip);
        if (counts_[i].total() == 0 || right <= left) continue;
        // A gap of half a pixel keeps neighbours apart where there is room.
        const double width = right - left > 3 ? right - left - 0.5 : right - left;
        const double middle = valuePixel(counts_[i].wakeups, clip);
        const double top = valuePixel(counts_[i].total(), clip);
        if (counts_[i].wakeups > 0) {
            bars.push_back({i, Part::Wakeups, QRectF(left, middle, width, clip.bottom() - middle)});
        }
        if (counts_[i].preemptions > 0) {
            bars.push_back({i, Part::Preemptions, QRectF(left, top, width, middle - top)});
        }
    }
    return bars;
}

QPolygonF HistogramPlottable::outline() const
{
    QPolygonF line;
    const QRectF clip = clipRect();
    for (std::size_t i = 0; i < counts_.size(); ++i) {
        const double y = valuePixel(counts_[i].total(), clip);
        if (i == 0) line.append({keyPixel(bins_.edges[i], clip), clip.bottom()});
        line.append({keyPixel(bins_.edges[i], clip), y});
        line.append({keyPixel(bins_.edges[i + 1], clip), y});
    }
    if (!counts_.empty()) line.append({keyPixel(bins_.edges.back(), clip), clip.bottom()});
    return line;
}

void HistogramPlottable::draw(QCPPainter* painter)
{
    applyDefaultAntialiasingHint(painter);
    if (style_ == Style::Outline) {
        painter->setPen(mPen);
        painter->setBrush(Qt::NoBrush);
        painter->drawPolyline(outline());
        return;
    }
    for (const Bar& bar : bars()) fillPart(*painter, bar.rect, color_, bar.part);
}

void HistogramPlottable::drawLegendIcon(QCPPainter* painter, const QRectF& rect) const
{
    if (style_ == Style::Bars) {
        fillPart(*painter, rect, color_, legendPart_);
        return;
    }
    painter->setPen(mPen);
    painter->setBrush(Qt::NoBrush);
    const QRectF step = rect.adjusted(1, 2, -1, 0);
    painter->drawPolyline(QPolygonF({step.bottomLeft(),
                                     {step.left(), step.center().y()},
                                     {step.center().x(), step.center().y()},
                                     {step.center().x(), step.top()},
                                     step.topRight(),
                                     step.bottomRight()}));
}

double HistogramPlottable::selectTest(const QPointF& /*pos*/, bool /*onlySelectable*/,
                                      QVariant* /*details*/) const
{
    return -1;
}

QCPRange HistogramPlottable::getKeyRange(bool& foundRange, QCP::SignDomain /*inSignDomain*/) const
{
    foundRange = bins_.count() > 0;
    if (!foundRange) return {};
    return {static_cast<double>(bins_.edges.front().count()),
            static_cast<double>(bins_.edges.back().count())};
}

QCPRange HistogramPlottable::getValueRange(bool& foundRange, QCP::SignDomain /*inSignDomain*/,
                                           const QCPRange& /*inKeyRange*/) const
{
    foundRange = !counts_.empty();
    std::uint64_t highest = 0;
    for (const BinCount& bin : counts_) highest = std::max(highest, bin.total());
    return {0, static_cast<double>(highest)};
}

HistogramPartLegendItem::HistogramPartLegendItem(QCPLegend* parent, const QColor& color,
                                                 QString text)
    : QCPAbstractLegendItem(parent), color_(color), text_(std::move(text))
{
    setLayer(parent->layer());
}

void HistogramPartLegendItem::draw(QCPPainter* painter)
{
    const QSize icon = mParentLegend->iconSize();
    fillPart(*painter, QRectF(mRect.topLeft(), icon), color_,
             HistogramPlottable::Part::Preemptions);
    painter->setFont(mParentLegend->font());
    painter->setPen(mParentLegend->textColor());
    const QRectF text(mRect.left() + icon.width() + mParentLegend->iconTextPadding(), mRect.top(),
                      mRect.width(), icon.height());
    painter->drawText(text, Qt::TextDontClip, text_);
}

QSize HistogramPartLegendItem::minimumOuterSizeHint() const
{
    const QFontMetrics metrics(mParentLegend->font());
    const QSize icon = mParentLegend->iconSize();
    const int width = icon.width() + mParentLegend->iconTextPadding() +
                      metrics.horizontalAdvance(text_) + mMargins.left() + mMargins.right();
    return {width, std::max(metrics.height(), icon.height()) + mMargins.top() + mMargins.bottom()};
}

}  // namespace resched::ui

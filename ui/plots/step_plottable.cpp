// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/step_plottable.h"

#include <algorithm>
#include <cmath>

namespace resched::ui {

namespace {

// Runs of points on one horizontal or vertical line are drawn as one.
void append(QPolygonF& line, const QPointF& point)
{
    if (!line.isEmpty() && line.back() == point) return;
    if (line.size() >= 2) {
        const QPointF& a = line[line.size() - 2];
        const QPointF& b = line.back();
        const bool onRow =
            a.y() == b.y() && b.y() == point.y() && a.x() <= b.x() && b.x() <= point.x();
        if (onRow) line.removeLast();
    }
    line.append(point);
}

void appendColumn(QPolygonF& line, const FoldedColumn& column, double x1, double x2, double low,
                  double high, double first, double last)
{
    append(line, {x1, first});
    if (!column.isSteady()) {
        // The excursion stands in the middle of the column; the order keeps it short.
        const double middle = (x1 + x2) / 2;
        append(line, {middle, first});
        append(line, {middle, low});
        append(line, {middle, high});
        append(line, {middle, last});
    }
    append(line, {x2, last});
}

}  // namespace

StepPlottable::StepPlottable(QCPAxis* keyAxis, QCPAxis* valueAxis)
    : QCPAbstractPlottable(keyAxis, valueAxis)
{
    setSelectable(QCP::stNone);
}

void StepPlottable::setData(std::shared_ptr<const StepLadder> data, Timestamp origin, double scale)
{
    data_ = std::move(data);
    origin_ = origin;
    scale_ = scale;
}

std::vector<double> StepPlottable::columnEdges() const
{
    const QCPRange visible = keyAxis()->range();
    const int columns = std::max(1, keyAxis()->axisRect()->width());
    std::vector<double> edges;
    edges.reserve(static_cast<std::size_t>(columns) + 1);
    const bool isLog = keyAxis()->scaleType() == QCPAxis::stLogarithmic;
    const double ratio = isLog ? std::log(visible.upper / visible.lower) : 0;
    for (int i = 0; i <= columns; ++i) {
        const double part = i / static_cast<double>(columns);
        edges.push_back(isLog ? visible.lower * std::exp(ratio * part)
                              : visible.lower + visible.size() * part);
    }
    return edges;
}

double StepPlottable::pixel(std::int64_t value, const QRectF& clip) const
{
    const double at = valueAxis()->coordToPixel(static_cast<double>(value) * scale_);
    return std::clamp(std::isfinite(at) ? at : clip.bottom(), clip.top(), clip.bottom());
}

std::vector<QPolygonF> StepPlottable::polylines() const
{
    std::vector<QPolygonF> lines;
    if (!data_ || !keyAxis() || !valueAxis()) return lines;
    const QRectF clip = keyAxis()->axisRect()->rect();
    if (clip.isEmpty()) return lines;  // a plot too low for its axes
    double end = -1;
    for (const FoldedColumn& column : data_->fold(columnEdges(), origin_)) {
        if (lines.empty() || column.begin != end) lines.emplace_back();
        end = column.end;
        const double x1 =
            std::clamp(keyAxis()->coordToPixel(column.begin), clip.left(), clip.right());
        const double x2 =
            std::clamp(keyAxis()->coordToPixel(column.end), clip.left(), clip.right());
        appendColumn(lines.back(), column, x1, x2, pixel(column.low, clip),
                     pixel(column.high, clip), pixel(column.first, clip), pixel(column.last, clip));
    }
    return lines;
}

void StepPlottable::draw(QCPPainter* painter)
{
    const QRectF clip = clipRect();
    const double zero = pixel(0, clip);
    applyDefaultAntialiasingHint(painter);
    for (const QPolygonF& line : polylines()) {
        if (filled_ && line.size() > 1) {
            QPolygonF area = line;
            area.append({line.back().x(), zero});
            area.append({line.front().x(), zero});
            painter->setPen(Qt::NoPen);
            painter->setBrush(mBrush);
            painter->drawPolygon(area);
        }
        if (mPen.style() == Qt::NoPen) continue;
        painter->setPen(mPen);
        painter->setBrush(Qt::NoBrush);
        painter->drawPolyline(line);
    }
}

void StepPlottable::drawLegendIcon(QCPPainter* painter, const QRectF& rect) const
{
    const double middle = rect.center().y();
    if (filled_) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(mBrush);
        painter->drawRect(QRectF(rect.left(), middle, rect.width(), rect.bottom() - middle));
    }
    painter->setPen(mPen);
    painter->drawLine(QLineF(rect.left(), middle, rect.right(), middle));
}

double StepPlottable::selectTest(const QPointF& /*pos*/, bool /*onlySelectable*/,
                                 QVariant* /*details*/) const
{
    return -1;
}

QCPRange StepPlottable::getKeyRange(bool& foundRange, QCP::SignDomain /*inSignDomain*/) const
{
    foundRange = data_ && !data_->series().empty();
    if (!foundRange) return {};
    return {static_cast<double>((data_->series().front().time - origin_).count()),
            static_cast<double>((data_->end() - origin_).count())};
}

QCPRange StepPlottable::getValueRange(bool& foundRange, QCP::SignDomain /*inSignDomain*/,
                                      const QCPRange& inKeyRange) const
{
    foundRange = false;
    if (!data_) return {};
    TimeRange range{data_->series().empty() ? data_->end() : data_->series().front().time,
                    data_->end()};
    if (inKeyRange.size() > 0) {
        range = clipped({origin_ + Nanoseconds{std::llround(inKeyRange.lower)},
                         origin_ + Nanoseconds{std::llround(inKeyRange.upper)}},
                        range);
    }
    const auto found = data_->extent(range);
    foundRange = found.has_value();
    if (!found) return {};
    return {static_cast<double>(found->first) * scale_,
            static_cast<double>(found->second) * scale_};
}

}  // namespace resched::ui

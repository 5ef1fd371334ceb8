// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/gap_plottable.h"

#include <algorithm>

namespace resched::ui {

GapPlottable::GapPlottable(QCPAxis* keyAxis, QCPAxis* valueAxis)
    : QCPAbstractPlottable(keyAxis, valueAxis)
{
    setSelectable(QCP::stNone);
}

void GapPlottable::setData(std::vector<StripGap> gaps, Timestamp origin, const Theme& theme)
{
    gaps_ = std::move(gaps);
    origin_ = origin;
    theme_ = theme;
}

void GapPlottable::draw(QCPPainter* painter)
{
    const QRectF clip = clipRect();
    if (clip.isEmpty()) return;  // a plot too low for its axes
    painter->setAntialiasing(false);
    for (const StripGap& gap : gaps_) {
        const auto pixel = [&](Timestamp time) {
            const double x = keyAxis()->coordToPixel(static_cast<double>((time - origin_).count()));
            return std::clamp(x, clip.left(), clip.right());
        };
        const double left = pixel(gap.range.begin);
        const double right = pixel(gap.range.end);
        const bool isInside = right > left || (left > clip.left() && left < clip.right());
        if (!isInside) continue;
        // A short loss is still seen.
        const QRectF rect(left, clip.top(), std::max(1.0, right - left), clip.height());
        const StateStyle style = theme_.state(gap.look);
        painter->setPen(Qt::NoPen);
        painter->setBrush(style.fill);
        painter->drawRect(rect);
        paintHatch(*painter, rect, style.hatch, style.ink, 7);
    }
}

void GapPlottable::drawLegendIcon(QCPPainter* painter, const QRectF& rect) const
{
    const StateStyle style = theme_.state(gaps_.empty() ? Look::Lost : gaps_.front().look);
    painter->fillRect(rect, style.fill);
    paintHatch(*painter, rect, style.hatch, style.ink);
}

double GapPlottable::selectTest(const QPointF& /*pos*/, bool /*onlySelectable*/,
                                QVariant* /*details*/) const
{
    return -1;
}

QCPRange GapPlottable::getKeyRange(bool& foundRange, QCP::SignDomain /*inSignDomain*/) const
{
    foundRange = false;
    return {};
}

QCPRange GapPlottable::getValueRange(bool& foundRange, QCP::SignDomain /*inSignDomain*/,
                                     const QCPRange& /*inKeyRange*/) const
{
    foundRange = false;
    return {};
}

}  // namespace resched::ui

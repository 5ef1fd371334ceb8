// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/heat_plottable.h"

#include "plots/plot_style.h"
#include "theme.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace resched::ui {

namespace {

constexpr double kTextMargin = 6;

}  // namespace

HeatPlottable::HeatPlottable(QCPAxis* keyAxis, QCPAxis* valueAxis)
    : QCPAbstractPlottable(keyAxis, valueAxis)
{
    setSelectable(QCP::stNone);
    setAntialiased(false);
}

void HeatPlottable::setCells(std::vector<HeatCell> cells, int rows)
{
    cells_ = std::move(cells);
    rows_ = rows;
}

QRectF HeatPlottable::cellRect(int column, int row) const
{
    // Neighbours share the pixel at which they meet: no seams, no overlap.
    const double left = std::round(keyAxis()->coordToPixel(column - 0.5));
    const double right = std::round(keyAxis()->coordToPixel(column + 0.5));
    const double top = std::round(valueAxis()->coordToPixel(row + 0.5));
    const double bottom = std::round(valueAxis()->coordToPixel(row - 0.5));
    return {left, top, right - left, bottom - top};
}

// All cells have their text or none has.
bool HeatPlottable::hasRoomForText(QCPPainter& painter) const
{
    const QRectF cell = cellRect(0, 0);
    const QFontMetricsF metrics = painter.fontMetrics();
    return metrics.height() < cell.height() &&
           std::ranges::all_of(cells_, [&](const HeatCell& each) {
               return metrics.horizontalAdvance(each.text) + kTextMargin < cell.width();
           });
}

void HeatPlottable::draw(QCPPainter* painter)
{
    if (cells_.empty()) return;
    applyDefaultAntialiasingHint(painter);
    painter->setFont(plotFont(FontRole::Small));
    const bool showsText = hasRoomForText(*painter);
    for (int column = 0; column < columns(); ++column) {
        for (int row = 0; row < rows_; ++row) {
            const HeatCell& cell = cells_[static_cast<std::size_t>(column * rows_ + row)];
            const QRectF rect = cellRect(column, row);
            if (!cell.color) {
                paintHatch(*painter, rect, Hatch::Forward, ink_);
                continue;
            }
            painter->fillRect(rect, *cell.color);
            if (!showsText) continue;
            painter->setPen(textColorOn(*cell.color));
            painter->drawText(rect, Qt::AlignCenter, cell.text);
        }
    }
}

void HeatPlottable::drawLegendIcon(QCPPainter* painter, const QRectF& rect) const
{
    painter->fillRect(rect, Theme::rampColor(0.5));
}

double HeatPlottable::selectTest(const QPointF& /*pos*/, bool /*onlySelectable*/,
                                 QVariant* /*details*/) const
{
    return -1;
}

QCPRange HeatPlottable::getKeyRange(bool& foundRange, QCP::SignDomain /*inSignDomain*/) const
{
    foundRange = !cells_.empty();
    return {-0.5, columns() - 0.5};
}

QCPRange HeatPlottable::getValueRange(bool& foundRange, QCP::SignDomain /*inSignDomain*/,
                                      const QCPRange& /*inKeyRange*/) const
{
    foundRange = !cells_.empty();
    return {-0.5, rows_ - 0.5};
}

}  // namespace resched::ui

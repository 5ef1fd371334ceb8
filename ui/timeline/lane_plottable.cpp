// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/lane_plottable.h"

#include <cmath>
#include <utility>

namespace resched::ui {

LanePlottable::LanePlottable(QCPAxis* keyAxis, QCPAxis* valueAxis, SceneSource source)
    : QCPAbstractPlottable(keyAxis, valueAxis), source_(std::move(source))
{
    setSelectable(QCP::stNone);
    setAntialiased(false);
    setAntialiasedFill(false);
}

double LanePlottable::selectTest(const QPointF& /*pos*/, bool /*onlySelectable*/,
                                 QVariant* /*details*/) const
{
    return -1;  // the hit test of the timeline answers instead
}

QCPRange LanePlottable::getKeyRange(bool& foundRange, QCP::SignDomain /*inSignDomain*/) const
{
    foundRange = false;
    return {};
}

QCPRange LanePlottable::getValueRange(bool& foundRange, QCP::SignDomain /*inSignDomain*/,
                                      const QCPRange& /*inKeyRange*/) const
{
    foundRange = false;
    return {};
}

void LanePlottable::draw(QCPPainter* painter)
{
    const QRect area = mKeyAxis->axisRect()->rect();
    const Scene* scene = source_(area.size());
    if (!scene) return;
    painter->save();
    painter->setAntialiasing(false);
    painter->translate(area.topLeft());
    drawBoxes(*painter, scene->boxes[Scene::Ground]);
    drawBoxes(*painter, scene->boxes[Scene::Runs]);
    drawBoxes(*painter, scene->boxes[Scene::Marks]);
    painter->setPen(QPen(theme_.color(ColorId::Brush), 2));
    painter->setBrush(Qt::NoBrush);
    painter->drawRects(scene->outlines.data(), static_cast<int>(scene->outlines.size()));
    drawLabels(*painter, *scene);
    drawArrows(*painter, *scene);
    painter->restore();
}

void LanePlottable::drawBoxes(QCPPainter& painter,
                              const std::map<Fill, std::vector<QRect>>& boxes) const
{
    const bool onPaper = painter.modes().testFlag(QCPPainter::pmVectorized);
    painter.setPen(Qt::NoPen);
    for (const auto& [fill, rects] : boxes) {
        painter.setBrush(QColor::fromRgba(fill.color));
        painter.drawRects(rects.data(), static_cast<int>(rects.size()));
        if (fill.hatch == Hatch::None) continue;
        const QColor ink = QColor::fromRgba(fill.ink);
        if (onPaper) {
            for (const QRect& rect : rects) paintHatch(painter, rect, fill.hatch, ink);
            painter.setPen(Qt::NoPen);
        } else {
            painter.setBrush(QBrush(ink, brushStyle(fill.hatch)));
            painter.drawRects(rects.data(), static_cast<int>(rects.size()));
        }
    }
}

void LanePlottable::drawLabels(QCPPainter& painter, const Scene& scene) const
{
    painter.setFont(parentPlot()->font());
    for (const SceneLabel& label : scene.labels) {
        painter.setPen(QColor::fromRgba(label.color));
        painter.drawText(label.rect, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                         label.text);
    }
}

void LanePlottable::drawArrows(QCPPainter& painter, const Scene& scene) const
{
    constexpr double kHead = 6;
    painter.setAntialiasing(true);
    for (const SceneArrow& arrow : scene.arrows) {
        const QColor color = theme_.color(arrow.color);
        painter.setPen(QPen(color, 1.4, arrow.hasHead ? Qt::SolidLine : Qt::DashLine));
        painter.drawLine(QLineF(arrow.from, arrow.to));
        const QPointF along = arrow.to - arrow.from;
        const double length = std::hypot(along.x(), along.y());
        if (!arrow.hasHead || length < 1) continue;
        const QPointF unit = along / length;
        const QPointF across(-unit.y(), unit.x());
        const QPointF back = QPointF(arrow.to) - unit * kHead;
        painter.setBrush(color);
        painter.drawPolygon(
            QPolygonF({arrow.to, back + across * kHead / 2, back - across * kHead / 2}));
    }
}

void LanePlottable::drawLegendIcon(QCPPainter* /*painter*/, const QRectF& /*rect*/) const {}

}  // namespace resched::ui

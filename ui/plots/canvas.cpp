// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/canvas.h"

#include <qcustomplot.h>

namespace resched::ui {

struct Canvas::State
{
    QCPPainter painter;
};

Canvas::Canvas(QPaintDevice* device, Kind kind, double scale) : state_(std::make_unique<State>())
{
    if (!state_->painter.begin(device)) return;
    state_->painter.setMode(QCPPainter::pmVectorized, kind == Kind::Vector);
    state_->painter.setMode(QCPPainter::pmNonCosmetic);
    state_->painter.setRenderHint(QPainter::TextAntialiasing);
    state_->painter.scale(scale, scale);
}

Canvas::~Canvas() = default;

bool Canvas::isActive() const
{
    return state_->painter.isActive();
}

QPainter& Canvas::painter()
{
    return state_->painter;
}

void Canvas::drawPlot(QCustomPlot& plot, const QRect& place)
{
    state_->painter.save();
    state_->painter.translate(place.topLeft());
    plot.toPainter(&state_->painter, place.width(), place.height());
    state_->painter.restore();
}

void Canvas::end()
{
    state_->painter.end();
}

}  // namespace resched::ui

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Paints a Scene inside the axis rectangle of its axes: batches of rectangles per fill, labels and
// arrows. It asks its source for the scene of the area that is being painted, so that exports of
// any size fold for their own pixels.

#include "timeline/scene.h"

#include <qcustomplot.h>

#include <functional>

namespace resched::ui {

class LanePlottable final : public QCPAbstractPlottable
{
    Q_OBJECT
public:
    // The scene for an area of that size; null when there is nothing to show.
    using SceneSource = std::function<const Scene*(QSize)>;

    LanePlottable(QCPAxis* keyAxis, QCPAxis* valueAxis, SceneSource source);
    void setTheme(const Theme& theme) { theme_ = theme; }

    double selectTest(const QPointF& pos, bool onlySelectable, QVariant* details) const override;
    QCPRange getKeyRange(bool& foundRange, QCP::SignDomain inSignDomain) const override;
    QCPRange getValueRange(bool& foundRange, QCP::SignDomain inSignDomain,
                           const QCPRange& inKeyRange) const override;

protected:
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter* painter, const QRectF& rect) const override;

private:
    void drawBoxes(QCPPainter& painter, const std::map<Fill, std::vector<QRect>>& boxes) const;
    void drawLabels(QCPPainter& painter, const Scene& scene) const;
    void drawArrows(QCPPainter& painter, const Scene& scene) const;

    SceneSource source_;
    Theme theme_ = Theme::of(ThemeKind::Light);
};

}  // namespace resched::ui

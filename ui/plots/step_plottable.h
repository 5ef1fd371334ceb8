// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Draws a step function of time: a line, solid or dashed, or a filled area down to zero. Everything
// is cut to the axis rectangle by arithmetic, as the SVG writer knows no clip paths. Coordinates
// are nanoseconds since `origin` (keys) and the function's own values.

#include "plots/step_ladder.h"

#include <qcustomplot.h>

#include <memory>
#include <vector>

namespace resched::ui {

class StepPlottable : public QCPAbstractPlottable
{
    Q_OBJECT
public:
    StepPlottable(QCPAxis* keyAxis, QCPAxis* valueAxis);

    // `scale` multiplies values (a share of a count); 1 keeps them.
    void setData(std::shared_ptr<const StepLadder> data, Timestamp origin, double scale = 1.0);
    void setFilled(bool filled) { filled_ = filled; }
    const StepLadder* data() const { return data_.get(); }

    // The line in pixels as drawn, one polyline for each stretch without a hole.
    std::vector<QPolygonF> polylines() const;

    double selectTest(const QPointF& pos, bool onlySelectable,
                      QVariant* details = nullptr) const override;
    QCPRange getKeyRange(bool& foundRange, QCP::SignDomain inSignDomain) const override;
    QCPRange getValueRange(bool& foundRange, QCP::SignDomain inSignDomain,
                           const QCPRange& inKeyRange) const override;

protected:
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter* painter, const QRectF& rect) const override;

private:
    std::vector<double> columnEdges() const;
    double pixel(std::int64_t value, const QRectF& clip) const;

    std::shared_ptr<const StepLadder> data_;
    Timestamp origin_{};
    double scale_ = 1.0;
    bool filled_ = false;
};

}  // namespace resched::ui

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Cells of a heat map at whole coordinates, with a text in each where there is room. Drawn as
// rectangles, not as an image, so that it stays sharp on paper.

#include <qcustomplot.h>

#include <optional>
#include <vector>

namespace resched::ui {

struct HeatCell
{
    std::optional<QColor> color;  // absent: hatched, there is no value
    QString text;
};

class HeatPlottable : public QCPAbstractPlottable
{
    Q_OBJECT
public:
    HeatPlottable(QCPAxis* keyAxis, QCPAxis* valueAxis);

    // Column by column, each with `rows` cells.
    void setCells(std::vector<HeatCell> cells, int rows);
    void setInk(const QColor& ink) { ink_ = ink; }  // of the hatch
    QRectF cellRect(int column, int row) const;     // in pixels

    double selectTest(const QPointF& pos, bool onlySelectable,
                      QVariant* details = nullptr) const override;
    QCPRange getKeyRange(bool& foundRange, QCP::SignDomain inSignDomain) const override;
    QCPRange getValueRange(bool& foundRange, QCP::SignDomain inSignDomain,
                           const QCPRange& inKeyRange) const override;

protected:
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter* painter, const QRectF& rect) const override;

private:
    int columns() const { return rows_ == 0 ? 0 : static_cast<int>(cells_.size()) / rows_; }
    bool hasRoomForText(QCPPainter& painter) const;

    std::vector<HeatCell> cells_;
    int rows_ = 0;
    QColor ink_;
};

}  // namespace resched::ui

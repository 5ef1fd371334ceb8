// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Draws the bins of a latency histogram: filled bars split into waits that a wakeup began (below)
// and waits that a preemption began (above, hatched), or only the outline of their sum, so that two
// runs can lie over each other.

#include "plots/latency_data.h"
#include "theme.h"

#include <qcustomplot.h>

#include <vector>

namespace resched::ui {

class HistogramPlottable : public QCPAbstractPlottable
{
    Q_OBJECT
public:
    enum class Style { Bars, Outline };
    enum class Part { Wakeups, Preemptions, All };

    HistogramPlottable(QCPAxis* keyAxis, QCPAxis* valueAxis, Style style);

    void setData(Bins bins, std::vector<BinCount> counts);
    void setColor(const QColor& color);
    // Which part the legend icon shows; bars have two entries.
    void setLegendPart(Part part) { legendPart_ = part; }

    struct Bar
    {
        std::size_t bin = 0;
        Part part = Part::All;
        QRectF rect;  // in pixels, inside the axis rectangle
    };
    std::vector<Bar> bars() const;
    QPolygonF outline() const;

    double selectTest(const QPointF& pos, bool onlySelectable,
                      QVariant* details = nullptr) const override;
    QCPRange getKeyRange(bool& foundRange, QCP::SignDomain inSignDomain) const override;
    QCPRange getValueRange(bool& foundRange, QCP::SignDomain inSignDomain,
                           const QCPRange& inKeyRange) const override;

protected:
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter* painter, const QRectF& rect) const override;

private:
    double keyPixel(Nanoseconds edge, const QRectF& clip) const;
    double valuePixel(std::uint64_t count, const QRectF& clip) const;
    void drawBar(QCPPainter& painter, const QRectF& rect, Part part) const;

    Style style_;
    Bins bins_;
    std::vector<BinCount> counts_;
    QColor color_;
    Part legendPart_ = Part::All;
};

// A legend entry of its own for the second part of the bars.
class HistogramPartLegendItem : public QCPAbstractLegendItem
{
    Q_OBJECT
public:
    HistogramPartLegendItem(QCPLegend* parent, const QColor& color, QString text);

protected:
    void draw(QCPPainter* painter) override;
    QSize minimumOuterSizeHint() const override;

private:
    QColor color_;
    QString text_;
};

}  // namespace resched::ui

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/percentile_marks.h"

#include "plots/plot_style.h"

#include <algorithm>
#include <cmath>

namespace resched::ui {

namespace {

constexpr int kRowHeight = 15;
constexpr double kGap = 6;

}  // namespace

PercentileMarks::PercentileMarks(QCustomPlot* plot, QCPAxisRect* rect, const QColor& background)
    : QCPAbstractItem(plot), rect_(rect), background_(background)
{
    setClipToAxisRect(false);
    setSelectable(false);
}

void PercentileMarks::setMarks(std::vector<Mark> marks)
{
    marks_ = std::move(marks);
    std::ranges::stable_sort(marks_, {}, &Mark::value);
}

int PercentileMarks::marginFor(int rows)
{
    return rows * kRowHeight + 4;
}

void PercentileMarks::draw(QCPPainter* painter)
{
    const QFont font = plotFont(FontRole::Small);
    const QFontMetricsF metrics(font);
    const QRectF frame = rect_->rect();
    std::vector<const Mark*> shown;
    std::vector<double> lines;
    std::vector<double> centers;
    std::vector<double> widths;
    for (const Mark& mark : marks_) {
        const double x = rect_->axis(QCPAxis::atBottom)->coordToPixel(mark.value);
        if (!std::isfinite(x) || x < frame.left() || x > frame.right()) continue;
        const double width = metrics.horizontalAdvance(mark.label);
        shown.push_back(&mark);
        lines.push_back(x);
        widths.push_back(width);
        const double half = width / 2;
        centers.push_back(std::max(std::min(x, frame.right() - half),
                                   std::min(frame.left() + half, frame.right())));
    }
    const std::vector<int> rows = labelRows(centers, widths, kGap, rows_);
    const auto top = [&](std::size_t i) { return frame.top() - std::max(0, rows[i]) * kRowHeight; };
    painter->setAntialiasing(false);
    for (std::size_t i = 0; i < shown.size(); ++i) {
        painter->setPen(QPen(shown[i]->color, 1, shown[i]->style));
        painter->drawLine(QLineF(lines[i], top(i), lines[i], frame.bottom()));
    }
    // Labels cover the lines that pass behind them.
    painter->setFont(font);
    for (std::size_t i = 0; i < shown.size(); ++i) {
        if (rows[i] < 0) continue;
        const QRectF box(centers[i] - widths[i] / 2, top(i) - kRowHeight, widths[i], kRowHeight);
        painter->fillRect(box.adjusted(-2, 1, 2, 0), background_);
        painter->setPen(shown[i]->color);
        painter->drawText(box, Qt::AlignCenter | Qt::TextDontClip, shown[i]->label);
    }
}

double PercentileMarks::selectTest(const QPointF& /*pos*/, bool /*onlySelectable*/,
                                   QVariant* /*details*/) const
{
    return -1;
}

}  // namespace resched::ui

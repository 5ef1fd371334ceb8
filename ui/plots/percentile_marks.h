// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Vertical lines at chosen values of an axis, with labels in the margin above its rectangle. Labels
// that would overlap go to another row, or are left out where there is no room at all; the line
// stays.

#include <qcustomplot.h>

#include <vector>

namespace resched::ui {

class PercentileMarks : public QCPAbstractItem
{
    Q_OBJECT
public:
    struct Mark
    {
        double value = 0;
        QString label;
        QColor color;
        Qt::PenStyle style = Qt::SolidLine;
    };

    PercentileMarks(QCustomPlot* plot, QCPAxisRect* rect, const QColor& background);

    void setMarks(std::vector<Mark> marks);
    // The margin that the labels need above the rectangle.
    static int marginFor(int rows);
    void setRows(int rows) { rows_ = rows; }

    double selectTest(const QPointF& pos, bool onlySelectable,
                      QVariant* details = nullptr) const override;

protected:
    void draw(QCPPainter* painter) override;

private:
    QCPAxisRect* rect_;
    QColor background_;
    std::vector<Mark> marks_;  // by value
    int rows_ = 4;
};

}  // namespace resched::ui

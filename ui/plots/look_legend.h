// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One line of swatches that says what the states of a timeline look like.

#include "theme.h"

#include <qcustomplot.h>

namespace resched::ui {

class LookLegend : public QCPLayoutElement
{
    Q_OBJECT
public:
    LookLegend(QCustomPlot* plot, const Theme& theme);

protected:
    void draw(QCPPainter* painter) override;
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override;
    QSize minimumOuterSizeHint() const override;
    QSize maximumOuterSizeHint() const override;

private:
    Theme theme_;
};

}  // namespace resched::ui

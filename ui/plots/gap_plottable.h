// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Hatched stretches of a time axis: lost events, times that were not recorded.

#include "plots/strip_data.h"

#include <qcustomplot.h>

#include <vector>

namespace resched::ui {

class GapPlottable : public QCPAbstractPlottable
{
    Q_OBJECT
public:
    GapPlottable(QCPAxis* keyAxis, QCPAxis* valueAxis);

    void setData(std::vector<StripGap> gaps, Timestamp origin, const Theme& theme);

    double selectTest(const QPointF& pos, bool onlySelectable,
                      QVariant* details = nullptr) const override;
    QCPRange getKeyRange(bool& foundRange, QCP::SignDomain inSignDomain) const override;
    QCPRange getValueRange(bool& foundRange, QCP::SignDomain inSignDomain,
                           const QCPRange& inKeyRange) const override;

protected:
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter* painter, const QRectF& rect) const override;

private:
    std::vector<StripGap> gaps_;
    Timestamp origin_{};
    Theme theme_ = Theme::of(ThemeKind::Light);
};

}  // namespace resched::ui

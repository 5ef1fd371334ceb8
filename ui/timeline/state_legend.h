// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the looks of the timeline mean: a strip of swatches with names, as wide as it may be and as
// many lines as that needs.

#include "theme.h"

#include <QtWidgets/QWidget>

namespace resched::ui {

class StateLegend final : public QWidget
{
    Q_OBJECT
public:
    explicit StateLegend(QWidget* parent = nullptr);
    void setTheme(const Theme& theme);

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {100, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Entry
    {
        Look look;
        QString text;
        QRect rect;  // swatch and text
    };
    std::vector<Entry> entries(int width) const;

    Theme theme_ = Theme::of(ThemeKind::Light);
};

}  // namespace resched::ui

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the looks of the timeline mean: a strip of swatches with names, as wide as it may be and as
// many lines as that needs.

#include "theme.h"
#include "timeline/scene.h"

#include <QtWidgets/QWidget>

namespace resched::ui {

class StateLegend final : public QWidget
{
    Q_OBJECT
public:
    explicit StateLegend(QWidget* parent = nullptr);
    void setTheme(const Theme& theme);
    void setColourBy(ColourBy colourBy);
    void setShowsInterrupts(bool shows);

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

    void drawTaskColours(QPainter& painter, const QRect& swatch) const;

    bool showsInterrupts_ = false;
    ColourBy colourBy_ = ColourBy::Task;
    Theme theme_ = Theme::of(ThemeKind::Light);
};

}  // namespace resched::ui

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A page to paint on: text, lines and whole plots, the same way for an image, an SVG and a PDF. The
// coordinates are pixels of 1/96 inch whatever the device. Plots need not be shown.

#include <QtCore/QRect>
#include <QtCore/QSize>

#include <memory>

class QCustomPlot;
class QPaintDevice;
class QPainter;

namespace resched::ui {

class Canvas
{
public:
    enum class Kind { Raster, Vector };

    // `scale`: device units per pixel. The device must outlive the canvas; isActive() is false when
    // it cannot be painted on.
    Canvas(QPaintDevice* device, Kind kind, double scale = 1.0);
    ~Canvas();
    Canvas(const Canvas&) = delete;
    Canvas& operator=(const Canvas&) = delete;

    bool isActive() const;
    QPainter& painter();
    void drawPlot(QCustomPlot& plot, const QRect& place);
    void end();

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace resched::ui

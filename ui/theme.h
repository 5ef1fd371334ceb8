// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Every colour of the program, by id: nothing else names one. A Theme is a value, light or dark.
// Thread states have a fill and, where a colour alone may not tell two of them apart, a hatch: any
// two states differ by CIE distance or by hatch for normal and colour-blind eyes in both themes,
// and text stands out from what is behind it by a contrast of at least 4.5
// (tests/ui/theme_test.cpp).

#include "trace/trace.h"

#include <QtCore/QRectF>
#include <QtGui/QBrush>
#include <QtGui/QColor>
#include <QtGui/QPalette>

#include <array>
#include <cstdint>
#include <string_view>

class QPainter;

namespace resched::ui {

enum class ThemeKind : std::uint8_t { Light, Dark };

enum class ColorId : std::uint8_t {
    Window,         // behind panels and figures
    Base,           // behind plots, lanes, lists
    AlternateBase,  // every other row or lane
    Text,
    SecondaryText,  // captions, units, hints
    Warning,        // text that warns: partial, lost
    Axis,
    Grid,
    Accent,     // focus, links, buttons in use
    Selection,  // chosen range, translucent
    SelectedText,
    SelectedBase,
    Cursor,
    Marker,
    Current,   // data of the current run
    Baseline,  // data of the run that it is compared with
    Brush,     // bars inside the brushed range
    Wakeup,    // arrows
    Migration,
    Preemptor,
    Border,  // around slices
    Count,
};

// What a stretch of a lane looks like.
enum class Look : std::uint8_t {
    Running,
    Woken,      // runnable since a wakeup
    Preempted,  // runnable since it lost the CPU
    Sleeping,
    Uninterruptible,
    Stopped,  // stopped, traced, parked
    Idle,     // of a CPU
    Unknown,  // not seen yet, or not recorded
    Lost,     // events were lost
    Offline,
    Absent,  // before its fork or after its end: nothing is drawn
    Irq,
    SoftIrq,
    Count,
};

enum class Hatch : std::uint8_t { None, Forward, Backward, Cross, Dots, Horizontal, Vertical };

struct StateStyle
{
    QColor fill;
    QColor ink;  // of the hatch; also of text on the fill
    Hatch hatch = Hatch::None;
};

Look lookOf(SegmentState state, TaskState blocked);
Look lookOf(GapKind kind);

class Theme
{
public:
    static Theme of(ThemeKind kind);
    // Dark when the palette's window is darker than its text.
    static Theme forPalette(const QPalette& palette);

    ThemeKind kind() const { return kind_; }
    QColor color(ColorId id) const { return colors_[static_cast<std::size_t>(id)]; }
    StateStyle state(Look look, bool selected = false) const;

    // The same name has the same colour in every run; the idle task has the look Idle.
    QColor taskColor(std::string_view name) const;
    // A colour that the user chose, 0 <= number < taskColorCount().
    QColor taskColor(int number) const;
    static int taskColorCount();
    // Colours for a few curves in one plot, told apart in order; wraps around.
    QColor curveColor(std::size_t number) const;
    static std::size_t curveColorCount();
    // For amounts, 0 to 1: the lightness rises evenly, so that it reads without colours too.
    static QColor rampColor(double fraction);

    QPalette palette() const;

private:
    ThemeKind kind_ = ThemeKind::Light;
    std::array<QColor, static_cast<std::size_t>(ColorId::Count)> colors_;
};

// Black or white, whichever stands out more: at least 4.5 on any colour.
QColor textColorOn(const QColor& fill);
// WCAG 2.1: 1 (same) to 21 (black on white).
double contrast(const QColor& a, const QColor& b);

// For screens: the hatch as a brush to lay over the fill.
Qt::BrushStyle brushStyle(Hatch hatch);
// For paper: the hatch as lines, clipped to the rectangle by arithmetic, so that vector formats
// without clip paths or patterns show it too. `spacing` in painter units.
void paintHatch(QPainter& painter, const QRectF& rect, Hatch hatch, const QColor& ink,
                double spacing = 5.0);

}  // namespace resched::ui

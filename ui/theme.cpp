// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme.h"

#include <QtCore/QLineF>
#include <QtCore/QList>
#include <QtGui/QPainter>

#include <algorithm>
#include <cmath>

namespace resched::ui {

namespace {

struct ColorPair
{
    ColorId id;
    QRgb light;
    QRgb dark;
};

constexpr ColorPair kColors[] = {
    {ColorId::Window, 0xffffffff, 0xff1e2227},
    {ColorId::Base, 0xffffffff, 0xff171a1e},
    {ColorId::AlternateBase, 0xfff5f7f9, 0xff1d2126},
    {ColorId::Text, 0xff1b1f24, 0xffe6e9ed},
    {ColorId::SecondaryText, 0xff57606a, 0xffa3adb8},
    {ColorId::Warning, 0xffa83200, 0xffffb27a},
    {ColorId::Axis, 0xff57606a, 0xff8b96a2},
    {ColorId::Grid, 0xffdfe3e8, 0xff31373e},
    {ColorId::Accent, 0xff0a5cad, 0xff6cb6ff},
    {ColorId::Selection, 0x330a5cad, 0x406cb6ff},
    {ColorId::SelectedText, 0xffffffff, 0xff0d1117},
    {ColorId::SelectedBase, 0xff0a5cad, 0xff6cb6ff},
    {ColorId::Cursor, 0xff1b1f24, 0xffe6e9ed},
    {ColorId::Marker, 0xff9a1f6a, 0xffff9bd2},
    {ColorId::Current, 0xff0067b0, 0xff58b2f5},
    {ColorId::Baseline, 0xffc95000, 0xffff9a4d},
    {ColorId::Brush, 0xff9a1f6a, 0xffff9bd2},
    {ColorId::Wakeup, 0xff3b4148, 0xffd0d6dd},
    {ColorId::Migration, 0xff6a3fb5, 0xffc3a6ff},
    {ColorId::Preemptor, 0xffb3261e, 0xffff8a80},
    {ColorId::Border, 0x66000000, 0x66ffffff},
};
static_assert(std::size(kColors) == static_cast<std::size_t>(ColorId::Count));

struct StateColors
{
    Look look;
    Hatch hatch;
    QRgb light;
    QRgb dark;
};

constexpr StateColors kStates[] = {
    {Look::Running, Hatch::None, 0xff2f9e57, 0xff3fb76b},
    {Look::Woken, Hatch::Forward, 0xfff7b733, 0xffe0a325},
    {Look::Preempted, Hatch::Backward, 0xffd8559a, 0xffd9629f},
    {Look::Sleeping, Hatch::None, 0xffaeb9c9, 0xff4d5a6b},
    {Look::Uninterruptible, Hatch::Horizontal, 0xff6f8fd0, 0xff5f7fc4},
    {Look::Stopped, Hatch::Vertical, 0xffb59b7c, 0xff8f7658},
    {Look::Idle, Hatch::None, 0xfff8fafb, 0xff1f2429},
    {Look::Unknown, Hatch::Dots, 0xffe4e6e9, 0xff343a42},
    {Look::Lost, Hatch::Cross, 0xfff3dede, 0xff4a2f2f},
    {Look::Offline, Hatch::None, 0xff5c646d, 0xff868f99},
    {Look::Absent, Hatch::None, 0x00ffffff, 0x00000000},
    {Look::Irq, Hatch::None, 0xff8e1b1b, 0xffffc0ba},
    {Look::SoftIrq, Hatch::Forward, 0xffc96a5a, 0xffc96a5a},
};
static_assert(std::size(kStates) == static_cast<std::size_t>(Look::Count));

// Okabe and Ito's colours for curves, darkened or lightened until they stand out by 3:1.
constexpr QRgb kCurvesLight[] = {0xff0067b0, 0xffc95000, 0xff007a58, 0xffa8457f,
                                 0xff8a6d00, 0xff7a4fd0, 0xff333333, 0xff8c1c13};
constexpr QRgb kCurvesDark[] = {0xff58b2f5, 0xffff9a4d, 0xff35c79a, 0xffe79ac6,
                                0xfff0e442, 0xffb79cff, 0xffd8d8d8, 0xffe0605a};
static_assert(std::size(kCurvesLight) == std::size(kCurvesDark));

// Viridis (Smith and van der Walt, 2015) at equal distances.
constexpr QRgb kRamp[] = {0xff440154, 0xff482475, 0xff414487, 0xff355f8d, 0xff2a788e, 0xff21918c,
                          0xff22a884, 0xff44bf70, 0xff7ad151, 0xffbddf26, 0xfffde725};

constexpr int kTaskHues = 24;
constexpr int kTaskShades = 3;
constexpr int kTaskColors = kTaskHues * kTaskShades;

double linear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& color)
{
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) +
           0.0722 * linear(color.blueF());
}

// FNV-1a: the same on every machine, unlike qHash with its seed.
std::uint32_t hashOf(std::string_view name)
{
    std::uint32_t hash = 2166136261U;
    for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
    return hash ^ (hash >> 15);
}

// The parallel lines y = slope * x + c that meet the rectangle, cut to it. They start from
// multiples of the spacing on the page, so neighbouring rectangles join without a seam.
void addDiagonals(QList<QLineF>& lines, const QRectF& rect, double slope, double spacing)
{
    const double atLeft = rect.top() - slope * rect.left();
    const double atRight = rect.bottom() - slope * rect.right();
    const double low = std::min({atLeft, rect.top() - slope * rect.right(), atRight});
    const double high = std::max(
        {rect.bottom() - slope * rect.left(), atRight, rect.top() - slope * rect.right(), atLeft});
    for (double c = std::ceil(low / spacing) * spacing; c <= high; c += spacing) {
        const double xTop = (rect.top() - c) / slope;
        const double xBottom = (rect.bottom() - c) / slope;
        const double x1 = std::max(rect.left(), std::min(xTop, xBottom));
        const double x2 = std::min(rect.right(), std::max(xTop, xBottom));
        if (x1 < x2) lines.append(QLineF(x1, slope * x1 + c, x2, slope * x2 + c));
    }
}

void addStraights(QList<QLineF>& lines, const QRectF& rect, bool isHorizontal, double spacing)
{
    const double from = isHorizontal ? rect.top() : rect.left();
    const double to = isHorizontal ? rect.bottom() : rect.right();
    for (double at = std::ceil(from / spacing) * spacing; at < to; at += spacing) {
        lines.append(isHorizontal ? QLineF(rect.left(), at, rect.right(), at)
                                  : QLineF(at, rect.top(), at, rect.bottom()));
    }
}

void addDots(QList<QLineF>& lines, const QRectF& rect, double spacing)
{
    for (double y = std::ceil(rect.top() / spacing) * spacing; y < rect.bottom(); y += spacing) {
        for (double x = std::ceil(rect.left() / spacing) * spacing; x < rect.right() - 1;
             x += spacing) {
            lines.append(QLineF(x, y, x + 1, y));
        }
    }
}

}  // namespace

Look lookOf(SegmentState state, TaskState blocked)
{
    switch (state) {
        case SegmentState::Running:
            return Look::Running;
        case SegmentState::Woken:
            return Look::Woken;
        case SegmentState::Preempted:
            return Look::Preempted;
        case SegmentState::Unborn:
        case SegmentState::Dead:
            return Look::Absent;
        case SegmentState::Unknown:
            return Look::Unknown;
        case SegmentState::Blocked:
            break;
    }
    switch (blocked) {
        case TaskState::Uninterruptible:
            return Look::Uninterruptible;
        case TaskState::Stopped:
        case TaskState::Traced:
        case TaskState::Parked:
            return Look::Stopped;
        case TaskState::Dead:
        case TaskState::Zombie:
            return Look::Absent;
        case TaskState::Unknown:
            return Look::Unknown;
        default:
            return Look::Sleeping;
    }
}

Look lookOf(GapKind kind)
{
    switch (kind) {
        case GapKind::Lost:
            return Look::Lost;
        case GapKind::Offline:
            return Look::Offline;
        case GapKind::NotRecorded:
            break;
    }
    return Look::Unknown;
}

Theme Theme::of(ThemeKind kind)
{
    Theme theme;
    theme.kind_ = kind;
    for (const ColorPair& pair : kColors) {
        theme.colors_[static_cast<std::size_t>(pair.id)] =
            QColor::fromRgba(kind == ThemeKind::Dark ? pair.dark : pair.light);
    }
    return theme;
}

Theme Theme::forPalette(const QPalette& palette)
{
    const bool isDark =
        luminance(palette.color(QPalette::Window)) < luminance(palette.color(QPalette::WindowText));
    return of(isDark ? ThemeKind::Dark : ThemeKind::Light);
}

StateStyle Theme::state(Look look, bool selected) const
{
    const StateColors& row = kStates[static_cast<std::size_t>(look)];
    StateStyle style;
    style.hatch = row.hatch;
    style.fill = QColor::fromRgba(kind_ == ThemeKind::Dark ? row.dark : row.light);
    // A selected stretch keeps hue and hatch and moves away from the background, so that it is
    // never taken for another state.
    if (selected && look != Look::Absent) {
        style.fill = kind_ == ThemeKind::Dark ? style.fill.lighter(115) : style.fill.darker(110);
    }
    style.ink = textColorOn(style.fill);
    return style;
}

QColor Theme::taskColor(std::string_view name) const
{
    return taskColor(static_cast<int>(hashOf(name) % static_cast<std::uint32_t>(kTaskColors)));
}

QColor Theme::taskColor(int number) const
{
    const double hue = number % kTaskHues / static_cast<double>(kTaskHues);
    const double step = number / kTaskHues % kTaskShades * 0.08;
    const bool isDark = kind_ == ThemeKind::Dark;
    return QColor::fromHslF(static_cast<float>(hue), isDark ? 0.45F : 0.55F,
                            static_cast<float>(isDark ? 0.52 + step : 0.70 - step));
}

int Theme::taskColorCount()
{
    return kTaskColors;
}

QColor Theme::curveColor(std::size_t number) const
{
    const QRgb* colors = kind_ == ThemeKind::Dark ? kCurvesDark : kCurvesLight;
    return QColor::fromRgba(colors[number % curveColorCount()]);
}

std::size_t Theme::curveColorCount()
{
    return std::size(kCurvesLight);
}

QColor Theme::rampColor(double fraction)
{
    const double place = std::clamp(fraction, 0.0, 1.0) * static_cast<double>(std::size(kRamp) - 1);
    const auto below = std::min(static_cast<std::size_t>(place), std::size(kRamp) - 2);
    const QColor low = QColor::fromRgba(kRamp[below]);
    const QColor high = QColor::fromRgba(kRamp[below + 1]);
    const auto part = static_cast<float>(place - static_cast<double>(below));
    const auto mix = [part](float from, float to) { return from + (to - from) * part; };
    return QColor::fromRgbF(mix(low.redF(), high.redF()), mix(low.greenF(), high.greenF()),
                            mix(low.blueF(), high.blueF()));
}

QPalette Theme::palette() const
{
    QPalette palette;
    palette.setColor(QPalette::Window, color(ColorId::Window));
    palette.setColor(QPalette::WindowText, color(ColorId::Text));
    palette.setColor(QPalette::Base, color(ColorId::Base));
    palette.setColor(QPalette::AlternateBase, color(ColorId::AlternateBase));
    palette.setColor(QPalette::Text, color(ColorId::Text));
    palette.setColor(QPalette::PlaceholderText, color(ColorId::SecondaryText));
    palette.setColor(QPalette::Button, kind_ == ThemeKind::Dark ? QColor(0x2b, 0x31, 0x38)
                                                                : QColor(0xee, 0xf0, 0xf3));
    palette.setColor(QPalette::ButtonText, color(ColorId::Text));
    palette.setColor(QPalette::BrightText, color(ColorId::Warning));
    palette.setColor(QPalette::ToolTipBase, color(ColorId::AlternateBase));
    palette.setColor(QPalette::ToolTipText, color(ColorId::Text));
    palette.setColor(QPalette::Link, color(ColorId::Accent));
    palette.setColor(QPalette::LinkVisited, color(ColorId::Accent));
    palette.setColor(QPalette::Highlight, color(ColorId::SelectedBase));
    palette.setColor(QPalette::HighlightedText, color(ColorId::SelectedText));
    for (const QPalette::ColorRole role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        palette.setColor(QPalette::Disabled, role, color(ColorId::Axis));
    }
    return palette;
}

QColor textColorOn(const QColor& fill)
{
    const QColor black(Qt::black);
    const QColor white(Qt::white);
    return contrast(black, fill) >= contrast(white, fill) ? black : white;
}

double contrast(const QColor& a, const QColor& b)
{
    const double first = luminance(a);
    const double second = luminance(b);
    return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

Qt::BrushStyle brushStyle(Hatch hatch)
{
    switch (hatch) {
        case Hatch::None:
            return Qt::NoBrush;
        case Hatch::Forward:
            return Qt::BDiagPattern;
        case Hatch::Backward:
            return Qt::FDiagPattern;
        case Hatch::Cross:
            return Qt::DiagCrossPattern;
        case Hatch::Dots:
            return Qt::Dense6Pattern;
        case Hatch::Horizontal:
            return Qt::HorPattern;
        case Hatch::Vertical:
            return Qt::VerPattern;
    }
    return Qt::NoBrush;
}

void paintHatch(QPainter& painter, const QRectF& rect, Hatch hatch, const QColor& ink,
                double spacing)
{
    QList<QLineF> lines;
    switch (hatch) {
        case Hatch::None:
            return;
        case Hatch::Forward:
            addDiagonals(lines, rect, -1.0, spacing);
            break;
        case Hatch::Backward:
            addDiagonals(lines, rect, 1.0, spacing);
            break;
        case Hatch::Cross:
            addDiagonals(lines, rect, -1.0, spacing);
            addDiagonals(lines, rect, 1.0, spacing);
            break;
        case Hatch::Dots:
            addDots(lines, rect, spacing);
            break;
        case Hatch::Horizontal:
            addStraights(lines, rect, true, spacing);
            break;
        case Hatch::Vertical:
            addStraights(lines, rect, false, spacing);
            break;
    }
    if (lines.isEmpty()) return;
    painter.save();
    QColor thin = ink;
    thin.setAlphaF(0.55F);
    painter.setPen(QPen(thin, 0.8));
    painter.drawLines(lines);
    painter.restore();
}

}  // namespace resched::ui

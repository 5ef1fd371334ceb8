// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/state_legend.h"

#include "format.h"

#include <QtGui/QPainter>

namespace resched::ui {
namespace {

constexpr int kSwatch = 14;
constexpr int kGap = 4;
constexpr int kBetween = 9;
constexpr int kLine = 18;

}  // namespace

StateLegend::StateLegend(QWidget* parent) : QWidget(parent)
{
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.9);
    setFont(small);
}

void StateLegend::setTheme(const Theme& theme)
{
    theme_ = theme;
    update();
}

std::vector<StateLegend::Entry> StateLegend::entries(int width) const
{
    std::vector<Entry> all;
    int x = kGap;
    int y = 2;
    std::vector<Look> looks{Look::Running,         Look::Woken, Look::Preempted, Look::Sleeping,
                            Look::Uninterruptible, Look::Idle,  Look::Unknown,   Look::Lost};
    if (showsInterrupts_) looks.insert(looks.end(), {Look::Irq, Look::SoftIrq});
    for (const Look look : looks) {
        const QString text = stateText(look);
        const int needed = kSwatch + kGap + fontMetrics().horizontalAdvance(text);
        if (x > kGap && x + needed > width) {
            x = kGap;
            y += kLine;
        }
        all.push_back({look, text, QRect(x, y, needed, kLine)});
        x += needed + kBetween;
    }
    return all;
}

// Tasks that run have their own colours: a few stand for them all.
void StateLegend::drawTaskColours(QPainter& painter, const QRect& swatch) const
{
    constexpr int kStripes = 3;
    for (int i = 0; i < kStripes; ++i) {
        const int left = swatch.left() + swatch.width() * i / kStripes;
        const int right = swatch.left() + swatch.width() * (i + 1) / kStripes;
        painter.fillRect(left, swatch.top(), right - left, swatch.height(),
                         theme_.curveColor(static_cast<std::size_t>(i)));
    }
}

void StateLegend::setColourBy(ColourBy colourBy)
{
    colourBy_ = colourBy;
    update();
}

void StateLegend::setShowsInterrupts(bool shows)
{
    if (showsInterrupts_ == shows) return;
    showsInterrupts_ = shows;
    updateGeometry();
    update();
}

int StateLegend::heightForWidth(int width) const
{
    return entries(width).back().rect.bottom() + 3;
}

QSize StateLegend::sizeHint() const
{
    return {600, heightForWidth(std::max(width(), 300))};
}

void StateLegend::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    for (const Entry& entry : entries(width())) {
        const StateStyle style = theme_.state(entry.look);
        const bool byTask = entry.look == Look::Running && colourBy_ == ColourBy::Task;
        const QRect swatch(entry.rect.left(), entry.rect.top() + 3, kSwatch, kLine - 6);
        painter.setPen(Qt::NoPen);
        painter.setBrush(style.fill);
        painter.drawRect(swatch);
        if (byTask) drawTaskColours(painter, swatch);
        const bool isStrip = entry.look == Look::Irq || entry.look == Look::SoftIrq;
        if (style.hatch != Hatch::None && !isStrip) {
            painter.setBrush(QBrush(style.ink, brushStyle(style.hatch)));
            painter.drawRect(swatch);
        }
        painter.setPen(theme_.color(ColorId::Border));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(swatch);
        painter.setPen(theme_.color(ColorId::Text));
        painter.drawText(entry.rect.adjusted(kSwatch + kGap, 0, 2, 0),
                         Qt::AlignLeft | Qt::AlignVCenter, entry.text);
    }
}

}  // namespace resched::ui

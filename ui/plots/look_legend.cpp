// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/look_legend.h"

#include "format.h"
#include "plots/plot_style.h"

namespace resched::ui {

namespace {

constexpr int kHeight = 22;
constexpr double kSwatch = 20;
constexpr double kGap = 5;

constexpr Look kShown[] = {Look::Running,         Look::Woken, Look::Preempted, Look::Sleeping,
                           Look::Uninterruptible, Look::Idle,  Look::Unknown,   Look::Lost};

// Running has the colour of the task, the others the colour of the state.
QString legendText(Look look)
{
    return look == Look::Running ? LookLegend::tr("running, by task") : stateText(look);
}

void drawSwatch(QCPPainter& painter, const QRectF& rect, Look look, const Theme& theme)
{
    painter.setPen(Qt::NoPen);
    if (look == Look::Running) {
        const double part = rect.width() / 3;
        for (int i = 0; i < 3; ++i) {
            painter.setBrush(theme.taskColor(i * Theme::taskColorCount() / 9));
            painter.drawRect(QRectF(rect.left() + i * part, rect.top(), part, rect.height()));
        }
    } else {
        const StateStyle style = theme.state(look);
        painter.setBrush(style.fill);
        painter.drawRect(rect);
        paintHatch(painter, rect, style.hatch, style.ink);
    }
    painter.setPen(QPen(theme.color(ColorId::Axis), 0.6));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect);
}

}  // namespace

LookLegend::LookLegend(QCustomPlot* plot, const Theme& theme)
    : QCPLayoutElement(plot), theme_(theme)
{
    setLayer(QStringLiteral("legend"));
}

void LookLegend::applyDefaultAntialiasingHint(QCPPainter* painter) const
{
    painter->setAntialiasing(false);
}

void LookLegend::draw(QCPPainter* painter)
{
    const QFont font = plotFont(FontRole::Small);
    const QFontMetricsF metrics(font);
    painter->setFont(font);
    double needed = 0;
    for (const Look look : kShown)
        needed += kSwatch + kGap + metrics.horizontalAdvance(legendText(look));
    const double spare = (mRect.width() - needed) / static_cast<double>(std::size(kShown));
    const double between = std::clamp(spare, 4.0, 14.0);
    double x = mRect.left();
    for (const Look look : kShown) {
        drawSwatch(*painter, QRectF(x, mRect.top() + 4, kSwatch, 13), look, theme_);
        x += kSwatch + kGap;
        const QString text = legendText(look);
        const double width = metrics.horizontalAdvance(text);
        painter->setPen(theme_.color(ColorId::Text));
        painter->drawText(QRectF(x, mRect.top(), width, 21),
                          Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, text);
        x += width + between;
    }
}

QSize LookLegend::minimumOuterSizeHint() const
{
    return {100, kHeight};
}

QSize LookLegend::maximumOuterSizeHint() const
{
    return {QWIDGETSIZE_MAX, kHeight};
}

}  // namespace resched::ui

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/timeline_overlay.h"

#include "format.h"

#include <utility>

namespace resched::ui {
namespace {

constexpr int kIndent = 10;
constexpr int kPadding = 6;

void drawTag(QCPPainter& painter, const QRect& area, int x, int y, const QString& text,
             const Theme& theme)
{
    const QFontMetrics metrics(painter.font());
    QRect tag(x + 4, y, metrics.horizontalAdvance(text) + 8, metrics.height() + 2);
    if (tag.right() > area.right()) tag.moveRight(x - 4);
    if (tag.left() < area.left()) tag.moveLeft(area.left());
    painter.setPen(theme.color(ColorId::Border));
    painter.setBrush(theme.color(ColorId::Window));
    painter.drawRect(tag);
    painter.setPen(theme.color(ColorId::Text));
    painter.drawText(tag, Qt::AlignCenter, text);
}

}  // namespace

TimelineOverlay::TimelineOverlay(QCPAxisRect* area, const RulerTicker* ruler, Scale scale,
                                 Content content)
    : QCPLayerable(area->parentPlot(), QStringLiteral("overlay")),
      area_(area),
      ruler_(ruler),
      scale_(std::move(scale)),
      content_(std::move(content))
{}

QRect TimelineOverlay::clipRect() const
{
    return area_->rect();
}

void TimelineOverlay::applyDefaultAntialiasingHint(QCPPainter* painter) const
{
    painter->setAntialiasing(false);
}

void TimelineOverlay::draw(QCPPainter* painter)
{
    const auto scale = scale_();
    if (!scale) return;
    const OverlayContent content = content_();
    painter->setFont(parentPlot()->font());
    drawSelection(*painter, *scale, content.selected, content.labels);
    const QPoint origin = area_->rect().topLeft();
    painter->setBrush(Qt::NoBrush);
    if (content.pointed) {
        painter->setPen(QPen(theme_.color(ColorId::Text), 1));
        painter->drawRect(content.pointed->translated(origin));
    }
    if (content.chosen) {
        painter->setPen(QPen(theme_.color(ColorId::Accent), 2));
        painter->drawRect(content.chosen->translated(origin));
    }
    for (std::size_t i = 0; i < content.markers.size(); ++i) {
        drawLine(*painter, *scale, content.markers[i],
                 QPen(theme_.color(ColorId::Marker), 1, Qt::DashLine),
                 content.labels ? QStringLiteral("M%1").arg(i + 1) : QString());
    }
    if (content.cursor) {
        drawLine(*painter, *scale, *content.cursor, QPen(theme_.color(ColorId::Cursor), 1),
                 content.labels ? rulerText(*content.cursor, ruler_->request()) : QString());
    }
}

void TimelineOverlay::drawSelection(QCPPainter& painter, const ColumnScale& scale,
                                    TimeRange selected, bool labelled) const
{
    const TimeRange seen = clipped(selected, scale.visible());
    if (seen.isEmpty()) return;
    const QRect area = area_->rect();
    const int begin = area.left() + scale.column(seen.begin);
    const int end = area.left() + scale.column(seen.end);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme_.color(ColorId::Selection));
    painter.drawRect(QRect(begin, area.top(), std::max(end - begin, 1), area.height()));
    painter.setPen(theme_.color(ColorId::Accent));
    if (seen.begin == selected.begin)
        painter.drawLine(QLine(begin, area.top(), begin, area.bottom()));
    if (seen.end == selected.end) painter.drawLine(QLine(end, area.top(), end, area.bottom()));
    if (!labelled) return;
    const int height = QFontMetrics(painter.font()).height() + 4;
    drawTag(painter, area, begin, area.bottom() - height, duration(selected.length()), theme_);
}

void TimelineOverlay::drawLine(QCPPainter& painter, const ColumnScale& scale, Timestamp time,
                               const QPen& pen, const QString& label) const
{
    const int column = scale.column(time);
    if (column < 0 || column >= scale.columns()) return;
    const QRect area = area_->rect();
    const int x = area.left() + column;
    painter.setPen(pen);
    painter.drawLine(QLine(x, area.top(), x, area.bottom()));
    if (!label.isEmpty()) drawTag(painter, area, x, area.top() + 1, label, theme_);
}

LaneNames::LaneNames(QCPAxisRect* area, SceneSource source)
    : QCPLayerable(area->parentPlot(), QStringLiteral("main")),
      area_(area),
      source_(std::move(source))
{}

QRect LaneNames::clipRect() const
{
    const QRect area = area_->rect();
    return {0, area.top(), area.left(), area.height()};
}

void LaneNames::applyDefaultAntialiasingHint(QCPPainter* painter) const
{
    painter->setAntialiasing(false);
}

void LaneNames::draw(QCPPainter* painter)
{
    const Scene* scene = source_();
    if (!scene) return;
    const QRect clip = clipRect();
    painter->setFont(parentPlot()->font());
    for (const LaneRuns& runs : scene->lanes) {
        const QRect rect(clip.left(), clip.top() + runs.top, clip.width(), runs.lane.height);
        drawName(*painter, runs.lane, rect);
    }
    painter->setPen(theme_.color(ColorId::Grid));
    painter->drawLine(QLine(clip.topRight(), clip.bottomRight()));
}

void LaneNames::drawName(QCPPainter& painter, const Lane& lane, const QRect& rect) const
{
    const bool isHeading = lane.kind == LaneKind::Heading || lane.kind == LaneKind::Process;
    const bool isSelected = lane.kind == LaneKind::Task && selected_ == lane.tid;
    const bool isValue = lane.kind == LaneKind::Depth || lane.kind == LaneKind::Frequency;
    if (isHeading || isSelected) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme_.color(isSelected ? ColorId::SelectedBase : ColorId::Window));
        painter.drawRect(rect);
    }
    QFont font = parentPlot()->font();
    font.setBold(isHeading || lane.kind == LaneKind::Cpu);
    painter.setFont(font);
    painter.setPen(theme_.color(isSelected ? ColorId::SelectedText
                                : isValue  ? ColorId::SecondaryText
                                           : ColorId::Text));
    QString title = lane.title;
    if (lane.kind == LaneKind::Process) {
        title =
            (collapsed_.contains(lane.tgid) ? QStringLiteral("▸ ") : QStringLiteral("▾ ")) + title;
    }
    if (lane.kind == LaneKind::Depth && depthScale_ > 0) {
        title = QCoreApplication::translate("Lanes", "queue depth, 0 to %1").arg(depthScale_);
    }
    const QRect inner = rect.adjusted(kPadding + kIndent * lane.indent, 0, -kPadding, 0);
    const QString fitting = QFontMetrics(font).elidedText(title, Qt::ElideMiddle, inner.width());
    painter.drawText(inner, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, fitting);
}

}  // namespace resched::ui

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/timeline_plot.h"

#include "timeline/hit_test.h"
#include "timeline/navigation.h"

#include <QtGui/QMouseEvent>
#include <QtGui/QWheelEvent>

#include <algorithm>
#include <utility>

namespace resched::ui {
namespace {

constexpr int kDragThreshold = 4;
constexpr int kRulerHeight = 24;
constexpr int kTickWidth = 110;  // room for a label with nine digits

}  // namespace

TimelinePlot::TimelinePlot(RunRole role, Session& session, QWidget* parent)
    : QCustomPlot(parent), role_(role), session_(session), ruler_(new RulerTicker)
{
    buildArea();
    connect(this, &QCustomPlot::afterReplot, this, [this] { hasReplotted_ = true; });
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setInteractions(QCP::iNone);
    setNoAntialiasingOnDrag(true);
    setAccessibleName(role == RunRole::Baseline ? tr("Timeline of the recorded run")
                                                : tr("Timeline of the replayed run"));
}

void TimelinePlot::buildArea()
{
    area_ = axisRect();
    area_->setAutoMargins(QCP::msNone);
    area_->setupFullAxesBox(false);
    for (QCPAxis* axis : {xAxis, yAxis, yAxis2}) axis->setVisible(false);
    xAxis2->setVisible(true);
    xAxis2->setTicker(ruler_);
    xAxis2->grid()->setVisible(true);
    yAxis->grid()->setVisible(false);
    xAxis->grid()->setVisible(false);
    plottable_ = new LanePlottable(xAxis2, yAxis, [this](QSize size) { return sceneFor(size); });
    overlay_ = new TimelineOverlay(
        area_, ruler_.data(), [this] { return scale(); }, [this] { return overlayContent(); });
    names_ = new LaneNames(area_, [this] { return scene(); });
}

void TimelinePlot::setContent(std::shared_ptr<const TraceIndex> index, const LaneList* lanes)
{
    index_ = std::move(index);
    lanes_ = lanes;
    refresh();
}

void TimelinePlot::setScroll(int scroll)
{
    if (scroll_ == scroll) return;
    scroll_ = scroll;
    refresh();
}

void TimelinePlot::setOptions(const PlotOptions& options)
{
    options_ = options;
    names_->setCollapsed(options.collapsed);
    names_->setDepthScale(options.depthScale);
    refresh();
}

void TimelinePlot::setTheme(const Theme& theme)
{
    theme_ = theme;
    plottable_->setTheme(theme);
    overlay_->setTheme(theme);
    names_->setTheme(theme);
    setBackground(theme.color(ColorId::Base));
    const QPen line(theme.color(ColorId::Axis));
    xAxis2->setBasePen(line);
    xAxis2->setTickPen(line);
    xAxis2->setSubTickPen(line);
    xAxis2->setTickLabelColor(theme.color(ColorId::Text));
    xAxis2->grid()->setPen(QPen(theme.color(ColorId::Grid), 1));
    xAxis2->grid()->setZeroLinePen(Qt::NoPen);
    refresh();
}

std::optional<ColumnScale> TimelinePlot::scale() const
{
    const TimeRange visible = session_.visibleRange();
    if (visible.isEmpty() || area_->width() <= 0) return std::nullopt;
    return ColumnScale(visible, area_->width());
}

const Scene* TimelinePlot::sceneFor(QSize size)
{
    const TimeRange visible = session_.visibleRange();
    if (!index_ || !lanes_ || visible.isEmpty() || size.width() <= 0) return nullptr;
    if (scene_ && sceneSize_ == size) return &*scene_;
    SceneInput input{.index = index_.get(),
                     .lanes = lanes_,
                     .scale = ColumnScale(visible, size.width()),
                     .scroll = scroll_,
                     .height = size.height(),
                     .theme = &theme_,
                     .metrics = QFontMetrics(font()),
                     .colourBy = options_.colourBy,
                     .selectedTask = session_.selectedTask(),
                     .hidden = session_.hiddenTasks(),
                     .brushed = session_.brushedWaits(role_),
                     .depthScale = options_.depthScale};
    for (const auto& [tid, colour] : session_.chosenColours()) {
        input.colours[tid] = theme_.curveColor(static_cast<std::size_t>(colour));
    }
    scene_ = buildScene(input);
    sceneSize_ = size;
    return &*scene_;
}

void TimelinePlot::refresh()
{
    scene_.reset();
    area_->setMargins(QMargins(kNameWidth, options_.showsRuler ? kRulerHeight : 2, 0, 2));
    const TimeRange visible = session_.visibleRange();
    if (!visible.isEmpty()) {
        const Timestamp origin = session_.fullRange().begin;
        const auto trace = session_.baseline();
        ruler_->setRequest({.visible = visible,
                            .origin = origin,
                            .mode = options_.ruler,
                            .wallClockOffset = trace ? trace->info().wallClockOffset : std::nullopt,
                            .mostTicks = std::max(area_->width() / kTickWidth, 1)});
        xAxis2->setRange(static_cast<double>((visible.begin - origin).count()),
                         static_cast<double>((visible.end - origin).count()));
        xAxis2->setTickLabels(options_.showsRuler);
    }
    names_->setSelectedTask(session_.selectedTask());
    if (!rect().isEmpty()) replot(rpQueuedReplot);
}

void TimelinePlot::resizeEvent(QResizeEvent* event)
{
    // Without an area there is nothing to paint to.
    if (!rect().isEmpty()) QCustomPlot::resizeEvent(event);
}

void TimelinePlot::refreshOverlay()
{
    // Before it is first laid out there is no buffer to paint to.
    if (!viewport().isEmpty() && hasReplotted_) layer(QStringLiteral("overlay"))->replot();
}

OverlayContent TimelinePlot::overlayContent()
{
    OverlayContent content{.cursor = session_.cursor(),
                           .selected = session_.selectedRange(),
                           .markers = session_.markers(),
                           .pointed = boxOf(session_.pointed()),
                           .chosen = boxOf(session_.chosen()),
                           .labels = options_.showsRuler};
    return content;
}

// Where the thing stands in this pane, if it is of this run and its lane is in sight.
std::optional<QRect> TimelinePlot::boxOf(const Hit& hit)
{
    const Scene* shown = scene();
    if (!shown || hit.isNothing() || hit.role != role_) return std::nullopt;
    const TimeRange range = rangeOf(*index_->trace, hit);
    const auto task = taskOf(*index_->trace, hit);
    const bool onTask = std::holds_alternative<SegmentHit>(hit.thing) ||
                        std::holds_alternative<ManySegmentsHit>(hit.thing);
    const Lane* lane = onTask && task ? lanes_->ofTask(index_->trace->task(*task).tid) : nullptr;
    if (const auto* slice = std::get_if<SliceHit>(&hit.thing)) lane = lanes_->ofCpu(slice->cpu);
    if (const auto* many = std::get_if<ManySlicesHit>(&hit.thing)) lane = lanes_->ofCpu(many->cpu);
    const TimeRange seen = clipped(range, shown->scale.visible());
    if (lane && !lanes_->isShown(*lane, scroll_, area_->height())) lane = nullptr;
    if (!lane || range.end < shown->scale.visible().begin || seen.begin > seen.end)
        return std::nullopt;
    const int begin = std::max(shown->scale.column(seen.begin), 0);
    const int end = std::max(shown->scale.column(seen.end), begin + 2);
    return QRect(begin, lanes_->screenTop(*lane, scroll_) + 1, end - begin - 1, lane->height - 3);
}

Timestamp TimelinePlot::timeAt(int x) const
{
    const auto mapping = scale();
    if (!mapping) return {};
    return mapping->begin(std::clamp(x - area_->left(), 0, mapping->columns()));
}

Hit TimelinePlot::hitAt(const QPoint& position)
{
    const Scene* shown = scene();
    if (!shown || !area_->rect().contains(position))
        return {.role = role_, .time = timeAt(position.x())};
    return hitTest(*shown, *index_, role_, position - area_->rect().topLeft());
}

const Lane* TimelinePlot::laneUnder(const QPoint& position)
{
    const Scene* shown = scene();
    return shown ? laneAt(*shown, position.y() - area_->top()) : nullptr;
}

void TimelinePlot::mousePressEvent(QMouseEvent* event)
{
    const QPoint position = event->position().toPoint();
    const bool onNames = position.x() < area_->left();
    if (event->button() == Qt::LeftButton && onNames) return clickName(position);
    const bool pans = event->button() == Qt::MiddleButton ||
                      (event->button() == Qt::LeftButton && event->modifiers() & Qt::ShiftModifier);
    if (!pans && event->button() != Qt::LeftButton) return;
    drag_ = pans ? Drag::Pan : Drag::Pressed;
    pressedAt_ = position;
    pressedTime_ = timeAt(position.x());
    panColumn_ = position.x();
    if (pans) setCursor(Qt::ClosedHandCursor);
}

void TimelinePlot::mouseMoveEvent(QMouseEvent* event)
{
    const QPoint position = event->position().toPoint();
    const bool moved = std::abs(position.x() - pressedAt_.x()) >= kDragThreshold;
    if (drag_ == Drag::Pressed && moved) drag_ = Drag::Select;
    if (drag_ == Drag::Select) {
        const Timestamp now = timeAt(position.x());
        session_.setSelectedRange({std::min(pressedTime_, now), std::max(pressedTime_, now)});
    } else if (drag_ == Drag::Pan && area_->width() > 0) {
        const Nanoseconds by = timeAt(area_->left() + std::abs(position.x() - panColumn_)) -
                               session_.visibleRange().begin;
        emit panRequested(position.x() > panColumn_ ? -by : by);
        panColumn_ = position.x();
    }
    hover(position);
}

void TimelinePlot::mouseReleaseEvent(QMouseEvent* event)
{
    if (drag_ == Drag::Pressed && event->button() == Qt::LeftButton) click(pressedAt_);
    if (drag_ == Drag::Pan) unsetCursor();
    drag_ = Drag::None;
}

void TimelinePlot::mouseDoubleClickEvent(QMouseEvent* event)
{
    const QPoint position = event->position().toPoint();
    const Hit hit = hitAt(position);
    if (hit.isNothing()) return;
    emit revealRequested(rangeOf(*index_->trace, hit));
}

// A click chooses the thing and its task; on nothing it lets go of both and of the range.
void TimelinePlot::click(const QPoint& position)
{
    const Hit hit = hitAt(position);
    session_.setChosen(hit);
    const auto task = index_ ? taskOf(*index_->trace, hit) : std::nullopt;
    session_.setSelectedTask(task ? std::optional(index_->trace->task(*task).tid) : std::nullopt);
    if (!session_.selectedRange().contains(hit.time)) session_.setSelectedRange({});
}

void TimelinePlot::clickName(const QPoint& position)
{
    const Lane* found = laneUnder(position);
    if (!found) return;
    const Lane lane = *found;  // what follows may lay the lanes out anew
    if (lane.kind == LaneKind::Task) session_.setSelectedTask(lane.tid);
    if (lane.kind == LaneKind::Process) emit collapseRequested(lane.tgid);
}

void TimelinePlot::hover(const QPoint& position)
{
    if (!area_->rect().contains(position)) return session_.setPointed({});
    session_.setPointed(hitAt(position));
    session_.setCursor(timeAt(position.x()));
}

void TimelinePlot::leaveEvent(QEvent* event)
{
    session_.setPointed({});
    session_.setCursor(std::nullopt);
    QCustomPlot::leaveEvent(event);
}

void TimelinePlot::wheelEvent(QWheelEvent* event)
{
    // Alt and some pads turn the wheel sideways.
    const QPoint angle = event->angleDelta();
    const int turned = angle.y() != 0 ? angle.y() : angle.x();
    event->accept();
    if (turned == 0) return;
    if (event->modifiers() & Qt::ControlModifier) {
        const Timestamp anchor = timeAt(event->position().toPoint().x());
        return emit zoomRequested(anchor, turned > 0 ? 80 : 125);
    }
    if (event->modifiers() & Qt::ShiftModifier || angle.y() == 0) {
        const Nanoseconds tenth = session_.visibleRange().length() / 10;
        return emit panRequested(turned > 0 ? -tenth : tenth);
    }
    emit scrollRequested(-turned / 2);
}

void TimelinePlot::contextMenuEvent(QContextMenuEvent* event)
{
    if (const Lane* lane = laneUnder(event->pos())) {
        emit laneMenuRequested(*lane, event->globalPos());
    }
}

}  // namespace resched::ui

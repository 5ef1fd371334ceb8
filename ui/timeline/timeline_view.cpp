// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/timeline_view.h"

#include "session/run_title.h"
#include "timeline/state_legend.h"
#include "timeline/view_math.h"

#include <QtCore/QEvent>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QSplitter>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <utility>

namespace resched::ui {
namespace {

constexpr std::array kRoles{RunRole::Baseline, RunRole::Current};

}  // namespace

TimelineView::TimelineView(Session& session, QWidget* parent) : QWidget(parent), session_(session)
{
    splitter_ = new QSplitter(Qt::Vertical, this);
    splitter_->setChildrenCollapsible(false);
    for (const RunRole role : kRoles) {
        panes_[at(role)] = buildPane(role);
        splitter_->addWidget(panes_[at(role)].widget);
    }
    scrollBar_ = new QScrollBar(Qt::Vertical, this);
    legend_ = new StateLegend(this);
    auto* middle = new QHBoxLayout;
    middle->setSpacing(0);
    middle->addWidget(splitter_, 1);
    middle->addWidget(scrollBar_);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addLayout(middle, 1);
    all->addWidget(legend_);
    connect(scrollBar_, &QScrollBar::valueChanged, this, [this](int value) {
        for (Pane& pane : panes_) pane.plot->setScroll(snapped(value));
    });
    connectSession();
    applyTheme();
    takeRuns();
}

TimelineView::Pane TimelineView::buildPane(RunRole role)
{
    Pane pane;
    pane.widget = new QWidget(splitter_);
    pane.title = new QLabel(pane.widget);
    pane.title->setTextFormat(Qt::PlainText);
    pane.title->setContentsMargins(6, 3, 6, 3);
    pane.title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    pane.plot = new TimelinePlot(role, session_, pane.widget);
    pane.plot->installEventFilter(this);
    pane.job = new Job(this);
    auto* layout = new QVBoxLayout(pane.widget);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(pane.title);
    layout->addWidget(pane.plot, 1);
    connectPlot(pane.plot);
    return pane;
}

void TimelineView::connectPlot(TimelinePlot* plot)
{
    connect(plot, &TimelinePlot::scrollRequested, this,
            [this](int pixels) { scrollBar_->setValue(scrollBar_->value() + pixels); });
    connect(plot, &TimelinePlot::zoomRequested, this, &TimelineView::zoom);
    connect(plot, &TimelinePlot::panRequested, this, &TimelineView::pan);
    connect(plot, &TimelinePlot::laneMenuRequested, this, &TimelineView::laneMenuRequested);
    connect(plot, &TimelinePlot::revealRequested, this, [this](TimeRange range) {
        const Nanoseconds margin = std::max(range.length() / 4, kShortestView / 2);
        session_.setVisibleRange(
            fitted({range.begin - margin, range.end + margin}, session_.fullRange()));
    });
    connect(plot, &TimelinePlot::collapseRequested, this, [this](Tgid process) {
        if (options_.collapsed.erase(process) == 0) options_.collapsed.insert(process);
        relayout();
    });
}

void TimelineView::connectSession()
{
    connect(&session_, &Session::traceOpened, this, [this] {
        options_.collapsed.clear();
        scrollBar_->setValue(0);
    });
    connect(&session_, &Session::runsChanged, this, &TimelineView::takeRuns);
    connect(&session_, &Session::visibleRangeChanged, this, [this] {
        if (onlyActive_) {
            relayout();
        } else {
            refresh();
        }
    });
    connect(&session_, &Session::taskDisplayChanged, this, &TimelineView::relayout);
    connect(&session_, &Session::selectedTaskChanged, this, &TimelineView::refresh);
    connect(&session_, &Session::brushedWaitsChanged, this, &TimelineView::refresh);
    connect(&session_, &Session::selectedRangeChanged, this, &TimelineView::refreshOverlays);
    connect(&session_, &Session::cursorChanged, this, &TimelineView::refreshOverlays);
    connect(&session_, &Session::pointedChanged, this, &TimelineView::refreshOverlays);
    connect(&session_, &Session::chosenChanged, this, &TimelineView::refreshOverlays);
    connect(&session_, &Session::markersChanged, this, &TimelineView::refreshOverlays);
}

void TimelineView::takeRuns()
{
    for (const RunRole role : kRoles) takeRun(role);
    panes_[at(RunRole::Current)].widget->setVisible(session_.current() != nullptr);
    showTitles();
}

void TimelineView::takeRun(RunRole role)
{
    Pane& pane = panes_[at(role)];
    const auto trace = session_.traceOf(role);
    if (pane.index && pane.index->trace == trace) return;
    if (!trace) {
        pane.job->cancel();
        pane.index = nullptr;
        relayout();
        return;
    }
    pane.job->start<TraceIndex>(
        [trace](Progress& progress) { return buildTraceIndex(trace, progress); }, this,
        [this, role](Result<TraceIndex> index) {
            if (index) takeIndex(role, *std::move(index));
        });
}

void TimelineView::takeIndex(RunRole role, TraceIndex index)
{
    panes_[at(role)].index = std::make_shared<const TraceIndex>(std::move(index));
    legend_->setShowsInterrupts(std::any_of(panes_.begin(), panes_.end(), [](const Pane& pane) {
        if (!pane.index) return false;
        const auto cpus = pane.index->trace->cpus();
        return std::any_of(cpus.begin(), cpus.end(),
                           [](const CpuLane& lane) { return !lane.irqs.empty(); });
    }));
    relayout();
}

bool TimelineView::isReady() const
{
    return std::all_of(kRoles.begin(), kRoles.end(), [this](RunRole role) {
        const auto& index = panes_[at(role)].index;
        return (index ? index->trace : nullptr) == session_.traceOf(role);
    });
}

std::int64_t TimelineView::depthScale() const
{
    std::int64_t highest = 0;
    for (const Pane& pane : panes_) {
        if (!pane.index) continue;
        for (const MaxLadder& ladder : pane.index->depths) {
            highest = std::max(highest, ladder.highest());
        }
    }
    return highest;
}

void TimelineView::relayout()
{
    const Pane& baseline = panes_[at(RunRole::Baseline)];
    const Pane& current = panes_[at(RunRole::Current)];
    lanes_ = layoutLanes(
        baseline.index.get(), current.index.get(),
        {.hidden = session_.hiddenTasks(),
         .pinned = session_.pinnedTasks(),
         .collapsed = options_.collapsed,
         .showDepth = showDepth_,
         .showTasks = showTasks_,
         .activeIn = onlyActive_ ? std::optional(session_.visibleRange()) : std::nullopt,
         .topology = &session_.recordedSettings().machine.topology});
    options_.depthScale = depthScale();
    for (Pane& pane : panes_) pane.plot->setContent(pane.index, &lanes_);
    updateScrollBar();
    refresh();
}

void TimelineView::showTitles()
{
    const Run* baseline = session_.run(RunRole::Baseline);
    const Run* current = session_.run(RunRole::Current);
    panes_[at(RunRole::Baseline)].title->setText(
        baseline ? tr("Baseline: %1").arg(runTitle(*baseline)) : QString());
    panes_[at(RunRole::Current)].title->setText(current ? tr("Current: %1").arg(runTitle(*current))
                                                        : QString());
}

void TimelineView::refresh()
{
    for (const RunRole role : kRoles) {
        PlotOptions options = options_;
        options.showsRuler = role == RunRole::Baseline;
        panes_[at(role)].plot->setOptions(options);
    }
}

void TimelineView::refreshOverlays()
{
    for (Pane& pane : panes_) {
        if (pane.widget->isVisible()) pane.plot->refreshOverlay();
    }
}

void TimelineView::applyTheme()
{
    const Theme theme = Theme::forPalette(palette());
    for (Pane& pane : panes_) {
        pane.plot->setTheme(theme);
        QPalette colours = palette();
        colours.setColor(QPalette::WindowText, theme.color(ColorId::Text));
        pane.title->setPalette(colours);
    }
    legend_->setTheme(theme);
}

void TimelineView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange) applyTheme();
    QWidget::changeEvent(event);
}

void TimelineView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    updateScrollBar();
}

bool TimelineView::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize) {
        QMetaObject::invokeMethod(
            this,
            [this] {
                updateScrollBar();
                refresh();
            },
            Qt::QueuedConnection);
    }
    return QWidget::eventFilter(watched, event);
}

void TimelineView::updateScrollBar()
{
    int shown = panes_[at(RunRole::Baseline)].plot->area().height();
    if (session_.current()) {
        shown = std::min(shown, panes_[at(RunRole::Current)].plot->area().height());
    }
    // Few CPUs stay in sight above the tasks.
    lanes_.frozen = lanes_.cpuHeight <= shown / 2 ? lanes_.cpuHeight : 0;
    scrollBar_->setPageStep(std::max(shown - lanes_.frozen, 1));
    scrollBar_->setSingleStep(18);
    scrollBar_->setRange(0, std::max(lanes_.height - shown, 0));
    for (Pane& pane : panes_) pane.plot->setScroll(snapped(scrollBar_->value()));
}

// Lanes are whole under the frozen ones.
int TimelineView::snapped(int scroll) const
{
    const Lane* first = lanes_.frozen > 0 ? lanes_.at(lanes_.frozen + scroll) : nullptr;
    return first ? first->top - lanes_.frozen : scroll;
}

void TimelineView::setColourBy(ColourBy colourBy)
{
    options_.colourBy = colourBy;
    legend_->setColourBy(colourBy);
    refresh();
}

void TimelineView::setRulerMode(RulerMode mode)
{
    options_.ruler = mode;
    refresh();
}

void TimelineView::setShowTasks(bool shown)
{
    showTasks_ = shown;
    relayout();
}

void TimelineView::setOnlyActive(bool only)
{
    onlyActive_ = only;
    relayout();
}

void TimelineView::setShowDepth(bool shown)
{
    showDepth_ = shown;
    relayout();
}

Timestamp TimelineView::anchor() const
{
    const TimeRange visible = session_.visibleRange();
    const auto cursor = session_.cursor();
    return cursor && visible.contains(*cursor) ? *cursor : visible.begin + visible.length() / 2;
}

void TimelineView::zoom(Timestamp anchor, int percent)
{
    session_.setVisibleRange(zoomed(session_.visibleRange(), session_.fullRange(), anchor, percent),
                             percent < 100 ? ViewStep::ZoomIn : ViewStep::ZoomOut);
}

void TimelineView::pan(Nanoseconds by)
{
    session_.setVisibleRange(panned(session_.visibleRange(), session_.fullRange(), by),
                             by.count() < 0 ? ViewStep::PanLeft : ViewStep::PanRight);
}

void TimelineView::zoomIn()
{
    zoom(anchor(), 67);
}

void TimelineView::zoomOut()
{
    zoom(anchor(), 150);
}

void TimelineView::panLeft()
{
    pan(-session_.visibleRange().length() / 5);
}

void TimelineView::panRight()
{
    pan(session_.visibleRange().length() / 5);
}

void TimelineView::zoomToSelection()
{
    TimeRange range = session_.selectedRange();
    const auto trace = session_.traceOf(session_.chosen().role);
    if (range.isEmpty() && trace) range = rangeOf(*trace, session_.chosen());
    if (!range.isEmpty()) session_.setVisibleRange(fitted(range, session_.fullRange()));
}

void TimelineView::showAll()
{
    session_.setVisibleRange(session_.fullRange());
}

RunRole TimelineView::activeRole() const
{
    const RunRole role = session_.chosen().role;
    return session_.traceOf(role) ? role : RunRole::Baseline;
}

void TimelineView::step(Direction direction)
{
    const auto trace = session_.traceOf(activeRole());
    if (!trace || trace->cpus().empty()) return;
    const Hit& chosen = session_.chosen();
    const auto next = chosen.isNothing()
                          ? firstSlice(*trace, activeRole(), trace->cpus().front().id, anchor())
                          : stepSlice(*trace, chosen, direction);
    if (next) goTo(*next);
}

void TimelineView::stepTask(Direction direction)
{
    const auto trace = session_.traceOf(activeRole());
    if (!trace || !session_.selectedTask()) return;
    const Hit& chosen = session_.chosen();
    const Timestamp from = chosen.isNothing() ? anchor() : chosen.time;
    const auto next = stepEvent(*trace, activeRole(), *session_.selectedTask(), from, direction);
    if (next) goTo(*next);
}

void TimelineView::goTo(const Hit& hit)
{
    const auto trace = session_.traceOf(hit.role);
    if (!trace) return;
    session_.setChosen(hit);
    session_.setVisibleRange(
        revealing(session_.visibleRange(), session_.fullRange(), rangeOf(*trace, hit)));
    const auto task = taskOf(*trace, hit);
    if (!task) return;
    session_.setSelectedTask(trace->task(*task).tid);
    if (std::holds_alternative<SegmentHit>(hit.thing)) scrollToTask(trace->task(*task).tid);
    if (const auto* slice = std::get_if<SliceHit>(&hit.thing)) scrollToCpu(slice->cpu);
}

void TimelineView::toggleMarker()
{
    if (session_.baseline()) session_.toggleMarker(anchor());
}

void TimelineView::stepMarker(Direction direction)
{
    const auto& markers = session_.markers();
    if (markers.empty()) return;
    const TimeRange visible = session_.visibleRange();
    const Timestamp middle = visible.begin + visible.length() / 2;
    auto next = std::upper_bound(markers.begin(), markers.end(), middle);
    if (direction == Direction::Next) {
        if (next == markers.end()) next = markers.begin();
    } else {
        next = std::lower_bound(markers.begin(), markers.end(), middle);
        next = next == markers.begin() ? markers.end() - 1 : next - 1;
    }
    const Nanoseconds half = visible.length() / 2;
    session_.setVisibleRange(
        fitted({*next - half, *next - half + visible.length()}, session_.fullRange()));
}

// Up and down among the task lanes.
void TimelineView::moveLane(int by)
{
    std::vector<const Lane*> tasks;
    for (const Lane& lane : lanes_.lanes) {
        if (lane.kind == LaneKind::Task) tasks.push_back(&lane);
    }
    if (tasks.empty()) return;
    const auto here = std::find_if(tasks.begin(), tasks.end(), [this](const Lane* lane) {
        return session_.selectedTask() == lane->tid;
    });
    const auto last = static_cast<std::ptrdiff_t>(tasks.size()) - 1;
    const std::ptrdiff_t now =
        here == tasks.end() ? (by > 0 ? -1 : last + 1) : here - tasks.begin();
    const auto next = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(now + by, 0, last));
    session_.setSelectedTask(tasks[next]->tid);
    scrollTo(*tasks[next]);
}

void TimelineView::scrollTo(const Lane& lane)
{
    if (lane.bottom() <= lanes_.frozen) return;
    const int top = scrollBar_->value() + lanes_.frozen;
    const int page = scrollBar_->pageStep();
    if (lane.top < top) scrollBar_->setValue(lane.top - lanes_.frozen);
    if (lane.bottom() > top + page) {
        scrollBar_->setValue(lane.bottom() - page - lanes_.frozen + lane.height);
    }
}

void TimelineView::scrollToTask(Tid tid)
{
    if (const Lane* lane = lanes_.ofTask(tid)) scrollTo(*lane);
}

void TimelineView::scrollToCpu(CpuId cpu)
{
    if (const Lane* lane = lanes_.ofCpu(cpu)) scrollTo(*lane);
}

}  // namespace resched::ui

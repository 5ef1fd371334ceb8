// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One pane of the timeline: the lanes of one run over the session's visible range. It owns no
// state of its own but how it is drawn; ranges, selection and cursor live in the session, lanes and
// scroll position in the TimelineView. It translates mouse events and paints.

#include "session/session.h"
#include "theme.h"
#include "timeline/lane_plottable.h"
#include "timeline/lanes.h"
#include "timeline/ruler.h"
#include "timeline/scene.h"
#include "timeline/timeline_overlay.h"
#include "timeline/trace_index.h"

#include <qcustomplot.h>

#include <memory>
#include <optional>

namespace resched::ui {

struct PlotOptions
{
    ColourBy colourBy = ColourBy::Task;
    RulerMode ruler = RulerMode::Relative;
    bool showsRuler = true;
    std::int64_t depthScale = 0;
    std::set<Tgid> collapsed = {};
};

class TimelinePlot final : public QCustomPlot
{
    Q_OBJECT
public:
    static constexpr int kNameWidth = 150;

    TimelinePlot(RunRole role, Session& session, QWidget* parent = nullptr);

    // `lanes` stays the caller's, who calls again when it changed.
    void setContent(std::shared_ptr<const TraceIndex> index, const LaneList* lanes);
    void setScroll(int scroll);
    void setOptions(const PlotOptions& options);
    void setTheme(const Theme& theme);

    RunRole role() const { return role_; }
    // Of the area as it is now; null when there is nothing to show.
    const Scene* scene() { return sceneFor(area_->rect().size()); }
    QRect area() const { return area_->rect(); }
    Hit hitAt(const QPoint& position);
    // Everything again, or only what moves with the pointer.
    void refresh();
    void refreshOverlay();

signals:
    void scrollRequested(int pixels);
    void laneMenuRequested(const resched::ui::Lane& lane, const QPoint& globalPosition);
    void collapseRequested(resched::Tgid process);
    void zoomRequested(resched::Timestamp anchor, int percent);
    void panRequested(resched::Nanoseconds by);
    void revealRequested(resched::TimeRange range);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    QSize minimumSizeHint() const override { return {300, 80}; }

private:
    enum class Drag : std::uint8_t { None, Pressed, Select, Pan };

    void buildArea();
    const Scene* sceneFor(QSize size);
    std::optional<ColumnScale> scale() const;
    OverlayContent overlayContent();
    std::optional<QRect> boxOf(const Hit& hit);
    const Lane* laneUnder(const QPoint& position);
    Timestamp timeAt(int x) const;
    void click(const QPoint& position);
    void clickName(const QPoint& position);
    void hover(const QPoint& position);

    RunRole role_;
    Session& session_;
    std::shared_ptr<const TraceIndex> index_;
    const LaneList* lanes_ = nullptr;
    int scroll_ = 0;
    PlotOptions options_;
    Theme theme_ = Theme::of(ThemeKind::Light);

    QCPAxisRect* area_ = nullptr;
    QSharedPointer<RulerTicker> ruler_;
    LanePlottable* plottable_ = nullptr;  // owned by the plot
    TimelineOverlay* overlay_ = nullptr;
    LaneNames* names_ = nullptr;

    std::optional<Scene> scene_;  // of sceneSize_; absent: to be built
    QSize sceneSize_;

    bool hasReplotted_ = false;
    Drag drag_ = Drag::None;
    QPoint pressedAt_;
    Timestamp pressedTime_{};
    int panColumn_ = 0;
};

}  // namespace resched::ui

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The centre of the window: the baseline's pane above, the current run's below, one list of lanes,
// one scroll position, one time axis. It works out the index of each trace in the background and
// carries out the gestures and the keyboard's steps on the session.

#include "session/session.h"
#include "theme.h"
#include "timeline/navigation.h"
#include "timeline/timeline_plot.h"

#include <QtWidgets/QWidget>

#include <array>
#include <memory>

class QLabel;
class QScrollBar;
class QSplitter;

namespace resched::ui {

class StateLegend;

class TimelineView final : public QWidget
{
    Q_OBJECT
public:
    explicit TimelineView(Session& session, QWidget* parent = nullptr);

    TimelinePlot& plot(RunRole role) { return *panes_[at(role)].plot; }
    const LaneList& lanes() const { return lanes_; }
    ColourBy colourBy() const { return options_.colourBy; }
    RulerMode rulerMode() const { return options_.ruler; }
    bool isReady() const;  // everything that is open has its index and lanes

public slots:
    void setColourBy(resched::ui::ColourBy colourBy);
    void setRulerMode(resched::ui::RulerMode mode);
    void setShowTasks(bool shown);
    void setShowDepth(bool shown);
    void setOnlyActive(bool only);

    // At the pointer, or the middle when it is elsewhere.
    void zoomIn();
    void zoomOut();
    void panLeft();
    void panRight();
    void zoomToSelection();
    void showAll();
    void nextSlice() { step(Direction::Next); }
    void previousSlice() { step(Direction::Previous); }
    void nextEvent() { stepTask(Direction::Next); }
    void previousEvent() { stepTask(Direction::Previous); }
    void toggleMarker();
    void nextMarker() { stepMarker(Direction::Next); }
    void previousMarker() { stepMarker(Direction::Previous); }
    void selectUp() { moveLane(-1); }
    void selectDown() { moveLane(1); }

    void scrollToTask(resched::Tid tid);
    void scrollToCpu(resched::CpuId cpu);
    // Chooses it, selects its task and brings it into view.
    void goTo(const resched::ui::Hit& hit);

signals:
    void laneMenuRequested(const resched::ui::Lane& lane, const QPoint& globalPosition);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Pane
    {
        QWidget* widget = nullptr;
        QLabel* title = nullptr;
        TimelinePlot* plot = nullptr;
        std::shared_ptr<const TraceIndex> index;
        Job* job = nullptr;
    };
    static std::size_t at(RunRole role) { return static_cast<std::size_t>(role); }

    Pane buildPane(RunRole role);
    void connectPlot(TimelinePlot* plot);
    void connectSession();
    void takeRuns();
    void takeRun(RunRole role);
    void takeIndex(RunRole role, TraceIndex index);
    void relayout();
    void showTitles();
    void refresh();
    void refreshOverlays();
    void applyTheme();
    void updateScrollBar();
    int snapped(int scroll) const;
    void scrollTo(const Lane& lane);
    Timestamp anchor() const;
    RunRole activeRole() const;
    void zoom(Timestamp anchor, int percent);
    void pan(Nanoseconds by);
    void step(Direction direction);
    void stepTask(Direction direction);
    void stepMarker(Direction direction);
    void moveLane(int by);
    std::int64_t depthScale() const;

    Session& session_;
    std::array<Pane, 2> panes_;
    QSplitter* splitter_ = nullptr;
    QScrollBar* scrollBar_ = nullptr;
    StateLegend* legend_ = nullptr;
    PlotOptions options_;
    bool showTasks_ = true;
    bool showDepth_ = true;
    bool onlyActive_ = true;  // tasks that do nothing in the visible range have no lane
    LaneList lanes_;
};

}  // namespace resched::ui

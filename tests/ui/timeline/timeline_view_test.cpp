// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/timeline_view.h"

#include "ui/support/fake_engine.h"

#include <QtTest/QtTest>

namespace resched::ui {

class TimelineViewTest : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void cleanup();
    void dragSelectsARangeAndZZoomsToIt();
    void controlWheelZoomsAtThePointer();
    void plainWheelScrollsAndShiftWheelPans();
    void shiftDragPans();
    void clickChoosesTheSliceAndItsTask();
    void clickOnANameSelectsTheTask();
    void hoverSetsCursorAndThing();
    void leavingForgetsTheCursor();
    void zoomAndFilterCanBeUndone();
    void stepsWithTheKeyboardStayInSight();
    void markersAreSetAndVisited();
    void theReplayStandsBelowOnTheSameAxis();

private:
    TimelinePlot& plot() { return view_->plot(RunRole::Baseline); }
    // Pixel of a time given in us, at the middle of the CPU lane.
    QPoint at(std::int64_t us);
    void wheel(QPoint point, int angle, Qt::KeyboardModifiers modifiers);
    void drag(QPoint from, QPoint to, Qt::KeyboardModifiers modifiers);

    std::shared_ptr<test::EngineRecord> record_;
    std::unique_ptr<Session> session_;
    std::unique_ptr<TimelineView> view_;
};

void TimelineViewTest::init()
{
    record_ = std::make_shared<test::EngineRecord>();
    session_ = std::make_unique<Session>(test::fakeEngine(record_));
    view_ = std::make_unique<TimelineView>(*session_);
    view_->resize(1000, 400);
    view_->show();
    session_->show(std::make_shared<const Trace>(resched::test::traceOf(test::smallSchedule())));
    QTRY_VERIFY(view_->isReady());
    QCoreApplication::processEvents();
}

void TimelineViewTest::cleanup()
{
    view_.reset();
    session_.reset();
}

QPoint TimelineViewTest::at(std::int64_t us)
{
    const QRect area = plot().area();
    const ColumnScale scale(session_->visibleRange(), area.width());
    return area.topLeft() + QPoint(scale.column(timestamp(us * 1000)), 13);
}

void TimelineViewTest::wheel(QPoint point, int angle, Qt::KeyboardModifiers modifiers)
{
    QWheelEvent event(point, plot().mapToGlobal(point), {}, {0, angle}, Qt::NoButton, modifiers,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&plot(), &event);
}

void TimelineViewTest::drag(QPoint from, QPoint to, Qt::KeyboardModifiers modifiers)
{
    QTest::mousePress(&plot(), Qt::LeftButton, modifiers, from);
    // QTest::mouseMove carries no button, which the plot does not ask for.
    QTest::mouseMove(&plot(), (from + to) / 2);
    QTest::mouseMove(&plot(), to);
    QTest::mouseRelease(&plot(), Qt::LeftButton, modifiers, to);
}

void TimelineViewTest::dragSelectsARangeAndZZoomsToIt()
{
    drag(at(2000), at(6000), Qt::NoModifier);
    const TimeRange selected = session_->selectedRange();
    QVERIFY(selected.begin <= timestamp(2'000'000) && selected.begin > timestamp(1'970'000));
    QVERIFY(selected.end <= timestamp(6'000'000) && selected.end > timestamp(5'970'000));
    QVERIFY(session_->studiedRange() == selected);
    view_->zoomToSelection();
    QVERIFY(session_->visibleRange() == selected);
    // A click elsewhere lets go of the range.
    view_->showAll();
    QTest::mouseClick(&plot(), Qt::LeftButton, Qt::NoModifier, at(9900));
    QVERIFY(session_->selectedRange().isEmpty());
}

void TimelineViewTest::controlWheelZoomsAtThePointer()
{
    const QPoint point = at(3000);
    const Timestamp before = plot().hitAt(point).time;
    wheel(point, 120, Qt::ControlModifier);
    QVERIFY(session_->visibleRange().length() < session_->fullRange().length());
    const Nanoseconds moved = plot().hitAt(point).time - before;
    QVERIFY(std::abs(moved.count()) < 15'000);  // at most one column
    wheel(point, -120, Qt::ControlModifier);
    wheel(point, -120, Qt::ControlModifier);
    QVERIFY(session_->visibleRange() == session_->fullRange());
}

void TimelineViewTest::plainWheelScrollsAndShiftWheelPans()
{
    const TimeRange before = session_->visibleRange();
    wheel(at(3000), -120, Qt::NoModifier);
    QVERIFY(session_->visibleRange() == before);
    view_->zoomIn();
    view_->zoomIn();
    const TimeRange zoomedIn = session_->visibleRange();
    wheel(at(5000), -120, Qt::ShiftModifier);
    QVERIFY(session_->visibleRange().begin > zoomedIn.begin);
    QVERIFY(session_->visibleRange().length() == zoomedIn.length());
}

void TimelineViewTest::shiftDragPans()
{
    view_->zoomIn();
    view_->zoomIn();
    const TimeRange before = session_->visibleRange();
    drag(plot().area().center(), plot().area().center() - QPoint(100, 0), Qt::ShiftModifier);
    QVERIFY(session_->visibleRange().begin > before.begin);
    QVERIFY(session_->selectedRange().isEmpty());
}

void TimelineViewTest::clickChoosesTheSliceAndItsTask()
{
    QTest::mouseClick(&plot(), Qt::LeftButton, Qt::NoModifier, at(2000));
    QVERIFY(session_->chosen().thing == Thing(SliceHit{CpuId{0}, 1}));
    QVERIFY(session_->selectedTask() == Tid{102});
}

void TimelineViewTest::clickOnANameSelectsTheTask()
{
    const Lane* lane = view_->lanes().ofTask(Tid{101});
    const QPoint name(30, plot().area().top() + lane->top + lane->height / 2);
    QTest::mouseClick(&plot(), Qt::LeftButton, Qt::NoModifier, name);
    QVERIFY(session_->selectedTask() == Tid{101});
}

void TimelineViewTest::hoverSetsCursorAndThing()
{
    QTest::mouseMove(&plot(), at(8500));
    QVERIFY(session_->cursor().has_value());
    const auto* idle = std::get_if<IdleHit>(&session_->pointed().thing);
    QVERIFY(idle);
    QVERIFY(idle->range == (TimeRange{timestamp(8'000'000), timestamp(9'000'000)}));
}

void TimelineViewTest::leavingForgetsTheCursor()
{
    QTest::mouseMove(&plot(), at(8500));
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(&plot(), &leave);
    QVERIFY(!session_->cursor());
    QVERIFY(session_->pointed().isNothing());
}

void TimelineViewTest::zoomAndFilterCanBeUndone()
{
    const TimeRange full = session_->visibleRange();
    view_->zoomIn();
    view_->zoomIn();
    session_->setHidden(Tid{102}, true);
    QVERIFY(!view_->lanes().ofTask(Tid{102}));
    session_->undoView();
    QVERIFY(view_->lanes().ofTask(Tid{102}));
    session_->undoView();
    QVERIFY(session_->visibleRange() == full);
    session_->redoView();
    QVERIFY(session_->visibleRange() != full);
}

void TimelineViewTest::stepsWithTheKeyboardStayInSight()
{
    session_->setVisibleRange({timestamp(0), timestamp(2'000'000)});
    view_->nextSlice();
    QVERIFY(std::holds_alternative<SliceHit>(session_->chosen().thing));
    for (int i = 0; i < 3; ++i) view_->nextSlice();
    const TimeRange shown = session_->visibleRange();
    QVERIFY(shown.contains(rangeOf(*session_->baseline(), session_->chosen()).begin));
    view_->nextEvent();
    QVERIFY(std::holds_alternative<SegmentHit>(session_->chosen().thing));
}

void TimelineViewTest::markersAreSetAndVisited()
{
    QTest::mouseMove(&plot(), at(8000));
    view_->toggleMarker();
    QCOMPARE(session_->markers().size(), std::size_t{1});
    session_->setVisibleRange({timestamp(0), timestamp(2'000'000)});
    view_->nextMarker();
    QVERIFY(session_->visibleRange().contains(session_->markers().front()));
}

void TimelineViewTest::theReplayStandsBelowOnTheSameAxis()
{
    QVERIFY(!view_->plot(RunRole::Current).isVisible());
    session_->rerun();
    QTRY_VERIFY(session_->current() && view_->isReady());
    QCoreApplication::processEvents();
    TimelinePlot& below = view_->plot(RunRole::Current);
    QVERIFY(below.isVisible());
    QVERIFY(below.mapTo(view_.get(), QPoint()).y() > plot().mapTo(view_.get(), QPoint()).y());
    QCOMPARE(below.area().left(), plot().area().left());
    QCOMPARE(below.area().width(), plot().area().width());
    view_->zoomIn();
    QVERIFY(below.scene()->scale.visible() == plot().scene()->scale.visible());
}

}  // namespace resched::ui

QTEST_MAIN(resched::ui::TimelineViewTest)
#include "timeline_view_test.moc"

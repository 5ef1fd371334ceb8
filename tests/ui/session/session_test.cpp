// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/session.h"

#include "session/settings.h"
#include "ui/support/fake_engine.h"

#include <QtTest/QtTest>

namespace resched::ui {

class SessionTest : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void opensInTheBackground();
    void anErrorLeavesEverythingAsItWas();
    void theLatestReRunWins();
    void aCanceledReRunLeavesTheLastResult();
    void theWorkloadIsExtractedOnce();
    void oneDragIsOneUndoStep();
    void keptRunsStay();
    void settersThatChangeNothingAreSilent();
    void anotherRecordingForgetsWhatWasChosen();
    void wheelStepsOfOneGestureAreOneEntry();
    void settingsRemember();

private:
    void openSmall();
    RunSettings withSeed(std::uint64_t seed);

    std::shared_ptr<test::EngineRecord> record_;
    std::unique_ptr<Session> session_;
};

void SessionTest::init()
{
    session_.reset();
    record_ = std::make_shared<test::EngineRecord>();
    session_ = std::make_unique<Session>(test::fakeEngine(record_));
}

void SessionTest::openSmall()
{
    session_->show(std::make_shared<const Trace>(resched::test::traceOf(test::smallSchedule())));
}

RunSettings SessionTest::withSeed(std::uint64_t seed)
{
    RunSettings settings = session_->settings();
    settings.seed = seed;
    return settings;
}

void SessionTest::opensInTheBackground()
{
    QSignalSpy opened(session_.get(), &Session::traceOpened);
    session_->open({"some"});
    QVERIFY(!session_->baseline());
    QTRY_COMPARE(opened.size(), 1);
    QVERIFY(session_->baseline());
    QVERIFY(session_->visibleRange() == session_->baseline()->span());
    QVERIFY(!session_->current());
}

void SessionTest::anErrorLeavesEverythingAsItWas()
{
    openSmall();
    const auto before = session_->baseline();
    QSignalSpy failed(session_.get(), &Session::failed);
    session_->open({"missing"});
    QTRY_COMPARE(failed.size(), 1);
    QVERIFY(failed.first().first().value<Error>().code == ErrorCode::NotFound);
    QVERIFY(session_->baseline() == before);
}

void SessionTest::theLatestReRunWins()
{
    openSmall();
    QSignalSpy changed(session_.get(), &Session::runsChanged);
    record_->hold = true;
    session_->rerun();
    QTRY_COMPARE(record_->begun.load(), 1);
    for (std::uint64_t seed = 2; seed <= 20; ++seed) {
        session_->changeSettings(withSeed(seed), QStringLiteral("seed"), 7);
    }
    QTRY_VERIFY(record_->canceled.load() >= 1);
    record_->hold = false;
    QTRY_VERIFY(session_->current());
    QTRY_VERIFY(!session_->runJob().isRunning());
    QCOMPARE(session_->run(RunRole::Current)->settings->seed, 20u);
    QCOMPARE(session_->run(RunRole::Current)->decisions, 20u);
    QCOMPARE(changed.size(), 1);
    QCOMPARE(session_->runs().size(), std::size_t{2});
}

void SessionTest::aCanceledReRunLeavesTheLastResult()
{
    openSmall();
    session_->rerun();
    QTRY_VERIFY(session_->current());
    const auto before = session_->current();
    record_->hold = true;
    session_->changeSettings(withSeed(5), QStringLiteral("seed"));
    session_->cancelRerun();
    QVERIFY(!session_->runJob().isRunning());
    record_->hold = false;
    QTest::qWait(20);
    QVERIFY(session_->current() == before);
}

void SessionTest::theWorkloadIsExtractedOnce()
{
    openSmall();
    for (std::uint64_t seed = 2; seed <= 5; ++seed) {
        session_->changeSettings(withSeed(seed), QStringLiteral("seed"));
        QTRY_VERIFY(!session_->runJob().isRunning());
    }
    QCOMPARE(record_->extractions.load(), 1);
}

void SessionTest::oneDragIsOneUndoStep()
{
    openSmall();
    const RunSettings before = session_->settings();
    for (std::uint64_t seed = 2; seed <= 9; ++seed) {
        session_->changeSettings(withSeed(seed), QStringLiteral("drag"), 1);
    }
    session_->changeSettings(withSeed(50), QStringLiteral("another"), 2);
    QCOMPARE(session_->undoStack().count(), 2);
    session_->undoStack().undo();
    QCOMPARE(session_->settings().seed, 9u);
    session_->undoStack().undo();
    QVERIFY(session_->settings() == before);
    session_->undoStack().redo();
    QCOMPARE(session_->settings().seed, 9u);
}

void SessionTest::keptRunsStay()
{
    openSmall();
    session_->rerun();
    QTRY_VERIFY(session_->current());
    session_->keep(session_->run(RunRole::Current)->id);
    session_->changeSettings(withSeed(4), QStringLiteral("seed"));
    QTRY_COMPARE(session_->runs().size(), std::size_t{3});
    session_->choose(RunRole::Baseline, 2);
    QCOMPARE(session_->run(RunRole::Baseline)->id, 2);
    session_->remove(2);
    QCOMPARE(session_->run(RunRole::Baseline)->id, 1);
    session_->remove(1);  // the recording stays
    QCOMPARE(session_->runs().size(), std::size_t{2});
}

void SessionTest::settersThatChangeNothingAreSilent()
{
    openSmall();
    QSignalSpy visible(session_.get(), &Session::visibleRangeChanged);
    QSignalSpy selected(session_.get(), &Session::selectedRangeChanged);
    session_->setVisibleRange(session_->visibleRange());
    session_->setVisibleRange({});
    session_->setSelectedRange({});
    QCOMPARE(visible.size() + selected.size(), 0);
    session_->setSelectedRange({timestamp(1000), timestamp(2000)});
    session_->setSelectedRange({timestamp(1000), timestamp(2000)});
    QCOMPARE(selected.size(), 1);
    QVERIFY(session_->studiedRange() == (TimeRange{timestamp(1000), timestamp(2000)}));
}

void SessionTest::anotherRecordingForgetsWhatWasChosen()
{
    openSmall();
    session_->setSelectedTask(Tid{101});
    session_->setChosen({RunRole::Baseline, timestamp(0), SliceHit{CpuId{0}, 2}});
    session_->setPinned(Tid{101}, true);
    session_->toggleMarker(timestamp(500));
    openSmall();
    QVERIFY(!session_->selectedTask());
    QVERIFY(session_->chosen().isNothing());
    QVERIFY(session_->pinnedTasks().empty());
    QVERIFY(session_->markers().empty());
}

void SessionTest::wheelStepsOfOneGestureAreOneEntry()
{
    openSmall();
    const TimeRange full = session_->visibleRange();
    for (int i = 1; i < 6; ++i) {
        session_->setVisibleRange({timestamp(i * 1000), timestamp(9'000'000)}, ViewStep::ZoomIn);
    }
    session_->setVisibleRange({timestamp(0), timestamp(8'000'000)}, ViewStep::PanLeft);
    session_->undoView();
    QVERIFY(session_->visibleRange() == (TimeRange{timestamp(5000), timestamp(9'000'000)}));
    session_->undoView();
    QVERIFY(session_->visibleRange() == full);
    QVERIFY(!session_->viewHistory().canUndo());
}

void SessionTest::settingsRemember()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("settings.ini"));
    {
        Settings settings(file);
        for (int i = 0; i < 14; ++i) settings.addRecentFile(QStringLiteral("/trace%1").arg(i));
        settings.addRecentFile(QStringLiteral("/trace9"));
        settings.setRulerMode(2);
        settings.setWindow("geometry", "state");
    }
    const Settings again(file);
    QCOMPARE(again.recentFiles().size(), 10);
    QCOMPARE(again.recentFiles().first(), QStringLiteral("/trace9"));
    QCOMPARE(again.recentFiles().count(QStringLiteral("/trace9")), 1);
    QCOMPARE(again.rulerMode(), 2);
    QCOMPARE(again.windowState(), QByteArray("state"));
}

}  // namespace resched::ui

QTEST_GUILESS_MAIN(resched::ui::SessionTest)
#include "session_test.moc"

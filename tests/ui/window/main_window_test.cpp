// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/main_window.h"

#include "figures/figure.h"
#include "panels/details_panel.h"
#include "panels/statistics_panel.h"
#include "panels/tasks_panel.h"
#include "panels/tunable_row.h"
#include "ui/support/fake_engine.h"
#include "window/message_bar.h"

#include <QtCore/QFileInfo>
#include <QtCore/QMimeData>
#include <QtGui/QDropEvent>
#include <QtTest/QtTest>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QDockWidget>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QSlider>
#include <QtWidgets/QTableWidget>

namespace resched::ui {

class MainWindowTest : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void cleanup();
    void opensAFileAndReplaysIt();
    void aFileThatDoesNotOpenIsOneSentence();
    void droppedFilesOpen();
    void draggingASliderReRunsWithItsValue();
    void aFeatureIsSwitchedAndUndone();
    void typedDurationsAreTaken();
    void lettersActOnTheTimelineButCanBeTyped();
    void findGoesToTheTask();
    void aClickedWaitSaysWhoRan();
    void statisticsFollowTheSelectedRange();
    void everyViewIsExported_data();
    void everyViewIsExported();
    void theLayoutIsKept();
    void slidersReachBothLimits();

private:
    void openSmall();

    QTemporaryDir folder_;
    std::shared_ptr<test::EngineRecord> record_;
    std::unique_ptr<Settings> settings_;
    std::unique_ptr<MainWindow> window_;
};

void MainWindowTest::init()
{
    record_ = std::make_shared<test::EngineRecord>();
    settings_ = std::make_unique<Settings>(folder_.filePath(QStringLiteral("settings.ini")));
    window_ = std::make_unique<MainWindow>(test::fakeEngine(record_), *settings_,
                                           std::filesystem::path());
    window_->resize(1280, 800);
    window_->show();
}

void MainWindowTest::cleanup()
{
    window_.reset();
    settings_.reset();
}

void MainWindowTest::openSmall()
{
    window_->open({"some"});
    QTRY_VERIFY(window_->session().current());
    QTRY_VERIFY(window_->isSettled());
}

void MainWindowTest::opensAFileAndReplaysIt()
{
    openSmall();
    QVERIFY(window_->timeline().isVisible());
    QVERIFY(settings_->recentFiles().first().endsWith(QStringLiteral("some")));
    QCOMPARE(window_->session().runs().size(), std::size_t{2});
}

void MainWindowTest::aFileThatDoesNotOpenIsOneSentence()
{
    openSmall();
    const auto before = window_->session().baseline();
    window_->open({"missing"});
    auto* message = window_->findChild<MessageBar*>();
    QTRY_VERIFY(message->isVisible());
    QVERIFY(message->text().contains(QStringLiteral("missing")));
    QVERIFY(window_->session().baseline() == before);
}

void MainWindowTest::droppedFilesOpen()
{
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(QStringLiteral("/dropped"))});
    // Qt drops only where it was seen to enter.
    QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(window_.get(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(window_.get(), &drop);
    QTRY_VERIFY(window_->session().baseline());
}

void MainWindowTest::draggingASliderReRunsWithItsValue()
{
    openSmall();
    TunableRow* row = window_->tuning().tunable("min_granularity_ns");
    QVERIFY(row);
    auto* slider = row->findChild<QSlider*>();
    slider->setSliderDown(true);
    for (int position = 100; position <= 300; position += 20) slider->setValue(position);
    slider->setSliderDown(false);
    const auto& tunables = window_->session().settings().scheduler.tunables;
    QVERIFY(tunables.contains("min_granularity_ns"));
    QCOMPARE(tunables.at("min_granularity_ns"), row->value());
    QCOMPARE(window_->session().undoStack().count(), 1);
    QTRY_VERIFY(!window_->session().runJob().isRunning());
    QVERIFY(window_->session().run(RunRole::Current)->settings == window_->session().settings());
    window_->tuning().resetToDefaults();
    QVERIFY(window_->session().settings().scheduler.tunables.empty());
}

void MainWindowTest::aFeatureIsSwitchedAndUndone()
{
    openSmall();
    QCheckBox* box = window_->tuning().feature("WAKEUP_PREEMPTION");
    QVERIFY(box && box->isChecked());
    box->click();
    QCOMPARE(window_->session().settings().scheduler.features.at("WAKEUP_PREEMPTION"), false);
    window_->action("undo")->trigger();
    QVERIFY(window_->session().settings().scheduler.features.empty());
    QVERIFY(window_->tuning().feature("WAKEUP_PREEMPTION")->isChecked());
}

void MainWindowTest::typedDurationsAreTaken()
{
    openSmall();
    TunableRow* row = window_->tuning().tunable("latency_ns");
    auto* edit = row->findChild<QLineEdit*>();
    const auto type = [&](const QString& text) {
        edit->setFocus();
        edit->selectAll();
        QTest::keyClicks(edit, text);
        QTest::keyClick(edit, Qt::Key_Return);
        return row->value();
    };
    QCOMPARE(type(QStringLiteral("7.5ms")), 7'500'000);
    QCOMPARE(type(QStringLiteral("750us")), 750'000);
    QCOMPARE(type(QStringLiteral("rubbish")), 750'000);
    QCOMPARE(window_->session().settings().scheduler.tunables.at("latency_ns"), 750'000);
}

void MainWindowTest::lettersActOnTheTimelineButCanBeTyped()
{
    openSmall();
    window_->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(window_.get()));
    TimelinePlot& plot = window_->timeline().plot(RunRole::Baseline);
    plot.setFocus();
    const TimeRange full = window_->session().visibleRange();
    QTest::keyClick(&plot, Qt::Key_W);
    QVERIFY(window_->session().visibleRange().length() < full.length());
    QTest::keyClick(&plot, Qt::Key_Home);
    QVERIFY(window_->session().visibleRange() == full);
    auto* search = window_->findChild<TasksPanel*>()->search();
    search->setFocus();
    QTest::keyClicks(search, QStringLiteral("ws"));
    QCOMPARE(search->text(), QStringLiteral("ws"));
    QVERIFY(window_->session().visibleRange() == full);
}

void MainWindowTest::findGoesToTheTask()
{
    openSmall();
    auto* tasks = window_->findChild<TasksPanel*>();
    window_->startFind();
    QTest::keyClicks(tasks->search(), QStringLiteral("B-102"));
    QTest::keyClick(tasks->search(), Qt::Key_Return);
    QVERIFY(window_->session().selectedTask() == Tid{102});
}

void MainWindowTest::aClickedWaitSaysWhoRan()
{
    openSmall();
    window_->goToLongestWait();
    auto* details = window_->findChild<DetailsPanel*>();
    QTRY_VERIFY(details->headline().contains(QStringLiteral("A-101")) ||
                details->headline().contains(QStringLiteral("B-102")));
    QVERIFY(details->ranInsteadTable()->rowCount() >= 1);
}

void MainWindowTest::statisticsFollowTheSelectedRange()
{
    openSmall();
    auto* panel = window_->findChild<StatisticsPanel*>();
    const auto total = [&] {
        return panel->model().index(0, 2).data(StatisticsModel::kSortRole).toLongLong();
    };
    QTRY_COMPARE(total(), 8'500'000);
    window_->session().setSelectedRange({timestamp(0), timestamp(2'000'000)});
    QTRY_COMPARE(total(), 2'000'000);
}

void MainWindowTest::everyViewIsExported_data()
{
    QTest::addColumn<int>("view");
    QTest::addColumn<QString>("file");
    QTest::newRow("timeline") << static_cast<int>(FigureView::Timeline) << QStringLiteral("a.svg");
    QTest::newRow("latency") << static_cast<int>(FigureView::Histogram) << QStringLiteral("b.png");
    QTest::newRow("depth") << static_cast<int>(FigureView::Depth) << QStringLiteral("c.pdf");
    QTest::newRow("data") << static_cast<int>(FigureView::Timeline) << QStringLiteral("d.csv");
}

void MainWindowTest::everyViewIsExported()
{
    QFETCH(int, view);
    QFETCH(QString, file);
    openSmall();
    FigureOptions options;
    options.view = static_cast<FigureView>(view);
    options.range = window_->session().visibleRange();
    const QString path = folder_.filePath(file);
    QVERIFY(window_->writeFigureTo(options, path.toStdString()));
    QVERIFY(QFileInfo(path).size() > 100);
    // An unknown ending is refused and leaves nothing behind.
    const QString odd = folder_.filePath(QStringLiteral("figure.odd"));
    QVERIFY(!window_->writeFigureTo(options, odd.toStdString()));
    QVERIFY(!QFileInfo::exists(odd));
}

void MainWindowTest::theLayoutIsKept()
{
    auto* dock = window_->findChild<QDockWidget*>(QStringLiteral("runs"));
    dock->close();
    window_->close();
    cleanup();
    init();
    QVERIFY(!window_->findChild<QDockWidget*>(QStringLiteral("runs"))->isVisible());
}

void MainWindowTest::slidersReachBothLimits()
{
    const TunableLimits limits{.minimum = 100'000, .maximum = 1'000'000'000, .usual = 3'000'000};
    QCOMPARE(sliderValue(0, limits), 100'000);
    QVERIFY(sliderValue(kSliderSteps, limits) > 100'000'000);
    for (int position = 1; position < kSliderSteps; ++position) {
        QVERIFY(sliderValue(position, limits) <= sliderValue(position + 1, limits));
    }
    QCOMPARE(sliderPosition(limits.minimum, limits), 0);
    const int usual = sliderPosition(limits.usual, limits);
    QVERIFY(std::abs(sliderValue(usual, limits) - limits.usual) < limits.usual / 20);
    // A tunable that may be 0 has it at the left end.
    QCOMPARE(sliderValue(0, {.minimum = 0, .maximum = 1'000'000'000, .usual = 0}), 0);
}

}  // namespace resched::ui

QTEST_MAIN(resched::ui::MainWindowTest)
#include "main_window_test.moc"

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiments/experiments_dialog.h"

#include "experiments/experiment_model.h"
#include "experiments/experiment_text.h"
#include "plots/experiment_plot.h"
#include "ui/support/fake_engine.h"
#include "window/main_window.h"

#include <QtTest/QtTest>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QListWidget>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QSpinBox>
#include <QtWidgets/QTextBrowser>

#include <algorithm>

namespace resched::ui {
namespace {

constexpr int kLong = 30'000;  // ms, for a run on a busy machine

QPushButton* button(const QWidget& dialog, const char* name)
{
    return dialog.findChild<QPushButton*>(QLatin1String(name));
}

QString cell(const ExperimentModel& model, int row, int column)
{
    return model.index(row, column).data().toString();
}

}  // namespace

class ExperimentsDialogTest : public QObject
{
    Q_OBJECT
private slots:
    void theFoundingOnesComeFirst();
    void theAccountSaysWhoClaimedWhat();
    void publishedFiguresStandBesideSimulatedOnes();
    void oneVariantLeavesOutWhatNeedsOthers();
    void aRunIsCanceled();
    void anotherChoiceForgetsTheRun();
    void aVariantIsAskedForWithItsSeed();
    void aRunOpensInTheWindowAndReRunsItsOwnWork();
    void aSecondRunIsComparedOnTheSameAxis();
};

void ExperimentsDialogTest::theFoundingOnesComeFirst()
{
    ExperimentsDialog dialog;
    const auto* list = dialog.findChild<QListWidget*>();
    const auto all = listExperiments();
    QVERIFY(all.has_value());
    QCOMPARE(list->count(), static_cast<int>(all->size()) + 2);
    QCOMPARE(list->item(0)->text(), QStringLiteral("The founding five"));
    QCOMPARE(list->item(6)->text(), QStringLiteral("Gallery"));
    QVERIFY(!dialog.experiment()->isGallery);
    QVERIFY(!dialog.result());
}

void ExperimentsDialogTest::theAccountSaysWhoClaimedWhat()
{
    ExperimentsDialog dialog;
    dialog.choose("futex-plist-2007");
    const QString text = dialog.findChild<QTextBrowser*>()->toPlainText();
    for (const std::string& part : {dialog.experiment()->claim, dialog.experiment()->who,
                                    dialog.experiment()->when, dialog.experiment()->fitted}) {
        QVERIFY2(text.contains(QString::fromStdString(part)), part.c_str());
    }
}

void ExperimentsDialogTest::publishedFiguresStandBesideSimulatedOnes()
{
    ExperimentsDialog dialog;
    dialog.choose("slice-fluctuation-2007");
    const ExperimentModel& model = dialog.model();
    QCOMPARE(cell(model, 0, ExperimentModel::Published), figureText(9.0));
    QCOMPARE(cell(model, 0, ExperimentModel::Simulated), QStringLiteral("–"));
    dialog.findChild<QSpinBox*>(QStringLiteral("seeds"))->setValue(2);
    button(dialog, "run")->click();
    QVERIFY(dialog.isRunning());
    QTRY_VERIFY_WITH_TIMEOUT(dialog.result(), kLong);

    NoProgress progress;
    const auto expected = runExperiment(*dialog.experiment(), {.seeds = 2}, progress);
    QVERIFY(expected.has_value());
    QCOMPARE(dialog.result()->rows.size(), expected->rows.size());
    for (const RowResult& row : expected->rows) {
        const int number = static_cast<int>(row.row);
        QCOMPARE(cell(model, number, ExperimentModel::Simulated), figureText(row.mean));
        QCOMPARE(cell(model, number, ExperimentModel::InBand), !row.inBand ? QStringLiteral("–")
                                                               : *row.inBand
                                                                   ? QStringLiteral("yes")
                                                                   : QStringLiteral("no"));
        const QString tip = model.index(number, 0).data(Qt::ToolTipRole).toString();
        for (const auto& value : row.values) QVERIFY(tip.contains(figureText(value)));
    }
    // Band, published, seeds, mean of each unit: here one.
    const auto* plot = dialog.findChild<ExperimentPlot*>();
    QCOMPARE(plot->graphCount(), 4);
    QCOMPARE(plot->graph(1)->dataCount(), 4);
    QCOMPARE(plot->graph(2)->dataCount(), 8);
    QCOMPARE(plot->graph(3)->dataMainValue(0), *expected->rows[0].mean);
    QCOMPARE(plot->itemCount(), 4);
}

void ExperimentsDialogTest::oneVariantLeavesOutWhatNeedsOthers()
{
    ExperimentsDialog dialog;
    dialog.choose("slice-fluctuation-2007");
    dialog.findChild<QSpinBox*>(QStringLiteral("seeds"))->setValue(1);
    dialog.findChild<QComboBox*>(QStringLiteral("variants"))
        ->setCurrentText(QStringLiteral("after"));
    button(dialog, "run")->click();
    QTRY_VERIFY_WITH_TIMEOUT(dialog.result(), kLong);
    for (int row = 0; row < dialog.model().rowCount(); ++row) {
        const bool isAfter =
            cell(dialog.model(), row, ExperimentModel::Variant) == QStringLiteral("after");
        const bool isEmpty =
            cell(dialog.model(), row, ExperimentModel::Simulated) == QStringLiteral("–");
        QCOMPARE(isEmpty, !isAfter);
    }
}

void ExperimentsDialogTest::aRunIsCanceled()
{
    ExperimentsDialog dialog;
    dialog.choose("kernbench-granularity-2007");
    dialog.findChild<QSpinBox*>(QStringLiteral("seeds"))->setValue(1000);
    button(dialog, "run")->click();
    QVERIFY(!button(dialog, "run")->isEnabled());
    button(dialog, "cancel")->click();
    QVERIFY(!dialog.isRunning());
    QVERIFY(button(dialog, "run")->isEnabled());
    QVERIFY(!button(dialog, "cancel")->isEnabled());
    QVERIFY(!dialog.result());
}

void ExperimentsDialogTest::anotherChoiceForgetsTheRun()
{
    ExperimentsDialog dialog;
    dialog.choose("kernbench-granularity-2007");
    button(dialog, "run")->click();
    dialog.choose("slice-fluctuation-2007");
    QVERIFY(!dialog.isRunning());
    QVERIFY(!dialog.result());
    QCOMPARE(dialog.experiment()->id, std::string("slice-fluctuation-2007"));
    QCOMPARE(dialog.model().rowCount(), static_cast<int>(dialog.experiment()->rows.size()));
}

void ExperimentsDialogTest::aVariantIsAskedForWithItsSeed()
{
    ExperimentsDialog dialog;
    dialog.choose("slice-fluctuation-2007");
    QVERIFY(!button(dialog, "compare")->isEnabled());
    dialog.setCanCompare(true);
    dialog.findChild<QComboBox*>(QStringLiteral("open-variant"))
        ->setCurrentText(QStringLiteral("after"));
    SimulationInput asked;
    QString title;
    RunRole role = RunRole::Baseline;
    connect(&dialog, &ExperimentsDialog::runRequested, this,
            [&](const SimulationInput& input, const QString& name, RunRole as) {
                asked = input;
                title = name;
                role = as;
            });
    button(dialog, "compare")->click();
    QCOMPARE(title, QStringLiteral("slice-fluctuation-2007: after"));
    QCOMPARE(role, RunRole::Current);
    const auto expected = inputOf(*dialog.experiment()->variant("after"), 1);
    QVERIFY(expected.has_value());
    QVERIFY(asked.scheduler == expected->scheduler);
    QVERIFY(asked.machine == expected->machine);
    QCOMPARE(asked.seed, std::uint64_t{1});
}

void ExperimentsDialogTest::aRunOpensInTheWindowAndReRunsItsOwnWork()
{
    QTemporaryDir folder;
    Settings settings(folder.filePath(QStringLiteral("settings.ini")));
    MainWindow window(coreEngine(), settings, {});
    window.show();
    window.action("experiments")->trigger();
    auto* dialog = window.findChild<ExperimentsDialog*>();
    QVERIFY(dialog && dialog->isVisible());
    dialog->choose("slice-fluctuation-2007");
    button(*dialog, "open")->click();
    Session& session = window.session();
    QTRY_VERIFY_WITH_TIMEOUT(session.baseline(), kLong);
    QVERIFY(session.baseline()->info().simulated);
    QVERIFY(window.windowTitle().contains(QStringLiteral("slice-fluctuation-2007")));
    QTRY_VERIFY_WITH_TIMEOUT(window.isSettled(), kLong);

    // The same settings on the same work are the same run.
    session.rerun();
    QTRY_VERIFY_WITH_TIMEOUT(session.current(), kLong);
    QVERIFY(session.current()->span() == session.baseline()->span());
    const auto& tasks = session.baseline()->tasks();
    QCOMPARE(session.current()->tasks().size(), tasks.size());
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        QCOMPARE(session.current()->tasks()[i].segments.size(), tasks[i].segments.size());
    }
    session.remove(1);
    QVERIFY(session.baseline());
    QTRY_VERIFY_WITH_TIMEOUT(window.isSettled(), kLong);
}

void ExperimentsDialogTest::aSecondRunIsComparedOnTheSameAxis()
{
    auto record = std::make_shared<test::EngineRecord>();
    Engine engine = test::fakeEngine(record);
    Timestamp start = timestamp(-1);
    engine.simulate = [&start, simulate = engine.simulate](const SimulationInput& input,
                                                           Progress& progress) {
        start = input.start;
        return simulate(input, progress);
    };
    Session session(engine);
    session.open({"some"});
    QTRY_VERIFY(session.baseline());
    SimulationInput input;
    input.start = timestamp(77);
    input.seed = 9;
    session.openSimulated(input, "one: two", RunRole::Current);
    QTRY_VERIFY(session.current());
    QVERIFY(start == session.baseline()->begin());
    const Run* run = session.run(RunRole::Current);
    QCOMPARE(run->title, std::string("one: two"));
    QVERIFY(run->kept);
    QCOMPARE(run->settings->seed, std::uint64_t{9});
    QCOMPARE(session.runs().size(), std::size_t{2});
}

}  // namespace resched::ui

QTEST_MAIN(resched::ui::ExperimentsDialogTest)
#include "experiments_dialog_test.moc"

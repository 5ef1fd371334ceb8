// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiments/sweep_dialog.h"

#include "experiments/experiments_dialog.h"
#include "experiments/sweep_file.h"
#include "experiments/sweep_range.h"
#include "export/csv.h"
#include "export/pending_output.h"
#include "figures/sweep_table.h"
#include "format.h"
#include "plots/heat_plottable.h"
#include "plots/sweep_plot.h"
#include "window/main_window.h"

#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>

#include <algorithm>

namespace resched::ui {
namespace {

constexpr int kLong = 30'000;  // ms, for a run on a busy machine
constexpr std::int64_t kMs = 1'000'000;

SweepBase someBase()
{
    const auto experiment = loadExperiment("slice-fluctuation-2007");
    return *sweepBaseOf(*experiment, *experiment->variant("after"));
}

void chooseLatency(SweepDialog& dialog, int steps)
{
    dialog.range(0).choose("latency_ns");
    dialog.range(0).setRange(5 * kMs, 40 * kMs, steps, true);
}

QPushButton* button(const QWidget& dialog, const char* name)
{
    return dialog.findChild<QPushButton*>(QLatin1String(name));
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

std::filesystem::path pathIn(const QTemporaryDir& folder, const char* name)
{
    return folder.filePath(QLatin1String(name)).toStdString();
}

// Numbers and units are kept together by a space that does not break.
QString plain(QString text)
{
    return text.replace(QChar(QChar::Nbsp), QLatin1Char(' '));
}

// Means of 1, 2, …, in the order of the cells.
SweepResult twoByThree()
{
    SweepResult result{.what = "work; cfs; 1 cpu",
                       .parameters = {{"hz", {100, 1000}}, {"latency_ns", {kMs, 2 * kMs, 3 * kMs}}},
                       .figures = {"run:elapsed_s"},
                       .points = {}};
    for (std::size_t i = 0; i < 6; ++i) {
        result.points.push_back({.number = i,
                                 .values = {i < 3 ? 100 : 1000, static_cast<int>(i % 3 + 1) * kMs},
                                 .seed = 1,
                                 .figures = {static_cast<double>(i + 1)}});
    }
    return result;
}

}  // namespace

class SweepDialogTest : public QObject
{
    Q_OBJECT
private slots:
    void nothingRunsWithoutWork();
    void oneParameterMakesACurve();
    void twoParametersMakeAHeatMap();
    void aCellSaysWhatItIs();
    void missingPointsHaveNoColour();
    void theSameParameterTwiceIsRefused();
    void aSweepIsCanceled();
    void resultsAreSavedAndOpenedAgain();
    void shardsArePutTogether();
    void theFigureIsExported();
    void figuresAreShownInTheUnitThatSuitsThem();
    void theWindowOpensResults();
    void aVariantIsSwept();
};

void SweepDialogTest::nothingRunsWithoutWork()
{
    const SweepDialog dialog;
    QVERIFY(!button(dialog, "run")->isEnabled());
    QVERIFY(!button(dialog, "save")->isEnabled());
    QVERIFY(!dialog.result());
}

void SweepDialogTest::oneParameterMakesACurve()
{
    SweepDialog dialog;
    dialog.setBase(someBase());
    chooseLatency(dialog, 4);
    dialog.setSeeds(2);
    dialog.run();
    QVERIFY(dialog.isRunning());
    QTRY_VERIFY_WITH_TIMEOUT(dialog.result(), kLong);

    const auto expected = [] {
        NoProgress progress;
        const auto input = someBase().input(progress);
        return runSweep(*input,
                        {.parameters = {*parseSweepParameter("latency_ns=5ms..40ms:log:4")},
                         .figures = {"switches_per_s"},
                         .seeds = 2},
                        progress);
    }();
    QVERIFY(expected.has_value());
    QVERIFY(dialog.result()->parameters == expected->parameters);
    QVERIFY(QString::fromStdString(dialog.result()->what)
                .startsWith(QStringLiteral("slice-fluctuation-2007: after; ")));
    dialog.showFigure("switches_per_s");
    const auto cells = sweepCells(*expected, 0);
    const SweepPlot& plot = dialog.plot();
    QVERIFY(!plot.isHeatMap());
    // Edges of the spread, seeds, means.
    QCOMPARE(plot.graphCount(), 4);
    QCOMPARE(plot.graph(2)->dataCount(), 8);
    QCOMPARE(plot.graph(3)->dataCount(), 4);
    for (int i = 0; i < 4; ++i) {
        const SweepCell& cell = cells[static_cast<std::size_t>(i)];
        QCOMPARE(plot.graph(3)->dataMainKey(i), static_cast<double>(cell.values.front()));
        QCOMPARE(plot.graph(3)->dataMainValue(i), *cell.mean);
        QCOMPARE(plot.graph(0)->dataMainValue(i), *cell.mean + cell.stddev);
        QCOMPARE(plot.graph(1)->dataMainValue(i), *cell.mean - cell.stddev);
    }
}

void SweepDialogTest::twoParametersMakeAHeatMap()
{
    SweepDialog dialog;
    dialog.setBase(someBase());
    chooseLatency(dialog, 3);
    dialog.range(1).choose("hz");
    dialog.range(1).setRange(100, 1000, 2, false);
    dialog.setSeeds(1);
    dialog.run();
    QTRY_VERIFY_WITH_TIMEOUT(dialog.result(), kLong);
    QCOMPARE(dialog.result()->points.size(), std::size_t{6});
    QVERIFY(dialog.plot().isHeatMap());
}

void SweepDialogTest::aCellSaysWhatItIs()
{
    SweepPlot plot;
    plot.resize(600, 400);
    plot.show(std::make_shared<const SweepResult>(twoByThree()), 0);
    plot.replot();
    const QRectF low = plot.heat()->cellRect(0, 0);
    const QRectF high = plot.heat()->cellRect(1, 2);
    QVERIFY(low.right() == high.left() && low.top() > high.bottom());
    QCOMPARE(plain(plot.textAt(low.center())),
             QStringLiteral("hz: 100\nlatency: 1 ms\nelapsed: 1 s"));
    QCOMPARE(plain(plot.textAt(high.center())),
             QStringLiteral("hz: %1\nlatency: 3 ms\nelapsed: 6 s").arg(real(1000, 0)));
    QCOMPARE(plot.textAt(QPointF(1, 1)), QString());
    const QImage picture = plot.toPixmap(600, 400).toImage();
    QCOMPARE(picture.pixelColor((low.topLeft() + QPointF(4, 4)).toPoint()), Theme::rampColor(0));
    QCOMPARE(picture.pixelColor((high.topLeft() + QPointF(4, 4)).toPoint()), Theme::rampColor(1));
}

void SweepDialogTest::missingPointsHaveNoColour()
{
    SweepResult result = twoByThree();
    result.points.erase(result.points.begin());
    SweepPlot plot;
    plot.resize(600, 400);
    plot.show(std::make_shared<const SweepResult>(result), 0);
    plot.replot();
    const QPointF center = plot.heat()->cellRect(0, 0).center();
    QVERIFY(plot.textAt(center).endsWith(QStringLiteral("no value")));
}

void SweepDialogTest::theSameParameterTwiceIsRefused()
{
    SweepDialog dialog;
    dialog.setBase(someBase());
    dialog.range(0).choose("hz");
    QVERIFY(button(dialog, "run")->isEnabled());
    dialog.range(1).choose("hz");
    QVERIFY(!button(dialog, "run")->isEnabled());
}

void SweepDialogTest::aSweepIsCanceled()
{
    SweepDialog dialog;
    dialog.setBase(someBase());
    chooseLatency(dialog, 100);
    dialog.setSeeds(1000);
    dialog.run();
    QVERIFY(!button(dialog, "run")->isEnabled());
    button(dialog, "cancel")->click();
    QVERIFY(!dialog.isRunning());
    QVERIFY(button(dialog, "run")->isEnabled());
    QVERIFY(!dialog.result());
}

void SweepDialogTest::resultsAreSavedAndOpenedAgain()
{
    const QTemporaryDir folder;
    const auto file = pathIn(folder, "sweep.json");
    QVERIFY(writeWhole(file, sweepToJson(twoByThree())).has_value());
    QVERIFY(isSweepFile(file));
    SweepDialog dialog;
    dialog.open({file});
    QTRY_VERIFY_WITH_TIMEOUT(dialog.result(), kLong);
    QVERIFY(dialog.result()->points == twoByThree().points);
    QVERIFY(dialog.plot().isHeatMap());

    QVERIFY(dialog.save(pathIn(folder, "again.json")).has_value());
    QVERIFY(dialog.save(pathIn(folder, "again.csv")).has_value());
    QCOMPARE(contentOf(folder.filePath(QStringLiteral("again.json"))),
             contentOf(folder.filePath(QStringLiteral("sweep.json"))));
    QCOMPARE(contentOf(folder.filePath(QStringLiteral("again.csv"))).toStdString(),
             toCsv(sweepTable(twoByThree())));
}

void SweepDialogTest::shardsArePutTogether()
{
    const QTemporaryDir folder;
    SweepResult even = twoByThree();
    SweepResult odd = twoByThree();
    std::erase_if(even.points, [](const SweepPoint& point) { return point.number % 2 == 1; });
    std::erase_if(odd.points, [](const SweepPoint& point) { return point.number % 2 == 0; });
    const auto first = pathIn(folder, "1.json");
    const auto second = pathIn(folder, "2.json");
    QVERIFY(writeWhole(first, sweepToJson(odd)).has_value());
    QVERIFY(writeWhole(second, sweepToJson(even)).has_value());
    SweepDialog dialog;
    dialog.open({first});
    QTRY_VERIFY_WITH_TIMEOUT(dialog.result(), kLong);
    QVERIFY(!dialog.result()->isComplete());
    dialog.open({first, second});
    QTRY_VERIFY_WITH_TIMEOUT(dialog.result()->isComplete(), kLong);
    QVERIFY(dialog.result()->points == twoByThree().points);
    // What does not belong together is refused and leaves what was shown.
    dialog.open({first, first});
    QTRY_VERIFY_WITH_TIMEOUT(!dialog.isRunning(), kLong);
    QVERIFY(dialog.result()->isComplete());
}

void SweepDialogTest::theFigureIsExported()
{
    const QTemporaryDir folder;
    const auto sweep = std::make_shared<const SweepResult>(twoByThree());
    const auto figure = Figure::ofSweep(sweep, 0, {});
    QVERIFY(figure.has_value());
    QCOMPARE(figure->title(), QStringLiteral("elapsed over hz and latency"));
    QVERIFY(figure->caption().join(u' ').contains(QStringLiteral("work; cfs; 1 cpu")));
    QCOMPARE(figure->data().rows.size(), std::size_t{6});
    for (const char* name : {"f.png", "f.svg", "f.pdf"}) {
        QVERIFY(writeFigure(*figure, pathIn(folder, name)).has_value());
        QVERIFY(contentOf(folder.filePath(QLatin1String(name))).size() > 1000);
    }
    QCOMPARE(figureSvg(*figure), figureSvg(*Figure::ofSweep(sweep, 0, {})));
    QVERIFY(!Figure::ofSweep(sweep, 1, {}).has_value());
}

void SweepDialogTest::figuresAreShownInTheUnitThatSuitsThem()
{
    QCOMPARE(plain(scaleOfFigure("p99_wakeup_latency").text(1.5e6)), QStringLiteral("1.5 ms"));
    QCOMPARE(plain(scaleOfFigure("wakeup_latency_p99_ns").text(1.5e6)), QStringLiteral("1.5 ms"));
    QCOMPARE(plain(scaleOfFigure("late:max_us").text(1500)), QStringLiteral("1.5 ms"));
    QCOMPARE(plain(scaleOfFigure("run:elapsed_s").text(2)), QStringLiteral("2 s"));
    QCOMPARE(scaleOfFigure("switches_per_s").text(731.4), real(731, 0));
    QCOMPARE(scaleOfFigure("busy_share").text(0.5), real(0.5, 3));
    QCOMPARE(plain(scaleOfParameter("min_granularity_ns").text(750'000)), QStringLiteral("750 µs"));
    QCOMPARE(plain(scaleOfParameter("hz").text(250)), QStringLiteral("250"));
}

void SweepDialogTest::theWindowOpensResults()
{
    const QTemporaryDir folder;
    const auto file = pathIn(folder, "sweep.json");
    QVERIFY(writeWhole(file, sweepToJson(twoByThree())).has_value());
    Settings settings(folder.filePath(QStringLiteral("settings.ini")));
    MainWindow window(coreEngine(), settings, {});
    window.show();
    window.open({file});
    auto* dialog = window.findChild<SweepDialog*>();
    QVERIFY(dialog && dialog->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(dialog->result(), kLong);
    QVERIFY(!window.session().baseline());
}

void SweepDialogTest::aVariantIsSwept()
{
    const QTemporaryDir folder;
    Settings settings(folder.filePath(QStringLiteral("settings.ini")));
    MainWindow window(coreEngine(), settings, {});
    window.show();
    window.action("experiments")->trigger();
    auto* experiments = window.findChild<ExperimentsDialog*>();
    experiments->choose("slice-fluctuation-2007");
    button(*experiments, "sweep")->click();
    auto* dialog = window.findChild<SweepDialog*>();
    QVERIFY(dialog && dialog->isVisible());
    QVERIFY(button(*dialog, "run")->isEnabled());

    // What is open can be swept as well, with the settings of the next re-run.
    button(*experiments, "open")->click();
    QTRY_VERIFY_WITH_TIMEOUT(window.session().baseline(), kLong);
    window.action("sweep")->trigger();
    chooseLatency(*dialog, 2);
    dialog->setSeeds(1);
    dialog->run();
    QTRY_VERIFY_WITH_TIMEOUT(dialog->result(), kLong);
    QCOMPARE(dialog->result()->points.size(), std::size_t{2});
}

}  // namespace resched::ui

QTEST_MAIN(resched::ui::SweepDialogTest)
#include "sweep_dialog_test.moc"

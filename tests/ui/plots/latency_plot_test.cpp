// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/latency_plot.h"

#include "plots/histogram_plottable.h"
#include "plots/plot_style.h"
#include "plots/tickers.h"
#include "support/schedule.h"

#include <QtTest/QSignalSpy>
#include <QtTest/QtTest>

using namespace resched;
using namespace resched::ui;
using namespace std::chrono_literals;

namespace {

std::shared_ptr<const LatencyData> sampleData()
{
    return std::make_shared<const LatencyData>(latencyData(test::traceOf(R"(
        SW 0 c0 I:0[R]>B
        WK 100 c0 A
        SW 120 c0 B[R]>A
        SW 170 c0 A[R]>B
        SW 200 c0 B[S]>A
        SW 250 c0 A[S]>I:0
        END 300
    )"),
                                                           {}));
}

LatencyPlot* newPlot(Scale scale)
{
    auto* plot = new LatencyPlot;
    plot->resize(800, 500);
    plot->setSettings({.lengths = scale});
    plot->setRuns({}, LatencyRun{QStringLiteral("recorded"), sampleData()});
    plot->replot();
    return plot;
}

}  // namespace

class LatencyPlotTest : public QObject
{
    Q_OBJECT

private slots:
    void barsStandOnTheAxisAndInsideTheFrame()
    {
        for (const Scale scale : {Scale::Linear, Scale::Log}) {
            const std::unique_ptr<LatencyPlot> plot(newPlot(scale));
            const auto* bars = qobject_cast<HistogramPlottable*>(plot->plottable(0));
            QVERIFY(bars != nullptr);
            QCOMPARE(bars->bars().size(), std::size_t{3});
            const QRectF frame = plot->axisRect(0)->rect();
            for (const HistogramPlottable::Bar& bar : bars->bars()) {
                QVERIFY(frame.adjusted(-1, -1, 1, 1).contains(bar.rect));
                QVERIFY(bar.rect.height() > 10);
                QVERIFY(qAbs(bar.rect.bottom() - frame.bottom()) < 1);
            }
        }
    }

    void aClickOnABarBrushesItsWaits()
    {
        const std::unique_ptr<LatencyPlot> plot(newPlot(Scale::Log));
        const std::shared_ptr<const LatencyData> data = sampleData();
        const QSignalSpy spy(plot.get(), &LatencyPlot::brushedChanged);
        std::size_t bin = 0;
        while (plot->bins().edges[bin + 1] <= Nanoseconds{50us}) ++bin;
        const QPoint at = plot->binCenter(bin).toPoint();
        QTest::mouseClick(plot.get(), Qt::LeftButton, {}, at);
        QVERIFY(spy.count() >= 1);
        QVERIFY(plot->brushed().has_value());
        const auto waits = waitsBetween(*data, plot->brushed()->first, plot->brushed()->second);
        QCOMPARE(waits.size(), std::size_t{1});
        QCOMPARE(waits.front().length(), Nanoseconds{50us});
        QTest::keyClick(plot.get(), Qt::Key_Escape);
        QVERIFY(!plot->brushed());
    }

    void theArrowKeysBrushToo()
    {
        const std::unique_ptr<LatencyPlot> plot(newPlot(Scale::Linear));
        QTest::keyClick(plot.get(), Qt::Key_Right);
        QCOMPARE(plot->brushed()->first, plot->bins().edges[0]);
        QCOMPARE(plot->brushed()->second, plot->bins().edges[1]);
        QTest::keyClick(plot.get(), Qt::Key_Right, Qt::ShiftModifier);
        QCOMPARE(plot->brushed()->first, plot->bins().edges[0]);
        QCOMPARE(plot->brushed()->second, plot->bins().edges[2]);
        QTest::keyClick(plot.get(), Qt::Key_Right);
        QCOMPARE(plot->brushed()->first, plot->bins().edges[2]);
    }

    void nothingToShowIsSaid()
    {
        LatencyPlot plot;
        QVERIFY(!plot.hasSamples());
        plot.setRuns({}, LatencyRun{QStringLiteral("empty"), std::make_shared<LatencyData>()});
        QVERIFY(!plot.hasSamples());
        QCOMPARE(plot.axisRectCount(), 0);
        QVERIFY(plot.plotLayout()->element(0, 0) != nullptr);
    }

    void tinyAndHugeSizesAreDrawn()
    {
        const std::unique_ptr<LatencyPlot> plot(newPlot(Scale::Log));
        for (const QSize size : {QSize(240, 160), QSize(10'000, 3'000)}) {
            QVERIFY(!plot->toPixmap(size.width(), size.height()).isNull());
        }
    }

    void labelsThatWouldOverlapGoToAnotherRow()
    {
        const std::vector<int> rows = labelRows({10, 20, 30, 200, 31}, {40, 40, 40, 40, 40}, 4, 3);
        QCOMPARE(rows, (std::vector<int>{0, 1, 2, 0, -1}));
    }

    void ticksAreLabelledWithWhatTheyAre()
    {
        // A step of 2.5 ms.
        LinearTimeTicker ticker;
        QVector<double> ticks;
        QVector<QString> labels;
        ticker.generate({8.6e6, 21.4e6}, QLocale::c(), QLatin1Char('g'), 6, ticks, nullptr,
                        &labels);
        QVERIFY(ticks.contains(12.5e6));
        for (qsizetype i = 0; i < ticks.size(); ++i) {
            QCOMPARE(QLocale().toDouble(labels[i]), ticks[i] / 1e6);
        }
    }
};

QTEST_MAIN(LatencyPlotTest)
#include "latency_plot_test.moc"

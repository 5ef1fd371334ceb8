// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/strip_plot.h"

#include "plots/step_plottable.h"
#include "support/schedule.h"

#include <QtGui/QWheelEvent>
#include <QtTest/QSignalSpy>
#include <QtTest/QtTest>

using namespace resched;
using namespace resched::ui;

namespace {

NamedRun sampleRun(const QString& label)
{
    return {label, std::make_shared<const Trace>(test::traceOf(R"(
        SW 0 c0 I:0[R]>B
        SW 0 c1 I:0[R]>C
        WK 100 c0 A@0
        SW 200 c0 B[R]>A
        LOST 300-400 c1 7
        SW 500 c0 A[S]>B
        SW 500 c1 C[S]>I:0
        SW 600 c0 B[S]>I:0
        END 1000
    )"))};
}

std::shared_ptr<const StripData> depth(const std::optional<NamedRun>& baseline = {})
{
    NoProgress progress;
    Result<StripData> data =
        depthStrips(baseline, sampleRun(QStringLiteral("current")), {}, progress);
    return std::make_shared<const StripData>(std::move(data).value());
}

// The steps of a curve with times in us, "?" where it is unknown.
QString text(const Curve& curve)
{
    QStringList points;
    for (const StepPoint& point : curve.data->series()) {
        points.append(QStringLiteral("%1=%2")
                          .arg(nanoseconds(point.time) / 1000)
                          .arg(point.value ? QString::number(*point.value) : QStringLiteral("?")));
    }
    return points.join(u' ');
}

}  // namespace

class StripPlotTest : public QObject
{
    Q_OBJECT

private slots:
    void thereIsAStripForEachCpu()
    {
        const auto data = depth();
        QCOMPARE(data->strips.size(), std::size_t{2});
        QCOMPARE(data->strips[0].title, QStringLiteral("CPU 0"));
        QCOMPARE(text(data->strips[0].curves[0]), QStringLiteral("0=1 100=2 500=1 600=0"));
        // What runs after the loss is not known until the next switch.
        QCOMPARE(text(data->strips[1].curves[0]), QStringLiteral("0=1 300=? 500=0"));
        QVERIFY(!data->strips[1].gaps.empty());
    }

    void bothRunsLieInOneStripAndTheBaselineIsDashed()
    {
        const auto data = depth(sampleRun(QStringLiteral("baseline")));
        QCOMPARE(data->strips[0].curves.size(), std::size_t{2});
        QVERIFY(!data->strips[0].curves[0].dashed);
        QVERIFY(data->strips[0].curves[1].dashed);
        QVERIFY(*data->strips[0].curves[1].ink.id == ColorId::Baseline);
    }

    void linesStayInsideTheirStrip()
    {
        StripPlot plot;
        plot.setData(depth(), QStringLiteral("nothing"));
        plot.resize(600, 300);
        plot.replot();
        plot.setVisibleRange({timestamp(50'000), timestamp(700'000)});
        plot.replot();
        const std::vector<QRect> rects = plot.stripRects();
        QCOMPARE(rects.size(), std::size_t{2});
        for (std::size_t i = 0; i < rects.size(); ++i) {
            for (const QPolygonF& line : plot.curves()[i]->polylines()) {
                for (const QPointF& point : line) {
                    QVERIFY(QRectF(rects[i]).adjusted(-1, -1, 1, 1).contains(point));
                }
            }
        }
        // The loss on CPU 1 breaks its line in two.
        QCOMPARE(plot.curves()[1]->polylines().size(), std::size_t{2});
    }

    void theWheelAsksForARangeAroundThePointer()
    {
        StripPlot plot;
        plot.setData(depth(), QStringLiteral("nothing"));
        plot.resize(600, 300);
        plot.replot();
        const QSignalSpy spy(&plot, &StripPlot::visibleRangeRequested);
        const QPoint middle = plot.stripRects()[0].center();
        QWheelEvent wheel(middle, plot.mapToGlobal(middle), {}, {0, 120}, Qt::NoButton,
                          Qt::ControlModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&plot, &wheel);
        QCOMPARE(spy.count(), 1);
        const TimeRange asked = spy.first().first().value<TimeRange>();
        QCOMPARE(asked.length().count(), std::int64_t{800'000});
        QVERIFY(plot.visibleRange().length().count() == 1'000'000);
    }

    void aDragSelectsARange()
    {
        StripPlot plot;
        plot.setData(depth(), QStringLiteral("nothing"));
        plot.resize(600, 300);
        plot.replot();
        const QSignalSpy spy(&plot, &StripPlot::rangeSelected);
        const QRect rect = plot.stripRects()[0];
        QTest::mousePress(&plot, Qt::LeftButton, {}, {rect.left() + 50, rect.center().y()});
        QTest::mouseMove(&plot, {rect.left() + 150, rect.center().y()});
        QTest::mouseRelease(&plot, Qt::LeftButton, {}, {rect.left() + 150, rect.center().y()});
        QVERIFY(spy.count() >= 1);
        const TimeRange range = spy.last().first().value<TimeRange>();
        QVERIFY(range.length() > Nanoseconds{0});
    }

    void theTextUnderThePointerHasTheValues()
    {
        StripPlot plot;
        plot.setData(depth(), QStringLiteral("nothing"));
        plot.resize(600, 300);
        plot.replot();
        const QRect rect = plot.stripRects()[0];
        const QPoint at(rect.left() + rect.width() * 3 / 10, rect.center().y());
        QVERIFY2(plot.textAt(at).contains(QStringLiteral("current: 2")),
                 qPrintable(plot.textAt(at)));
        QVERIFY(plot.textAt({0, 0}).isEmpty());
    }

    void aTraceWithoutVruntimeSaysSo()
    {
        NoProgress progress;
        const Result<StripData> data =
            spreadStrips({}, sampleRun(QStringLiteral("current")), {}, progress);
        QVERIFY(data.has_value());
        QVERIFY(!data->hasValues());
        StripPlot plot;
        plot.setData(std::make_shared<const StripData>(*data), QStringLiteral("no vruntime"));
        QCOMPARE(plot.axisRectCount(), 0);
    }
};

QTEST_MAIN(StripPlotTest)
#include "strip_plot_test.moc"

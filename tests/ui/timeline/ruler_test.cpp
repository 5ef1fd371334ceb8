// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/ruler.h"

#include "timeline/view_math.h"

#include <QtTest/QtTest>

namespace resched::ui {

class RulerTest : public QObject
{
    Q_OBJECT
private slots:
    void stepsAreRoundAndLeaveRoom();
    void relativeLabelsCountFromTheOrigin();
    void deepZoomKeepsEveryDigit();
    void wallClockIsUtcAndFloorsBeforeTheEpoch();
    void withoutAnOffsetTheWallClockIsNotInvented();
    void zoomKeepsTheAnchorInPlace();
    void zoomAndPanStayInside();
    void revealMovesAsLittleAsItCan();
};

namespace {

QStringList labels(const std::vector<RulerTick>& ticks)
{
    QStringList texts;
    for (const RulerTick& tick : ticks) texts << tick.label;
    return texts;
}

TimeRange range(std::int64_t begin, std::int64_t end)
{
    return {timestamp(begin), timestamp(end)};
}

}  // namespace

void RulerTest::stepsAreRoundAndLeaveRoom()
{
    QCOMPARE(rulerStep(Nanoseconds{1'000'000'000}, 8).count(), 200'000'000);
    QCOMPARE(rulerStep(Nanoseconds{1000}, 8).count(), 200);
    QCOMPARE(rulerStep(Nanoseconds{3}, 8).count(), 1);
    for (std::int64_t length = 1; length < 4'000'000'000'000; length = length * 3 + 1) {
        const auto step = rulerStep(Nanoseconds{length}, 7).count();
        QVERIFY2(length / step <= 7, qPrintable(QString::number(length)));
    }
}

void RulerTest::relativeLabelsCountFromTheOrigin()
{
    const RulerRequest request{.visible = range(5'000'000'000, 5'400'000'000),
                               .origin = timestamp(5'000'000'000),
                               .mostTicks = 4};
    QCOMPARE(labels(rulerTicks(request)),
             QStringList({QStringLiteral("0.0 s"), QStringLiteral("0.1 s"), QStringLiteral("0.2 s"),
                          QStringLiteral("0.3 s")}));
}

void RulerTest::deepZoomKeepsEveryDigit()
{
    const RulerRequest request{
        .visible = range(4'000'000'000'000'000'001, 4'000'000'000'000'000'005),
        .mode = RulerMode::Boot,
        .mostTicks = 4};
    QCOMPARE(labels(rulerTicks(request)).first(), QStringLiteral("4000000000.000000001 s"));
    QCOMPARE(rulerText(timestamp(1), {.visible = {}, .origin = timestamp(3)}),
             QStringLiteral("-0.000000002 s"));
}

void RulerTest::wallClockIsUtcAndFloorsBeforeTheEpoch()
{
    const RulerRequest request{.visible = range(0, 2),
                               .mode = RulerMode::WallClock,
                               .wallClockOffset = 86'399'000'000'000};
    QCOMPARE(rulerText(timestamp(500'000'000), request), QStringLiteral("23:59:59.500000000"));
    QCOMPARE(rulerText(timestamp(1'000'000'000), request), QStringLiteral("00:00:00.000000000"));
    QCOMPARE(rulerText(timestamp(-86'400'000'000'000), request),
             QStringLiteral("23:59:59.000000000"));
}

void RulerTest::withoutAnOffsetTheWallClockIsNotInvented()
{
    const RulerRequest request{.visible = range(0, 2), .mode = RulerMode::WallClock};
    QCOMPARE(rulerText(timestamp(0), request), QStringLiteral("0.000000000 s"));
}

void RulerTest::zoomKeepsTheAnchorInPlace()
{
    const TimeRange full = range(0, 1'000'000'000);
    const TimeRange zoomedIn = zoomed(full, full, timestamp(250'000'000), 50);
    QCOMPARE(nanoseconds(zoomedIn.begin), 125'000'000);
    QCOMPARE(nanoseconds(zoomedIn.end), 625'000'000);
}

void RulerTest::zoomAndPanStayInside()
{
    const TimeRange full = range(1000, 1'000'000);
    QVERIFY(zoomed(full, full, timestamp(1000), 200) == full);
    QVERIFY(panned(full, full, Nanoseconds{77}) == full);
    TimeRange view = full;
    for (int i = 0; i < 200; ++i) view = zoomed(view, full, timestamp(999'999), 60);
    QVERIFY(view.length() == kShortestView);
    QVERIFY(view.end <= full.end);
    QVERIFY(panned(view, full, Nanoseconds{-5'000'000}).begin == full.begin);
}

void RulerTest::revealMovesAsLittleAsItCan()
{
    const TimeRange full = range(0, 1'000'000);
    const TimeRange view = range(100'000, 200'000);
    QVERIFY(revealing(view, full, range(120'000, 130'000)) == view);
    QVERIFY(revealing(view, full, range(205'000, 210'000)) == range(120'000, 220'000));
    QVERIFY(revealing(view, full, range(50'000, 60'000)) == range(40'000, 140'000));
}

}  // namespace resched::ui

QTEST_GUILESS_MAIN(resched::ui::RulerTest)
#include "ruler_test.moc"

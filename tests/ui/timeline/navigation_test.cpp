// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/navigation.h"

#include "support/schedule.h"

#include <QtTest/QtTest>

namespace resched::ui {

class NavigationTest : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void stepsAlongTheSlicesOfACpu();
    void stepsAlongTheStatesOfATask();
    void stepsFromIdleToTheNeighbours();
    void stepsThroughTheEventsOfATask();
    void saysWhenAThingIsAndWhoseItIs();

private:
    std::optional<Trace> trace_;
};

void NavigationTest::init()
{
    trace_ = test::traceOf(R"(
        SW 0 c0 0[R]>A
        SW 100 c0 A[S]>B
        WK 200 c0 A
        SW 300 c0 B[S]>0
        SW 350 c0 0[R]>A
        SW 400 c0 A[S]>0
        END 500
    )");
}

void NavigationTest::stepsAlongTheSlicesOfACpu()
{
    const auto first = firstSlice(*trace_, RunRole::Baseline, CpuId{0}, trace_->begin());
    QVERIFY(first);
    QVERIFY(first->thing == Thing(SliceHit{CpuId{0}, 0}));
    const auto second = stepSlice(*trace_, *first, Direction::Next);
    QVERIFY(second->thing == Thing(SliceHit{CpuId{0}, 1}));
    const auto third = stepSlice(*trace_, *second, Direction::Next);
    QVERIFY(third->thing == Thing(SliceHit{CpuId{0}, 2}));
    QVERIFY(!stepSlice(*trace_, *third, Direction::Next));
    QVERIFY(stepSlice(*trace_, *third, Direction::Previous)->thing == second->thing);
    QVERIFY(!stepSlice(*trace_, *first, Direction::Previous));
}

void NavigationTest::stepsAlongTheStatesOfATask()
{
    const TaskId a = test::taskNamed(*trace_, "A");
    Hit hit{RunRole::Baseline, trace_->begin(), SegmentHit{a, 0}};
    std::size_t steps = 0;
    while (const auto next = stepSlice(*trace_, hit, Direction::Next)) {
        QVERIFY(rangeOf(*trace_, *next).begin == rangeOf(*trace_, hit).end);
        hit = *next;
        ++steps;
    }
    QCOMPARE(steps + 1, trace_->task(a).segments.size());
}

void NavigationTest::stepsFromIdleToTheNeighbours()
{
    const Hit idle{RunRole::Baseline, timestamp(320'000),
                   IdleHit{CpuId{0}, {timestamp(300'000), timestamp(350'000)}}};
    QVERIFY(stepSlice(*trace_, idle, Direction::Next)->thing == Thing(SliceHit{CpuId{0}, 2}));
    QVERIFY(stepSlice(*trace_, idle, Direction::Previous)->thing == Thing(SliceHit{CpuId{0}, 1}));
}

void NavigationTest::stepsThroughTheEventsOfATask()
{
    const Tid tid = trace_->task(test::taskNamed(*trace_, "A")).tid;
    const auto step = [&](std::int64_t us, Direction direction) -> std::int64_t {
        const auto hit =
            stepEvent(*trace_, RunRole::Baseline, tid, timestamp(us * 1000), direction);
        return hit ? nanoseconds(hit->time) / 1000 : -1;
    };
    QCOMPARE(step(0, Direction::Next), 100);
    QCOMPARE(step(100, Direction::Next), 200);
    QCOMPARE(step(200, Direction::Next), 350);
    QCOMPARE(step(200, Direction::Previous), 100);
    QCOMPARE(step(450, Direction::Next), -1);
    QCOMPARE(step(0, Direction::Previous), -1);
}

void NavigationTest::saysWhenAThingIsAndWhoseItIs()
{
    const Hit slice{RunRole::Baseline, timestamp(0), SliceHit{CpuId{0}, 1}};
    QVERIFY(rangeOf(*trace_, slice) == (TimeRange{timestamp(100'000), timestamp(300'000)}));
    QVERIFY(taskOf(*trace_, slice) == test::taskNamed(*trace_, "B"));
    const Hit many{RunRole::Baseline, timestamp(0), ManySlicesHit{CpuId{0}, 0, 2, {}}};
    QVERIFY(rangeOf(*trace_, many) == (TimeRange{timestamp(0), timestamp(300'000)}));
    QVERIFY(!taskOf(*trace_, many));
    QVERIFY(rangeOf(*trace_, Hit{}).isEmpty());
}

}  // namespace resched::ui

QTEST_GUILESS_MAIN(resched::ui::NavigationTest)
#include "navigation_test.moc"

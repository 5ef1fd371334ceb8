// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/hit_text.h"

#include "format.h"
#include "support/schedule.h"

#include <QtTest/QtTest>

#include <algorithm>

namespace resched::ui {

class HitTextTest : public QObject
{
    Q_OBJECT
private slots:
    void aSliceSaysWhoWhereAndHowLong();
    void aWaitSaysWhoRanInstead();
    void aGapIsUnknownTime();
    void nothingIsNothing();
};

namespace {

QString fact(const HitText& text, const QString& name)
{
    for (const auto& [key, value] : text.facts) {
        if (key == name) return value;
    }
    return {};
}

}  // namespace

void HitTextTest::aSliceSaysWhoWhereAndHowLong()
{
    const Trace trace = test::traceOf("SW 0 c0 0[R]>A\nSW 1500 c0 A[S]>0\nEND 2000");
    const HitText text =
        describeHit(trace, {RunRole::Baseline, timestamp(0), SliceHit{CpuId{0}, 0}});
    QCOMPARE(text.headline, QStringLiteral("A-101 runs on CPU 0"));
    QCOMPARE(fact(text, QStringLiteral("Length")), duration(Nanoseconds{1'500'000}));
    QVERIFY(text.ranInstead.empty());
}

void HitTextTest::aWaitSaysWhoRanInstead()
{
    const Trace trace = test::traceOf(R"(
        SW 0 c0 0[R]>A
        SW 100 c0 A[S]>B
        WK 200 c0 A
        SW 300 c0 B[R]>C
        SW 450 c0 C[S]>A
        END 500
    )");
    const TaskId a = test::taskNamed(trace, "A");
    const auto& segments = trace.task(a).segments;
    const auto wait = std::find_if(segments.begin(), segments.end(), [](const TaskSegment& each) {
        return each.state == SegmentState::Woken;
    });
    QVERIFY(wait != segments.end());
    const auto at = static_cast<std::uint32_t>(wait - segments.begin());
    const HitText text = describeHit(trace, {RunRole::Baseline, wait->begin, SegmentHit{a, at}});
    QCOMPARE(text.ranInstead.size(), std::size_t{2});
    QCOMPARE(taskText(trace, text.ranInstead[0].task), QStringLiteral("B-102"));
    QVERIFY(text.ranInstead[0].range == (TimeRange{timestamp(200'000), timestamp(300'000)}));
    QCOMPARE(taskText(trace, text.ranInstead[1].task), QStringLiteral("C-103"));
    QVERIFY(text.ranInstead[1].range == (TimeRange{timestamp(300'000), timestamp(450'000)}));
    QCOMPARE(fact(text, QStringLiteral("Woken by")), QStringLiteral("B-102 on CPU 0"));
}

void HitTextTest::aGapIsUnknownTime()
{
    const Trace trace = test::traceOf(
        "SW 0 c0 0[R]>A\nSW 100 c0 A[S]>0\nLOST 400-600 c0 7\nSW 700 c0 0[R]>A\nEND 1000");
    const HitText text = describeHit(trace, {RunRole::Baseline, timestamp(0), GapHit{CpuId{0}, 0}});
    QVERIFY(text.headline.contains(QStringLiteral("CPU 0")));
    QVERIFY(!fact(text, QStringLiteral("Note")).isEmpty());
}

void HitTextTest::nothingIsNothing()
{
    const Trace trace = test::traceOf("SW 0 c0 0[R]>A\nEND 1000");
    QVERIFY(describeHit(trace, {}).headline.isEmpty());
    QVERIFY(hitSummary(trace, {}).isEmpty());
}

}  // namespace resched::ui

QTEST_GUILESS_MAIN(resched::ui::HitTextTest)
#include "hit_text_test.moc"

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/step_ladder.h"

#include <QtTest/QtTest>

#include <random>

using namespace resched;
using namespace resched::ui;

namespace {

StepSeries steps(std::vector<std::pair<std::int64_t, std::optional<std::int64_t>>> points)
{
    StepSeries series;
    for (const auto& [time, value] : points) series.push_back({timestamp(time), value});
    return series;
}

std::optional<std::pair<std::int64_t, std::int64_t>> slowExtent(const StepSeries& series,
                                                                Timestamp end, TimeRange range)
{
    std::optional<std::pair<std::int64_t, std::int64_t>> extent;
    for (std::size_t i = 0; i < series.size(); ++i) {
        const Timestamp until = i + 1 < series.size() ? series[i + 1].time : end;
        if (!series[i].value || until <= range.begin || series[i].time >= range.end) continue;
        if (!extent) extent = std::pair(*series[i].value, *series[i].value);
        extent->first = std::min(extent->first, *series[i].value);
        extent->second = std::max(extent->second, *series[i].value);
    }
    return extent;
}

}  // namespace

class StepLadderTest : public QObject
{
    Q_OBJECT

private slots:
    void wideStepsAreDrawnAsTheyAre()
    {
        const StepLadder ladder(steps({{0, 1}, {50, 3}}), timestamp(100));
        const std::vector<double> edges{0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100};
        const std::vector<FoldedColumn> columns = ladder.fold(edges, timestamp(0));
        QCOMPARE(columns.size(), std::size_t{2});
        QVERIFY((columns[0] == FoldedColumn{0, 50, 1, 1, 1, 1}));
        QVERIFY((columns[1] == FoldedColumn{50, 100, 3, 3, 3, 3}));
    }

    void aColumnKeepsTheHighestAndLowestOfWhatItHides()
    {
        StepSeries series;
        for (int i = 0; i < 1000; ++i) series.push_back({timestamp(i), i == 777 ? 99 : i % 3});
        const StepLadder ladder(series, timestamp(1000));
        const std::vector<double> edges{0, 500, 1000};
        const std::vector<FoldedColumn> columns = ladder.fold(edges, timestamp(0));
        QCOMPARE(columns.size(), std::size_t{2});
        QCOMPARE(columns[0].high, std::int64_t{2});
        QCOMPARE(columns[1].high, std::int64_t{99});
        QCOMPARE(columns[1].low, std::int64_t{0});
    }

    void unknownTimeIsAHole()
    {
        const StepLadder ladder(steps({{10, 1}, {20, {}}, {30, 2}}), timestamp(40));
        const std::vector<double> edges{0, 5, 10, 15, 20, 25, 30, 35, 40, 45};
        const std::vector<FoldedColumn> columns = ladder.fold(edges, timestamp(0));
        QCOMPARE(columns.size(), std::size_t{2});
        QCOMPARE(columns[0].begin, 10.0);
        QCOMPARE(columns[0].end, 20.0);
        QCOMPARE(columns[1].begin, 30.0);
        QCOMPARE(columns[1].end, 40.0);
    }

    void noValuesGiveNothing()
    {
        const StepLadder empty({}, timestamp(10));
        QVERIFY(!empty.hasValues());
        QVERIFY(empty.fold(std::vector<double>{0, 10}, timestamp(0)).empty());
        QVERIFY(!empty.extent({timestamp(0), timestamp(10)}));
        const StepLadder unknown(steps({{0, {}}}), timestamp(10));
        QVERIFY(!unknown.hasValues());
        QVERIFY(!unknown.extent({timestamp(0), timestamp(10)}));
    }

    void extentsAgreeWithAWalkOverAllPoints()
    {
        std::mt19937 random(7);
        StepSeries series;
        std::int64_t time = 0;
        for (int i = 0; i < 5000; ++i) {
            time += 1 + static_cast<std::int64_t>(random() % 20);
            const std::int64_t value = static_cast<std::int64_t>(random() % 1'000'000);
            series.push_back(
                {timestamp(time), random() % 50 == 0 ? std::nullopt : std::optional(value)});
        }
        const StepLadder ladder(series, timestamp(time + 10));
        for (int i = 0; i < 300; ++i) {
            const std::int64_t a = static_cast<std::int64_t>(random()) % time;
            const std::int64_t b = static_cast<std::int64_t>(random()) % (time + 20);
            const TimeRange range{timestamp(std::min(a, b)), timestamp(std::max(a, b))};
            QVERIFY(range.isEmpty() ||
                    ladder.extent(range) == slowExtent(series, ladder.end(), range));
        }
    }

    void foldingAMillionPointsCostsTheirColumns()
    {
        StepSeries series;
        for (int i = 0; i < 1'000'000; ++i) series.push_back({timestamp(i * 10LL), i % 7});
        const StepLadder ladder(std::move(series), timestamp(10'000'000));
        std::vector<double> edges;
        for (int i = 0; i <= 1000; ++i) edges.push_back(i * 10'000.0);
        const std::vector<FoldedColumn> columns = ladder.fold(edges, timestamp(0));
        QCOMPARE(columns.size(), std::size_t{1000});
        for (const FoldedColumn& column : columns) QCOMPARE(column.high, std::int64_t{6});
    }
};

QTEST_APPLESS_MAIN(StepLadderTest)
#include "step_ladder_test.moc"

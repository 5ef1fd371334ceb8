// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/latency_data.h"

#include "support/schedule.h"

#include <QtTest/QtTest>

#include <numeric>

using namespace resched;
using namespace resched::ui;
using namespace std::chrono_literals;

namespace {

// A waits 20 us for its wakeup and 30 us after a preemption, B 50 us.
Trace threeWaits()
{
    return test::traceOf(R"(
        SW 0 c0 I:0[R]>B
        WK 100 c0 A
        SW 120 c0 B[R]>A
        SW 170 c0 A[R]>B
        SW 200 c0 B[S]>A
        SW 250 c0 A[S]>I:0
        END 300
    )");
}

LatencyData lengths(std::vector<std::int64_t> waits)
{
    LatencyData data;
    std::ranges::sort(waits);
    for (const std::int64_t length : waits) {
        Wait wait{};
        wait.end = timestamp(length);
        data.waits.push_back(wait);
        data.sorted.push_back(wait.length());
    }
    return data;
}

std::uint64_t sum(const std::vector<BinCount>& counts)
{
    return std::accumulate(
        counts.begin(), counts.end(), std::uint64_t{0},
        [](std::uint64_t total, const BinCount& bin) { return total + bin.total(); });
}

}  // namespace

class LatencyDataTest : public QObject
{
    Q_OBJECT

private slots:
    void holdsTheWaitsByLengthAndKind()
    {
        const LatencyData data = latencyData(threeWaits(), {});
        QCOMPARE(data.sorted.size(), std::size_t{3});
        QCOMPARE(data.sorted.front(), Nanoseconds{20us});
        QCOMPARE(data.sorted.back(), Nanoseconds{50us});
        QCOMPARE(data.wakeups.n, std::uint64_t{1});
        QCOMPARE(data.preemptions.n, std::uint64_t{2});
        QCOMPARE(data.summary.n, std::uint64_t{3});
    }

    void brushingFindsTheWaitsOfABar()
    {
        const LatencyData data = latencyData(threeWaits(), {});
        QCOMPARE(waitsBetween(data, 20us, 30us).size(), std::size_t{1});
        QCOMPARE(waitsBetween(data, 20us, 31us).size(), std::size_t{2});
        QCOMPARE(waitsBetween(data, 0ns, 1ms).size(), std::size_t{3});
        QVERIFY(waitsBetween(data, 60us, 20us).empty());
    }

    void everyLengthFallsIntoOneBin_data()
    {
        QTest::addColumn<std::vector<std::int64_t>>("waits");
        QTest::newRow("one") << std::vector<std::int64_t>{1'000'000};
        QTest::newRow("zero") << std::vector<std::int64_t>{0, 0, 7};
        QTest::newRow("same") << std::vector<std::int64_t>{5, 5, 5};
        QTest::newRow("edges") << std::vector<std::int64_t>{1, 10, 1'000, 1'120, 1'000'000};
        QTest::newRow("wide") << std::vector<std::int64_t>{0, 1, 999, 1'000, 3'600'000'000'000};
        QTest::newRow("years") << std::vector<std::int64_t>{1, INT64_MAX / 20};
    }

    void everyLengthFallsIntoOneBin()
    {
        QFETCH(std::vector<std::int64_t>, waits);
        const LatencyData data = lengths(waits);
        for (const Scale scale : {Scale::Linear, Scale::Log}) {
            const Bins bins = binsFor(data.sorted.front(), data.sorted.back(), scale);
            QVERIFY(std::ranges::is_sorted(bins.edges));
            QVERIFY(std::ranges::adjacent_find(bins.edges) == bins.edges.end());
            QVERIFY(bins.count() <= 500);
            QCOMPARE(sum(countBins(data, bins)), std::uint64_t{waits.size()});
        }
    }

    void linearEdgesAreNiceNumbers()
    {
        const Bins bins = binsFor(1'234us, 7'890us, Scale::Linear, 60);
        QCOMPARE(bins.edges.front(), Nanoseconds{1'200us});
        QCOMPARE(bins.edges[1] - bins.edges[0], Nanoseconds{200us});
        QCOMPARE(bins.edges.back(), Nanoseconds{8'000us});
    }

    void logEdgesFollowThePreferredNumbers()
    {
        const Bins bins = binsFor(10us, 5ms, Scale::Log);
        QCOMPARE(bins.edges.front(), Nanoseconds{10us});
        QCOMPARE(bins.edges[1], Nanoseconds{11'200});
        QVERIFY(bins.edges.back() > Nanoseconds{5ms});
        QVERIFY(bins.edges[bins.edges.size() - 2] <= Nanoseconds{5ms});
    }

    void waitsOfNoLengthHaveABinNextToTheShortestOther()
    {
        const LatencyData data = lengths({0, 0, 20'000, 90'000});
        const LatencyData* runs[] = {&data};
        const Bins bins = commonBins(runs, Scale::Log);
        QCOMPARE(bins.edges[0], Nanoseconds{0});
        QCOMPARE(bins.edges[1], Nanoseconds{20us});
        QCOMPARE(countBins(data, bins).front().total(), std::uint64_t{2});
    }

    void aLengthOnAnEdgeBelongsToTheBinAbove()
    {
        const LatencyData data = lengths({9'999, 10'000});
        const Bins bins{.scale = Scale::Linear, .edges = {0ns, 10us, 20us}};
        const std::vector<BinCount> counts = countBins(data, bins);
        QCOMPARE(counts[0].total(), std::uint64_t{1});
        QCOMPARE(counts[1].total(), std::uint64_t{1});
    }

    void twoRunsShareTheirBins()
    {
        const LatencyData fast = lengths({1'000, 2'000});
        const LatencyData slow = lengths({900'000});
        const LatencyData* both[] = {&fast, nullptr, &slow};
        const Bins bins = commonBins(both, Scale::Log);
        QCOMPARE(sum(countBins(fast, bins)), std::uint64_t{2});
        QCOMPARE(sum(countBins(slow, bins)), std::uint64_t{1});
        const LatencyData* none[] = {nullptr};
        QCOMPARE(commonBins(none, Scale::Log).count(), std::size_t{0});
    }
};

QTEST_APPLESS_MAIN(LatencyDataTest)
#include "latency_data_test.moc"

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/fold.h"

#include "support/schedule.h"

#include <gmock/gmock.h>

#include <numeric>
#include <random>
#include <string>

namespace resched {
namespace {

using test::taskNamed;
using test::traceOf;
using testing::ElementsAre;

ColumnScale scale(std::int64_t beginUs, std::int64_t endUs, int columns)
{
    return {{timestamp(beginUs * 1000), timestamp(endUs * 1000)}, columns};
}

std::string runsText(const Trace& trace, const std::vector<SliceRun>& runs)
{
    std::string text;
    for (const SliceRun& run : runs) {
        text += std::string(trace.name(run.task)) + " " + std::to_string(run.begin) + "-" +
                std::to_string(run.end) + (run.count > 1 ? " x" + std::to_string(run.count) : "") +
                "; ";
    }
    return text;
}

CpuLane laneOf(std::initializer_list<std::pair<int, int>> times)
{
    CpuLane lane;
    for (const auto& [begin, end] : times) {
        lane.slices.push_back({timestamp(begin), timestamp(end), TaskId{1}, TaskState::Running,
                               EndReason::Preempt, 0});
    }
    return lane;
}

TEST(ColumnScale, MapsTimesToColumnsAndBackWithoutRounding)
{
    const ColumnScale odd{{timestamp(1'000'000'007), timestamp(1'000'012'352)}, 997};
    for (int column = 0; column < odd.columns(); ++column) {
        EXPECT_EQ(odd.column(odd.begin(column)), column);
        EXPECT_EQ(odd.column(odd.begin(column + 1) - Nanoseconds{1}), column);
    }
    EXPECT_EQ(odd.column(timestamp(0)), -1);
    EXPECT_EQ(odd.column(odd.visible().end), 997);
    EXPECT_EQ(odd.begin(997), odd.visible().end);
}

TEST(ColumnScale, HoldsForSpansOfManyYears)
{
    const ColumnScale years{{timestamp(0), timestamp(4'000'000'000'000'000'000)}, 4000};
    EXPECT_EQ(years.column(timestamp(3'999'999'999'999'999'999)), 3999);
    EXPECT_EQ(years.begin(2000), timestamp(2'000'000'000'000'000'000));
}

TEST(FoldSlices, KeepsWideSlicesAndFoldsNarrowOnes)
{
    const Trace trace = traceOf(R"(
        SW 0 c0 0[R]>A
        SW 500 c0 A[R]>B
        SW 501 c0 B[R]>A
        SW 502 c0 A[R]>B
        SW 503 c0 B[S]>C
        SW 900 c0 C[S]>0
        END 1000
    )");
    const CpuLane& lane = *trace.cpu(CpuId{0});
    const auto runs = foldSlices(lane, CoverIndex(lane.slices), scale(0, 1000, 100));
    EXPECT_EQ(runsText(trace, runs), "A 0-50; B 50-51 x3; C 51-90; ");
}

TEST(FoldSlices, SaysHowMuchOfAColumnIsCovered)
{
    const CpuLane lane = laneOf({{100, 110}, {120, 130}, {140, 150}, {300, 310}});
    const ColumnScale wide{{timestamp(0), timestamp(1000)}, 10};
    const auto runs = foldSlices(lane, CoverIndex(lane.slices), wide);
    ASSERT_EQ(runs.size(), 2u);
    EXPECT_EQ(runs[0], (SliceRun{1, 2, 0, 3, TaskId{1}, Nanoseconds{30}}));
    EXPECT_EQ(runs[1], (SliceRun{3, 4, 3, 1, TaskId{1}, Nanoseconds{10}}));
}

TEST(FoldSlices, NeverOverlapsAndCountsEverySliceOnce)
{
    std::mt19937 random(7);
    CpuLane lane;
    std::int64_t now = 0;
    while (now < 1'000'000) {
        const std::int64_t begin = now + static_cast<std::int64_t>(random() % 300);
        const std::int64_t end = begin + 1 + static_cast<std::int64_t>(random() % 2000);
        lane.slices.push_back({timestamp(begin), timestamp(end),
                               TaskId{static_cast<std::uint32_t>(1 + random() % 5)},
                               TaskState::Running, EndReason::Preempt, 0});
        now = end;
    }
    const ColumnScale scale{{timestamp(0), timestamp(now)}, 777};
    std::size_t counted = 0;
    int taken = 0;
    for (const SliceRun& run : foldSlices(lane, CoverIndex(lane.slices), scale)) {
        EXPECT_GE(run.begin, taken);
        EXPECT_GT(run.end, run.begin);
        EXPECT_EQ(run.first, counted);
        EXPECT_TRUE(run.count == 1 || run.end - run.begin == 1);
        taken = run.end;
        counted += run.count;
    }
    EXPECT_EQ(counted, lane.slices.size());
}

TEST(FoldSlices, ReadsABusyLaneOfManyShortRunsAsFullyBusy)
{
    CpuLane lane;
    for (int i = 0; i < 100'000; ++i) {
        lane.slices.push_back({timestamp(i * 1000), timestamp((i + 1) * 1000),
                               TaskId{static_cast<std::uint32_t>(1 + i % 3)}, TaskState::Running,
                               EndReason::Preempt, 0});
    }
    const ColumnScale scale{{timestamp(0), timestamp(100'000'000)}, 1000};
    const auto runs = foldSlices(lane, CoverIndex(lane.slices), scale);
    EXPECT_LE(runs.size(), 1000u);
    Nanoseconds covered{0};
    for (const SliceRun& run : runs) covered += run.covered;
    EXPECT_EQ(covered, Nanoseconds{100'000'000});
}

TEST(FoldSlices, AnswersNothingWhereNothingIsVisible)
{
    const CpuLane lane = laneOf({{100, 200}});
    const CoverIndex cover(lane.slices);
    EXPECT_TRUE(foldSlices(lane, cover, {{timestamp(200), timestamp(300)}, 10}).empty());
    EXPECT_TRUE(foldSlices(lane, cover, {{timestamp(0), timestamp(100)}, 10}).empty());
    EXPECT_EQ(foldSlices(lane, cover, {{timestamp(120), timestamp(130)}, 10}).size(), 1u);
}

TEST(CoverIndex, CutsAtBothEndsOfTheRange)
{
    CpuLane lane;
    for (int i = 0; i < 100; ++i) {
        lane.slices.push_back({timestamp(i * 10), timestamp(i * 10 + 6), TaskId{1},
                               TaskState::Running, EndReason::Preempt, 0});
    }
    const CoverIndex cover(lane.slices);
    for (int begin = 0; begin < 100; ++begin) {
        for (const int end : {begin + 1, begin + 7, begin + 500, 1200}) {
            Nanoseconds expected{0};
            for (const CpuSlice& slice : lane.slices) {
                expected += clipped(slice.range(), {timestamp(begin), timestamp(end)}).length();
            }
            EXPECT_EQ(cover.covered(lane.slices, {timestamp(begin), timestamp(end)}), expected);
        }
    }
}

TEST(FoldSegments, FillsTheVisibleColumnsWithStates)
{
    const Trace trace = traceOf(R"(
        SW 0 c0 0[R]>A
        SW 100 c0 A[S]>B
        WK 300 c0 A
        SW 400 c0 B[R]>A
        SW 600 c0 A[S]>B
        END 1000
    )");
    const Task& task = trace.task(taskNamed(trace, "A"));
    std::string text;
    for (const SegmentRun& run : foldSegments(trace, task, scale(0, 1000, 10))) {
        text += std::to_string(run.begin) + "-" + std::to_string(run.end) + ":" +
                std::to_string(static_cast<int>(task.segments[run.first].state)) + " ";
    }
    EXPECT_EQ(text, "0-1:2 1-3:5 3-4:3 4-6:2 6-10:5 ");
}

TEST(FoldSegments, AddsUpTheSharesOfAFoldedColumn)
{
    const Trace trace = traceOf(R"(
        SW 0 c0 0[R]>B
        WK 10 c0 A
        SW 40 c0 B[R]>A
        SW 60 c0 A[S]>B
        WK 70 c0 A
        SW 75 c0 B[R]>A
        SW 80 c0 A[S]>B
        END 1000
    )");
    const Task& task = trace.task(taskNamed(trace, "A"));
    const auto runs = foldSegments(trace, task, scale(0, 1000, 10));
    ASSERT_EQ(runs.size(), 2u);
    EXPECT_GT(runs[0].count, 1u);
    const auto share = [&](SegmentShare which) {
        return runs[0].shares[static_cast<std::size_t>(which)].count() / 1000;
    };
    EXPECT_EQ(share(SegmentShare::Running), 25);
    EXPECT_EQ(share(SegmentShare::Woken), 35);
}

TEST(MaxLadder, FindsTheHighestValueThatHoldsInARange)
{
    std::mt19937 random(11);
    std::vector<MaxLadder::Point> points;
    for (int i = 0; i < 5000; ++i) {
        points.push_back({timestamp(i * 10), static_cast<std::int64_t>(random() % 1000)});
    }
    const MaxLadder ladder(points);
    for (int round = 0; round < 300; ++round) {
        const auto begin = static_cast<std::int64_t>(random() % 50'000);
        const auto end = begin + 1 + static_cast<std::int64_t>(random() % 20'000);
        std::int64_t expected = -1;
        for (std::size_t i = 0; i < points.size(); ++i) {
            const std::int64_t from = nanoseconds(points[i].time);
            const std::int64_t to = i + 1 < points.size() ? from + 10 : INT64_MAX;
            if (from < end && begin < to) expected = std::max(expected, points[i].value);
        }
        EXPECT_EQ(ladder.highest({timestamp(begin), timestamp(end)}), expected);
    }
}

TEST(FoldValues, LeavesHolesAndMergesEqualColumns)
{
    const MaxLadder ladder({{timestamp(0), 1},
                            {timestamp(20), 3},
                            {timestamp(24), 1},
                            {timestamp(50), MaxLadder::kNoValue},
                            {timestamp(70), 2}});
    EXPECT_THAT(
        foldValues(ladder, {{timestamp(0), timestamp(100)}, 10}),
        ElementsAre(ValueRun{0, 2, 1}, ValueRun{2, 3, 3}, ValueRun{3, 5, 1}, ValueRun{7, 10, 2}));
}

}  // namespace
}  // namespace resched

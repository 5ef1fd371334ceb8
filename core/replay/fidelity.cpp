// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/fidelity.h"

#include "analysis/distribution.h"
#include "analysis/statistics.h"
#include "analysis/task_match.h"
#include "analysis/waits.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace resched {

namespace {

constexpr std::array<double, 4> kQuantiles{0.50, 0.90, 0.95, 0.99};

// The limits of a grade: |error| at most so much in each figure.
struct Limits
{
    Grade grade;
    double mean;
    double p99;
    double switches;
    double share;
    double sameTask;  // at least; on one CPU only: elsewhere tasks may swap CPUs unharmed
};
constexpr std::array<Limits, 3> kGrades{{{Grade::A, 0.10, 0.15, 0.05, 0.01, 0.90},
                                         {Grade::B, 0.25, 0.30, 0.15, 0.03, 0.0},
                                         {Grade::C, 0.50, 0.60, 0.30, 0.10, 0.0}}};

std::vector<Nanoseconds> sortedDelays(const Trace& trace)
{
    std::vector<Nanoseconds> delays;
    for (const Wait& wait : findWaits(trace, {}).waits) delays.push_back(wait.length());
    std::ranges::sort(delays);
    return delays;
}

Nanoseconds mean(const std::vector<Nanoseconds>& delays)
{
    if (delays.empty()) return Nanoseconds{0};
    Nanoseconds sum{0};
    for (const Nanoseconds delay : delays) sum += delay;
    return sum / static_cast<std::int64_t>(delays.size());
}

// Walks two lanes' slices side by side.
class LaneOverlap
{
public:
    LaneOverlap(const CpuLane& recorded, const CpuLane& replayed, const std::vector<TaskId>& match)
        : recorded_(recorded), replayed_(replayed), match_(match)
    {}

    void add(TimeRange range, Nanoseconds& same, Nanoseconds& busy)
    {
        Timestamp time = range.begin;
        while (time < range.end) {
            Timestamp until = range.end;
            const TaskId was = current(recorded_, nextRecorded_, time, until);
            const TaskId is = current(replayed_, nextReplayed_, time, until);
            if (was != kIdleTask || is != kIdleTask) busy += until - time;
            if (was != kIdleTask && match_[index(was)] == is) same += until - time;
            time = until;
        }
    }

private:
    // Who runs at `time`, and in `until` at the latest when that ends.
    static TaskId current(const CpuLane& lane, std::size_t& next, Timestamp time, Timestamp& until)
    {
        while (next < lane.slices.size() && lane.slices[next].end <= time) ++next;
        if (next == lane.slices.size()) return kIdleTask;
        const CpuSlice& slice = lane.slices[next];
        until = std::min(until, slice.begin <= time ? slice.end : slice.begin);
        return slice.begin <= time ? slice.task : kIdleTask;
    }

    const CpuLane& recorded_;
    const CpuLane& replayed_;
    const std::vector<TaskId>& match_;
    std::size_t nextRecorded_ = 0;
    std::size_t nextReplayed_ = 0;
};

double sameTaskTime(const Trace& recorded, const Trace& replayed, const std::vector<TaskId>& match)
{
    Nanoseconds same{0};
    Nanoseconds busy{0};
    const TimeRange both = clipped(recorded.span(), replayed.span());
    for (const CpuLane& lane : recorded.cpus()) {
        const CpuLane* const other = replayed.cpu(lane.id);
        if (other == nullptr) continue;
        LaneOverlap overlap(lane, *other, match);
        Timestamp from = both.begin;
        for (const Gap& gap : lane.gaps) {
            overlap.add(clipped({from, gap.range.begin}, both), same, busy);
            from = std::max(from, gap.range.end);
        }
        overlap.add(clipped({from, both.end}, both), same, busy);
    }
    if (busy == Nanoseconds{0}) return 1;
    return static_cast<double>(same.count()) / static_cast<double>(busy.count());
}

Nanoseconds knownTime(const Statistics& statistics)
{
    Nanoseconds known{0};
    for (const CpuStatistics& cpu : statistics.cpus) known += cpu.busy + cpu.idle;
    return std::max(known, Nanoseconds{1});
}

void compareShares(const Statistics& recorded, const Statistics& replayed,
                   const std::vector<TaskId>& match, Fidelity& result)
{
    const auto share = [](const Statistics& statistics, Nanoseconds ran) {
        return static_cast<double>(ran.count()) /
               static_cast<double>(knownTime(statistics).count());
    };
    std::map<TaskId, Nanoseconds> ranThere;
    for (const TaskStatistics& task : replayed.tasks) ranThere[task.task] = task.totals.runTime;
    for (const TaskStatistics& task : recorded.tasks) {
        const auto there = ranThere.find(match[index(task.task)]);
        const Nanoseconds other = there == ranThere.end() ? Nanoseconds{0} : there->second;
        const double error =
            std::abs(share(replayed, other) - share(recorded, task.totals.runTime));
        if (error <= result.shareErrorMax) continue;
        result.shareErrorMax = error;
        result.shareErrorTask = task.task;
    }
}

Grade gradeOf(const Fidelity& fidelity, bool isOneCpu)
{
    for (const Limits& limits : kGrades) {
        const bool holds = std::abs(fidelity.meanRunDelay.error()) <= limits.mean &&
                           std::abs(fidelity.p99().error()) <= limits.p99 &&
                           std::abs(fidelity.switches.error()) <= limits.switches &&
                           fidelity.shareErrorMax <= limits.share &&
                           (!isOneCpu || fidelity.sameTaskTime >= limits.sameTask);
        if (holds) return limits.grade;
    }
    return Grade::D;
}

}  // namespace

double CountPair::error() const
{
    if (recorded == replayed) return 0;
    const double base = static_cast<double>(std::max<std::uint64_t>(recorded, 1));
    return (static_cast<double>(replayed) - static_cast<double>(recorded)) / base;
}

double DelayPair::error() const
{
    const Nanoseconds difference = replayed - recorded;
    if (std::chrono::abs(difference) <= kDelayResolution) return 0;
    return static_cast<double>(difference.count()) /
           static_cast<double>(std::max<std::int64_t>(recorded.count(), 1));
}

std::string_view gradeName(Grade grade)
{
    switch (grade) {
        case Grade::A:
            return "A";
        case Grade::B:
            return "B";
        case Grade::C:
            return "C";
        case Grade::D:
            return "D";
    }
    return "";
}

double ksDistance(const std::vector<Nanoseconds>& a, const std::vector<Nanoseconds>& b)
{
    if (a.empty() && b.empty()) return 0;
    if (a.empty() || b.empty()) return 1;
    double distance = 0;
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < a.size() && j < b.size()) {
        const Nanoseconds value = std::min(a[i], b[j]);
        while (i < a.size() && a[i] == value) ++i;
        while (j < b.size() && b[j] == value) ++j;
        distance =
            std::max(distance, std::abs(static_cast<double>(i) / static_cast<double>(a.size()) -
                                        static_cast<double>(j) / static_cast<double>(b.size())));
    }
    return distance;
}

Fidelity measureFidelity(const Trace& recorded, const Trace& replayed)
{
    const std::vector<TaskId> match = matchTasks(recorded, replayed, TaskKey::Tid);
    const std::vector<Nanoseconds> was = sortedDelays(recorded);
    const std::vector<Nanoseconds> is = sortedDelays(replayed);
    Fidelity result;
    result.sameTaskTime = sameTaskTime(recorded, replayed, match);
    result.runDelayKs = ksDistance(was, is);
    result.recordedWaits = was.size();
    result.replayedWaits = is.size();
    result.meanRunDelay = {0, mean(was), mean(is)};
    for (const double fraction : kQuantiles) {
        const auto quantile = [fraction](const std::vector<Nanoseconds>& delays) {
            return delays.empty() ? Nanoseconds{0} : percentile(delays, fraction);
        };
        result.quantiles.push_back({fraction, quantile(was), quantile(is)});
    }
    const Statistics before = computeStatistics(recorded, {});
    const Statistics after = computeStatistics(replayed, {});
    result.switches = {before.total.switches, after.total.switches};
    result.preemptions = {before.total.preemptions, after.total.preemptions};
    result.migrations = {before.total.migrations, after.total.migrations};
    compareShares(before, after, match, result);
    result.grade = gradeOf(result, recorded.cpus().size() == 1);
    return result;
}

}  // namespace resched

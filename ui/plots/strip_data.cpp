// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/strip_data.h"

#include "format.h"

#include <QtCore/QCoreApplication>

#include <algorithm>
#include <array>
#include <set>

namespace resched::ui {

namespace {

class StripText
{
    Q_DECLARE_TR_FUNCTIONS(StripPlot)
};

// Curves that have a colour and a line in the legend; the others are grey.
constexpr std::size_t kNamedCurves = 8;

using RunPair = std::array<const NamedRun*, 2>;  // baseline, current; null when absent

RunPair pairOf(const std::optional<NamedRun>& baseline, const std::optional<NamedRun>& current)
{
    return {baseline ? &*baseline : nullptr, current ? &*current : nullptr};
}

StripData emptyStrips(const RunPair& runs)
{
    StripData data;
    bool isFirst = true;
    for (const NamedRun* run : runs) {
        if (run == nullptr) continue;
        const TimeRange span = run->trace->span();
        data.range.begin = isFirst ? span.begin : std::min(data.range.begin, span.begin);
        data.range.end = isFirst ? span.end : std::max(data.range.end, span.end);
        isFirst = false;
    }
    data.origin = data.range.begin;
    return data;
}

Curve runCurve(const NamedRun& run, bool isBaseline, StepSeries series)
{
    return {.label = run.label,
            .data = std::make_shared<const StepLadder>(std::move(series), run.trace->end()),
            .ink = {.id = isBaseline ? ColorId::Baseline : ColorId::Current},
            .dashed = isBaseline};
}

void addGaps(Strip& strip, const Trace& trace, CpuId cpu)
{
    const CpuLane* lane = trace.cpu(cpu);
    if (lane == nullptr) return;
    for (const Gap& gap : lane->gaps) strip.gaps.push_back({gap.range, lookOf(gap.kind)});
}

QString cpuTitle(CpuId cpu)
{
    return StripText::tr("CPU %1").arg(number(cpu));
}

CpuId busiestCpu(const RunPair& runs, const std::vector<CpuId>& cpus,
                 const std::vector<std::array<std::optional<VruntimeSeries>, 2>>& series)
{
    CpuId best = cpus.front();
    std::size_t most = 0;
    for (std::size_t i = 0; i < cpus.size(); ++i) {
        std::size_t points = 0;
        for (std::size_t side = 0; side < runs.size(); ++side) {
            if (series[i][side]) points += series[i][side]->spread.size();
        }
        if (points <= most) continue;
        most = points;
        best = cpus[i];
    }
    return best;
}

std::size_t pointsIn(const StepSeries& series, TimeRange range)
{
    if (range.isEmpty()) return series.size();
    const auto begin = std::ranges::lower_bound(series, range.begin, {}, &StepPoint::time);
    const auto end = std::ranges::lower_bound(series, range.end, {}, &StepPoint::time);
    return static_cast<std::size_t>(end - begin);
}

// The tasks with the most points come first and get the colours; both runs must agree on them, so
// the colour goes by tid.
std::vector<Tid> leadingTasks(const RunPair& runs,
                              const std::array<std::optional<VruntimeSeries>, 2>& series,
                              TimeRange range)
{
    std::vector<std::pair<std::size_t, Tid>> points;
    for (std::size_t side = 0; side < runs.size(); ++side) {
        if (!series[side]) continue;
        for (const VruntimeSeries::TaskCurve& curve : series[side]->tasks) {
            const Tid tid = runs[side]->trace->task(curve.task).tid;
            const auto row = std::ranges::find(points, tid, &std::pair<std::size_t, Tid>::second);
            if (row == points.end()) {
                points.emplace_back(pointsIn(curve.relative, range), tid);
            } else {
                row->first += pointsIn(curve.relative, range);
            }
        }
    }
    std::ranges::sort(points, [](const auto& a, const auto& b) {
        return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    std::vector<Tid> tids;
    for (const auto& row : points) tids.push_back(row.second);
    return tids;
}

Strip taskStrip(const NamedRun& run, CpuId cpu, VruntimeSeries& series,
                const std::vector<Tid>& leading, TimeRange range)
{
    Strip strip{.title = StripText::tr("%1, %2").arg(run.label, cpuTitle(cpu)),
                .valueName = StripText::tr("Above the least"),
                .kind = ValueKind::VirtualTime,
                .curves = {},
                .gaps = {},
                .hasOwnLegend = true,
                .stretch = 2};
    std::vector<std::pair<std::size_t, Curve>> ranked;
    std::size_t others = 0;
    for (VruntimeSeries::TaskCurve& task : series.tasks) {
        auto ladder =
            std::make_shared<const StepLadder>(std::move(task.relative), run.trace->end());
        if (!range.isEmpty() && !ladder->extent(range)) continue;
        const Tid tid = run.trace->task(task.task).tid;
        const std::size_t rank =
            static_cast<std::size_t>(std::ranges::find(leading, tid) - leading.begin());
        const bool isNamed = rank < kNamedCurves;
        others += isNamed ? 0 : 1;
        ranked.push_back({rank,
                          {.label = taskText(*run.trace, task.task),
                           .data = std::move(ladder),
                           .ink = {.id = isNamed ? std::nullopt : std::optional(ColorId::Axis),
                                   .number = rank,
                                   .isFaint = !isNamed},
                           .inLegend = isNamed || others == 1}});
    }
    // The grey ones are drawn first, under the others, and share the last legend entry.
    std::ranges::stable_sort(ranked,
                             [](const auto& a, const auto& b) { return a.first < b.first; });
    for (auto& [rank, curve] : ranked) {
        if (rank >= kNamedCurves && curve.inLegend) {
            curve.label = StripText::tr("%n other task(s)", nullptr, static_cast<int>(others));
        }
        strip.curves.push_back(std::move(curve));
    }
    addGaps(strip, *run.trace, cpu);
    return strip;
}

}  // namespace

bool StripData::hasValues() const
{
    return std::ranges::any_of(strips, [](const Strip& strip) {
        return std::ranges::any_of(strip.curves,
                                   [](const Curve& curve) { return curve.data->hasValues(); });
    });
}

std::vector<CpuId> shownCpus(const std::optional<NamedRun>& baseline,
                             const std::optional<NamedRun>& current, const CpuSet& wanted)
{
    std::set<CpuId> cpus;
    for (const NamedRun* run : pairOf(baseline, current)) {
        if (run == nullptr) continue;
        for (const CpuLane& lane : run->trace->cpus()) {
            if (wanted.isEmpty() || wanted.contains(lane.id)) cpus.insert(lane.id);
        }
    }
    return {cpus.begin(), cpus.end()};
}

Result<StripData> depthStrips(const std::optional<NamedRun>& baseline,
                              const std::optional<NamedRun>& current, const CpuSet& cpus,
                              Progress& progress)
{
    const RunPair runs = pairOf(baseline, current);
    StripData data = emptyStrips(runs);
    const std::vector<CpuId> shown = shownCpus(baseline, current, cpus);
    const bool isAlone = runs[0] == nullptr || runs[1] == nullptr;
    for (std::size_t i = 0; i < shown.size(); ++i) {
        if (!progress.advance(static_cast<double>(i) / static_cast<double>(shown.size()))) {
            return canceled();
        }
        Strip strip{.title = cpuTitle(shown[i]),
                    .valueName = StripText::tr("Tasks"),
                    .kind = ValueKind::Tasks,
                    .curves = {},
                    .gaps = {}};
        for (const NamedRun* run : {runs[1], runs[0]}) {
            if (run == nullptr) continue;
            strip.curves.push_back(
                runCurve(*run, run == runs[0] && !isAlone, runQueueDepth(*run->trace, shown[i])));
            strip.curves.back().filled = strip.curves.size() == 1;
            addGaps(strip, *run->trace, shown[i]);
        }
        data.strips.push_back(std::move(strip));
    }
    return data;
}

Result<StripData> spreadStrips(const std::optional<NamedRun>& baseline,
                               const std::optional<NamedRun>& current, const CpuSet& cpus,
                               Progress& progress)
{
    return spreadStripsWithin({}, baseline, current, cpus, progress);
}

Result<StripData> spreadStripsWithin(TimeRange range, const std::optional<NamedRun>& baseline,
                                     const std::optional<NamedRun>& current, const CpuSet& cpus,
                                     Progress& progress)
{
    const RunPair runs = pairOf(baseline, current);
    StripData data = emptyStrips(runs);
    const std::vector<CpuId> shown = shownCpus(baseline, current, cpus);
    if (shown.empty()) return data;
    const bool isAlone = runs[0] == nullptr || runs[1] == nullptr;
    std::vector<std::array<std::optional<VruntimeSeries>, 2>> series(shown.size());
    const double steps = static_cast<double>(shown.size());
    for (std::size_t i = 0; i < shown.size(); ++i) {
        StepProgress step(progress, static_cast<double>(i) / steps,
                          static_cast<double>(i + 1) / steps);
        for (std::size_t side = 0; side < runs.size(); ++side) {
            if (runs[side] == nullptr) continue;
            Result<VruntimeSeries> found = vruntimeSeries(*runs[side]->trace, shown[i], step);
            if (!found) return found.error();
            series[i][side] = std::move(*found);
        }
    }
    const CpuId cpu = cpus.isEmpty() ? busiestCpu(runs, shown, series) : shown.front();
    const std::size_t row = static_cast<std::size_t>(std::ranges::find(shown, cpu) - shown.begin());
    const std::vector<Tid> leading = leadingTasks(runs, series[row], range);
    for (std::size_t side = 0; side < runs.size(); ++side) {
        if (!series[row][side] || series[row][side]->tasks.empty()) continue;
        data.strips.push_back(taskStrip(*runs[side], cpu, *series[row][side], leading, range));
    }
    if (data.strips.empty()) return data;
    for (std::size_t i = 0; i < shown.size(); ++i) {
        Strip strip{.title = StripText::tr("Spread, %1").arg(cpuTitle(shown[i])),
                    .valueName = StripText::tr("Max − min"),
                    .kind = ValueKind::VirtualTime,
                    .curves = {},
                    .gaps = {}};
        for (const std::size_t side : {std::size_t{1}, std::size_t{0}}) {
            if (!series[i][side]) continue;
            strip.curves.push_back(
                runCurve(*runs[side], side == 0 && !isAlone, std::move(series[i][side]->spread)));
        }
        data.strips.push_back(std::move(strip));
    }
    return data;
}

}  // namespace resched::ui

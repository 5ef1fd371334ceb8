// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/latency_data.h"

#include <algorithm>
#include <cstdlib>
#include <tuple>

namespace resched::ui {

namespace {

// Renard's series, in thousandths: R10 is every other one of R20.
constexpr std::int64_t kRenard20[] = {1000, 1120, 1250, 1400, 1600, 1800, 2000, 2240, 2500, 2800,
                                      3150, 3550, 4000, 4500, 5000, 5600, 6300, 7100, 8000, 9000};
constexpr std::int64_t kLargest = INT64_MAX / 20;  // of a length that is still binned by steps

std::int64_t niceStep(std::int64_t atLeast)
{
    for (std::int64_t power = 1;; power *= 10) {
        for (const std::int64_t factor : {1, 2, 5}) {
            if (power * factor >= atLeast) return power * factor;
        }
    }
}

Bins linearBins(std::int64_t min, std::int64_t max, int wanted)
{
    const std::int64_t step = niceStep(std::max<std::int64_t>(1, (max - min) / wanted));
    Bins bins{.scale = Scale::Linear, .edges = {}};
    std::int64_t edge = min / step * step;
    for (; edge <= max; edge += step) bins.edges.emplace_back(edge);
    bins.edges.emplace_back(edge);
    return bins;
}

// `least` is the shortest length above zero; a first bin from 0 holds what is shorter than its
// step.
Bins logBins(std::int64_t min, std::int64_t least, std::int64_t max)
{
    Bins bins{.scale = Scale::Log, .edges = {}};
    const std::size_t stride = max / least >= 1000 ? 2 : 1;
    for (std::int64_t decade = 1;; decade *= 10) {
        for (std::size_t i = 0; i < std::size(kRenard20); i += stride) {
            // Below 1 us the steps are rounded to whole nanoseconds, so some of them coincide.
            const std::int64_t edge = decade >= 1000 ? decade / 1000 * kRenard20[i]
                                                     : (decade * kRenard20[i] + 500) / 1000;
            if (!bins.edges.empty() && bins.edges.back().count() >= edge) continue;
            if (edge <= least) bins.edges.clear();  // only the last one that is not longer
            bins.edges.emplace_back(edge);
            if (edge <= max) continue;
            if (min < bins.edges.front().count()) bins.edges.emplace(bins.edges.begin(), 0);
            return bins;
        }
    }
}

WaitSet waitsOf(const Trace& trace, const WaitOptions& options,
                const std::function<bool(TaskId)>& wantsTask)
{
    const WaitFinder finder(trace, options);
    WaitSet set;
    set.from = finder.from();
    set.hasWakeups = trace.hasWaking() || trace.hasWakeup();
    for (std::uint32_t i = 1; i < trace.tasks().size(); ++i) {
        if (wantsTask(TaskId{i})) finder.find(TaskId{i}, false, set);
    }
    return set;
}

DistributionSummary summaryOf(const std::vector<Wait>& waits, WaitKind kind)
{
    std::vector<Nanoseconds> lengths;
    for (const Wait& wait : waits) {
        if (wait.kind == kind) lengths.push_back(wait.length());
    }
    return summarize(std::move(lengths));
}

}  // namespace

LatencyData latencyData(const Trace& trace, const WaitOptions& options,
                        const std::function<bool(TaskId)>& wantsTask)
{
    WaitSet set = wantsTask ? waitsOf(trace, options, wantsTask) : findWaits(trace, options);
    LatencyData data;
    data.rule = options.rule;
    data.from = set.from;
    data.window = options.window.isEmpty() ? trace.span() : options.window;
    data.waits = std::move(set.waits);
    std::ranges::sort(data.waits, [](const Wait& a, const Wait& b) {
        return std::tuple(a.length(), a.end, a.task) < std::tuple(b.length(), b.end, b.task);
    });
    data.sorted.reserve(data.waits.size());
    for (const Wait& wait : data.waits) data.sorted.push_back(wait.length());
    data.summary = summarize(data.sorted);
    data.wakeups = summaryOf(data.waits, WaitKind::Wakeup);
    data.preemptions = summaryOf(data.waits, WaitKind::Preemption);
    data.censored = set.censored;
    data.spurious = set.spurious;
    data.lost = trace.info().lostEvents;
    data.hasWakeups = set.hasWakeups;
    return data;
}

std::span<const Wait> waitsBetween(const LatencyData& data, Nanoseconds low, Nanoseconds high)
{
    const auto from = std::ranges::lower_bound(data.waits, low, {}, &Wait::length);
    const auto to = std::ranges::lower_bound(data.waits, std::max(low, high), {}, &Wait::length);
    return {from, to};
}

Bins binsFor(Nanoseconds min, Nanoseconds max, Scale scale, int wanted,
             std::optional<Nanoseconds> least)
{
    const std::int64_t low = std::clamp<std::int64_t>(min.count(), 0, kLargest);
    const std::int64_t high = std::clamp<std::int64_t>(max.count(), low, kLargest);
    if (scale == Scale::Linear) return linearBins(low, high, std::max(1, wanted));
    const std::int64_t shortest =
        std::clamp<std::int64_t>(least ? least->count() : low, 1, std::max<std::int64_t>(1, high));
    return logBins(low, shortest, high);
}

Bins commonBins(std::span<const LatencyData* const> runs, Scale scale, int wanted)
{
    std::optional<Nanoseconds> min;
    std::optional<Nanoseconds> max;
    std::optional<Nanoseconds> least;
    for (const LatencyData* run : runs) {
        if (run == nullptr || run->sorted.empty()) continue;
        min = std::min(min.value_or(run->sorted.front()), run->sorted.front());
        max = std::max(max.value_or(run->sorted.back()), run->sorted.back());
        const auto longer = std::ranges::upper_bound(run->sorted, Nanoseconds{0});
        if (longer != run->sorted.end()) least = std::min(least.value_or(*longer), *longer);
    }
    return min ? binsFor(*min, *max, scale, wanted, least) : Bins{.scale = scale, .edges = {}};
}

std::vector<BinCount> countBins(const LatencyData& data, const Bins& bins)
{
    std::vector<BinCount> counts(bins.count());
    std::size_t bin = 0;
    for (const Wait& wait : data.waits) {
        while (bin < counts.size() && wait.length() >= bins.edges[bin + 1]) ++bin;
        if (bin == counts.size()) break;
        if (wait.length() < bins.edges[bin]) continue;
        ++(wait.kind == WaitKind::Wakeup ? counts[bin].wakeups : counts[bin].preemptions);
    }
    return counts;
}

}  // namespace resched::ui

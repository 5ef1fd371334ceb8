// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/compare.h"

#include "analysis/distribution.h"
#include "analysis/run_figures.h"
#include "analysis/statistics.h"
#include "analysis/waits.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <random>

namespace resched {

namespace {

// Edges of the difference histogram, three to a decade, and the same below zero. What is closer to
// zero than the first is no difference.
constexpr std::array<std::int64_t, 19> kEdges{
    10'000,        20'000,        50'000,        100'000,       200'000,
    500'000,       1'000'000,     2'000'000,     5'000'000,     10'000'000,
    20'000'000,    50'000'000,    100'000'000,   200'000'000,   500'000'000,
    1'000'000'000, 2'000'000'000, 5'000'000'000, 10'000'000'000};

// How often each stretch is drawn when as many are drawn as there are.
std::vector<int> drawnWeights(std::size_t stretches, std::mt19937_64& random)
{
    std::vector<int> weights(stretches, 0);
    for (std::size_t i = 0; i < stretches; ++i) {
        // Multiply and shift instead of a standard distribution, whose result differs by library.
        const std::uint64_t draw = ((random() >> 32U) * stretches) >> 32U;
        ++weights[draw];
    }
    return weights;
}

// The interval that holds `confidence` of the resampled differences.
void setInterval(MetricComparison& metric, std::vector<double> differences, double confidence)
{
    if (differences.empty()) return;
    std::ranges::sort(differences);
    const double tail = (1 - confidence) / 2 * static_cast<double>(differences.size() - 1);
    const auto cut = static_cast<std::size_t>(std::floor(tail));
    metric.low = differences[cut];
    metric.high = differences[differences.size() - 1 - cut];
}

Result<std::vector<MetricComparison>> compareTotals(const RunFigures& a, const RunFigures& b,
                                                    const ComparisonOptions& options,
                                                    Progress& progress)
{
    const RunFigures::Values ofA = a.values(std::vector<int>(a.stretches(), 1));
    const RunFigures::Values ofB = b.values(std::vector<int>(b.stretches(), 1));
    std::mt19937_64 random(options.seed);
    std::vector<std::vector<double>> differences(RunFigures::kNames.size());
    for (int i = 0; i < options.resamples; ++i) {
        if (!progress.advance(static_cast<double>(i) / options.resamples)) return canceled();
        const RunFigures::Values drawnA = a.values(drawnWeights(a.stretches(), random));
        const RunFigures::Values drawnB = b.values(drawnWeights(b.stretches(), random));
        for (std::size_t m = 0; m < differences.size(); ++m) {
            differences[m].push_back(drawnB[m] - drawnA[m]);
        }
    }
    std::vector<MetricComparison> result;
    for (std::size_t m = 0; m < differences.size(); ++m) {
        MetricComparison& metric = result.emplace_back();
        metric.metric = RunFigures::kNames[m];
        metric.a = ofA[m];
        metric.b = ofB[m];
        setInterval(metric, std::move(differences[m]), options.confidence);
    }
    return result;
}

double meanOf(const DistributionSummary& summary)
{
    return summary.mean.value_or(0);
}

double valueOf(std::optional<Nanoseconds> value)
{
    return static_cast<double>(value.value_or(Nanoseconds{0}).count());
}

std::vector<MetricComparison> taskMetrics(const Totals& a, double secondsA, const Totals& b,
                                          double secondsB)
{
    std::vector<MetricComparison> metrics;
    const auto add = [&](std::string_view name, double ofA, double ofB) {
        metrics.push_back({.metric = name, .a = ofA, .b = ofB, .low = {}, .high = {}});
    };
    const auto addRate = [&](std::string_view name, double ofA, double ofB) {
        add(name, ofA / secondsA, ofB / secondsB);
    };
    addRate("cpu_share", static_cast<double>(a.runTime.count()) * 1e-9,
            static_cast<double>(b.runTime.count()) * 1e-9);
    addRate("switches_per_s", static_cast<double>(a.switches), static_cast<double>(b.switches));
    addRate("preemptions_per_s", static_cast<double>(a.preemptions),
            static_cast<double>(b.preemptions));
    addRate("migrations_per_s", static_cast<double>(a.migrations),
            static_cast<double>(b.migrations));
    addRate("wakeups_per_s", static_cast<double>(a.wakeups), static_cast<double>(b.wakeups));
    add("run_delay_mean_ns", meanOf(a.runDelay), meanOf(b.runDelay));
    add("run_delay_p99_ns", valueOf(a.runDelay.p99), valueOf(b.runDelay.p99));
    add("run_delay_max_ns", valueOf(a.runDelay.max), valueOf(b.runDelay.max));
    add("wakeup_latency_mean_ns", meanOf(a.wakeupLatency), meanOf(b.wakeupLatency));
    add("preemption_wait_mean_ns", meanOf(a.preemptionWait), meanOf(b.preemptionWait));
    return metrics;
}

double secondsOf(const Trace& trace)
{
    const double seconds = static_cast<double>(trace.span().length().count()) * 1e-9;
    return std::max(seconds, 1e-9);
}

std::map<TaskId, Totals> totalsByTask(const Trace& trace)
{
    std::map<TaskId, Totals> totals;
    for (TaskStatistics& task : computeStatistics(trace, {}).tasks) {
        totals.emplace(task.task, std::move(task.totals));
    }
    return totals;
}

bool hasActed(const Totals& totals)
{
    return totals.runTime > Nanoseconds{0} || totals.wakeups > 0;
}

std::vector<TaskComparison> compareTasks(const Trace& a, const Trace& b,
                                         const std::vector<TaskId>& match)
{
    std::map<TaskId, Totals> ofA = totalsByTask(a);
    std::map<TaskId, Totals> ofB = totalsByTask(b);
    std::vector<TaskComparison> result;
    for (const auto& [task, totals] : ofA) {
        const auto other = ofB.find(match[index(task)]);
        const bool isMatched = other != ofB.end();
        const Totals there = isMatched ? other->second : Totals{};
        if (isMatched) ofB.erase(other);
        if (!hasActed(totals) && !hasActed(there)) continue;
        result.push_back({.a = task,
                          .b = isMatched ? match[index(task)] : kNoTask,
                          .name = std::string(a.name(task)),
                          .metrics = taskMetrics(totals, secondsOf(a), there, secondsOf(b))});
    }
    for (const auto& [task, totals] : ofB) {
        if (!hasActed(totals)) continue;
        result.push_back({.a = kNoTask,
                          .b = task,
                          .name = std::string(b.name(task)),
                          .metrics = taskMetrics({}, secondsOf(a), totals, secondsOf(b))});
    }
    return result;
}

std::vector<QuantilePoint> compareQuantiles(const std::vector<Nanoseconds>& a,
                                            const std::vector<Nanoseconds>& b)
{
    std::vector<QuantilePoint> points;
    if (a.empty() || b.empty()) return points;
    for (int i = 1; i <= 200; ++i) {
        const double fraction = i / 200.0;
        points.push_back({fraction, percentile(a, fraction), percentile(b, fraction)});
    }
    return points;
}

std::vector<DifferenceBin> emptyBins()
{
    std::vector<DifferenceBin> bins;
    std::vector<std::int64_t> edges;
    for (std::size_t i = kEdges.size(); i-- > 0;) edges.push_back(-kEdges[i]);
    edges.insert(edges.end(), kEdges.begin(), kEdges.end());
    bins.push_back({Nanoseconds::min(), Nanoseconds{edges.front()}, 0});
    for (std::size_t i = 1; i < edges.size(); ++i) {
        bins.push_back({Nanoseconds{edges[i - 1]}, Nanoseconds{edges[i]}, 0});
    }
    bins.push_back({Nanoseconds{edges.back()}, Nanoseconds::max(), 0});
    return bins;
}

std::map<TaskId, std::vector<Nanoseconds>> waitsByTask(const Trace& trace)
{
    std::map<TaskId, std::vector<Nanoseconds>> waits;
    for (const Wait& wait : findWaits(trace, {}).waits) waits[wait.task].push_back(wait.length());
    return waits;
}

void pairWaits(const Trace& a, const Trace& b, const std::vector<TaskId>& match, Comparison& result)
{
    result.differences = emptyBins();
    const auto ofA = waitsByTask(a);
    const auto ofB = waitsByTask(b);
    for (const auto& [task, waits] : ofA) {
        const auto others = ofB.find(match[index(task)]);
        if (others == ofB.end()) continue;
        const std::size_t pairs = std::min(waits.size(), others->second.size());
        result.pairedWaits += pairs;
        for (std::size_t i = 0; i < pairs; ++i) {
            const Nanoseconds difference = others->second[i] - waits[i];
            const auto after =
                std::ranges::upper_bound(result.differences, difference, {}, &DifferenceBin::low);
            ++std::prev(after)->count;
        }
    }
}

}  // namespace

Result<Comparison> compareTraces(const Trace& a, const Trace& b, const ComparisonOptions& options,
                                 Progress& progress)
{
    Comparison result;
    result.key = options.key.value_or(commonKey(a, b));
    const std::vector<TaskId> match = matchTasks(a, b, result.key);
    const RunFigures ofA(a, options.stretches);
    const RunFigures ofB(b, options.stretches);
    StepProgress rest(progress, 0.2, 1.0);
    Result<std::vector<MetricComparison>> total = compareTotals(ofA, ofB, options, rest);
    if (!total) return total.error();
    result.total = std::move(*total);
    result.tasks = compareTasks(a, b, match);
    result.quantiles = compareQuantiles(ofA.delays(), ofB.delays());
    pairWaits(a, b, match, result);
    return result;
}

}  // namespace resched

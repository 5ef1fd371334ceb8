// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/figures.h"

#include "analysis/distribution.h"
#include "analysis/run_figures.h"
#include "analysis/statistics.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace resched {

namespace {

using Figure = Result<std::optional<double>>;

constexpr double kSecond = 1e9;
constexpr std::size_t kWarmUpLines = 3;

Error unknown(std::string_view statistic, std::string_view of)
{
    return {.code = ErrorCode::InvalidArgument,
            .what = "there is no figure \"" + std::string(statistic) + "\" of " + std::string(of),
            .expected = "one that docs/experiments.md lists"};
}

double inNanoseconds(Nanoseconds length)
{
    return static_cast<double>(length.count());
}

std::optional<double> microseconds(std::optional<Nanoseconds> length)
{
    return length ? std::optional(inNanoseconds(*length) / 1e3) : std::nullopt;
}

std::optional<double> microseconds(std::optional<double> length)
{
    return length ? std::optional(*length / 1e3) : std::nullopt;
}

// Nothing when the statistic is none of a distribution.
std::optional<std::optional<double>> ofDistribution(const DistributionSummary& d,
                                                    std::string_view statistic)
{
    if (statistic == "mean_us") return microseconds(d.mean);
    if (statistic == "sd_us") return microseconds(d.stddev);
    if (statistic == "min_us") return microseconds(d.min);
    if (statistic == "max_us") return microseconds(d.max);
    if (statistic == "p50_us") return microseconds(d.p50);
    if (statistic == "p90_us") return microseconds(d.p90);
    if (statistic == "p99_us") return microseconds(d.p99);
    if (statistic == "sum_us") return std::optional(inNanoseconds(d.sum) / 1e3);
    return std::nullopt;
}

}  // namespace

Figure FigureReader::value(std::string_view expression)
{
    const std::size_t colon = expression.rfind(':');
    if (colon == std::string_view::npos) return unknown(expression, "a run");
    const std::string_view source = expression.substr(0, colon);
    const std::string_view statistic = expression.substr(colon + 1);
    if (source == "run") return ofRun(statistic);
    if (source.starts_with("task ")) return ofTask(source.substr(5), statistic);
    if (source.starts_with("pert ")) return ofPert(source.substr(5), statistic);
    return ofMetric(source, statistic);
}

const MetricResult* FigureReader::metric(std::string_view name) const
{
    const auto found = std::ranges::find(result_.metrics, name, &MetricResult::name);
    return found == result_.metrics.end() ? nullptr : &*found;
}

Figure FigureReader::ofMetric(std::string_view name, std::string_view statistic) const
{
    const MetricResult* found = metric(name);
    if (found == nullptr) return unknown(statistic, "\"" + std::string(name) + '"');
    if (statistic == "count") return std::optional(static_cast<double>(found->count));
    if (statistic == "missed") return std::optional(static_cast<double>(found->missed));
    if (statistic == "rate") {
        const double seconds = inNanoseconds(result_.trace.span().length()) / kSecond;
        if (seconds <= 0) return std::optional<double>{};
        return std::optional(static_cast<double>(found->count) / seconds);
    }
    const auto value = ofDistribution(summarize(found->samples), statistic);
    if (!value) return unknown(statistic, "a metric");
    return *value;
}

// --- perturbation ---

double nextPertLimit(double last, double max, double average)
{
    return 0.9 * last + 0.1 * (max + average) / 2;
}

std::vector<PertLine> pertLines(const MetricResult& gaps, Timestamp begin)
{
    std::vector<PertLine> lines;
    PertLine line;
    std::vector<double> lengths;
    double since = inNanoseconds(begin.time_since_epoch());
    double limit = -1;
    const auto print = [&](double now) {
        line.interval = now - since;
        if (limit < 0) limit = (line.max + line.average()) / 2;
        for (const double length : lengths) line.overLimit += length > limit ? 1 : 0;
        limit = nextPertLimit(limit, line.max, line.average());
        line.limit = limit;
        lines.push_back(line);
        line = {};
        lengths.clear();
        since = now;
    };
    for (std::size_t i = 0; i < gaps.samples.size(); ++i) {
        const double length = inNanoseconds(gaps.samples[i]);
        const double end = inNanoseconds(gaps.times[i].time_since_epoch());
        while (end - length >= since + kSecond) print(since + kSecond);
        line.min = line.count == 0 ? length : std::min(line.min, length);
        line.max = std::max(line.max, length);
        line.sum += length;
        ++line.count;
        lengths.push_back(length);
        if (end >= since + kSecond) print(end);
    }
    return lines;
}

Figure FigureReader::ofPert(std::string_view name, std::string_view statistic) const
{
    const MetricResult* found = metric(name);
    if (found == nullptr) return unknown(statistic, "\"pert " + std::string(name) + '"');
    const auto one = [&](const PertLine& line) -> std::optional<double> {
        if (statistic == "count") return static_cast<double>(line.count);
        if (statistic == "limit_us") return line.limit / 1e3;
        if (statistic == "over_limit") return static_cast<double>(line.overLimit);
        if (statistic == "min_us") return line.min / 1e3;
        if (statistic == "max_us") return line.max / 1e3;
        if (statistic == "avg_us") return line.average() / 1e3;
        if (statistic == "sum_us") return line.sum / 1e3;
        if (statistic == "overhead_pct") return 100 * line.sum / line.interval;
        return std::nullopt;
    };
    if (!one({.interval = 1})) return unknown(statistic, "a perturbation");
    const std::vector<PertLine> lines = pertLines(*found, result_.trace.begin());
    if (lines.size() <= kWarmUpLines) return std::optional<double>{};
    double sum = 0;
    for (std::size_t i = kWarmUpLines; i < lines.size(); ++i) sum += *one(lines[i]);
    return std::optional(sum / static_cast<double>(lines.size() - kWarmUpLines));
}

// --- tasks ---

namespace {

struct SliceLengths
{
    std::uint64_t count = 0;
    Nanoseconds sum{0};
    Nanoseconds least = Nanoseconds::max();
    Nanoseconds most{0};
};

// Runs at a stretch. Cut ones are no measure of anything, and each task's first one depends on how
// the run began.
SliceLengths slicesOf(const Trace& trace, const std::vector<bool>& wanted)
{
    SliceLengths all;
    std::vector<Timestamp> first(wanted.size(), Timestamp::max());
    for (const CpuLane& lane : trace.cpus()) {
        for (const CpuSlice& slice : lane.slices) {
            Timestamp& begin = first[index(slice.task)];
            begin = std::min(begin, slice.begin);
        }
    }
    for (const CpuLane& lane : trace.cpus()) {
        for (const CpuSlice& slice : lane.slices) {
            if (!wanted[index(slice.task)] || slice.isCut()) continue;
            if (slice.begin == first[index(slice.task)]) continue;
            const Nanoseconds length = slice.range().length();
            ++all.count;
            all.sum += length;
            all.least = std::min(all.least, length);
            all.most = std::max(all.most, length);
        }
    }
    return all;
}

}  // namespace

Figure FigureReader::ofTask(std::string_view name, std::string_view statistic) const
{
    const Trace& trace = result_.trace;
    std::vector<bool> wanted(trace.tasks().size());
    for (std::size_t i = 1; i < wanted.size(); ++i) {
        wanted[i] = trace.name(TaskId{static_cast<std::uint32_t>(i)}) == name;
    }
    if (std::ranges::find(wanted, true) == wanted.end()) {
        return unknown(statistic, "a task \"" + std::string(name) + '"');
    }
    if (statistic.starts_with("slice")) {
        const SliceLengths slices = slicesOf(trace, wanted);
        if (statistic == "slices") return std::optional(static_cast<double>(slices.count));
        if (slices.count == 0) return std::optional<double>{};
        const auto count = static_cast<double>(slices.count);
        if (statistic == "slice_mean_ms")
            return std::optional(inNanoseconds(slices.sum) / count / 1e6);
        if (statistic == "slice_min_ms") return std::optional(inNanoseconds(slices.least) / 1e6);
        if (statistic == "slice_max_ms") return std::optional(inNanoseconds(slices.most) / 1e6);
        return unknown(statistic, "a task");
    }
    StatisticsOptions options;
    options.wantsTask = [&](TaskId task) { return wanted[index(task)]; };
    const Totals total = computeStatistics(trace, options).total;
    if (statistic == "run_s") return std::optional(inNanoseconds(total.runTime) / kSecond);
    if (statistic == "share_pct") {
        const Nanoseconds all = computeStatistics(trace, {}).total.runTime;
        if (all.count() == 0) return std::optional<double>{};
        return std::optional(100 * inNanoseconds(total.runTime) / inNanoseconds(all));
    }
    const bool isLatency = statistic.starts_with("latency_");
    if (isLatency || statistic.starts_with("delay_")) {
        const auto value = ofDistribution(isLatency ? total.wakeupLatency : total.runDelay,
                                          statistic.substr(isLatency ? 8 : 6));
        if (value) return *value;
    }
    return unknown(statistic, "a task");
}

// --- the run as a whole ---

Figure FigureReader::ofRun(std::string_view statistic)
{
    const Trace& trace = result_.trace;
    const double elapsed = inNanoseconds(trace.span().length());
    const auto known = std::ranges::find(RunFigures::kNames, statistic);
    if (known != RunFigures::kNames.end()) {
        if (!ofWhole_) ofWhole_ = RunFigures(trace, 1).values({1});
        const auto place = static_cast<std::size_t>(known - RunFigures::kNames.begin());
        return std::optional((*ofWhole_)[place]);
    }
    if (statistic == "elapsed_s") return std::optional(elapsed / kSecond);
    if (statistic == "refill_s") return std::optional(inNanoseconds(result_.refillCosts) / kSecond);
    if (statistic == "list_visits") return std::optional(static_cast<double>(result_.listVisits));
    if (statistic == "inverted_ms") {
        Nanoseconds sum{0};
        for (const PriorityInversion& each : result_.inversions) sum += each.inverted;
        return std::optional(inNanoseconds(sum) / 1e6);
    }
    // As time(1) counts: the refill of a cache is the program's own time, other costs the kernel's.
    const double busy = inNanoseconds(computeStatistics(trace, {}).total.runTime);
    const double system = inNanoseconds(result_.systemWork + result_.otherCosts);
    if (statistic == "sys_s") return std::optional(system / kSecond);
    if (statistic == "user_s") return std::optional((busy - system) / kSecond);
    if (statistic == "cpu_pct") {
        if (elapsed <= 0) return std::optional<double>{};
        return std::optional(100 * busy / elapsed);
    }
    return unknown(statistic, "a run");
}

}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/run_figures.h"

#include "analysis/waits.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

namespace resched {

namespace {

// Sums and nearest-rank quantiles of samples that come in ascending order, each with a weight.
class WeightedDistribution
{
public:
    explicit WeightedDistribution(std::int64_t total, std::span<const double> fractions)
    {
        for (const double fraction : fractions) {
            const double rank = std::ceil(fraction * static_cast<double>(total));
            ranks_.push_back(std::max<std::int64_t>(1, static_cast<std::int64_t>(rank)));
        }
        quantiles_.assign(ranks_.size(), 0);
    }
    void add(Nanoseconds length, int weight)
    {
        if (weight == 0) return;
        seen_ += weight;
        sum_ += static_cast<double>(length.count()) * weight;
        while (next_ < ranks_.size() && seen_ >= ranks_[next_]) {
            quantiles_[next_++] = static_cast<double>(length.count());
        }
    }
    double sum() const { return sum_; }
    double mean() const { return seen_ == 0 ? 0 : sum_ / static_cast<double>(seen_); }
    double quantile(std::size_t i) const { return quantiles_[i]; }

private:
    std::vector<std::int64_t> ranks_;
    std::vector<double> quantiles_;
    std::size_t next_ = 0;
    std::int64_t seen_ = 0;
    double sum_ = 0;
};

constexpr std::array<double, 4> kDelayFractions{0.50, 0.90, 0.95, 0.99};
constexpr std::array<double, 1> kTailFraction{0.99};

double ratio(double part, double whole)
{
    return whole == 0 ? 0 : part / whole;
}

}  // namespace

RunFigures::RunFigures(const Trace& trace, int stretches)
    : span_(trace.span()),
      cpus_(trace.cpus().size()),
      stretches_(static_cast<std::size_t>(std::max(1, stretches)))
{
    for (const CpuLane& lane : trace.cpus()) countLane(lane);
    for (const Migration& migration : trace.migrations()) {
        ++stretches_[stretchAt(migration.time)].migrations;
    }
    for (const Wakeup& wakeup : trace.wakeups()) {
        if ((wakeup.flags & Wakeup::kStartsWait) == 0) continue;
        ++stretches_[stretchAt(wakeup.time)].wakeups;
    }
    for (const Wait& wait : findWaits(trace, {}).waits) {
        samples_.push_back({wait.length(), static_cast<std::uint32_t>(stretchAt(wait.end)),
                            wait.kind == WaitKind::Wakeup});
    }
    std::ranges::stable_sort(samples_, {}, &Sample::length);
    delays_.reserve(samples_.size());
    for (const Sample& sample : samples_) delays_.push_back(sample.length);
}

std::size_t RunFigures::stretchAt(Timestamp time) const
{
    const double whole = static_cast<double>(std::max(span_.length(), Nanoseconds{1}).count());
    const double part = static_cast<double>((time - span_.begin).count()) / whole;
    const auto position = static_cast<std::int64_t>(part * static_cast<double>(stretches_.size()));
    return static_cast<std::size_t>(
        std::clamp<std::int64_t>(position, 0, static_cast<std::int64_t>(stretches_.size()) - 1));
}

void RunFigures::countLane(const CpuLane& lane)
{
    std::optional<Timestamp> last;
    for (const CpuSlice& slice : lane.slices) {
        // Out of idle, and out of the task.
        const bool isCutIn = (slice.flags & CpuSlice::kBeginCut) != 0;
        if (!isCutIn && slice.begin != last) ++stretches_[stretchAt(slice.begin)].switches;
        if ((slice.flags & CpuSlice::kEndCut) == 0) {
            Stretch& stretch = stretches_[stretchAt(slice.end)];
            ++stretch.switches;
            if (isRunnable(slice.endState)) ++stretch.preemptions;
        }
        addBusy(slice.range());
        last = slice.end;
    }
}

void RunFigures::addBusy(TimeRange range)
{
    const std::size_t first = stretchAt(range.begin);
    const std::size_t last = stretchAt(range.end);
    const Nanoseconds length = span_.length() / static_cast<std::int64_t>(stretches_.size());
    for (std::size_t i = first; i <= last; ++i) {
        const Timestamp begin = span_.begin + length * static_cast<std::int64_t>(i);
        const Timestamp end = i + 1 == stretches_.size() ? span_.end : begin + length;
        stretches_[i].busy += clipped(range, {begin, end}).length();
    }
}

RunFigures::Values RunFigures::values(const std::vector<int>& weights) const
{
    Stretch sum;
    std::int64_t drawn = 0;
    for (std::size_t i = 0; i < stretches_.size(); ++i) {
        const int weight = weights[i];
        drawn += weight;
        sum.switches += weight * stretches_[i].switches;
        sum.preemptions += weight * stretches_[i].preemptions;
        sum.migrations += weight * stretches_[i].migrations;
        sum.wakeups += weight * stretches_[i].wakeups;
        sum.busy += weight * stretches_[i].busy;
    }
    std::int64_t all = 0;
    std::int64_t woken = 0;
    for (const Sample& sample : samples_) {
        all += weights[sample.stretch];
        if (sample.isWakeup) woken += weights[sample.stretch];
    }
    WeightedDistribution delays(all, kDelayFractions);
    WeightedDistribution wakeups(woken, kTailFraction);
    WeightedDistribution preemptions(all - woken, kTailFraction);
    for (const Sample& sample : samples_) {
        const int weight = weights[sample.stretch];
        delays.add(sample.length, weight);
        (sample.isWakeup ? wakeups : preemptions).add(sample.length, weight);
    }
    const double seconds = static_cast<double>(span_.length().count()) * 1e-9 *
                           static_cast<double>(drawn) / static_cast<double>(stretches_.size());
    const auto perSecond = [seconds](std::int64_t count) {
        return ratio(static_cast<double>(count), seconds);
    };
    const double wakeupCount = static_cast<double>(sum.wakeups);
    const double busySeconds = static_cast<double>(sum.busy.count()) * 1e-9;
    return {perSecond(sum.switches),
            perSecond(sum.preemptions),
            perSecond(sum.migrations),
            perSecond(sum.wakeups),
            ratio(busySeconds, seconds * static_cast<double>(cpus_)),
            ratio(static_cast<double>(sum.switches), wakeupCount),
            delays.mean(),
            delays.quantile(0),
            delays.quantile(1),
            delays.quantile(2),
            delays.quantile(3),
            ratio(delays.sum(), wakeupCount),
            wakeups.mean(),
            wakeups.quantile(0),
            preemptions.mean(),
            preemptions.quantile(0)};
}

}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a latency plot shows, as values: the waits of one run by length, bins with integer edges and
// the counts in them. Drawing only turns these into rectangles; CSV export and tests read the same.

#include "analysis/distribution.h"
#include "analysis/waits.h"
#include "base/time.h"
#include "trace/trace.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace resched::ui {

struct LatencyData
{
    WaitRule rule = WaitRule::RunDelay;
    WaitFrom from = WaitFrom::Waking;  // where they really begin: some traces have one event only
    TimeRange window{};
    std::vector<Wait> waits;          // by (length, end, task)
    std::vector<Nanoseconds> sorted;  // their lengths
    DistributionSummary summary;
    DistributionSummary wakeups;      // of the waits that a wakeup began
    DistributionSummary preemptions;  // of those that a preemption began
    std::uint64_t censored = 0;
    std::uint64_t spurious = 0;
    std::uint64_t lost = 0;  // events of the whole trace
    bool hasWakeups = true;
};

// With `wantsTask`, the waits of those tasks alone.
LatencyData latencyData(const Trace& trace, const WaitOptions& options,
                        const std::function<bool(TaskId)>& wantsTask = {});

// The waits with low <= length < high: what stands behind a brushed bar.
std::span<const Wait> waitsBetween(const LatencyData& data, Nanoseconds low, Nanoseconds high);

enum class Scale : std::uint8_t { Linear, Log };

// Bin i holds lengths from edges[i] to below edges[i + 1]. Edges ascend and are exact: multiples of
// 1, 2 or 5 times a power of ten, or the steps of a preferred-number series of 10 or 20 a decade.
struct Bins
{
    Scale scale = Scale::Linear;
    std::vector<Nanoseconds> edges;
    std::size_t count() const { return edges.size() < 2 ? 0 : edges.size() - 1; }
    friend bool operator==(const Bins&, const Bins&) = default;
};

// Bins that hold every length from `min` to `max`, about `wanted` of them when linear. Logarithmic
// ones begin at `least`, the shortest length above zero (absent: `min`); what is shorter has a bin
// of its own from 0.
Bins binsFor(Nanoseconds min, Nanoseconds max, Scale scale, int wanted = 60,
             std::optional<Nanoseconds> least = {});
// For all that is shown in one plot; empty when no run has a sample.
Bins commonBins(std::span<const LatencyData* const> runs, Scale scale, int wanted = 60);

struct BinCount
{
    std::uint64_t wakeups = 0;
    std::uint64_t preemptions = 0;
    std::uint64_t total() const { return wakeups + preemptions; }
    friend bool operator==(const BinCount&, const BinCount&) = default;
};
std::vector<BinCount> countBins(const LatencyData& data, const Bins& bins);

}  // namespace resched::ui

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The figures by which runs are compared, computed from a run cut into equal stretches of time,
// each counted as often as its weight says: once for the run itself, by chance for a resample.

#include "base/time.h"
#include "trace/trace.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace resched {

class RunFigures
{
public:
    static constexpr std::array<std::string_view, 16> kNames{"switches_per_s",
                                                             "preemptions_per_s",
                                                             "migrations_per_s",
                                                             "wakeups_per_s",
                                                             "busy_share",
                                                             "switches_per_wakeup",
                                                             "run_delay_mean_ns",
                                                             "run_delay_p50_ns",
                                                             "run_delay_p90_ns",
                                                             "run_delay_p95_ns",
                                                             "run_delay_p99_ns",
                                                             "run_delay_per_wakeup_ns",
                                                             "wakeup_latency_mean_ns",
                                                             "wakeup_latency_p99_ns",
                                                             "preemption_wait_mean_ns",
                                                             "preemption_wait_p99_ns"};
    using Values = std::array<double, kNames.size()>;

    RunFigures(const Trace& trace, int stretches);

    std::size_t stretches() const { return stretches_.size(); }
    // One weight per stretch.
    Values values(const std::vector<int>& weights) const;
    const std::vector<Nanoseconds>& delays() const { return delays_; }  // ascending

private:
    struct Stretch
    {
        std::int64_t switches = 0;
        std::int64_t preemptions = 0;
        std::int64_t migrations = 0;
        std::int64_t wakeups = 0;
        Nanoseconds busy{0};
    };
    struct Sample
    {
        Nanoseconds length;
        std::uint32_t stretch;
        bool isWakeup;
    };

    std::size_t stretchAt(Timestamp time) const;
    void countLane(const CpuLane& lane);
    void addBusy(TimeRange range);

    TimeRange span_;
    std::size_t cpus_ = 0;
    std::vector<Stretch> stretches_;
    std::vector<Sample> samples_;  // by length
    std::vector<Nanoseconds> delays_;
};

}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Two runs side by side, recorded or simulated: every metric of each, its difference (b - a) and
// how far chance alone may have moved it. Rates are per second of the run's span, so runs of
// different length compare.
//
// Confidence intervals come from a block bootstrap: each run is cut into equal stretches of time,
// stretches are drawn with replacement, and the differences of the drawn runs give the interval.
// Stretches, not single waits, since waits that follow each other are not independent. The same
// seed gives the same intervals.

#include "analysis/task_match.h"
#include "base/ids.h"
#include "base/progress.h"
#include "base/result.h"
#include "base/time.h"
#include "trace/trace.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace resched {

struct ComparisonOptions
{
    std::optional<TaskKey> key;  // how tasks are matched; absent: commonKey()
    int resamples = 400;
    int stretches = 50;
    double confidence = 0.95;
    std::uint64_t seed = 1;
};

struct MetricComparison
{
    std::string_view metric;  // "switches_per_s", "run_delay_p99_ns": stable keys
    double a = 0;
    double b = 0;
    // Of b - a; absent where chance is not estimated (single tasks, maxima).
    std::optional<double> low;
    std::optional<double> high;

    double difference() const { return b - a; }
    // Whether the interval excludes no difference; false without an interval.
    bool isSignificant() const { return low && high && (*low > 0 || *high < 0); }
};

struct TaskComparison
{
    TaskId a = kNoTask;  // kNoTask: only in the other run
    TaskId b = kNoTask;
    std::string name;
    std::vector<MetricComparison> metrics;
};

struct QuantilePoint
{
    double fraction = 0;
    Nanoseconds a{0};
    Nanoseconds b{0};
};

// Differences b - a of run delay, wait by wait: the nth wait of a task in one run and in the other.
struct DifferenceBin
{
    Nanoseconds low{0};  // [low, high)
    Nanoseconds high{0};
    std::uint64_t count = 0;
};

struct Comparison
{
    TaskKey key = TaskKey::Tid;
    std::vector<MetricComparison> total;
    std::vector<TaskComparison> tasks;       // matched ones by TaskId of a, then those of b alone
    std::vector<QuantilePoint> quantiles;    // of run delay, every half percent
    std::vector<DifferenceBin> differences;  // edges grow by powers of ten around zero
    std::uint64_t pairedWaits = 0;
};

Result<Comparison> compareTraces(const Trace& a, const Trace& b, const ComparisonOptions& options,
                                 Progress& progress);

}  // namespace resched

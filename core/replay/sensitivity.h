// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How much a replay's figures move when only chance changes: the same run with other seeds, which
// order ties differently, and with the tick at other phases. A difference between two settings that
// is smaller than this spread is noise.

#include "base/progress.h"
#include "base/result.h"
#include "sim/simulator.h"

#include <string_view>
#include <vector>

namespace resched {

struct Spread
{
    std::string_view metric;  // as RunFigures names it
    double mean = 0;
    double stddev = 0;  // of the sample
    double min = 0;
    double max = 0;
};

struct Sensitivity
{
    int runs = 0;
    std::vector<Spread> metrics;

    // Whether a difference of this metric is within what chance does: two standard deviations.
    bool isNoise(std::string_view metric, double difference) const;
};

// `runs` replays; the first is `input` itself, each further one has the next seed and its tick
// moved by an equal part of the tick period.
Result<Sensitivity> measureSensitivity(const SimulationInput& input, int runs, Progress& progress);

}  // namespace resched

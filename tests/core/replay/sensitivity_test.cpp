// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/sensitivity.h"

#include <gtest/gtest.h>

#include <memory>

namespace resched {
namespace {

using namespace std::chrono_literals;

SimulationInput hogs(int count)
{
    Workload workload;
    workload.duration = 200ms;
    for (int i = 0; i < count; ++i) {
        WorkloadTask task;
        task.name = "hog" + std::to_string(i);
        task.program = {{.kind = StepKind::Run, .amount = 1'000'000'000}};
        workload.tasks.push_back(task);
    }
    SimulationInput input;
    input.workload = std::make_shared<const Workload>(workload);
    input.machine = uniformMachine(1);
    return input;
}

Sensitivity measured(const SimulationInput& input, int runs)
{
    NoProgress progress;
    Result<Sensitivity> result = measureSensitivity(input, runs, progress);
    EXPECT_TRUE(result);
    return std::move(*result);
}

TEST(Sensitivity, IsNoneWhereChanceDecidesNothing)
{
    const Sensitivity alone = measured(hogs(1), 4);
    EXPECT_EQ(alone.runs, 4);
    for (const Spread& spread : alone.metrics) {
        EXPECT_EQ(spread.stddev, 0) << spread.metric;
        EXPECT_EQ(spread.min, spread.max) << spread.metric;
    }
}

TEST(Sensitivity, SeesTheTicksPhaseInTheDelays)
{
    const Sensitivity spread = measured(hogs(3), 4);
    EXPECT_TRUE(spread.isNoise("run_delay_mean_ns", 0));
    EXPECT_FALSE(spread.isNoise("run_delay_mean_ns", 5'000'000));
    EXPECT_FALSE(spread.isNoise("no such metric", 0));
}

}  // namespace
}  // namespace resched

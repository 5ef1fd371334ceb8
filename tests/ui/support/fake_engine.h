// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// An Engine for tests of the window: reading and simulating answer at once with small traces made
// from a schedule, or wait until the test lets them go. What was asked is kept.

#include "session/engine.h"
#include "support/schedule.h"

#include <atomic>
#include <memory>
#include <string>

namespace resched::ui::test {

struct EngineRecord
{
    std::atomic<int> extractions{0};
    std::atomic<int> begun{0};      // simulations
    std::atomic<int> canceled{0};   // simulations that were told to stop
    std::atomic<bool> hold{false};  // simulations wait while this is set
};

// One CPU; A runs, B waits behind it; A is woken by B.
inline std::string smallSchedule()
{
    return R"(
        SW 0 c0 0[R]>A
        SW 1000 c0 A[S]>B
        WK 3000 c0 A
        SW 4000 c0 B[R]>A
        SW 5000 c0 A[S]>B
        SW 8000 c0 B[S]>0
        WK 9000 c0 A
        SW 9000 c0 0[R]>A
        SW 9500 c0 A[S]>0
        END 10000
    )";
}

inline Engine fakeEngine(std::shared_ptr<EngineRecord> record)
{
    Engine engine;
    engine.read = [](const std::vector<std::filesystem::path>& paths, Progress&) -> Result<Trace> {
        if (paths.front() == "missing") {
            return Error{
                .code = ErrorCode::NotFound, .what = "there is no such file", .path = "missing"};
        }
        return resched::test::traceOf(smallSchedule());
    };
    engine.extract = [record](const Trace&, const Machine&, Progress&) -> Result<Workload> {
        ++record->extractions;
        return Workload{};
    };
    engine.simulate = [record](const SimulationInput& input,
                               Progress& progress) -> Result<SimulationResult> {
        ++record->begun;
        while (record->hold) {
            if (progress.advance(0.25)) continue;
            ++record->canceled;
            return canceled();
        }
        return SimulationResult{.trace = resched::test::traceOf(smallSchedule()),
                                .metrics = {},
                                .decisions = input.seed,
                                .note = {}};
    };
    engine.machineOf = [](const Trace&) { return uniformMachine(1); };
    engine.schedulerOf = [](const Trace&) { return SchedulerSettings{}; };
    return engine;
}

}  // namespace resched::ui::test

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Programs as text, for comparing: "Run 50, Post 0, Wait 1 S, SleepUntil 900 S", times in us.

#include "replay/extraction.h"
#include "support/schedule.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace resched::test {

inline std::string stepText(const Step& step)
{
    const auto us = [&] {
        std::string text = std::to_string(step.amount / 1000);
        if (step.amount % 1000 != 0) text += '.' + std::to_string(step.amount % 1000);
        return text;
    };
    const auto state = [&] {
        return step.state == TaskState::Interruptible     ? std::string(" S")
               : step.state == TaskState::Uninterruptible ? std::string(" D")
                                                          : std::string(" ?");
    };
    static const char* const kSources[] = {" timer", " device", " unknown"};
    switch (step.kind) {
        case StepKind::Run:
            return "Run " + us();
        case StepKind::Sleep:
            return "Sleep " + us() + state() + kSources[step.object] +
                   ((step.flags & Step::kToTick) != 0 ? " to tick" : "");
        case StepKind::SleepUntil:
            return "SleepUntil " + us() + state();
        case StepKind::Wait:
            return "Wait " + std::to_string(step.object) + state();
        case StepKind::Post:
            return "Post " + std::to_string(step.object) +
                   ((step.flags & Step::kSync) != 0 ? " sync" : "");
        case StepKind::Fork:
            return "Fork " + std::to_string(step.object);
        case StepKind::Exec:
            return "Exec " + std::to_string(step.object);
        case StepKind::Exit:
            return "Exit";
        case StepKind::Yield:
            return "Yield";
        case StepKind::SetNice:
            return "SetNice " + std::to_string(step.amount);
        case StepKind::SetPolicy:
            return "SetPolicy " + std::to_string(step.amount);
        default:
            return "other";
    }
}

inline const WorkloadTask& templateNamed(const Workload& workload, std::string_view name)
{
    for (const WorkloadTask& task : workload.tasks) {
        if (task.name == name) return task;
    }
    ADD_FAILURE() << "no task " << name;
    static const WorkloadTask kNone;
    return kNone;
}

inline std::string programText(const Workload& workload, std::string_view name)
{
    std::string text;
    for (const Step& step : templateNamed(workload, name).program) {
        if (!text.empty()) text += ", ";
        text += stepText(step);
    }
    return text;
}

inline Workload extracted(const Trace& trace, const Machine& machine = {}, TimeRange window = {})
{
    NoProgress progress;
    Result<Workload> workload =
        extractWorkload(trace, {.window = window, .machine = machine}, progress);
    EXPECT_TRUE(workload) << describe(workload.error());
    return workload ? std::move(*workload) : Workload{};
}

}  // namespace resched::test

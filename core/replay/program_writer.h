// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Appends steps to a program; computing in between is merged into one Run before the next step.

#include "base/time.h"
#include "workload/workload.h"

#include <utility>
#include <vector>

namespace resched {

class ProgramWriter
{
public:
    void run(Nanoseconds work) { pending_ += work; }
    void add(const Step& step)
    {
        flush();
        steps_.push_back(step);
    }
    // Goes on with these steps, over and over.
    void addLoop(const std::vector<Step>& steps)
    {
        add({.kind = StepKind::LoopBegin, .amount = -1});
        for (const Step& step : steps) add(step);
        add({.kind = StepKind::LoopEnd});
    }
    std::vector<Step> finish()
    {
        flush();
        return std::move(steps_);
    }

private:
    void flush()
    {
        if (pending_ <= Nanoseconds{0}) return;
        steps_.push_back({.kind = StepKind::Run, .amount = pending_.count()});
        pending_ = Nanoseconds{0};
    }

    std::vector<Step> steps_;
    Nanoseconds pending_{0};
};

}  // namespace resched

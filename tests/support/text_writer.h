// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Text traces for tests: a schedule (support/schedule.h) as the kernel's `trace` file, trace-cmd
// report or perf script print it.

#include "support/schedule.h"

#include <string>
#include <string_view>

namespace resched::test {

enum class TextForm {
    Ftrace,       // /sys/kernel/tracing/trace
    TraceCmd,     // trace-cmd report, whose plugin prints switches and wakeups in its own way
    TraceCmdRaw,  // trace-cmd report -R
    PerfScript,
};

struct TextOptions
{
    TextForm form = TextForm::Ftrace;
    bool hasNanoseconds = false;  // trace-cmd report -t, perf script --ns; ftrace has none
    bool showsLostEvents = true;  // perf script --show-lost-events
    std::string lineEnd = "\n";
};

// The plugin of trace-cmd prints R+ as R, and swaps dead and zombie.
std::string textTrace(std::string_view schedule, const TextOptions& options = {});

}  // namespace resched::test

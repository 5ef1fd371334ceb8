// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The options that verbs over a trace share: which file, which part of it, which rule, how to
// print.

#include "analysis/statistics.h"
#include "analysis/waits.h"
#include "base/cpu_set.h"
#include "commands/output.h"
#include "trace/trace.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace resched::app {

struct TraceOptions
{
    std::vector<std::string> files;  // several: one experiment
    bool sample = false;
    std::vector<std::string> offsets;  // clock offsets of the second file and later
    std::string cpus;
    std::vector<std::int32_t> tids;
    std::vector<std::string> comms;
    std::string time;
    std::string sort;
    std::string rule = "run-delay";
    std::string from = "waking";
    std::string format = "text";
    bool guardFormulas = false;
};

// What the options choose in an open trace.
struct Selection
{
    StatisticsOptions statistics;  // window, CPUs, tasks, rule and `from` alike
    TimeRange window;              // never empty
    bool choosesTasks = false;
};

void addFile(CLI::App& verb, TraceOptions& options);
void addFormat(CLI::App& verb, TraceOptions& options);
void addFilters(CLI::App& verb, TraceOptions& options);
void addSort(CLI::App& verb, TraceOptions& options);

Format formatOf(const TraceOptions& options);
// Opens what the options name, the bundled sample included.
Result<std::shared_ptr<const Trace>> openTrace(const TraceOptions& options);
Result<Selection> select(const Trace& trace, const TraceOptions& options);
// An error for a trace that has no sched_switch: which events are missing and how to record them.
Result<void> needSwitches(const Trace& trace);
// An error when tasks were asked for and the trace has none of them.
Result<void> needTasks(const Trace& trace, const Selection& selection);

// "A,B": from the start of the trace with units ("1.5s,2s"), or in the trace's own clock when that
// is where both stand; either may be left out.
Result<TimeRange> parseWindow(std::string_view text, TimeRange span);
// A tid, a name, or both as tools print them: "comm-pid", "comm[pid]", "comm:pid".
std::function<bool(TaskId)> matchTask(const Trace& trace, const std::string& text);

// "SAMPLE.tar.gz, 1 CPU, 1.2 s of 2.3 s": the first line of what is printed.
std::string headline(const Trace& trace, TimeRange window);
std::string ruleText(WaitRule rule, WaitFrom from, bool hasWakeups);

}  // namespace resched::app

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// perf.data files for tests: a schedule (support/schedule.h) written as perf record would have, in
// any of the format's forms.

#include "support/schedule.h"
#include "support/tracepoint_writer.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace resched::test {

struct PerfOptions
{
    KernelOptions kernel = {};
    bool isPipe = false;
    bool isCompressed = false;
    bool hasTracingData = true;
    bool hasFeatures = true;
    bool hasIds = true;          // false: one event alone, sched_switch
    bool hasSwitches = true;     // false: sched_switch is not recorded
    bool usesIdentifier = true;  // false: PERF_SAMPLE_ID in its place
    int attrSize = 128;
    std::uint64_t sampleBits = 0;  // more of PERF_SAMPLE_*, up to STREAM_ID, and CALLCHAIN, READ
    std::uint64_t readFormat = 0;
    bool hasUnknownFeature = false;     // bit 60
    std::map<int, int> processes = {};  // by thread; a thread that is not named is its own
    // Put after that many samples: whole records of any kind, made by perfRecord().
    std::vector<std::pair<std::size_t, std::string>> records = {};
};

std::string perfRecord(ByteOrder order, std::uint32_t type, std::uint16_t misc,
                       std::string_view body);
// COMM (3) and FORK (7) records; time 0 is how perf describes what was there before.
std::string perfComm(const PerfOptions& options, int pid, int tid, std::string_view name,
                     std::int64_t time, int cpu);
std::string perfFork(const PerfOptions& options, int pid, int tid, int parent, std::int64_t time,
                     int cpu);

// SWITCH_CPU_WIDE (15) of the task that goes or comes; `other` is who comes or went.
std::string perfSwitch(const PerfOptions& options, std::uint16_t misc, int tid, int other,
                       std::int64_t time, int cpu);

// Events in the order given. LOST becomes a LOST record in place.
std::string perfData(const std::vector<ScheduleEvent>& events, const PerfOptions& options = {});
std::string perfData(std::string_view schedule, const PerfOptions& options = {});

}  // namespace resched::test

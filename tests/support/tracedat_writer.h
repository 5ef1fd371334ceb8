// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// trace.dat files for tests: a schedule (support/schedule.h) written as trace-cmd would have.

#include "support/schedule.h"
#include "support/tracepoint_writer.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace resched::test {

struct TraceDatOptions
{
    KernelOptions kernel = {};
    int version = 6;
    bool isCompressed = false;           // version 7: zstd
    bool onlySwitches = false;           // only that format, for small files
    bool repeatsInSecondBuffer = false;  // version 6: the same events in another instance
};

// Events of each CPU must be in time order. LOST marks the page behind it as having missed events.
std::string traceDat(std::string_view schedule, const TraceDatOptions& options = {});

// The same pages as files traces/cpuN below `folder`, beside formats/SYSTEM/EVENT/format.
void writePageFolder(const std::filesystem::path& folder, std::string_view schedule,
                     const KernelOptions& kernel = {});

}  // namespace resched::test

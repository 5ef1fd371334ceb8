// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The data streams of one CTF trace folder through Babeltrace. The streams are dealt to a few
// graphs that run side by side; each stream fills its own EventStream, and TraceBuilder merges them
// (Babeltrace's own muxer stops on old traces whose packet bounds step back). A graph that fails
// takes all its streams along, so those are then read again one by one; a stream whose events do
// not decode is taken up again at its next packet.

#include "base/progress.h"
#include "base/result.h"
#include "readers/ctf/event_decoder.h"
#include "readers/ctf/prepared_folder.h"
#include "trace/diagnostics.h"
#include "trace/trace_builder.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace resched::ctf {

// What one data stream gave besides its events.
struct StreamSummary
{
    Environment environment;
    Diagnostics diagnostics;
    std::map<std::string, std::uint64_t> counts;
    std::vector<CpuId> cpus;
    std::optional<TimeRange> events;  // of all events, decoded or counted
    std::optional<TimeRange> packets;
    bool hasSwitches = false;
    bool hasAssumedStates = false;
    bool hasUnixClock = false;
    bool isPartial = false;
};

// One summary a stream, in a stable order. Stream i fills the builder's sequence firstOrder + i.
Result<std::vector<StreamSummary>> readStreams(const PreparedFolder& folder,
                                               std::int64_t firstOrder, TraceBuilder& builder,
                                               Progress& progress);

}  // namespace resched::ctf

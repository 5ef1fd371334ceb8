// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A trace that is written while it happens: by one source that knows everything and tells it in
// order of time, as a simulated run does. Events go straight into lanes; where they come from files
// and must be merged first, TraceBuilder does that.

#include "trace/lane_builder.h"

#include <cstdint>
#include <string_view>

namespace resched {

class LiveTrace
{
public:
    // `keepsLanes` false: names and counts alone, for runs of which only their measures matter.
    LiveTrace(TraceInfo info, Timestamp begin, bool keepsLanes = true);
    LiveTrace(const LiveTrace&) = delete;
    LiveTrace& operator=(const LiveTrace&) = delete;

    NameId intern(std::string_view name) { return data_.names.intern(name); }
    void declareCpu(CpuId cpu) { lanes_.declareCpu(cpu); }
    // Name ids are those of intern().
    void add(const Event& event)
    {
        if (keepsLanes_) lanes_.add(event);
    }
    void addWake(const Event& event)
    {
        if (keepsLanes_) lanes_.addWake(event);
    }
    void addSwitch(const Event& event)
    {
        if (keepsLanes_) lanes_.addSwitch(event, EndReason::Unknown, nullptr);
    }
    // A switch with the numbers that decided the end of prev's slice. Either all switches of a CPU
    // whose prev is not idle come this way, or none.
    void addSwitch(const Event& event, EndReason reason, const Decision& decision)
    {
        if (keepsLanes_) lanes_.addSwitch(event, reason, &decision);
    }
    // How many events of that kernel name there were.
    void countEvents(std::string_view name, std::uint64_t count);

    // Once, after the last event.
    Trace finish(Timestamp end);

private:
    TraceData data_;
    LaneBuilder lanes_;
    bool keepsLanes_;
};

}  // namespace resched

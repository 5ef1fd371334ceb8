// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which lanes stand in the timeline, and where: pure, from the traces and the user's choices. Both
// panes show the same list, so that a lane of the replay stands where the recording's does. CPUs
// come first, grouped by package where there are several, each with the depth of its run queue;
// then pinned tasks; then processes, those that ran and waited most first.

#include "base/ids.h"
#include "timeline/trace_index.h"
#include "topology/topology.h"

#include <QtCore/QString>

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

namespace resched::ui {

enum class LaneKind : std::uint8_t { Heading, Cpu, Depth, Frequency, Process, Task };

struct Lane
{
    LaneKind kind = LaneKind::Task;
    CpuId cpu = kNoCpu;   // Cpu, Depth, Frequency
    Tid tid = kNoTid;     // Task
    Tgid tgid = kNoTgid;  // Process
    int group = -1;       // Heading: the package, or one of the constants below
    int indent = 0;
    int top = 0;  // pixels from the top of the list
    int height = 0;
    QString title = {};

    static constexpr int kPinned = 100'000;
    static constexpr int kTasks = 100'001;
    int bottom() const { return top + height; }
};

struct LaneOptions
{
    std::set<Tid> hidden = {};
    std::vector<Tid> pinned = {};
    std::set<Tgid> collapsed = {};  // processes whose threads are folded away
    bool showDepth = true;
    bool showTasks = true;
    // Only tasks that run or wait in this range have a lane; pinned ones always do.
    std::optional<TimeRange> activeIn = {};
    const Topology* topology = nullptr;  // null: not known
};

struct LaneList
{
    std::vector<Lane> lanes;
    int height = 0;
    int cpuHeight = 0;  // of the lanes of the CPUs, which come first
    // So much at the top stays where it is while the rest scrolls; 0: all of it scrolls.
    int frozen = 0;

    // Where it stands on the screen; what is scrolled under the frozen lanes is not shown.
    int screenTop(const Lane& lane, int scroll) const
    {
        return lane.bottom() <= frozen ? lane.top : lane.top - scroll;
    }
    bool isShown(const Lane& lane, int scroll, int areaHeight) const;
    const Lane* at(int y) const;  // null beyond the last
    const Lane* ofTask(Tid tid) const;
    const Lane* ofCpu(CpuId cpu) const;
};

// Either index may be null.
LaneList layoutLanes(const TraceIndex* baseline, const TraceIndex* current,
                     const LaneOptions& options);

}  // namespace resched::ui

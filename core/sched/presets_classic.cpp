// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What CFS was compared with: the O(1) scheduler that it replaced and BFS, which was offered
// against it.
#include "sched/preset_tables.h"

#include <array>

namespace resched {
namespace {

using namespace presets;

constexpr std::array kO1Tunables{
    rrTimeslice,
};

constexpr std::array kCfsV1Tunables{
    TunableSpec{.name = "granularity_ns",
                .description = "lead over the leftmost task at which a tick or wakeup preempts",
                .base = kMillisecond,
                .minimum = 100 * kMicrosecond,
                .maximum = 10 * kSecond},
    childRunsFirst(true),
    rrTimeslice,
};

constexpr std::array kBfsTunables{
    TunableSpec{.name = "rr_interval_ns",
                .description = "slice of every task, whatever its nice level",
                .base = 6 * kMillisecond,
                .scaling = Scaling::LogAll,
                .minimum = kMillisecond,
                .maximum = kSecond},
    rrTimeslice,
};

constexpr std::array kPresets{
    SchedulerPreset{.id = "o1-2.6.21",
                    .title = "O(1) of Linux 2.6.21",
                    .provenance =
                        "kernel/sched.c of 2.6.21-rc7; on several CPUs tasks are placed and pulled "
                        "by a plain rule instead of that version's load averages",
                    .release = 20621,
                    .hz = 1000,
                    .tunables = kO1Tunables},
    SchedulerPreset{.id = "cfs-v1",
                    .title = "CFS version 1 of April 2007 (an approximation)",
                    .provenance =
                        "the patch was not found: one granularity and no slices, on the rules of "
                        "the core merged in July 2007; nice levels by weight, which version 1 "
                        "expressed in granularities; children start neutral; 1 ms is an estimate",
                    .release = 20621,
                    .hz = 1000,
                    .tunables = kCfsV1Tunables},
    SchedulerPreset{.id = "bfs-209",
                    .title = "BFS 209 of September 2009",
                    .provenance =
                        "kernel/sched_bfs.c of version 232, two or three days younger; the "
                        "scaling of rr_interval with CPUs is that version's; no SCHED_ISO",
                    .release = 20631,
                    .hz = 1000,
                    .tunables = kBfsTunables},
};

}  // namespace

std::span<const SchedulerPreset> classicPresets()
{
    return kPresets;
}

}  // namespace resched

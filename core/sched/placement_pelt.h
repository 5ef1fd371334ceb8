// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The parts of placement that kernels from 6.1 do by load tracking; placement.h is the way in.

#include "sched/placement.h"

namespace resched {

Placement placeOnWakePelt(const SmpView& view, const PlacedTask& task, const Waker& waker);

// One level of the walk at fork and exec: the CPU of the idlest group, or -1 to stay.
int idlestCpuByCapacity(const SmpView& view, const CpuDomain& domain, const PlacedTask& task,
                        int cpu);

}  // namespace resched

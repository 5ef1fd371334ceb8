// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which generation's rules place and balance tasks over CPUs, and the switches that they obey. The
// generations are ordered: a rule that came with one holds for the later ones unless said.

#include "sched/scheduler_table.h"

#include <cstdint>

namespace resched {

enum class SmpGeneration : std::uint8_t {
    V2_6_23,
    V2_6_24,
    V2_6_25,  // to 2.6.27
    V2_6_28,  // to 2.6.31
    Tip2009,  // the development branch of early September 2009
    V2_6_32,
    V2_6_33,  // newidle minds the average idle time
    V2_6_35,  // and 2.6.36: idle siblings
    V6_1,
    V6_6,
    V6_12,
    V6_18,
};

struct SmpRules
{
    SmpGeneration generation = SmpGeneration::V6_1;
    std::int64_t migrationCost = 500'000;  // ns; 0: nothing is ever cache-hot
    int nrMigrate = 32;
    int hz = 250;
    bool affineWakeups = true;
    bool syncWakeups = true;
    bool syncLess = true;
    bool syncMore = false;
    bool lbBias = true;
    bool cacheHotBuddy = true;
    bool waIdle = true;
    bool waWeight = true;
    bool waBias = true;
    bool sisUtil = true;
    bool newidleRandom = true;
    bool lbMin = false;
    // load_balance() of 2.6.35 treats newidle attempts like periodic ones when they fail.
    bool countsNewidle = false;

    // UTIL_EST_FASTUP went, on for good, after 6.6.
    bool utilEst = true;
    bool utilEstFastUp = true;
    // From 6.1 the kernel measures what newidle balancing takes and spares short idle times it; ns
    // for an attempt in a domain, and for each CPU in it. Nothing takes time here, so it is
    // assumed.
    std::int64_t newidleCostBase = 3'000;
    std::int64_t newidleCostPerCpu = 500;

    bool usesPelt() const { return generation >= SmpGeneration::V6_1; }
};

SmpGeneration smpGenerationOf(const SchedulerPreset& preset);
SmpRules smpRulesOf(const ResolvedSettings& settings, int hz);

}  // namespace resched

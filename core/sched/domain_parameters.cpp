// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The SD_*_INIT tables of topology.h (2.6.23 to 2.6.36) and sd_init() of topology.c (6.1, 6.12).
// NODE is not in the tables read for 2.6.23 to 2.6.27; it is taken from 2.6.28 there.
#include "sched/domains.h"

namespace resched {
namespace {

using enum SmpGeneration;

DomainParameters numaOfOldKernels()
{
    return {.minInterval = 8,
            .maxInterval = 32,
            .busyFactor = 32,
            .imbalancePct = 125,
            .cacheNiceTries = 2,
            .indexes = {3, 2, 2, 1, 1},
            .balanceFork = true,
            .balanceExec = true,
            .balanceWake = true,
            .wakeAffine = true,
            .serialize = true};
}

DomainParameters allNodesOf(int cpus)
{
    return {.minInterval = 64,
            .maxInterval = 64 * cpus,
            .busyFactor = 128,
            .imbalancePct = 133,
            .cacheNiceTries = 1,
            .indexes = {3, 3, 0, 0, 0},
            .serialize = true};
}

DomainParameters siblings()
{
    return {.minInterval = 1,
            .maxInterval = 2,
            .busyFactor = 64,
            .imbalancePct = 110,
            .cacheNiceTries = 0,
            .balanceNewidle = true,
            .balanceExec = true,
            .wakeAffine = true,
            .shareCpuPower = true};
}

DomainParameters cores()
{
    return {.minInterval = 1,
            .maxInterval = 4,
            .busyFactor = 64,
            .imbalancePct = 125,
            .cacheNiceTries = 1,
            .indexes = {2, 0, 0, 1, 1},
            .balanceNewidle = true,
            .balanceExec = true,
            .wakeAffine = true};
}

DomainParameters upTo27(SmpGeneration generation, DomainLevel level, int cpus)
{
    const bool forks = generation >= V2_6_25;
    DomainParameters sd = level == DomainLevel::Smt ? siblings() : cores();
    sd.balanceFork = forks;
    switch (level) {
        case DomainLevel::Smt:
            sd.wakeIdle = true;
            break;
        case DomainLevel::Mc:
            sd.shareLlc = true;
            sd.wakeIdle = generation < V2_6_25;
            break;
        case DomainLevel::Node:
            sd.wakeIdle = generation < V2_6_24;
            if (generation >= V2_6_24) sd.indexes = {2, 1, 2, 1, 1};
            break;
        case DomainLevel::Numa:
            return numaOfOldKernels();
        case DomainLevel::AllNodes:
            return allNodesOf(cpus);
    }
    return sd;
}

// 2.6.28 to 2.6.31. The branch of September 2009 switched newidle balancing on above SIBLING (4
// September) and waking to an idle CPU on for MC and CPU (7 September).
DomainParameters upTo31(SmpGeneration generation, DomainLevel level, int cpus)
{
    const bool isTip = generation == Tip2009;
    DomainParameters sd = level == DomainLevel::Smt ? siblings() : cores();
    sd.balanceFork = true;
    sd.balanceWake = true;
    switch (level) {
        case DomainLevel::Smt:
            break;
        case DomainLevel::Mc:
            sd.shareLlc = true;
            sd.balanceNewidle = isTip;
            sd.wakeIdle = isTip;
            break;
        case DomainLevel::Node:
            sd.indexes = {2, 1, 2, 1, 1};
            sd.balanceNewidle = isTip;
            sd.wakeIdle = isTip;
            break;
        case DomainLevel::Numa:
            sd = numaOfOldKernels();
            sd.balanceNewidle = isTip;
            break;
        case DomainLevel::AllNodes:
            sd = allNodesOf(cpus);
            sd.balanceNewidle = true;
            sd.wakeAffine = true;
            break;
    }
    return sd;
}

DomainParameters upTo36(SmpGeneration generation, DomainLevel level, int cpus)
{
    DomainParameters sd = level == DomainLevel::Smt ? siblings() : cores();
    sd.balanceFork = true;
    switch (level) {
        case DomainLevel::Smt:
            sd.shareLlc = generation >= V2_6_35;
            break;
        case DomainLevel::Mc:
            sd.indexes = {2, 0, 0, 0, 0};
            sd.shareLlc = true;
            sd.preferSibling = true;
            break;
        case DomainLevel::Node:
            sd.indexes = {2, 1, 0, 0, 0};
            sd.preferSibling = true;
            break;
        case DomainLevel::Numa:
            sd = numaOfOldKernels();
            sd.indexes = {3, 2, 0, 0, 0};
            sd.balanceNewidle = true;
            sd.balanceWake = false;
            break;
        case DomainLevel::AllNodes:
            sd = allNodesOf(cpus);
            sd.balanceNewidle = true;
            break;
    }
    return sd;
}

DomainParameters sdInit(DomainLevel level, int weight)
{
    DomainParameters sd{.minInterval = weight,
                        .maxInterval = 2 * weight,
                        .busyFactor = 16,
                        .imbalancePct = 117,
                        .cacheNiceTries = 1,
                        .balanceNewidle = true,
                        .balanceFork = true,
                        .balanceExec = true,
                        .wakeAffine = true,
                        .preferSibling = true};
    switch (level) {
        case DomainLevel::Smt:
            sd.imbalancePct = 110;
            sd.cacheNiceTries = 0;
            sd.shareCpuPower = true;
            sd.shareLlc = true;
            break;
        case DomainLevel::Mc:
            sd.shareLlc = true;
            break;
        case DomainLevel::Node:
            break;
        case DomainLevel::Numa:
        case DomainLevel::AllNodes:
            sd.cacheNiceTries = 2;
            sd.preferSibling = false;
            sd.serialize = true;
            break;
    }
    return sd;
}

}  // namespace

DomainParameters domainParameters(SmpGeneration generation, DomainLevel level, int weight, int cpus)
{
    if (generation < V2_6_28) return upTo27(generation, level, cpus);
    if (generation < V2_6_32) return upTo31(generation, level, cpus);
    if (generation < V6_1) return upTo36(generation, level, cpus);
    return sdInit(level, weight);
}

}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Placement up to 2.6.36, and what chooses between the generations. Flat: group scheduling's
// effective loads equal weights here.
#include "sched/placement.h"

#include "sched/placement_pelt.h"

#include <algorithm>

namespace resched {
namespace {

using enum SmpGeneration;

// try_to_wake_up() and wake_affine(): whether the wakeup still counts as sync.
bool staysSync(const SmpView& view, const PlacedTask& task, const Waker& waker)
{
    const SmpRules& rules = view.rules;
    const Nanoseconds cost{rules.migrationCost};
    const bool overlaps = waker.avgOverlap > cost || task.avgOverlap > cost;
    bool sync = waker.sync;
    if (rules.generation >= V2_6_28 && rules.generation < V2_6_35) {
        const bool less = rules.generation < V2_6_32 || rules.syncLess;
        if (sync && less && overlaps) sync = false;
        const bool more = rules.generation >= V2_6_32 && rules.syncMore;
        if (!sync && more && !overlaps) sync = true;
    }
    return sync && rules.syncWakeups;
}

const CpuDomain* smallestSpanning(const SmpView& view, int cpu, int other)
{
    for (const CpuDomain& domain : view.tree.domains(cpu)) {
        if (contains(domain->mask, other)) return &domain;
    }
    return nullptr;
}

// Walks up while WAKE_IDLE allows it; with the default flags of 2.6.28 to 2.6.31 nowhere.
Placement wakeIdle(const SmpView& view, const PlacedTask& task, Placement candidate)
{
    const CpuState& state = view.cpu(candidate.cpu);
    if (state.idle || state.nrRunning > 1) return candidate;
    for (const CpuDomain& domain : view.tree.domains(candidate.cpu)) {
        if (!domain->parameters.wakeIdle) break;
        for (const int cpu : domain->span) {
            ++candidate.searched;
            if (allows(task.allowed, cpu) && view.cpu(cpu).idle) {
                return {cpu, PlacementReason::IdleCpu, candidate.searched};
            }
        }
    }
    return candidate;
}

Placement wakeUpTo31(const SmpView& view, const PlacedTask& task, const Waker& waker)
{
    const Placement stay{task.prev, PlacementReason::Previous};
    if (task.prev == waker.cpu || !allows(task.allowed, waker.cpu))
        return wakeIdle(view, task, stay);
    const CpuDomain* found = smallestSpanning(view, waker.cpu, task.prev);
    if (found == nullptr) return wakeIdle(view, task, stay);

    const Domain& domain = **found;
    bool accepted = domain.parameters.wakeAffine && view.rules.affineWakeups &&
                    wakeAffine(view, domain, task, waker);
    if (!accepted && domain.parameters.balanceWake) {
        const int index = domain.parameters.indexes.wake;
        accepted = halfImbalance(domain) * targetLoad(view, waker.cpu, index) <=
                   100 * sourceLoad(view, task.prev, index);
    }
    if (!accepted) return wakeIdle(view, task, stay);
    const Placement pulled{waker.cpu, PlacementReason::Waker};
    return view.rules.generation < V2_6_28 ? wakeIdle(view, task, pulled) : pulled;
}

// select_idle_sibling() of 2.6.35. The lowest idle CPU of the largest level visited wins, as each
// level overwrites what the one below found.
Placement idleSibling35(const SmpView& view, const PlacedTask& task, const Waker& waker,
                        Placement target)
{
    if (target.cpu == waker.cpu && view.cpu(waker.cpu).idle) return target;
    if (target.cpu == task.prev && view.cpu(task.prev).idle) {
        return {task.prev, PlacementReason::IdlePrevious};
    }
    for (const CpuDomain& domain : view.tree.domains(target.cpu)) {
        if (!domain->parameters.shareLlc) break;
        for (const int cpu : domain->span) {
            ++target.searched;
            if (!allows(task.allowed, cpu) || !view.cpu(cpu).idle) continue;
            target.cpu = cpu;
            target.reason = PlacementReason::IdleCpu;
            break;
        }
        if (contains(domain->mask, waker.cpu) && contains(domain->mask, task.prev)) break;
    }
    return target;
}

Placement wakeFrom32(const SmpView& view, const PlacedTask& task, const Waker& waker)
{
    const CpuDomain* affine = nullptr;
    if (view.rules.affineWakeups && allows(task.allowed, waker.cpu)) {
        for (const CpuDomain& domain : view.tree.domains(waker.cpu)) {
            if (domain->parameters.wakeAffine && contains(domain->mask, task.prev)) {
                affine = &domain;
                break;
            }
        }
    }
    Placement choice{task.prev, PlacementReason::Previous};
    if (affine == nullptr) return choice;
    const bool isHere = waker.cpu == task.prev;
    if (isHere || wakeAffine(view, **affine, task, waker)) {
        choice = {waker.cpu, isHere ? PlacementReason::Previous : PlacementReason::Waker};
    }
    // 2.6.33 is taken to search as 2.6.35 does.
    if (view.rules.generation >= V2_6_33) return idleSibling35(view, task, waker, choice);
    return choice;
}

bool hasFlag(const Domain& domain, SpreadReason why)
{
    return why == SpreadReason::Fork ? domain.parameters.balanceFork
                                     : domain.parameters.balanceExec;
}

std::int64_t groupPower(const SmpView& view, const DomainGroup& group)
{
    if (view.rules.generation < V2_6_32) return group.power;
    std::int64_t power = 0;
    for (const int cpu : group.cpus) power += view.cpu(cpu).capacity;
    return std::max<std::int64_t>(1, power);
}

bool anyAllowed(const DomainGroup& group, const CpuMask* allowed)
{
    return std::any_of(group.cpus.begin(), group.cpus.end(),
                       [&](int cpu) { return allows(allowed, cpu); });
}

// find_idlest_group(): null to stay with the local one.
const DomainGroup* idlestGroup(const SmpView& view, const CpuDomain& domain, const PlacedTask& task)
{
    const int index = domain->parameters.indexes.forkExec;
    const DomainGroup* idlest = nullptr;
    std::int64_t least = INT64_MAX;
    std::int64_t local = 0;
    for (int step = 0; step < domain.groupCount(); ++step) {
        const DomainGroup& group = domain.group(step);
        if (!anyAllowed(group, task.allowed)) continue;
        std::int64_t load = 0;
        for (const int cpu : group.cpus) {
            load += step == 0 ? sourceLoad(view, cpu, index) : targetLoad(view, cpu, index);
        }
        load = load * 1024 / groupPower(view, group);
        if (step == 0) {
            local = load;
        } else if (load < least) {
            least = load;
            idlest = &group;
        }
    }
    if (idlest == nullptr || 100 * local < halfImbalance(*domain) * least) return nullptr;
    return idlest;
}

// find_idlest_cpu(); -1 when none is allowed.
int idlestCpu(const SmpView& view, const DomainGroup& group, const PlacedTask& task, int thisCpu)
{
    int idlest = -1;
    std::int64_t least = INT64_MAX;
    for (const int cpu : group.cpus) {
        if (!allows(task.allowed, cpu)) continue;
        const std::int64_t load = view.cpu(cpu).weight;
        if (load < least || (load == least && cpu == thisCpu)) {
            least = load;
            idlest = cpu;
        }
    }
    return idlest;
}

int chooseIdlest(const SmpView& view, const CpuDomain& domain, const PlacedTask& task, int cpu)
{
    if (view.rules.usesPelt()) return idlestCpuByCapacity(view, domain, task, cpu);
    const DomainGroup* group = idlestGroup(view, domain, task);
    return group == nullptr ? -1 : idlestCpu(view, *group, task, cpu);
}

// The largest domain with the flag: of all up to 2.6.31, of an unbroken chain in 6.1.
int startLevel(const SmpView& view, int cpu, SpreadReason why)
{
    const auto domains = view.tree.domains(cpu);
    int level = -1;
    for (int i = 0; i < static_cast<int>(domains.size()); ++i) {
        if (hasFlag(*domains[static_cast<std::size_t>(i)], why))
            level = i;
        else if (view.rules.generation >= V2_6_32)
            break;
    }
    return level;
}

}  // namespace

bool wakeAffine(const SmpView& view, const Domain& domain, const PlacedTask& task,
                const Waker& waker)
{
    const SmpGeneration generation = view.rules.generation;
    const int index = domain.parameters.indexes.wake;
    const std::int64_t load = sourceLoad(view, task.prev, index);
    std::int64_t here = targetLoad(view, waker.cpu, index);
    const bool sync = staysSync(view, task, waker);
    if (sync && !task.isCacheHot && generation >= V2_6_24 && generation < V2_6_28) return true;
    if (sync) here -= view.cpu(waker.cpu).currWeight;

    std::int64_t left = 100 * (here + task.weight);
    std::int64_t right = halfImbalance(domain) * load;
    if (generation >= V2_6_33) {
        left *= view.cpu(task.prev).capacity;
        right *= view.cpu(waker.cpu).capacity;
    }
    // An empty CPU is accepted outright since 7 September 2009.
    const bool isEmpty = generation >= Tip2009 && here == 0;
    if (isEmpty || left <= right) return true;
    return here <= load &&
           here + targetLoad(view, task.prev, index) <= loadPerTask(view, waker.cpu);
}

int fallbackCpu(const SmpView& view, const CpuMask* allowed, int cpu)
{
    const auto fits = [&](int other) { return view.cpu(other).online && allows(allowed, other); };
    if (fits(cpu)) return cpu;
    for (const CpuDomain& domain : view.tree.domains(cpu)) {
        for (const int other : domain->span) {
            if (fits(other)) return other;
        }
    }
    for (int other = 0; other < view.tree.cpuCount(); ++other) {
        if (fits(other)) return other;
    }
    // Nothing allowed is online: the kernel then breaks the affinity (select_fallback_rq()).
    for (int other = 0; other < view.tree.cpuCount(); ++other) {
        if (view.cpu(other).online) return other;
    }
    return cpu;
}

Placement placeOnWake(const SmpView& view, const PlacedTask& task, const Waker& waker)
{
    Placement choice = view.rules.usesPelt()             ? placeOnWakePelt(view, task, waker)
                       : view.rules.generation < V2_6_32 ? wakeUpTo31(view, task, waker)
                                                         : wakeFrom32(view, task, waker);
    const int fitting = fallbackCpu(view, task.allowed, choice.cpu);
    if (fitting != choice.cpu) choice = {fitting, PlacementReason::Affinity, choice.searched};
    return choice;
}

Placement placeOnSpread(const SmpView& view, const PlacedTask& task, int cpu, SpreadReason why)
{
    Placement choice{cpu, PlacementReason::Previous};
    int level = startLevel(view, cpu, why);
    while (level >= 0) {
        const CpuDomain& domain = view.tree.domains(cpu)[static_cast<std::size_t>(level)];
        const int found = hasFlag(*domain, why) ? chooseIdlest(view, domain, task, cpu) : -1;
        choice.searched += domain->weight();
        if (found < 0 || found == cpu) {
            --level;
            continue;
        }
        // Go on from there, below the size of this level.
        const int weight = domain->weight();
        cpu = found;
        level = -1;
        const auto domains = view.tree.domains(cpu);
        for (int i = 0; i < static_cast<int>(domains.size()); ++i) {
            const Domain& lower = *domains[static_cast<std::size_t>(i)];
            if (lower.weight() >= weight) break;
            if (hasFlag(lower, why)) level = i;
        }
    }
    if (cpu != choice.cpu) choice.reason = PlacementReason::Idlest;
    choice.cpu = cpu;
    const int fitting = fallbackCpu(view, task.allowed, choice.cpu);
    if (fitting != choice.cpu) choice = {fitting, PlacementReason::Affinity, choice.searched};
    return choice;
}

}  // namespace resched

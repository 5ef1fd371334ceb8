// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Models select_task_rq_fair() and below of 6.1 to 6.18 (fair.c). Left out: energy-aware placement,
// asymmetric capacities, clusters, core scheduling, NUMA balancing.
#include "sched/placement_pelt.h"

#include "sched/group_stats.h"

#include <algorithm>

namespace resched {
namespace {

// wake_affine_idle() and wake_affine_weight(); -1: undecided, which means the previous CPU.
int affineByIdleness(const SmpView& view, const PlacedTask& task, const Waker& waker)
{
    if (view.cpu(waker.cpu).idle && view.tree.shareLlc(waker.cpu, task.prev)) {
        return view.cpu(task.prev).idle ? task.prev : waker.cpu;
    }
    if (waker.sync && view.cpu(waker.cpu).nrRunning == 1) return waker.cpu;
    return view.cpu(task.prev).idle ? task.prev : -1;
}

int affineByWeight(const SmpView& view, const Domain& domain, const PlacedTask& task,
                   const Waker& waker)
{
    const CpuState& here = view.cpu(waker.cpu);
    const CpuState& there = view.cpu(task.prev);
    std::int64_t left = here.loadAvg;
    if (waker.sync) {
        if (here.currLoadAvg > left) return waker.cpu;
        left -= here.currLoadAvg;
    }
    left += task.loadAvg;
    std::int64_t right = there.loadAvg - task.loadAvg;
    if (view.rules.waBias) {
        left *= 100;
        right *= halfImbalance(domain);
    }
    left *= there.capacity;
    right *= here.capacity;
    if (waker.sync) ++right;
    return left < right ? waker.cpu : -1;
}

int targetOf(const SmpView& view, const PlacedTask& task, const Waker& waker)
{
    const bool wide = isWide(waker.wakeeFlips, task.wakeeFlips, view.tree.llcSize(waker.cpu));
    if (wide || !allows(task.allowed, waker.cpu) || waker.cpu == task.prev) return task.prev;
    for (const CpuDomain& domain : view.tree.domains(waker.cpu)) {
        if (!domain->parameters.wakeAffine || !contains(domain->mask, task.prev)) continue;
        Waker effective = waker;
        effective.sync = waker.sync && !waker.isExiting;
        int target = view.rules.waIdle ? affineByIdleness(view, task, effective) : -1;
        if (target < 0 && view.rules.waWeight) {
            target = affineByWeight(view, *domain, task, effective);
        }
        return target < 0 ? task.prev : target;
    }
    return task.prev;
}

// select_idle_core(): the core when all its threads are idle, else -1; notes the first idle CPU.
int idleCore(const SmpView& view, const CpuMask* allowed, int core, int& idleCpu)
{
    bool isIdle = true;
    for (const int cpu : view.tree.threads(core)) {
        if (view.cpu(cpu).idle) {
            if (idleCpu < 0 && allows(allowed, cpu)) idleCpu = cpu;
            continue;
        }
        isIdle = false;
        if (idleCpu >= 0) break;
        if (view.cpu(cpu).onlyIdlePolicy() && allows(allowed, cpu)) {
            idleCpu = cpu;
            break;
        }
    }
    return isIdle ? core : -1;
}

// select_idle_cpu(): the cache's CPUs from the one after `target`, wrapping.
Placement searchCache(const SmpView& view, const CpuMask* allowed, int target, bool hasIdleCore)
{
    const CpuDomain* llc = view.tree.llcDomain(target);
    Placement nothing{-1, PlacementReason::Previous};
    if (llc == nullptr) return nothing;
    LlcState& state = view.llc(target);
    const int limit = view.rules.sisUtil ? state.nrIdleScan : INT32_MAX;
    if (limit <= 0) return nothing;

    const auto& span = (*llc)->span;
    auto next = std::upper_bound(span.begin(), span.end(), target);
    CpuMask visited;  // threads of cores that were looked at
    int idleCpu = -1;
    int searched = 0;
    for (std::size_t i = 0; i < span.size(); ++i) {
        if (next == span.end()) next = span.begin();
        const int cpu = *next++;
        if (!allows(allowed, cpu)) continue;
        if (hasIdleCore) {
            if (contains(visited, cpu)) continue;
            ++searched;
            const int core = idleCore(view, allowed, cpu, idleCpu);
            if (core >= 0) return {core, PlacementReason::IdleCore, searched};
            for (const int thread : view.tree.threads(cpu)) visited.add(CpuId{thread});
        } else {
            if (searched >= limit) return {-1, PlacementReason::Previous, searched};
            ++searched;
            if (view.isAvailable(cpu)) return {cpu, PlacementReason::IdleCpu, searched};
        }
    }
    if (hasIdleCore) state.hasIdleCores = false;
    return {idleCpu, PlacementReason::IdleCpu, searched};
}

Placement idleSibling(const SmpView& view, const PlacedTask& task, const Waker& waker, int target)
{
    const auto reason = [&](int cpu, PlacementReason idle) {
        return cpu == task.prev ? PlacementReason::IdlePrevious : idle;
    };
    if (view.isAvailable(target)) return {target, reason(target, PlacementReason::IdleTarget)};
    if (task.prev != target && view.tree.shareLlc(task.prev, target) &&
        view.isAvailable(task.prev)) {
        return {task.prev, PlacementReason::IdlePrevious};
    }
    if (waker.isPerCpuKthread && task.prev == waker.cpu && view.cpu(waker.cpu).nrRunning <= 1) {
        return {task.prev, PlacementReason::KthreadStack};
    }
    const int recent = task.recentUsedCpu;
    if (recent >= 0 && recent != task.prev && recent != target &&
        view.tree.shareLlc(recent, target) && view.isAvailable(recent) &&
        allows(task.allowed, recent)) {
        return {recent, PlacementReason::IdleRecent};
    }
    const bool hasIdleCore = view.tree.threads(target).size() > 1 && view.llc(target).hasIdleCores;
    if (!hasIdleCore && view.tree.shareLlc(task.prev, target)) {
        for (const int thread : view.tree.threads(task.prev)) {
            if (thread != task.prev && allows(task.allowed, thread) && view.isAvailable(thread)) {
                return {thread, PlacementReason::IdleSibling};
            }
        }
    }
    const Placement found = searchCache(view, task.allowed, target, hasIdleCore);
    if (found.cpu >= 0) return found;
    return {target, target == task.prev ? PlacementReason::Previous : PlacementReason::Waker,
            found.searched};
}

// A task that is still queued on its CPU does not count itself (cpu_load_without() and relatives).
CpuState without(const SmpView& view, int cpu, const PlacedTask& task)
{
    CpuState state = view.cpu(cpu);
    if (!task.isQueued || cpu != task.prev) return state;
    state.loadAvg = std::max<std::int64_t>(0, state.loadAvg - task.loadAvg);
    state.utilAvg = std::max<std::int64_t>(0, state.utilAvg - task.utilAvg);
    state.utilEst = std::min(state.utilEst, state.utilAvg);
    state.runnableAvg = std::max<std::int64_t>(0, state.runnableAvg - task.runnableAvg);
    --state.nrRunning;
    --state.fairRunning;
    state.idle = state.nrRunning == 0;
    return state;
}

GroupStats wakeupStats(const SmpView& view, const Domain& domain, const DomainGroup& group,
                       const PlacedTask& task)
{
    GroupStats stats;
    for (const int cpu : group.cpus) stats.add(without(view, cpu, task));
    stats.classify(domain.parameters.imbalancePct);
    return stats;
}

// update_pick_idlest()
bool isIdler(const GroupStats& stats, const GroupStats& best)
{
    if (stats.type != best.type) return stats.type < best.type;
    if (stats.type == GroupType::HasSpare) {
        if (stats.idleCpus != best.idleCpus) return stats.idleCpus > best.idleCpus;
        return stats.util < best.util;
    }
    return stats.avgLoad() < best.avgLoad();
}

// find_idlest_group()
bool staysLocal(const Domain& domain, const DomainGroup& group, const GroupStats& local,
                const GroupStats& idlest, const CpuMask* allowed)
{
    if (local.type != idlest.type) return local.type < idlest.type;
    if (local.type != GroupType::HasSpare) {
        const std::int64_t pct = domain.parameters.imbalancePct;
        const std::int64_t margin = kNiceZeroLoad * (pct - 100) / 100;
        const bool isNuma = domain.level == DomainLevel::Numa;
        if (isNuma && idlest.avgLoad() + margin >= local.avgLoad()) return true;
        return idlest.avgLoad() >= local.avgLoad() + margin ||
               100 * local.avgLoad() <= pct * idlest.avgLoad();
    }
    if (domain.level == DomainLevel::Numa) {
        int limit = domain.imbNumaNr;
        if (allowed != nullptr) {
            const auto usable = std::count_if(group.cpus.begin(), group.cpus.end(),
                                              [&](int cpu) { return allows(allowed, cpu); });
            limit = std::min(limit, static_cast<int>(usable));
        }
        const int difference = std::abs(local.idleCpus - idlest.idleCpus);
        if (allowedNumaImbalance(difference, local.nrRunning + 1, limit) == 0) return true;
    }
    return local.idleCpus >= idlest.idleCpus;
}

// find_idlest_group_cpu(): without idle states, the CPU that went idle last.
int idlestOf(const SmpView& view, const DomainGroup& group, const CpuMask* allowed, int thisCpu)
{
    if (group.cpus.size() == 1) return group.cpus.front();
    int leastLoaded = thisCpu;
    int lastIdled = -1;
    std::int64_t least = INT64_MAX;
    Timestamp latest = Timestamp::min();
    for (const int cpu : group.cpus) {
        const CpuState& state = view.cpu(cpu);
        if (!allows(allowed, cpu)) continue;
        if (state.onlyIdlePolicy()) return cpu;
        if (state.idle) {
            if (state.idleSince > latest) {
                latest = state.idleSince;
                lastIdled = cpu;
            }
        } else if (lastIdled < 0 && state.loadAvg < least) {
            least = state.loadAvg;
            leastLoaded = cpu;
        }
    }
    return lastIdled >= 0 ? lastIdled : leastLoaded;
}

}  // namespace

void WakeeHistory::record(std::uint64_t wakee, Timestamp now)
{
    constexpr Nanoseconds kSecond{1'000'000'000};
    if (now > decayed + kSecond) {
        flips >>= 1U;
        decayed = now;
    }
    if (lastWakee == wakee) return;
    lastWakee = wakee;
    ++flips;
}

bool isWide(std::uint32_t wakerFlips, std::uint32_t wakeeFlips, int llcSize)
{
    const auto factor = static_cast<std::uint64_t>(llcSize);
    const std::uint64_t most = std::max(wakerFlips, wakeeFlips);
    const std::uint64_t least = std::min(wakerFlips, wakeeFlips);
    return least >= factor && most >= least * factor;
}

Placement placeOnWakePelt(const SmpView& view, const PlacedTask& task, const Waker& waker)
{
    return idleSibling(view, task, waker, targetOf(view, task, waker));
}

int idlestCpuByCapacity(const SmpView& view, const CpuDomain& domain, const PlacedTask& task,
                        int cpu)
{
    const DomainGroup* idlest = nullptr;
    GroupStats best;
    GroupStats local;
    bool hasLocal = false;
    for (int step = 0; step < domain.groupCount(); ++step) {
        const DomainGroup& group = domain.group(step);
        const bool usable = std::any_of(group.cpus.begin(), group.cpus.end(),
                                        [&](int member) { return allows(task.allowed, member); });
        if (!usable) continue;
        const GroupStats stats = wakeupStats(view, *domain, group, task);
        if (step == 0) {
            local = stats;
            hasLocal = true;
        } else if (idlest == nullptr || isIdler(stats, best)) {
            best = stats;
            idlest = &group;
        }
    }
    if (idlest == nullptr) return -1;
    if (hasLocal && staysLocal(*domain, *idlest, local, best, task.allowed)) return -1;
    return idlestOf(view, *idlest, task.allowed, cpu);
}

void noteIdle(const SmpView& view, int cpu)
{
    if (!view.rules.usesPelt() || view.tree.threads(cpu).size() < 2) return;
    LlcState& llc = view.llc(cpu);
    if (llc.hasIdleCores) return;
    const auto threads = view.tree.threads(cpu);
    llc.hasIdleCores = std::all_of(threads.begin(), threads.end(), [&](int thread) {
        return thread == cpu || view.cpu(thread).idle;
    });
}

}  // namespace resched

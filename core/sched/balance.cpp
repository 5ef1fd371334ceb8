// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the generations share: who balances, which tasks move, what failure leads to and when it is
// time again.
#include "sched/balance.h"

#include "sched/balance_early.h"
#include "sched/balance_pelt.h"

#include <algorithm>
#include <utility>

namespace resched {
namespace {

using enum SmpGeneration;

bool isCoreIdle(const SmpView& view, int cpu)
{
    const auto threads = view.tree.threads(cpu);
    return std::all_of(threads.begin(), threads.end(),
                       [&](int thread) { return thread == cpu || view.cpu(thread).idle; });
}

// should_we_balance() of 6.12: above SMT an idle thread of a busy core is the second choice.
int balancerFrom612(const SmpView& view, const DomainGroup& group, const Domain& domain)
{
    int idleThread = -1;
    CpuMask skipped;
    for (const int cpu : group.cpus) {
        if (!view.cpu(cpu).idle || contains(skipped, cpu)) continue;
        if (domain.parameters.shareCpuPower || isCoreIdle(view, cpu)) return cpu;
        if (idleThread < 0) idleThread = cpu;
        for (const int thread : view.tree.threads(cpu)) skipped.add(CpuId{thread});
    }
    return idleThread >= 0 ? idleThread : group.cpus.front();
}

// Newidle on preemptible kernels, so that the pull does not delay the CPU for long.
bool pullsOne(const BalanceQuery& query)
{
    return query.idle == CpuIdleType::NewlyIdle;
}

// can_migrate_task()
bool canMove(const SmpView& view, const BalanceQuery& query, const Movable& task)
{
    // Sleepers that are kept for their lag could move too, when load is balanced, in 6.12 always;
    // here they stay.
    if (task.isRunning || task.isDelayed) return false;
    if (view.rules.generation >= V6_18) {
        // Lagging tasks wait for their turn where they are.
        const bool isFirst = query.failed == 0 && view.cpu(query.cpu).fairRunning > 0;
        if (isFirst && !task.isEligible) return false;
    }
    return !isCacheHot(view, query, task) ||
           query.failed > (*query.domain)->parameters.cacheNiceTries;
}

// What is left of the imbalance after the task, or nothing when it is too large to move.
std::optional<std::int64_t> remainingAfter(const SmpView& view, const BalanceQuery& query,
                                           const Pull& pull, const Movable& task,
                                           std::int64_t remaining)
{
    if (!view.rules.usesPelt()) {
        if (task.weight / 2 > remaining) return {};
        return remaining - task.weight;
    }
    const int shift = std::min(query.failed, 62);
    switch (pull.kind) {
        case PullKind::Load: {
            const std::int64_t load = std::max<std::int64_t>(task.loadAvg, 1);
            if (view.rules.lbMin && load < 16 && query.failed == 0) return {};
            if (load >> shift > remaining) return {};
            return remaining - load;
        }
        case PullKind::Util:
            if (task.util >> shift > remaining) return {};
            return remaining - task.util;
        case PullKind::Tasks:
            break;
    }
    return remaining - 1;
}

}  // namespace

bool shouldBalance(const SmpView& view, const BalanceQuery& query)
{
    if (query.idle == CpuIdleType::NewlyIdle) return true;
    const DomainGroup& group = query.domain->group(0);
    if (view.rules.generation >= V6_12) {
        return balancerFrom612(view, group, **query.domain) == query.cpu;
    }
    const auto firstIdle = std::find_if(group.cpus.begin(), group.cpus.end(),
                                        [&](int cpu) { return view.cpu(cpu).idle; });
    return (firstIdle == group.cpus.end() ? group.cpus.front() : *firstIdle) == query.cpu;
}

std::optional<Pull> findBusiest(const SmpView& view, const BalanceQuery& query)
{
    return view.rules.usesPelt() ? findBusiestPelt(view, query) : findBusiestEarly(view, query);
}

bool isCacheHot(const SmpView& view, const BalanceQuery& query, const Movable& task)
{
    const SmpRules& rules = view.rules;
    if (rules.usesPelt()) {
        if (task.isIdlePolicy || (*query.domain)->parameters.shareCpuPower) return false;
    }
    const bool busyHere = rules.generation < V2_6_32 || view.cpu(query.cpu).nrRunning > 0;
    if (rules.cacheHotBuddy && task.isBuddy && busyHere) return true;
    return task.sinceRan.count() < rules.migrationCost;
}

Detach selectTasks(const SmpView& view, const BalanceQuery& query, const Pull& pull,
                   std::span<const Movable> tasks, std::vector<std::size_t> scratch)
{
    scratch.clear();
    Detach result{.moved = std::move(scratch)};
    std::int64_t remaining = pull.amount;
    const bool pelt = view.rules.usesPelt();
    const auto limit = static_cast<std::size_t>(view.rules.nrMigrate);
    const std::size_t most = pelt ? std::min(limit, tasks.size()) : limit + 1;
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        const Movable& task = tasks[i];
        // When idle, never the last task: both CPUs would steal it from each other for ever.
        if (pelt && query.idle != CpuIdleType::Busy && tasks.size() - result.moved.size() <= 1)
            break;
        if (i >= most && !(pelt && result.allPinned)) break;
        if (!task.isAllowed) continue;
        result.allPinned = false;
        if (!canMove(view, query, task)) continue;
        const auto left = remainingAfter(view, query, pull, task, remaining);
        if (!left) continue;
        result.moved.push_back(i);
        remaining = *left;
        if (pullsOne(query) || remaining <= 0) break;
    }
    return result;
}

bool noteFailure(const SmpView& view, const BalanceQuery& query, const Pull& pull,
                 DomainState& state)
{
    const int tries = (*query.domain)->parameters.cacheNiceTries;
    const bool counts = query.idle != CpuIdleType::NewlyIdle || view.rules.countsNewidle;
    if (counts) ++state.failed;
    if (!view.rules.usesPelt()) return counts && state.failed > tries + 2;
    if (pull.kind == PullKind::Tasks && state.failed > tries + 2) return true;
    // need_active_balance(): a lone task on a CPU that something else slows down.
    const CpuState& from = view.cpu(pull.from);
    const int pct = (*query.domain)->parameters.imbalancePct;
    const bool isReduced = from.capacity * pct < 1024 * 100;
    return query.idle != CpuIdleType::Busy && from.fairRunning == 1 && isReduced &&
           from.capacity * pct < view.cpu(query.cpu).capacity * 100;
}

void noteMoved(DomainState& state, const Domain& domain)
{
    state.failed = 0;
    state.interval = domain.parameters.minInterval;
}

void noteActive(const SmpView& view, DomainState& state, const Domain& domain)
{
    if (view.rules.usesPelt()) return noteMoved(state, domain);
    state.failed = domain.parameters.cacheNiceTries + 1;
    if (state.interval < domain.parameters.maxInterval) state.interval *= 2;
}

void noteBalanced(const SmpView& view, DomainState& state, const Domain& domain, CpuIdleType idle,
                  bool allPinned)
{
    constexpr int kMaxPinnedInterval = 512;
    state.failed = 0;
    // Newidle balancing leaves the periodic interval alone.
    if (idle == CpuIdleType::NewlyIdle && !view.rules.countsNewidle) return;
    const bool grows = (allPinned && state.interval < kMaxPinnedInterval) ||
                       state.interval < domain.parameters.maxInterval;
    if (grows) state.interval *= 2;
}

Nanoseconds balanceInterval(const SmpRules& rules, const Domain& domain, const DomainState& state,
                            bool isBusy, int cpus)
{
    const std::int64_t ms =
        std::int64_t{state.interval} * (isBusy ? domain.parameters.busyFactor : 1);
    std::int64_t jiffies = (ms * rules.hz + 999) / 1000;  // msecs_to_jiffies() rounds up
    // Lest busy CPUs of all levels balance in step.
    if (rules.usesPelt() && isBusy) --jiffies;
    // The bound of old kernels counts the CPUs that they were built for: 64 here.
    const std::int64_t most = std::int64_t{rules.hz} * (rules.usesPelt() ? cpus : 64) / 10;
    jiffies = std::clamp<std::int64_t>(jiffies, 1, std::max<std::int64_t>(1, most));
    return Nanoseconds{jiffies * 1'000'000'000 / rules.hz};
}

Nanoseconds nextAvgIdle(Nanoseconds average, Nanoseconds idled, Nanoseconds cap)
{
    const std::int64_t difference = idled.count() - average.count();
    // An arithmetic shift, as the kernel's: it rounds down.
    return std::min(cap, Nanoseconds{average.count() + (difference >> 3)});
}

bool kicksNohzBalancer(const SmpView& view, int cpu, int busyInLlc)
{
    const CpuState& state = view.cpu(cpu);
    if (state.nrRunning >= 2 || busyInLlc > 1) return true;
    const auto domains = view.tree.domains(cpu);
    if (domains.empty() || state.fairRunning < 1) return false;
    const int pct = domains.front()->parameters.imbalancePct;
    return state.capacity * pct < 1024 * 100;
}

}  // namespace resched

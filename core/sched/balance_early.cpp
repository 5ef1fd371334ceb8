// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Models find_busiest_group() and find_busiest_queue() of 2.6.31 (sched.c) and 2.6.35
// (sched_fair.c). 2.6.24 is taken to decide as 2.6.31 does, and 2.6.23 but for uneven groups.
#include "sched/balance_early.h"

#include <algorithm>

namespace resched {
namespace {

using enum SmpGeneration;
constexpr std::int64_t kScale = 1024;

struct Group
{
    const DomainGroup* group = nullptr;
    std::int64_t load = 0;
    std::int64_t weighted = 0;
    std::int64_t power = 0;
    std::int64_t capacity = 0;  // tasks that it holds
    int nrRunning = 0;
    bool isUneven = false;  // group_imb: its CPUs differ by more than two tasks

    std::int64_t average() const { return load * kScale / power; }
};

int loadIndex(const BalanceQuery& query)
{
    const LoadIndexes& indexes = (*query.domain)->parameters.indexes;
    switch (query.idle) {
        case CpuIdleType::Busy:
            return indexes.busy;
        case CpuIdleType::NewlyIdle:
            return indexes.newidle;
        case CpuIdleType::Idle:
            break;
    }
    return indexes.idle;
}

std::int64_t powerOf(const SmpView& view, const DomainGroup& group)
{
    if (view.rules.generation < V2_6_32) return group.power;
    std::int64_t power = 0;
    for (const int cpu : group.cpus) power += view.cpu(cpu).capacity;
    return std::max<std::int64_t>(1, power);
}

// update_sg_lb_stats()
Group statsOf(const SmpView& view, const BalanceQuery& query, int step, bool preferSibling)
{
    Group stats{.group = &query.domain->group(step)};
    const bool isLocal = step == 0;
    std::int64_t most = 0;
    std::int64_t least = INT64_MAX;
    std::int64_t perTask = 0;
    for (const int cpu : stats.group->cpus) {
        if (query.excluded != nullptr && contains(*query.excluded, cpu)) continue;
        const std::int64_t load = isLocal ? targetLoad(view, cpu, loadIndex(query))
                                          : sourceLoad(view, cpu, loadIndex(query));
        if (!isLocal) {
            most = std::max(most, load);
            least = std::min(least, load);
        }
        stats.load += load;
        stats.nrRunning += view.cpu(cpu).nrRunning;
        stats.weighted += view.cpu(cpu).weight;
        perTask += loadPerTask(view, cpu);
    }
    stats.power = powerOf(view, *stats.group);
    const bool isRounded = view.rules.generation >= V2_6_32;
    stats.capacity = (stats.power + (isRounded ? kScale / 2 : 0)) / kScale;
    if (preferSibling) stats.capacity = std::min<std::int64_t>(stats.capacity, 1);
    if (isRounded) {
        perTask = stats.nrRunning > 0 ? stats.weighted / stats.nrRunning : 0;
    } else {
        perTask = perTask * kScale / stats.power;
    }
    // Since commit 908a7c1b9b8, in 2.6.24.
    const bool minds = view.rules.generation >= V2_6_24;
    stats.isUneven = minds && least <= most && most - least > 2 * perTask;
    return stats;
}

// fix_small_imbalance(): one task, where moving it makes the two groups more even or do more.
std::int64_t smallImbalance(const SmpView& view, const BalanceQuery& query, const Group& local,
                            const Group& busiest, std::int64_t perTask)
{
    std::int64_t tasks = 2;
    std::int64_t localPerTask = loadPerTask(view, query.cpu);
    if (local.nrRunning > 0) {
        localPerTask = local.weighted / local.nrRunning;
        if (perTask > localPerTask) tasks = 1;
    }
    const std::int64_t unit =
        view.rules.generation >= V2_6_32 ? perTask * kScale / busiest.power : perTask;
    if (busiest.average() - local.average() + unit >= unit * tasks) return perTask;

    const std::int64_t scaled = perTask * kScale / busiest.power;
    const std::int64_t now = (busiest.power * std::min(perTask, busiest.average()) +
                              local.power * std::min(localPerTask, local.average())) /
                             kScale;
    std::int64_t moved = 0;
    if (busiest.average() > scaled) {
        moved += busiest.power * std::min(perTask, busiest.average() - scaled);
    }
    const std::int64_t added =
        std::min(busiest.average() * busiest.power, perTask * kScale) / local.power;
    moved = (moved + local.power * std::min(localPerTask, local.average() + added)) / kScale;
    return moved > now ? perTask : 0;
}

std::int64_t imbalanceOf(const SmpView& view, const BalanceQuery& query, const Group& local,
                         const Group& busiest, std::int64_t average)
{
    std::int64_t perTask = busiest.weighted / busiest.nrRunning;
    if (busiest.isUneven) perTask = std::min(perTask, average);
    if (view.rules.generation < V2_6_32 && busiest.average() <= perTask) return 0;
    if (busiest.average() < average) return smallImbalance(view, query, local, busiest, perTask);

    std::int64_t most = busiest.average() - perTask;
    if (view.rules.generation >= V2_6_32) {
        // Only what the group's CPUs cannot run at once.
        most = busiest.isUneven ? INT64_MAX
                                : std::max<std::int64_t>(0, busiest.nrRunning - busiest.capacity) *
                                      kScale * kScale / busiest.power;
    }
    const std::int64_t pull = std::min(busiest.average() - average, most);
    const std::int64_t amount =
        std::min(pull * busiest.power, (average - local.average()) * local.power) / kScale;
    if (amount < perTask) return smallImbalance(view, query, local, busiest, perTask);
    return amount;
}

// find_busiest_queue(); -1 when none qualifies.
int busiestQueue(const SmpView& view, const BalanceQuery& query, const Group& group,
                 std::int64_t imbalance)
{
    int busiest = -1;
    std::int64_t most = 0;
    for (const int cpu : group.group->cpus) {
        if (query.excluded != nullptr && contains(*query.excluded, cpu)) continue;
        const CpuState& state = view.cpu(cpu);
        std::int64_t load = state.weight;
        const bool scales = view.rules.generation >= V2_6_32;
        const bool hasCapacity = !scales || (state.capacity + kScale / 2) / kScale > 0;
        if (hasCapacity && state.nrRunning == 1 && load > imbalance) continue;
        if (scales) load = load * kScale / state.capacity;
        if (load > most) {
            most = load;
            busiest = cpu;
        }
    }
    return busiest;
}

bool childPrefersSiblings(const SmpView& view, const BalanceQuery& query)
{
    if (view.rules.generation < V2_6_32) return false;
    const auto domains = view.tree.domains(query.cpu);
    const auto below = query.domain - domains.data();
    return below > 0 && domains[static_cast<std::size_t>(below - 1)]->parameters.preferSibling;
}

}  // namespace

std::optional<Pull> findBusiestEarly(const SmpView& view, const BalanceQuery& query)
{
    const bool preferSibling = childPrefersSiblings(view, query);
    Group local;
    Group busiest;
    std::int64_t totalLoad = 0;
    std::int64_t totalPower = 0;
    for (int step = 0; step < query.domain->groupCount(); ++step) {
        const Group stats = statsOf(view, query, step, preferSibling);
        totalLoad += stats.load;
        totalPower += stats.power;
        if (step == 0) {
            local = stats;
        } else if (stats.average() > (busiest.group ? busiest.average() : 0) &&
                   (stats.nrRunning > stats.capacity || stats.isUneven)) {
            busiest = stats;
        }
    }
    if (busiest.group == nullptr || busiest.nrRunning == 0) return {};
    const std::int64_t average = totalLoad * kScale / totalPower;
    const int pct = (*query.domain)->parameters.imbalancePct;
    if (local.average() >= busiest.average() || local.average() >= average ||
        100 * busiest.average() <= pct * local.average()) {
        return {};
    }
    const std::int64_t amount = imbalanceOf(view, query, local, busiest, average);
    if (amount <= 0) return {};
    const int from = busiestQueue(view, query, busiest, amount);
    if (from < 0 || from == query.cpu) return {};
    return Pull{.from = from,
                .kind = PullKind::Load,
                .amount = amount,
                .localLoad = local.average(),
                .busiestLoad = busiest.average(),
                .averageLoad = average};
}

}  // namespace resched

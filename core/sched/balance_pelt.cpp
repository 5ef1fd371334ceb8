// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Models update_sd_lb_stats(), find_busiest_group(), calculate_imbalance() and find_busiest_queue()
// of 6.1 to 6.18 (fair.c). Left out: misfit tasks, asymmetric packing, the hint of a child level
// that affinity stopped it, NUMA balancing.
#include "sched/balance_pelt.h"

#include <algorithm>

namespace resched {
namespace {

using enum SmpGeneration;

struct Busy
{
    const DomainGroup* group = nullptr;
    GroupStats stats;

    // The kernel computes it for overloaded groups alone; others compare as zero.
    std::int64_t load() const { return stats.type == GroupType::Overloaded ? stats.avgLoad() : 0; }
};

struct Survey
{
    Busy local;
    Busy busiest;
    std::int64_t totalLoad = 0;
    std::int64_t totalUtil = 0;
    std::int64_t totalCapacity = 0;
    bool preferSibling = false;

    std::int64_t average() const
    {
        return totalLoad * kNiceZeroLoad / std::max<std::int64_t>(1, totalCapacity);
    }
};

bool isExcluded(const BalanceQuery& query, int cpu)
{
    return query.excluded != nullptr && contains(*query.excluded, cpu);
}

const CpuDomain* childOf(const SmpView& view, const BalanceQuery& query)
{
    const auto domains = view.tree.domains(query.cpu);
    const auto level = query.domain - domains.data();
    return level > 0 ? &domains[static_cast<std::size_t>(level - 1)] : nullptr;
}

std::int64_t coresOf(const SmpView& view, const DomainGroup& group)
{
    const auto threads = view.tree.threads(group.cpus.front()).size();
    return static_cast<std::int64_t>(std::max<std::size_t>(1, group.cpus.size() / threads));
}

// A core that runs two tasks while the receiving core is idle (smt_balance() of 6.12).
bool wantsSmtBalance(const SmpView& view, const BalanceQuery& query, const DomainGroup& group,
                     const GroupStats& stats)
{
    if (view.rules.generation < V6_12 || query.idle == CpuIdleType::Busy) return false;
    const auto threads = view.tree.threads(group.cpus.front());
    const bool isCore = threads.size() > 1 && threads.size() == group.cpus.size();
    return isCore && stats.fairRunning > 1;
}

GroupStats statsOf(const SmpView& view, const BalanceQuery& query, int step)
{
    const DomainGroup& group = query.domain->group(step);
    GroupStats stats;
    for (const int cpu : group.cpus) {
        if (!isExcluded(query, cpu)) stats.add(view.cpu(cpu));
    }
    stats.weight = static_cast<int>(group.cpus.size());
    stats.classify((*query.domain)->parameters.imbalancePct);
    const bool isMild = stats.type == GroupType::HasSpare || stats.type == GroupType::FullyBusy;
    if (step != 0 && isMild && wantsSmtBalance(view, query, group, stats)) {
        stats.type = GroupType::SmtBalance;
    }
    return stats;
}

// update_sd_pick_busiest()
bool isBusier(const Busy& candidate, const Busy& busiest)
{
    if (candidate.stats.fairRunning == 0) return false;
    if (busiest.group == nullptr) return true;
    const GroupStats& a = candidate.stats;
    const GroupStats& b = busiest.stats;
    if (a.type != b.type) return a.type > b.type;
    switch (a.type) {
        case GroupType::Overloaded:
        case GroupType::FullyBusy:
            return candidate.load() > busiest.load();
        case GroupType::SmtBalance:
            return a.idleCpus != b.idleCpus ? a.idleCpus < b.idleCpus : a.nrRunning > b.nrRunning;
        case GroupType::Imbalanced:
            return false;
        case GroupType::HasSpare:
            break;
    }
    return a.idleCpus != b.idleCpus ? a.idleCpus < b.idleCpus : a.nrRunning > b.nrRunning;
}

Survey survey(const SmpView& view, const BalanceQuery& query)
{
    Survey result;
    for (int step = 0; step < query.domain->groupCount(); ++step) {
        const Busy group{&query.domain->group(step), statsOf(view, query, step)};
        result.totalLoad += group.stats.load;
        result.totalUtil += group.stats.util;
        result.totalCapacity += group.stats.capacity;
        if (step == 0)
            result.local = group;
        else if (isBusier(group, result.busiest))
            result.busiest = group;
    }
    const CpuDomain* child = childOf(view, query);
    result.preferSibling = child != nullptr && (*child)->parameters.preferSibling;
    return result;
}

// sibling_imbalance() of 6.12: even by cores, not by groups; the result is halved later.
std::int64_t siblingImbalance(const SmpView& view, const BalanceQuery& query, const Survey& found)
{
    const GroupStats& local = found.local.stats;
    const GroupStats& busiest = found.busiest.stats;
    const auto difference =
        std::max<std::int64_t>(0, std::int64_t{busiest.nrRunning} - local.nrRunning);
    if (view.rules.generation < V6_12) return difference;
    if (query.idle == CpuIdleType::Busy || busiest.nrRunning == 0) return 0;
    const std::int64_t here = coresOf(view, *found.local.group);
    const std::int64_t there = coresOf(view, *found.busiest.group);
    if (here == there) return difference;
    std::int64_t imbalance =
        std::max<std::int64_t>(0, here * busiest.nrRunning - there * local.nrRunning);
    imbalance = (2 * imbalance + here + there) / (here + there);
    if (imbalance <= 1 && local.nrRunning == 0 && busiest.nrRunning > 1) return 2;
    return imbalance;
}

// find_busiest_group()
bool isBalanced(const SmpView& view, const BalanceQuery& query, const Survey& found)
{
    const GroupStats& local = found.local.stats;
    const GroupStats& busiest = found.busiest.stats;
    if (found.busiest.group == nullptr) return true;
    if (busiest.type == GroupType::Imbalanced) return false;
    if (local.type > busiest.type) return true;
    if (local.type == GroupType::Overloaded) {
        const std::int64_t load = found.local.load();
        if (load >= found.busiest.load() || load >= found.average() ||
            100 * found.busiest.load() <= (*query.domain)->parameters.imbalancePct * load) {
            return true;
        }
    }
    if (found.preferSibling && local.type == GroupType::HasSpare &&
        siblingImbalance(view, query, found) > 1) {
        return false;
    }
    if (busiest.type == GroupType::Overloaded) return false;
    if (query.idle == CpuIdleType::Busy) return true;
    if (busiest.weight > 1 && local.idleCpus <= busiest.idleCpus + 1) return true;
    return busiest.fairRunning == 1;
}

// calculate_imbalance()
Pull imbalanceOf(const SmpView& view, const BalanceQuery& query, const Survey& found)
{
    const Domain& domain = **query.domain;
    const GroupStats& local = found.local.stats;
    const GroupStats& busiest = found.busiest.stats;
    Pull pull{.localLoad = local.avgLoad(),
              .busiestLoad = busiest.avgLoad(),
              .averageLoad = found.average(),
              .busiestType = busiest.type};
    if (busiest.type == GroupType::Imbalanced || busiest.type == GroupType::SmtBalance) {
        pull.kind = PullKind::Tasks;
        pull.amount = 1;
        return pull;
    }
    if (local.type == GroupType::HasSpare) {
        if (busiest.type > GroupType::FullyBusy && !domain.parameters.shareLlc) {
            pull.kind = PullKind::Util;
            pull.amount = std::max(local.capacity, local.util) - local.util;
            if (pull.amount == 0 && query.idle != CpuIdleType::Busy) {
                pull.kind = PullKind::Tasks;
                pull.amount = 1;
            }
            return pull;
        }
        pull.kind = PullKind::Tasks;
        pull.amount = busiest.weight == 1 || found.preferSibling
                          ? siblingImbalance(view, query, found)
                          : std::max(0, local.idleCpus - busiest.idleCpus);
        if (domain.level == DomainLevel::Numa) {
            pull.amount = allowedNumaImbalance(static_cast<int>(pull.amount), local.nrRunning + 1,
                                               domain.imbNumaNr);
        }
        pull.amount >>= 1;  // half of the difference evens it out
        return pull;
    }
    const std::int64_t average = found.average();
    if (pull.localLoad >= found.busiest.load() || pull.localLoad >= average) return pull;
    pull.amount = std::min((pull.busiestLoad - average) * busiest.capacity,
                           (average - pull.localLoad) * local.capacity) /
                  kNiceZeroLoad;
    return pull;
}

// find_busiest_queue(); -1 when none qualifies.
int busiestQueue(const SmpView& view, const BalanceQuery& query, const Survey& found,
                 const Pull& pull)
{
    int busiest = -1;
    std::int64_t most = 0;
    std::int64_t capacityOfMost = 1;
    for (const int cpu : found.busiest.group->cpus) {
        const CpuState& state = view.cpu(cpu);
        if (isExcluded(query, cpu) || state.fairRunning == 0) continue;
        std::int64_t amount = state.fairRunning;
        if (pull.kind == PullKind::Load) {
            amount = state.loadAvg;
            if (state.fairRunning == 1 && amount > pull.amount) continue;
            if (amount * capacityOfMost <= most * state.capacity) continue;
            capacityOfMost = state.capacity;
        } else if (pull.kind == PullKind::Util) {
            amount = state.util();
            if (state.fairRunning <= 1 || amount <= most) continue;
        } else if (amount <= most) {
            continue;
        }
        most = amount;
        busiest = cpu;
    }
    return busiest;
}

void noteUtilisation(const SmpView& view, const BalanceQuery& query, const Survey& found)
{
    const Domain& domain = **query.domain;
    const int size = view.tree.llcSize(query.cpu);
    if (query.idle == CpuIdleType::NewlyIdle || domain.weight() != size) return;
    if (!domain.parameters.shareLlc) return;
    view.llc(query.cpu).nrIdleScan =
        idleScanLimit(found.totalUtil, size, domain.parameters.imbalancePct);
}

}  // namespace

std::optional<Pull> findBusiestPelt(const SmpView& view, const BalanceQuery& query)
{
    const Survey found = survey(view, query);
    noteUtilisation(view, query, found);
    if (isBalanced(view, query, found)) return {};
    Pull pull = imbalanceOf(view, query, found);
    if (pull.amount <= 0) return {};
    pull.from = busiestQueue(view, query, found, pull);
    if (pull.from < 0 || pull.from == query.cpu) return {};
    return pull;
}

}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Models build_sched_domains() and cpu_attach_domain() (sched.c up to 2.6.36, topology.c of 6.1).
// Differences: more than 16 nodes make one ALLNODES level before 2.6.37, without the level of the
// 16 nearest; groups of NUMA levels that would overlap are cut to a partition.
#include "sched/domains.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace resched {
namespace {

constexpr int kNodesPerDomain = 16;   // SD_NODES_PER_DOMAIN
constexpr int kReclaimDistance = 30;  // node_reclaim_distance of 6.1

using Spans = std::vector<std::vector<int>>;  // by CPU; ascending, empty when offline

std::size_t at(int value)
{
    return static_cast<std::size_t>(value);
}

const CpuPlace& placeOf(const Topology& topology, int cpu)
{
    return topology.cpus[at(cpu)];
}

// A level lies inside a node, whatever the firmware says about caches.
Spans spansBy(const Topology& topology, const std::vector<int>& online, int CpuPlace::*field)
{
    std::map<std::pair<int, int>, std::vector<int>> members;
    const auto keyOf = [&](int cpu) {
        return std::pair(placeOf(topology, cpu).node, placeOf(topology, cpu).*field);
    };
    for (const int cpu : online) members[keyOf(cpu)].push_back(cpu);
    Spans spans(topology.cpus.size());
    for (const int cpu : online) spans[at(cpu)] = members[keyOf(cpu)];
    return spans;
}

int distanceBetween(const Topology& topology, int nodes, int from, int to)
{
    const std::size_t entry =
        at(placeOf(topology, from).node) * at(nodes) + at(placeOf(topology, to).node);
    if (entry < topology.nodeDistances.size()) return topology.nodeDistances[entry];
    return placeOf(topology, from).node == placeOf(topology, to).node ? 10 : 20;
}

// The CPUs of nodes within `limit`, and the distances there are, node by node.
struct Distances
{
    Distances(const Topology& topology, const std::vector<int>& online)
    {
        for (const int cpu : online) members[placeOf(topology, cpu).node].push_back(cpu);
        const int nodes = topology.nodeCount();
        for (const auto& [from, some] : members) {
            for (const auto& [to, others] : members) {
                const int distance =
                    from == to ? 0 : distanceBetween(topology, nodes, some[0], others[0]);
                between[{from, to}] = distance;
                if (from != to) all.insert(distance);
            }
        }
    }

    std::vector<int> within(int node, int limit) const
    {
        std::vector<int> span;
        for (const auto& [other, cpus] : members) {
            if (between.at({node, other}) <= limit)
                span.insert(span.end(), cpus.begin(), cpus.end());
        }
        std::sort(span.begin(), span.end());
        return span;
    }

    std::map<int, std::vector<int>> members;  // by node
    std::map<std::pair<int, int>, int> between;
    std::set<int> all;
};

std::string_view nameOf(SmpGeneration generation, DomainLevel level)
{
    const bool old = generation < SmpGeneration::V6_1;
    switch (level) {
        case DomainLevel::Smt:
            return old ? "SIBLING" : "SMT";
        case DomainLevel::Mc:
            return "MC";
        case DomainLevel::Node:
            if (old) return "CPU";
            return generation < SmpGeneration::V6_12 ? "DIE" : "PKG";
        case DomainLevel::Numa:
            return old ? "NODE" : "NUMA";
        case DomainLevel::AllNodes:
            return "ALLNODES";
    }
    return "";
}

CpuMask maskOf(const std::vector<int>& cpus)
{
    CpuMask mask;
    for (const int cpu : cpus) mask.add(CpuId{cpu});
    return mask;
}

// The child level's spans, in the order in which the span meets them, cut so that they partition
// it.
std::vector<DomainGroup> groupsOf(const std::vector<int>& span, const Spans& childSpans)
{
    std::vector<DomainGroup> groups;
    std::set<int> covered;
    for (const int cpu : span) {
        if (covered.contains(cpu)) continue;
        DomainGroup group;
        for (const int other : childSpans[at(cpu)]) {
            const bool inside = std::binary_search(span.begin(), span.end(), other);
            if (inside && !covered.contains(other)) group.cpus.push_back(other);
        }
        covered.insert(group.cpus.begin(), group.cpus.end());
        groups.push_back(std::move(group));
    }
    return groups;
}

int localGroupOf(const Domain& domain, int cpu)
{
    const auto found =
        std::find_if(domain.groups.begin(), domain.groups.end(), [&](const DomainGroup& group) {
            return std::binary_search(group.cpus.begin(), group.cpus.end(), cpu);
        });
    return static_cast<int>(found - domain.groups.begin());
}

}  // namespace

struct DomainTree::Level
{
    DomainLevel level = DomainLevel::Smt;
    Spans spans;
    bool isFar = false;  // beyond the distance that reclaim walks
    int imbNumaNr = 0;
};

std::vector<DomainTree::Level> DomainTree::levelsOf(const Topology& topology,
                                                    SmpGeneration generation,
                                                    const std::vector<int>& online)
{
    std::vector<Level> levels{{DomainLevel::Smt, spansBy(topology, online, &CpuPlace::core)},
                              {DomainLevel::Mc, spansBy(topology, online, &CpuPlace::llc)},
                              {DomainLevel::Node, Spans(topology.cpus.size())}};
    const Distances distances(topology, online);
    for (const int cpu : online) {
        levels[2].spans[at(cpu)] = distances.members.at(placeOf(topology, cpu).node);
    }
    if (generation < SmpGeneration::V6_1) {
        const bool isLarge = distances.members.size() > kNodesPerDomain;
        Level all{isLarge ? DomainLevel::AllNodes : DomainLevel::Numa, Spans(topology.cpus.size())};
        for (const int cpu : online) all.spans[at(cpu)] = online;
        levels.push_back(std::move(all));
        return levels;
    }
    // build_sched_domains() of 6.1 counts before it drops levels that add nothing.
    const int first = online.front();
    const auto nodeWeight = static_cast<int>(levels[2].spans[at(first)].size());
    const int llcs = nodeWeight / static_cast<int>(levels[1].spans[at(first)].size());
    levels[2].imbNumaNr = std::max(1, llcs == 1 ? nodeWeight / 8 : llcs);
    int firstWeight = 0;
    for (const int distance : distances.all) {
        Level numa{DomainLevel::Numa, Spans(topology.cpus.size()), distance > kReclaimDistance};
        for (const int cpu : online) {
            numa.spans[at(cpu)] = distances.within(placeOf(topology, cpu).node, distance);
        }
        const auto weight = static_cast<int>(numa.spans[at(first)].size());
        if (firstWeight == 0) firstWeight = weight;
        numa.imbNumaNr = levels[2].imbNumaNr * std::max(1, weight / firstWeight);
        levels.push_back(std::move(numa));
    }
    return levels;
}

std::unique_ptr<Domain> DomainTree::makeDomain(const Level& level, const Level& child, int cpu,
                                               SmpGeneration generation, int cpus) const
{
    auto domain = std::make_unique<Domain>();
    domain->level = level.level;
    domain->name = nameOf(generation, level.level);
    domain->span = level.spans[at(cpu)];
    domain->mask = maskOf(domain->span);
    domain->groups = groupsOf(domain->span, child.spans);
    domain->imbNumaNr = level.imbNumaNr;
    domain->parameters = domainParameters(generation, level.level, domain->weight(), cpus);
    if (level.isFar) {
        domain->parameters.balanceExec = false;
        domain->parameters.balanceFork = false;
        domain->parameters.wakeAffine = false;
    }
    // init_sched_groups_power() of 2.6.31: one CPU's power for a group whose child level shares a
    // core or a cache, else the sum over the child's groups.
    for (DomainGroup& group : domain->groups) {
        const auto& below = chains_[at(group.cpus.front())];
        if (below.empty()) continue;
        const Domain& part = *below.back().domain;
        if (part.parameters.shareCpuPower || part.parameters.shareLlc) continue;
        group.power = 0;
        for (const DomainGroup& piece : part.groups) group.power += piece.power;
    }
    return domain;
}

void DomainTree::addLevel(const Level& level, const Level& child, SmpGeneration generation,
                          const std::vector<int>& online)
{
    std::map<std::vector<int>, const Domain*> built;
    std::vector<std::pair<int, const Domain*>> added;
    for (const int cpu : online) {
        if (level.spans[at(cpu)] == child.spans[at(cpu)]) continue;  // sd_degenerate()
        const Domain*& domain = built[level.spans[at(cpu)]];
        if (domain == nullptr) {
            const auto cpus = static_cast<int>(online.size());
            all_.push_back(makeDomain(level, child, cpu, generation, cpus));
            domain = all_.back().get();
        }
        added.emplace_back(cpu, domain);
    }
    for (const auto& [cpu, domain] : added) {
        chains_[at(cpu)].push_back({domain, localGroupOf(*domain, cpu)});
    }
}

void DomainTree::findSharers(const Topology& topology, const std::vector<int>& online)
{
    std::map<std::pair<int, int>, int> caches;
    std::map<int, int> cores;
    for (const int cpu : online) {
        const CpuPlace& place = placeOf(topology, cpu);
        const auto cache =
            caches.emplace(std::pair(place.node, place.llc), static_cast<int>(caches.size()));
        llc_[at(cpu)] = cache.first->second;
        llcSizes_.resize(caches.size());
        ++llcSizes_[at(llc_[at(cpu)])];
        const auto core = cores.emplace(place.core, static_cast<int>(cores.size()));
        core_[at(cpu)] = core.first->second;
        cores_.resize(cores.size());
        cores_[at(core_[at(cpu)])].push_back(cpu);
    }
}

DomainTree::DomainTree(const Topology& topology, SmpGeneration generation, const CpuMask& online)
    : chains_(topology.cpus.size()), llc_(topology.cpus.size(), -1), core_(topology.cpus.size(), -1)
{
    std::vector<int> cpus;
    Level child{.spans = Spans(topology.cpus.size())};
    for (int cpu = 0; cpu < topology.count(); ++cpu) {
        if (!online.isEmpty() && !contains(online, cpu)) continue;
        cpus.push_back(cpu);
        child.spans[at(cpu)] = {cpu};
    }
    findSharers(topology, cpus);
    if (cpus.empty()) return;
    for (Level& level : levelsOf(topology, generation, cpus)) {
        addLevel(level, child, generation, cpus);
        child = std::move(level);
    }
}

const CpuDomain* DomainTree::llcDomain(int cpu) const
{
    const CpuDomain* found = nullptr;
    for (const CpuDomain& domain : domains(cpu)) {
        if (domain->parameters.shareLlc) found = &domain;
    }
    return found;
}

}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/topology.h"

#include <algorithm>
#include <set>

namespace resched {
namespace {

std::string counted(int count, const char* one, const char* many)
{
    return std::to_string(count) + ' ' + (count == 1 ? one : many);
}

int distinct(const std::vector<CpuPlace>& cpus, int CpuPlace::*field)
{
    std::set<int> values;
    for (const CpuPlace& cpu : cpus) values.insert(cpu.*field);
    return static_cast<int>(values.size());
}

}  // namespace

int Topology::nodeCount() const
{
    return distinct(cpus, &CpuPlace::node);
}

const CpuPlace* Topology::find(CpuId id) const
{
    const auto found = std::lower_bound(
        cpus.begin(), cpus.end(), id, [](const CpuPlace& cpu, CpuId key) { return cpu.id < key; });
    return found != cpus.end() && found->id == id ? &*found : nullptr;
}

std::string Topology::text() const
{
    std::string text = counted(distinct(cpus, &CpuPlace::package), "package", "packages");
    if (nodeCount() > 1) text += ", " + counted(nodeCount(), "node", "nodes");
    text += ", " + counted(distinct(cpus, &CpuPlace::core), "core", "cores");
    return text + ", " + counted(count(), "CPU", "CPUs");
}

Topology uniformTopology(int cpus)
{
    return uniformTopology(CpuSet::firstCpus(cpus));
}

Topology uniformTopology(const CpuSet& cpus)
{
    Topology topology;
    for (const CpuId id : cpus.cpus()) {
        topology.cpus.push_back({.id = id, .core = topology.count()});
    }
    return topology;
}

}  // namespace resched

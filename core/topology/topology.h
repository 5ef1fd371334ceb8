// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which CPUs a machine has and what they share: thread of a core, core of a last-level cache, cache
// of a package, package of a NUMA node. Values are dense indexes, numbered as the CPUs by id meet
// them; threads of a core share everything else; capacity 1024 is the fastest CPU.

#include "base/cpu_set.h"
#include "base/ids.h"
#include "base/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace resched {

struct CpuPlace
{
    CpuId id{};
    int core = 0;
    int llc = 0;  // last-level cache
    int package = 0;
    int node = 0;
    int capacity = 1024;
    friend bool operator==(const CpuPlace&, const CpuPlace&) = default;
};

struct Topology
{
    std::vector<CpuPlace> cpus;  // by id; ids need not be dense
    // NUMA distances as in the ACPI table (10 = local), row by node; empty when there is one node.
    std::vector<int> nodeDistances;

    int count() const { return static_cast<int>(cpus.size()); }
    int nodeCount() const;
    const CpuPlace* find(CpuId id) const;
    std::string text() const;  // "2 packages, 8 cores, 16 CPUs"
    friend bool operator==(const Topology&, const Topology&) = default;
};

// n CPUs in one package that share a last-level cache, one thread a core.
Topology uniformTopology(int cpus);
// The same for the CPUs that a recording shows when it does not say what they share.
Topology uniformTopology(const CpuSet& cpus);
// hwloc's synthetic description ("pack:2 l3:1 core:4 pu:2"), an hwloc XML file, the machine it runs
// on. The last-level cache is the outermost of level 2 or more, the package where none is known.
Result<Topology> topologyFromSynthetic(std::string_view description);
Result<Topology> topologyFromXml(const std::filesystem::path& path);
Result<Topology> topologyOfThisMachine();

}  // namespace resched

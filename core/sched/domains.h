// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Sched domains: for each CPU the chain of ever larger sets of CPUs over which its tasks are placed
// and balanced, with the groups that partition each set and the parameters of the kernel
// generation. Levels that add nothing are left out, as the kernel does.
//
// In this and the other SMP headers of this room a CPU is its position in Topology::cpus, an int
// from 0; masks hold positions too.

#include "base/cpu_set.h"
#include "sched/smp_rules.h"
#include "topology/topology.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace resched {

using CpuMask = CpuSet;  // of positions

inline bool contains(const CpuMask& mask, int cpu)
{
    return mask.contains(CpuId{cpu});
}
// A mask that is absent allows every CPU.
inline bool allows(const CpuMask* mask, int cpu)
{
    return mask == nullptr || contains(*mask, cpu);
}

enum class DomainLevel : std::uint8_t {
    Smt,   // SIBLING; threads of a core
    Mc,    // CPUs of one last-level cache
    Node,  // CPU, DIE or PKG: all CPUs of a NUMA node, or of a machine without nodes
    Numa,  // NODE; several nodes
    AllNodes,
};

// Which averaged load balancing looks at (cpu_load[], up to 2.6.36).
struct LoadIndexes
{
    int busy = 0;
    int idle = 0;
    int newidle = 0;
    int wake = 0;
    int forkExec = 0;
    friend bool operator==(const LoadIndexes&, const LoadIndexes&) = default;
};

struct DomainParameters
{
    int minInterval = 1;  // ms
    int maxInterval = 2;
    int busyFactor = 64;
    int imbalancePct = 125;
    int cacheNiceTries = 1;
    LoadIndexes indexes = {};
    bool balanceNewidle = false;
    bool balanceFork = false;
    bool balanceExec = false;
    bool balanceWake = false;  // up to 2.6.31: WAKE_BALANCE
    bool wakeAffine = false;
    bool wakeIdle = false;
    bool shareCpuPower = false;
    bool shareLlc = false;
    bool preferSibling = false;
    bool serialize = false;
    friend bool operator==(const DomainParameters&, const DomainParameters&) = default;
};

struct DomainGroup
{
    std::vector<int> cpus;  // ascending
    // Up to 2.6.31, where it is fixed: 1024 for the lowest level and for a whole core or cache.
    int power = 1024;
};

struct Domain
{
    DomainLevel level = DomainLevel::Smt;
    std::string_view name;  // as this generation calls it
    std::vector<int> span;  // ascending
    CpuMask mask;
    std::vector<DomainGroup> groups;
    DomainParameters parameters;
    int imbNumaNr = 0;  // tasks that may stay on a node before they are spread

    int weight() const { return static_cast<int>(span.size()); }
};

// A domain as one of its CPUs sees it. The groups form a ring that begins with the local one.
struct CpuDomain
{
    const Domain* domain = nullptr;
    int localGroup = 0;

    const Domain* operator->() const { return domain; }
    const Domain& operator*() const { return *domain; }
    const DomainGroup& group(int step) const
    {
        // At most once around; a division would cost more than the rest of the look.
        const int at = localGroup + step;
        return domain->groups[static_cast<std::size_t>(at < groupCount() ? at : at - groupCount())];
    }
    int groupCount() const { return static_cast<int>(domain->groups.size()); }
};

class DomainTree
{
public:
    DomainTree() = default;
    // `online`: the CPUs that take part; empty means all.
    DomainTree(const Topology& topology, SmpGeneration generation, const CpuMask& online = {});

    std::span<const CpuDomain> domains(int cpu) const
    {
        return chains_[static_cast<std::size_t>(cpu)];
    }
    int cpuCount() const { return static_cast<int>(chains_.size()); }

    // The largest domain whose CPUs share the last-level cache; null where that is one CPU alone.
    const CpuDomain* llcDomain(int cpu) const;
    bool shareLlc(int a, int b) const { return llc_[index(a)] == llc_[index(b)]; }
    int llcOf(int cpu) const { return llc_[index(cpu)]; }  // dense
    int llcCount() const { return static_cast<int>(llcSizes_.size()); }
    int llcSize(int cpu) const { return llcSizes_[index(llcOf(cpu))]; }
    std::span<const int> threads(int cpu) const { return cores_[index(core_[index(cpu)])]; }

private:
    struct Level;
    static std::size_t index(int value) { return static_cast<std::size_t>(value); }
    static std::vector<Level> levelsOf(const Topology& topology, SmpGeneration generation,
                                       const std::vector<int>& online);
    std::unique_ptr<Domain> makeDomain(const Level& level, const Level& child, int cpu,
                                       SmpGeneration generation, int cpus) const;
    void addLevel(const Level& level, const Level& child, SmpGeneration generation,
                  const std::vector<int>& online);
    void findSharers(const Topology& topology, const std::vector<int>& online);

    std::vector<std::unique_ptr<Domain>> all_;
    std::vector<std::vector<CpuDomain>> chains_;
    std::vector<int> llc_;
    std::vector<int> llcSizes_;
    std::vector<int> core_;
    std::vector<std::vector<int>> cores_;
};

// What the kernel's tables and sd_init() give a level; `weight`: CPUs in the span, `cpus`: all.
DomainParameters domainParameters(SmpGeneration generation, DomainLevel level, int weight,
                                  int cpus);

}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The three sources that hwloc reads for us, and how its object tree becomes a Topology.
#include "topology/topology.h"

#include <hwloc.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <span>
#include <system_error>

namespace resched {
namespace {

struct Destroy
{
    void operator()(hwloc_topology_t topology) const { hwloc_topology_destroy(topology); }
};
using Handle = std::unique_ptr<hwloc_topology, Destroy>;

Handle emptyHandle()
{
    hwloc_topology_t topology = nullptr;
    return Handle(hwloc_topology_init(&topology) == 0 ? topology : nullptr);
}

Error noHwloc(const std::filesystem::path& path = {})
{
    return {.code = ErrorCode::Internal,
            .what = "hwloc could not build the topology",
            .path = path.string()};
}

hwloc_obj_t lastLevelCache(hwloc_obj_t pu)
{
    // The kernel of x86 takes the level-3 cache, or level 2 where there is none, never level 1
    // (cacheinfo.c); its own fallback without cache information is the package.
    hwloc_obj_t found = nullptr;
    for (hwloc_obj_t obj = pu->parent; obj != nullptr; obj = obj->parent) {
        if (hwloc_obj_type_is_dcache(obj->type) && obj->attr->cache.depth >= 2) found = obj;
    }
    return found;
}

// Objects get indexes in the order in which they are first asked for.
class DenseIndex
{
public:
    template <typename Key>
    int of(const Key& key)
    {
        return indexes_.emplace(reinterpret_cast<std::uintptr_t>(key), size()).first->second;
    }

private:
    int size() const { return static_cast<int>(indexes_.size()); }
    std::map<std::uintptr_t, int> indexes_;
};

int capacityOf(hwloc_topology_t topology, hwloc_obj_t pu)
{
    const int kind = hwloc_cpukinds_get_by_cpuset(topology, pu->cpuset, 0);
    if (kind < 0) return 0;
    unsigned infoCount = 0;
    hwloc_info_s* infos = nullptr;
    if (hwloc_cpukinds_get_info(topology, static_cast<unsigned>(kind), nullptr, nullptr, &infoCount,
                                &infos, 0) != 0) {
        return 0;
    }
    for (const hwloc_info_s& info : std::span(infos, infoCount)) {
        const std::string_view value = info.value;
        int capacity = 0;
        if (std::string_view(info.name) != "LinuxCapacity") continue;
        std::from_chars(value.data(), value.data() + value.size(), capacity);
        return capacity;
    }
    return 0;
}

// Capacities relative to the largest, where every CPU has one; else all alike.
void scaleCapacities(std::vector<CpuPlace>& cpus)
{
    int largest = 0;
    int smallest = INT32_MAX;
    for (const CpuPlace& cpu : cpus) {
        largest = std::max(largest, cpu.capacity);
        smallest = std::min(smallest, cpu.capacity);
    }
    for (CpuPlace& cpu : cpus) {
        cpu.capacity =
            smallest <= 0 ? 1024 : static_cast<int>(std::int64_t{1024} * cpu.capacity / largest);
    }
}

// Node by node as the CPUs meet them; the kernel's 10 and 20 where the firmware says nothing.
std::vector<int> distancesBetween(hwloc_topology_t topology, const std::vector<unsigned>& nodes)
{
    const std::size_t n = nodes.size();
    if (n < 2) return {};
    std::vector<int> result(n * n, 20);
    for (std::size_t i = 0; i < n; ++i) result[i * n + i] = 10;

    unsigned count = 1;
    hwloc_distances_s* found = nullptr;
    if (hwloc_distances_get_by_name(topology, "NUMALatency", &count, &found, 0) != 0 ||
        count == 0) {
        return result;
    }
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            const hwloc_obj_t from = hwloc_get_numanode_obj_by_os_index(topology, nodes[i]);
            const hwloc_obj_t to = hwloc_get_numanode_obj_by_os_index(topology, nodes[j]);
            hwloc_uint64_t there = 0;
            hwloc_uint64_t back = 0;
            if (hwloc_distances_obj_pair_values(found, from, to, &there, &back) == 0 &&
                there < 1000) {
                result[i * n + j] = static_cast<int>(there);
            }
        }
    }
    hwloc_distances_release(topology, found);
    return result;
}

std::vector<hwloc_obj_t> processingUnits(hwloc_topology_t topology)
{
    std::vector<hwloc_obj_t> pus;
    for (hwloc_obj_t pu = nullptr;
         (pu = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_PU, pu)) != nullptr;) {
        pus.push_back(pu);
    }
    std::sort(pus.begin(), pus.end(),
              [](hwloc_obj_t a, hwloc_obj_t b) { return a->os_index < b->os_index; });
    return pus;
}

Result<Topology> convert(const Handle& handle, const std::string& origin)
{
    hwloc_topology_t topology = handle.get();
    const std::vector<hwloc_obj_t> pus = processingUnits(topology);
    if (pus.empty() || pus.back()->os_index >= static_cast<unsigned>(CpuSet::kMaxCpus)) {
        return Error{.code = ErrorCode::Unsupported,
                     .what = pus.empty() ? "the topology has no CPUs"
                                         : "CPU " + std::to_string(pus.back()->os_index) +
                                               " is beyond what Resched handles",
                     .path = origin,
                     .expected = "CPU numbers from 0 to " + std::to_string(CpuSet::kMaxCpus - 1)};
    }
    Topology result;
    DenseIndex cores;
    DenseIndex caches;
    DenseIndex packages;
    std::vector<unsigned> nodes;
    for (const hwloc_obj_t pu : pus) {
        const hwloc_obj_t core = hwloc_get_ancestor_obj_by_type(topology, HWLOC_OBJ_CORE, pu);
        const hwloc_obj_t package = hwloc_get_ancestor_obj_by_type(topology, HWLOC_OBJ_PACKAGE, pu);
        const hwloc_obj_t cache = lastLevelCache(pu);
        const auto node = static_cast<unsigned>(std::max(0, hwloc_bitmap_first(pu->nodeset)));
        auto known = std::find(nodes.begin(), nodes.end(), node);
        if (known == nodes.end()) known = nodes.insert(nodes.end(), node);
        result.cpus.push_back({.id = CpuId{static_cast<std::int32_t>(pu->os_index)},
                               .core = cores.of(core ? core : pu),
                               .llc = caches.of(cache ? cache : package),
                               .package = packages.of(package),
                               .node = static_cast<int>(known - nodes.begin()),
                               .capacity = capacityOf(topology, pu)});
    }
    scaleCapacities(result.cpus);
    result.nodeDistances = distancesBetween(topology, nodes);
    return result;
}

// CPUs that a synthetic description asks for, saturating; hwloc itself would try to build them all.
std::int64_t cpusOf(std::string_view description)
{
    std::int64_t cpus = 1;
    int depth = 0;
    for (std::size_t i = 0; i < description.size(); ++i) {
        const char c = description[i];
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        const bool begins = i == 0 || description[i - 1] == ':' || description[i - 1] == ' ';
        if (depth != 0 || !begins) continue;
        std::int64_t arity = 0;
        const auto* end = description.data() + description.size();
        const auto [next, error] = std::from_chars(description.data() + i, end, arity);
        if (error == std::errc::result_out_of_range) return INT64_MAX;
        // "[numa]" and attributes do not multiply; a name without a number does not either.
        if (error == std::errc{} && arity > 0) cpus *= std::min<std::int64_t>(arity, INT32_MAX);
        if (cpus > CpuSet::kMaxCpus) return cpus;
    }
    return cpus;
}

}  // namespace

Result<Topology> topologyFromSynthetic(std::string_view description)
{
    const std::string text(description);
    Error bad{.code = ErrorCode::InvalidArgument,
              .what = "'" + text + "' is no synthetic topology",
              .expected = "hwloc's form, for example \"pack:2 l3:1 core:4 pu:2\""};
    if (cpusOf(description) > CpuSet::kMaxCpus) {
        bad.what = "'" + text + "' has too many CPUs";
        bad.expected = "at most " + std::to_string(CpuSet::kMaxCpus);
        return bad;
    }
    const Handle handle = emptyHandle();
    if (!handle) return noHwloc();
    if (text.find('\0') != std::string::npos ||
        hwloc_topology_set_synthetic(handle.get(), text.c_str()) != 0 ||
        hwloc_topology_load(handle.get()) != 0) {
        return bad;
    }
    return convert(handle, "");
}

Result<Topology> topologyFromXml(const std::filesystem::path& path)
{
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) {
        return Error{.code = ErrorCode::NotFound,
                     .what = "there is no such file",
                     .path = path.string(),
                     .expected = "an hwloc XML file"};
    }
    const Handle handle = emptyHandle();
    if (!handle) return noHwloc(path);
    // A description of another machine: CPUs that a container could not use count as well.
    if (hwloc_topology_set_flags(handle.get(), HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED) != 0 ||
        hwloc_topology_set_xml(handle.get(), path.c_str()) != 0 ||
        hwloc_topology_load(handle.get()) != 0) {
        return Error{.code = ErrorCode::Corrupt,
                     .what = "hwloc cannot read it as a topology",
                     .path = path.string(),
                     .expected = "XML as lstopo writes it"};
    }
    return convert(handle, path.string());
}

Result<Topology> topologyOfThisMachine()
{
    const Handle handle = emptyHandle();
    if (!handle || hwloc_topology_load(handle.get()) != 0) return noHwloc();
    return convert(handle, "");
}

}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The JSON form of a Machine. "topology" is hwloc's synthetic string, an object with "synthetic"
// and "node_distances", or an object with "cpus"; "smt_throughput" stands for one entry of "shared"
// a core.
#include "topology/machine.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

namespace resched {
namespace {

using Json = nlohmann::ordered_json;

struct CostField
{
    const char* key;
    Nanoseconds CostModel::*field;
};
constexpr std::array kCosts{
    CostField{"context_switch_ns", &CostModel::contextSwitch},
    CostField{"refill_full_ns", &CostModel::refillFull},
    CostField{"refill_scale_ns", &CostModel::refillScale},
    CostField{"migration_ns", &CostModel::migration},
    CostField{"wakeup_ns", &CostModel::wakeup},
    CostField{"ipi_ns", &CostModel::ipi},
    CostField{"reschedule_ns", &CostModel::reschedule},
    CostField{"tick_ns", &CostModel::tick},
    CostField{"fork_ns", &CostModel::fork},
    CostField{"syscall_ns", &CostModel::syscall},
    CostField{"futex_wait_ns", &CostModel::futexWait},
    CostField{"futex_wake_ns", &CostModel::futexWake},
    CostField{"futex_requeue_ns", &CostModel::futexRequeue},
    CostField{"list_visit_ns", &CostModel::listVisit},
};
constexpr std::int64_t kLargestCost = 1'000'000'000;

struct PlaceField
{
    const char* key;
    int CpuPlace::*field;
};
constexpr std::array kPlaces{
    PlaceField{"core", &CpuPlace::core},         PlaceField{"llc", &CpuPlace::llc},
    PlaceField{"package", &CpuPlace::package},   PlaceField{"node", &CpuPlace::node},
    PlaceField{"capacity", &CpuPlace::capacity},
};

// Reads fields and remembers the first that is wrong; after that everything reads as nothing.
class Reader
{
public:
    explicit Reader(std::string path) : path_(std::move(path)) {}

    bool failed() const { return error_.has_value(); }
    const Error& error() const { return *error_; }

    void fail(std::string what, std::string expected)
    {
        if (error_) return;
        error_ = Error{.code = ErrorCode::Corrupt,
                       .what = std::move(what),
                       .path = path_,
                       .expected = std::move(expected)};
    }

    template <typename Keys>
    void knownKeys(const Json& object, const Keys& keys, const std::string& where)
    {
        if (!object.is_object()) return fail(where + " is no object", "an object in braces");
        std::string known;
        for (const auto& key : keys) known += (known.empty() ? "one of " : ", ") + std::string(key);
        for (const auto& item : object.items()) {
            if (std::find(keys.begin(), keys.end(), item.key()) == keys.end()) {
                return fail(where + " has an unknown key '" + item.key() + "'", known);
            }
        }
    }

    std::string text(const Json& object, const char* key)
    {
        if (failed() || !object.contains(key)) return {};
        if (!object[key].is_string()) fail(quoted(key) + " is no text", "a string");
        return failed() ? std::string{} : object[key].get<std::string>();
    }

    std::int64_t number(const Json& value, const std::string& what, std::int64_t least,
                        std::int64_t most)
    {
        if (failed()) return least;
        const bool isWhole = value.is_number_integer();
        const bool tooBig = value.is_number_unsigned() && value.get<std::uint64_t>() > INT64_MAX;
        const std::int64_t result = isWhole && !tooBig ? value.get<std::int64_t>() : most;
        if (!isWhole || tooBig || result < least || result > most) {
            fail(quoted(what) + " is " + shortened(value),
                 "a whole number from " + std::to_string(least) + " to " + std::to_string(most));
            return least;
        }
        return result;
    }

    static std::string quoted(const std::string& text) { return "'" + text + "'"; }

private:
    static std::string shortened(const Json& value)
    {
        std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
        if (text.size() > 40) text = text.substr(0, 37) + "...";
        return text;
    }

    std::string path_;
    std::optional<Error> error_;
};

void renumber(std::vector<CpuPlace>& cpus, int CpuPlace::*field)
{
    std::map<int, int> dense;
    for (CpuPlace& cpu : cpus) {
        cpu.*field = dense.emplace(cpu.*field, static_cast<int>(dense.size())).first->second;
    }
}

void readCpu(Reader& reader, const Json& entry, Topology& topology)
{
    static constexpr std::array kKeys{"id", "core", "llc", "package", "node", "capacity"};
    reader.knownKeys(entry, kKeys, "a CPU");
    if (reader.failed()) return;
    if (!entry.contains("id")) return reader.fail("a CPU has no 'id'", "its number");
    CpuPlace cpu{.id = CpuId{static_cast<std::int32_t>(
                     reader.number(entry["id"], "id", 0, CpuSet::kMaxCpus - 1))}};
    cpu.core = topology.count();
    for (const PlaceField& place : kPlaces) {
        if (!entry.contains(place.key)) continue;
        const bool isCapacity = place.field == &CpuPlace::capacity;
        cpu.*place.field =
            static_cast<int>(reader.number(entry[place.key], place.key, isCapacity ? 1 : 0,
                                           isCapacity ? 1024 : CpuSet::kMaxCpus - 1));
    }
    topology.cpus.push_back(cpu);
}

void checkCpus(Reader& reader, Topology& topology)
{
    auto& cpus = topology.cpus;
    std::sort(cpus.begin(), cpus.end(),
              [](const CpuPlace& a, const CpuPlace& b) { return a.id < b.id; });
    std::map<int, CpuPlace> cores;
    for (std::size_t i = 0; i < cpus.size(); ++i) {
        const std::string name = "CPU " + std::to_string(number(cpus[i].id));
        if (i > 0 && cpus[i].id == cpus[i - 1].id) {
            return reader.fail(name + " is listed twice", "each CPU once");
        }
        const CpuPlace& first = cores.emplace(cpus[i].core, cpus[i]).first->second;
        if (first.llc != cpus[i].llc || first.package != cpus[i].package ||
            first.node != cpus[i].node) {
            return reader.fail(name + " and another thread of its core lie apart",
                               "the same llc, package and node for the threads of a core");
        }
    }
    for (const auto field :
         {&CpuPlace::core, &CpuPlace::llc, &CpuPlace::package, &CpuPlace::node}) {
        renumber(cpus, field);
    }
}

void readDistances(Reader& reader, const Json& object, Topology& topology)
{
    const auto nodes = static_cast<std::size_t>(topology.nodeCount());
    if (!object.contains("node_distances")) {
        if (nodes < 2 || !topology.nodeDistances.empty()) return;
        topology.nodeDistances.assign(nodes * nodes, 20);
        for (std::size_t i = 0; i < nodes; ++i) topology.nodeDistances[i * nodes + i] = 10;
        return;
    }
    const Json& list = object["node_distances"];
    if (!list.is_array() || list.size() != nodes * nodes) {
        return reader.fail("'node_distances' does not fit the nodes",
                           std::to_string(nodes * nodes) + " numbers, row by node");
    }
    topology.nodeDistances.clear();
    for (const Json& entry : list) {
        topology.nodeDistances.push_back(
            static_cast<int>(reader.number(entry, "node_distances", 10, 255)));
    }
}

void readSynthetic(Reader& reader, const std::string& text, Topology& topology)
{
    Result<Topology> read = topologyFromSynthetic(text);
    if (!read) return reader.fail(read.error().what, read.error().expected);
    topology = std::move(*read);
}

Topology readTopology(Reader& reader, const Json& machine)
{
    static constexpr std::array kKeys{"synthetic", "cpus", "node_distances"};
    Topology topology;
    if (reader.failed()) return topology;
    if (!machine.contains("topology")) {
        reader.fail("the machine has no 'topology'", "a synthetic description or a list of CPUs");
        return topology;
    }
    const Json& value = machine["topology"];
    if (value.is_string()) {
        readSynthetic(reader, value.get<std::string>(), topology);
        return topology;
    }
    reader.knownKeys(value, kKeys, "'topology'");
    if (reader.failed()) return topology;
    if (value.contains("synthetic")) {
        readSynthetic(reader, reader.text(value, "synthetic"), topology);
    } else if (value.contains("cpus") && value["cpus"].is_array() && !value["cpus"].empty()) {
        for (const Json& entry : value["cpus"]) readCpu(reader, entry, topology);
        checkCpus(reader, topology);
    } else {
        reader.fail("'topology' lists no CPUs", "\"synthetic\" or \"cpus\"");
    }
    if (!reader.failed()) readDistances(reader, value, topology);
    return topology;
}

CostModel readCosts(Reader& reader, const Json& machine)
{
    CostModel costs;
    if (reader.failed() || !machine.contains("costs")) return costs;
    std::vector<std::string> keys;
    for (const CostField& cost : kCosts) keys.emplace_back(cost.key);
    const Json& object = machine["costs"];
    reader.knownKeys(object, keys, "'costs'");
    if (reader.failed()) return costs;
    for (const CostField& cost : kCosts) {
        if (!object.contains(cost.key)) continue;
        const bool isScale = cost.field == &CostModel::refillScale;
        costs.*cost.field =
            Nanoseconds{reader.number(object[cost.key], cost.key, isScale ? 1 : 0, kLargestCost)};
    }
    return costs;
}

void readShared(Reader& reader, const Json& json, Machine& machine)
{
    static constexpr std::array kKeys{"cpus", "throughput"};
    if (reader.failed() || !json.contains("shared")) return;
    if (!json["shared"].is_array()) return reader.fail("'shared' is no list", "a list of objects");
    for (const Json& entry : json["shared"]) {
        reader.knownKeys(entry, kKeys, "an entry of 'shared'");
        if (reader.failed()) return;
        const std::string list = reader.text(entry, "cpus");
        const std::optional<CpuSet> cpus = CpuSet::parse(list);
        if (!cpus || cpus->isEmpty()) {
            return reader.fail("'" + list + "' lists no CPUs", "a list such as 0-3,7");
        }
        for (const CpuId cpu : cpus->cpus()) {
            if (machine.topology.find(cpu) != nullptr) continue;
            return reader.fail("'shared' names CPU " + std::to_string(number(cpu)),
                               "CPUs of the topology");
        }
        if (!entry.contains("throughput")) {
            return reader.fail("an entry of 'shared' has no 'throughput'", "thousandths of a CPU");
        }
        const auto throughput = static_cast<int>(
            reader.number(entry["throughput"], "throughput", 1, 1000LL * cpus->count()));
        machine.shared.push_back({.cpus = *cpus, .throughput = throughput});
    }
}

Result<Json> parsed(std::string_view text, const std::filesystem::path& path)
{
    try {
        return Json::parse(text);
    } catch (const Json::parse_error& error) {
        return Error{.code = ErrorCode::Corrupt,
                     .what = "it is no JSON",
                     .path = path.string(),
                     .position = {FilePosition::Unit::Offset, error.byte > 0 ? error.byte - 1 : 0},
                     .expected = "a machine in JSON"};
    }
}

Json topologyJson(const Topology& topology)
{
    Json cpus = Json::array();
    for (const CpuPlace& cpu : topology.cpus) {
        Json entry{{"id", number(cpu.id)}};
        for (const PlaceField& place : kPlaces) entry[place.key] = cpu.*place.field;
        cpus.push_back(std::move(entry));
    }
    Json json{{"cpus", std::move(cpus)}};
    if (!topology.nodeDistances.empty()) json["node_distances"] = topology.nodeDistances;
    return json;
}

}  // namespace

Result<Machine> machineFromJson(std::string_view text, const std::filesystem::path& path)
{
    static constexpr std::array kKeys{"name", "description", "provenance", "topology",
                                      "hz",   "costs",       "shared",     "smt_throughput"};
    const Result<Json> json = parsed(text, path);
    if (!json) return json.error();
    Reader reader(path.string());
    reader.knownKeys(*json, kKeys, "the machine");
    Machine machine;
    machine.name = reader.text(*json, "name");
    if (machine.name.empty()) reader.fail("the machine has no 'name'", "a name");
    machine.description = reader.text(*json, "description");
    machine.provenance = reader.text(*json, "provenance");
    machine.topology = readTopology(reader, *json);
    if (!reader.failed() && json->contains("hz")) {
        machine.hz = static_cast<int>(reader.number((*json)["hz"], "hz", 1, 10'000));
    }
    machine.costs = readCosts(reader, *json);
    if (!reader.failed() && json->contains("smt_throughput")) {
        const std::int64_t throughput =
            reader.number((*json)["smt_throughput"], "smt_throughput", 1, 64'000);
        machine.shared = sharedCores(machine.topology, static_cast<int>(throughput));
    }
    readShared(reader, *json, machine);
    if (reader.failed()) return reader.error();
    return machine;
}

std::string machineToJson(const Machine& machine)
{
    Json json{{"name", machine.name},
              {"description", machine.description},
              {"provenance", machine.provenance},
              {"topology", topologyJson(machine.topology)},
              {"hz", machine.hz}};
    for (const CostField& cost : kCosts) {
        json["costs"][cost.key] = (machine.costs.*cost.field).count();
    }
    json["shared"] = Json::array();
    for (const SharedThroughput& shared : machine.shared) {
        json["shared"].push_back({{"cpus", shared.cpus.text()}, {"throughput", shared.throughput}});
    }
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace resched

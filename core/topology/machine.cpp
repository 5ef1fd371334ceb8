// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/machine.h"

#include "topology/machine_resources.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>

namespace resched {
namespace {

constexpr std::uintmax_t kLongestDescription = 16U << 20U;

Machine machineOf(Topology topology, std::string name)
{
    Machine machine{.name = std::move(name), .topology = std::move(topology)};
    machine.description = machine.topology.text();
    machine.shared = sharedCores(machine.topology, kSmtThroughput);
    return machine;
}

Result<Machine> named(Result<Topology> topology, std::string name)
{
    if (!topology) return topology.error();
    return machineOf(std::move(*topology), std::move(name));
}

std::optional<int> cpuCount(std::string_view text)
{
    int cpus = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), cpus);
    if (error == std::errc::invalid_argument || end != text.data() + text.size()) return {};
    return error == std::errc{} ? cpus : INT32_MAX;
}

bool looksLikeXml(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && text[first] == '<';
}

Result<Machine> machineFromFile(const std::filesystem::path& path)
{
    std::error_code sizeError;
    const auto size = std::filesystem::file_size(path, sizeError);
    std::ifstream file(path, std::ios::binary);
    if (sizeError || !file || size > kLongestDescription) {
        return Error{.code = ErrorCode::NotFound,
                     .what = sizeError || !file ? "it cannot be read" : "it is too long",
                     .path = path.string(),
                     .expected = "a machine in JSON, or a topology as lstopo writes it"};
    }
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    if (looksLikeXml(text)) return named(topologyFromXml(path), path.stem().string());
    return machineFromJson(text, path);
}

std::string builtInNames()
{
    std::string names;
    for (const Machine& machine : builtInMachines()) names += machine.name + ", ";
    return names;
}

}  // namespace

std::vector<SharedThroughput> sharedCores(const Topology& topology, int throughput)
{
    std::map<int, CpuSet> cores;
    for (const CpuPlace& cpu : topology.cpus) cores[cpu.core].add(cpu.id);
    std::vector<SharedThroughput> shared;
    for (const auto& [core, cpus] : cores) {
        if (cpus.count() > 1) shared.push_back({.cpus = cpus, .throughput = throughput});
    }
    return shared;
}

Machine uniformMachine(int cpus, int hz)
{
    Machine machine = machineOf(uniformTopology(cpus), std::to_string(cpus) + " CPUs");
    if (cpus == 1) machine.name = "1 CPU";
    machine.hz = hz;
    return machine;
}

std::span<const Machine> builtInMachines()
{
    static const std::vector<Machine> machines = [] {
        std::vector<Machine> all;
        for (const std::string_view text : machineResources()) {
            Result<Machine> machine = machineFromJson(text);
            assert(machine);  // the tests read each of them
            if (machine) all.push_back(std::move(*machine));
        }
        return all;
    }();
    return machines;
}

Result<Machine> findMachine(std::string_view description)
{
    for (const Machine& machine : builtInMachines()) {
        if (machine.name == description) return machine;
    }
    if (const auto cpus = cpuCount(description)) {
        if (*cpus >= 1 && *cpus <= CpuSet::kMaxCpus) return uniformMachine(*cpus);
        return Error{.code = ErrorCode::InvalidArgument,
                     .what = "a machine cannot have " + std::string(description) + " CPUs",
                     .expected = "1 to " + std::to_string(CpuSet::kMaxCpus)};
    }
    if (description == "this") return named(topologyOfThisMachine(), "this machine");

    const std::filesystem::path path(description);
    std::error_code error;
    if (std::filesystem::is_regular_file(path, error)) return machineFromFile(path);
    if (description.find(':') != std::string_view::npos) {
        return named(topologyFromSynthetic(description), std::string(description));
    }
    return Error{.code = ErrorCode::InvalidArgument,
                 .what = "there is no machine '" + std::string(description) + "'",
                 .expected = builtInNames() +
                             "a number of CPUs, \"this\", an hwloc synthetic description such as "
                             "\"pack:2 core:4 pu:2\", or the file of a machine (JSON, hwloc XML)"};
}

}  // namespace resched

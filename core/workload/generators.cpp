// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "workload/generators.h"

#include <algorithm>
#include <array>

namespace resched {

namespace {

constexpr std::array kLoads{
    LoadKind{"kbuild", "make -jN: shells, compilers, blocks, an assembler on a pipe", buildKbuild},
    LoadKind{"wakeup-latency", "a periodic timer that starts a thread or wakes one",
             buildWakeupLatency},
    LoadKind{"periodic-fork", "a shell that forks short commands", buildPeriodicFork},
    LoadKind{"x-server", "bursts upon input", buildXServer},
    LoadKind{"video", "a frame to decode, then sleep", buildVideo},
    LoadKind{"hog", "never sleeps; watches for gaps", buildHog},
    LoadKind{"latt", "a server that wakes sleeping clients", buildLatt},
    LoadKind{"cond-broadcast", "N threads released by one broadcast", buildCondBroadcast},
    LoadKind{"hackbench", "groups of senders and receivers on pipes", buildHackbench},
    LoadKind{"schbench", "message threads that hand out work", buildSchbench},
    LoadKind{"client-server", "clients that wait for the answer of their server",
             buildClientServer},
    LoadKind{"massive-intr", "many that run a while and sleep a little", buildMassiveIntr},
};

}  // namespace

std::span<const LoadKind> loadKinds()
{
    return kLoads;
}

namespace {

std::optional<Error> generateLoad(const JsonValue& spec, std::string_view kindName,
                                  std::string_view name, Workload& workload,
                                  WorkloadObjects& objects)
{
    const auto kind = std::ranges::find(kLoads, kindName, &LoadKind::name);
    if (kind == kLoads.end()) {
        std::string all;
        for (const LoadKind& each : kLoads) {
            all += (all.empty() ? "" : ", ") + std::string(each.name);
        }
        return workloadError(spec, "there is no load \"" + std::string(kindName) + '"', all);
    }
    LoadBuilder load(spec, name, workload, objects);
    kind->build(load);
    return load.finish();
}

}  // namespace

// By name, the load being the one of that name or the one that "load" says.
std::optional<Error> generateLoads(const JsonValue& loads, Workload& workload,
                                   WorkloadObjects& objects)
{
    if (loads.object() == nullptr) {
        return workloadError(loads, "\"generate\" is no object", "{\"kbuild\": {\"jobs\": 10}}");
    }
    for (const auto& [name, spec] : *loads.object()) {
        if (spec.object() == nullptr) return workloadError(spec, '"' + name + "\" is no load");
        const JsonValue* kind = spec.find("load");
        const bool hasKind = kind != nullptr && kind->string() != nullptr;
        if (auto error =
                generateLoad(spec, hasKind ? *kind->string() : name, name, workload, objects)) {
            return error;
        }
    }
    return std::nullopt;
}

}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The generator library: the loads that schedulers were and are compared with, as parameters
// instead of files. "generate" of a workload file lists them; docs/workloads.md says what each
// takes. What a load measures is a metric of its name.

#include "workload/load_builder.h"

#include <optional>
#include <span>
#include <string_view>

namespace resched {

struct LoadKind
{
    std::string_view name;  // "kbuild"
    std::string_view description;
    void (*build)(LoadBuilder&);
};

std::span<const LoadKind> loadKinds();

// `loads` is the value of "generate": parameters by name.
std::optional<Error> generateLoads(const JsonValue& loads, Workload& workload,
                                   WorkloadObjects& objects);

// In generators_build.cpp, generators_desktop.cpp and generators_sync.cpp.
void buildKbuild(LoadBuilder& load);
void buildPeriodicFork(LoadBuilder& load);
void buildHog(LoadBuilder& load);
void buildMassiveIntr(LoadBuilder& load);
void buildWakeupLatency(LoadBuilder& load);
void buildXServer(LoadBuilder& load);
void buildVideo(LoadBuilder& load);
void buildLatt(LoadBuilder& load);
void buildCondBroadcast(LoadBuilder& load);
void buildHackbench(LoadBuilder& load);
void buildSchbench(LoadBuilder& load);
void buildClientServer(LoadBuilder& load);

}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/engine.h"

#include "readers/reader_table.h"
#include "replay/extraction.h"

namespace resched::ui {
namespace {

Result<Trace> read(const std::vector<std::filesystem::path>& paths, Progress& progress)
{
    if (paths.size() == 1) return readTrace(paths.front(), progress);
    std::vector<InputFile> files;
    for (const auto& path : paths) files.push_back({.path = path});
    return readTraces(files, progress);
}

Result<Workload> extract(const Trace& trace, const Machine& machine, Progress& progress)
{
    return extractWorkload(trace, {.machine = machine}, progress);
}

SchedulerSettings schedulerOf(const Trace& trace)
{
    SchedulerSettings settings;
    const SchedulerPreset* preset = schedulerForRelease(trace.info().kernelRelease);
    if (preset) settings.scheduler = preset->id;
    return settings;
}

}  // namespace

Engine coreEngine()
{
    return {.read = read,
            .extract = extract,
            .simulate = simulate,
            .machineOf = recordedMachine,
            .schedulerOf = schedulerOf};
}

}  // namespace resched::ui

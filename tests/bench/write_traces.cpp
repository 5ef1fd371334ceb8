// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// write_traces FOLDER EVENTS: one generated schedule as CTF (a stream per CPU), perf.data and
// trace.dat, for comparing readers (compare_readers.sh).
#include "support/busy_schedule.h"
#include "support/ctf_writer.h"
#include "support/perf_writer.h"
#include "support/tracedat_writer.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

int main(int count, char** arguments)
{
    using namespace resched::test;
    if (count != 3) {
        std::fputs("usage: write_traces FOLDER EVENTS\n", stderr);
        return 2;
    }
    const std::filesystem::path folder = arguments[1];
    const std::string schedule = busySchedule({.events = std::strtoul(arguments[2], nullptr, 10),
                                               .cpus = 4,
                                               .tasks = 200,
                                               .hasNanoseconds = true,
                                               .hasAllStates = false,
                                               .hasLosses = false});
    CtfOptions ctf;
    ctf.eventsPerPacket = 4000;
    ctf.hasPacketMetadata = true;
    writeCtf(folder / "ctf", schedule, ctf);
    std::ofstream(folder / "perf.data", std::ios::binary) << perfData(schedule);
    TraceDatOptions traceDatOptions;
    traceDatOptions.version = 7;
    std::ofstream(folder / "trace.dat", std::ios::binary) << traceDat(schedule, traceDatOptions);
    return 0;
}

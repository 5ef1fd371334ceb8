// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Runs the lab recordings through audit, self-replay and prediction across settings, and prints one
// line of tab-separated figures a recording or pair; docs/fidelity.md is made from them.
//
//     fidelity_report LAB [audit|self|predict|speed|all] [WORD…]
//
// Each WORD must stand in a recording's path ("6.1-cfs/up", "hogs4_nice/default").

#include "readers/reader_table.h"
#include "replay/audit.h"
#include "replay/extraction.h"
#include "replay/fidelity.h"
#include "sim/simulator.h"
#include "topology/machine.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace resched {
namespace {

using Json = nlohmann::json;

struct Cell
{
    std::string path;   // of the recording, below the lab folder
    std::string group;  // kernel, topology and workload: what a prediction stays within
    std::string setting;
    SchedulerSettings scheduler;
    Machine machine;
    std::shared_ptr<const Trace> trace;
};

SchedulerSettings settingsOf(const Json& cell)
{
    SchedulerSettings settings;
    settings.scheduler = cell["kernel"] == "6.1-cfs" ? "cfs-6.1" : "eevdf-6.12";
    const SchedulerPreset* preset = findScheduler(settings.scheduler);
    for (const TunableSpec& tunable : preset->tunables) {
        const auto found = cell["tunables"].find(std::string(tunable.name));
        if (found != cell["tunables"].end()) {
            settings.tunables[std::string(tunable.name)] = found->get<std::int64_t>();
        }
    }
    // sched_nr_latency follows latency_ns but no later change of min_granularity_ns, and no file
    // shows it: the audit does (docs/fidelity.md).
    for (const TunableSpec& tunable : preset->tunables) {
        if (tunable.name != "min_granularity_ns") continue;
        settings.tunables["nr_latency"] = cell["tunables"]["latency_ns"].get<std::int64_t>() /
                                          defaultValue(tunable, cell["cpus"].get<int>());
    }
    for (const FeatureSpec& feature : preset->features) {
        for (const Json& entry : cell["features"]) {
            const std::string given = entry;
            if (given == feature.name) settings.features[given] = true;
            if (given == "NO_" + std::string(feature.name)) {
                settings.features[std::string(feature.name)] = false;
            }
        }
    }
    return settings;
}

Machine machineNamed(const std::string& topology)
{
    Result<Machine> machine = findMachine("lab-" + topology);
    if (machine) return std::move(*machine);
    std::fprintf(stderr, "%s\n", describe(machine.error()).c_str());
    std::exit(1);
}

bool isWanted(const std::string& path, const std::vector<std::string>& words)
{
    return std::ranges::all_of(
        words, [&](const std::string& word) { return path.find(word) != std::string::npos; });
}

std::vector<Cell> readCells(const std::string& lab, const std::vector<std::string>& words)
{
    std::ifstream file(lab + "/index.json");
    const Json index = Json::parse(file);
    std::vector<Cell> cells;
    for (const Json& entry : index["cells"]) {
        for (const Json& recording : entry["traces"]) {
            if (recording["format"] != "lttng-ctf" || !recording["path"].is_string()) continue;
            const std::string path = recording["path"];
            if (!isWanted(path, words)) continue;
            NoProgress progress;
            Result<Trace> trace = readTrace(lab + "/" + path, progress);
            if (!trace) {
                std::fprintf(stderr, "%s\n", describe(trace.error()).c_str());
                continue;
            }
            cells.push_back({.path = path,
                             .group = entry["kernel"].get<std::string>() + "/" +
                                      entry["topology"].get<std::string>() + "/" +
                                      entry["workload"].get<std::string>(),
                             .setting = entry["setting"],
                             .scheduler = settingsOf(entry),
                             .machine = machineNamed(entry["topology"]),
                             .trace = std::make_shared<const Trace>(std::move(*trace))});
            break;
        }
    }
    return cells;
}

std::string nameOf(const Cell& cell)
{
    return cell.group + "/" + cell.setting;
}

Result<SimulationResult> replay(const Cell& cell, const SchedulerSettings& scheduler,
                                std::uint64_t seed = 1)
{
    NoProgress progress;
    Result<Workload> workload =
        extractWorkload(*cell.trace, {.window = {}, .machine = cell.machine}, progress);
    if (!workload) return workload.error();
    SimulationInput input;
    input.workload = std::make_shared<const Workload>(std::move(*workload));
    input.machine = cell.machine;
    input.scheduler = scheduler;
    input.seed = seed;
    input.start = cell.trace->begin();
    input.tickPhase = findTickGrid(*cell.trace).phase;
    return simulate(input, progress);
}

double percent(double share)
{
    return share * 100;
}

double us(Nanoseconds time)
{
    return static_cast<double>(time.count()) / 1000;
}

void printFidelity(const Fidelity& f)
{
    std::printf("%s\t%.1f\t%.3f\t%.1f\t%.1f\t%+.1f\t%.1f\t%.1f\t%+.1f\t%llu\t%llu\t%+.1f\t%.2f",
                std::string(gradeName(f.grade)).c_str(), percent(f.sameTaskTime), f.runDelayKs,
                us(f.meanRunDelay.recorded), us(f.meanRunDelay.replayed),
                percent(f.meanRunDelay.error()), us(f.p99().recorded), us(f.p99().replayed),
                percent(f.p99().error()), static_cast<unsigned long long>(f.switches.recorded),
                static_cast<unsigned long long>(f.switches.replayed), percent(f.switches.error()),
                percent(f.shareErrorMax));
}

void reportSelf(const std::vector<Cell>& cells)
{
    std::printf(
        "recording\tgrade\tsame task %%\tKS\tmean us\treplayed\terror %%\tp99 us\treplayed\t"
        "error %%\tswitches\treplayed\terror %%\tshare points\n");
    for (const Cell& cell : cells) {
        Result<SimulationResult> result = replay(cell, cell.scheduler);
        if (!result) {
            std::fprintf(stderr, "%s: %s\n", nameOf(cell).c_str(),
                         describe(result.error()).c_str());
            continue;
        }
        std::printf("%s\t", nameOf(cell).c_str());
        const Fidelity f = measureFidelity(*cell.trace, result->trace);
        printFidelity(f);
        const std::string worst =
            f.shareErrorTask == kNoTask ? "" : std::string(cell.trace->name(f.shareErrorTask));
        std::printf("\t%s\t%s\n", worst.c_str(), result->note.c_str());
        std::fflush(stdout);
    }
}

void reportAudit(const std::vector<Cell>& cells, bool lists)
{
    std::printf(
        "recording\tpicks\tagreed %%\twakeups\tagreed %%\tticks\tagreed %%\tCPU choices\t"
        "agreed %%\tvruntimes\tmean error ns\tmax\n");
    for (const Cell& cell : cells) {
        NoProgress progress;
        Result<AuditResult> result =
            audit(*cell.trace, {.scheduler = cell.scheduler, .machine = cell.machine}, progress);
        if (!result) {
            std::fprintf(stderr, "%s: %s\n", nameOf(cell).c_str(),
                         describe(result.error()).c_str());
            continue;
        }
        std::printf("%s", nameOf(cell).c_str());
        for (const Agreement& agreement :
             {result->picks, result->wakeupPreemption, result->tickPreemption, result->cpuChoice}) {
            std::printf("\t%llu\t%.2f", static_cast<unsigned long long>(agreement.decisions),
                        percent(agreement.share()));
        }
        std::printf("\t%llu\t%.0f\t%lld\n",
                    static_cast<unsigned long long>(result->vruntime.samples),
                    result->vruntime.meanAbsError,
                    static_cast<long long>(result->vruntime.maxAbsError.count()));
        std::fflush(stdout);
        if (!lists) continue;
        const auto name = [&](TaskId task) {
            if (task == kNoTask) return std::string("-");
            return std::string(cell.trace->name(task)) + ":" +
                   std::to_string(number(cell.trace->task(task).tid));
        };
        for (const Disagreement& each : result->disagreements) {
            std::printf("    %.6f c%d %s %s: recorded %s, model %s (CPUs %d, %d)\n",
                        static_cast<double>((each.time - cell.trace->begin()).count()) * 1e-9,
                        number(each.cpu), std::string(auditKindName(each.kind)).c_str(),
                        name(each.task).c_str(), name(each.recorded).c_str(),
                        name(each.model).c_str(), each.recordedCpu, each.modelCpu);
        }
    }
}

// Replays each recording under the settings of the others of its workload.
void reportPredictions(const std::vector<Cell>& cells)
{
    std::printf(
        "from\tto\tgrade\tsame task %%\tKS\tmean us\tpredicted\terror %%\tp99 us\tpredicted\t"
        "error %%\tswitches\tpredicted\terror %%\tshare points\tfrom mean us\tdirection\n");
    int pairs = 0, good = 0, directions = 0, right = 0;
    for (const Cell& from : cells) {
        for (const Cell& to : cells) {
            if (from.group != to.group || from.setting == to.setting) continue;
            Result<SimulationResult> result = replay(from, to.scheduler);
            if (!result) continue;
            const Fidelity before = measureFidelity(*from.trace, *to.trace);
            const Fidelity f = measureFidelity(*to.trace, result->trace);
            const double seconds = static_cast<double>(to.trace->span().length().count()) /
                                   static_cast<double>(from.trace->span().length().count());
            const double switches = static_cast<double>(f.switches.replayed) * seconds /
                                        static_cast<double>(f.switches.recorded) -
                                    1;
            const double change = -before.meanRunDelay.error();
            const Nanoseconds recordedChange =
                to.trace ? before.meanRunDelay.replayed - before.meanRunDelay.recorded
                         : Nanoseconds{0};
            const Nanoseconds predictedChange =
                f.meanRunDelay.replayed - before.meanRunDelay.recorded;
            const bool isReal = std::abs(change) > 0.05;
            const bool sameSign = (recordedChange.count() > 0) == (predictedChange.count() > 0);
            directions += isReal ? 1 : 0;
            right += isReal && sameSign ? 1 : 0;
            const bool holds = std::abs(f.meanRunDelay.error()) <= 0.20 &&
                               std::abs(f.p99().error()) <= 0.30 && std::abs(switches) <= 0.10;
            ++pairs;
            good += holds ? 1 : 0;
            std::printf("%s\t%s\t", nameOf(from).c_str(), to.setting.c_str());
            printFidelity(f);
            std::printf("\t%.1f\t%s\t%+.1f\t%s\n", us(before.meanRunDelay.recorded),
                        !isReal    ? "noise"
                        : sameSign ? "right"
                                   : "WRONG",
                        percent(switches), holds ? "holds" : "MISSES");
            std::fflush(stdout);
        }
    }
    std::printf("%d of %d pairs hold, direction right in %d of %d\n", good, pairs, right,
                directions);
}

// The slices of a recording and its replay side by side, CPU 0, from `from` to `to` ms.
void printSlices(const Trace& trace, double from, double to)
{
    for (const CpuSlice& slice : trace.cpus().front().slices) {
        const double begin = us(slice.begin - trace.begin()) / 1000;
        if (begin < from || begin > to) continue;
        std::printf("  %10.4f %10.4f %s:%d state %d reason %d\n", begin,
                    us(slice.end - trace.begin()) / 1000,
                    std::string(trace.nameAt(slice.task, slice.begin)).c_str(),
                    number(trace.task(slice.task).tid), static_cast<int>(slice.endState),
                    static_cast<int>(slice.reason));
    }
}

void reportSlices(const std::vector<Cell>& cells, double from, double to)
{
    for (const Cell& cell : cells) {
        Result<SimulationResult> result = replay(cell, cell.scheduler);
        if (!result) continue;
        std::printf("%s recorded\n", nameOf(cell).c_str());
        printSlices(*cell.trace, from, to);
        std::printf("%s replayed\n", nameOf(cell).c_str());
        printSlices(result->trace, from, to);
    }
}

template <typename Work>
double secondsOf(const Work& work)
{
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

void reportSpeed(const std::vector<Cell>& cells)
{
    std::printf(
        "recording\tevents\textract ms\tM events/s\tdecisions\treplay ms\tms per M decisions\n");
    for (const Cell& cell : cells) {
        NoProgress progress;
        Result<Workload> workload{Workload{}};
        const double extract = secondsOf([&] {
            workload =
                extractWorkload(*cell.trace, {.window = {}, .machine = cell.machine}, progress);
        });
        Result<SimulationResult> result{Error{}};
        const double run = secondsOf([&] { result = replay(cell, cell.scheduler); });
        if (!workload || !result) continue;
        const auto events = static_cast<double>(cell.trace->info().eventsTotal);
        std::printf("%s\t%.0f\t%.2f\t%.1f\t%llu\t%.2f\t%.0f\n", nameOf(cell).c_str(), events,
                    extract * 1e3, events / extract * 1e-6,
                    static_cast<unsigned long long>(result->decisions), run * 1e3,
                    run * 1e9 / static_cast<double>(std::max<std::uint64_t>(result->decisions, 1)));
    }
}

int run(int argc, char** argv)
{
    if (argc < 2) {
        std::fprintf(stderr,
                     "usage: fidelity_report LAB [audit|list|self|predict|speed] [WORD…]\n"
                     "       fidelity_report LAB slices WORD FROM-MS TO-MS\n");
        return 2;
    }
    const std::string what = argc > 2 ? argv[2] : "self";
    if (what == "slices" && argc > 5) {
        reportSlices(readCells(argv[1], {argv[3]}), std::stod(argv[4]), std::stod(argv[5]));
        return 0;
    }
    const std::vector<Cell> cells = readCells(argv[1], {argv + std::min(argc, 3), argv + argc});
    if (what == "audit" || what == "list") reportAudit(cells, what == "list");
    if (what == "self") reportSelf(cells);
    if (what == "predict") reportPredictions(cells);
    if (what == "speed") reportSpeed(cells);
    return 0;
}

}  // namespace
}  // namespace resched

int main(int argc, char** argv)
{
    return resched::run(argc, argv);
}

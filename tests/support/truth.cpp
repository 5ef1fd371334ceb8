// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/truth.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>

namespace resched::test {

namespace fs = std::filesystem;

namespace {

nlohmann::json parseFile(const fs::path& path)
{
    std::ifstream file(path);
    return nlohmann::json::parse(file);
}

std::map<std::int32_t, std::int64_t> runTimes(const Trace& trace)
{
    std::map<std::int32_t, std::int64_t> times;
    for (const CpuLane& lane : trace.cpus()) {
        for (const CpuSlice& slice : lane.slices) {
            if (slice.isCut()) continue;
            times[number(trace.task(slice.task).tid)] += slice.range().length().count();
        }
    }
    return times;
}

std::string plainName(std::string_view name)
{
    return std::string(name.substr(name.find(':') + 1));
}

void expectCounts(const Trace& trace, const nlohmann::json& truth)
{
    EXPECT_EQ(trace.info().eventsTotal, truth["events_total"]);
    std::map<std::string, std::uint64_t> counts(trace.info().events.begin(),
                                                trace.info().events.end());
    for (const auto& [name, count] : truth["events_by_name"].items()) {
        // Events that their reader could not name.
        if (name.starts_with("type")) continue;
        const auto found = counts.contains(name) ? counts.find(name) : counts.find(plainName(name));
        ASSERT_NE(found, counts.end()) << name;
        EXPECT_EQ(found->second, count) << name;
    }
}

}  // namespace

std::vector<TruthCase> truthCases(const fs::path& folder)
{
    std::vector<TruthCase> cases;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        fs::path truth = entry.path();
        truth += ".truth.json";
        if (!fs::exists(truth)) continue;
        cases.push_back({entry.path(), parseFile(truth)});
    }
    std::ranges::sort(cases, {}, &TruthCase::path);
    return cases;
}

void expectTruth(const Trace& trace, const nlohmann::json& truth)
{
    expectCounts(trace, truth);
    for (const auto& [cpu, count] : truth["sched_switch_per_cpu"].items()) {
        const CpuLane* lane = trace.cpu(CpuId{std::stoi(cpu)});
        ASSERT_NE(lane, nullptr) << "CPU " << cpu;
        EXPECT_EQ(lane->switches, count) << "CPU " << cpu;
    }
    const std::map<std::int32_t, std::int64_t> times = runTimes(trace);
    std::int64_t all = 0;
    for (const auto& [tid, time] : times) all += time;
    EXPECT_EQ(all, truth["run_time_all_tasks_ns"]);
    for (const auto& task : truth["top5_run_time"]) {
        const auto found = times.find(task["tid"].get<std::int32_t>());
        ASSERT_NE(found, times.end()) << task["comm"];
        EXPECT_EQ(found->second, task["run_ns"]) << task["comm"];
    }
    EXPECT_EQ(trace.info().lostEvents, truth["lost"]["events"]);
}

std::vector<TruthCase> labCases(const fs::path& shared, std::string_view format)
{
    std::vector<TruthCase> cases;
    const nlohmann::json index = parseFile(shared / "lab-traces" / "index.json");
    for (const auto& cell : index["cells"]) {
        for (const auto& trace : cell["traces"]) {
            if (!trace["path"].is_string()) continue;
            if (!trace["format"].get<std::string>().starts_with(format)) continue;
            cases.push_back(
                {shared / "lab-traces" / trace["path"].get<std::string>(), trace["from_trace"]});
        }
    }
    return cases;
}

void expectLabFigures(const Trace& trace, const nlohmann::json& figures)
{
    std::map<std::string, std::uint64_t> counts(trace.info().events.begin(),
                                                trace.info().events.end());
    std::map<std::string, std::uint64_t> expected;
    for (const auto& [name, count] : figures["kinds"].items()) expected[name] = count;
    std::uint64_t total = trace.info().eventsTotal;
    // Of most LTTng recordings the lab's reader left these out.
    for (const char* marker : {"lttng_statedump_start", "lttng_statedump_end"}) {
        if (counts.contains(marker) && !expected.contains(marker)) total -= counts[marker];
        if (!expected.contains(marker)) counts.erase(marker);
    }
    EXPECT_EQ(counts, expected);
    EXPECT_EQ(total, figures["events"]);
    std::uint64_t switches = 0;
    for (const CpuLane& lane : trace.cpus()) switches += lane.switches;
    EXPECT_EQ(switches, figures["switches"]);
    EXPECT_EQ(trace.cpus().size(), figures["cpus"]);
    const double seconds = static_cast<double>(trace.span().length().count()) / 1e9;
    EXPECT_NEAR(seconds, figures["seconds"].get<double>(), 1e-6);
}

}  // namespace resched::test

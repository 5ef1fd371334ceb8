// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Hogs that share one CPU: the worked sequences of each version, from independent arithmetic. A
// pick of the task that ran already leaves no event, so it shows only in what follows.
#include "support/simulation.h"

#include <gtest/gtest.h>

#include <utility>

namespace resched::test {
namespace {

std::string sequence(const SimulationInput& input)
{
    return picksText(simulated(input).trace);
}

TEST(Hogs, OfNice005FollowTheSliceIn2624And2631)
{
    for (const char* version : {"cfs-2.6.24", "cfs-2.6.31"}) {
        EXPECT_EQ(sequence(hogs(version, {0, 0, 5}, 1000, 61)),
                  "A@0 B@9 C@18 A@21 B@30 C@39 A@42 B@51 C@60")
            << version;
        EXPECT_EQ(sequence(hogs(version, {0, 0, 5}, 250, 81)),
                  "A@0 B@12 C@24 A@28 B@40 C@52 A@56 B@68 C@80")
            << version;
    }
}

TEST(Hogs, OfNice005FollowTheShorterSlicesSince2632)
{
    for (const char* version : {"cfs-2.6.32", "cfs-2.6.35", "cfs-6.1"}) {
        EXPECT_EQ(sequence(hogs(version, {0, 0, 5}, 1000, 25)),
                  "A@0 B@3 C@6 A@7 B@10 C@13 A@14 B@17 C@20 A@21 B@24")
            << version;
        EXPECT_EQ(sequence(hogs(version, {0, 0, 5}, 250, 81)),
                  "A@0 B@4 C@8 A@12 B@16 A@20 B@24 A@28 B@32 C@36 A@40 B@44 A@48 B@52 A@56 B@60 "
                  "C@64 A@68 B@72 A@76 B@80")
            << version;
    }
}

TEST(Hogs, OfEqualWeightSwitchAtTheTickAfterTheirSlice)
{
    // 2.6.31's inverse of a queue's load is a little small, so 10 ms are over at the tenth tick.
    EXPECT_EQ(sequence(hogs("cfs-2.6.24", {0, 0}, 1000, 34)), "A@0 B@11 A@22 B@33");
    EXPECT_EQ(sequence(hogs("cfs-2.6.31", {0, 0}, 1000, 31)), "A@0 B@10 A@20 B@30");
    for (const char* version : {"cfs-2.6.24", "cfs-2.6.31"}) {
        EXPECT_EQ(sequence(hogs(version, {0, 0}, 250, 37)), "A@0 B@12 A@24 B@36") << version;
    }
    EXPECT_EQ(sequence(hogs("cfs-6.1", {0, 0}, 1000, 10)), "A@0 B@3 A@6 B@9");
    EXPECT_EQ(sequence(hogs("cfs-6.1", {0, 0}, 250, 13)), "A@0 B@4 A@8 B@12");
    for (const char* version : {"cfs-2.6.32", "cfs-2.6.35"}) {
        SimulationInput input = hogs(version, {0, 0}, 1000, 10);
        input.scheduler.features["TICK_UNSIGNED_COMPARE"] = false;
        EXPECT_EQ(sequence(input), "A@0 B@3 A@6 B@9") << version;
        EXPECT_EQ(sequence(hogs(version, {0, 0}, 250, 13)), "A@0 B@4 A@8 B@12") << version;
    }
}

// On 64 bits a task that is behind all others is picked again and its slice restarts: B is behind A
// by 1 ms at 5 ms (2.6.35 asks from 2 ms on), so its slice runs from 5 to 8.
TEST(Hogs, BehindTheOthersRestartTheirSliceWhereTheComparisonIsUnsigned)
{
    EXPECT_EQ(sequence(hogs("cfs-2.6.35", {0, 0}, 1000, 10)), "A@0 B@3 A@8");
}

TEST(Hogs, SixOfThemShareByTheGranularityOfTheVersion)
{
    EXPECT_EQ(sequence(hogs("cfs-2.6.24", {0, 0, 0, 0, 0, 0}, 1000, 31)),
              "A@0 B@5 C@10 D@15 E@20 F@25 A@30");
    EXPECT_EQ(sequence(hogs("cfs-2.6.31", {0, 0, 0, 0, 0, 0}, 1000, 25)),
              "A@0 B@4 C@8 D@12 E@16 F@20 A@24");
    EXPECT_EQ(sequence(hogs("cfs-2.6.32", {0, 0, 0, 0, 0, 0}, 1000, 7)),
              "A@0 B@1 C@2 D@3 E@4 F@5 A@6");
    EXPECT_EQ(sequence(hogs("cfs-2.6.35", {0, 0, 0, 0, 0, 0}, 1000, 13)),
              "A@0 B@2 C@4 D@6 E@8 F@10 A@12");
    EXPECT_EQ(sequence(hogs("cfs-6.1", {0, 0, 0, 0, 0, 0}, 1000, 7)),
              "A@0 B@1 C@2 D@3 E@4 F@5 A@6");
}

// A sequence of the text form without the picks of the task that ran already ("A*@3").
std::string without(std::string text)
{
    std::string kept;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        const std::string word = text.substr(at, end - at);
        if (word.find('*') == std::string::npos) kept += (kept.empty() ? "" : " ") + word;
        at = end + 1;
    }
    return kept;
}

TEST(Hogs, TakeTurnsByWaitRuntimeIn2623)
{
    EXPECT_EQ(sequence(hogs("cfs-2.6.23", {0, 0}, 1000, 51)), "A@0 B@6 A@17 B@28 A@39 B@50");
    EXPECT_EQ(sequence(hogs("cfs-2.6.23", {0, 0, 5}, 1000, 81)),
              "A@0 B@5 C@10 A@13 B@18 C@25 A@26 B@33 C@38 A@41 B@46 C@53 A@54 B@61 C@66 A@68 B@73 "
              "C@80");
    EXPECT_EQ(sequence(hogs("cfs-2.6.23", {0, 0, 5}, 250, 101)),
              "A@0 B@8 C@16 A@20 B@28 C@36 A@40 B@48 A@60 C@68 B@72 A@80 B@88 C@96 A@100");
}

SimulationInput eevdfHogs(std::string version, std::initializer_list<int> nices,
                          std::int64_t baseSlice, std::int64_t durationMs)
{
    SimulationInput input = hogs(std::move(version), nices, 1000, durationMs);
    input.scheduler.tunables["base_slice_ns"] = baseSlice;
    return input;
}

TEST(Hogs, TakeTurnsByDeadlineInEevdf)
{
    EXPECT_EQ(sequence(eevdfHogs("eevdf-6.6", {0, 1, 5}, 3'000'000, 29)),
              without("A@0 B@3 A@7 C@10 B@14 A@18 A*@21 B@24 A@28"));
    for (const char* version : {"eevdf-6.12", "eevdf-6.18"}) {
        EXPECT_EQ(sequence(eevdfHogs(version, {0, 1, 5}, 2'800'000, 31)),
                  "A@0 B@3 C@6 A@9 B@12 A@15 B@18 A@21 B@24 A@27 C@30")
            << version;
        EXPECT_EQ(sequence(eevdfHogs(version, {0, 0, 5}, 700'000, 25)),
                  "A@0 B@1 C@2 A@3 B@4 A@5 B@6 A@7 B@8 C@9 A@10 B@11 A@12 B@13 A@14 B@15 C@16 A@17 "
                  "B@18 A@19 B@20 A@21 B@22 C@23 A@24")
            << version;
    }
}

TEST(Hogs, WithSlicesOfTheirOwnKeepThemIn612AndShortenEachOtherIn618)
{
    const auto run = [](const char* version, std::int64_t ms) {
        Scenario scenario(version);
        scenario.task("A", {work(kMs * 1000)}).slice = Nanoseconds{2'800'000};
        scenario.task("B", {work(kMs * 1000)}).slice = Nanoseconds{10'000'000};
        return picksText(scenario.run(ms).trace);
    };
    EXPECT_EQ(run("eevdf-6.12", 22), without("A@0 B@3 A@13 A*@16 A*@19 B@21"));
    EXPECT_EQ(run("eevdf-6.18", 29),
              without("A@0 B@3 A@6 B@9 A@12 B@15 B*@18 A@19 B@22 A@25 B@28"));
}

// Slices end when they are over, not at the tick after that.
TEST(Hogs, EndTheirSlicesExactlyWithHrtick)
{
    SimulationInput cfs = hogs("cfs-6.1", {0, 0}, 250, 9);
    cfs.scheduler.features["HRTICK"] = true;
    EXPECT_EQ(sequence(cfs), "A@0 B@2.999998 A@5.999996 B@8.999994");
    SimulationInput eevdf = hogs("eevdf-6.6", {0, 0}, 250, 3);
    eevdf.scheduler.features["HRTICK"] = true;
    // At 1.5 ms both have deadline 1.5 and the tie goes to B, for the least time that is set: 10
    // us.
    EXPECT_EQ(sequence(eevdf), "A@0 B@0.75 A@1.51 B@2.26");
}

// n hogs run g n/(n-1) at a stretch on average, each to the next tick, here of 0.1 ms.
TEST(Hogs, OfCfsVersion1RunLongerThanTheGranularity)
{
    const auto mean = [](std::initializer_list<int> nices) {
        SimulationInput input = hogs("cfs-v1", nices, 10'000, 2000);
        input.scheduler.tunables["granularity_ns"] = 3 * kMs;
        const Trace trace = simulated(input).trace;
        return 2000.0 / static_cast<double>(trace.cpus()[0].slices.size());
    };
    EXPECT_NEAR(mean({0, 0}), 6, 0.3);
    EXPECT_NEAR(mean({0, 0, 0}), 4.5, 0.3);
    EXPECT_NEAR(mean({0, 0, 0, 0}), 4, 0.3);
}

// What is lost when each return costs a refill c after g of work is c/(g + c); with c = 120 us that
// is what the mail of 2007 forecast: 3.85 % at 3 ms, 0.12 % at 100 ms.
TEST(Hogs, LoseTheRefillAtEachPreemption)
{
    const std::pair<std::int64_t, double> vectors[] = {
        {3, 3.85}, {5, 2.34}, {15, 0.79}, {100, 0.12}};
    for (const auto& [granularity, percent] : vectors) {
        Scenario scenario("cfs-2.6.35");
        scenario.input.machine.costs.refillFull = Nanoseconds{120'000};
        scenario.input.machine.costs.refillScale = Nanoseconds{1'000};  // the cache is cold at once
        for (const char* name : {"A", "B"}) {
            WorkloadTask& task =
                scenario.task(name, forever({work(granularity * kMs), step(StepKind::Yield)}));
            task.policy = Policy::Fifo;
            task.rtPriority = 10;
        }
        const SimulationResult result = scenario.run(6000);
        const auto busy = runTime(result.trace, "A") + runTime(result.trace, "B");
        const double loss =
            100 * static_cast<double>(result.refillCosts.count()) / static_cast<double>(busy);
        EXPECT_NEAR(loss, percent, 0.01) << granularity << " ms";
    }
}

}  // namespace
}  // namespace resched::test

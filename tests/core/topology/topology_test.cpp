// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/topology.h"

#include "support/recordings.h"

#include <gtest/gtest.h>

#include <fstream>

namespace resched {
namespace {

std::string placesOf(const Topology& topology)
{
    std::string text;
    for (const CpuPlace& cpu : topology.cpus) {
        text += std::to_string(number(cpu.id)) + ":c" + std::to_string(cpu.core) + "l" +
                std::to_string(cpu.llc) + "p" + std::to_string(cpu.package) + "n" +
                std::to_string(cpu.node) + " ";
    }
    return text;
}

TEST(Topology, UniformCpusShareOneCacheAndNoCore)
{
    const Topology topology = uniformTopology(4);
    EXPECT_EQ(placesOf(topology), "0:c0l0p0n0 1:c1l0p0n0 2:c2l0p0n0 3:c3l0p0n0 ");
    EXPECT_EQ(topology.text(), "1 package, 4 cores, 4 CPUs");
    EXPECT_EQ(uniformTopology(1).text(), "1 package, 1 core, 1 CPU");
}

TEST(Topology, KeepsTheNumbersOfARecordingsCpus)
{
    const Topology topology = uniformTopology(*CpuSet::parse("1,5-6"));
    EXPECT_EQ(placesOf(topology), "1:c0l0p0n0 5:c1l0p0n0 6:c2l0p0n0 ");
    ASSERT_NE(topology.find(CpuId{5}), nullptr);
    EXPECT_EQ(topology.find(CpuId{5})->core, 1);
    EXPECT_EQ(topology.find(CpuId{0}), nullptr);
}

TEST(Topology, ReadsSyntheticDescriptions)
{
    const auto topology = topologyFromSynthetic("pack:2 l3:1 core:2 pu:2");
    ASSERT_TRUE(topology);
    EXPECT_EQ(placesOf(*topology),
              "0:c0l0p0n0 1:c0l0p0n0 2:c1l0p0n0 3:c1l0p0n0 "
              "4:c2l1p1n0 5:c2l1p1n0 6:c3l1p1n0 7:c3l1p1n0 ");
    EXPECT_EQ(topology->text(), "2 packages, 4 cores, 8 CPUs");
    EXPECT_TRUE(topology->nodeDistances.empty());
    EXPECT_EQ(topology->cpus[0].capacity, 1024);
}

TEST(Topology, NumbersCpusAsTheDescriptionSays)
{
    const auto topology = topologyFromSynthetic("pack:1 l3:1 core:2 pu:2(indexes=0,2,1,3)");
    ASSERT_TRUE(topology);
    EXPECT_EQ(placesOf(*topology), "0:c0l0p0n0 1:c1l0p0n0 2:c0l0p0n0 3:c1l0p0n0 ");
}

TEST(Topology, GivesNodesTheKernelsDistancesWhereNoneAreKnown)
{
    const auto topology = topologyFromSynthetic("numa:2 core:1 pu:1");
    ASSERT_TRUE(topology);
    EXPECT_EQ(topology->nodeCount(), 2);
    EXPECT_EQ(topology->nodeDistances, (std::vector<int>{10, 20, 20, 10}));
    EXPECT_EQ(topology->text(), "1 package, 2 nodes, 2 cores, 2 CPUs");
}

TEST(Topology, ThePackageIsTheLastLevelCacheWhereOnlyLevelOneIsKnown)
{
    const auto topology = topologyFromSynthetic("pack:2 l1:2 core:1 pu:1");
    ASSERT_TRUE(topology);
    EXPECT_EQ(placesOf(*topology), "0:c0l0p0n0 1:c1l0p0n0 2:c2l1p1n0 3:c3l1p1n0 ");
}

TEST(Topology, RefusesDescriptionsThatHwlocDoesNotUnderstand)
{
    for (const char* bad : {"", "pack:", "nonsense:2", "pack:2 core", "pack:0 pu:1", "pu:-1"}) {
        const auto topology = topologyFromSynthetic(bad);
        ASSERT_FALSE(topology) << bad;
        EXPECT_EQ(topology.error().code, ErrorCode::InvalidArgument);
    }
}

TEST(Topology, RefusesMachinesOfMillionsOfCpusAtOnce)
{
    for (const char* bad : {"pu:1000000", "pack:100 core:100 pu:100", "pu:99999999999999999999",
                            "100000", "64 64 64"}) {
        const auto topology = topologyFromSynthetic(bad);
        ASSERT_FALSE(topology) << bad;
        EXPECT_EQ(topology.error().expected, "at most 4096") << bad;
    }
}

TEST(Topology, ReadsTheGuestsOwnDescriptions)
{
    RESCHED_SHARED_OR_SKIP(shared);
    const auto lab = shared / "lab-traces" / "6.1-cfs";
    const auto ht4 = topologyFromXml(lab / "ht4" / "lstopo.xml");
    ASSERT_TRUE(ht4) << describe(ht4.error());
    EXPECT_EQ(placesOf(*ht4), "0:c0l0p0n0 1:c0l0p0n0 2:c1l1p1n0 3:c1l1p1n0 ");
    const auto smp2 = topologyFromXml(lab / "smp2" / "lstopo.xml");
    ASSERT_TRUE(smp2) << describe(smp2.error());
    EXPECT_EQ(*smp2, uniformTopology(2));
}

TEST(Topology, RefusesFilesThatAreNoTopology)
{
    const auto missing = topologyFromXml("no-such-file.xml");
    ASSERT_FALSE(missing);
    EXPECT_EQ(describe(missing.error()),
              "no-such-file.xml: there is no such file; expected an hwloc XML file");
    for (const char* content : {"", "<html></html>", "<topology version=\"2.0\"><object",
                                "\x89PNG\r\n", "<topology version=\"2.0\"></topology>"}) {
        const std::string path = testing::TempDir() + "resched_bad_topology.xml";
        std::ofstream(path, std::ios::binary) << content;
        const auto topology = topologyFromXml(path);
        ASSERT_FALSE(topology) << content;
        EXPECT_EQ(topology.error().path, path);
    }
}

TEST(Topology, KnowsTheMachineItRunsOn)
{
    const auto topology = topologyOfThisMachine();
    ASSERT_TRUE(topology);
    EXPECT_GE(topology->count(), 1);
    for (const CpuPlace& cpu : topology->cpus) {
        EXPECT_GE(cpu.capacity, 1);
        EXPECT_LE(cpu.capacity, 1024);
    }
}

}  // namespace
}  // namespace resched

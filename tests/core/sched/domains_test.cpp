// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sched/domains.h"

#include "sched/smp_rules.h"
#include "smp_fixture.h"
#include "topology/machine.h"

#include <gtest/gtest.h>

namespace resched {
namespace {

using test::topologyOf;
using enum SmpGeneration;

std::string listOf(const std::vector<int>& cpus)
{
    CpuSet set;
    for (const int cpu : cpus) set.add(CpuId{cpu});
    return set.text();
}

// "SMT 0-1 {0}{1} DIE 0-3 {0-1}{2-3}": groups from the CPU's own one on.
std::string chainOf(const DomainTree& tree, int cpu)
{
    std::string text;
    for (const CpuDomain& domain : tree.domains(cpu)) {
        if (!text.empty()) text += ' ';
        text += std::string(domain->name) + ' ' + listOf(domain->span) + ' ';
        for (int i = 0; i < domain.groupCount(); ++i)
            text += '{' + listOf(domain.group(i).cpus) + '}';
    }
    return text;
}

TEST(Domains, AreWhatTheGuestsOf61Report)
{
    const DomainTree ht4(findMachine("lab-ht4")->topology, V6_1);
    EXPECT_EQ(chainOf(ht4, 0), "SMT 0-1 {0}{1} DIE 0-3 {0-1}{2-3}");
    EXPECT_EQ(chainOf(ht4, 3), "SMT 2-3 {3}{2} DIE 0-3 {2-3}{0-1}");
    const DomainTree smp2(findMachine("lab-smp2")->topology, V6_1);
    EXPECT_EQ(chainOf(smp2, 1), "MC 0-1 {1}{0}");
    const DomainTree up(findMachine("lab-up")->topology, V6_1);
    EXPECT_EQ(chainOf(up, 0), "");
}

TEST(Domains, AreNamedAndLayeredAsEachGenerationDid)
{
    const Topology quad = findMachine("core2-quad-2.4")->topology;
    EXPECT_EQ(chainOf(DomainTree(quad, V2_6_28), 0), "MC 0-1 {0}{1} CPU 0-3 {0-1}{2-3}");
    EXPECT_EQ(chainOf(DomainTree(quad, V6_12), 2), "MC 2-3 {2}{3} PKG 0-3 {2-3}{0-1}");
    const Topology xeon = findMachine("xeon-ht-2007")->topology;
    EXPECT_EQ(chainOf(DomainTree(xeon, V2_6_23), 1), "SIBLING 1,3 {1}{3} CPU 0-3 {1,3}{0,2}");
}

TEST(Domains, OfAServerReachOverNodes)
{
    const Topology server = topologyOf("numa:2 l3:2 core:2 pu:1");
    EXPECT_EQ(chainOf(DomainTree(server, V6_1), 0),
              "MC 0-1 {0}{1} DIE 0-3 {0-1}{2-3} NUMA 0-7 {0-3}{4-7}");
    EXPECT_EQ(chainOf(DomainTree(server, V2_6_32), 7),
              "MC 6-7 {7}{6} CPU 4-7 {6-7}{4-5} NODE 0-7 {4-7}{0-3}");
}

TEST(Domains, FarNodesTakeNoForksNorAffineWakeups)
{
    Topology server = topologyOf("numa:2 core:2 pu:1");
    server.nodeDistances = {10, 32, 32, 10};
    const DomainTree tree(server, V6_1);
    const CpuDomain& numa = tree.domains(0).back();
    EXPECT_EQ(numa->level, DomainLevel::Numa);
    EXPECT_FALSE(numa->parameters.balanceFork);
    EXPECT_FALSE(numa->parameters.wakeAffine);
    EXPECT_TRUE(numa->parameters.serialize);
    server.nodeDistances = {10, 20, 20, 10};
    EXPECT_TRUE(DomainTree(server, V6_1).domains(0).back()->parameters.balanceFork);
}

TEST(Domains, CountHowManyTasksANodeMayHold)
{
    // Two caches a node: two; one cache of 16 CPUs: an eighth of them.
    EXPECT_EQ(DomainTree(topologyOf("numa:2 l3:2 core:2 pu:1"), V6_1).domains(0).back()->imbNumaNr,
              2);
    EXPECT_EQ(DomainTree(topologyOf("numa:2 l3:1 core:16 pu:1"), V6_1).domains(0).back()->imbNumaNr,
              2);
    EXPECT_EQ(DomainTree(topologyOf("numa:2 l3:1 core:2 pu:1"), V6_1).domains(0).back()->imbNumaNr,
              1);
}

TEST(Domains, LeaveOutCpusThatAreOffline)
{
    const DomainTree tree(findMachine("lab-ht4")->topology, V6_1, *CpuSet::parse("0-2"));
    EXPECT_EQ(chainOf(tree, 0), "SMT 0-1 {0}{1} DIE 0-2 {0-1}{2}");
    EXPECT_EQ(chainOf(tree, 2), "DIE 0-2 {2}{0-1}");
    EXPECT_EQ(chainOf(tree, 3), "");
    EXPECT_EQ(tree.llcSize(2), 1);
}

TEST(Domains, KnowCachesAndThreads)
{
    const DomainTree tree(findMachine("desktop-8-smt")->topology, V6_1);
    EXPECT_EQ(tree.llcSize(5), 16);
    EXPECT_TRUE(tree.shareLlc(0, 15));
    EXPECT_EQ(listOf({tree.threads(3).begin(), tree.threads(3).end()}), "3,11");
    ASSERT_NE(tree.llcDomain(0), nullptr);
    EXPECT_EQ((*tree.llcDomain(0))->level, DomainLevel::Mc);
    EXPECT_EQ(DomainTree(uniformTopology(1), V6_1).llcDomain(0), nullptr);
}

TEST(Domains, OneCoreOrCacheCountsAsOneCpuUpTo2631)
{
    const DomainTree xeon(findMachine("xeon-ht-2007")->topology, V2_6_28);
    EXPECT_EQ(xeon.domains(0)[1].group(0).power, 1024);
    const DomainTree quad(findMachine("core2-quad-2.4")->topology, V2_6_28);
    EXPECT_EQ(quad.domains(0)[1].group(0).power, 1024);
    const DomainTree nodes(topologyOf("numa:2 l3:2 core:2 pu:1"), V2_6_28);
    EXPECT_EQ(nodes.domains(0)[2].group(1).power, 2048);
}

TEST(Domains, TheParametersChangeWithTheGenerations)
{
    // A CPU going idle in 2.6.31 pulls within its core alone; from 2.6.32 on from the machine.
    EXPECT_FALSE(domainParameters(V2_6_28, DomainLevel::Mc, 4, 4).balanceNewidle);
    EXPECT_FALSE(domainParameters(V2_6_28, DomainLevel::Node, 4, 4).balanceNewidle);
    EXPECT_TRUE(domainParameters(V2_6_28, DomainLevel::Smt, 2, 4).balanceNewidle);
    EXPECT_TRUE(domainParameters(Tip2009, DomainLevel::Mc, 4, 4).balanceNewidle);
    EXPECT_TRUE(domainParameters(V2_6_32, DomainLevel::Mc, 4, 4).balanceNewidle);
    // Forks stayed with their parent before 2.6.25.
    EXPECT_FALSE(domainParameters(V2_6_24, DomainLevel::Node, 4, 4).balanceFork);
    EXPECT_TRUE(domainParameters(V2_6_25, DomainLevel::Node, 4, 4).balanceFork);
    // Intervals grow with the span from 6.1.
    const DomainParameters mc = domainParameters(V6_1, DomainLevel::Mc, 8, 16);
    EXPECT_EQ(mc.minInterval, 8);
    EXPECT_EQ(mc.maxInterval, 16);
    EXPECT_EQ(mc.busyFactor, 16);
    EXPECT_EQ(mc.imbalancePct, 117);
    EXPECT_EQ(domainParameters(V2_6_28, DomainLevel::AllNodes, 64, 64).maxInterval, 4096);
}

TEST(SmpRules, FollowThePresetAndItsSwitches)
{
    const auto rulesFor = [](SchedulerSettings settings) {
        return smpRulesOf(*resolve(settings, 4), 250);
    };
    EXPECT_EQ(rulesFor({.scheduler = "cfs-2.6.23"}).generation, V2_6_23);
    EXPECT_EQ(rulesFor({.scheduler = "cfs-2.6.27"}).generation, V2_6_25);
    EXPECT_EQ(rulesFor({.scheduler = "cfs-2.6.31"}).generation, V2_6_28);
    EXPECT_EQ(rulesFor({.scheduler = "cfs-tip-20090909"}).generation, Tip2009);
    EXPECT_EQ(rulesFor({.scheduler = "cfs-tip-20090916"}).generation, V2_6_32);
    EXPECT_EQ(rulesFor({.scheduler = "cfs-2.6.36"}).generation, V2_6_35);
    EXPECT_EQ(rulesFor({.scheduler = "eevdf-6.18"}).generation, V6_18);
    EXPECT_EQ(rulesFor({.scheduler = "cfs-2.6.23"}).migrationCost, 0);  // nothing is hot
    EXPECT_FALSE(rulesFor({.features = {{"SIS_UTIL", false}}}).sisUtil);
    EXPECT_EQ(rulesFor({.tunables = {{"migration_cost_ns", 0}}}).migrationCost, 0);
}

}  // namespace
}  // namespace resched

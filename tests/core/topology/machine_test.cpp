// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/machine.h"

#include "topology/machine_resources.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>

namespace resched {
namespace {

TEST(Machine, EveryBuiltInDescriptionIsReadAndNamedAsItsFile)
{
    std::set<std::string> files;
    const auto folder = std::filesystem::path(RESCHED_SOURCE_DIR) / "resources" / "machines";
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        files.insert(entry.path().stem().string());
    }
    std::set<std::string> names;
    for (const std::string_view text : machineResources()) {
        const auto machine = machineFromJson(text);
        ASSERT_TRUE(machine) << describe(machine.error());
        EXPECT_FALSE(machine->description.empty());
        EXPECT_FALSE(machine->provenance.empty());
        names.insert(machine->name);
    }
    EXPECT_EQ(names, files);
    EXPECT_EQ(builtInMachines().size(), files.size());
}

TEST(Machine, BuiltInMachinesHaveTheShapeTheirDescriptionsSay)
{
    const auto textOf = [](const char* name) {
        const auto machine = findMachine(name);
        EXPECT_TRUE(machine) << name;
        return machine ? machine->topology.text() : "";
    };
    EXPECT_EQ(textOf("pentium-m-2.0"), "1 package, 1 core, 1 CPU");
    EXPECT_EQ(textOf("core2-notebook"), "1 package, 2 cores, 2 CPUs");
    EXPECT_EQ(textOf("core2-quad-2.4"), "1 package, 4 cores, 4 CPUs");
    EXPECT_EQ(textOf("xeon-ht-2007"), "2 packages, 2 cores, 4 CPUs");
    EXPECT_EQ(textOf("desktop-8-smt"), "1 package, 8 cores, 16 CPUs");
    EXPECT_EQ(textOf("server-2x64"), "2 packages, 2 nodes, 128 cores, 256 CPUs");
    EXPECT_EQ(textOf("phone-big-little"), "1 package, 8 cores, 8 CPUs");
}

TEST(Machine, TheServerHasSixteenCachesAndFarNodes)
{
    const auto server = findMachine("server-2x64");
    ASSERT_TRUE(server);
    EXPECT_EQ(server->topology.cpus.back().llc, 15);
    EXPECT_EQ(server->topology.nodeDistances, (std::vector<int>{10, 32, 32, 10}));
    EXPECT_EQ(server->shared.size(), 128U);
    EXPECT_EQ(server->shared[0].cpus.text(), "0,128");
}

TEST(Machine, CpusOfAnEmulatedGuestTakeTurns)
{
    const auto ht4 = findMachine("lab-ht4");
    ASSERT_TRUE(ht4);
    ASSERT_EQ(ht4->shared.size(), 1U);
    EXPECT_EQ(ht4->shared[0].cpus.text(), "0-3");
    EXPECT_EQ(ht4->shared[0].throughput, 1000);
    EXPECT_EQ(ht4->topology.cpus[2].core, 1);
}

TEST(Machine, IsFoundByCountSyntheticStringAndFile)
{
    const auto three = findMachine("3");
    ASSERT_TRUE(three);
    EXPECT_EQ(*three, uniformMachine(3));
    const auto smt = findMachine("pack:1 core:2 pu:2");
    ASSERT_TRUE(smt);
    ASSERT_EQ(smt->shared.size(), 2U);
    EXPECT_EQ(smt->shared[1].throughput, kSmtThroughput);
    EXPECT_TRUE(findMachine("this"));

    const std::string path = testing::TempDir() + "resched_machine.json";
    std::ofstream(path) << machineToJson(*findMachine("lab-smp2"));
    const auto file = findMachine(path);
    ASSERT_TRUE(file) << describe(file.error());
    EXPECT_EQ(*file, *findMachine("lab-smp2"));
}

TEST(Machine, UnknownDescriptionsAreAnsweredWithWhatThereIs)
{
    const auto unknown = findMachine("toaster");
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().what, "there is no machine 'toaster'");
    EXPECT_NE(unknown.error().expected.find("pentium-m-2.0"), std::string::npos);
    for (const char* bad : {"0", "4097", "99999999999999999999", "-1", "", "pack:x"}) {
        EXPECT_FALSE(findMachine(bad)) << bad;
    }
}

TEST(Machine, WritingAndReadingAgainGivesTheSameMachine)
{
    for (const Machine& machine : builtInMachines()) {
        const auto again = machineFromJson(machineToJson(machine));
        ASSERT_TRUE(again) << machine.name << ": " << describe(again.error());
        EXPECT_EQ(*again, machine) << machine.name;
    }
}

struct BadJson
{
    const char* text;
    const char* message;
};

class MachineJson : public testing::TestWithParam<BadJson>
{
};

TEST_P(MachineJson, SaysWhatIsWrongAndWhatWasExpected)
{
    const auto machine = machineFromJson(GetParam().text, "m.json");
    ASSERT_FALSE(machine);
    EXPECT_EQ(describe(machine.error()), GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    BadInput, MachineJson,
    testing::Values(
        BadJson{"{", "m.json, offset 1: it is no JSON; expected a machine in JSON"},
        BadJson{"[]", "m.json: the machine is no object; expected an object in braces"},
        BadJson{R"({"topology":"pu:1"})", "m.json: the machine has no 'name'; expected a name"},
        BadJson{R"({"name":"x"})",
                "m.json: the machine has no 'topology'; expected a synthetic description or a "
                "list of CPUs"},
        BadJson{R"({"name":"x","topology":"pu:1","hz":0})",
                "m.json: 'hz' is 0; expected a whole number from 1 to 10000"},
        BadJson{R"({"name":"x","topology":"pu:1","hz":2.5})",
                "m.json: 'hz' is 2.5; expected a whole number from 1 to 10000"},
        BadJson{R"({"name":"x","topology":"pu:1","hz":18446744073709551615})",
                "m.json: 'hz' is 18446744073709551615; expected a whole number from 1 to 10000"},
        BadJson{R"({"name":"x","topology":"pu:1","costs":{"tick_ns":-1}})",
                "m.json: 'tick_ns' is -1; expected a whole number from 0 to 1000000000"},
        BadJson{R"({"name":"x","topology":{"cpus":[{"id":0},{"id":0}]}})",
                "m.json: CPU 0 is listed twice; expected each CPU once"},
        BadJson{R"({"name":"x","topology":{"cpus":[{"core":0}]}})",
                "m.json: a CPU has no 'id'; expected its number"},
        BadJson{R"({"name":"x","topology":{"cpus":[{"id":0,"core":0},{"id":1,"core":0,"llc":1}]}})",
                "m.json: CPU 1 and another thread of its core lie apart; expected the same llc, "
                "package and node for the threads of a core"},
        BadJson{R"({"name":"x","topology":"pu:2","shared":[{"cpus":"0-2","throughput":1000}]})",
                "m.json: 'shared' names CPU 2; expected CPUs of the topology"},
        BadJson{R"({"name":"x","topology":"pu:2","shared":[{"cpus":"0-1","throughput":2001}]})",
                "m.json: 'throughput' is 2001; expected a whole number from 1 to 2000"},
        BadJson{R"({"name":"x","topology":{"synthetic":"numa:2 pu:1","node_distances":[10]}})",
                "m.json: 'node_distances' does not fit the nodes; expected 4 numbers, row by "
                "node"}));

TEST(Machine, AMisspeltKeyIsAnError)
{
    const auto machine = machineFromJson(R"({"name":"x","topology":"pu:1","costs":{"tick":1}})");
    ASSERT_FALSE(machine);
    EXPECT_EQ(machine.error().what, "'costs' has an unknown key 'tick'");
    EXPECT_NE(machine.error().expected.find("tick_ns"), std::string::npos);
}

TEST(Machine, CostsAreZeroUnlessGiven)
{
    const auto machine = machineFromJson(R"({"name":"x","topology":"pu:1"})");
    ASSERT_TRUE(machine);
    EXPECT_EQ(machine->costs, CostModel{});
    EXPECT_EQ(machine->hz, 250);
}

}  // namespace
}  // namespace resched

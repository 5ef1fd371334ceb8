// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace resched {
namespace {

using test::Outcome;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

std::string fileWith(const std::string& name, const std::string& content)
{
    const std::string path = test::ownFolder() + name;
    std::ofstream(path, std::ios::binary) << content;
    return path;
}

bool isOneSentence(const std::string& text)
{
    return std::ranges::count(text, '\n') == 1 && text.starts_with("resched: ");
}

TEST(CommandLine, HelpAndVersionNeedNoDisplay)
{
    for (const char* option : {"--help", "--version"}) {
        const Outcome outcome = test::resched({option});
        EXPECT_EQ(outcome.code, 0) << option;
        EXPECT_THAT(outcome.out, Not(IsEmpty())) << option;
        EXPECT_THAT(outcome.err, IsEmpty()) << option;
    }
    EXPECT_THAT(test::resched({"--version"}).out, StartsWith("resched "));
}

TEST(CommandLine, EveryVerbHasHelp)
{
    const std::string help = test::resched({"--help"}).out;
    std::size_t at = help.find("Subcommands:\n");
    ASSERT_NE(at, std::string::npos);
    at += std::string("Subcommands:\n").size();
    int verbs = 0;
    while (help.compare(at, 2, "  ") == 0) {
        const std::size_t end = help.find('\n', at);
        std::string verb = help.substr(at + 2, end - at - 2);
        verb = verb.substr(0, verb.find(' '));
        at = end + 1;
        if (verb.empty()) continue;
        const Outcome outcome = test::resched({verb, "--help"});
        EXPECT_EQ(outcome.code, 0) << verb;
        EXPECT_THAT(outcome.out, HasSubstr("resched " + verb)) << verb;
        ++verbs;
    }
    EXPECT_GE(verbs, 5);
}

TEST(CommandLine, WrongUsageIsTwo)
{
    for (const std::vector<std::string>& arguments :
         std::vector<std::vector<std::string>>{{"info", "--bogus"},
                                               {"stats", "--by", "colour", "x"},
                                               {"stats"},
                                               {"no-such-verb"},
                                               {"schedulers", "windows"},
                                               {"stats", "--format", "xml", "x"}}) {
        const Outcome outcome = test::resched(arguments);
        EXPECT_EQ(outcome.code, 2) << arguments[0];
        EXPECT_TRUE(isOneSentence(outcome.err)) << outcome.err;
        EXPECT_THAT(outcome.out, IsEmpty());
    }
}

TEST(CommandLine, WhatCannotBeReadIsOneSentence)
{
    const std::string png = fileWith("perf.data", "\x89PNG\r\n\x1a\n0000IHDR0000000000000000");
    const std::string folder = test::ownFolder() + "empty folder";
    std::filesystem::create_directories(folder);
    for (const std::string& path :
         {fileWith("empty.dat", ""), png, std::string("/no/such/file"), folder}) {
        for (const char* verb : {"info", "stats", "latency"}) {
            const Outcome outcome = test::resched({verb, path});
            EXPECT_EQ(outcome.code, 1) << verb << ' ' << path;
            EXPECT_TRUE(isOneSentence(outcome.err)) << outcome.err;
            EXPECT_THAT(outcome.err, HasSubstr(path));
            EXPECT_THAT(outcome.out, IsEmpty());
        }
    }
    EXPECT_THAT(test::resched({"info", png}).err, HasSubstr("one of: "));
}

TEST(CommandLine, WithoutADisplayTheWindowSaysSo)
{
    const Outcome outcome = test::resched({});
    EXPECT_EQ(outcome.code, 1);
    EXPECT_TRUE(isOneSentence(outcome.err)) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("display"));
}

TEST(CommandLine, SchedulersAndMachinesAreListed)
{
    EXPECT_THAT(test::resched({"schedulers"}).out, HasSubstr("cfs-6.1"));
    EXPECT_THAT(test::resched({"schedulers", "cfs-6.1"}).out, HasSubstr("min_granularity_ns"));
    EXPECT_THAT(test::resched({"machines"}).out, HasSubstr("lab-up"));
}

}  // namespace
}  // namespace resched

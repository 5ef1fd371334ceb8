// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/event_format.h"

#include <gtest/gtest.h>

#include <string>

namespace resched {
namespace {

constexpr std::string_view kText =
    "name: sched_process_exec\nID: 319\nformat:\n"
    "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
    "\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"
    "\tfield:__data_loc char[] filename;\toffset:8;\tsize:4;\tsigned:0;\n"
    "\tfield:char comm[16];\toffset:12;\tsize:16;\tsigned:0;\n"
    "\tfield:const char * name;\toffset:32;\tsize:8;\tsigned:0;\n\n"
    "print fmt: \"pid=%d\", REC->pid\n";

TEST(EventFormat, ReadsNameIdFieldsAndPrintFormat)
{
    const std::optional<EventFormat> format = parseEventFormat(kText);
    ASSERT_TRUE(format);
    EXPECT_EQ(format->name, "sched_process_exec");
    EXPECT_EQ(format->id, 319U);
    ASSERT_EQ(format->fields.size(), 5U);
    EXPECT_EQ(format->fields[1], (FormatField{"common_pid", "int", 4, 4, true}));
    EXPECT_TRUE(format->find("filename")->isDynamic());
    EXPECT_FALSE(format->find("comm")->isDynamic());
    EXPECT_TRUE(format->find("comm")->isArray());
    EXPECT_EQ(format->find("name")->offset, 32);
    EXPECT_EQ(format->find("absent"), nullptr);
    EXPECT_TRUE(format->printFormat.starts_with("print fmt:"));
}

TEST(EventFormat, OldKernelsDoNotSayWhatIsSigned)
{
    const std::optional<EventFormat> format = parseEventFormat(
        "name: a\nID: 1\nformat:\n\tfield:pid_t pid;\toffset:0;\tsize:4;\n"
        "\tfield:unsigned char flags;\toffset:4;\tsize:1;\n\tfield:u64 "
        "delay;\toffset:8;\tsize:8;\n");
    ASSERT_TRUE(format);
    EXPECT_TRUE(format->find("pid")->isSigned);
    EXPECT_FALSE(format->find("flags")->isSigned);
    EXPECT_FALSE(format->find("delay")->isSigned);
}

TEST(EventFormat, RefusesWhatItCannotUnderstand)
{
    EXPECT_FALSE(parseEventFormat(""));
    EXPECT_FALSE(parseEventFormat("name: a\nformat:\n"));
    EXPECT_FALSE(parseEventFormat("ID: 1\nformat:\n"));
    EXPECT_FALSE(parseEventFormat("name: a\nID: 1\n\tfield:int x;\tsize:4;\n"));
    EXPECT_FALSE(parseEventFormat("name: a\nID: 1\n\tfield:int x;\toffset:99999;\tsize:4;\n"));
    for (std::size_t size = 0; size < kText.size(); ++size) {
        const auto format = parseEventFormat(kText.substr(0, size));
        if (format) {
            EXPECT_LE(format->fields.size(), 5U);
        }
    }
}

}  // namespace
}  // namespace resched

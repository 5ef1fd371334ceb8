// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "workload/loose_json.h"

#include <gtest/gtest.h>

namespace resched {
namespace {

TEST(LooseJson, KeepsRepeatedKeysInOrderAndAcceptsWhatRtAppAccepts)
{
    const auto value = parseLooseJson(R"({ /* a comment
        over lines */ "run": 10, "suspend", "run": 20, // another
        "list": [1, 2.5, true, null,], })");
    ASSERT_TRUE(value) << describe(value.error());
    const auto& members = *value->object();
    ASSERT_EQ(members.size(), 4U);
    EXPECT_EQ(members[0].key, "run");
    EXPECT_EQ(*members[0].value.integer(), 10);
    EXPECT_EQ(members[1].key, "suspend");
    EXPECT_EQ(*members[2].value.integer(), 20);
    EXPECT_EQ(members[2].value.line, 2U);
    EXPECT_EQ(members[3].value.array()->size(), 4U);
}

TEST(LooseJson, ReadsEscapes)
{
    const auto value = parseLooseJson(R"(["a\"b\\c\u00e9"])");
    ASSERT_TRUE(value);
    EXPECT_EQ(*value->array()->front().string(), "a\"b\\c\xC3\xA9");
}

TEST(LooseJson, ReplacesBytesThatAreNoUtf8)
{
    const Result<JsonValue> value = parseLooseJson("[\"a\xc3\", \"\xc3\xa9\"]");
    ASSERT_TRUE(value);
    EXPECT_EQ(*value->array()->at(0).string(), "a\xef\xbf\xbd");
    EXPECT_EQ(*value->array()->at(1).string(), "\xc3\xa9");
    EXPECT_EQ(parseLooseJson(jsonQuoted("a\xc3"))->string()[0], "a\xef\xbf\xbd");
}

TEST(LooseJson, NamesTheLineOfTheFirstFault)
{
    const auto value = parseLooseJson("{\n\"a\": 1,\n\"b\": oops\n}");
    ASSERT_FALSE(value);
    EXPECT_EQ(value.error().position, (FilePosition{FilePosition::Unit::Line, 3}));
    EXPECT_EQ(value.error().what, "\"oops\" is no value");
}

TEST(LooseJson, RefusesDeepNestingInsteadOfRunningOutOfStack)
{
    EXPECT_FALSE(parseLooseJson(std::string(100'000, '[')));
}

TEST(LooseJson, EveryCutOfATextIsAnErrorAndNoCrash)
{
    const std::string text = R"({"a": [1, "x\n", {"b": true}], /* c */ "d": -1.5e3})";
    for (std::size_t length = 0; length < text.size(); ++length) {
        EXPECT_FALSE(parseLooseJson(text.substr(0, length))) << length;
    }
    EXPECT_TRUE(parseLooseJson(text));
}

}  // namespace
}  // namespace resched

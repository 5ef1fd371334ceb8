// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/csv.h"

#include <gtest/gtest.h>

#include <clocale>

namespace resched {
namespace {

// Reads a CSV text back, as RFC 4180 says.
std::vector<std::vector<std::string>> readBack(const std::string& text)
{
    std::vector<std::vector<std::string>> rows;
    std::vector<std::string> row;
    std::string field;
    bool isQuoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char letter = text[i];
        if (isQuoted) {
            if (letter != '"') {
                field += letter;
            } else if (i + 1 < text.size() && text[i + 1] == '"') {
                field += text[++i];
            } else {
                isQuoted = false;
            }
        } else if (letter == '"') {
            isQuoted = true;
        } else if (letter == ',' || letter == '\n') {
            row.push_back(std::exchange(field, {}));
            if (letter == '\n') rows.push_back(std::exchange(row, {}));
        } else if (letter != '\r') {
            field += letter;
        }
    }
    return rows;
}

Table namesTable(const std::vector<std::string>& names)
{
    Table table;
    table.columns = {{"comm", "name", ColumnKind::Text}};
    for (const std::string& name : names) table.rows.push_back({name});
    return table;
}

TEST(Csv, OddNamesReadBackEqual)
{
    const std::vector<std::string> names = {"a,b\"c", "two\nlines", "=1+1",  "+x",    "-x",
                                            "@x",     "",           "plain", "日本語"};
    const auto rows = readBack(toCsv(namesTable(names)));
    ASSERT_EQ(rows.size(), names.size() + 1);
    for (std::size_t i = 0; i < names.size(); ++i) EXPECT_EQ(rows[i + 1].at(0), names[i]);
}

TEST(Csv, QuotesAsTheRfcSays)
{
    EXPECT_EQ(csvField("a,b\"c"), "\"a,b\"\"c\"");
    EXPECT_EQ(csvField("a\nb"), "\"a\nb\"");
    EXPECT_EQ(csvField("plain name"), "plain name");
}

TEST(Csv, FormulasAreMadeHarmlessByOption)
{
    for (const char* text : {"=1+1", "+x", "-x", "@x", "\tx"}) {
        EXPECT_EQ(csvField(text), text);
        EXPECT_EQ(csvField(text, {.guardFormulas = true}), std::string("'") + text);
    }
    EXPECT_EQ(csvField("=a,b", {.guardFormulas = true}), "\"'=a,b\"");
    EXPECT_EQ(csvField("a=1", {.guardFormulas = true}), "a=1");
}

TEST(Csv, NumbersHaveAPointAndAllDigitsInAnyLocale)
{
    Table table;
    table.columns = {{"time_ns", "time", ColumnKind::Time},
                     {"mean_ns", "mean", ColumnKind::Duration},
                     {"none", "none", ColumnKind::Count}};
    table.rows.push_back({std::int64_t{1'700'000'000'123'456'789}, 1070205.5, Cell{}});
    const char* before = std::setlocale(LC_ALL, nullptr);
    const std::string kept = before;
    for (const char* name : {"C", "de_DE.UTF-8", "fr_FR.UTF-8"}) {
        std::setlocale(LC_ALL, name);
        EXPECT_EQ(toCsv(table), "time_ns,mean_ns,none\r\n1700000000123456789,1070205.5,\r\n");
    }
    std::setlocale(LC_ALL, kept.c_str());
}

}  // namespace
}  // namespace resched

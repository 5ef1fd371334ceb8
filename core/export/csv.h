// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Tables as CSV after RFC 4180: a head of keys, CRLF line ends, quotes where a text needs them,
// numbers with a point in any locale, nothing in a cell without a value.

#include "export/table.h"

#include <string>
#include <string_view>

namespace resched {

struct CsvOptions
{
    // A spreadsheet runs what begins with = + - @ (or a tab or CR) as a formula. With this, such
    // texts get an apostrophe in front and are shown as they are.
    bool guardFormulas = false;
};

std::string toCsv(const Table& table, const CsvOptions& options = {});
// One text as a field.
std::string csvField(std::string_view text, const CsvOptions& options = {});

}  // namespace resched

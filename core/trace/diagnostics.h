// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Odd records, counted by kind with the first place. Loading goes on; the window's Diagnostics page
// and `resched info` show the table. A kind is a stable English key in snake_case
// ("switch_contradiction", "truncated_packet"), the same in JSON; ui/format translates the known
// ones.

#include "base/result.h"
#include "base/time.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace resched {

struct Diagnostic
{
    std::string kind;
    std::uint64_t count = 0;
    std::string path = {};  // file of the first one
    FilePosition position = {};
    std::optional<Timestamp> time = {};
    std::string example = {};  // one clause about the first one, may be empty
    friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

struct DiagnosticPlace
{
    std::string path = {};
    FilePosition position = {};
    std::optional<Timestamp> time = {};
    std::string example = {};
};

class Diagnostics
{
public:
    void add(std::string_view kind, const DiagnosticPlace& place = {}, std::uint64_t count = 1);
    // Adds another's counts after ours; our first places stay first.
    void merge(const Diagnostics& other);

    const std::vector<Diagnostic>& all() const { return rows_; }  // in order of first appearance
    std::uint64_t count(std::string_view kind) const;

private:
    std::vector<Diagnostic> rows_;  // a dozen kinds: linear search
};

}  // namespace resched

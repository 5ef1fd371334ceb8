// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Interned strings with dense ids. Id 0 is always the empty name. Strings stay where they are for
// the table's life, so views handed out stay valid while it grows and when it is moved.

#include "base/ids.h"

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

namespace resched {

class NameTable
{
public:
    NameTable() { intern({}); }
    NameTable(NameTable&&) = default;
    NameTable& operator=(NameTable&&) = default;
    NameTable(const NameTable&) = delete;
    NameTable& operator=(const NameTable&) = delete;
    ~NameTable() = default;

    NameId intern(std::string_view name)
    {
        if (const auto found = ids_.find(name); found != ids_.end()) return found->second;
        const std::string& kept = names_.emplace_back(name);
        const NameId id{static_cast<std::uint32_t>(names_.size() - 1)};
        ids_.emplace(kept, id);
        return id;
    }
    std::string_view operator[](NameId id) const { return names_[index(id)]; }
    std::size_t size() const { return names_.size(); }

private:
    std::deque<std::string> names_;
    std::unordered_map<std::string_view, NameId> ids_;
};

}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A set of CPU numbers. An empty set where an affinity is meant says "every CPU of the machine".
// The text form is the kernel's list format: "0-3,7".

#include "base/ids.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace resched {

class CpuSet
{
public:
    // CPU numbers that a set may hold; larger ones in input are refused by parse().
    static constexpr int kMaxCpus = 4096;

    static std::optional<CpuSet> parse(std::string_view list);
    static CpuSet firstCpus(int count);

    void add(CpuId cpu);
    void remove(CpuId cpu);
    bool contains(CpuId cpu) const
    {
        const std::size_t word = index(cpu) / 64;
        return word < words_.size() && ((words_[word] >> (index(cpu) % 64)) & 1U) != 0;
    }
    bool isEmpty() const { return words_.empty(); }
    int count() const;
    std::vector<CpuId> cpus() const;
    std::string text() const;

    friend bool operator==(const CpuSet&, const CpuSet&) = default;

private:
    void trim();

    std::vector<std::uint64_t> words_;  // no trailing zero words, so equal sets compare equal
};

}  // namespace resched

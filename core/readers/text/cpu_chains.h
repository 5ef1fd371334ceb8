// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which CPU each event of a `perf script` text without CPU column came from. The task that one
// switch lets in is the one that the next switch of the same CPU lets out, so switches form chains,
// and a chain that passes through "swapper/N" ran on CPU N.

#include "readers/text/text_line.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace resched::text {

class CpuChains
{
public:
    // Every event line, in the order of the file.
    void add(const TextLine& line);
    // After all were added: the CPU of the n-th line, -1 when its chain never met an idle task.
    std::int32_t cpuOf(std::size_t line) const;

private:
    static constexpr std::uint32_t kNone = 0xffffffff;

    std::uint32_t newChain(std::int32_t cpu);

    std::vector<std::int32_t> cpuOfChain_;
    std::vector<std::uint32_t> chainOfLine_;
    std::unordered_map<std::int32_t, std::uint32_t> running_;  // tid -> chain
    std::unordered_map<std::int32_t, std::uint32_t>
        idle_;  // CPU -> chain, while its idle task runs
};

}  // namespace resched::text

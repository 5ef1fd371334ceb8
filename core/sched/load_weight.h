// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Weights of the fair class and the integer arithmetic that scales time by them. A slice that is
// 1 ns shorter or longer than a multiple of the tick period changes which tick preempts, so each
// era's rounding is kept exactly: calc_delta_mine of 2.6.23 to 2.6.36 (rounded shifts, a run
// queue's inverse that is off by one from 2.6.31 on) and __calc_delta of 6.1 and later
// (truncation).

#include <cstdint>

namespace resched {

// 128-bit integers are an extension of the compilers we support.
__extension__ typedef __int128 Int128;

constexpr std::int64_t kNiceZeroWeight = 1024;

enum class Arithmetic : std::uint8_t {
    Exact,      // 2.6.24: slices divide exactly, vruntime as Rounded
    Rounded,    // 2.6.23: calc_delta_mine, inverse (2^32 - L/2) / L + 1
    RoundedUp,  // 2.6.31 to 2.6.36: the same with L + 1
    Truncated,  // 6.1 and later: __calc_delta
};

struct LoadWeight
{
    std::int64_t weight = 0;
    // 2^32 / weight as the kernel's table has it; 0: to be computed from the weight.
    std::uint32_t inverse = 0;
    friend bool operator==(const LoadWeight&, const LoadWeight&) = default;
};

// nice is clamped to -20..19.
LoadWeight weightOfNice(int nice);
// Weight 2 up to 2.6.28, 3 from 2.6.29 on.
LoadWeight weightOfIdlePolicy(bool before2629);

// Computes the inverse once for many divisions; whoever changes the weight sets it back to 0.
void rememberInverse(Arithmetic arithmetic, LoadWeight& load);

// delta * weight / load.weight, rounded as that era did. delta must not be negative.
std::int64_t scaled(Arithmetic arithmetic, std::int64_t delta, std::int64_t weight,
                    const LoadWeight& load);

// What `delta` of execution adds to the vruntime of an entity of that weight.
inline std::int64_t virtualTime(Arithmetic arithmetic, std::int64_t delta, const LoadWeight& load)
{
    return load.weight == kNiceZeroWeight ? delta
                                          : scaled(arithmetic, delta, kNiceZeroWeight, load);
}

// Virtual times wrap around like the kernel's unsigned 64-bit values: always compare differences.
constexpr std::int64_t virtualDifference(std::int64_t a, std::int64_t b)
{
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
}
constexpr bool isBefore(std::int64_t a, std::int64_t b)
{
    return virtualDifference(a, b) < 0;
}
constexpr std::int64_t later(std::int64_t a, std::int64_t b)
{
    return isBefore(a, b) ? b : a;
}
constexpr std::int64_t earlier(std::int64_t a, std::int64_t b)
{
    return isBefore(a, b) ? a : b;
}

}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sched/load_weight.h"

#include <algorithm>
#include <array>
#include <bit>

namespace resched {

namespace {

// prio_to_weight and prio_to_wmult, unchanged since 2.6.23; index 0 is nice -20.
constexpr std::array<std::int32_t, 40> kWeights = {
    88761, 71755, 56483, 46273, 36291, 29154, 23254, 18705, 14949, 11916, 9548, 7620, 6100, 4904,
    3906,  3121,  2501,  1991,  1586,  1277,  1024,  820,   655,   526,   423,  335,  272,  215,
    172,   137,   110,   87,    70,    56,    45,    36,    29,    23,    18,   15};
constexpr std::array<std::uint32_t, 40> kInverses = {
    48388,    59856,    76040,    92818,     118348,    147320,    184698,    229616,
    287308,   360437,   449829,   563644,    704093,    875809,    1099582,   1376151,
    1717300,  2157191,  2708050,  3363326,   4194304,   5237765,   6557202,   8165337,
    10153587, 12820798, 15790321, 19976592,  24970740,  31350126,  39045157,  49367440,
    61356676, 76695844, 95443717, 119304647, 148102320, 186737708, 238609294, 286331153};

constexpr std::uint64_t kTwo32 = std::uint64_t{1} << 32;

std::uint64_t roundedShift(std::uint64_t value, int bits)
{
    return (value + (std::uint64_t{1} << (bits - 1))) >> bits;
}

std::uint64_t inverseOf(std::uint64_t sum, Arithmetic arithmetic)
{
    if (arithmetic == Arithmetic::Truncated) return (kTwo32 - 1) / sum;
    return arithmetic == Arithmetic::RoundedUp ? 1 + (kTwo32 - sum / 2) / (sum + 1)
                                               : (kTwo32 - sum / 2) / sum + 1;
}

// calc_delta_mine, sched.c of 2.6.23, 2.6.31 and 2.6.35.
std::int64_t scaledRounded(std::uint64_t delta, std::uint64_t weight, const LoadWeight& load,
                           Arithmetic arithmetic)
{
    const std::uint64_t inverse =
        load.inverse != 0 ? load.inverse
                          : inverseOf(static_cast<std::uint64_t>(load.weight), arithmetic);
    const std::uint64_t product = delta * weight;
    if (product > kTwo32) {
        return static_cast<std::int64_t>(roundedShift(roundedShift(product, 16) * inverse, 16));
    }
    return static_cast<std::int64_t>(roundedShift(product * inverse, 32));
}

// __calc_delta, fair.c of 6.1.
std::int64_t scaledTruncated(std::uint64_t delta, std::uint64_t weight, const LoadWeight& load)
{
    const std::uint64_t inverse =
        load.inverse != 0
            ? load.inverse
            : inverseOf(static_cast<std::uint64_t>(load.weight), Arithmetic::Truncated);
    std::uint64_t factor = weight * inverse;
    int shift = 32;
    if (const std::uint64_t high = factor >> 32; high != 0) {
        const int width = static_cast<int>(std::bit_width(high));
        factor >>= width;
        shift -= width;
    }
    return static_cast<std::int64_t>((static_cast<Int128>(delta) * static_cast<Int128>(factor)) >>
                                     shift);
}

}  // namespace

LoadWeight weightOfNice(int nice)
{
    const auto at = static_cast<std::size_t>(std::clamp(nice, -20, 19) + 20);
    return {.weight = kWeights[at], .inverse = kInverses[at]};
}

LoadWeight weightOfIdlePolicy(bool before2629)
{
    return before2629 ? LoadWeight{.weight = 2, .inverse = 2147483648U}
                      : LoadWeight{.weight = 3, .inverse = 1431655765U};
}

void rememberInverse(Arithmetic arithmetic, LoadWeight& load)
{
    // That of a weight of 1 has no room.
    if (load.inverse != 0 || load.weight < 2) return;
    load.inverse =
        static_cast<std::uint32_t>(inverseOf(static_cast<std::uint64_t>(load.weight), arithmetic));
}

std::int64_t scaled(Arithmetic arithmetic, std::int64_t delta, std::int64_t weight,
                    const LoadWeight& load)
{
    const auto d = static_cast<std::uint64_t>(delta);
    const auto w = static_cast<std::uint64_t>(weight);
    return arithmetic == Arithmetic::Truncated ? scaledTruncated(d, w, load)
                                               : scaledRounded(d, w, load, arithmetic);
}

}  // namespace resched

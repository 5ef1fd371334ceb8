// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Random numbers that are the same on every machine: a generator per task, seeded from the run's
// seed and the task's number, so that results do not depend on the order of events. The generator
// is xoshiro256++ seeded by splitmix64 (public algorithms of Blackman and Vigna); logarithm and
// exponential are series of exactly rounded operations, not the C library's.

#include "workload/workload.h"

#include <array>
#include <cstdint>

namespace resched {

class Random
{
public:
    Random(std::uint64_t seed, std::uint64_t stream);

    std::uint64_t next();
    // 0 <= result < bound; bound > 0. Exactly uniform.
    std::uint64_t below(std::uint64_t bound);
    double unit();  // 0 <= result < 1, 53 bits

private:
    std::array<std::uint64_t, 4> state_{};
};

// A duration, clamped to the distribution's bounds and to zero.
std::int64_t sample(const Distribution& distribution, Random& random);

// exp(x) and ln(x) (x > 0) by exactly rounded operations only.
double portableExp(double x);
double portableLog(double x);

}  // namespace resched

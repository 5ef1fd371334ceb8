// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/random.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace resched {

namespace {

std::uint64_t splitMix(std::uint64_t& state)
{
    state += 0x9e3779b97f4a7c15ULL;
    std::uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

constexpr double kLn2 = 0.693147180559945309417232121458;

// Marsaglia's polar method; sqrt is exactly rounded everywhere.
double standardNormal(Random& random)
{
    while (true) {
        const double x = 2.0 * random.unit() - 1.0;
        const double y = 2.0 * random.unit() - 1.0;
        const double s = x * x + y * y;
        if (s >= 1.0 || s == 0.0) continue;
        return x * std::sqrt(-2.0 * portableLog(s) / s);
    }
}

std::int64_t rounded(double value)
{
    constexpr double kLargest = 9.0e18;
    return static_cast<std::int64_t>(std::clamp(value, -kLargest, kLargest));
}

}  // namespace

Random::Random(std::uint64_t seed, std::uint64_t stream)
{
    std::uint64_t mixer = seed;
    mixer = splitMix(mixer) ^ (stream * 0xd1342543de82ef95ULL);
    for (std::uint64_t& word : state_) word = splitMix(mixer);
}

std::uint64_t Random::next()
{
    const std::uint64_t result = std::rotl(state_[0] + state_[3], 23) + state_[0];
    const std::uint64_t t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = std::rotl(state_[3], 45);
    return result;
}

std::uint64_t Random::below(std::uint64_t bound)
{
    // Values of the incomplete last group are drawn again.
    const std::uint64_t limit = (0 - bound) % bound;
    while (true) {
        const std::uint64_t value = next();
        if (value >= limit) return value % bound;
    }
}

double Random::unit()
{
    return static_cast<double>(next() >> 11) * 0x1.0p-53;
}

namespace {

// 1/21, 1/19, … 1/1.
constexpr std::array<double, 11> kOddReciprocals = [] {
    std::array<double, 11> values{};
    for (int i = 0; i < 11; ++i) values[static_cast<std::size_t>(i)] = 1.0 / (21 - 2 * i);
    return values;
}();

}  // namespace

double portableLog(double x)
{
    // frexp() of a normal number.
    int exponent = 0;
    double mantissa = 0;
    const auto bits = std::bit_cast<std::uint64_t>(x);
    if (x >= std::numeric_limits<double>::min()) {
        exponent = static_cast<int>(bits >> 52U) - 1022;
        mantissa = std::bit_cast<double>((bits & 0xfffffffffffffU) | 0x3fe0000000000000U);
    } else {
        mantissa = std::frexp(x, &exponent);
    }
    if (mantissa < 0.70710678118654752) {
        mantissa *= 2.0;
        --exponent;
    }
    // ln m = 2 artanh((m - 1) / (m + 1)); |t| < 0.1716, so eleven terms reach the last bit.
    const double t = (mantissa - 1.0) / (mantissa + 1.0);
    const double square = t * t;
    double sum = 0.0;
    for (const double reciprocal : kOddReciprocals) sum = sum * square + reciprocal;
    return 2.0 * t * sum + exponent * kLn2;
}

double portableExp(double x)
{
    if (x < -700.0) return 0.0;
    if (x > 700.0) x = 700.0;
    const double quotient = x / kLn2;
    const int power = static_cast<int>(quotient < 0 ? quotient - 0.5 : quotient + 0.5);
    const double rest = x - power * kLn2;
    double sum = 1.0;
    for (int k = 18; k >= 1; --k) sum = 1.0 + sum * rest / k;
    return std::ldexp(sum, power);  // exact
}

std::int64_t sample(const Distribution& d, Random& random)
{
    const auto a = static_cast<double>(d.a.count());
    std::int64_t value = 0;
    switch (d.kind) {
        case Distribution::Kind::Constant:
            value = d.a.count();
            break;
        case Distribution::Kind::Uniform:
            value = d.a.count();
            if (d.b > d.a) {
                const auto width = static_cast<std::uint64_t>((d.b - d.a).count()) + 1;
                value += static_cast<std::int64_t>(random.below(width));
            }
            break;
        case Distribution::Kind::Exponential:
            value = rounded(-a * portableLog(1.0 - random.unit()));
            break;
        case Distribution::Kind::Normal:
            value = rounded(a + static_cast<double>(d.b.count()) * standardNormal(random));
            break;
        case Distribution::Kind::Lognormal: {
            const double sigma = static_cast<double>(d.b.count()) / 1000.0;
            value = rounded(a * portableExp(sigma * standardNormal(random)));
            break;
        }
    }
    return std::max<std::int64_t>(std::clamp(value, d.low.count(), d.high.count()), 0);
}

}  // namespace resched

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

constexpr int kLogBits = 7;
constexpr std::uint64_t kLogOffset =
    0x3fe6000000000000U;  // of 0.6875, where the first piece begins

// The range from 0.6875 to 1.375 in pieces, each with a value inside.
struct LogPiece
{
    double center;
    double reciprocal;
    double log;
};

// ln c = 2 artanh((c - 1) / (c + 1)); |t| < 0.186, so eleven terms reach the last bit.
constexpr double logOfCenter(double c)
{
    const double t = (c - 1.0) / (c + 1.0);
    double sum = 0.0;
    for (int k = 21; k >= 1; k -= 2) sum = sum * t * t + 1.0 / k;
    return 2.0 * t * sum;
}

constexpr auto kLogPieces = [] {
    std::array<LogPiece, 1U << kLogBits> pieces{};
    constexpr std::uint64_t kWidth = std::uint64_t{1} << (52 - kLogBits);
    for (std::uint64_t i = 0; i < pieces.size(); ++i) {
        const std::uint64_t begin = kLogOffset + i * kWidth;
        double center = std::bit_cast<double>(begin + kWidth / 2);
        // Around 1 the logarithm comes from the series alone, so that small ones are as precise.
        constexpr auto kOne = std::bit_cast<std::uint64_t>(1.0);
        if (begin == kOne || begin + kWidth == kOne) center = 1.0;
        pieces[i] = {center, 1.0 / center, logOfCenter(center)};
    }
    return pieces;
}();

}  // namespace

// x = 2^k z: ln x = k ln 2 + ln c + ln (1 + r) with the centre c of z's piece and a small r. No
// branch depends on x, and the terms are added in pairs that do not wait for each other.
double portableLog(double x)
{
    auto bits = std::bit_cast<std::uint64_t>(x);
    int scaled = 0;
    if (x < std::numeric_limits<double>::min()) [[unlikely]] {
        bits = std::bit_cast<std::uint64_t>(x * 0x1p54);
        scaled = -54;
    }
    const std::uint64_t position = bits - kLogOffset;
    const std::uint64_t exponent = position & 0xfff0000000000000U;
    const LogPiece& piece = kLogPieces[(position >> (52 - kLogBits)) % kLogPieces.size()];
    const double r = (std::bit_cast<double>(bits - exponent) - piece.center) * piece.reciprocal;
    const double r2 = r * r;
    const double low = (r * (1.0 / 3) - 0.5) + r2 * (r * (1.0 / 5) - 0.25);
    const double high = (r * (1.0 / 7) - 1.0 / 6) - r2 * 0.125;
    const int k = static_cast<int>(static_cast<std::int64_t>(exponent) >> 52) + scaled;
    return (k * kLn2 + piece.log) + (r + r2 * (low + r2 * r2 * high));
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

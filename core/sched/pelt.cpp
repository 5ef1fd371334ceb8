// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sched/pelt.h"

#include "sched/load_weight.h"

#include <algorithm>
#include <array>

namespace resched {
namespace {

constexpr std::uint64_t kLoadAvgMax = PeltAverage::kMaxSum;
constexpr std::uint64_t kPeriod = 1024;
constexpr std::uint64_t kHalfLife = 32;

// (2^32 - 1) y^n, rounded down, for n = 0..31.
constexpr std::array<std::uint32_t, 32> kInverse{
    0xffffffff, 0xfa83b2da, 0xf5257d14, 0xefe4b99a, 0xeac0c6e6, 0xe5b906e6, 0xe0ccdeeb, 0xdbfbb796,
    0xd744fcc9, 0xd2a81d91, 0xce248c14, 0xc9b9bd85, 0xc5672a10, 0xc12c4cc9, 0xbd08a39e, 0xb8fbaf46,
    0xb504f333, 0xb123f581, 0xad583ee9, 0xa9a15ab4, 0xa5fed6a9, 0xa2704302, 0x9ef5325f, 0x9b8d39b9,
    0x9837f050, 0x94f4efa8, 0x91c3d373, 0x8ea4398a, 0x8b95c1e3, 0x88980e80, 0x85aac367, 0x82cd8698};

__extension__ typedef unsigned __int128 UInt128;

// The factor y^periods, in the form in which all sums of an average take it.
struct Decay
{
    std::uint64_t halvings;
    std::uint64_t factor;

    explicit Decay(std::uint64_t periods)
        : halvings(periods / kHalfLife), factor(kInverse[periods % kHalfLife])
    {
        // Nothing is left of what lies that far back.
        if (periods > kHalfLife * 63) [[unlikely]]
            halvings = factor = 0;
    }
    std::uint64_t of(std::uint64_t value) const
    {
        return static_cast<std::uint64_t>((static_cast<UInt128>(value >> halvings) * factor) >>
                                          32U);
    }
};

// What `rest` of the begun period, whole ones and `begun` of the next add up to
// (__accumulate_pelt_segments()).
std::uint64_t contribution(const Decay& decay, std::uint64_t rest, std::uint64_t begun)
{
    return decay.of(rest) + kLoadAvgMax - decay.of(kLoadAvgMax) - kPeriod + begun;
}

// 2^64 by each divider that there is, rounded up.
constexpr std::array<std::uint64_t, kPeriod> kReciprocals = [] {
    std::array<std::uint64_t, kPeriod> values{};
    for (std::uint64_t i = 0; i < kPeriod; ++i) {
        values[i] = UINT64_MAX / (kLoadAvgMax - kPeriod + i) + 1;
    }
    return values;
}();

// sum / divider(), which a multiplication gives exactly for all but absurd sums: the reciprocal is
// too large by less than divider / 2^64.
std::int64_t averageOf(std::uint64_t sum, std::uint32_t periodContrib)
{
    if (sum >> 48U != 0) {
        return static_cast<std::int64_t>(sum / (kLoadAvgMax - kPeriod + periodContrib));
    }
    const auto product =
        static_cast<Int128>(sum) * static_cast<Int128>(kReciprocals[periodContrib]);
    return static_cast<std::int64_t>(product >> 64U);
}

void takeAway(std::uint64_t& from, std::uint64_t amount)
{
    from -= std::min(from, amount);
}

}  // namespace

std::uint64_t decayLoad(std::uint64_t value, std::uint64_t periods)
{
    return Decay(periods).of(value);
}

bool PeltAverage::advance(Timestamp now, PeltState state, std::int64_t weight)
{
    const std::int64_t elapsed = (now - lastUpdate).count();
    if (elapsed < 0) {
        lastUpdate = now;
        return false;
    }
    const auto units = static_cast<std::uint64_t>(elapsed) >> 10U;
    if (units == 0) return false;
    lastUpdate += Nanoseconds{static_cast<std::int64_t>(units << 10U)};
    if (state.load == 0) state = {};

    std::uint64_t contrib = units;
    const std::uint64_t reached = units + periodContrib;
    const std::uint64_t periods = reached / kPeriod;
    if (periods > 0) {
        const Decay decay(periods);
        loadSum = decay.of(loadSum);
        runnableSum = decay.of(runnableSum);
        utilSum = decay.of(utilSum);
        contrib = contribution(decay, kPeriod - periodContrib, reached % kPeriod);
    }
    periodContrib = static_cast<std::uint32_t>(reached % kPeriod);
    loadSum += static_cast<std::uint64_t>(state.load) * contrib;
    runnableSum += (static_cast<std::uint64_t>(state.runnable) * contrib) << 10U;
    if (state.running) utilSum += contrib << 10U;
    if (periods == 0) return false;

    loadAvg = averageOf(static_cast<std::uint64_t>(weight) * loadSum, periodContrib);
    runnableAvg = averageOf(runnableSum, periodContrib);
    utilAvg = averageOf(utilSum, periodContrib);
    return true;
}

void PeltAverage::attach(PeltAverage& task, std::int64_t weight)
{
    task.lastUpdate = lastUpdate;
    task.periodContrib = periodContrib;
    const std::uint64_t scale = divider();
    task.utilSum = static_cast<std::uint64_t>(task.utilAvg) * scale;
    task.runnableSum = static_cast<std::uint64_t>(task.runnableAvg) * scale;
    task.loadSum = static_cast<std::uint64_t>(task.loadAvg) * scale /
                   static_cast<std::uint64_t>(std::max<std::int64_t>(1, weight));
    loadAvg += task.loadAvg;
    utilAvg += task.utilAvg;
    runnableAvg += task.runnableAvg;
    loadSum += static_cast<std::uint64_t>(weight) * task.loadSum;
    utilSum += task.utilSum;
    runnableSum += task.runnableSum;
}

void PeltAverage::detach(const PeltAverage& task, std::int64_t weight)
{
    loadAvg = std::max<std::int64_t>(0, loadAvg - task.loadAvg);
    utilAvg = std::max<std::int64_t>(0, utilAvg - task.utilAvg);
    runnableAvg = std::max<std::int64_t>(0, runnableAvg - task.runnableAvg);
    takeAway(loadSum, static_cast<std::uint64_t>(weight) * task.loadSum);
    takeAway(runnableSum, task.runnableSum);
    takeAway(utilSum, task.utilSum);
}

PeltAverage newTaskAverage(Timestamp now, std::int64_t weight, const PeltAverage& rq,
                           int cpuCapacity)
{
    PeltAverage average;
    average.lastUpdate = now;
    average.periodContrib = rq.periodContrib;
    const std::int64_t cap = (cpuCapacity - rq.utilAvg) / 2;
    if (cap > 0) {
        average.utilAvg =
            rq.utilAvg == 0 ? cap : std::min(cap, rq.utilAvg * weight / (rq.loadAvg + 1));
    }
    average.loadAvg = weight;
    average.runnableAvg = average.utilAvg;
    const std::uint64_t divider = average.divider();
    average.loadSum = divider;
    average.utilSum = static_cast<std::uint64_t>(average.utilAvg) * divider;
    average.runnableSum = static_cast<std::uint64_t>(average.runnableAvg) * divider;
    return average;
}

void UtilEstimate::sleep(std::int64_t utilAvg, bool fastUp)
{
    enqueued = utilAvg;
    if (fastUp && ewma < enqueued) {
        ewma = enqueued;
        return;
    }
    const std::int64_t difference = enqueued - ewma;
    constexpr std::int64_t kMargin = 1024 / 100;
    if (difference > -kMargin && difference < kMargin) return;
    ewma += difference / 4;
}

}  // namespace resched

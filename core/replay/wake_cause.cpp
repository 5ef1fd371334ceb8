// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/wake_cause.h"

#include <algorithm>

namespace resched {

namespace {

using namespace std::chrono_literals;

// From hrtimer_interrupt's trace point to the wakeup that its callback makes: measured 1.4 us on
// the slowest machine seen, plus the turn of an emulated CPU.
constexpr Nanoseconds kExpiryToWakeup = 25us;
// From the start of a tick to the end of the softirqs that it raises.
constexpr Nanoseconds kTickWork = 200us;
// The same where nothing says that an interrupt ran: any task's own wakeup may fall in here.
constexpr Nanoseconds kTickWorkUnseen = 30us;
constexpr Nanoseconds kShortestPeriod = 100us;
constexpr Nanoseconds kJitter = 100us;

// Expiries of timers other than the tick's, per CPU, in step with the wakeups. Each explains one
// wakeup: a callback wakes one task.
class Expiries
{
public:
    Expiries(const Trace& trace, const TickGrid& ticks) : timers_(trace.timers()), ticks_(ticks) {}

    bool explains(const Wakeup& wakeup)
    {
        while (next_ < timers_.size() && timers_[next_].time <= wakeup.time) {
            const TimerExpiry& expiry = timers_[next_++];
            if (expiry.cpu < 0 || expiry.function == ticks_.function) continue;
            last(expiry.cpu) = expiry.time;
        }
        if (wakeup.cpu < 0) return false;
        std::optional<Timestamp>& expiry = last(wakeup.cpu);
        const bool found = expiry && wakeup.time - *expiry <= kExpiryToWakeup;
        if (found) expiry.reset();
        return found;
    }

private:
    std::optional<Timestamp>& last(std::int16_t cpu)
    {
        const auto slot = static_cast<std::size_t>(cpu);
        if (last_.size() <= slot) last_.resize(slot + 1);
        return last_[slot];
    }

    std::span<const TimerExpiry> timers_;
    const TickGrid& ticks_;
    std::size_t next_ = 0;
    std::vector<std::optional<Timestamp>> last_;
};

bool recordsInterrupts(const Trace& trace)
{
    return std::ranges::any_of(trace.cpus(),
                               [](const CpuLane& lane) { return !lane.irqs.empty(); });
}

std::vector<bool> softirqThreads(const Trace& trace)
{
    std::vector<bool> is(trace.tasks().size());
    for (std::size_t i = 1; i < is.size(); ++i) {
        is[i] = trace.name(TaskId{static_cast<std::uint32_t>(i)}).starts_with("ksoftirqd/");
    }
    return is;
}

}  // namespace

std::vector<WakeCause> findWakeCauses(const Trace& trace, const TickGrid& ticks)
{
    const bool seesInterrupts = recordsInterrupts(trace);
    const std::vector<bool> isSoftirqThread = softirqThreads(trace);
    Expiries expiries(trace, ticks);
    const auto isAtTick = [&](Timestamp time, Nanoseconds reach) {
        return ticks.isSeen && ticks.sinceTick(time, trace.begin()) <= reach;
    };
    const auto causeOf = [&](const Wakeup& wakeup) {
        const bool followsTimer = expiries.explains(wakeup);
        if (wakeup.waker == kNoTask) return WakeCause::Unknown;
        if (isSoftirqThread[index(wakeup.waker)]) return WakeCause::Task;
        if (followsTimer) return WakeCause::Timer;
        if ((wakeup.flags & Wakeup::kFromIrq) != 0 || wakeup.waker == kIdleTask) {
            return isAtTick(wakeup.time, kTickWork) ? WakeCause::Tick : WakeCause::Device;
        }
        if (!seesInterrupts && isAtTick(wakeup.time, kTickWorkUnseen)) return WakeCause::Tick;
        return WakeCause::Task;
    };
    std::vector<WakeCause> causes;
    causes.reserve(trace.wakeups().size());
    for (const Wakeup& wakeup : trace.wakeups()) causes.push_back(causeOf(wakeup));
    return causes;
}

bool isPeriodic(const std::vector<Timestamp>& wakeups)
{
    if (wakeups.size() < 4) return false;
    std::vector<Nanoseconds> gaps;
    for (std::size_t i = 1; i < wakeups.size(); ++i) gaps.push_back(wakeups[i] - wakeups[i - 1]);
    const Nanoseconds shortest = *std::ranges::min_element(gaps);
    if (shortest < kShortestPeriod) return false;
    // The mean of the single periods: one early wakeup must not bend the grid.
    Nanoseconds sum{0};
    std::int64_t singles = 0;
    for (const Nanoseconds gap : gaps) {
        if (gap > shortest * 3 / 2) continue;
        sum += gap;
        ++singles;
    }
    const Nanoseconds period = sum / singles;
    const auto fits = std::ranges::count_if(gaps, [period](Nanoseconds gap) {
        const Nanoseconds rest = gap % period;
        return std::min(rest, period - rest) <= std::min(kJitter, period / 10);
    });
    return static_cast<std::size_t>(fits) * 10 >= gaps.size() * 9;
}

}  // namespace resched

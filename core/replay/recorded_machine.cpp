// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/recorded_machine.h"

#include <algorithm>
#include <array>
#include <map>
#include <vector>

namespace resched {

namespace {

// HZ of the kernels that are built, slowest first: a grid of 250 Hz fits 1000 Hz too.
constexpr std::array<int, 4> kTickRates{100, 250, 300, 1000};
constexpr std::size_t kFewest = 8;  // instants that make a grid

Nanoseconds periodOf(int hz)
{
    return Nanoseconds{1'000'000'000 / hz};
}

// How far from the grid an instant may lie that belongs to it.
Nanoseconds jitterOf(Nanoseconds period)
{
    return period / 20;
}

struct Cluster
{
    Nanoseconds begin{0};
    std::size_t count = 0;
};

// The window of the period that holds most of the offsets; `width` must be below the period.
Cluster densest(std::vector<Nanoseconds> offsets, Nanoseconds period, Nanoseconds width)
{
    std::ranges::sort(offsets);
    const std::size_t n = offsets.size();
    for (std::size_t i = 0; i < n; ++i) offsets.push_back(offsets[i] + period);
    Cluster best;
    std::size_t end = 0;
    for (std::size_t begin = 0; begin < n; ++begin) {
        end = std::max(end, begin);
        while (end < begin + n && offsets[end] - offsets[begin] <= width) ++end;
        if (end - begin > best.count) best = {offsets[begin], end - begin};
    }
    return best;
}

Cluster densest(const std::vector<Timestamp>& times, Timestamp origin, Nanoseconds period)
{
    std::vector<Nanoseconds> offsets;
    offsets.reserve(times.size() * 2);
    for (const Timestamp time : times) offsets.push_back((time - origin) % period);
    return densest(std::move(offsets), period, jitterOf(period));
}

// The slowest rate on whose grid at least `share` percent of the instants lie.
std::optional<TickGrid> gridOf(const std::vector<Timestamp>& times, Timestamp origin,
                               std::size_t share)
{
    if (times.size() < kFewest) return std::nullopt;
    for (const int hz : kTickRates) {
        const Nanoseconds period = periodOf(hz);
        const Cluster cluster = densest(times, origin, period);
        if (cluster.count * 100 < times.size() * share) continue;
        return TickGrid{
            .period = period, .phase = cluster.begin % period, .function = {}, .isSeen = true};
    }
    return std::nullopt;
}

// The function that expires most on a grid is the tick's.
std::optional<TickGrid> gridOfExpiries(const Trace& trace)
{
    std::map<NameId, std::vector<Timestamp>> byFunction;
    for (const TimerExpiry& expiry : trace.timers()) {
        byFunction[expiry.function].push_back(expiry.time);
    }
    std::optional<TickGrid> best;
    std::size_t most = 0;
    for (const auto& [function, times] : byFunction) {
        if (times.size() <= most) continue;
        std::optional<TickGrid> grid = gridOf(times, trace.begin(), 80);
        if (!grid) continue;
        most = times.size();
        best = grid;
        if (function != NameId{kNoName}) best->function = function;
    }
    return best;
}

std::optional<TickGrid> gridOfPreemptions(const Trace& trace)
{
    std::vector<Timestamp> times;
    for (const CpuLane& lane : trace.cpus()) {
        for (const CpuSlice& slice : lane.slices) {
            if (!slice.isCut() && isRunnable(slice.endState)) times.push_back(slice.end);
        }
    }
    return gridOf(times, trace.begin(), 40);
}

// Whether the slice took the CPU from one that was running at `time` and could have gone on.
bool preempts(const CpuLane& lane, std::size_t slice, Timestamp time)
{
    if (slice == 0) return false;
    const CpuSlice& before = lane.slices[slice - 1];
    return before.begin <= time && isRunnable(before.endState);
}

// How long each woken task took that was the next to run on its CPU: what took longer than `most`
// waited for something else.
std::vector<Nanoseconds> waitsOfNext(const Trace& trace, Nanoseconds most)
{
    std::vector<Nanoseconds> waits;
    for (const Task& task : trace.tasks()) {
        for (std::size_t i = 1; i < task.segments.size(); ++i) {
            const TaskSegment& wait = task.segments[i - 1];
            const TaskSegment& run = task.segments[i];
            if (wait.state != SegmentState::Woken || run.state != SegmentState::Running) continue;
            if (run.link == TaskSegment::kNoLink || run.begin - wait.begin >= most) continue;
            const CpuLane& lane = *trace.cpu(CpuId{run.cpu});
            const bool afterIdle = (lane.slices[run.link].flags & CpuSlice::kAfterIdle) != 0;
            if (!afterIdle && !preempts(lane, run.link, wait.begin)) continue;
            waits.push_back(run.begin - wait.begin);
        }
    }
    return waits;
}

// From the expiry of the tick's timer to the switch, of each slice that a tick ended.
std::vector<Nanoseconds> ticksToSwitches(const Trace& trace, const TickGrid& grid)
{
    std::vector<Nanoseconds> delays;
    if (!grid.function) return delays;
    for (const CpuLane& lane : trace.cpus()) {
        for (const CpuSlice& slice : lane.slices) {
            if (slice.isCut() || !isRunnable(slice.endState)) continue;
            const Nanoseconds delay = grid.sinceTick(slice.end, trace.begin());
            if (delay < jitterOf(grid.period)) delays.push_back(delay);
        }
    }
    return delays;
}

}  // namespace

Nanoseconds rescheduleDelay(const Trace& trace, const TickGrid& grid)
{
    std::vector<Nanoseconds> delays = waitsOfNext(trace, jitterOf(grid.period));
    if (delays.size() < kFewest) delays = ticksToSwitches(trace, grid);
    if (delays.size() < kFewest) return Nanoseconds{0};
    const auto middle = delays.begin() + static_cast<std::ptrdiff_t>(delays.size() / 2);
    std::ranges::nth_element(delays, middle);
    return *middle;
}

Nanoseconds TickGrid::sinceTick(Timestamp time, Timestamp traceBegin) const
{
    const Nanoseconds offset = (time - traceBegin - phase) % period;
    return offset < Nanoseconds{0} ? offset + period : offset;
}

TickGrid findTickGrid(const Trace& trace)
{
    if (const auto grid = gridOfExpiries(trace)) return *grid;
    if (const auto grid = gridOfPreemptions(trace)) return *grid;
    return {};
}

Machine recordedMachine(const Trace& trace)
{
    int cpus = std::max(1, trace.info().cpusDeclared);
    for (const CpuLane& lane : trace.cpus()) cpus = std::max(cpus, number(lane.id) + 1);
    Machine machine = uniformMachine(cpus);
    const TickGrid grid = findTickGrid(trace);
    machine.hz = static_cast<int>(1'000'000'000 / grid.period.count());
    machine.costs.reschedule = rescheduleDelay(trace, grid);
    machine.name = "recorded";
    machine.description =
        "As far as the trace tells: its CPUs in one package, its tick rate, its time from a wakeup "
        "to the switch";
    machine.provenance = trace.info().path;
    return machine;
}

}  // namespace resched

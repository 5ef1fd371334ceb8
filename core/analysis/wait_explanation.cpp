// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/wait_explanation.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace resched {

namespace {

class Explanation
{
public:
    Explanation(const Trace& trace, const Wait& wait) : trace_(trace), wait_(wait) {}

    std::vector<RanInstead> run()
    {
        const Task& task = trace_.task(wait_.task);
        // The segments of the wait: it may have moved from queue to queue.
        const auto after =
            std::ranges::upper_bound(task.segments, wait_.begin, {}, &TaskSegment::begin);
        auto first = after == task.segments.begin() ? after : std::prev(after);
        for (auto i = static_cast<std::size_t>(first - task.segments.begin());
             i < task.segments.size() && task.segments[i].begin < wait_.end; ++i) {
            const TimeRange part =
                clipped(trace_.range(task, i), TimeRange{wait_.begin, wait_.end});
            if (!part.isEmpty()) addPart(task.segments[i].cpu, part);
        }
        std::ranges::stable_sort(found_, std::ranges::greater{}, &RanInstead::time);
        return std::move(found_);
    }

private:
    void addPart(std::int16_t cpu, TimeRange part)
    {
        const CpuLane* lane = cpu < 0 ? nullptr : trace_.cpu(CpuId{cpu});
        if (lane == nullptr) {
            add({.time = part.length()});
            return;
        }
        auto slice = std::ranges::upper_bound(lane->slices, part.begin, {}, &CpuSlice::end);
        Timestamp done = part.begin;
        for (; slice != lane->slices.end() && slice->begin < part.end; ++slice) {
            const TimeRange ran = clipped(slice->range(), part);
            addFree(*lane, {done, ran.begin});
            addRun(*lane, static_cast<std::size_t>(slice - lane->slices.begin()), ran.length());
            done = ran.end;
        }
        addFree(*lane, {done, part.end});
    }

    // No slice stands here: idle, or unknown where a gap is.
    void addFree(const CpuLane& lane, TimeRange range)
    {
        if (range.isEmpty()) return;
        Nanoseconds unknown{0};
        for (const Gap& gap : lane.gaps) unknown += clipped(gap.range, range).length();
        unknown = std::min(unknown, range.length());
        if (unknown > Nanoseconds{0}) add({.time = unknown});
        if (range.length() > unknown) {
            add({.task = kIdleTask, .time = range.length() - unknown, .cause = RunCause::Idle});
        }
    }

    void addRun(const CpuLane& lane, std::size_t slice, Nanoseconds time)
    {
        RanInstead run{.task = lane.slices[slice].task, .time = time};
        const bool wasRunning =
            lane.slices[slice].begin < wait_.begin ||
            (wait_.kind == WaitKind::Wakeup && lane.slices[slice].begin == wait_.begin);
        if (wasRunning) {
            run.cause = RunCause::WasRunning;
        } else {
            run.cause = RunCause::Picked;
            if (slice > 0 && lane.slices[slice - 1].end == lane.slices[slice].begin) {
                const CpuSlice& before = lane.slices[slice - 1];
                run.reason = before.reason;
                if (before.task == wait_.task && before.end == wait_.begin) {
                    run.cause = RunCause::TookOver;
                }
                if (!lane.decisions.empty()) run.decision = lane.decisions[slice - 1];
            }
        }
        add(run);
    }

    void add(const RanInstead& run)
    {
        if (run.time <= Nanoseconds{0}) return;
        const auto known = std::ranges::find(found_, run.task, &RanInstead::task);
        if (known == found_.end()) {
            found_.push_back(run);
        } else {
            known->time += run.time;
        }
    }

    const Trace& trace_;
    const Wait& wait_;
    std::vector<RanInstead> found_;
};

}  // namespace

std::vector<RanInstead> ranInstead(const Trace& trace, const Wait& wait)
{
    return Explanation(trace, wait).run();
}

std::string_view endReasonName(EndReason reason)
{
    static constexpr std::array<std::string_view, 18> kNames = {
        "unknown",          "block",          "exit",
        "preempt",          "yield",          "tick_slice",
        "tick_lead",        "wakeup_preempt", "fork_preempt",
        "class_preempt",    "round_robin",    "throttled",
        "deadline_renewed", "not_eligible",   "pushed",
        "prio_change",      "offline",        "run_end"};
    static_assert(kNames.size() == static_cast<std::size_t>(EndReason::RunEnd) + 1);
    return kNames[static_cast<std::size_t>(reason)];
}

std::string_view causeName(RunCause cause)
{
    static constexpr std::array<std::string_view, 5> kNames = {"was_running", "took_over", "picked",
                                                               "idle", "unknown"};
    return kNames[static_cast<std::size_t>(cause)];
}

}  // namespace resched

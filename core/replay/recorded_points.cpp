// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/recorded_points.h"

#include "replay/vruntime_hints.h"

#include <algorithm>
#include <utility>

namespace resched {

namespace {

using Kind = RecordedPoint::Kind;

bool isRealTime(std::int16_t prio)
{
    return prio < 100;
}

// The segment that ends at or after `time` and begins before it: where what was seen at `time` may
// have happened.
std::size_t segmentBefore(const Task& task, Timestamp time)
{
    const auto after = std::ranges::lower_bound(task.segments, time, {}, &TaskSegment::begin);
    return after == task.segments.begin()
               ? 0
               : static_cast<std::size_t>(after - task.segments.begin()) - 1;
}

}  // namespace

std::size_t segmentAt(const Task& task, Timestamp time)
{
    const auto after = std::ranges::upper_bound(task.segments, time, {}, &TaskSegment::begin);
    return after == task.segments.begin()
               ? 0
               : static_cast<std::size_t>(after - task.segments.begin()) - 1;
}

RecordedPoints::RecordedPoints(const Trace& trace, const std::vector<WakeCause>& causes,
                               TimeRange window, std::vector<bool> takesPart)
    : trace_(trace),
      window_(window),
      takesPart_(std::move(takesPart)),
      tokenOf_(trace.wakeups().size(), kNoToken),
      forkers_(trace.tasks().size(), kNoTask)
{
    found_.reserve(trace.wakeups().size());
    findForks();
    findWakeups(causes);
    findRaces();
    findCalls();
    for (std::size_t i = 1; i < trace.tasks().size(); ++i) {
        const TaskId id{static_cast<std::uint32_t>(i)};
        if (trace.task(id).names.size() > 1) findExecs(id);
        if (trace.task(id).prios.size() > 1) findPriorities(id);
    }
    findIdlePolicies();
    sortByTask();
}

std::uint32_t RecordedPoints::tokenOfRace(TaskId task, std::size_t segment) const
{
    const auto found = races_.find({task, segment});
    return found == races_.end() ? kNoToken : found->second;
}

void RecordedPoints::add(TaskId task, Timestamp time, Kind kind, std::uint32_t object)
{
    if (time < window_.begin || time > window_.end || !isActor(task)) return;
    found_.push_back({task, {time, kind, object}});
}

std::uint32_t RecordedPoints::post(std::size_t wakeup)
{
    const Wakeup& facts = trace_.wakeups()[wakeup];
    tokenOf_[wakeup] = tokens_;
    add(facts.waker, facts.time, Kind::Post, tokens_);
    return tokens_++;
}

void RecordedPoints::findForks()
{
    for (std::size_t i = 1; i < trace_.tasks().size(); ++i) {
        const TaskId child{static_cast<std::uint32_t>(i)};
        const Task& task = trace_.task(child);
        if (task.segments.size() < 2 || task.segments[0].state != SegmentState::Unborn) continue;
        const TaskSegment& first = task.segments[1];
        TaskId parent = task.parent;
        if (parent == kNoTask && first.state == SegmentState::Woken &&
            first.link != TaskSegment::kNoLink) {
            parent = trace_.wakeups()[first.link].waker;
        }
        const bool isInside = window_.contains(first.begin);
        if (!isInside || !isActor(parent) || !isActor(child)) continue;
        forkers_[i] = parent;
        add(parent, first.begin, Kind::Fork, static_cast<std::uint32_t>(child));
    }
}

void RecordedPoints::findWakeups(const std::vector<WakeCause>& causes)
{
    const auto wakeups = trace_.wakeups();
    for (std::size_t i = 0; i < wakeups.size(); ++i) {
        const Wakeup& wakeup = wakeups[i];
        if ((wakeup.flags & Wakeup::kStartsWait) == 0 || wakeup.kind == EventKind::WakeupNew) {
            continue;
        }
        if (!window_.contains(wakeup.time) || causes[i] != WakeCause::Task) continue;
        if (isActor(wakeup.waker) && wakeup.waker != wakeup.task) post(i);
    }
}

// A task that was woken while it still ran, then blocked and ran again with no other wakeup: the
// kernel saw the wakeup in time, the trace shows the block.
void RecordedPoints::findRaces()
{
    const auto wakeups = trace_.wakeups();
    for (std::size_t i = 1; i < trace_.tasks().size(); ++i) {
        const TaskId id{static_cast<std::uint32_t>(i)};
        const auto& segments = trace_.task(id).segments;
        for (std::size_t s = 2; s < segments.size(); ++s) {
            const bool isInferred = segments[s].state == SegmentState::Running &&
                                    (segments[s].flags & TaskSegment::kInferred) != 0 &&
                                    segments[s - 1].state == SegmentState::Blocked;
            if (!isInferred || segments[s].begin >= window_.end) continue;
            const Timestamp from = segments[s - 2].begin;
            auto wakeup = std::ranges::lower_bound(wakeups, from, {}, &Wakeup::time);
            for (; wakeup != wakeups.end() && wakeup->time <= segments[s].begin; ++wakeup) {
                if (wakeup->task != id || wakeup->waker == id || !isActor(wakeup->waker) ||
                    (wakeup->flags & Wakeup::kFailed) != 0) {
                    continue;
                }
                const auto position = static_cast<std::size_t>(wakeup - wakeups.begin());
                if (tokenOf_[position] != kNoToken) continue;
                races_[{id, s}] = post(position);
                break;
            }
        }
    }
}

void RecordedPoints::findCalls()
{
    const auto calls = trace_.syscalls();
    for (std::size_t i = 0; i < calls.size(); ++i) {
        const SyscallSpan& call = calls[i];
        if (call.call == Syscall::SchedYield) {
            add(call.task, call.begin, Kind::Yield, 0);
        } else if (call.call == Syscall::ClockNanosleep && call.absolute) {
            add(call.task, call.begin, Kind::SleepCall, static_cast<std::uint32_t>(i));
        }
    }
}

// A task that calls exec gets its new name while it runs, at the instant of the event; a task that
// renames itself is seen under the new name at its next switch or wakeup.
void RecordedPoints::findExecs(TaskId id)
{
    const Task& task = trace_.task(id);
    std::uint32_t last = static_cast<std::uint32_t>(task.names.back().name);
    for (std::size_t i = task.names.size(); i-- > 1;) {
        const NameChange& change = task.names[i];
        const std::size_t segment = segmentAt(task, change.since);
        const bool isInside = task.segments[segment].state == SegmentState::Running &&
                              task.segments[segment].begin < change.since;
        if (!isInside) continue;
        add(id, change.since, Kind::Exec, last);
        last = static_cast<std::uint32_t>(task.names[i - 1].name);
    }
}

void RecordedPoints::findPriorities(TaskId id)
{
    const Task& task = trace_.task(id);
    const auto& prios = task.prios;
    for (std::size_t i = 1; i < prios.size(); ++i) {
        const std::int16_t before = prios[i - 1].prio;
        if (isRealTime(prios[i].prio)) {
            const auto back =
                std::find_if(prios.begin() + static_cast<std::ptrdiff_t>(i) + 1, prios.end(),
                             [before](const PrioChange& later) { return later.prio == before; });
            if (back != prios.end()) {
                i = static_cast<std::size_t>(back - prios.begin());
                continue;
            }
        }
        // Seen at the end of a slice it happened somewhere in it, and for a program that sets its
        // own priority more likely early.
        const TaskSegment& segment = task.segments[segmentBefore(task, prios[i].since)];
        const Timestamp time = segment.state == SegmentState::Running
                                   ? segment.begin + Nanoseconds{1}
                                   : prios[i].since;
        add(id, std::max(time, window_.begin), Kind::Priority,
            static_cast<std::uint32_t>(static_cast<std::uint16_t>(prios[i].prio)));
    }
}

void RecordedPoints::findIdlePolicies()
{
    const std::vector<std::optional<Timestamp>> since = idlePolicySince(trace_);
    for (std::uint32_t i = 1; i < since.size(); ++i) {
        if (since[i]) add(TaskId{i}, *since[i], Kind::IdlePolicy, 0);
    }
}

void RecordedPoints::sortByTask()
{
    offsets_.assign(trace_.tasks().size() + 1, 0);
    for (const Owned& owned : found_) ++offsets_[index(owned.task) + 1];
    for (std::size_t i = 1; i < offsets_.size(); ++i) offsets_[i] += offsets_[i - 1];
    points_.resize(found_.size());
    std::vector<std::size_t> next(offsets_.begin(), offsets_.end() - 1);
    for (const Owned& owned : found_) points_[next[index(owned.task)]++] = owned.point;
    found_ = {};
    for (std::size_t i = 0; i + 1 < offsets_.size(); ++i) {
        const auto begin = points_.begin() + static_cast<std::ptrdiff_t>(offsets_[i]);
        const auto end = points_.begin() + static_cast<std::ptrdiff_t>(offsets_[i + 1]);
        if (!std::ranges::is_sorted(begin, end, {}, &RecordedPoint::time)) {
            std::stable_sort(begin, end, [](const RecordedPoint& a, const RecordedPoint& b) {
                return a.time < b.time;
            });
        }
    }
}

}  // namespace resched

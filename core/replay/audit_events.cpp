// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/audit_events.h"

#include "replay/vruntime_hints.h"

#include <algorithm>

namespace resched {

namespace {

using Kind = AuditEvent::Kind;

class EventCollector
{
public:
    EventCollector(const Trace& trace, const TickGrid& ticks) : trace_(trace), ticks_(ticks) {}

    std::vector<AuditEvent> collect()
    {
        for (const CpuLane& lane : trace_.cpus()) {
            addSwitches(lane);
            if (!ticks_.function) addGridTicks(lane);
        }
        if (ticks_.function) addSeenTicks();
        addTasks();
        addWakeups();
        addPolicies();
        for (std::uint32_t i = 0; i < trace_.vruntimes().size(); ++i) {
            const VruntimeSample& sample = trace_.vruntimes()[i];
            events_.push_back(
                {.time = sample.time, .kind = Kind::Sample, .task = sample.task, .link = i});
        }
        std::stable_sort(events_.begin(), events_.end(),
                         [](const AuditEvent& a, const AuditEvent& b) {
                             return a.time != b.time ? a.time < b.time : a.kind < b.kind;
                         });
        return std::move(events_);
    }

private:
    void addSwitches(const CpuLane& lane)
    {
        const auto cpu = static_cast<std::int16_t>(number(lane.id));
        for (const Gap& gap : lane.gaps) {
            if (gap.range.begin == trace_.begin()) continue;
            events_.push_back({.time = gap.range.begin, .kind = Kind::Lose, .cpu = cpu});
        }
        const auto add = [&](Timestamp time, TaskId from, TaskState state, TaskId to) {
            events_.push_back({.time = time,
                               .kind = Kind::Switch,
                               .state = state,
                               .cpu = cpu,
                               .task = from,
                               .other = to});
        };
        for (std::size_t i = 0; i < lane.slices.size(); ++i) {
            const CpuSlice& slice = lane.slices[i];
            const bool follows = i > 0 && lane.slices[i - 1].end == slice.begin;
            if (!follows) add(slice.begin, kIdleTask, TaskState::Running, slice.task);
            if ((slice.flags & CpuSlice::kEndCut) != 0) continue;
            const bool goesOn = i + 1 < lane.slices.size() && lane.slices[i + 1].begin == slice.end;
            add(slice.end, slice.task, slice.endState,
                goesOn ? lane.slices[i + 1].task : kIdleTask);
        }
    }

    void addSeenTicks()
    {
        for (const TimerExpiry& expiry : trace_.timers()) {
            if (expiry.function != ticks_.function) continue;
            events_.push_back({.time = expiry.time, .kind = Kind::Tick, .cpu = expiry.cpu});
        }
    }

    void addGridTicks(const CpuLane& lane)
    {
        const auto cpu = static_cast<std::int16_t>(number(lane.id));
        for (Timestamp time = trace_.begin() + ticks_.phase; time < trace_.end();
             time += ticks_.period) {
            events_.push_back({.time = time, .kind = Kind::Tick, .cpu = cpu});
        }
    }

    void addTasks()
    {
        for (std::uint32_t i = 1; i < trace_.tasks().size(); ++i) {
            const TaskId id{i};
            const Task& task = trace_.task(id);
            addStart(id, task);
            for (std::size_t p = 1; p < task.prios.size(); ++p) {
                events_.push_back({.time = changeTime(id, task, p),
                                   .kind = Kind::Priority,
                                   .task = id,
                                   .link = static_cast<std::uint16_t>(task.prios[p].prio)});
            }
            for (std::size_t s = 1; s < task.segments.size(); ++s) addMove(id, task, s);
            if (task.born && task.parent != kNoTask) {
                events_.push_back(
                    {.time = *task.born, .kind = Kind::Fork, .task = id, .other = task.parent});
            }
        }
    }

    static bool isSwitchIn(const TaskSegment& segment, Timestamp time)
    {
        return segment.state == SegmentState::Running && segment.begin == time;
    }

    // A change that shows at a switch-in came while the task waited, from another one. One that
    // shows at a switch-out happened in the slice before: an inherited priority goes with the
    // wakeup of who was waiting, a task's own choice comes early.
    Timestamp changeTime(TaskId id, const Task& task, std::size_t p) const
    {
        const Timestamp seen = task.prios[p].since;
        const auto after = std::ranges::lower_bound(task.segments, seen, {}, &TaskSegment::begin);
        if (after == task.segments.begin() || after == task.segments.end()) return seen;
        const TaskSegment& segment = *std::prev(after);
        const bool waited =
            segment.state == SegmentState::Woken || segment.state == SegmentState::Preempted;
        if (waited && isSwitchIn(*after, seen)) return segment.begin;
        if (segment.state != SegmentState::Running) return seen;
        const std::int16_t before = task.prios[p - 1].prio;
        if (before >= 100 || task.prios[p].prio < before) return segment.begin;
        const auto wakeups = trace_.wakeups();
        auto wakeup = std::ranges::upper_bound(wakeups, seen, {}, &Wakeup::time);
        while (wakeup != wakeups.begin() && std::prev(wakeup)->time >= segment.begin) {
            --wakeup;
            if (wakeup->waker == id && wakeup->kind == EventKind::Waking) return wakeup->time;
        }
        return segment.begin;
    }

    // Runnable since before the trace began.
    void addStart(TaskId id, const Task& task)
    {
        const TaskSegment* first = &task.segments.front();
        if (first->state == SegmentState::Unknown && task.segments.size() > 1) {
            first = &task.segments[1];
        }
        const bool isRunnable =
            first->state == SegmentState::Running || first->state == SegmentState::Preempted ||
            (first->state == SegmentState::Woken && first->link == TaskSegment::kNoLink);
        if (!isRunnable) return;
        events_.push_back(
            {.time = trace_.begin(), .kind = Kind::Enqueue, .cpu = first->cpu, .task = id});
    }

    // A queued task that waits on another CPU from here on; a woken one's CPU is known when it is
    // queued.
    void addMove(TaskId id, const Task& task, std::size_t s)
    {
        const TaskSegment& segment = task.segments[s];
        if ((segment.flags & TaskSegment::kContinued) == 0) return;
        events_.push_back(
            {.time = segment.begin, .kind = Kind::Migrate, .cpu = segment.cpu, .task = id});
    }

    void addPolicies()
    {
        const std::vector<std::optional<Timestamp>> since = idlePolicySince(trace_);
        for (std::uint32_t i = 1; i < since.size(); ++i) {
            if (!since[i]) continue;
            events_.push_back({.time = *since[i], .kind = Kind::Idle, .task = TaskId{i}});
        }
    }

    void addWakeups()
    {
        const auto wakeups = trace_.wakeups();
        for (std::uint32_t i = 0; i < wakeups.size(); ++i) {
            const Wakeup& wakeup = wakeups[i];
            const bool starts = (wakeup.flags & Wakeup::kStartsWait) != 0;
            if (starts) {
                events_.push_back({.time = wakeup.time,
                                   .kind = Kind::Waking,
                                   .cpu = wakeup.cpu,
                                   .task = wakeup.task,
                                   .other = wakeup.waker,
                                   .link = i});
            }
            // Queued when the kernel says so: sched_wakeup, where the trace has it.
            const bool isLast = wakeup.kind != EventKind::Waking || !trace_.hasWakeup();
            const bool queues = (wakeup.flags & Wakeup::kConfirms) != 0 || (starts && isLast);
            if (!queues) continue;
            events_.push_back({.time = wakeup.time,
                               .kind = Kind::Enqueue,
                               .cpu = wakeup.targetCpu,
                               .task = wakeup.task,
                               .link = i});
        }
    }

    const Trace& trace_;
    const TickGrid& ticks_;
    std::vector<AuditEvent> events_;
};

}  // namespace

std::vector<AuditEvent> auditEvents(const Trace& trace, const TickGrid& ticks)
{
    return EventCollector(trace, ticks).collect();
}

}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/kernel_events.h"

#include <algorithm>
#include <utility>

namespace resched {

namespace {

// Of equal times on one CPU: as the kernel emits them.
int phase(EventKind kind)
{
    switch (kind) {
        case EventKind::StateDump:
            return 0;
        case EventKind::Other:
            return 7;
        case EventKind::SoftirqExit:
        case EventKind::IrqExit:
            return 6;
        case EventKind::IrqEntry:
        case EventKind::SoftirqEntry:
        case EventKind::Fork:
            return 1;
        case EventKind::Waking:
            return 2;
        case EventKind::Migrate:
            return 3;
        case EventKind::Wakeup:
        case EventKind::WakeupNew:
            return 4;
        default:
            return 5;
    }
}

class EventMaker
{
public:
    explicit EventMaker(const Trace& trace) : trace_(trace) {}

    std::vector<CpuEvents> run()
    {
        for (const CpuLane& lane : trace_.cpus()) {
            CpuEvents& cpu = cpus_.emplace_back();
            cpu.cpu = lane.id;
            cpu.end = trace_.end();
            addSwitches(lane, cpu);
            addGaps(lane, cpu);
            addValues(lane, cpu);
        }
        if (cpus_.empty()) return {};
        addTasks();
        for (const Wakeup& wakeup : trace_.wakeups()) addWakeup(wakeup);
        for (const Migration& migration : trace_.migrations()) addMigration(migration);
        for (const TimerExpiry& timer : trace_.timers()) {
            push(timer.cpu, makeValue(EventKind::TimerExpire, timer.time, CpuId{timer.cpu}, kNoTid,
                                      static_cast<std::int64_t>(index(timer.function))));
        }
        for (const VruntimeSample& sample : trace_.vruntimes()) {
            const std::int16_t cpu = cpuAt(sample.task, sample.time);
            push(cpu, makeValue(EventKind::StatRuntime, sample.time, CpuId{cpu}, tid(sample.task),
                                sample.ran, nanoseconds(sample.vruntime)));
        }
        addMarks();
        for (CpuEvents& cpu : cpus_) {
            std::ranges::stable_sort(cpu.events, {}, [](const Event& event) {
                return std::pair(event.time, phase(event.kind));
            });
        }
        return std::move(cpus_);
    }

private:
    Tid tid(TaskId task) const { return trace_.task(task).tid; }
    NameId nameAt(TaskId id, Timestamp time) const
    {
        const auto& names = trace_.task(id).names;
        if (names.empty()) return NameId{kNoName};
        const auto after = std::ranges::upper_bound(names, time, {}, &NameChange::since);
        return after == names.begin() ? names.front().name : (after - 1)->name;
    }
    int prioAt(TaskId task, Timestamp time) const
    {
        return task == kIdleTask ? kIdlePrio : trace_.prioAt(task, time);
    }
    std::int16_t cpuAt(TaskId id, Timestamp time) const
    {
        const auto& segments = trace_.task(id).segments;
        auto after = std::ranges::upper_bound(segments, time, {}, &TaskSegment::begin);
        while (after != segments.begin()) {
            --after;
            if (after->cpu >= 0) return after->cpu;
        }
        return static_cast<std::int16_t>(number(cpus_.front().cpu));
    }
    // A CPU without a lane had no recording of its own: the first one tells.
    void push(std::int16_t cpu, Event event)
    {
        const auto place = std::ranges::lower_bound(cpus_, CpuId{cpu}, {}, &CpuEvents::cpu);
        CpuEvents& events =
            place != cpus_.end() && place->cpu == CpuId{cpu} ? *place : cpus_.front();
        event.cpu = static_cast<std::int16_t>(number(events.cpu));
        events.events.push_back(event);
    }

    Event switchAt(Timestamp time, CpuId cpu, TaskId prev, TaskState state, TaskId next) const
    {
        return makeSwitch({.time = time,
                           .cpu = cpu,
                           .prev = tid(prev),
                           .next = tid(next),
                           .prevState = state,
                           .prevName = nameAt(prev, time),
                           .nextName = nameAt(next, time),
                           .prevPrio = prioAt(prev, time),
                           .nextPrio = prioAt(next, time)});
    }

    // Whether one switch ended `before` and began `after`.
    static bool isOneSwitch(const CpuSlice& before, const CpuSlice& after)
    {
        return before.end == after.begin && (before.flags & CpuSlice::kEndCut) == 0 &&
               (after.flags & (CpuSlice::kBeginCut | CpuSlice::kAfterIdle)) == 0;
    }

    void addSwitches(const CpuLane& lane, CpuEvents& cpu) const
    {
        for (std::size_t i = 0; i < lane.slices.size(); ++i) {
            const CpuSlice& slice = lane.slices[i];
            const bool isJoined = i > 0 && isOneSwitch(lane.slices[i - 1], slice);
            if (!isJoined && (slice.flags & CpuSlice::kBeginCut) == 0) {
                cpu.events.push_back(
                    switchAt(slice.begin, lane.id, kIdleTask, TaskState::Running, slice.task));
            }
            if ((slice.flags & CpuSlice::kEndCut) != 0) continue;
            const bool joinsNext =
                i + 1 < lane.slices.size() && isOneSwitch(slice, lane.slices[i + 1]);
            const TaskId next = joinsNext ? lane.slices[i + 1].task : kIdleTask;
            cpu.events.push_back(switchAt(slice.end, lane.id, slice.task, slice.endState, next));
        }
    }

    void addGaps(const CpuLane& lane, CpuEvents& cpu) const
    {
        for (const Gap& gap : lane.gaps) {
            if (gap.kind != GapKind::NotRecorded) {
                cpu.losses.push_back({gap.range.begin, gap.lost});
                continue;
            }
            // The last run goes to the end of the trace unfinished, or the recording ended before.
            const bool isLast = gap.range.end == trace_.end();
            const bool isOpenRun = !lane.slices.empty() &&
                                   (lane.slices.back().flags & CpuSlice::kEndCut) != 0 &&
                                   lane.slices.back().end == trace_.end();
            if (isLast && !isOpenRun && gap.range.begin > trace_.begin()) cpu.end = gap.range.begin;
        }
    }

    void addValues(const CpuLane& lane, CpuEvents& cpu) const
    {
        const auto add = [&](EventKind kind, Timestamp time, std::int64_t value) {
            cpu.events.push_back(makeValue(kind, time, lane.id, kNoTid, value));
        };
        for (const IrqSpan& irq : lane.irqs) {
            add(irq.soft ? EventKind::SoftirqEntry : EventKind::IrqEntry, irq.begin, irq.irq);
            add(irq.soft ? EventKind::SoftirqExit : EventKind::IrqExit, irq.end, irq.irq);
        }
        for (const ValuePoint& idle : lane.idleStates)
            add(EventKind::CpuIdle, idle.time, idle.value);
        for (const ValuePoint& frequency : lane.frequencies) {
            add(EventKind::CpuFrequency, frequency.time, frequency.value);
        }
    }

    void addTasks()
    {
        std::vector<Tid> dumped;
        for (std::uint32_t i = 1; i < trace_.tasks().size(); ++i) {
            const Task& task = trace_.tasks()[i];
            const NameId name = task.names.empty() ? NameId{kNoName} : task.names.front().name;
            if (task.born && task.parent != kNoTask) {
                push(cpuAt(task.parent, *task.born),
                     makeTask(EventKind::Fork, *task.born, kNoCpu, tid(task.parent),
                              nameAt(task.parent, *task.born), task.tid, name));
            } else if (task.tgid != kNoTgid && task.names.size() > 0 &&
                       std::ranges::find(dumped, task.tid) == dumped.end()) {
                dumped.push_back(task.tid);
                push(-1, makeTask(EventKind::StateDump, trace_.begin(), kNoCpu, task.tid, name,
                                  Tid{number(task.tgid)}));
            }
        }
    }

    // So that a reader finds the same span: what else happened at its ends is not among the events.
    void addMarks()
    {
        const auto last = std::ranges::find(cpus_, trace_.end(), &CpuEvents::end);
        const CpuId cpu = last == cpus_.end() ? cpus_.front().cpu : last->cpu;
        for (const Timestamp time : {trace_.begin(), trace_.end()}) {
            push(static_cast<std::int16_t>(number(cpu)),
                 makeValue(EventKind::Other, time, cpu, kNoTid, time == trace_.end() ? 1 : 0));
        }
    }

    void addWakeup(const Wakeup& wakeup)
    {
        const std::int16_t cpu = wakeup.cpu >= 0 ? wakeup.cpu : wakeup.targetCpu;
        push(cpu, makeWake({.kind = wakeup.kind,
                            .time = wakeup.time,
                            .cpu = CpuId{cpu},
                            .tid = tid(wakeup.task),
                            .name = nameAt(wakeup.task, wakeup.time),
                            .prio = prioAt(wakeup.task, wakeup.time),
                            .targetCpu = CpuId{wakeup.targetCpu},
                            .success = (wakeup.flags & Wakeup::kFailed) == 0,
                            .waker = wakeup.waker == kNoTask ? kNoTid : tid(wakeup.waker)}));
    }

    void addMigration(const Migration& migration)
    {
        const std::int16_t cpu = migration.from >= 0 ? migration.from : migration.to;
        push(cpu, makeMigrate(migration.time, CpuId{cpu}, tid(migration.task),
                              nameAt(migration.task, migration.time), CpuId{migration.to}));
    }

    const Trace& trace_;
    std::vector<CpuEvents> cpus_;
};

}  // namespace

std::vector<CpuEvents> kernelEvents(const Trace& trace)
{
    return EventMaker(trace).run();
}

}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/lane_builder.h"

#include <algorithm>

namespace resched {

namespace {

constexpr std::int32_t kPagedTids = 1 << 22;  // the largest pid_max of 64-bit kernels

EndReason recordedReason(TaskState state)
{
    if (isDead(state)) return EndReason::Exit;
    if (isRunnable(state)) return EndReason::Preempt;
    return state == TaskState::Unknown ? EndReason::Unknown : EndReason::Block;
}

// In place: a copy of what was just written in pieces stalls.
void fill(TaskSegment& segment, Timestamp begin, SegmentState state, std::int16_t cpu,
          std::uint32_t link, TaskState blocked, std::uint8_t flags)
{
    segment.begin = begin;
    segment.link = link;
    segment.cpu = cpu;
    segment.state = state;
    segment.blocked = blocked;
    segment.flags = static_cast<std::uint8_t>(flags & 15U);
}

bool isWaiting(SegmentState state)
{
    return state == SegmentState::Woken || state == SegmentState::Preempted;
}

}  // namespace

LaneBuilder::LaneBuilder(TraceData& data, Growth growth) : data_(data), growth_(growth)
{
    Task idle{.tid = kIdleTid, .tgid = Tgid{0}};
    const NameId name = data_.names.intern("swapper");
    idle.names.push_back({data_.span.begin, name});
    data_.tasks.push_back(std::move(idle));
    states_.emplace_back().name = static_cast<std::uint32_t>(name);
    slot(0) = 0;
}

LaneBuilder::CpuState& LaneBuilder::newLane(std::int16_t cpu)
{
    const auto place = static_cast<std::size_t>(cpu);
    if (place >= cpus_.size()) cpus_.resize(place + 1);
    CpuState& state = cpus_[place];
    state.isPresent = true;
    state.lane.id = CpuId{cpu};
    state.since = data_.span.begin;
    return state;
}

std::uint32_t& LaneBuilder::newSlot(std::int32_t tid)
{
    if (tid < 0 || tid >= kPagedTids) return farTids_.try_emplace(tid, kNone).first->second;
    const std::size_t page = static_cast<std::uint32_t>(tid) / kPageSize;
    if (page >= pages_.size()) pages_.resize(page + 1);
    pages_[page] = std::make_unique<Page>();
    pages_[page]->fill(kNone);
    return slot(tid);
}

TaskId LaneBuilder::newTask(std::int32_t tid, SegmentState state, TaskState blocked,
                            std::uint8_t flags)
{
    const TaskId id{static_cast<std::uint32_t>(data_.tasks.size())};
    Task& task = data_.tasks.emplace_back();
    task.tid = Tid{tid};
    fill(task.segments.emplace_back(), data_.span.begin, state, -1, TaskSegment::kNoLink, blocked,
         flags);
    states_.emplace_back().segment = state;
    slot(tid) = static_cast<std::uint32_t>(id);
    return id;
}

TaskId LaneBuilder::unseenTask(std::int32_t tid)
{
    return newTask(tid, SegmentState::Unknown, TaskState::Unknown, TaskSegment::kBeginCut);
}

void LaneBuilder::change(TaskId id, Timestamp time, SegmentState state, std::int16_t cpu,
                         std::uint32_t link, TaskState blocked, std::uint8_t flags)
{
    auto& segments = data_.tasks[index(id)].segments;
    // Nothing is shown of a segment without length; the state that follows at once stands for both.
    const bool replaces = segments.size() == 1 && segments.back().begin == time;
    fill(replaces ? segments.back() : append(segments), time, state, cpu, link, blocked, flags);
    states_[index(id)].segment = state;
}

void LaneBuilder::noteName(TaskId id, Timestamp time, std::uint32_t name)
{
    if (name == kNoName || id == kIdleTask) return;
    states_[index(id)].name = name;
    auto& names = data_.tasks[index(id)].names;
    names.push_back({names.empty() ? data_.span.begin : time, NameId{name}});
}

void LaneBuilder::notePrio(TaskId id, Timestamp time, std::int16_t prio)
{
    if (prio == kNoPrio || id == kIdleTask) return;
    states_[index(id)].prio = prio;
    auto& prios = data_.tasks[index(id)].prios;
    prios.push_back({prios.empty() ? data_.span.begin : time, prio});
}

TaskId LaneBuilder::currentOn(std::int16_t cpu)
{
    if (cpu < 0 || static_cast<std::size_t>(cpu) >= cpus_.size()) return kNoTask;
    const CpuState& state = cpus_[static_cast<std::size_t>(cpu)];
    return state.known ? state.curr : kNoTask;
}

void LaneBuilder::add(const Event& event)
{
    const Timestamp time = timestamp(event.time);
    switch (event.kind) {
        case EventKind::Switch:
            addSwitch(event, EndReason::Unknown, nullptr);
            return;
        case EventKind::Waking:
        case EventKind::Wakeup:
        case EventKind::WakeupNew:
            addWake(event);
            return;
        case EventKind::Migrate:
            migrate(event);
            return;
        case EventKind::StatRuntime:
            if (event.value.extra != kNoVruntime && event.tid > 0) {
                const std::int64_t ran = std::clamp<std::int64_t>(event.value.value, 0, UINT32_MAX);
                data_.vruntimes.push_back({time, vruntime(event.value.extra),
                                           taskOf(event.tid, time),
                                           static_cast<std::uint32_t>(ran)});
            }
            return;
        case EventKind::Refusal:
            append(data_.refusals) = {time,
                                      taskOf(event.tid, time),
                                      event.cpu,
                                      static_cast<RefusalRule>(event.detail),
                                      event.value.value,
                                      event.value.extra};
            return;
        case EventKind::Fork:
            fork(event);
            return;
        case EventKind::Exec:
            exec(event);
            return;
        case EventKind::Free:
            // Only a task whose end was seen: the event may come late, after the tid was used
            // again.
            if (const std::uint32_t found = slot(event.tid);
                found != kNone && found != 0 && states_[found].segment == SegmentState::Dead) {
                slot(event.tid) = kNone;
            }
            return;
        case EventKind::Exit:
            rename(taskOf(event.tid, time), time, event.task.name);
            return;
        case EventKind::Rename:
            rename(taskOf(event.tid, time), time, event.task.name);
            return;
        case EventKind::Process:
            if (event.tid > 0) {
                data_.tasks[index(taskOf(event.tid, time))].tgid = Tgid{event.task.otherTid};
            }
            return;
        case EventKind::StateDump:
            if (event.tid > 0) {
                const TaskId task = taskOf(event.tid, time);
                rename(task, time, event.task.name);
                if (event.task.otherTid >= 0) {
                    data_.tasks[index(task)].tgid = Tgid{event.task.otherTid};
                }
            }
            return;
        case EventKind::PiSetprio:
            setPrio(taskOf(event.tid, time), time, event.task.prio);
            return;
        case EventKind::SetScheduler:
            setPrio(taskOf(event.tid, time), time, static_cast<std::int16_t>(event.value.value));
            return;
        case EventKind::IrqEntry:
        case EventKind::SoftirqEntry:
            if (CpuState* cpu = laneIfNamed(event.cpu)) {
                cpu->irqs.push_back({static_cast<std::int32_t>(event.value.value),
                                     event.kind == EventKind::SoftirqEntry, time});
            }
            return;
        case EventKind::IrqExit:
            irqExit(event, false);
            return;
        case EventKind::SoftirqExit:
            irqExit(event, true);
            return;
        case EventKind::TimerExpire:
            data_.timers.push_back(
                {time, event.cpu, NameId{static_cast<std::uint32_t>(event.value.value)}});
            return;
        case EventKind::SyscallEntry:
            syscallEntry(event);
            return;
        case EventKind::SyscallExit:
            syscallExit(event);
            return;
        case EventKind::CpuIdle:
            if (CpuState* cpu = laneIfNamed(event.cpu)) {
                cpu->lane.idleStates.push_back({time, event.value.value});
            }
            return;
        case EventKind::CpuFrequency:
            if (CpuState* cpu = laneIfNamed(event.cpu)) {
                cpu->lane.frequencies.push_back({time, event.value.value});
            }
            return;
        case EventKind::CpuOffline:
            if (CpuState* cpu = laneIfNamed(event.cpu)) {
                loseCpu(*cpu, time, GapKind::Offline, 0);
                cpu->offline = true;
            }
            return;
        case EventKind::CpuOnline:
            // What runs is known again from the next switch; until then the CPU has started idle.
            if (CpuState* cpu = laneIfNamed(event.cpu); cpu != nullptr && cpu->offline) {
                cpu->lane.gaps.push_back({{cpu->since, time}, GapKind::Offline, 0});
                cpu->offline = false;
                cpu->known = true;
                cpu->curr = kIdleTask;
                cpu->since = time;
            }
            return;
        case EventKind::RecordingBegin:
            // Time before it is unknown, which is how every CPU starts.
            laneIfNamed(event.cpu);
            return;
        case EventKind::RecordingEnd:
            if (CpuState* cpu = laneIfNamed(event.cpu)) {
                loseCpu(*cpu, time, GapKind::NotRecorded, 0);
            }
            return;
        case EventKind::Lost:
            lose(event);
            return;
        case EventKind::StatWait:
        case EventKind::StatSleep:
        case EventKind::StatBlocked:
        case EventKind::StatIowait:
        case EventKind::Other:
            laneIfNamed(event.cpu);
            return;
    }
}

void LaneBuilder::addSwitch(const Event& event, EndReason reason, const Decision* decision)
{
    const Timestamp time = timestamp(event.time);
    data_.hasSwitches = true;
    const TaskId prev = taskOf(event.tid, time);
    rename(prev, time, event.change.prevName);
    setPrio(prev, time, event.change.prevPrio);
    TaskId next = taskOf(event.change.next, time);
    if (states_[index(next)].segment == SegmentState::Dead) {
        next = newTask(event.change.next, SegmentState::Unborn, TaskState::Unknown, 0);
    }
    rename(next, time, event.change.nextName);
    setPrio(next, time, event.change.nextPrio);
    CpuState* cpu = laneIfNamed(event.cpu);
    if (cpu == nullptr) {
        data_.diagnostics.add("switch_without_cpu", {.time = time});
        return;
    }
    ++cpu->lane.switches;
    switchOut(*cpu, prev, event, reason, decision);
    switchIn(*cpu, next, event);
    cpu->hasSwitched = true;
}

void LaneBuilder::closeSlice(CpuState& cpu, Timestamp end, TaskState state, EndReason reason,
                             const Decision* decision, std::uint8_t flags)
{
    if (cpu.isAfterIdle && (flags & CpuSlice::kBeginCut) == 0) flags |= CpuSlice::kAfterIdle;
    CpuSlice& slice = append(cpu.lane.slices);
    slice.begin = cpu.since;
    slice.end = end;
    slice.task = cpu.curr;
    slice.endState = state;
    slice.reason = reason;
    slice.flags = flags;
    if (decision != nullptr) append(cpu.lane.decisions) = *decision;
}

void LaneBuilder::switchOut(CpuState& cpu, TaskId prev, const Event& event, EndReason reason,
                            const Decision* decision)
{
    const Timestamp time = timestamp(event.time);
    const auto state = static_cast<TaskState>(event.detail);
    if (reason == EndReason::Unknown) reason = recordedReason(state);

    if (cpu.known && cpu.curr != prev) {
        // Events are missing: what ran since then, and until when, nobody knows.
        data_.diagnostics.add("switch_contradiction", {.time = time});
        loseCpu(cpu, cpu.since, GapKind::Lost, 0);
    }
    if (!cpu.known) loseOtherCpu(prev, event);
    if (cpu.known) {
        if (prev != kIdleTask) closeSlice(cpu, time, state, reason, decision, 0);
    } else {
        const Timestamp unknownSince = cpu.since;
        if (prev != kIdleTask) {
            // It ran for some time up to now. It cannot have begun before its last event.
            TaskSegment& last = open(prev);
            const bool wasUnseen = last.state == SegmentState::Unknown;
            const Timestamp begin =
                wasUnseen ? std::max(unknownSince, last.begin) : std::max(time, last.begin);
            cpu.curr = prev;
            cpu.since = begin;
            closeSlice(cpu, time, state, reason, decision, CpuSlice::kBeginCut);
            if (wasUnseen && begin < time) {
                const auto slice = static_cast<std::uint32_t>(cpu.lane.slices.size() - 1);
                change(prev, begin, SegmentState::Running, event.cpu, slice, TaskState::Unknown,
                       TaskSegment::kBeginCut);
            }
        }
        if (time > unknownSince) {
            cpu.lane.gaps.push_back({{unknownSince, time}, cpu.unknownKind, cpu.lost});
        }
        cpu.lossEnd = time;
        cpu.hadLoss = cpu.hasSwitched;
        cpu.lost = 0;
        cpu.offline = false;
    }
    if (prev == kIdleTask) return;

    TaskState_& extra = states_[index(prev)];
    extra.wakingPending = false;
    const auto slice = static_cast<std::uint32_t>(cpu.lane.slices.size() - 1);
    if (isDead(state)) {
        change(prev, time, SegmentState::Dead, event.cpu);
        data_.tasks[index(prev)].died = time;
    } else if (isRunnable(state)) {
        change(prev, time, SegmentState::Preempted, event.cpu, slice);
        extra.wokenWhileRunning = false;
    } else {
        change(prev, time, SegmentState::Blocked, event.cpu, TaskSegment::kNoLink, state);
    }
}

// A task that this CPU switches cannot be current on another: what that one does is unknown.
void LaneBuilder::loseOtherCpu(TaskId task, const Event& event)
{
    if (task == kIdleTask || states_[index(task)].segment != SegmentState::Running) return;
    const TaskSegment& last = open(task);
    if (last.cpu < 0 || last.cpu == event.cpu) return;
    CpuState& other = lane(last.cpu);
    if (!other.known || other.curr != task) return;
    data_.diagnostics.add("task_on_two_cpus", {.time = timestamp(event.time)});
    loseCpu(other, other.since, GapKind::Lost, 0);
}

void LaneBuilder::switchIn(CpuState& cpu, TaskId next, const Event& event)
{
    const Timestamp time = timestamp(event.time);
    cpu.known = true;
    cpu.curr = next;
    cpu.since = time;
    cpu.isAfterIdle = event.tid == number(kIdleTid);
    if (next == kIdleTask) return;

    loseOtherCpu(next, event);
    std::uint8_t flags = 0;
    const SegmentState state = states_[index(next)].segment;
    if (state == SegmentState::Blocked) {
        data_.diagnostics.add(
            states_[index(next)].wokenWhileRunning ? "raced_wakeup" : "missing_wakeup",
            {.time = time});
        flags |= TaskSegment::kInferred;
    }
    if (isWaiting(state) && cpu.hadLoss && open(next).begin < cpu.lossEnd) {
        flags |= TaskSegment::kAfterLoss;
    }
    states_[index(next)].wokenWhileRunning = false;
    states_[index(next)].wakingPending = false;
    change(next, time, SegmentState::Running, event.cpu,
           static_cast<std::uint32_t>(cpu.lane.slices.size()), TaskState::Unknown, flags);
}

// From `time` on nobody knows what runs on this CPU, or who waits there.
void LaneBuilder::loseCpu(CpuState& cpu, Timestamp time, GapKind kind, std::uint64_t lost)
{
    const auto id = static_cast<std::int16_t>(number(cpu.lane.id));
    if (!cpu.known) {
        cpu.lost += lost;
        if (kind == GapKind::Lost) cpu.unknownKind = kind;
        return;
    }
    cpu.known = false;
    if (cpu.curr != kIdleTask) {
        closeSlice(cpu, std::max(time, cpu.since), TaskState::Unknown, EndReason::Unknown, nullptr,
                   CpuSlice::kEndCut);
        // Each slice has a decision, or none has.
        if (!cpu.lane.decisions.empty()) cpu.lane.decisions.emplace_back();
    }
    cpu.since = std::max(time, cpu.since);
    cpu.unknownKind = kind;
    cpu.lost = lost;
    for (std::size_t i = 1; i < data_.tasks.size(); ++i) {
        const TaskId task{static_cast<std::uint32_t>(i)};
        const TaskSegment& last = open(task);
        if (last.cpu != id || last.state == SegmentState::Dead ||
            last.state == SegmentState::Unborn || last.state == SegmentState::Unknown) {
            continue;
        }
        change(task, std::max(time, last.begin), SegmentState::Unknown, id, TaskSegment::kNoLink,
               TaskState::Unknown, TaskSegment::kBeginCut);
    }
}

void LaneBuilder::lose(const Event& event)
{
    const auto lost = static_cast<std::uint64_t>(std::max<std::int64_t>(event.value.value, 0));
    data_.info.lostEvents += lost;
    if (CpuState* cpu = laneIfNamed(event.cpu)) {
        loseCpu(*cpu, timestamp(event.time), GapKind::Lost, lost);
        return;
    }
    // The format does not say where: any CPU may have lost them.
    for (CpuState& cpu : cpus_) {
        if (cpu.isPresent) loseCpu(cpu, timestamp(event.time), GapKind::Lost, 0);
    }
}

void LaneBuilder::addWake(const Event& event)
{
    const Timestamp time = timestamp(event.time);
    (event.kind == EventKind::Waking ? data_.hasWaking : data_.hasWakeup) = true;
    if (event.tid <= 0) return;
    TaskId task = taskOf(event.tid, time);
    if (states_[index(task)].segment == SegmentState::Dead) {
        task = newTask(event.tid, SegmentState::Unborn, TaskState::Unknown, 0);
    }
    rename(task, time, event.task.name);
    setPrio(task, time, event.task.prio);
    CpuState* here = laneIfNamed(event.cpu);
    // A target is named before anything may have been recorded there: not a reason for a lane of
    // its own.
    const std::int16_t target = event.task.targetCpu;

    const TaskId waker =
        event.task.otherTid >= 0 ? taskOf(event.task.otherTid, time) : currentOn(event.cpu);
    std::uint8_t flags = here != nullptr && !here->irqs.empty() ? Wakeup::kFromIrq : 0;

    TaskState_& extra = states_[index(task)];
    const bool completes = event.kind == EventKind::Wakeup && extra.wakingPending;
    extra.wakingPending = event.kind == EventKind::Waking;
    if (event.detail == 0) {
        flags |= Wakeup::kFailed | Wakeup::kSpurious;
    } else if (extra.segment == SegmentState::Running) {
        flags |= completes ? Wakeup::kConfirms : Wakeup::kSpurious;
        extra.wokenWhileRunning = true;
    } else if (isWaiting(extra.segment)) {
        flags |= completes ? Wakeup::kConfirms : Wakeup::kSpurious;
        const TaskSegment& last = open(task);
        if (completes && target >= 0 && target != last.cpu) {
            change(task, time, last.state, target, last.link, TaskState::Unknown,
                   TaskSegment::kContinued);
        }
    } else {
        if (extra.segment == SegmentState::Unknown &&
            data_.tasks[index(task)].segments.size() == 1) {
            open(task).state = SegmentState::Blocked;  // not runnable before its first wakeup
        }
        flags |= Wakeup::kStartsWait;
        change(task, time, SegmentState::Woken, target >= 0 ? target : open(task).cpu,
               static_cast<std::uint32_t>(data_.wakeups.size()));
    }
    Wakeup& wakeup = append(data_.wakeups);
    wakeup.time = time;
    wakeup.task = task;
    wakeup.waker = waker;
    wakeup.cpu = event.cpu;
    wakeup.targetCpu = target;
    wakeup.kind = event.kind;
    wakeup.flags = flags;
}

void LaneBuilder::migrate(const Event& event)
{
    const Timestamp time = timestamp(event.time);
    if (event.tid <= 0) return;
    const TaskId task = taskOf(event.tid, time);
    rename(task, time, event.task.name);
    TaskSegment& last = open(task);
    const std::int16_t to = event.task.targetCpu;
    if (last.cpu == to) return;
    Migration& made = data_.migrations.emplace_back(Migration{time, task, last.cpu, to});
    if (event.detail != 0) {
        made.cause = static_cast<MigrationCause>(event.detail & 15U);
        made.level = static_cast<std::int8_t>((event.detail >> 4U) - 1);
        made.imbalance = event.task.otherTid;
    }
    if (isWaiting(last.state)) {
        change(task, time, last.state, to, last.link, TaskState::Unknown, TaskSegment::kContinued);
    } else if (last.state != SegmentState::Running) {
        last.cpu = to;
    }
}

void LaneBuilder::fork(const Event& event)
{
    const Timestamp time = timestamp(event.time);
    const TaskId parent = taskOf(event.tid, time);
    rename(parent, time, event.task.name);
    if (event.task.otherTid <= 0) return;
    const TaskId child = newTask(event.task.otherTid, SegmentState::Unborn, TaskState::Unknown, 0);
    Task& task = data_.tasks[index(child)];
    task.parent = parent;
    task.born = time;
    rename(child, time, event.task.otherName);
}

void LaneBuilder::exec(const Event& event)
{
    const Timestamp time = timestamp(event.time);
    // A thread that is not the leader execs: it takes over the leader's tid, and the leader is
    // gone.
    if (event.task.otherTid > 0 && event.task.otherTid != event.tid) {
        const TaskId task = taskOf(event.task.otherTid, time);
        slot(event.task.otherTid) = kNone;
        slot(event.tid) = static_cast<std::uint32_t>(task);
        data_.tasks[index(task)].tid = Tid{event.tid};
    }
    rename(taskOf(event.tid, time), time, event.task.name);
}

void LaneBuilder::syscallEntry(const Event& event)
{
    const Timestamp time = timestamp(event.time);
    const TaskId task = event.tid >= 0 ? taskOf(event.tid, time) : currentOn(event.cpu);
    if (task == kNoTask || task == kIdleTask) return;
    const bool isFutex = (event.detail & ~kAbsoluteSleep) == static_cast<int>(Syscall::Futex);
    SyscallSpan span{.begin = time,
                     .end = data_.span.end,
                     .task = task,
                     .call = static_cast<Syscall>(event.detail & ~kAbsoluteSleep),
                     .absolute = (event.detail & kAbsoluteSleep) != 0,
                     .op = 0,
                     .val = 0,
                     .value = isFutex ? event.value.value : event.value.extra};
    if (isFutex) {
        const auto packed = static_cast<std::uint64_t>(event.value.extra);
        span.op = static_cast<std::int32_t>(packed & 0xffffffffU);
        span.val = static_cast<std::int32_t>(packed >> 32U);
    }
    states_[index(task)].openSyscall = static_cast<std::uint32_t>(data_.syscalls.size());
    data_.syscalls.push_back(span);
}

void LaneBuilder::syscallExit(const Event& event)
{
    const Timestamp time = timestamp(event.time);
    const TaskId task = event.tid >= 0 ? taskOf(event.tid, time) : currentOn(event.cpu);
    if (task == kNoTask) return;
    std::uint32_t& opened = states_[index(task)].openSyscall;
    if (opened == TaskSegment::kNoLink) return;
    data_.syscalls[opened].end = time;
    opened = TaskSegment::kNoLink;
}

void LaneBuilder::irqExit(const Event& event, bool soft)
{
    CpuState* cpu = laneIfNamed(event.cpu);
    if (cpu == nullptr || cpu->irqs.empty() || cpu->irqs.back().soft != soft) return;
    const OpenIrq opened = cpu->irqs.back();
    cpu->irqs.pop_back();
    cpu->lane.irqs.push_back({opened.begin, timestamp(event.time), opened.irq, opened.soft});
}

void LaneBuilder::finish()
{
    const Timestamp end = data_.span.end;
    for (CpuState& cpu : cpus_) {
        if (!cpu.isPresent) continue;
        if (cpu.known && cpu.curr != kIdleTask) {
            // Cut by the end: it ran, but its length is not a sample and its time is unknown.
            closeSlice(cpu, end, TaskState::Unknown, EndReason::RunEnd, nullptr, CpuSlice::kEndCut);
            if (!cpu.lane.decisions.empty()) cpu.lane.decisions.emplace_back();
            if (cpu.since < end) {
                cpu.lane.gaps.push_back({{cpu.since, end}, GapKind::NotRecorded, 0});
            }
        } else if (!cpu.known && cpu.since < end) {
            const GapKind kind = cpu.offline ? GapKind::Offline : cpu.unknownKind;
            cpu.lane.gaps.push_back({{cpu.since, end}, kind, cpu.lost});
        }
        std::ranges::sort(cpu.lane.irqs, {}, &IrqSpan::begin);
        std::ranges::sort(cpu.lane.gaps, {}, [](const Gap& gap) { return gap.range.begin; });
        data_.cpus.push_back(std::move(cpu.lane));
    }
}

}  // namespace resched

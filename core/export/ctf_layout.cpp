// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/ctf_layout.h"

#include <array>
#include <optional>

namespace resched {

namespace {

using enum CtfType;

constexpr auto kSwitch = std::to_array<CtfField>({{"prev_comm", Text},
                                                  {"prev_tid", Signed32},
                                                  {"prev_prio", Signed32},
                                                  {"prev_state", Signed64},
                                                  {"next_comm", Text},
                                                  {"next_tid", Signed32},
                                                  {"next_prio", Signed32}});
constexpr auto kWake = std::to_array<CtfField>({{"comm", Text},
                                                {"tid", Signed32},
                                                {"prio", Signed32},
                                                {"success", Signed32},
                                                {"target_cpu", Signed32}});
constexpr auto kMigrate = std::to_array<CtfField>({{"comm", Text},
                                                   {"tid", Signed32},
                                                   {"prio", Signed32},
                                                   {"orig_cpu", Signed32},
                                                   {"dest_cpu", Signed32}});
constexpr auto kStatRuntime =
    std::to_array<CtfField>({{"tid", Signed32}, {"runtime", Unsigned64}, {"vruntime", Unsigned64}});
constexpr auto kFork = std::to_array<CtfField>({{"parent_comm", Text},
                                                {"parent_tid", Signed32},
                                                {"parent_pid", Signed32},
                                                {"child_comm", Text},
                                                {"child_tid", Signed32},
                                                {"child_pid", Signed32}});
constexpr auto kStateDump =
    std::to_array<CtfField>({{"tid", Signed32}, {"pid", Signed32}, {"name", Text}});
constexpr auto kIrq = std::to_array<CtfField>({{"irq", Signed32}});
constexpr auto kSoftirq = std::to_array<CtfField>({{"vec", Unsigned32}});
constexpr auto kTimer = std::to_array<CtfField>({{"function", Text}});
constexpr auto kCpuState = std::to_array<CtfField>({{"state", Unsigned32}, {"cpu_id", Unsigned32}});

constexpr auto kSpan = std::to_array<CtfField>({{"at_end", Unsigned32}});

constexpr auto kEvents = std::to_array<CtfEvent>({
    {EventKind::Other, "resched_span", kSpan},
    {EventKind::Switch, "sched_switch", kSwitch},
    {EventKind::Waking, "sched_waking", kWake},
    {EventKind::Wakeup, "sched_wakeup", kWake},
    {EventKind::WakeupNew, "sched_wakeup_new", kWake},
    {EventKind::Migrate, "sched_migrate_task", kMigrate},
    {EventKind::StatRuntime, "sched_stat_runtime", kStatRuntime},
    {EventKind::Fork, "sched_process_fork", kFork},
    {EventKind::StateDump, "lttng_statedump_process_state", kStateDump},
    {EventKind::IrqEntry, "irq_handler_entry", kIrq},
    {EventKind::IrqExit, "irq_handler_exit", kIrq},
    {EventKind::SoftirqEntry, "irq_softirq_entry", kSoftirq},
    {EventKind::SoftirqExit, "irq_softirq_exit", kSoftirq},
    {EventKind::TimerExpire, "timer_hrtimer_expire_entry", kTimer},
    {EventKind::CpuIdle, "power_cpu_idle", kCpuState},
    {EventKind::CpuFrequency, "power_cpu_frequency", kCpuState},
});

// Report bits of include/linux/sched.h, kernels from 4.20 (get_task_state and TASK_REPORT_MAX).
std::int64_t prevState(TaskState state)
{
    switch (state) {
        case TaskState::Running:
            return 0;
        case TaskState::Interruptible:
            return 1;
        case TaskState::Uninterruptible:
            return 2;
        case TaskState::Stopped:
            return 4;
        case TaskState::Traced:
            return 8;
        case TaskState::Dead:
            return 16;
        case TaskState::Zombie:
            return 32;
        case TaskState::Parked:
            return 64;
        case TaskState::IdleKernel:
            return 128;
        case TaskState::Preempted:
            return 256;
        case TaskState::Unknown:
            break;
    }
    return 1;  // it slept, nobody knows how
}

std::int64_t ctfPrio(std::int16_t prio)
{
    constexpr std::int64_t kMaxRtPrio = 100;
    return prio == kNoPrio ? kNoPrio : prio - kMaxRtPrio;
}

std::int64_t processOf(const Trace& trace, std::int32_t tid, std::int64_t time)
{
    const std::optional<TaskId> task = trace.find(Tid{tid}, timestamp(time));
    return task ? std::int64_t{number(trace.task(*task).tgid)} : -1;
}

}  // namespace

std::span<const CtfEvent> ctfEvents()
{
    return kEvents;
}

void ctfValues(const Trace& trace, const Event& event, std::vector<CtfValue>& values)
{
    values.clear();
    const auto name = [&](std::uint32_t id) { return CtfValue(trace.name(NameId{id})); };
    const auto whole = [](std::int64_t value) { return CtfValue(value); };
    switch (event.kind) {
        case EventKind::Switch:
            values = {name(event.change.prevName),
                      whole(event.tid),
                      whole(ctfPrio(event.change.prevPrio)),
                      whole(prevState(static_cast<TaskState>(event.detail))),
                      name(event.change.nextName),
                      whole(event.change.next),
                      whole(ctfPrio(event.change.nextPrio))};
            return;
        case EventKind::Waking:
        case EventKind::Wakeup:
        case EventKind::WakeupNew:
            values = {name(event.task.name), whole(event.tid), whole(ctfPrio(event.task.prio)),
                      whole(event.detail), whole(event.task.targetCpu)};
            return;
        case EventKind::Migrate:
            values = {name(event.task.name), whole(event.tid), whole(ctfPrio(event.task.prio)),
                      whole(event.cpu), whole(event.task.targetCpu)};
            return;
        case EventKind::StatRuntime:
            values = {whole(event.tid), whole(event.value.value), whole(event.value.extra)};
            return;
        case EventKind::Fork:
            values = {name(event.task.name),
                      whole(event.tid),
                      whole(processOf(trace, event.tid, event.time)),
                      name(event.task.otherName),
                      whole(event.task.otherTid),
                      whole(processOf(trace, event.task.otherTid, event.time))};
            return;
        case EventKind::StateDump:
            values = {whole(event.tid), whole(event.task.otherTid), name(event.task.name)};
            return;
        case EventKind::TimerExpire:
            values = {name(static_cast<std::uint32_t>(event.value.value))};
            return;
        case EventKind::CpuIdle:
        case EventKind::CpuFrequency:
            // Leaving idle is written as the largest number.
            values = {whole(event.value.value < 0 ? std::int64_t{UINT32_MAX} : event.value.value),
                      whole(event.cpu)};
            return;
        default:
            values = {whole(event.value.value)};
            return;
    }
}

}  // namespace resched

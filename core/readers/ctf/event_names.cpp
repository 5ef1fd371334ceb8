// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/ctf/event_names.h"

#include <algorithm>
#include <array>

namespace resched::ctf {

namespace {

struct Name
{
    std::string_view name;
    EventKind kind;
};

// LTTng 2.6 put the subsystem before the names of some events.
constexpr auto kNames = std::to_array<Name>({
    {"sched_switch", EventKind::Switch},
    {"sched_waking", EventKind::Waking},
    {"sched_wakeup", EventKind::Wakeup},
    {"sched_wakeup_new", EventKind::WakeupNew},
    {"sched_migrate_task", EventKind::Migrate},
    {"sched_stat_runtime", EventKind::StatRuntime},
    {"sched_stat_wait", EventKind::StatWait},
    {"sched_stat_sleep", EventKind::StatSleep},
    {"sched_stat_blocked", EventKind::StatBlocked},
    {"sched_stat_iowait", EventKind::StatIowait},
    {"sched_process_fork", EventKind::Fork},
    {"sched_process_exec", EventKind::Exec},
    {"sched_process_exit", EventKind::Exit},
    {"sched_process_free", EventKind::Free},
    {"sched_pi_setprio", EventKind::PiSetprio},
    {"lttng_statedump_process_state", EventKind::StateDump},
    {"irq_handler_entry", EventKind::IrqEntry},
    {"irq_handler_exit", EventKind::IrqExit},
    {"softirq_entry", EventKind::SoftirqEntry},
    {"softirq_exit", EventKind::SoftirqExit},
    {"irq_softirq_entry", EventKind::SoftirqEntry},
    {"irq_softirq_exit", EventKind::SoftirqExit},
    {"hrtimer_expire_entry", EventKind::TimerExpire},
    {"timer_hrtimer_expire_entry", EventKind::TimerExpire},
    {"cpu_idle", EventKind::CpuIdle},
    {"power_cpu_idle", EventKind::CpuIdle},
    {"cpu_frequency", EventKind::CpuFrequency},
    {"power_cpu_frequency", EventKind::CpuFrequency},
    {"perf_comm", EventKind::Rename},
});

struct SyscallName
{
    std::string_view name;
    Syscall call;
};

constexpr auto kSyscalls = std::to_array<SyscallName>({
    {"futex", Syscall::Futex},
    {"futex_time64", Syscall::Futex},
    {"futex_time32", Syscall::Futex},
    {"nanosleep", Syscall::Nanosleep},
    {"nanosleep_time32", Syscall::Nanosleep},
    {"clock_nanosleep", Syscall::ClockNanosleep},
    {"clock_nanosleep_time64", Syscall::ClockNanosleep},
    {"clock_nanosleep_time32", Syscall::ClockNanosleep},
    {"sched_yield", Syscall::SchedYield},
});

// LTTng to 2.5 wrote sys_X and one exit_syscall for all; perf writes sys_enter_X.
constexpr auto kEntryPrefixes = std::to_array<std::string_view>(
    {"syscall_entry_", "compat_syscall_entry_", "sys_enter_", "compat_sys_", "sys_"});
constexpr auto kExitPrefixes =
    std::to_array<std::string_view>({"syscall_exit_", "compat_syscall_exit_", "sys_exit_"});

std::optional<Syscall> callAfter(std::string_view name, std::span<const std::string_view> prefixes)
{
    for (const std::string_view prefix : prefixes) {
        if (!name.starts_with(prefix)) continue;
        const auto found =
            std::ranges::find(kSyscalls, name.substr(prefix.size()), &SyscallName::name);
        if (found != kSyscalls.end()) return found->call;
    }
    return std::nullopt;
}

constexpr bool kRequired = true;

constexpr auto kSwitchRoles = std::to_array<RoleName>({
    {Role::Tid, "prev_tid", kRequired},
    {Role::Tid, "prev_pid", kRequired},
    {Role::OtherTid, "next_tid", kRequired},
    {Role::OtherTid, "next_pid", kRequired},
    {Role::State, "prev_state"},
    {Role::Comm, "prev_comm"},
    {Role::OtherComm, "next_comm"},
    {Role::Prio, "prev_prio"},
    {Role::OtherPrio, "next_prio"},
});
// Target: "cpu" in 2.6.32, target_cpu since; absent in 2.6.31.
constexpr auto kWakeRoles = std::to_array<RoleName>({
    {Role::Tid, "tid", kRequired},
    {Role::Tid, "pid", kRequired},
    {Role::Comm, "comm"},
    {Role::Prio, "prio"},
    {Role::Success, "success"},
    {Role::Target, "target_cpu"},
    {Role::Target, "cpu"},
});
constexpr auto kMigrateRoles = std::to_array<RoleName>({
    {Role::Tid, "tid", kRequired},
    {Role::Tid, "pid", kRequired},
    {Role::Target, "dest_cpu", kRequired},
    {Role::Comm, "comm"},
});
// LTTng's parent_pid and child_pid are processes, the kernel's are threads.
constexpr auto kForkRoles = std::to_array<RoleName>({
    {Role::Tid, "parent_tid", kRequired},
    {Role::Tid, "parent_pid", kRequired},
    {Role::OtherTid, "child_tid", kRequired},
    {Role::OtherTid, "child_pid", kRequired},
    {Role::Comm, "parent_comm"},
    {Role::OtherComm, "child_comm"},
    {Role::Process, "parent_pid"},
    {Role::OtherProcess, "child_pid"},
});
constexpr auto kExecRoles = std::to_array<RoleName>({
    {Role::Tid, "tid", kRequired},
    {Role::Tid, "pid", kRequired},
    {Role::OtherTid, "old_tid"},
    {Role::OtherTid, "old_pid"},
    {Role::Comm, "filename"},
});
constexpr auto kTaskRoles = std::to_array<RoleName>({
    {Role::Tid, "tid", kRequired},
    {Role::Tid, "pid", kRequired},
    {Role::Comm, "comm"},
});
constexpr auto kStateDumpRoles = std::to_array<RoleName>({
    {Role::Tid, "tid", kRequired},
    {Role::Comm, "name"},
    {Role::Process, "pid"},
});
constexpr auto kStatRuntimeRoles = std::to_array<RoleName>({
    {Role::Tid, "tid", kRequired},
    {Role::Tid, "pid", kRequired},
    {Role::Value, "runtime", kRequired},
    {Role::Extra, "vruntime"},
});
constexpr auto kStatRoles = std::to_array<RoleName>({
    {Role::Tid, "tid", kRequired},
    {Role::Tid, "pid", kRequired},
    {Role::Value, "delay", kRequired},
});
constexpr auto kPiSetprioRoles = std::to_array<RoleName>({
    {Role::Tid, "tid", kRequired},
    {Role::Tid, "pid", kRequired},
    {Role::Prio, "oldprio"},
    {Role::OtherPrio, "newprio", kRequired},
});
constexpr auto kIrqRoles = std::to_array<RoleName>({{Role::Value, "irq", kRequired}});
constexpr auto kSoftirqRoles = std::to_array<RoleName>({{Role::Value, "vec", kRequired}});
constexpr auto kTimerRoles = std::to_array<RoleName>({{Role::Value, "function"}});
constexpr auto kCpuRoles = std::to_array<RoleName>({
    {Role::Value, "state", kRequired},
    {Role::Cpu, "cpu_id"},
});
constexpr auto kRenameRoles = std::to_array<RoleName>({
    {Role::Tid, "tid", kRequired},
    {Role::Process, "pid"},
    {Role::Comm, "comm", kRequired},
});
constexpr auto kFutexRoles = std::to_array<RoleName>({
    {Role::Value, "uaddr"},
    {Role::State, "op"},
    {Role::Extra, "val"},
});
// The requested time is a pointer in most traces; newer recorders copy what it points to.
constexpr auto kSleepRoles = std::to_array<RoleName>({
    {Role::State, "flags"},
    {Role::Value, "rqtp_tv_sec"},
    {Role::Extra, "rqtp_tv_nsec"},
});

constexpr auto kContextRoles = std::to_array<RoleName>({
    {Role::CurrentTid, "tid"},
    {Role::CurrentProcess, "pid"},
    {Role::CurrentComm, "procname"},
    {Role::CurrentCpu, "cpu_id"},
});
constexpr auto kPerfRoles = std::to_array<RoleName>({
    {Role::CurrentTid, "common_pid"},
    {Role::CurrentTid, "perf_tid"},
    {Role::CurrentProcess, "perf_pid"},
    {Role::CurrentCpu, "perf_cpu"},
});

}  // namespace

std::string_view kernelName(std::string_view eventName)
{
    const std::size_t colon = eventName.find(':');
    return colon == std::string_view::npos ? eventName : eventName.substr(colon + 1);
}

EventMeaning meaningOf(std::string_view kernelName)
{
    const auto found = std::ranges::find(kNames, kernelName, &Name::name);
    if (found != kNames.end()) return {.kind = found->kind};
    if (kernelName == "exit_syscall") return {.kind = EventKind::SyscallExit};
    if (const auto call = callAfter(kernelName, kExitPrefixes)) {
        return {.kind = EventKind::SyscallExit, .syscall = *call};
    }
    if (const auto call = callAfter(kernelName, kEntryPrefixes)) {
        return {.kind = EventKind::SyscallEntry, .syscall = *call};
    }
    return {};
}

std::span<const RoleName> payloadRoles(EventMeaning meaning)
{
    switch (meaning.kind) {
        case EventKind::Switch:
            return kSwitchRoles;
        case EventKind::Waking:
        case EventKind::Wakeup:
        case EventKind::WakeupNew:
            return kWakeRoles;
        case EventKind::Migrate:
            return kMigrateRoles;
        case EventKind::Fork:
            return kForkRoles;
        case EventKind::Exec:
            return kExecRoles;
        case EventKind::Exit:
        case EventKind::Free:
            return kTaskRoles;
        case EventKind::StateDump:
            return kStateDumpRoles;
        case EventKind::StatRuntime:
            return kStatRuntimeRoles;
        case EventKind::StatWait:
        case EventKind::StatSleep:
        case EventKind::StatBlocked:
        case EventKind::StatIowait:
            return kStatRoles;
        case EventKind::PiSetprio:
            return kPiSetprioRoles;
        case EventKind::IrqEntry:
        case EventKind::IrqExit:
            return kIrqRoles;
        case EventKind::SoftirqEntry:
        case EventKind::SoftirqExit:
            return kSoftirqRoles;
        case EventKind::TimerExpire:
            return kTimerRoles;
        case EventKind::CpuIdle:
        case EventKind::CpuFrequency:
            return kCpuRoles;
        case EventKind::Rename:
            return kRenameRoles;
        case EventKind::SyscallEntry:
            if (meaning.syscall == Syscall::Futex) return kFutexRoles;
            if (meaning.syscall == Syscall::SchedYield) return {};
            return kSleepRoles;
        default:
            return {};
    }
}

std::span<const RoleName> contextRoles()
{
    return kContextRoles;
}

std::span<const RoleName> perfRoles()
{
    return kPerfRoles;
}

}  // namespace resched::ctf

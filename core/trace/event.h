// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The one event vocabulary: what a reader decodes, and what the simulator emits, as 32-byte records
// that TraceBuilder turns into lanes. An Event means what the kernel's tracepoint of that name
// means (kernel-version differences are resolved by the reader, at the edge); priorities are the
// kernel's (0..139, nice 0 = 120, idle 140), states are decoded, thread ids are the kernel's pids.
//
// Make an event with the functions below; read one through the accessor of its kind.

#include "base/ids.h"
#include "base/time.h"

#include <cstddef>
#include <cstdint>

namespace resched {

// What a task was in when it left the CPU. The letters are the kernel's.
enum class TaskState : std::uint8_t {
    Running,          // R: runnable
    Preempted,        // R+: runnable, switched out by kernel preemption
    Interruptible,    // S
    Uninterruptible,  // D (killable waits too)
    Stopped,          // T
    Traced,           // t
    Dead,             // X, x
    Zombie,           // Z
    Parked,           // P
    IdleKernel,       // I: uninterruptible, not counted as load
    Unknown,
};

constexpr bool isRunnable(TaskState state)
{
    return state == TaskState::Running || state == TaskState::Preempted;
}
constexpr bool isDead(TaskState state)
{
    return state == TaskState::Dead || state == TaskState::Zombie;
}

enum class EventKind : std::uint8_t {
    Waking,     // sched_waking: waker's context, target CPU is the previous one
    Migrate,    // sched_migrate_task
    Wakeup,     // sched_wakeup
    WakeupNew,  // sched_wakeup_new
    Switch,     // sched_switch
    StatRuntime,
    StatWait,
    StatSleep,
    StatBlocked,
    StatIowait,
    Fork,     // tid forked otherTid
    Exec,     // tid keeps running under a new name; otherTid is its tid before (a thread that took
              // over)
    Exit,     // the task has begun to exit; it still runs for a while
    Free,     // the tid may be used again
    Rename,   // from now on tid is called name
    Process,  // tid belongs to the process otherTid (a fact without a time of its own)
    StateDump,     // at this time tid exists, off CPU or on (LTTng's state dump)
    PiSetprio,     // the effective priority of tid becomes prio
    SetScheduler,  // tid's own policy and priority become value (simulated traces and hints)
    IrqEntry,
    IrqExit,
    SoftirqEntry,
    SoftirqExit,
    TimerExpire,   // an hrtimer expired on cpu; name is its function when known
    SyscallEntry,  // only calls that matter to replay, see Syscall
    SyscallExit,
    CpuIdle,       // cpuidle state value, or -1 on leaving
    CpuFrequency,  // kHz
    CpuOnline,
    CpuOffline,
    RecordingBegin,  // of this CPU; what came before is unknown
    RecordingEnd,
    Lost,     // value events of this CPU were lost between `time` and `until`
    Refusal,  // simulated: tid was woken and did not get the CPU at once; detail is a RefusalRule
    Other,    // any other event; only extends the trace's span
};
constexpr std::size_t kEventKinds = static_cast<std::size_t>(EventKind::Other) + 1;

enum class Syscall : std::uint8_t {
    Futex,
    Nanosleep,
    ClockNanosleep,
    SchedYield,
    Other,
};

struct Event
{
    std::int64_t time = 0;  // ns on the trace's clock
    EventKind kind = EventKind::Other;
    std::uint8_t detail =
        0;                 // Switch: TaskState of prev; Wakeup: 0 when success=0; Syscall*: Syscall
    std::int16_t cpu = 0;  // the CPU whose buffer holds the event; -1 when the format does not say
    std::int32_t tid = -1;  // the task the event speaks of (Switch: prev)

    struct SwitchPart
    {
        std::int32_t next;
        std::uint32_t prevName;
        std::uint32_t nextName;
        std::int16_t prevPrio;  // kNoPrio when the format does not carry it
        std::int16_t nextPrio;
    };
    struct TaskPart
    {
        std::int32_t
            otherTid;  // fork: child; exec: old tid; wakeups: the waker, -1 = the CPU's current
        std::uint32_t name;       // of `tid`
        std::uint32_t otherName;  // of `otherTid`
        std::int16_t prio;        // kNoPrio when unknown
        std::int16_t targetCpu;   // wakeups and migrations: where it goes; -1 unknown
    };
    struct ValuePart
    {
        std::int64_t
            value;  // stat: ns; irq: number; idle, frequency; lost: count; futex: user address
        std::int64_t extra;  // stat_runtime: vruntime, kNoVruntime when absent; lost: until, ns;
                             // futex: op | val << 32; sleeps: requested ns (relative, or absolute
                             // with kAbsoluteSleep in `detail`'s high bit; kUnknownSleep
                             // when the trace has but a pointer)
    };
    union {
        ValuePart value;
        SwitchPart change;
        TaskPart task;
    };

    Event() : value{0, 0} {}
};
static_assert(sizeof(Event) == 32);

constexpr std::int16_t kNoPrio = -32768;
constexpr std::int16_t kIdlePrio = 140;
constexpr std::uint32_t kNoName = 0;  // the empty name; every name table holds it first
constexpr std::int64_t kNoVruntime = INT64_MIN;
constexpr std::uint8_t kAbsoluteSleep = 0x80;
constexpr std::int64_t kUnknownSleep = -1;

struct SwitchEvent
{
    Timestamp time;
    CpuId cpu;
    Tid prev;
    Tid next;
    TaskState prevState;
    NameId prevName{kNoName};
    NameId nextName{kNoName};
    int prevPrio = kNoPrio;
    int nextPrio = kNoPrio;
};
Event makeSwitch(const SwitchEvent& facts);

struct WakeEvent
{
    EventKind kind = EventKind::Waking;  // Waking, Wakeup or WakeupNew
    Timestamp time;
    CpuId cpu;
    Tid tid;
    NameId name{kNoName};
    int prio = kNoPrio;
    CpuId targetCpu = kNoCpu;
    bool success = true;  // false: the field success was 0, the task was queued already
    Tid waker = kNoTid;   // where the format says it (common_pid); else the CPU's current task
};
Event makeWake(const WakeEvent& facts);

Event makeMigrate(Timestamp time, CpuId cpu, Tid tid, NameId name, CpuId to);
// Of simulated runs; `why` is a MigrationCause (trace.h), `level` the domain's, from 0.
Event makeMigrate(Timestamp time, CpuId cpu, Tid tid, NameId name, CpuId to, std::uint8_t why,
                  int level, std::int64_t imbalance);
// kind is one of the Stat kinds, IRQ, CPU and other kinds that carry a ValuePart.
Event makeValue(EventKind kind, Timestamp time, CpuId cpu, Tid tid, std::int64_t value,
                std::int64_t extra = 0);
// Fork, Exec, Exit, Free, Rename, Process, StateDump, PiSetprio.
Event makeTask(EventKind kind, Timestamp time, CpuId cpu, Tid tid, NameId name = NameId{kNoName},
               Tid other = kNoTid, NameId otherName = NameId{kNoName}, int prio = kNoPrio);

}  // namespace resched

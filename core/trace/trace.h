// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A Trace is an immutable value: tasks, CPU lanes, task lanes, wakeups, migrations, samples and
// what was odd about the recording. TraceBuilder makes it, from a file or from a simulated run, and
// nobody changes it afterwards; it is shared as shared_ptr<const Trace>.
//
// Invariants. Lanes are sorted and do not overlap. Per CPU, slices + gaps + idle fill the span:
// what is in no slice and in no gap is idle. Per task, the segments fill the span: each lasts until
// the next begins, the last until the end. A slice or segment cut by the start or end of the
// recording or by lost events carries a flag, and where a slice is cut that way a gap of the CPU
// covers it: its time is unknown.

#include "base/ids.h"
#include "base/time.h"
#include "trace/diagnostics.h"
#include "trace/event.h"
#include "trace/name_table.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace resched {

// Why a slice ended. Recorded slices know Block, Preempt, Exit and Unknown; the simulator says the
// rest.
enum class EndReason : std::uint8_t {
    Unknown,
    Block,
    Exit,
    Preempt,  // recorded: left runnable, the trace does not say why
    Yield,
    TickSlice,        // the tick found the slice used up          (values: ran, slice)
    TickLead,         // the tick found curr too far ahead         (values: vruntime lead, limit)
    WakeupPreempt,    // a woken task was far enough behind        (values: vruntime lead,
                      // granularity)
    ForkPreempt,      // the child runs first
    ClassPreempt,     // a task of a higher class or priority came (values: its prio, own prio)
    RoundRobin,       // SCHED_RR slice used up                    (values: ran, slice)
    Throttled,        // RT bandwidth or group quota used up       (values: ran, allowed)
    DeadlineRenewed,  // EEVDF: the request was served             (values: vruntime, deadline)
    NotEligible,      // EEVDF: unprotected and ahead of V         (values: lag, 0)
    Pushed,           // moved away by balancing or push           (values: domain level, imbalance)
    PrioChange,
    Offline,  // the CPU went away
    RunEnd,   // the simulation ended
};

struct CpuSlice
{
    Timestamp begin;
    Timestamp end;
    TaskId task;
    TaskState endState;  // of the task as it left
    EndReason reason;
    std::uint8_t flags;
    std::uint8_t reserved = 0;

    static constexpr std::uint8_t kBeginCut = 1;   // ran before the recording or the loss ended
    static constexpr std::uint8_t kEndCut = 2;     // still running at the end or when a loss began
    static constexpr std::uint8_t kAfterIdle = 4;  // the switch that began it came from idle
    bool isCut() const { return (flags & (kBeginCut | kEndCut)) != 0; }
    TimeRange range() const { return {begin, end}; }
    friend bool operator==(const CpuSlice&, const CpuSlice&) = default;
};
static_assert(sizeof(CpuSlice) == 24);

// The numbers behind an EndReason, kept by the simulator beside each slice when asked.
struct Decision
{
    std::int64_t value = 0;  // see EndReason
    std::int64_t limit = 0;
    TaskId by = kNoTask;  // the task that gained: woken, picked, pushed
    friend bool operator==(const Decision&, const Decision&) = default;
};

enum class GapKind : std::uint8_t { NotRecorded, Lost, Offline };

struct Gap
{
    TimeRange range;
    GapKind kind = GapKind::NotRecorded;
    std::uint64_t lost = 0;  // events, for Lost
    friend bool operator==(const Gap&, const Gap&) = default;
};

struct IrqSpan
{
    Timestamp begin;
    Timestamp end;
    std::int32_t irq;  // line or softirq vector
    bool soft;
    friend bool operator==(const IrqSpan&, const IrqSpan&) = default;
};

// A value that holds from `time` on: cpuidle state (-1: not idle) or frequency in kHz.
struct ValuePoint
{
    Timestamp time;
    std::int64_t value;
    friend bool operator==(const ValuePoint&, const ValuePoint&) = default;
};

struct CpuLane
{
    CpuId id{};
    std::vector<CpuSlice> slices;     // of tasks other than idle
    std::vector<Decision> decisions;  // one per slice, or empty
    std::vector<Gap> gaps;            // sorted, disjoint
    std::vector<IrqSpan> irqs;        // by begin; may nest
    std::vector<ValuePoint> idleStates;
    std::vector<ValuePoint> frequencies;
    std::uint64_t switches = 0;  // sched_switch events recorded on this CPU
};

enum class SegmentState : std::uint8_t {
    Unborn,   // before its fork
    Unknown,  // not seen yet, or lost
    Running,
    Woken,      // runnable since a wakeup
    Preempted,  // runnable since a switch-out
    Blocked,    // `blocked` says how
    Dead,
};

struct TaskSegment
{
    Timestamp begin;     // lasts to the next segment's begin
    std::uint32_t link;  // Running, Preempted: index of the slice in the lane of `cpu`;
                         // Woken: index of the wakeup that began it; else kNoLink
    std::int16_t cpu;    // where it runs or queues, or ran last; -1 unknown
    SegmentState state;
    TaskState blocked : 4;  // Blocked: S, D, …
    std::uint8_t flags : 4;

    static constexpr std::uint32_t kNoLink = 0xffffffff;
    static constexpr std::uint8_t kBeginCut = 1;  // began before it was seen
    static constexpr std::uint8_t kContinued =
        2;  // the same wait on another CPU: migrated while queued
    static constexpr std::uint8_t kInferred = 4;  // no event says so; counted in the diagnostics
    static constexpr std::uint8_t kAfterLoss =
        8;  // Running: the wait that it ends crosses lost events
};
static_assert(sizeof(TaskSegment) == 16);

struct Wakeup
{
    Timestamp time;
    TaskId task;
    TaskId waker;  // current on `cpu` at that time; kIdleTask: interrupt on an idle CPU; kNoTask
                   // unknown
    std::int16_t cpu;
    std::int16_t targetCpu;
    EventKind kind;  // Waking, Wakeup, WakeupNew
    std::uint8_t flags;
    std::uint16_t reserved = 0;

    static constexpr std::uint8_t kSpurious = 1;  // the task was running or already waiting
    static constexpr std::uint8_t kFailed = 2;    // success=0
    static constexpr std::uint8_t kFromIrq = 4;   // inside a recorded interrupt on the waker's CPU
    static constexpr std::uint8_t kStartsWait = 8;  // a Woken segment begins here
    static constexpr std::uint8_t kConfirms =
        16;  // sched_wakeup that completes an earlier sched_waking
};
static_assert(sizeof(Wakeup) == 24);

// Why a task went to another CPU. Recordings do not say.
enum class MigrationCause : std::uint8_t {
    Unknown,
    Wakeup,
    Exec,
    Newidle,   // pulled by a CPU that was about to go idle
    Idle,      // pulled for an idle CPU
    Busy,      // pulled by a busy one
    Active,    // pushed from where it ran to the balancing CPU
    RealTime,  // pushed or pulled by the real-time class
    Forced,    // affinity, or its CPU went away
};

struct Migration
{
    Timestamp time;
    TaskId task;
    std::int16_t from;
    std::int16_t to;
    MigrationCause cause = MigrationCause::Unknown;
    std::int8_t level = -1;      // balancing: of the sched domain, from the smallest
    std::int32_t imbalance = 0;  // balancing: load, utilisation or tasks that were to move
};

// Why a woken task did not get the CPU at once; value against limit.
enum class RefusalRule : std::uint8_t {
    None,
    Granularity,    // not far enough behind the running task (vruntime lead, granularity)
    Protected,      // EEVDF: the running task may finish its request (virtual ns left, 0)
    NotEligible,    // EEVDF: it has had more than its share (lag, 0)
    LaterDeadline,  // EEVDF (by how much, 0)
    Policy,         // SCHED_BATCH and SCHED_IDLE do not preempt; fork does not in 6.18
    FeatureOff,     // WAKEUP_PREEMPT is off
    LessImportant,  // a task of a higher class or priority runs (its prio, prio of that task)
    Pending,        // a switch had been asked for already
};

struct Refusal
{
    Timestamp time;
    TaskId task;
    std::int16_t cpu;
    RefusalRule rule;
    std::int64_t value;
    std::int64_t limit;
};

struct VruntimeSample
{
    Timestamp time;
    Vruntime vruntime;  // after accounting; on that CPU's scale
    TaskId task;
    std::uint32_t ran;  // ns accounted by this event, saturating
};

struct SyscallSpan
{
    Timestamp begin;
    Timestamp end;  // trace end when the exit was not seen
    TaskId task;
    Syscall call;
    bool absolute;       // sleeps: `value` is a point, not a length
    std::int32_t op;     // futex: command with flags
    std::int32_t val;    // futex: val
    std::int64_t value;  // futex: user address; sleeps: requested ns or kUnknownSleep
};

struct TimerExpiry
{
    Timestamp time;
    std::int16_t cpu;
    NameId function;
};

struct NameChange
{
    Timestamp since;
    NameId name;
};
struct PrioChange
{
    Timestamp since;
    std::int16_t prio;  // kernel prio, boosted or not
};

struct Task
{
    Tid tid{};
    Tgid tgid = kNoTgid;  // kNoTgid when the trace does not say
    TaskId parent = kNoTask;
    std::optional<Timestamp> born = {};  // fork seen
    std::optional<Timestamp> died = {};  // last switch-out in X or Z, or exit seen
    std::vector<NameChange> names = {};  // by time, first one from the start
    std::vector<PrioChange> prios = {};
    std::vector<TaskSegment> segments = {};
};

struct TraceInfo
{
    std::string path;
    std::string format;         // "lttng-ctf", "perf-ctf", "perf-data", "trace-dat", "ftrace-text",
                                // "simulation", …
    std::string tracer;         // "lttng-modules 2.13.10", "perf 6.1.119"
    std::string kernelRelease;  // "" when the file does not say
    std::string hostname;
    std::string digest;      // of the input bytes, "sha256:…", or "" when not computed
    std::string provenance;  // simulated: scheduler, tunables, machine, seed, version, one line
    std::optional<std::int64_t> wallClockOffset;  // add to a Timestamp for ns since the Unix epoch
    Nanoseconds resolution{1};                    // 1000 ns for text with microseconds
    int cpusDeclared = 0;                         // 0 when the file does not say
    bool partial = false;                         // something could not be read
    bool recordsLosses = true;  // false: this format cannot say whether events were lost
    bool simulated = false;
    std::vector<std::pair<std::string, std::uint64_t>> events;  // by kernel name, sorted by name
    std::uint64_t eventsTotal = 0;
    std::uint64_t lostEvents = 0;
    // Of all events, before any filtering; the span of the trace may be smaller (clock markers).
    TimeRange recorded{};
};

struct TraceData
{
    TraceInfo info;
    TimeRange span{};
    NameTable names;
    std::vector<Task> tasks;                // [0] is the idle task
    std::vector<CpuLane> cpus;              // by id, only those seen or declared by the simulator
    std::vector<Wakeup> wakeups;            // by time
    std::vector<Migration> migrations;      // by time
    std::vector<Refusal> refusals;          // by time, simulated
    std::vector<VruntimeSample> vruntimes;  // by time
    std::vector<SyscallSpan> syscalls;      // by begin
    std::vector<TimerExpiry> timers;        // by time
    Diagnostics diagnostics;
    bool hasWaking = false;
    bool hasWakeup = false;  // sched_wakeup or sched_wakeup_new
    bool hasSwitches = false;
};

class Trace
{
public:
    explicit Trace(TraceData data) : data_(std::move(data)) {}

    const TraceInfo& info() const { return data_.info; }
    TimeRange span() const { return data_.span; }
    Timestamp begin() const { return data_.span.begin; }
    Timestamp end() const { return data_.span.end; }
    const Diagnostics& diagnostics() const { return data_.diagnostics; }

    std::span<const Task> tasks() const { return data_.tasks; }
    const Task& task(TaskId id) const { return data_.tasks[index(id)]; }
    std::span<const CpuLane> cpus() const { return data_.cpus; }
    const CpuLane* cpu(CpuId id) const;  // null when the trace has no such CPU
    std::span<const Wakeup> wakeups() const { return data_.wakeups; }
    std::span<const Migration> migrations() const { return data_.migrations; }
    std::span<const Refusal> refusals() const { return data_.refusals; }
    std::span<const VruntimeSample> vruntimes() const { return data_.vruntimes; }
    std::span<const SyscallSpan> syscalls() const { return data_.syscalls; }
    std::span<const TimerExpiry> timers() const { return data_.timers; }
    bool hasWaking() const { return data_.hasWaking; }
    bool hasWakeup() const { return data_.hasWakeup; }
    bool hasSwitches() const { return data_.hasSwitches; }

    std::string_view name(NameId id) const { return data_.names[id]; }
    // As recorded at that time; the last known name without a time. Never a name before its time,
    // except that the first name seen holds from the start.
    std::string_view nameAt(TaskId task, Timestamp time) const;
    std::string_view name(TaskId task) const;
    std::int16_t prioAt(TaskId task, Timestamp time) const;  // kNoPrio when never seen
    // The task that has this tid; with several (reuse), the one alive at `time` or the last.
    std::optional<TaskId> find(Tid tid, std::optional<Timestamp> time = {}) const;

    TimeRange range(const Task& task, std::size_t segment) const
    {
        const auto& segments = task.segments;
        return {segments[segment].begin,
                segment + 1 < segments.size() ? segments[segment + 1].begin : data_.span.end};
    }

private:
    TraceData data_;
};

}  // namespace resched

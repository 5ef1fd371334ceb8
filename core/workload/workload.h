// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A Workload is an immutable value: tasks as programs of run, sleep, wait and wake steps, and the
// objects they share. It says what the tasks would do, never when they get the CPU: that is the
// simulator's answer. Extraction makes one from a Trace, the JSON reader from a file, generators
// from a description.
//
// Running time is work: CPU time on a CPU of capacity 1024 with nothing shared and no costs.

#include "base/cpu_set.h"
#include "base/ids.h"
#include "base/time.h"
#include "trace/event.h"

#include <cstdint>
#include <string>
#include <vector>

namespace resched {

enum class Policy : std::uint8_t { Normal, Batch, Idle, Fifo, RoundRobin };

enum class StepKind : std::uint8_t {
    Run,    // amount: work in ns; or a distribution (kRandom)
    Sleep,  // amount: ns from now; the block is of kind `state`, object: who ends it (WakeSource)
    SleepUntil,  // amount: ns since the start of the run; does not block when it has passed
    TimerWait,   // object: timer, amount: period or 0; see TimerSpec
    Wait,        // object: token; blocks until it has been posted (a token is posted once)
    Post,        // object: token; wakes its waiter or is kept
    SemWait,     // object: semaphore; counting
    SemPost,     // object: semaphore; amount: how many
    Lock,        // object: mutex
    Unlock,
    CondWait,  // object: condition, amount: its mutex
    CondSignal,
    CondBroadcast,
    BarrierWait,  // object: barrier
    RwReadLock,   // object: rwlock
    RwWriteLock,
    RwUnlock,
    FutexWait,     // object: futex; kCompare: amount is the value that it must still have
    FutexWake,     // object: futex, amount: how many
    FutexRequeue,  // object: futex from, amount: futex to | wake count << 32; kCompare: the upper
                   // 16 bits of the amount are the value that it must still have
    FutexWakeOp,   // object: futex, amount: other futex | count << 32 | other's count << 48: clears
                   // the other and wakes there when it was above 1, as condition variables do
    FutexSet,      // object: futex, amount: its value from now on
    PipeRead,      // object: pipe, amount: bytes; blocks until so many are there
    PipeWrite,     // object: pipe, amount: bytes; blocks while it is full
    Fork,          // object: task template that starts now as a child of this one
    WaitChild,     // blocks until a child (amount 0: any, else all) has exited
    Exec,          // object: index into Workload::names; placement on exec
    Exit,          // the end of the program is one too
    Yield,
    SetNice,      // amount: nice
    SetPolicy,    // object: Policy, amount: nice or RT priority
    SetAffinity,  // object: index into Workload::cpuSets
    Suspend,      // blocks until Resume
    Resume,       // object: task template
    LoopBegin,    // amount: how often, -1 for ever; kRandom: drawn each time it begins
    LoopEnd,      // back to the matching LoopBegin
    Mark,         // object: index into Workload::metrics; amount: see Metric; costs nothing
    CpuOffline,   // object: CPU number (hotplug, in scenarios)
    CpuOnline,
};

// Who ends a Sleep, for wakeups that the trace shows coming from outside.
enum class WakeSource : std::uint32_t { Timer, Device, Unknown, Input };

struct Step
{
    StepKind kind = StepKind::Run;
    TaskState state = TaskState::Interruptible;  // what a block looks like: S or D
    std::uint8_t flags = 0;
    std::uint8_t reserved = 0;
    std::uint32_t object = 0;
    std::int64_t amount = 0;

    static constexpr std::uint8_t kRandom = 1;   // amount: index into Workload::distributions
    static constexpr std::uint8_t kSync = 2;     // the waker is about to sleep (WF_SYNC)
    static constexpr std::uint8_t kFromIrq = 4;  // a wakeup in interrupt context: no waker, no sync
    // Sleep: a kernel timeout in jiffies. amount / tick period: how many ticks are let pass before
    // the one that ends it; the rest: how long after that tick's start the wakeup comes.
    static constexpr std::uint8_t kToTick = 8;
    // Post, Fork: the task is still inside the same kernel operation until its next step, so
    // nothing preempts it before (kernels without preemption).
    static constexpr std::uint8_t kInKernel = 16;
    // FutexWait, FutexRequeue: only while the futex has the value that was read before.
    static constexpr std::uint8_t kCompare = 32;
    // Run: inside the kernel; counts as system time.
    static constexpr std::uint8_t kSystem = 64;
    friend bool operator==(const Step&, const Step&) = default;
};
static_assert(sizeof(Step) == 16);

struct Distribution
{
    enum class Kind : std::uint8_t { Constant, Uniform, Exponential, Normal, Lognormal };
    Kind kind = Kind::Constant;
    Nanoseconds a{0};    // constant; lower bound; mean; mean; median
    Nanoseconds b{0};    // unused; upper bound; unused; standard deviation; sigma in thousandths
    Nanoseconds low{0};  // results are clamped to [low, high]
    Nanoseconds high{INT64_MAX};
    friend bool operator==(const Distribution&, const Distribution&) = default;
};

struct WorkloadTask
{
    std::string name;
    int parent = -1;       // template that forks it; -1: exists from `start`
    Nanoseconds start{0};  // first runnable, since the start of the run (for parent == -1)
    bool startsRunnable =
        true;  // false: begins with its first step blocked, so no wakeup at `start`
    Policy policy = Policy::Normal;
    int nice = 0;
    int rtPriority = 0;    // 1..99 for FIFO and RR
    Nanoseconds slice{0};  // custom slice (EEVDF 6.12+), 0: default
    CpuSet affinity;       // empty: all
    int startCpu = -1;     // where it last ran before the start; -1: CPU choice of a fork
    // Fair classes: how far ahead of its queue it stands at the start, in virtual ns; for a task
    // that starts blocked, where it stood when it went to sleep.
    std::int64_t startVruntime = 0;
    int group = -1;    // index into Workload::groups; -1: the root group
    int session = -1;  // outside of groups: the autogroup that it is in, where there are any
    int process = -1;  // tasks with the same number share an address space; -1: its own
    int copies = 1;    // for parent == -1: so many instances start
    Tid tid = kNoTid;  // of the recorded task, kept in the simulated trace; kNoTid: assigned
    Tgid tgid = kNoTgid;
    std::vector<Step> program;
    friend bool operator==(const WorkloadTask&, const WorkloadTask&) = default;
};

struct TaskGroup
{
    std::string name;
    int parent = -1;
    int shares = 1024;      // cpu.weight in the kernel's unit
    Nanoseconds quota{-1};  // per period; -1: none
    Nanoseconds period{100'000'000};
    friend bool operator==(const TaskGroup&, const TaskGroup&) = default;
};

enum class LockProtocol : std::uint8_t { None, Inherit };

struct MutexSpec
{
    std::string name;
    LockProtocol protocol = LockProtocol::None;
    friend bool operator==(const MutexSpec&, const MutexSpec&) = default;
};

// Each TimerWait moves the timer's next expiry by its period and sleeps until then. When that has
// passed already the task goes on at once (a missed period), and a relative timer starts anew from
// now, as rt-app's "relative" and "absolute" modes do.
struct TimerSpec
{
    std::string name;
    Nanoseconds period{0};  // where the step's amount is 0
    Nanoseconds first{-1};  // the point that the first period starts from, since the start of the
                            // run; negative: when the task that uses it first started
    bool absolute = false;
    // A POSIX timer: an expiry that is pending is delivered late, those that pass meanwhile are
    // lost.
    bool merges = false;
    bool perTask = false;  // each task (and instance) that uses it has its own
    friend bool operator==(const TimerSpec&, const TimerSpec&) = default;
};

struct BarrierSpec
{
    std::string name;
    int parties = 0;
    friend bool operator==(const BarrierSpec&, const BarrierSpec&) = default;
};

struct PipeSpec
{
    std::string name;
    std::int64_t capacity = 65536;  // bytes
    friend bool operator==(const PipeSpec&, const PipeSpec&) = default;
};

// A figure that the workload itself measures, as the programs of the published experiments do.
struct Metric
{
    enum class Kind : std::uint8_t {
        SinceTimer,  // Mark: now minus the timer's nominal expiry (wakeup-latency)
        SinceMark,   // Mark amount 0 starts, amount 1 stops: the difference is the sample
        Count,       // each Mark counts
        Gaps,        // no Mark needed: when the task was off the CPU although it wanted to run, and
                     // ticks (perturbation)
        SinceFirst,  // Mark amount 0 of any task starts a round, the last one with amount 1 before
                     // the next ends it: how long something took to reach everyone
    };
    std::string name;
    Kind kind = Kind::Count;
    std::uint32_t object = 0;  // SinceTimer: timer; Gaps: task
    friend bool operator==(const Metric&, const Metric&) = default;
};

// How the kernel queues futex waiters, and how the C library's condition variables use them.
struct FutexModel
{
    enum class Queue : std::uint8_t {
        List,         // in order of arrival (to 2.6.21)
        DynamicPrio,  // a priority list by what the scheduler makes of the task (January 2007)
        NormalPrio,   // by real-time priority, everyone else in one level (2.6.22 and later)
    };
    // How a broadcast reaches the waiters.
    enum class Broadcast : std::uint8_t {
        WakeAll,  // all compete for the mutex at once (glibc 2.25 and later)
        Requeue,  // one is woken, the others wait for the mutex from then on (2007); where the
                  // mutex inherits priorities or they use different ones, all are woken
    };
    Queue queue = Queue::NormalPrio;
    Broadcast broadcast = Broadcast::WakeAll;
    int buckets = 256;  // of the hash table, each with its lock and its queue
    friend bool operator==(const FutexModel&, const FutexModel&) = default;
};

struct Workload
{
    std::string name;
    std::string source;       // path, or "recorded: …"
    Nanoseconds duration{0};  // stop after so long; 0: when every task has exited
    std::vector<WorkloadTask> tasks;
    std::vector<TaskGroup> groups;
    std::uint32_t tokens = 0;
    std::vector<int> semaphores;  // initial counts
    std::vector<MutexSpec> mutexes;
    std::vector<std::string> conditions;
    std::vector<std::string> rwlocks;
    std::vector<std::string> futexes;
    std::vector<BarrierSpec> barriers;
    std::vector<PipeSpec> pipes;
    std::vector<TimerSpec> timers;
    std::vector<Distribution> distributions;
    std::vector<CpuSet> cpuSets;
    std::vector<std::string> names;
    std::vector<Metric> metrics;
    FutexModel futexModel;
    friend bool operator==(const Workload&, const Workload&) = default;
};

}  // namespace resched

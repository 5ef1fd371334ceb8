// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a simulated run writes down, in the kernel's events and in its order. The TaskId that a
// Decision names is the one that the trace will give the task: instances are announced in the order
// in which they come to exist, after the idle task.

#include "sched/run_queue.h"
#include "sim/sim_task.h"
#include "trace/live_trace.h"

#include <array>
#include <cstdint>

namespace resched {

class Emitter
{
public:
    Emitter(LiveTrace& trace, std::int64_t start, bool keepDecisions)
        : trace_(trace), start_(start), decides_(keepDecisions)
    {
        idleName_ = trace_.intern("swapper");
    }

    NameId intern(std::string_view name) { return trace_.intern(name); }

    void cpuOnline(std::int64_t now, CpuId cpu, bool online);
    void exists(std::int64_t now, const SimTask& task);
    void waking(std::int64_t now, CpuId cpu, const SimTask& task, CpuId previous, bool fromIrq);
    void wakeup(std::int64_t now, CpuId cpu, const SimTask& task, CpuId target, bool fromIrq);
    void wakeupNew(std::int64_t now, CpuId cpu, const SimTask& task, CpuId target, bool fromIrq);
    void migrate(std::int64_t now, CpuId cpu, const SimTask& task, CpuId to, const MoveReason& why);
    // Why the wakeup that was just checked on that queue did not preempt; nothing when it did.
    void refused(std::int64_t now, const RunQueue& rq, const SimTask& task);
    void statRuntime(std::int64_t now, CpuId cpu, const SimTask& task, std::int64_t ran,
                     std::int64_t vruntime);
    void fork(std::int64_t now, CpuId cpu, const SimTask& parent, const SimTask& child);
    void exec(std::int64_t now, CpuId cpu, const SimTask& task);
    void exit(std::int64_t now, CpuId cpu, const SimTask& task);
    void setPrio(std::int64_t now, CpuId cpu, const SimTask& task, bool boosted);
    // prev or next null: idle.
    void switched(std::int64_t now, CpuId cpu, const SimTask* prev, TaskState prevState,
                  const SimTask* next, EndReason reason, const Decision& decision);

    // Tells the trace how many events of each kernel name there are.
    void finish();

private:
    Timestamp at(std::int64_t now) const { return timestamp(start_ + now); }
    void count(const Event& event) { ++counts_[static_cast<std::size_t>(event.kind)]; }
    void push(const Event& event)
    {
        count(event);
        trace_.add(event);
    }
    void wake(EventKind kind, std::int64_t now, CpuId cpu, const SimTask& task, CpuId target,
              bool fromIrq);

    LiveTrace& trace_;
    std::int64_t start_;
    bool decides_;
    NameId idleName_{};
    std::array<std::uint64_t, 64> counts_{};
};

inline TaskId traceId(const SchedTask& task)
{
    return TaskId{task.id + 1};
}

}  // namespace resched

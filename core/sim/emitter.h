// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a simulated run writes down, in the kernel's events and in its order: one stream in time
// order. The TaskId that a Decision names is the one that the trace will give the task: instances
// are announced in the order in which they come to exist, after the idle task.

#include "sched/run_queue.h"
#include "sim/sim_task.h"
#include "trace/trace_builder.h"

#include <array>
#include <cstdint>

namespace resched {

class Emitter
{
public:
    Emitter(TraceBuilder& builder, std::int64_t start, bool keepDecisions)
        : builder_(builder), stream_(builder.addStream(0)), start_(start), decides_(keepDecisions)
    {
        idleName_ = stream_.intern("swapper");
    }

    NameId intern(std::string_view name) { return stream_.intern(name); }

    void cpuOnline(std::int64_t now, CpuId cpu, bool online);
    void exists(std::int64_t now, const SimTask& task);
    void waking(std::int64_t now, CpuId cpu, const SimTask& task, CpuId previous, bool fromIrq);
    void wakeup(std::int64_t now, CpuId cpu, const SimTask& task, CpuId target, bool fromIrq);
    void wakeupNew(std::int64_t now, CpuId cpu, const SimTask& task, CpuId target, bool fromIrq);
    void migrate(std::int64_t now, CpuId cpu, const SimTask& task, CpuId to);
    void statRuntime(std::int64_t now, CpuId cpu, const SimTask& task, std::int64_t ran,
                     std::int64_t vruntime);
    void fork(std::int64_t now, CpuId cpu, const SimTask& parent, const SimTask& child);
    void exec(std::int64_t now, CpuId cpu, const SimTask& task);
    void exit(std::int64_t now, CpuId cpu, const SimTask& task);
    void setPrio(std::int64_t now, CpuId cpu, const SimTask& task, bool boosted);
    // prev or next null: idle.
    void switched(std::int64_t now, CpuId cpu, const SimTask* prev, TaskState prevState,
                  const SimTask* next, EndReason reason, const Decision& decision);

    // Tells the builder how many events of each kernel name there are.
    void finish();

private:
    Timestamp at(std::int64_t now) const { return timestamp(start_ + now); }
    void push(const Event& event)
    {
        ++counts_[static_cast<std::size_t>(event.kind)];
        stream_.push(event);
    }
    void wake(EventKind kind, std::int64_t now, CpuId cpu, const SimTask& task, CpuId target,
              bool fromIrq);

    TraceBuilder& builder_;
    EventStream& stream_;
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

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The state machine behind TraceBuilder and LiveTrace: takes the merged events in time order and
// grows the lanes of a TraceData. Per CPU it keeps who is current (or that nobody knows), per task
// the open segment. Rules: model/trace-events.md section 10 and product.md section 2.

#include "trace/event.h"
#include "trace/trace.h"

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace resched {

class LaneBuilder
{
public:
    // How lanes make room. Fast, fourfold: memory that nobody has written yet costs nothing, copies
    // do. Tight, by half: for traces of a size that fills the memory.
    enum class Growth : std::uint8_t { Fast, Tight };
    // `data` has its names and span; the lanes are filled here.
    explicit LaneBuilder(TraceData& data, Growth growth = Growth::Fast);

    // In time order. Name ids are those of data.names.
    void add(const Event& event);
    void addSwitch(const Event& event, EndReason reason, const Decision* decision);
    void addWake(const Event& event);
    void declareCpu(CpuId cpu) { lane(static_cast<std::int16_t>(number(cpu))); }
    // Closes what is open at the end of the span.
    void finish();

private:
    struct OpenIrq
    {
        std::int32_t irq;
        bool soft;
        Timestamp begin;
    };
    struct CpuState
    {
        CpuLane lane;
        bool known = false;  // `curr` is what runs since `since`
        TaskId curr = kIdleTask;
        Timestamp since{};  // of curr, or when it became unknown
        GapKind unknownKind = GapKind::NotRecorded;
        std::uint64_t lost = 0;  // events of the open gap
        Timestamp lossEnd{};     // end of the last gap
        bool hadLoss = false;
        bool hasSwitched = false;
        bool isAfterIdle = false;  // the switch that brought curr in came from idle
        bool offline = false;
        bool isPresent = false;
        std::vector<OpenIrq> irqs;
    };
    struct TaskState_
    {
        SegmentState segment = SegmentState::Unknown;  // of the open one
        bool wakingPending = false;  // a sched_waking that no sched_wakeup has completed yet
        bool wokenWhileRunning = false;
        std::int16_t prio = kNoPrio;  // the last of Task::prios and names
        std::uint32_t name = kNoName;
        std::uint32_t openSyscall = TaskSegment::kNoLink;
    };

    CpuState& lane(std::int16_t cpu)
    {
        const auto place = static_cast<std::size_t>(cpu);
        return place < cpus_.size() && cpus_[place].isPresent ? cpus_[place] : newLane(cpu);
    }
    CpuState& newLane(std::int16_t cpu);
    template <typename Record>
    Record& append(std::vector<Record>& lane) const
    {
        const std::size_t size = lane.size();
        if (size == lane.capacity()) {
            lane.reserve(growth_ == Growth::Fast ? 4 * size + 4 : size + size / 2 + 4);
        }
        return lane.emplace_back();
    }
    CpuState* laneIfNamed(std::int16_t cpu) { return cpu < 0 ? nullptr : &lane(cpu); }
    // The task that has this tid now. A tid that is seen again after its task's last switch is a
    // new task.
    TaskId taskOf(std::int32_t tid, Timestamp /*time*/)
    {
        const std::uint32_t found = slot(tid);
        return found != kNone ? TaskId{found} : unseenTask(tid);
    }
    TaskId unseenTask(std::int32_t tid);
    TaskId newTask(std::int32_t tid, SegmentState state, TaskState blocked, std::uint8_t flags);
    std::uint32_t& slot(std::int32_t tid)
    {
        const std::size_t page = static_cast<std::uint32_t>(tid) / kPageSize;
        if (page >= pages_.size() || pages_[page] == nullptr) return newSlot(tid);
        return (*pages_[page])[static_cast<std::uint32_t>(tid) % kPageSize];
    }
    std::uint32_t& newSlot(std::int32_t tid);
    TaskSegment& open(TaskId task) { return data_.tasks[index(task)].segments.back(); }
    void change(TaskId task, Timestamp time, SegmentState state, std::int16_t cpu,
                std::uint32_t link = TaskSegment::kNoLink, TaskState blocked = TaskState::Unknown,
                std::uint8_t flags = 0);
    void rename(TaskId task, Timestamp time, std::uint32_t name)
    {
        if (name != states_[index(task)].name) noteName(task, time, name);
    }
    void setPrio(TaskId task, Timestamp time, std::int16_t prio)
    {
        if (prio != states_[index(task)].prio) notePrio(task, time, prio);
    }
    void noteName(TaskId task, Timestamp time, std::uint32_t name);
    void notePrio(TaskId task, Timestamp time, std::int16_t prio);

    void switchOut(CpuState& cpu, TaskId prev, const Event& event, EndReason reason,
                   const Decision* decision);
    void switchIn(CpuState& cpu, TaskId next, const Event& event);
    void closeSlice(CpuState& cpu, Timestamp end, TaskState state, EndReason reason,
                    const Decision* decision, std::uint8_t flags);
    void loseOtherCpu(TaskId task, const Event& event);
    void loseCpu(CpuState& cpu, Timestamp time, GapKind kind, std::uint64_t lost);
    void fork(const Event& event);
    void exec(const Event& event);
    void migrate(const Event& event);
    void syscallEntry(const Event& event);
    void syscallExit(const Event& event);
    void irqExit(const Event& event, bool soft);
    void lose(const Event& event);
    TaskId currentOn(std::int16_t cpu);

    TraceData& data_;
    Growth growth_;
    std::vector<CpuState> cpus_;  // indexed by CPU number
    std::vector<TaskState_> states_;
    static constexpr std::uint32_t kNone = 0xffffffff;
    static constexpr std::uint32_t kPageSize = 1024;
    using Page = std::array<std::uint32_t, kPageSize>;
    std::vector<std::unique_ptr<Page>> pages_;  // tid -> task, small tids
    std::unordered_map<std::int32_t, std::uint32_t> farTids_;
};

}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What each task of a trace does at points of its own execution besides computing: it wakes others,
// forks, yields, calls for a sleep, takes a new name, priority or policy. Found from the trace's
// event lists, given out per task in order of time.

#include "replay/wake_cause.h"
#include "trace/trace.h"

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace resched {

struct RecordedPoint
{
    enum class Kind : std::uint8_t {
        Post,        // object: token
        Fork,        // object: TaskId of the child
        Yield,       //
        SleepCall,   // object: index of the system call; absolute sleeps only
        Exec,        // object: NameId that holds until the next Exec
        Priority,    // object: kernel priority
        IdlePolicy,  //
    };
    Timestamp time;
    Kind kind;
    std::uint32_t object;
};

class RecordedPoints
{
public:
    static constexpr std::uint32_t kNoToken = 0xffffffff;

    // Only what happens inside the window counts, and what tasks do that take part in it.
    RecordedPoints(const Trace& trace, const std::vector<WakeCause>& causes, TimeRange window,
                   std::vector<bool> takesPart);

    std::span<const RecordedPoint> of(TaskId task) const
    {
        return std::span(points_).subspan(offsets_[index(task)],
                                          offsets_[index(task) + 1] - offsets_[index(task)]);
    }
    std::uint32_t tokens() const { return tokens_; }
    std::uint32_t tokenOf(std::uint32_t wakeup) const { return tokenOf_[wakeup]; }
    // The token for a block that a raced wakeup ended: `segment` is the Running one after it.
    std::uint32_t tokenOfRace(TaskId task, std::size_t segment) const;
    // Who forks the task inside the window; kNoTask when it is there from some time on.
    TaskId forker(TaskId task) const { return forkers_[index(task)]; }

private:
    struct Owned
    {
        TaskId task;
        RecordedPoint point;
    };

    bool isActor(TaskId task) const
    {
        return task != kNoTask && task != kIdleTask && takesPart_[index(task)];
    }
    void add(TaskId task, Timestamp time, RecordedPoint::Kind kind, std::uint32_t object);
    std::uint32_t post(std::size_t wakeup);
    void findForks();
    void findWakeups(const std::vector<WakeCause>& causes);
    void findRaces();
    void findCalls();
    void findExecs(TaskId id);
    void findPriorities(TaskId id);
    void findIdlePolicies();
    void sortByTask();

    const Trace& trace_;
    TimeRange window_;
    std::vector<bool> takesPart_;
    std::vector<Owned> found_;
    std::vector<RecordedPoint> points_;
    std::vector<std::size_t> offsets_;
    std::vector<std::uint32_t> tokenOf_;
    std::vector<TaskId> forkers_;
    std::map<std::pair<TaskId, std::size_t>, std::uint32_t> races_;
    std::uint32_t tokens_ = 0;
};

// The segment that holds at `time`; of several that begin then, the last.
std::size_t segmentAt(const Task& task, Timestamp time);

}  // namespace resched

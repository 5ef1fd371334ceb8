// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What happens next. Everything that can be pending (a CPU's tick, the end of its task's work, a
// task's timer) owns a slot for the whole run, so scheduling again moves an entry and nothing is
// ever allocated or stale. Entries are ordered by (time, phase, sequence): sequence counts calls of
// schedule(), so equal entries come in the order in which they were asked for.

#include <cstdint>
#include <vector>

namespace resched {

// Order of what falls on the same instant.
enum class Phase : std::uint8_t {
    Tick,        // first: a tick accounts for the time before it, to whoever ran then
    Completion,  // a task that is done blocks before timers choose a CPU for those they wake
    Bandwidth,   // refills and throttling periods
    Timer,       // wakeups from outside, and tasks that start
    Kick,        // last: a remote CPU notices what was asked of it before
};

class EventQueue
{
public:
    using Slot = std::uint32_t;

    Slot addSlot();
    void schedule(Slot slot, std::int64_t time, Phase phase);
    void cancel(Slot slot);
    bool isScheduled(Slot slot) const { return positions_[slot] != kNone; }
    bool isScheduledAt(Slot slot, std::int64_t time) const
    {
        return isScheduled(slot) && heap_[positions_[slot]].time == time;
    }

    bool empty() const { return heap_.size() == (hasHole_ ? 1 : 0); }
    // The queue must not be empty.
    std::int64_t nextTime()
    {
        fillHole();
        return heap_.front().time;
    }
    Slot pop();

private:
    static constexpr std::uint32_t kNone = 0xffffffff;
    static constexpr std::uint32_t kArity = 4;

    struct Entry
    {
        std::int64_t time;
        std::uint64_t order;  // phase, then sequence
        Slot slot;
        bool isBefore(const Entry& other) const
        {
            return time != other.time ? time < other.time : order < other.order;
        }
    };

    // What was popped leaves its place open: most handlers schedule something at once, and that
    // takes the place in one go.
    void fillHole();
    void siftUp(std::uint32_t at, const Entry& entry);
    void siftDown(std::uint32_t at, const Entry& entry);
    void put(std::uint32_t at, const Entry& entry)
    {
        heap_[at] = entry;
        positions_[entry.slot] = at;
    }

    std::vector<Entry> heap_;
    std::vector<std::uint32_t> positions_;  // by slot
    std::uint64_t sequence_ = 0;
    bool hasHole_ = false;  // heap_[0] is a popped entry
};

}  // namespace resched

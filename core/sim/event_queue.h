// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What happens next. Everything that can be pending (a CPU's tick, the end of its task's work, a
// task's timer) owns a slot for the whole run, so scheduling again changes a key and nothing is
// ever allocated or stale. Slots are the leaves of a tournament: each node holds the earlier of its
// two children, so a change costs one comparison a level, none of which a branch depends on.
// Entries are ordered by (time, phase, sequence): sequence counts calls of schedule(), so equal
// entries come in the order in which they were asked for.

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

    EventQueue() { grow(2); }
    Slot addSlot();
    void schedule(Slot slot, std::int64_t time, Phase phase)
    {
        change(slot, keyOf(time, phase, sequence_++, slot));
    }
    void cancel(Slot slot)
    {
        if (isScheduled(slot)) change(slot, kNever);
    }
    bool isScheduled(Slot slot) const { return nodes_[leaves_ + slot] != kNever; }
    bool isScheduledAt(Slot slot, std::int64_t time) const
    {
        return timeOf(nodes_[leaves_ + slot]) == time && isScheduled(slot);
    }

    bool empty()
    {
        play();
        return nodes_[1] == kNever;
    }
    // The queue must not be empty.
    std::int64_t nextTime()
    {
        play();
        return timeOf(nodes_[1]);
    }
    Slot pop()
    {
        play();
        const Slot slot = slotOf(nodes_[1]);
        change(slot, kNever);
        return slot;
    }

private:
    // Time above, then phase, sequence and slot: one comparison orders all, and who wins carries
    // its name along. Two million slots and some 10^12 calls of schedule() have room.
    __extension__ typedef __int128 Key;
    static constexpr unsigned kSlotBits = 21;
    static constexpr unsigned kPhaseShift = 61;
    static constexpr Key keyOf(std::int64_t time, Phase phase, std::uint64_t sequence, Slot slot)
    {
        const std::uint64_t order =
            (static_cast<std::uint64_t>(phase) << kPhaseShift) | (sequence << kSlotBits) | slot;
        return (static_cast<Key>(time) << 64U) | order;
    }
    static constexpr std::int64_t timeOf(Key key) { return static_cast<std::int64_t>(key >> 64U); }
    static constexpr Slot slotOf(Key key)
    {
        return static_cast<Slot>(key) & ((Slot{1} << kSlotBits) - 1);
    }
    static constexpr Key kNever = (static_cast<Key>(INT64_MAX) << 64U) | UINT64_MAX;

    // The tournament is played anew when somebody asks for the winner: handlers of an event often
    // change a slot several times, first of all the one that was popped.
    void change(Slot slot, Key key)
    {
        nodes_[leaves_ + slot] = key;
        if (isChanged_[slot] != 0) return;
        isChanged_[slot] = 1;
        changed_.push_back(slot);
    }
    void play()
    {
        if (!changed_.empty()) playChanged();
    }
    void playChanged();
    void grow(std::size_t leaves);

    std::vector<Key> nodes_;  // [1] is the root, 2n and 2n + 1 play at n; leaves by slot
    std::size_t leaves_ = 0;
    std::vector<std::uint8_t> isChanged_;  // by slot
    std::vector<Slot> changed_;            // not played yet
    std::uint32_t slots_ = 0;
    std::uint64_t sequence_ = 0;
};

}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/event_queue.h"

#include <algorithm>

namespace resched {

EventQueue::Slot EventQueue::addSlot()
{
    positions_.push_back(kNone);
    return static_cast<Slot>(positions_.size() - 1);
}

void EventQueue::schedule(Slot slot, std::int64_t time, Phase phase)
{
    const Entry entry{.time = time,
                      .order = (static_cast<std::uint64_t>(phase) << 56U) | sequence_++,
                      .slot = slot};
    std::uint32_t at = positions_[slot];
    if (at == kNone && hasHole_) {
        hasHole_ = false;
        siftDown(0, entry);
        return;
    }
    fillHole();
    at = positions_[slot];
    if (at == kNone) {
        at = static_cast<std::uint32_t>(heap_.size());
        heap_.emplace_back();
        siftUp(at, entry);
    } else if (entry.isBefore(heap_[at])) {
        siftUp(at, entry);
    } else {
        siftDown(at, entry);
    }
}

void EventQueue::cancel(Slot slot)
{
    if (positions_[slot] == kNone) return;
    fillHole();
    const std::uint32_t at = positions_[slot];
    positions_[slot] = kNone;
    const Entry moved = heap_.back();
    heap_.pop_back();
    if (moved.slot == slot) return;
    const Entry removed = heap_[at];
    if (moved.isBefore(removed)) {
        siftUp(at, moved);
    } else {
        siftDown(at, moved);
    }
}

EventQueue::Slot EventQueue::pop()
{
    fillHole();
    const Slot slot = heap_.front().slot;
    positions_[slot] = kNone;
    hasHole_ = true;
    return slot;
}

void EventQueue::fillHole()
{
    if (!hasHole_) return;
    hasHole_ = false;
    const Entry moved = heap_.back();
    heap_.pop_back();
    if (!heap_.empty()) siftDown(0, moved);
}

void EventQueue::siftUp(std::uint32_t at, const Entry& entry)
{
    while (at > 0) {
        const std::uint32_t parent = (at - 1) / kArity;
        if (!entry.isBefore(heap_[parent])) break;
        put(at, heap_[parent]);
        at = parent;
    }
    put(at, entry);
}

void EventQueue::siftDown(std::uint32_t at, const Entry& entry)
{
    const auto size = static_cast<std::uint32_t>(heap_.size());
    while (true) {
        const std::uint32_t first = at * kArity + 1;
        if (first >= size) break;
        std::uint32_t least = first;
        const std::uint32_t last = std::min(first + kArity, size);
        for (std::uint32_t child = first + 1; child < last; ++child) {
            if (heap_[child].isBefore(heap_[least])) least = child;
        }
        if (!heap_[least].isBefore(entry)) break;
        put(at, heap_[least]);
        at = least;
    }
    put(at, entry);
}

}  // namespace resched

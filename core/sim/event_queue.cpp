// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/event_queue.h"

namespace resched {

EventQueue::Slot EventQueue::addSlot()
{
    if (slots_ == keys_.size()) {
        const std::size_t leaves = 2 * keys_.size();
        keys_.resize(leaves, kNever);
        isChanged_.resize(leaves, 0);
        changed_.reserve(leaves);
        winners_.assign(2 * leaves, 0);
        for (std::size_t i = 0; i < leaves; ++i) winners_[leaves + i] = static_cast<Slot>(i);
        for (std::size_t i = leaves - 1; i > 0; --i) {
            const Slot left = winners_[2 * i];
            const Slot right = winners_[2 * i + 1];
            winners_[i] = keys_[right].isBefore(keys_[left]) ? right : left;
        }
    }
    return slots_++;
}

void EventQueue::playFrom(Slot slot)
{
    isChanged_[slot] = 0;
    Slot winner = slot;
    Key best = keys_[slot];
    for (std::size_t node = keys_.size() + slot; node > 1; node /= 2) {
        const Slot other = winners_[node ^ 1];
        const Key key = keys_[other];
        const bool loses = key.isBefore(best);
        winner = loses ? other : winner;
        best.time = loses ? key.time : best.time;
        best.order = loses ? key.order : best.order;
        winners_[node / 2] = winner;
    }
}

}  // namespace resched

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
            winners_[i] = keys_[right] < keys_[left] ? right : left;
        }
    }
    return slots_++;
}

void EventQueue::playChanged()
{
    // Written so that compilers select without a branch: who wins is not to be foreseen.
    const Key* const keys = keys_.data();
    Slot* const winners = winners_.data();
    for (const Slot slot : changed_) {
        isChanged_[slot] = 0;
        Slot winner = slot;
        for (std::size_t node = keys_.size() + slot; node > 1; node /= 2) {
            const Slot other = winners[node ^ 1];
            winner = keys[other] < keys[winner] ? other : winner;
            winners[node / 2] = winner;
        }
    }
    changed_.clear();
}

}  // namespace resched

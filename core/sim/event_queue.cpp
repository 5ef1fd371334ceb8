// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/event_queue.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace resched {

EventQueue::Slot EventQueue::addSlot()
{
    assert(slots_ < std::uint32_t{1} << kSlotBits);
    if (slots_ == leaves_) grow(2 * leaves_);
    return slots_++;
}

void EventQueue::grow(std::size_t leaves)
{
    std::vector<Key> nodes(2 * leaves, kNever);
    const auto old = nodes_.begin() + static_cast<std::ptrdiff_t>(leaves_);
    std::copy(old, nodes_.end(), nodes.begin() + static_cast<std::ptrdiff_t>(leaves));
    for (std::size_t i = leaves - 1; i > 0; --i)
        nodes[i] = std::min(nodes[2 * i], nodes[2 * i + 1]);
    nodes_ = std::move(nodes);
    leaves_ = leaves;
    isChanged_.resize(leaves, 0);
    changed_.reserve(leaves);
}

void EventQueue::playChanged()
{
    // Written so that compilers select without a branch: who wins is not to be foreseen.
    Key* const nodes = nodes_.data();
    for (const Slot slot : changed_) {
        isChanged_[slot] = 0;
        std::size_t at = leaves_ + slot;
        Key winner = nodes[at];
        for (; at > 1; at /= 2) {
            const Key other = nodes[at ^ 1U];
            winner = other < winner ? other : winner;
            nodes[at / 2] = winner;
        }
    }
    changed_.clear();
}

}  // namespace resched

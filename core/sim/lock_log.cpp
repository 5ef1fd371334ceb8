// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/lock_log.h"

#include <algorithm>

namespace resched {

void LockLog::owned(std::uint32_t mutex, const SimTask* owner, std::int64_t now)
{
    if (owners_.size() <= mutex) owners_.resize(mutex + 1);
    std::vector<Owned>& owners = owners_[mutex];
    if (!owners.empty() && owners.back().end == kOpen) owners.back().end = now;
    if (owner != nullptr) owners.push_back({owner, now, kOpen});
}

void LockLog::waitBegins(const SimTask& task, std::uint32_t mutex, std::int64_t now)
{
    open_.push_back(waits_.size());
    waits_.push_back({&task, mutex, task.sched.prio, now, kOpen});
}

void LockLog::waitEnds(const SimTask& task, std::int64_t now)
{
    const auto found = std::ranges::find_if(
        open_, [&](std::size_t index) { return waits_[index].waiter == &task; });
    if (found == open_.end()) return;  // requeued to the mutex by a broadcast
    waits_[*found].end = now;
    open_.erase(found);
}

void LockLog::finish(std::int64_t now)
{
    for (Wait& wait : waits_) wait.end = std::min(wait.end, now);
    for (std::vector<Owned>& owners : owners_) {
        for (Owned& owned : owners) owned.end = std::min(owned.end, now);
    }
}

}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The kernel's futex hash table: waiters of all futexes in buckets, each with one queue and one
// lock. A queue is a plain list in order of arrival, or a priority list: two lists, one with all
// nodes in order and one with the first node of each priority, walked to find a newcomer's place.
// Walking is what such a list costs, so the nodes visited are counted, and every operation can be
// asked beforehand how many it will visit.
//
// Models kernel/futex.c of 2.6.20 (list) and 2.6.22 (lib/plist.c).

#include "sim/sim_task.h"
#include "workload/workload.h"

#include <cstdint>
#include <vector>

namespace resched {

using LevelQueue =
    boost::intrusive::list<SimTask,
                           boost::intrusive::member_hook<SimTask, ListHook, &SimTask::levelHook>,
                           boost::intrusive::constant_time_size<false>>;

// One bucket's queue; SimTask::futexPrio orders it, lower first, equals in order of arrival.
class PriorityList
{
public:
    // How many first-of-their-priority nodes were looked at.
    std::int64_t add(SimTask& task);
    void remove(SimTask& task);
    // Behind all others, whatever the priority; not to be mixed with add().
    void append(SimTask& task) { nodes_.push_back(task); }
    WaitQueue& nodes() { return nodes_; }
    const WaitQueue& nodes() const { return nodes_; }
    std::vector<int> levels() const;
    void clear();

private:
    WaitQueue nodes_;
    LevelQueue levels_;
};

class FutexTable
{
public:
    // Keys are 0 … keys-1.
    FutexTable(const FutexModel& model, std::uint32_t keys);
    FutexTable(const FutexTable&) = delete;
    FutexTable& operator=(const FutexTable&) = delete;
    ~FutexTable();

    // `dynamicPrio`: what the scheduler makes of the task at this moment.
    void wait(std::uint32_t key, SimTask& task, int dynamicPrio);
    SimTask* take(std::uint32_t key);  // the first waiter, or null
    void requeue(std::uint32_t from, std::uint32_t to);
    std::int64_t waiters(std::uint32_t key) const { return waiters_[key]; }
    SimTask* first(std::uint32_t key);

    // Nodes that the operation would visit now.
    std::int64_t visitsToWait(std::uint32_t key, const SimTask& task, int dynamicPrio) const;
    std::int64_t visitsToTake(std::uint32_t key) const;
    std::int64_t visitsToRequeue(std::uint32_t from, std::uint32_t to, std::int64_t wakes) const;
    std::int64_t visits() const { return visits_; }

    // The bucket's lock, first come first served: how long someone waits who comes at `now` and
    // holds it for `held`.
    std::int64_t lockBucket(std::uint32_t key, std::int64_t now, std::int64_t held);
    bool shareBucket(std::uint32_t a, std::uint32_t b) const { return bucketOf(a) == bucketOf(b); }

private:
    struct Bucket
    {
        PriorityList queue;
        std::int64_t freeAt = 0;
    };

    bool isList() const { return model_.queue == FutexModel::Queue::List; }
    int prioOf(const SimTask& task, int dynamicPrio) const;
    std::size_t bucketOf(std::uint32_t key) const;
    void enqueue(std::uint32_t key, SimTask& task);

    FutexModel model_;
    std::vector<Bucket> buckets_;
    std::vector<std::int64_t> waiters_;  // by key
    std::int64_t visits_ = 0;
};

}  // namespace resched

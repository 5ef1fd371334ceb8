// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/futex_table.h"

#include <algorithm>
#include <cassert>
#include <iterator>

namespace resched {

namespace {

constexpr int kNoRealTimePrio = 100;  // MAX_RT_PRIO: all normal tasks share this level

// Where a newcomer of that priority finds its place in the list of levels: it looks at every better
// one, and at the one that ends the search.
std::int64_t visitsAmong(const std::vector<int>& levels, int prio)
{
    const auto place = std::ranges::lower_bound(levels, prio);
    const std::int64_t better = place - levels.begin();
    return place == levels.end() ? better : better + 1;
}

void addLevel(std::vector<int>& levels, int prio)
{
    const auto place = std::ranges::lower_bound(levels, prio);
    if (place == levels.end() || *place != prio) levels.insert(place, prio);
}

}  // namespace

// --- one queue ---

// plist_add.
std::int64_t PriorityList::add(SimTask& task)
{
    std::int64_t visits = 0;
    auto level = levels_.begin();
    while (level != levels_.end()) {
        ++visits;
        if (level->futexPrio >= task.futexPrio) break;
        ++level;
    }
    const bool isKnown = level != levels_.end() && level->futexPrio == task.futexPrio;
    const auto before = isKnown ? std::next(level) : level;
    nodes_.insert(before == levels_.end() ? nodes_.end() : nodes_.iterator_to(*before), task);
    if (!isKnown) levels_.insert(level, task);
    return visits;
}

// plist_del: the next node of the level takes its place in the list of levels.
void PriorityList::remove(SimTask& task)
{
    if (task.levelHook.is_linked()) {
        const auto next = std::next(nodes_.iterator_to(task));
        const auto level = levels_.erase(levels_.iterator_to(task));
        if (next != nodes_.end() && next->futexPrio == task.futexPrio) {
            levels_.insert(level, *next);
        }
    }
    nodes_.erase(nodes_.iterator_to(task));
}

std::vector<int> PriorityList::levels() const
{
    std::vector<int> prios;
    for (const SimTask& task : levels_) prios.push_back(task.futexPrio);
    return prios;
}

void PriorityList::clear()
{
    levels_.clear();
    nodes_.clear();
}

// --- the table ---

FutexTable::FutexTable(const FutexModel& model, std::uint32_t keys)
    : model_(model), buckets_(static_cast<std::size_t>(std::max(model.buckets, 1)))
{
    waiters_.assign(keys, 0);
}

FutexTable::~FutexTable()
{
    for (Bucket& bucket : buckets_) bucket.queue.clear();
}

// Keys are addresses in the kernel and meet in a bucket by chance; a multiplicative hash spreads
// them as evenly.
std::size_t FutexTable::bucketOf(std::uint32_t key) const
{
    const std::uint64_t hash = (std::uint64_t{key} + 1) * 0x9e3779b97f4a7c15ULL;
    return static_cast<std::size_t>((hash >> 32) % buckets_.size());
}

int FutexTable::prioOf(const SimTask& task, int dynamicPrio) const
{
    if (model_.queue == FutexModel::Queue::DynamicPrio) return dynamicPrio;
    return std::min(task.sched.normalPrio(), kNoRealTimePrio);
}

void FutexTable::enqueue(std::uint32_t key, SimTask& task)
{
    task.futexKey = key;
    ++waiters_[key];
    PriorityList& queue = buckets_[bucketOf(key)].queue;
    if (isList()) {
        queue.append(task);
    } else {
        visits_ += queue.add(task);
    }
}

void FutexTable::wait(std::uint32_t key, SimTask& task, int dynamicPrio)
{
    task.futexPrio = prioOf(task, dynamicPrio);
    enqueue(key, task);
}

SimTask* FutexTable::first(std::uint32_t key)
{
    if (waiters_[key] == 0) return nullptr;
    for (SimTask& task : buckets_[bucketOf(key)].queue.nodes()) {
        if (task.futexKey == key) return &task;
    }
    assert(false);
    return nullptr;
}

// futex_wake: along the bucket's queue past the waiters of other futexes.
SimTask* FutexTable::take(std::uint32_t key)
{
    visits_ += visitsToTake(key);
    SimTask* task = first(key);
    if (task == nullptr) return nullptr;
    buckets_[bucketOf(key)].queue.remove(*task);
    --waiters_[key];
    return task;
}

// futex_requeue: in the queue's order, each as a newcomer of the other futex's bucket. Within one
// bucket only the key changes.
void FutexTable::requeue(std::uint32_t from, std::uint32_t to)
{
    if (from == to) return;
    if (shareBucket(from, to)) {
        for (SimTask& task : buckets_[bucketOf(from)].queue.nodes()) {
            if (task.futexKey == from) task.futexKey = to;
        }
        waiters_[to] += waiters_[from];
        waiters_[from] = 0;
        return;
    }
    PriorityList& source = buckets_[bucketOf(from)].queue;
    for (auto at = source.nodes().begin(); at != source.nodes().end() && waiters_[from] > 0;) {
        SimTask& task = *at++;
        if (task.futexKey != from) continue;
        source.remove(task);
        --waiters_[from];
        enqueue(to, task);
    }
}

// --- what they would cost ---

std::int64_t FutexTable::visitsToWait(std::uint32_t key, const SimTask& task, int dynamicPrio) const
{
    if (isList()) return 0;
    return visitsAmong(buckets_[bucketOf(key)].queue.levels(), prioOf(task, dynamicPrio));
}

std::int64_t FutexTable::visitsToTake(std::uint32_t key) const
{
    std::int64_t others = 0;
    const WaitQueue& nodes = buckets_[bucketOf(key)].queue.nodes();
    if (waiters_[key] == 0) return static_cast<std::int64_t>(nodes.size());
    for (const SimTask& task : nodes) {
        if (task.futexKey == key) break;
        ++others;
    }
    return others;
}

std::int64_t FutexTable::visitsToRequeue(std::uint32_t from, std::uint32_t to,
                                         std::int64_t wakes) const
{
    if (isList() || from == to || shareBucket(from, to)) return 0;
    std::vector<int> levels = buckets_[bucketOf(to)].queue.levels();
    std::int64_t visits = 0;
    std::int64_t left = waiters_[from];
    for (const SimTask& task : buckets_[bucketOf(from)].queue.nodes()) {
        if (left == 0) break;
        if (task.futexKey != from) continue;
        --left;
        if (wakes-- > 0) continue;
        visits += visitsAmong(levels, task.futexPrio);
        addLevel(levels, task.futexPrio);
    }
    return visits;
}

std::int64_t FutexTable::lockBucket(std::uint32_t key, std::int64_t now, std::int64_t held)
{
    Bucket& bucket = buckets_[bucketOf(key)];
    const std::int64_t wait = std::max<std::int64_t>(bucket.freeAt - now, 0);
    bucket.freeAt = now + wait + held;
    return wait;
}

}  // namespace resched

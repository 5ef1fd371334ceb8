// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The objects that tasks share, built as the C library builds them on futexes: waiters queue in the
// kernel's futex table, a wakeup only makes the waiter try again, and who comes first in between
// gets the object. Exceptions are those of the kernel and the C library: a mutex with priority
// inheritance is handed to its most important waiter, barriers and tokens let through whom they
// woke. Pipes and tokens are no futexes and have queues of their own.
//
// Each operation that may block answers whether the task goes on; false means that it is queued and
// must block, and the same call is made again when it has been woken (phase says that it was).

#include "base/time.h"
#include "sim/futex_table.h"
#include "sim/lock_log.h"
#include "sim/sim_task.h"
#include "workload/workload.h"

#include <boost/container/small_vector.hpp>

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace resched {

class WakeHost
{
public:
    virtual ~WakeHost() = default;
    virtual std::int64_t now() const = 0;
    // What the scheduler makes of the task at this moment (O(1): nice and sleep average).
    virtual int dynamicPrio(const SimTask& task) const = 0;
    // `waker` is null for an interrupt.
    virtual void wake(SimTask& task, SimTask* waker, std::uint8_t stepFlags) = 0;
    virtual void changeEffectivePrio(SimTask& task, int prio) = 0;
};

struct FutexCall
{
    int calls = 0;  // system calls
    std::int64_t waits = 0;
    std::int64_t wakes = 0;
    std::int64_t moves = 0;   // requeued
    std::int64_t visits = 0;  // of list nodes
    // Whose buckets it locks; in place, for there is a call per operation.
    boost::container::small_vector<std::uint32_t, 4> keys = {};
};

class SyncObjects
{
public:
    SyncObjects(const Workload& workload, WakeHost& host);
    SyncObjects(const SyncObjects&) = delete;
    SyncObjects& operator=(const SyncObjects&) = delete;
    ~SyncObjects();

    bool waitToken(SimTask& task, std::uint32_t token);
    void postToken(SimTask& task, std::uint32_t token, std::uint8_t flags);
    bool semWait(SimTask& task, std::uint32_t semaphore);
    void semPost(SimTask& task, std::uint32_t semaphore, std::int64_t count, std::uint8_t flags);
    bool lock(SimTask& task, std::uint32_t mutex);
    void unlock(SimTask& task, std::uint32_t mutex, std::uint8_t flags);
    bool condWait(SimTask& task, std::uint32_t condition, std::uint32_t mutex, std::uint8_t flags);
    void condSignal(SimTask& task, std::uint32_t condition, bool all, std::uint8_t flags);
    bool barrierWait(SimTask& task, std::uint32_t barrier, std::uint8_t flags);
    bool readLock(SimTask& task, std::uint32_t rwlock);
    bool writeLock(SimTask& task, std::uint32_t rwlock);
    void rwUnlock(SimTask& task, std::uint32_t rwlock, std::uint8_t flags);
    bool futexWait(SimTask& task, const Step& step);
    void futexWake(SimTask& task, std::uint32_t futex, std::int64_t count, std::uint8_t flags);
    void futexRequeue(SimTask& task, const Step& step);
    void futexWakeOp(SimTask& task, const Step& step);
    void futexSet(std::uint32_t futex, std::int64_t value) { futexes_[futex] = value; }
    bool pipeRead(SimTask& task, std::uint32_t pipe, std::int64_t bytes, std::uint8_t flags);
    bool pipeWrite(SimTask& task, std::uint32_t pipe, std::int64_t bytes, std::uint8_t flags);

    // What the kernel's futex code would have to do for this step now; nothing where the C library
    // gets by without it. Costs are paid before the step takes effect.
    FutexCall callOf(const SimTask& task, const Step& step) const;
    // The bucket locks of such a call: how long the task spins when it holds them for `held`.
    std::int64_t lockBuckets(const FutexCall& call, std::int64_t held);
    std::int64_t listVisits() const { return table_.visits(); }
    LockLog& log() { return log_; }

    // Its own priority changed, or it is boosted: where it waits it takes another place.
    void priorityChanged(SimTask& task);
    // What the task would run at with its locks.
    int priorityWithLocks(const SimTask& task) const;
    // A dead task's locks are free again (robust), as the C library's robust mutexes would be.
    void releaseAll(SimTask& task);
    // "mutex m", "token 3": what a blocked step waits for.
    static std::string describe(const Workload& workload, const Step& step);

private:
    struct Mutex
    {
        SimTask* owner = nullptr;
        bool inherits = false;
        bool isContended = false;  // someone may wait: the owner's unlock enters the kernel
        WaitQueue waiters;         // of one that inherits
    };
    struct Condition
    {
        std::uint32_t mutex = kNone;  // of the waiters; kNone: none yet
        bool isMixed = false;         // they use different ones
    };
    struct RwLock
    {
        int readers = 0;
        bool isWritten = false;
    };
    struct Barrier
    {
        int parties = 0;
        int arrived = 0;
    };
    struct Pipe
    {
        std::int64_t bytes = 0;
        std::int64_t capacity = 0;
        WaitQueue readers;
        WaitQueue writers;
    };
    struct Token
    {
        SimTask* firstWaiter = nullptr;
        bool isPosted = false;
    };

    static constexpr std::uint32_t kNone = 0xffffffff;

    // Keys of the futex table, kind after kind.
    std::uint32_t mutexKey(std::uint32_t i) const { return i; }
    std::uint32_t conditionKey(std::uint32_t i) const { return count(mutexes_) + i; }
    std::uint32_t semaphoreKey(std::uint32_t i) const
    {
        return conditionKey(count(conditions_)) + i;
    }
    std::uint32_t barrierKey(std::uint32_t i) const { return semaphoreKey(count(semaphores_)) + i; }
    std::uint32_t readersKey(std::uint32_t i) const { return barrierKey(count(barriers_)) + i; }
    std::uint32_t writersKey(std::uint32_t i) const { return readersKey(count(rwlocks_)) + i; }
    std::uint32_t futexKey(std::uint32_t i) const { return writersKey(count(rwlocks_)) + i; }
    template <typename List>
    static std::uint32_t count(const List& list)
    {
        return static_cast<std::uint32_t>(list.size());
    }

    bool lockInheriting(SimTask& task, std::uint32_t index);
    void unlockInheriting(SimTask& task, std::uint32_t index, std::uint8_t flags);
    void boostAlong(SimTask* owner);
    void setOwner(std::uint32_t index, SimTask* owner);
    bool requeues(std::uint32_t condition) const;
    void await(SimTask& task, std::uint32_t key);
    void wakeOne(std::uint32_t key, SimTask& waker, std::uint8_t flags);
    void wakeEach(std::uint32_t key, SimTask& waker, std::uint8_t flags);
    void addWait(FutexCall& call, std::uint32_t key, const SimTask& task) const;
    void addWake(FutexCall& call, std::uint32_t key, std::int64_t most) const;
    void addLock(FutexCall& call, std::uint32_t mutex, const SimTask& task) const;
    void addUnlock(FutexCall& call, std::uint32_t mutex, const SimTask& task) const;
    void addBroadcast(FutexCall& call, std::uint32_t condition) const;
    void addFutexStep(FutexCall& call, const SimTask& task, const Step& step) const;
    void wakeFirst(WaitQueue& queue, SimTask& waker, std::uint8_t flags);
    static void insertByPrio(WaitQueue& queue, SimTask& task);

    WakeHost& host_;
    FutexModel model_;
    std::vector<Token> tokens_;
    std::vector<std::int64_t> semaphores_;
    std::deque<Mutex> mutexes_;
    std::vector<Condition> conditions_;
    std::vector<Barrier> barriers_;
    std::vector<RwLock> rwlocks_;
    std::vector<std::int64_t> futexes_;  // their values
    std::deque<Pipe> pipes_;
    FutexTable table_;
    LockLog log_;
};

}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The objects that tasks share, built as the C library builds them on futexes: waiters queue first
// come first served, a wakeup only makes the waiter try again, and who comes first in between gets
// the object. Exceptions are those of the kernel and the C library: a mutex with priority
// inheritance is handed to its most important waiter, barriers and tokens let through whom they
// woke.
//
// Each operation that may block answers whether the task goes on; false means that it is queued and
// must block, and the same call is made again when it has been woken (phase says that it was).

#include "base/time.h"
#include "sim/sim_task.h"
#include "workload/workload.h"

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace resched {

class WakeHost
{
public:
    virtual ~WakeHost() = default;
    // `waker` is null for an interrupt.
    virtual void wake(SimTask& task, SimTask* waker, std::uint8_t stepFlags) = 0;
    virtual void changeEffectivePrio(SimTask& task, int prio) = 0;
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
    bool futexWait(SimTask& task, std::uint32_t futex);
    void futexWake(SimTask& task, std::uint32_t futex, std::int64_t count, std::uint8_t flags);
    void futexRequeue(SimTask& task, std::uint32_t from, std::uint32_t to, std::int64_t wakes,
                      std::uint8_t flags);
    bool pipeRead(SimTask& task, std::uint32_t pipe, std::int64_t bytes, std::uint8_t flags);
    bool pipeWrite(SimTask& task, std::uint32_t pipe, std::int64_t bytes, std::uint8_t flags);

    // How many waiters an operation would touch: costs are paid before it takes effect.
    std::int64_t futexWaiters(std::uint32_t futex) const;
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
        WaitQueue waiters;
    };
    struct RwLock
    {
        int readers = 0;
        bool isWritten = false;
        WaitQueue waitingReaders;
        WaitQueue waitingWriters;
    };
    struct Barrier
    {
        int parties = 0;
        int arrived = 0;
        WaitQueue waiters;
    };
    struct Semaphore
    {
        std::int64_t count = 0;
        WaitQueue waiters;
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

    bool lockInheriting(SimTask& task, std::uint32_t index);
    void unlockInheriting(SimTask& task, std::uint32_t index, std::uint8_t flags);
    void boostAlong(SimTask* owner);
    void wakeFirst(WaitQueue& queue, SimTask& waker, std::uint8_t flags);
    void wakeAll(WaitQueue& queue, SimTask& waker, std::uint8_t flags);
    static void insertByPrio(WaitQueue& queue, SimTask& task);

    WakeHost& host_;
    std::vector<Token> tokens_;
    std::deque<Semaphore> semaphores_;
    std::deque<Mutex> mutexes_;
    std::deque<WaitQueue> conditions_;
    std::deque<Barrier> barriers_;
    std::deque<RwLock> rwlocks_;
    std::deque<WaitQueue> futexes_;
    std::deque<Pipe> pipes_;
};

}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/sync_objects.h"

#include <algorithm>
#include <string>

namespace resched {

SyncObjects::SyncObjects(const Workload& workload, WakeHost& host) : host_(host)
{
    tokens_.resize(workload.tokens);
    for (const int count : workload.semaphores) semaphores_.emplace_back().count = count;
    for (const MutexSpec& spec : workload.mutexes) {
        mutexes_.emplace_back().inherits = spec.protocol == LockProtocol::Inherit;
    }
    conditions_.resize(workload.conditions.size());
    for (const BarrierSpec& spec : workload.barriers) {
        barriers_.emplace_back().parties = spec.parties;
    }
    rwlocks_.resize(workload.rwlocks.size());
    futexes_.resize(workload.futexes.size());
    for (const PipeSpec& spec : workload.pipes) pipes_.emplace_back().capacity = spec.capacity;
}

SyncObjects::~SyncObjects()
{
    // Tasks outlive the queues that link them, or the other way round: unlink first.
    for (Semaphore& object : semaphores_) object.waiters.clear();
    for (Mutex& object : mutexes_) object.waiters.clear();
    for (WaitQueue& object : conditions_) object.clear();
    for (Barrier& object : barriers_) object.waiters.clear();
    for (RwLock& object : rwlocks_) {
        object.waitingReaders.clear();
        object.waitingWriters.clear();
    }
    for (WaitQueue& object : futexes_) object.clear();
    for (Pipe& object : pipes_) {
        object.readers.clear();
        object.writers.clear();
    }
}

// --- waking ---

void SyncObjects::wakeFirst(WaitQueue& queue, SimTask& waker, std::uint8_t flags)
{
    if (queue.empty()) return;
    SimTask& task = queue.front();
    queue.pop_front();
    host_.wake(task, &waker, flags);
}

void SyncObjects::wakeAll(WaitQueue& queue, SimTask& waker, std::uint8_t flags)
{
    while (!queue.empty()) wakeFirst(queue, waker, flags);
}

// --- tokens: posted once, kept, never lost ---

bool SyncObjects::waitToken(SimTask& task, std::uint32_t index)
{
    Token& token = tokens_[index];
    if (token.isPosted) return true;
    SimTask** at = &token.firstWaiter;
    while (*at != nullptr) at = &(*at)->nextOnToken;
    *at = &task;
    task.nextOnToken = nullptr;
    return false;
}

void SyncObjects::postToken(SimTask& task, std::uint32_t index, std::uint8_t flags)
{
    Token& token = tokens_[index];
    token.isPosted = true;
    while (token.firstWaiter != nullptr) {
        SimTask& waiter = *token.firstWaiter;
        token.firstWaiter = waiter.nextOnToken;
        waiter.nextOnToken = nullptr;
        host_.wake(waiter, &task, flags);
    }
}

// --- semaphores ---

bool SyncObjects::semWait(SimTask& task, std::uint32_t index)
{
    Semaphore& semaphore = semaphores_[index];
    if (semaphore.count > 0) {
        --semaphore.count;
        return true;
    }
    semaphore.waiters.push_back(task);
    return false;
}

void SyncObjects::semPost(SimTask& task, std::uint32_t index, std::int64_t count,
                          std::uint8_t flags)
{
    Semaphore& semaphore = semaphores_[index];
    semaphore.count += count;
    for (std::int64_t i = 0; i < count && !semaphore.waiters.empty(); ++i) {
        wakeFirst(semaphore.waiters, task, flags);
    }
}

// --- mutexes ---

bool SyncObjects::lock(SimTask& task, std::uint32_t index)
{
    Mutex& mutex = mutexes_[index];
    if (mutex.inherits) return lockInheriting(task, index);
    if (mutex.owner == nullptr) {
        mutex.owner = &task;
        return true;
    }
    mutex.waiters.push_back(task);
    return false;
}

void SyncObjects::unlock(SimTask& task, std::uint32_t index, std::uint8_t flags)
{
    Mutex& mutex = mutexes_[index];
    if (mutex.owner != &task) return;
    if (mutex.inherits) {
        unlockInheriting(task, index, flags);
        return;
    }
    mutex.owner = nullptr;
    wakeFirst(mutex.waiters, task, flags);
}

// rt_mutex: the most important waiter first, equals in the order of arrival.
void SyncObjects::insertByPrio(WaitQueue& queue, SimTask& task)
{
    auto at = queue.begin();
    while (at != queue.end() && at->sched.prio <= task.sched.prio) ++at;
    queue.insert(at, task);
}

bool SyncObjects::lockInheriting(SimTask& task, std::uint32_t index)
{
    Mutex& mutex = mutexes_[index];
    if (mutex.owner == nullptr) {
        mutex.owner = &task;
        task.ownedPi.push_back(index);
    }
    if (mutex.owner == &task) return true;
    insertByPrio(mutex.waiters, task);
    task.waitsFor = index;
    boostAlong(mutex.owner);
    return false;
}

void SyncObjects::unlockInheriting(SimTask& task, std::uint32_t index, std::uint8_t flags)
{
    Mutex& mutex = mutexes_[index];
    std::erase(task.ownedPi, index);
    mutex.owner = nullptr;
    SimTask* next = mutex.waiters.empty() ? nullptr : &mutex.waiters.front();
    if (next != nullptr) {
        mutex.waiters.pop_front();
        next->waitsFor = SimTask::kNothing;
        mutex.owner = next;
        next->ownedPi.push_back(index);
    }
    host_.changeEffectivePrio(task, priorityWithLocks(task));
    if (next == nullptr) return;
    host_.changeEffectivePrio(*next, priorityWithLocks(*next));
    host_.wake(*next, &task, flags);
}

int SyncObjects::priorityWithLocks(const SimTask& task) const
{
    int prio = task.sched.normalPrio();
    for (const std::uint32_t index : task.ownedPi) {
        const Mutex& mutex = mutexes_[index];
        if (!mutex.waiters.empty()) prio = std::min(prio, mutex.waiters.front().sched.prio);
    }
    return prio;
}

// rt_mutex_adjust_prio_chain: from owner to owner while priorities change.
void SyncObjects::boostAlong(SimTask* owner)
{
    while (owner != nullptr) {
        const int prio = priorityWithLocks(*owner);
        if (prio == owner->sched.prio) return;
        host_.changeEffectivePrio(*owner, prio);
        if (owner->waitsFor == SimTask::kNothing) return;
        Mutex& mutex = mutexes_[owner->waitsFor];
        mutex.waiters.erase(mutex.waiters.iterator_to(*owner));
        insertByPrio(mutex.waiters, *owner);
        owner = mutex.owner;
    }
}

void SyncObjects::priorityChanged(SimTask& task)
{
    if (task.waitsFor == SimTask::kNothing) return;
    Mutex& mutex = mutexes_[task.waitsFor];
    mutex.waiters.erase(mutex.waiters.iterator_to(task));
    insertByPrio(mutex.waiters, task);
    boostAlong(mutex.owner);
}

void SyncObjects::releaseAll(SimTask& task)
{
    for (Mutex& mutex : mutexes_) {
        if (mutex.owner != &task) continue;
        unlock(task, static_cast<std::uint32_t>(&mutex - &mutexes_[0]), 0);
    }
}

// --- conditions ---

// Phases: 0 gives the mutex away and waits, 1 was signalled and wants the mutex back.
bool SyncObjects::condWait(SimTask& task, std::uint32_t condition, std::uint32_t mutex,
                           std::uint8_t flags)
{
    if (task.phase == 0) {
        task.phase = 1;
        unlock(task, mutex, flags);
        conditions_[condition].push_back(task);
        return false;
    }
    return lock(task, mutex);
}

void SyncObjects::condSignal(SimTask& task, std::uint32_t condition, bool all, std::uint8_t flags)
{
    if (all) {
        wakeAll(conditions_[condition], task, flags);
    } else {
        wakeFirst(conditions_[condition], task, flags);
    }
}

// --- barriers ---

bool SyncObjects::barrierWait(SimTask& task, std::uint32_t index, std::uint8_t flags)
{
    if (task.phase == 1) return true;
    Barrier& barrier = barriers_[index];
    if (++barrier.arrived >= barrier.parties) {
        barrier.arrived = 0;
        wakeAll(barrier.waiters, task, flags);
        return true;
    }
    task.phase = 1;
    barrier.waiters.push_back(task);
    return false;
}

// --- reader-writer locks: readers go first, as the C library's default kind ---

bool SyncObjects::readLock(SimTask& task, std::uint32_t index)
{
    RwLock& rwlock = rwlocks_[index];
    if (!rwlock.isWritten) {
        ++rwlock.readers;
        return true;
    }
    rwlock.waitingReaders.push_back(task);
    return false;
}

bool SyncObjects::writeLock(SimTask& task, std::uint32_t index)
{
    RwLock& rwlock = rwlocks_[index];
    if (!rwlock.isWritten && rwlock.readers == 0) {
        rwlock.isWritten = true;
        return true;
    }
    rwlock.waitingWriters.push_back(task);
    return false;
}

void SyncObjects::rwUnlock(SimTask& task, std::uint32_t index, std::uint8_t flags)
{
    RwLock& rwlock = rwlocks_[index];
    if (rwlock.isWritten) {
        rwlock.isWritten = false;
    } else if (rwlock.readers > 0) {
        --rwlock.readers;
    }
    if (rwlock.readers > 0) return;
    if (!rwlock.waitingReaders.empty()) {
        wakeAll(rwlock.waitingReaders, task, flags);
    } else {
        wakeFirst(rwlock.waitingWriters, task, flags);
    }
}

// --- futexes: a wake that finds nobody is lost ---

bool SyncObjects::futexWait(SimTask& task, std::uint32_t index)
{
    if (task.phase == 1) return true;
    task.phase = 1;
    futexes_[index].push_back(task);
    return false;
}

void SyncObjects::futexWake(SimTask& task, std::uint32_t index, std::int64_t count,
                            std::uint8_t flags)
{
    WaitQueue& queue = futexes_[index];
    for (std::int64_t i = 0; i < count && !queue.empty(); ++i) wakeFirst(queue, task, flags);
}

void SyncObjects::futexRequeue(SimTask& task, std::uint32_t from, std::uint32_t to,
                               std::int64_t wakes, std::uint8_t flags)
{
    futexWake(task, from, wakes, flags);
    if (from == to) return;
    WaitQueue& source = futexes_[from];
    WaitQueue& target = futexes_[to];
    target.splice(target.end(), source);
}

std::int64_t SyncObjects::futexWaiters(std::uint32_t index) const
{
    return static_cast<std::int64_t>(futexes_[index].size());
}

// --- pipes: what is there is taken, what fits is written, the rest waits ---

bool SyncObjects::pipeRead(SimTask& task, std::uint32_t index, std::int64_t bytes,
                           std::uint8_t flags)
{
    Pipe& pipe = pipes_[index];
    if (task.phase == 0) {
        task.phase = 1;
        task.stepLeft = bytes;
    }
    const std::int64_t taken = std::min(task.stepLeft, pipe.bytes);
    pipe.bytes -= taken;
    task.stepLeft -= taken;
    if (taken > 0) wakeFirst(pipe.writers, task, flags);
    if (task.stepLeft == 0) {
        // What is left over goes to the next reader, who may have been woken for nothing before.
        if (pipe.bytes > 0) wakeFirst(pipe.readers, task, flags);
        return true;
    }
    pipe.readers.push_back(task);
    return false;
}

bool SyncObjects::pipeWrite(SimTask& task, std::uint32_t index, std::int64_t bytes,
                            std::uint8_t flags)
{
    Pipe& pipe = pipes_[index];
    if (task.phase == 0) {
        task.phase = 1;
        task.stepLeft = bytes;
    }
    const std::int64_t written = std::min(task.stepLeft, pipe.capacity - pipe.bytes);
    pipe.bytes += written;
    task.stepLeft -= written;
    if (written > 0) wakeFirst(pipe.readers, task, flags);
    if (task.stepLeft == 0) {
        if (pipe.bytes < pipe.capacity) wakeFirst(pipe.writers, task, flags);
        return true;
    }
    pipe.writers.push_back(task);
    return false;
}

namespace {

template <typename Names>
std::string named(std::string_view kind, const Names& names, std::uint32_t index)
{
    std::string text(kind);
    text += ' ';
    const std::string& name = names[index];
    text += name.empty() ? std::to_string(index) : name;
    return text;
}

template <typename Specs>
std::string namedSpec(std::string_view kind, const Specs& specs, std::uint32_t index)
{
    const std::string& name = specs[index].name;
    return std::string(kind) + ' ' + (name.empty() ? std::to_string(index) : name);
}

}  // namespace

std::string SyncObjects::describe(const Workload& workload, const Step& step)
{
    switch (step.kind) {
        case StepKind::Wait:
            return "token " + std::to_string(step.object);
        case StepKind::SemWait:
            return "semaphore " + std::to_string(step.object);
        case StepKind::Lock:
            return namedSpec("mutex", workload.mutexes, step.object);
        case StepKind::CondWait:
            return named("condition", workload.conditions, step.object);
        case StepKind::BarrierWait:
            return namedSpec("barrier", workload.barriers, step.object);
        case StepKind::RwReadLock:
        case StepKind::RwWriteLock:
            return named("rwlock", workload.rwlocks, step.object);
        case StepKind::FutexWait:
            return named("futex", workload.futexes, step.object);
        case StepKind::PipeRead:
        case StepKind::PipeWrite:
            return namedSpec("pipe", workload.pipes, step.object);
        case StepKind::WaitChild:
            return "a child";
        case StepKind::Suspend:
            return "being resumed";
        default:
            return "nothing that comes";
    }
}

}  // namespace resched

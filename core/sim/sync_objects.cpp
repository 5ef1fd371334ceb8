// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/sync_objects.h"

#include <algorithm>
#include <string>

namespace resched {

namespace {

std::uint32_t keysOf(const Workload& workload)
{
    return static_cast<std::uint32_t>(workload.mutexes.size() + workload.conditions.size() +
                                      workload.semaphores.size() + workload.barriers.size() +
                                      2 * workload.rwlocks.size() + workload.futexes.size());
}

}  // namespace

SyncObjects::SyncObjects(const Workload& workload, WakeHost& host)
    : host_(host), model_(workload.futexModel), table_(workload.futexModel, keysOf(workload))
{
    tokens_.resize(workload.tokens);
    semaphores_.assign(workload.semaphores.begin(), workload.semaphores.end());
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
    for (Mutex& object : mutexes_) object.waiters.clear();
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

void SyncObjects::await(SimTask& task, std::uint32_t key)
{
    table_.wait(key, task, host_.dynamicPrio(task));
}

void SyncObjects::wakeOne(std::uint32_t key, SimTask& waker, std::uint8_t flags)
{
    SimTask* task = table_.take(key);
    if (task == nullptr) return;
    if (key < count(mutexes_)) log_.waitEnds(*task, host_.now());
    host_.wake(*task, &waker, flags);
}

void SyncObjects::wakeEach(std::uint32_t key, SimTask& waker, std::uint8_t flags)
{
    for (std::int64_t left = table_.waiters(key); left > 0; --left) wakeOne(key, waker, flags);
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
    if (semaphores_[index] > 0) {
        --semaphores_[index];
        return true;
    }
    await(task, semaphoreKey(index));
    return false;
}

void SyncObjects::semPost(SimTask& task, std::uint32_t index, std::int64_t count,
                          std::uint8_t flags)
{
    semaphores_[index] += count;
    const std::uint32_t key = semaphoreKey(index);
    for (std::int64_t i = 0; i < count && table_.waiters(key) > 0; ++i) wakeOne(key, task, flags);
}

// --- mutexes ---

void SyncObjects::setOwner(std::uint32_t index, SimTask* owner)
{
    mutexes_[index].owner = owner;
    log_.owned(index, owner, host_.now());
}

// lll_lock: free, held, or held with waiters. Who had to wait takes it as held with waiters, since
// it cannot know whether it was the last.
bool SyncObjects::lock(SimTask& task, std::uint32_t index)
{
    Mutex& mutex = mutexes_[index];
    if (mutex.inherits) return lockInheriting(task, index);
    if (mutex.owner == nullptr) {
        setOwner(index, &task);
        mutex.isContended = task.isRetry;
        return true;
    }
    mutex.isContended = true;
    log_.waitBegins(task, index, host_.now());
    await(task, mutexKey(index));
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
    setOwner(index, nullptr);
    if (mutex.isContended) wakeOne(mutexKey(index), task, flags);
    mutex.isContended = false;
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
        setOwner(index, &task);
        task.ownedPi.push_back(index);
    }
    if (mutex.owner == &task) return true;
    log_.waitBegins(task, index, host_.now());
    insertByPrio(mutex.waiters, task);
    task.waitsFor = index;
    boostAlong(mutex.owner);
    return false;
}

void SyncObjects::unlockInheriting(SimTask& task, std::uint32_t index, std::uint8_t flags)
{
    Mutex& mutex = mutexes_[index];
    std::erase(task.ownedPi, index);
    setOwner(index, nullptr);
    SimTask* next = mutex.waiters.empty() ? nullptr : &mutex.waiters.front();
    if (next != nullptr) {
        mutex.waiters.pop_front();
        next->waitsFor = SimTask::kNothing;
        log_.waitEnds(*next, host_.now());
        setOwner(index, next);
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

// Phases: 0 gives the mutex away and waits, 1 was signalled and wants the mutex back. The signal
// may have put it among the mutex's waiters without waking it.
bool SyncObjects::condWait(SimTask& task, std::uint32_t index, std::uint32_t mutex,
                           std::uint8_t flags)
{
    if (task.phase != 0) return lock(task, mutex);
    task.phase = 1;
    Condition& condition = conditions_[index];
    const bool isFirst = table_.waiters(conditionKey(index)) == 0;
    condition.isMixed = !isFirst && (condition.isMixed || condition.mutex != mutex);
    condition.mutex = mutex;
    unlock(task, mutex, flags);
    await(task, conditionKey(index));
    return false;
}

// Where a broadcast wakes one and lets the others wait for the mutex.
bool SyncObjects::requeues(std::uint32_t index) const
{
    const Condition& condition = conditions_[index];
    return model_.broadcast == FutexModel::Broadcast::Requeue && !condition.isMixed &&
           condition.mutex != kNone && !mutexes_[condition.mutex].inherits;
}

void SyncObjects::condSignal(SimTask& task, std::uint32_t index, bool all, std::uint8_t flags)
{
    const std::uint32_t key = conditionKey(index);
    if (all && !requeues(index)) {
        wakeEach(key, task, flags);
        return;
    }
    wakeOne(key, task, flags);
    if (all) table_.requeue(key, mutexKey(conditions_[index].mutex));
}

// --- barriers ---

bool SyncObjects::barrierWait(SimTask& task, std::uint32_t index, std::uint8_t flags)
{
    if (task.phase == 1) return true;
    Barrier& barrier = barriers_[index];
    if (++barrier.arrived >= barrier.parties) {
        barrier.arrived = 0;
        wakeEach(barrierKey(index), task, flags);
        return true;
    }
    task.phase = 1;
    await(task, barrierKey(index));
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
    await(task, readersKey(index));
    return false;
}

bool SyncObjects::writeLock(SimTask& task, std::uint32_t index)
{
    RwLock& rwlock = rwlocks_[index];
    if (!rwlock.isWritten && rwlock.readers == 0) {
        rwlock.isWritten = true;
        return true;
    }
    await(task, writersKey(index));
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
    if (table_.waiters(readersKey(index)) > 0) {
        wakeEach(readersKey(index), task, flags);
    } else {
        wakeOne(writersKey(index), task, flags);
    }
}

// --- futexes: a wake that finds nobody is lost ---

bool SyncObjects::futexWait(SimTask& task, const Step& step)
{
    if (task.phase == 1) return true;
    if ((step.flags & Step::kCompare) != 0 && futexes_[step.object] != step.amount) return true;
    task.phase = 1;
    await(task, futexKey(step.object));
    return false;
}

void SyncObjects::futexWake(SimTask& task, std::uint32_t index, std::int64_t count,
                            std::uint8_t flags)
{
    const std::uint32_t key = futexKey(index);
    for (std::int64_t i = 0; i < count && table_.waiters(key) > 0; ++i) wakeOne(key, task, flags);
}

namespace {

struct RequeueStep
{
    explicit RequeueStep(const Step& step)
        : to(static_cast<std::uint32_t>(step.amount & 0xffffffff)),
          compares((step.flags & Step::kCompare) != 0),
          wakes(compares ? (step.amount >> 32) & 0xffff : step.amount >> 32),
          value(step.amount >> 48)
    {}

    std::uint32_t to;
    bool compares;
    std::int64_t wakes;
    std::int64_t value;
};

}  // namespace

void SyncObjects::futexRequeue(SimTask& task, const Step& step)
{
    const RequeueStep what(step);
    if (what.compares && futexes_[step.object] != what.value) return;  // EAGAIN
    futexWake(task, step.object, what.wakes, step.flags);
    table_.requeue(futexKey(step.object), futexKey(what.to));
}

// FUTEX_WAKE_OP with FUTEX_OP_CLEAR_WAKE_IF_GT_ONE.
void SyncObjects::futexWakeOp(SimTask& task, const Step& step)
{
    const auto other = static_cast<std::uint32_t>(step.amount & 0xffffffff);
    const bool wakesOther = futexes_[other] > 1;
    futexes_[other] = 0;
    futexWake(task, step.object, (step.amount >> 32) & 0xffff, step.flags);
    if (wakesOther) futexWake(task, other, step.amount >> 48, step.flags);
}

// --- what the kernel has to do ---

void SyncObjects::addWait(FutexCall& call, std::uint32_t key, const SimTask& task) const
{
    ++call.calls;
    ++call.waits;
    call.visits += table_.visitsToWait(key, task, host_.dynamicPrio(task));
    call.keys.push_back(key);
}

void SyncObjects::addWake(FutexCall& call, std::uint32_t key, std::int64_t most) const
{
    ++call.calls;
    call.wakes += std::clamp<std::int64_t>(table_.waiters(key), 1, std::max<std::int64_t>(most, 1));
    call.visits += table_.visitsToTake(key);
    call.keys.push_back(key);
}

void SyncObjects::addLock(FutexCall& call, std::uint32_t index, const SimTask& task) const
{
    const Mutex& mutex = mutexes_[index];
    if (mutex.owner == nullptr || mutex.owner == &task) return;
    if (mutex.inherits) {
        ++call.calls;
        ++call.waits;
    } else {
        addWait(call, mutexKey(index), task);
    }
}

void SyncObjects::addUnlock(FutexCall& call, std::uint32_t index, const SimTask& task) const
{
    const Mutex& mutex = mutexes_[index];
    if (mutex.owner != &task) return;
    if (mutex.inherits && !mutex.waiters.empty()) {
        ++call.calls;
        ++call.wakes;
    } else if (mutex.isContended) {
        addWake(call, mutexKey(index), 1);
    }
}

void SyncObjects::addBroadcast(FutexCall& call, std::uint32_t index) const
{
    const std::uint32_t key = conditionKey(index);
    const std::int64_t waiters = table_.waiters(key);
    if (!requeues(index)) {
        addWake(call, key, waiters);
        return;
    }
    addWake(call, key, 1);
    const std::uint32_t target = mutexKey(conditions_[index].mutex);
    call.moves += waiters - 1;
    call.visits += table_.visitsToRequeue(key, target, 1);
    call.keys.push_back(target);
}

void SyncObjects::addFutexStep(FutexCall& call, const SimTask& task, const Step& step) const
{
    const std::uint32_t key = futexKey(step.object);
    if (step.kind == StepKind::FutexWait) {
        if (task.phase == 0) addWait(call, key, task);
    } else if (step.kind == StepKind::FutexWake) {
        addWake(call, key, step.amount);
    } else if (step.kind == StepKind::FutexWakeOp) {
        addWake(call, key, (step.amount >> 32) & 0xffff);
        call.keys.push_back(futexKey(static_cast<std::uint32_t>(step.amount & 0xffffffff)));
    } else if (step.kind == StepKind::FutexRequeue) {
        const RequeueStep what(step);
        addWake(call, key, what.wakes);
        call.moves += std::max<std::int64_t>(table_.waiters(key) - what.wakes, 0);
        call.visits += table_.visitsToRequeue(key, futexKey(what.to), what.wakes);
        call.keys.push_back(futexKey(what.to));
    }
}

FutexCall SyncObjects::callOf(const SimTask& task, const Step& step) const
{
    FutexCall call;
    const std::uint32_t i = step.object;
    switch (step.kind) {
        case StepKind::Lock:
            addLock(call, i, task);
            break;
        case StepKind::Unlock:
            addUnlock(call, i, task);
            break;
        case StepKind::CondWait:
            if (task.phase != 0) {
                addLock(call, static_cast<std::uint32_t>(step.amount), task);
            } else {
                addUnlock(call, static_cast<std::uint32_t>(step.amount), task);
                addWait(call, conditionKey(i), task);
            }
            break;
        case StepKind::CondSignal:
            if (table_.waiters(conditionKey(i)) > 0) addWake(call, conditionKey(i), 1);
            break;
        case StepKind::CondBroadcast:
            if (table_.waiters(conditionKey(i)) > 0) addBroadcast(call, i);
            break;
        case StepKind::BarrierWait:
            if (task.phase != 0) break;
            if (barriers_[i].arrived + 1 < barriers_[i].parties) {
                addWait(call, barrierKey(i), task);
            } else if (table_.waiters(barrierKey(i)) > 0) {
                addWake(call, barrierKey(i), table_.waiters(barrierKey(i)));
            }
            break;
        case StepKind::SemWait:
            if (semaphores_[i] == 0) addWait(call, semaphoreKey(i), task);
            break;
        case StepKind::SemPost:
            if (table_.waiters(semaphoreKey(i)) > 0) addWake(call, semaphoreKey(i), step.amount);
            break;
        case StepKind::RwReadLock:
            if (rwlocks_[i].isWritten) addWait(call, readersKey(i), task);
            break;
        case StepKind::RwWriteLock:
            if (rwlocks_[i].isWritten || rwlocks_[i].readers > 0) {
                addWait(call, writersKey(i), task);
            }
            break;
        case StepKind::RwUnlock: {
            if (rwlocks_[i].readers > 1) break;
            const std::int64_t readers = table_.waiters(readersKey(i));
            if (readers > 0) {
                addWake(call, readersKey(i), readers);
            } else if (table_.waiters(writersKey(i)) > 0) {
                addWake(call, writersKey(i), 1);
            }
            break;
        }
        default:
            addFutexStep(call, task, step);
            break;
    }
    return call;
}

std::int64_t SyncObjects::lockBuckets(const FutexCall& call, std::int64_t held)
{
    std::int64_t spins = 0;
    for (std::size_t i = 0; i < call.keys.size(); ++i) {
        if (i > 0 && table_.shareBucket(call.keys[i], call.keys[i - 1])) continue;
        spins += table_.lockBucket(call.keys[i], host_.now() + spins, held);
    }
    return spins;
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

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sched/o1_class.h"

#include <algorithm>

namespace resched {

namespace {

constexpr int kMaxBonus = 10;
constexpr int kInteractiveDelta = 2;
constexpr int kChildPenalty = 95;
constexpr int kExitWeight = 3;
constexpr int kOnRunqueueWeight = 30;
constexpr std::int64_t kSecond = 1'000'000'000;

int staticPrio(const SchedTask& task)
{
    return 120 + task.nice;
}

}  // namespace

O1Formulas::O1Formulas(const O1Rules& rules) : tickPeriod_(rules.tickPeriod), cpus_(rules.cpus)
{
    const std::int64_t hz = kSecond / rules.tickPeriod;
    minSlice_ = std::max<std::int64_t>(5 * hz / 1000, 1);
    defaultSlice_ = 100 * hz / 1000;
    granularityTicks_ = std::max<std::int64_t>(10 * hz / 1000, 1);
    starvationTicks_ = defaultSlice_ * kMaxBonus;
    maxSleepAvg_ = defaultSlice_ * kMaxBonus * tickPeriod_;
}

std::int64_t O1Formulas::timeslice(int nice) const
{
    const std::int64_t base = nice < 0 ? defaultSlice_ * 4 : defaultSlice_;
    return std::max(base * (20 - nice) / 20, minSlice_);
}

int O1Formulas::bonus(std::int64_t sleepAvg) const
{
    return static_cast<int>(sleepAvg / tickPeriod_ * kMaxBonus / (maxSleepAvg_ / tickPeriod_));
}

int O1Formulas::prio(int nice, std::int64_t sleepAvg) const
{
    return std::clamp(120 + nice - (bonus(sleepAvg) - kMaxBonus / 2), 100, 139);
}

int O1Formulas::interactiveDelta(int nice)
{
    return (nice + 20) * kMaxBonus / 40 - kMaxBonus / 2 + kInteractiveDelta;
}

bool O1Formulas::isInteractive(int nice, int prio)
{
    return prio <= 120 + nice - interactiveDelta(nice);
}

std::int64_t O1Formulas::sleepCeiling(int nice) const
{
    const std::int64_t ticks = maxSleepAvg_ / tickPeriod_;
    return (ticks * (kMaxBonus / 2 + interactiveDelta(nice) + 1) / kMaxBonus - 1) * tickPeriod_;
}

std::int64_t O1Formulas::granularity(int bonus) const
{
    return granularityTicks_ * (std::int64_t{1} << (std::max(kMaxBonus - bonus, 1) - 1)) * cpus_;
}

O1Class::O1Class(const O1Rules& rules, std::deque<RunQueue>& queues, SchedObserver* observer)
    : f(rules), observer_(observer)
{
    arrays_.resize(queues.size());
}

O1Class::~O1Class()
{
    for (Queue& queue : arrays_) {
        for (Array& array : queue.arrays) {
            for (RtList& list : array.lists) list.clear();
        }
    }
}

O1Class::Own& O1Class::own(const SchedTask& task)
{
    if (task.id >= own_.size()) own_.resize(task.id + 1);
    return own_[task.id];
}

void O1Class::initTask(RunQueue& rq, SchedTask& task)
{
    Own& mine = own(task);
    mine.prio = f.prio(task.nice, mine.sleepAvg);
    mine.slice = f.timeslice(task.nice);
    mine.timestamp = rq.clock;
}

void O1Class::insert(RunQueue& rq, SchedTask& task, int array, bool atFront)
{
    Own& mine = own(task);
    Array& to = queueOf(rq).arrays[static_cast<std::size_t>(array)];
    const auto level = static_cast<std::size_t>(mine.prio - kFirst);
    if (atFront) {
        to.lists[level].push_front(task);
    } else {
        to.lists[level].push_back(task);
    }
    to.bitmap |= std::uint64_t{1} << level;
    mine.array = array;
}

void O1Class::remove(RunQueue& rq, SchedTask& task)
{
    Own& mine = own(task);
    Array& from = queueOf(rq).arrays[static_cast<std::size_t>(mine.array)];
    const auto level = static_cast<std::size_t>(mine.prio - kFirst);
    RtList& list = from.lists[level];
    list.erase(list.iterator_to(task));
    if (list.empty()) from.bitmap &= ~(std::uint64_t{1} << level);
    mine.array = -1;
}

void O1Class::requeue(RunQueue& rq, SchedTask& task)
{
    const int array = own(task).array;
    remove(rq, task);
    insert(rq, task, array);
}

// recalc_task_prio: the sleep raises the average; a sleep that alone exceeds the ceiling lifts it
// to the ceiling and no further, as do sleeps that are no sign of interactivity.
void O1Class::creditSleep(SchedTask& task, std::int64_t slept)
{
    Own& mine = own(task);
    slept = task.policy == SchedPolicy::Batch ? 0 : std::min(slept, f.maxSleepAvg());
    if (slept > 0) {
        const std::int64_t ceiling = f.sleepCeiling(task.nice);
        if (!task.isKernelThread && slept > ceiling) {
            mine.sleepAvg = std::max(mine.sleepAvg, ceiling);
            mine.limitedSleep = true;
        } else {
            if (mine.limitedSleep && !task.isKernelThread) {
                if (mine.sleepAvg >= ceiling) {
                    slept = 0;
                } else if (mine.sleepAvg + slept >= ceiling) {
                    mine.sleepAvg = ceiling;
                    slept = 0;
                }
            }
            mine.sleepAvg = std::min(mine.sleepAvg + slept, f.maxSleepAvg());
        }
    }
    mine.prio = f.prio(task.nice, mine.sleepAvg);
}

void O1Class::enqueueTask(RunQueue& rq, SchedTask& task, EnqueueFlags flags)
{
    Own& mine = own(task);
    Queue& queue = queueOf(rq);
    int array = queue.active;
    bool placed = false;
    if (flags.wakeup) {
        creditSleep(task, rq.clock - mine.timestamp);
        mine.woken = waker_ == nullptr ? Own::Woken::ByInterrupt : Own::Woken::ByTask;
        mine.timestamp = rq.clock;
        // A batch task gets no credit and waits its turn.
        if (task.policy == SchedPolicy::Batch) array = 1 - queue.active;
    } else if (flags.initial && flags.sameCpu && mine.parent != nullptr && mine.parent->onRq &&
               own(*mine.parent).array >= 0) {
        // wake_up_new_task: just before the parent, at its priority.
        mine.prio = own(*mine.parent).prio;
        array = own(*mine.parent).array;
        const auto level = static_cast<std::size_t>(mine.prio - kFirst);
        RtList& list = queue.arrays[static_cast<std::size_t>(array)].lists[level];
        list.insert(list.iterator_to(*mine.parent), task);
        mine.array = array;
        placed = true;
    } else {
        mine.prio = f.prio(task.nice, mine.sleepAvg);
    }
    if (!placed) insert(rq, task, array, flags.head);
    ++rq.nrRunning;
    rq.fairTasks.push_front(task);
    task.onRq = true;
    waker_ = nullptr;
}

bool O1Class::dequeueTask(RunQueue& rq, SchedTask& task, DequeueFlags flags)
{
    if (rq.curr == &task) updateCurr(rq);
    remove(rq, task);
    --rq.nrRunning;
    rq.fairTasks.erase(rq.fairTasks.iterator_to(task));
    task.onRq = false;
    Own& mine = own(task);
    mine.limitedSleep = flags.uninterruptible;
    if (flags.special && mine.parent != nullptr) {
        // sched_exit: the parent gets back what the child's first slice has left, and answers for
        // a child that slept less than itself.
        Own& theirs = own(*mine.parent);
        if (mine.firstSlice && mine.parent->cpu == task.cpu) {
            theirs.slice = std::min(theirs.slice + mine.slice, f.timeslice(mine.parent->nice));
        }
        if (mine.sleepAvg < theirs.sleepAvg) {
            theirs.sleepAvg = theirs.sleepAvg / (kExitWeight + 1) * kExitWeight +
                              mine.sleepAvg / (kExitWeight + 1);
        }
    }
    return true;
}

// schedule(): the stretch since the last switch lowers the average, less for interactive tasks.
void O1Class::charge(RunQueue& rq, SchedTask& task)
{
    Own& mine = own(task);
    std::int64_t ran = std::min(rq.clock - mine.timestamp, f.maxSleepAvg());
    ran /= std::max(f.bonus(mine.sleepAvg), 1);
    mine.sleepAvg = std::max<std::int64_t>(mine.sleepAvg - ran, 0);
    mine.timestamp = rq.clock;
}

SchedTask* O1Class::pickNextTask(RunQueue& rq, SchedTask* prev)
{
    if (prev != nullptr) putPrevTask(rq, *prev);
    Queue& queue = queueOf(rq);
    if (queue.arrays[static_cast<std::size_t>(queue.active)].isEmpty()) {
        queue.active = 1 - queue.active;
        queue.firstExpiry = -1;
        queue.bestExpiredStatic = 140;
    }
    Array& active = queue.arrays[static_cast<std::size_t>(queue.active)];
    if (active.isEmpty()) return nullptr;
    SchedTask& next = active.lists[static_cast<std::size_t>(active.best() - kFirst)].front();
    Own& mine = own(next);
    if (mine.woken != Own::Woken::No) {
        // The way to the CPU counts as sleep too: in full after an interrupt, 30 % after a task.
        std::int64_t waited = std::max<std::int64_t>(rq.clock - mine.timestamp, 0);
        if (mine.woken == Own::Woken::ByTask) waited = waited * kOnRunqueueWeight / 100;
        const int array = mine.array;
        remove(rq, next);
        creditSleep(next, waited);
        insert(rq, next, array);
        mine.woken = Own::Woken::No;
    }
    setNextTask(rq, next);
    return &next;
}

void O1Class::putPrevTask(RunQueue& rq, SchedTask& task)
{
    updateCurr(rq);
    charge(rq, task);
}

void O1Class::setNextTask(RunQueue& rq, SchedTask& task)
{
    task.se.execStart = rq.clock;
    task.se.prevSumExecRuntime = task.se.sumExecRuntime;
    own(task).timestamp = rq.clock;
}

void O1Class::updateCurr(RunQueue& rq)
{
    SchedTask* curr = rq.curr;
    if (curr == nullptr || curr->isRtNow()) return;
    const std::int64_t delta = rq.clock - curr->se.execStart;
    if (delta <= 0) return;
    curr->se.execStart = rq.clock;
    curr->se.sumExecRuntime += delta;
    if (observer_ != nullptr) observer_->ran(rq, *curr, delta);
}

// EXPIRED_STARVING
bool O1Class::isStarving(const RunQueue& rq, const SchedTask& curr) const
{
    const Queue& queue = arrays_[static_cast<std::size_t>(rq.index)];
    if (staticPrio(curr) > queue.bestExpiredStatic) return true;
    return queue.firstExpiry >= 0 &&
           tickNumber(rq) - queue.firstExpiry >= f.starvationLimit() * rq.nrRunning + 1;
}

// task_running_tick
void O1Class::taskTick(RunQueue& rq, SchedTask& curr)
{
    updateCurr(rq);
    Own& mine = own(curr);
    Queue& queue = queueOf(rq);
    if (mine.array != queue.active) {
        rq.resched(ReschedReason::TickSlice, 0, 0);
        return;
    }
    const std::int64_t full = f.timeslice(curr.nice);
    if (--mine.slice <= 0) {
        remove(rq, curr);
        mine.prio = f.prio(curr.nice, mine.sleepAvg);
        mine.slice = full;
        mine.firstSlice = false;
        if (queue.firstExpiry < 0) queue.firstExpiry = tickNumber(rq);
        int array = queue.active;
        if (!O1Formulas::isInteractive(curr.nice, mine.prio) || isStarving(rq, curr)) {
            array = 1 - queue.active;
            queue.bestExpiredStatic = std::min(queue.bestExpiredStatic, staticPrio(curr));
        }
        insert(rq, curr, array);
        rq.resched(ReschedReason::TickSlice, curr.ranInPick(), full * f.tickPeriod());
        return;
    }
    // An interactive task gives way to its equals before its long slice ends.
    const std::int64_t granularity = f.granularity(f.bonus(mine.sleepAvg));
    if (O1Formulas::isInteractive(curr.nice, mine.prio) && (full - mine.slice) % granularity == 0 &&
        mine.slice >= granularity) {
        requeue(rq, curr);
        rq.resched(ReschedReason::TickSlice, curr.ranInPick(), granularity * f.tickPeriod());
    }
}

void O1Class::checkPreemptCurr(RunQueue& rq, SchedTask& woken, WakeFlags flags)
{
    const SchedTask& curr = *rq.curr;
    if (flags.fork && own(woken).parent == &curr && own(woken).array == own(curr).array) {
        rq.resched(ReschedReason::ForkPreempt, own(woken).prio, own(curr).prio, &woken);
        return;
    }
    if (flags.sync && rq.curr == lastWaker_) return;
    if (own(woken).prio < own(curr).prio) {
        rq.resched(ReschedReason::WakeupPreempt, own(woken).prio, own(curr).prio, &woken);
    }
}

void O1Class::noteWaker(RunQueue& /*rq*/, SchedTask& waker)
{
    waker_ = &waker;
    lastWaker_ = &waker;
}

// sys_sched_yield: behind everybody, into the expired array, unless alone in the active one.
void O1Class::yieldTask(RunQueue& rq)
{
    updateCurr(rq);
    SchedTask& curr = *rq.curr;
    Queue& queue = queueOf(rq);
    Array& active = queue.arrays[static_cast<std::size_t>(queue.active)];
    const bool isAlone =
        own(curr).array == queue.active && (active.bitmap & (active.bitmap - 1)) == 0 &&
        active.lists[static_cast<std::size_t>(own(curr).prio - kFirst)].size() == 1;
    if (isAlone) {
        requeue(rq, curr);
        return;
    }
    remove(rq, curr);
    insert(rq, curr, 1 - queue.active);
}

// sched_fork and wake_up_new_task: the slice is shared, the average is lowered.
void O1Class::taskFork(RunQueue& rq, SchedTask& child, SchedTask* parent)
{
    Own& mine = own(child);
    if (parent == nullptr || parent->isRtNow()) {
        initTask(rq, child);
        return;
    }
    updateCurr(rq);
    Own& theirs = own(*parent);
    const std::int64_t perBonus = f.maxSleepAvg() / kMaxBonus;
    const int bonus = f.bonus(theirs.sleepAvg);
    mine.slice = (theirs.slice + 1) / 2;
    theirs.slice = std::max<std::int64_t>(theirs.slice / 2, 1);
    mine.firstSlice = true;
    mine.parent = parent;
    mine.sleepAvg = bonus * kChildPenalty / 100 * perBonus;
    theirs.sleepAvg = bonus * perBonus;
    mine.prio = f.prio(child.nice, mine.sleepAvg);
    mine.timestamp = rq.clock;
}

void O1Class::migrateTask(RunQueue& /*from*/, RunQueue& /*to*/, SchedTask& /*task*/,
                          bool /*waking*/)
{
    // Averages and slices are on the task.
}

void O1Class::reweightTask(RunQueue& /*rq*/, SchedTask& /*task*/, const LoadWeight& /*load*/) {}

}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sched/scheduler.h"

#include "sched/bfs_class.h"
#include "sched/cfs_class.h"
#include "sched/eevdf_class.h"
#include "sched/o1_class.h"
#include "sched/wait_runtime_class.h"

#include <algorithm>
#include <cassert>

namespace resched {

namespace {

std::unique_ptr<NormalClass> makeNormalClass(const FairRules& rules, std::deque<RunQueue>& queues,
                                             SchedObserver* observer)
{
    switch (rules.model) {
        case FairModel::WaitRuntime:
            return std::make_unique<WaitRuntimeClass>(rules, observer);
        case FairModel::Vruntime:
            return std::make_unique<CfsClass>(rules, observer);
        case FairModel::O1:
            return std::make_unique<O1Class>(
                O1Rules{.tickPeriod = rules.tickPeriod, .cpus = static_cast<int>(queues.size())},
                queues, observer);
        case FairModel::Bfs:
            return std::make_unique<BfsClass>(
                BfsRules{.rrInterval = rules.bfsInterval, .tickPeriod = rules.tickPeriod}, queues,
                observer);
        case FairModel::Eevdf:
            break;
    }
    return std::make_unique<EevdfClass>(rules, observer);
}

}  // namespace

Scheduler::Scheduler(const FairRules& rules, const Topology& topology, SchedObserver* observer)
    : rules_(rules), observer_(observer)
{
    for (const CpuPlace& place : topology.cpus) {
        RunQueue& queue = queues_.emplace_back();
        queue.cpu = place.id;
        queue.index = static_cast<int>(queues_.size()) - 1;
        queue.capacity = place.capacity;
        byIndex_.push_back(&queue);
    }
    for (RunQueue& queue : queues_) queue.cfs.rq = &queue;
    fair_ = makeNormalClass(rules_, queues_, observer);
    rt_ = std::make_unique<RtClass>(rules_, queues_, observer);
    if (rules_.model == FairModel::Bfs) {
        setBalancer(std::make_unique<BfsBalancer>(queues_, static_cast<BfsClass&>(*fair_)));
    } else {
        setBalancer(std::make_unique<SimpleBalancer>(queues_));
    }
}

void Scheduler::setBalancer(std::unique_ptr<Balancer> balancer)
{
    balancer_ = std::move(balancer);
    fair_->setBalancer(balancer_.get());
    rt_->setBalancer(balancer_.get());
}

Scheduler::~Scheduler()
{
    // Hooks must not outlive their sets: the tasks belong to the caller.
    for (SchedGroup& group : groups_) {
        for (CfsRunQueue& queue : group.queues) {
            queue.timeline.clear();
            queue.byVruntime.clear();
            queue.parked.clear();
        }
    }
    for (RunQueue& queue : queues_) {
        queue.cfs.timeline.clear();
        queue.cfs.byVruntime.clear();
        queue.fairTasks.clear();
        for (RtList& list : queue.rt.lists) list.clear();
    }
}

SchedGroup* Scheduler::addGroup(const GroupSpec& spec)
{
    if (rules_.model != FairModel::Vruntime && rules_.model != FairModel::Eevdf) return nullptr;
    SchedGroup& group = groups_.emplace_back();
    SchedGroup* parent = spec.parent;
    group.parent = parent;
    group.shares = std::max<std::int64_t>(spec.shares, 2);
    if (spec.quota >= 0) {
        group.bandwidth.quota = group.bandwidth.runtime = spec.quota;
        group.bandwidth.period = spec.period;
        hasQuotas_ = true;
    }
    group.queues.resize(queues_.size());
    group.entities.resize(queues_.size());
    for (std::size_t i = 0; i < queues_.size(); ++i) {
        SchedEntity& se = group.entities[i];
        se.group = &group;
        se.myQ = &group.queues[i];
        se.cfsRq = parent != nullptr ? &parent->queues[i] : &queues_[i].cfs;
        se.parent = parent != nullptr ? &parent->entities[i] : nullptr;
        se.load = {.weight = group.shares, .inverse = 0};
        group.queues[i].rq = &queues_[i];
        group.queues[i].groupEntity = &se;
        if (spec.quota >= 0) group.queues[i].bandwidth = &group.bandwidth;
    }
    return &group;
}

std::int64_t Scheduler::nextQuota() const
{
    std::int64_t next = -1;
    for (const SchedGroup& group : groups_) {
        for (const std::int64_t time : {group.bandwidth.periodEnd, group.bandwidth.slackAt}) {
            if (time >= 0 && (next < 0 || time < next)) next = time;
        }
    }
    return next;
}

void Scheduler::quotaDue(std::int64_t now)
{
    for (SchedGroup& group : groups_) {
        if (group.bandwidth.quota >= 0) fair_->quotaDue(group.bandwidth, now);
    }
}

void Scheduler::setWeight(SchedTask& task) const
{
    task.se.isIdlePolicy = task.policy == SchedPolicy::Idle;
    task.se.load =
        task.se.isIdlePolicy ? weightOfIdlePolicy(rules_.idleWeight2) : weightOfNice(task.nice);
}

void Scheduler::initTask(SchedTask& task, int cpu)
{
    task.se.task = &task;
    task.prio = task.normalPrio();
    setWeight(task);
    setTaskCpu(task, rq(cpu));
    fair_->initTask(rq(cpu), task);
    rt_->initTask(rq(cpu), task);
}

void Scheduler::fork(RunQueue& queue, SchedTask& child, SchedTask* parent)
{
    classOf(child).taskFork(queue, child, parent);
}

int Scheduler::selectTaskRq(const PlacementRequest& request)
{
    const SchedTask& task = *request.task;
    int cpu = request.prevCpu;
    // Up to 2.6.24 wakeups of all classes are placed alike.
    if (task.isRtNow() && rules_.rtPlacement != RtPlacement::None) {
        if (request.kind != PlacementKind::Exec) {
            cpu = rt_->selectTaskRq(task, request.prevCpu, request.thisCpu);
        }
    } else if (queues_.size() > 1) {
        cpu = balancer_->selectTaskRq(request);
    }
    return mayRunOn(task, rq(cpu)) ? cpu : fallbackCpu(task);
}

// select_fallback_rq: any allowed CPU; when none of them is online, any at all.
int Scheduler::fallbackCpu(const SchedTask& task) const
{
    int online = task.cpu;
    for (const RunQueue& queue : queues_) {
        if (!queue.isOnline) continue;
        if (mayRunOn(task, queue)) return queue.index;
        if (!queues_[static_cast<std::size_t>(online)].isOnline) online = queue.index;
    }
    return online;
}

bool Scheduler::moveSleeping(SchedTask& task, RunQueue& to)
{
    if (task.cpu == to.index) return false;
    RunQueue& from = rq(task.cpu);
    fair_->migrateTask(from, to, task, true);
    setTaskCpu(task, to);
    return true;
}

void Scheduler::activate(RunQueue& queue, SchedTask& task, EnqueueFlags flags)
{
    classOf(task).enqueueTask(queue, task, flags);
    if (!task.isThrottled) balancer_->enqueued(queue, task, flags.wakeup);
    if (!task.isRtNow()) server_.start(queue);
}

void Scheduler::bandwidthDue(RunQueue& queue)
{
    updateCurr(queue);
    if (server_.exists()) {
        server_.timerDue(queue);
    } else if (queue.rt.periodEnd >= 0 && queue.clock >= queue.rt.periodEnd) {
        rt_->periodEnds(queue);
    }
}

// hrtick_start_fair; hrtick_start never sets less than 10 us.
std::int64_t Scheduler::hrtickTime(const RunQueue& queue) const
{
    const SchedTask* curr = queue.curr;
    if (!rules_.hrtick || curr == nullptr || curr->isRtNow() || queue.cfs.hNrRunning < 2) return -1;
    const std::int64_t ran = curr->ranInPick() + queue.clock - curr->se.execStart;
    return queue.clock + std::max<std::int64_t>(fair_->sliceOf(curr->se) - ran, 10'000);
}

// The slice is over: whoever runs is rescheduled, whatever the tick rules would say.
void Scheduler::hrtickDue(RunQueue& queue)
{
    updateCurr(queue);
    const SchedTask* curr = queue.curr;
    if (curr == nullptr || curr->isRtNow()) return;
    queue.resched(ReschedReason::TickSlice, curr->ranInPick(), fair_->sliceOf(curr->se));
}

bool Scheduler::deactivate(RunQueue& queue, SchedTask& task, DequeueFlags flags)
{
    const bool wasCounted = !task.isThrottled;
    if (!classOf(task).dequeueTask(queue, task, flags)) return false;
    // The load of a task that has ended does not linger.
    if (wasCounted) balancer_->dequeued(queue, task, flags.sleep && !flags.special);
    return true;
}

void Scheduler::checkPreempt(RunQueue& queue, SchedTask& woken, WakeFlags flags)
{
    queue.refused = {};
    if (woken.isThrottled) return;
    SchedTask* curr = queue.curr;
    if (curr == nullptr) {
        queue.resched(ReschedReason::None);
        return;
    }
    if (woken.isRtNow() == curr->isRtNow()) {
        classOf(woken).checkPreemptCurr(queue, woken, flags);
    } else if (woken.isRtNow() && !queue.server.isActive) {
        queue.resched(ReschedReason::ClassPreempt, woken.prio, curr->prio, &woken);
    } else {
        queue.refused = {RefusalReason::LessImportant, woken.prio, curr->prio};
    }
    if (queue.request.by == &woken) queue.refused = {};
    if (woken.isRtNow() && !queue.needResched && curr->isRtNow()) rt_->pushTasks(queue);
}

void Scheduler::wakeDelayed(RunQueue& queue, SchedTask& task, WakeFlags flags)
{
    fair_->wakeDelayed(queue, task);
    checkPreempt(queue, task, flags);
}

SchedTask* Scheduler::schedule(RunQueue& queue)
{
    SchedTask* prev = queue.curr;
    SchedTask* next = nullptr;
    const bool wasRt = prev != nullptr && prev->isRtNow();
    if (queue.pushTo >= 0) {
        if (prev != nullptr && prev->onRq) {
            deactivate(queue, *prev, {});
        } else {
            queue.pushTo = -1;  // it went to sleep meanwhile
        }
    }
    if (prev != nullptr && (wasRt || !prev->onRq)) {
        classOf(*prev).putPrevTask(queue, *prev);
        if (wasRt && topPrio(queue) > prev->prio) rt_->pullTasks(queue);
    }
    SchedTask* fairPrev = prev != nullptr && !wasRt && prev->onRq ? prev : nullptr;
    queue.clearResched();
    if (queue.server.timer >= 0) {
        server_.charge(queue);
        if (queue.server.isActive && queue.cfs.hNrRunning == 0) server_.stop(queue);
    }
    if (rt_->hasRunnable(queue) && !queue.server.isActive) {
        if (fairPrev != nullptr) fair_->putPrevTask(queue, *fairPrev);
        next = rt_->pickNextTask(queue, prev);
    } else {
        next = fair_->pickNextTask(queue, fairPrev);
        if (next == nullptr && queues_.size() > 1 && queue.isOnline) {
            if (rt_->pullTasks(queue) && rt_->hasRunnable(queue)) {
                next = rt_->pickNextTask(queue, prev);
            } else if (balancer_->newidle(queue, *this)) {
                next = fair_->pickNextTask(queue, nullptr);
            }
        }
    }
    queue.clearResched();
    if (next == nullptr && prev != nullptr) queue.idleSince = queue.clock;
    queue.curr = next;
    if (next != prev) balancer_->switched(queue, prev, next);
    return next;
}

void Scheduler::afterSwitch(RunQueue& queue, SchedTask* prev)
{
    if (queue.pushTo >= 0) {
        RunQueue& to = rq(queue.pushTo);
        queue.pushTo = -1;
        to.clock = std::max(to.clock, queue.clock);
        if (observer_ != nullptr) observer_->migrating(queue, to, *prev, queue.pushWhy);
        classOf(*prev).migrateTask(queue, to, *prev, false);
        setTaskCpu(*prev, to);
        activate(to, *prev, {});
        checkPreempt(to, *prev, {});
        if (observer_ != nullptr) observer_->kicked(to);
    }
    if (queue.rt.nrRunning > 1) rt_->pushTasks(queue);
}

void Scheduler::tick(RunQueue& queue)
{
    if (queue.curr != nullptr) classOf(*queue.curr).taskTick(queue, *queue.curr);
    if (queue.server.timer >= 0) server_.charge(queue);
    if (queues_.size() > 1) balancer_->tick(queue, *this);
}

void Scheduler::yield(RunQueue& queue)
{
    assert(queue.curr != nullptr);
    classOf(*queue.curr).yieldTask(queue);
    queue.resched(ReschedReason::Yield);
}

void Scheduler::updateCurr(RunQueue& queue)
{
    if (queue.curr != nullptr) classOf(*queue.curr).updateCurr(queue);
}

// What __sched_setscheduler and rt_mutex_setprio do around a change: off the queue, and back.
template <typename Change>
void Scheduler::changeQueued(RunQueue& queue, SchedTask& task, Change change)
{
    const bool wasQueued = task.onRq;
    const bool wasCurrent = queue.curr == &task;
    const int oldPrio = task.prio;
    SchedClass& oldClass = classOf(task);
    if (wasQueued) oldClass.dequeueTask(queue, task, {});
    if (wasCurrent) oldClass.putPrevTask(queue, task);
    change();
    SchedClass& newClass = classOf(task);
    if (wasQueued) {
        newClass.enqueueTask(queue, task, {.head = task.prio > oldPrio, .restore = true});
    }
    if (wasCurrent) {
        queue.curr = nullptr;
        newClass.setNextTask(queue, task);
        queue.curr = &task;
    }
    balancer_->changed(queue, task);
    if (!wasQueued) return;
    if (!wasCurrent) {
        checkPreempt(queue, task, {});
    } else if (task.prio > oldPrio) {
        if (oldPrio < 100) rt_->pullTasks(queue);
        if (topPrio(queue) < task.prio || !task.isRtNow()) {
            queue.resched(ReschedReason::PrioChange, task.prio, oldPrio);
        }
    }
}

void Scheduler::setNice(RunQueue& queue, SchedTask& task, int nice)
{
    changeQueued(queue, task, [&] {
        const bool wasBoosted = task.prio != task.normalPrio();
        task.nice = nice;
        if (!wasBoosted) task.prio = task.normalPrio();
        if (task.policy != SchedPolicy::Idle) {
            fair_->reweightTask(queue, task, weightOfNice(nice));
        }
    });
}

void Scheduler::setPolicy(RunQueue& queue, SchedTask& task, SchedPolicy policy, int rtPriority)
{
    changeQueued(queue, task, [&] {
        const bool wasBoosted = task.prio != task.normalPrio();
        task.policy = policy;
        task.rtPriority = isRealTime(policy) ? rtPriority : 0;
        const int normal = task.normalPrio();
        task.prio = wasBoosted && task.prio < normal ? task.prio : normal;
        setWeight(task);
        task.timeSlice = rt_->timeslice(task);
    });
}

void Scheduler::setEffectivePrio(RunQueue& queue, SchedTask& task, int prio)
{
    if (task.prio == prio) return;
    changeQueued(queue, task, [&] { task.prio = prio; });
}

void Scheduler::moveTask(SchedTask& task, RunQueue& to, const MoveReason& why)
{
    RunQueue& from = rq(task.cpu);
    assert(task.onRq && from.curr != &task);
    to.clock = from.clock = std::max(from.clock, to.clock);
    if (observer_ != nullptr) observer_->migrating(from, to, task, why);
    SchedClass& cls = classOf(task);
    deactivate(from, task, {});
    cls.migrateTask(from, to, task, false);
    setTaskCpu(task, to);
    activate(to, task, {});
    checkPreempt(to, task, {});
    if (observer_ != nullptr) observer_->kicked(to);
}

// The stopper thread takes the running task off and hands it to the other CPU; here it leaves the
// queue before the pick and arrives after the switch.
void Scheduler::pushRunning(RunQueue& from, RunQueue& to, ReschedReason reason,
                            const MoveReason& why)
{
    assert(from.curr != nullptr);
    from.pushTo = to.index;
    from.pushWhy = why;
    from.clearResched();
    from.resched(reason, why.level, why.imbalance, from.curr);
    if (observer_ != nullptr) observer_->kicked(from);
}

void Scheduler::forget(RunQueue& queue, SchedTask& task)
{
    if (queue.curr == &task) {
        classOf(task).putPrevTask(queue, task);
        queue.curr = nullptr;
    }
    if (task.onRq) deactivate(queue, task, {.sleep = true});
}

}  // namespace resched

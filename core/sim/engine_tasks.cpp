// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The engine's dealings with tasks: birth, wakeups, blocking, death, and what programs ask of the
// scheduler.
#include "sim/engine.h"

#include <algorithm>
#include <cassert>

namespace resched {

// --- birth and death ---

SimTask& Engine::create(std::uint32_t templateIndex, SimTask* parent)
{
    const auto number_ = static_cast<std::uint32_t>(tasks_.size());
    SimTask& task = tasks_.emplace_back(input_.seed, number_);
    const WorkloadTask& spec = workload_.tasks[templateIndex];
    const bool isFirst = instances_[templateIndex].empty();
    instances_[templateIndex].push_back(&task);
    task.spec = &spec;
    task.templateIndex = templateIndex;
    task.name = names_[templateIndex];
    task.tid = isFirst && spec.tid != kNoTid ? spec.tid : Tid{nextTid_++};
    const bool sharesProcess =
        parent != nullptr && spec.process >= 0 && parent->spec->process == spec.process;
    if (isFirst && spec.tgid != kNoTgid) {
        task.tgid = spec.tgid;
    } else {
        task.tgid = sharesProcess ? parent->tgid : Tgid{number(task.tid)};
    }
    task.parent = parent;
    // A child's chance comes from its parent's, so that what the n-th child does is the same under
    // every scheduler.
    if (parent != nullptr) task.random = Random(parent->random.next(), 0);
    task.bornAt = now_;
    task.timerSlot = queue_.addSlot();
    slotOwners_.push_back({SlotKind::Task, number_});

    SchedTask& sched = task.sched;
    sched.owner = &task;
    sched.id = number_;
    sched.policy = static_cast<SchedPolicy>(spec.policy);
    sched.nice = spec.nice;
    sched.rtPriority = isRealTime(sched.policy) ? spec.rtPriority : 0;
    sched.affinity = spec.affinity;
    if (spec.group >= 0) {
        sched.group = groups_[static_cast<std::size_t>(spec.group)];
    } else if (const auto session = sessions_.find(spec.session); session != sessions_.end()) {
        sched.group = session->second;
    }
    if (spec.slice.count() > 0) {
        sched.se.customSlice = true;
        sched.se.slice = spec.slice.count();
    }
    int cpu = parent != nullptr ? parent->sched.cpu : 0;
    for (int i = 0; i < scheduler_.cpuCount(); ++i) {
        if (parent == nullptr && scheduler_.rq(i).cpu == CpuId{spec.startCpu}) cpu = i;
    }
    scheduler_.atTime(cpu, now_);
    scheduler_.initTask(sched, cpu);
    if (parent == nullptr) sched.se.vruntime += spec.startVruntime;
    ++alive_;
    if (parent != nullptr) ++parent->liveChildren;
    return task;
}

// A task without a parent comes to be.
void Engine::start(SimTask& task)
{
    task.bornAt = now_;
    if (!task.spec->startsRunnable) {
        beginBlocked(task);
        return;
    }
    SchedTask& sched = task.sched;
    const bool hasHome = task.spec->startCpu >= 0 && mayRunOn(sched, scheduler_.rq(sched.cpu));
    const int cpu = hasHome ? sched.cpu
                            : scheduler_.selectTaskRq({.task = &sched,
                                                       .kind = PlacementKind::Fork,
                                                       .prevCpu = sched.cpu,
                                                       .thisCpu = sched.cpu});
    if (now_ > 0) {
        scheduler_.fork(scheduler_.atTime(cpu, now_), sched, nullptr);
        enqueueNew(task, cpu, false, cpu, true);
        return;
    }
    // Runnable since before the run: with the others, at the queue's own virtual time.
    RunQueue& rq = scheduler_.atTime(cpu, now_);
    setTaskCpu(sched, rq);
    scheduler_.activate(rq, sched, {.restore = true});
    scheduler_.checkPreempt(rq, sched, {});
    task.life = Life::Runnable;
    ask(cpu);
}

// It sleeps already; its first step says until when.
void Engine::beginBlocked(SimTask& task)
{
    task.life = Life::Blocked;
    for (int steps = 0; steps < 64; ++steps) {
        task.isPaid = true;
        const Outcome outcome = interpreter_.step(task);
        if (outcome == Outcome::Blocked) {
            task.blockedState = task.step().state;
            return;
        }
        if (outcome != Outcome::Free) break;
    }
    wake(task, nullptr, 0);
}

void Engine::fork(SimTask& parent, std::uint32_t childTemplate)
{
    SimTask& child = create(childTemplate, &parent);
    child.timerUsed = parent.timerUsed;
    child.timerExpiry = parent.timerExpiry;
    RunQueue& rq = queueOf(parent);
    scheduler_.fork(rq, child.sched, &parent.sched);
    emitter_.fork(now_, rq.cpu, parent, child);
    const int cpu = scheduler_.selectTaskRq({.task = &child.sched,
                                             .kind = PlacementKind::Fork,
                                             .prevCpu = rq.index,
                                             .thisCpu = rq.index,
                                             .waker = &parent.sched});
    ++decisions_;
    enqueueNew(child, cpu, cpu == rq.index, rq.index, false);
}

// wake_up_new_task.
void Engine::enqueueNew(SimTask& task, int cpu, bool sameCpu, int fromCpu, bool fromIrq)
{
    RunQueue& rq = scheduler_.atTime(cpu, now_);
    setTaskCpu(task.sched, rq);
    const bool sharesMemory = task.parent != nullptr && task.parent->tgid == task.tgid;
    scheduler_.activate(rq, task.sched,
                        {.initial = true, .sameCpu = sameCpu, .sharesMemory = sharesMemory});
    task.life = Life::Runnable;
    emitter_.wakeupNew(now_, scheduler_.rq(fromCpu).cpu, task, rq.cpu, fromIrq);
    scheduler_.checkPreempt(rq, task.sched, {.fork = true});
    emitter_.refused(now_, rq, task);
    armBandwidth(cpu);
    if (rq.cfs.nrRunning < scheduler_.rules().nrLatency) armHrtick(cpu);
    if (rq.needResched) askRemote(cpu, fromCpu);
}

void Engine::block(SimTask& task)
{
    task.life = Life::Blocked;
    task.blockedState = task.step().state;
    RunQueue& rq = queueOf(task);
    scheduler_.deactivate(
        rq, task.sched,
        {.sleep = true, .uninterruptible = task.blockedState == TaskState::Uninterruptible});
    rq.clearResched();
    rq.resched(ReschedReason::None);
}

void Engine::die(SimTask& task)
{
    RunQueue& rq = queueOf(task);
    interpreter_.objects().releaseAll(task);
    task.life = Life::Dead;
    emitter_.exit(now_, rq.cpu, task);
    scheduler_.deactivate(rq, task.sched, {.sleep = true, .special = true});
    rq.clearResched();
    rq.resched(ReschedReason::None);
    --alive_;
    if (task.parent != nullptr && task.parent->life != Life::Dead) {
        interpreter_.childDied(*task.parent);
    }
}

// --- wakeups ---

std::int64_t Engine::endOnTick(const SimTask& task, std::int64_t amount) const
{
    const std::int64_t rest = amount % tickPeriod_;
    return nextTick(task.sched.cpu, now_ + amount - rest) + rest;
}

void Engine::wakeAt(SimTask& task, std::int64_t time)
{
    queue_.schedule(task.timerSlot, time, Phase::Timer);
}

void Engine::taskDue(SimTask& task)
{
    if (task.life == Life::Unborn) {
        --toCome_;
        start(task);
    } else {
        wake(task, nullptr, Step::kFromIrq);
    }
}

// A timer interrupt comes where the task ran last; other wakers are where they run.
int Engine::wakerCpu(const SimTask& task, const SimTask* waker)
{
    const int cpu = waker != nullptr ? waker->sched.cpu : task.sched.cpu;
    return scheduler_.rq(cpu).isOnline ? cpu : scheduler_.fallbackCpu(task.sched);
}

// What its own step waited for.
WakeOrigin Engine::originOf(const SimTask& task, bool fromIrq)
{
    if (!fromIrq) return WakeOrigin::Task;
    if (task.atEnd()) return WakeOrigin::Device;
    const Step& step = task.step();
    if (step.kind == StepKind::TimerWait || step.kind == StepKind::SleepUntil) {
        return WakeOrigin::Timer;
    }
    if (step.kind != StepKind::Sleep) return WakeOrigin::Device;
    const auto source = static_cast<WakeSource>(step.object);
    if (source == WakeSource::Timer) return WakeOrigin::Timer;
    return source == WakeSource::Input ? WakeOrigin::Input : WakeOrigin::Device;
}

int Engine::dynamicPrio(const SimTask& task) const
{
    return scheduler_.fair().dynamicPrio(task.sched);
}

// try_to_wake_up.
void Engine::wake(SimTask& task, SimTask* waker, std::uint8_t stepFlags)
{
    assert(task.life == Life::Blocked);
    const int thisCpu = wakerCpu(task, waker);
    const bool fromIrq = waker == nullptr || (stepFlags & Step::kFromIrq) != 0;
    const bool sync = !fromIrq && (stepFlags & Step::kSync) != 0;
    const CpuId here = scheduler_.rq(thisCpu).cpu;
    SchedTask& sched = task.sched;
    const int prevCpu = sched.cpu;
    ++decisions_;
    returnsToUser(thisCpu);  // from the interrupt, or from the waker's system call
    emitter_.waking(now_, here, task, scheduler_.rq(prevCpu).cpu, fromIrq);
    task.life = Life::Runnable;
    if (sched.onRq) {
        RunQueue& rq = scheduler_.atTime(prevCpu, now_);
        scheduler_.wakeDelayed(rq, sched, {.sync = sync});
        emitter_.wakeup(now_, here, task, rq.cpu, fromIrq);
        emitter_.refused(now_, rq, task);
        if (rq.needResched) askRemote(prevCpu, thisCpu);
        return;
    }
    if (!fromIrq) scheduler_.fair().noteWaker(scheduler_.atTime(thisCpu, now_), waker->sched);
    const int cpu = scheduler_.selectTaskRq({.task = &sched,
                                             .kind = PlacementKind::Wake,
                                             .prevCpu = prevCpu,
                                             .thisCpu = thisCpu,
                                             .waker = fromIrq ? nullptr : &waker->sched,
                                             .sync = sync});
    RunQueue& rq = scheduler_.atTime(cpu, now_);
    if (cpu != prevCpu) emitter_.migrate(now_, here, task, rq.cpu, {.cause = MoveCause::Wakeup});
    const bool migrated = scheduler_.moveSleeping(sched, rq);
    scheduler_.fair().noteOrigin(sched, fromIrq ? nullptr : &waker->sched, originOf(task, fromIrq));
    scheduler_.activate(rq, sched, {.wakeup = true, .migrated = migrated});
    scheduler_.checkPreempt(rq, sched, {.sync = sync, .ownCpu = cpu == thisCpu});
    emitter_.wakeup(now_, here, task, rq.cpu, fromIrq);
    emitter_.refused(now_, rq, task);
    if (!fromIrq) waker->overhead += costs_.wakeup.count();
    armBandwidth(cpu);
    if (rq.cfs.nrRunning < scheduler_.rules().nrLatency) armHrtick(cpu);
    if (rq.needResched) askRemote(cpu, thisCpu);
}

void Engine::resume(SimTask& task, std::uint32_t resumed, std::uint8_t flags)
{
    bool found = false;
    for (SimTask* other : instances_[resumed]) {
        if (!other->isSuspended) continue;
        other->isSuspended = false;
        found = true;
        wake(*other, &task, flags);
    }
    if (!found && !instances_[resumed].empty()) instances_[resumed].back()->resumePending = true;
}

// --- what programs ask of the scheduler ---

void Engine::exec(SimTask& task, std::uint32_t name)
{
    RunQueue& rq = queueOf(task);
    task.name = emitter_.intern(workload_.names[name]);
    emitter_.exec(now_, rq.cpu, task);
    const int cpu = scheduler_.selectTaskRq({.task = &task.sched,
                                             .kind = PlacementKind::Exec,
                                             .prevCpu = rq.index,
                                             .thisCpu = rq.index});
    ++decisions_;
    if (cpu != rq.index) {
        scheduler_.pushRunning(rq, scheduler_.rq(cpu), ReschedReason::Pushed,
                               {.cause = MoveCause::Exec});
    }
}

void Engine::yield(SimTask& task)
{
    scheduler_.yield(queueOf(task));
}

void Engine::setNice(SimTask& task, int nice)
{
    RunQueue& rq = queueOf(task);
    const int before = task.sched.prio;
    scheduler_.setNice(rq, task.sched, nice);
    if (task.sched.prio != before) emitter_.setPrio(now_, rq.cpu, task, false);
    if (rq.needResched) ask(rq.index);
}

void Engine::setPolicy(SimTask& task, Policy policy, int priority)
{
    RunQueue& rq = queueOf(task);
    const int before = task.sched.prio;
    scheduler_.setPolicy(rq, task.sched, static_cast<SchedPolicy>(policy), priority);
    changeEffectivePrio(task, interpreter_.objects().priorityWithLocks(task));
    if (task.sched.prio != before) emitter_.setPrio(now_, rq.cpu, task, false);
    if (rq.needResched) ask(rq.index);
}

void Engine::changeEffectivePrio(SimTask& task, int prio)
{
    if (task.sched.prio == prio) return;
    RunQueue& rq = queueOf(task);
    scheduler_.setEffectivePrio(rq, task.sched, prio);
    emitter_.setPrio(now_, rq.cpu, task, true);
    if (rq.needResched) ask(rq.index);
}

void Engine::setAffinity(SimTask& task, const CpuSet& cpus)
{
    task.sched.affinity = cpus;
    leaveForbiddenCpu(task);
}

// A task that runs or waits where it may not any longer moves (stopper, __set_cpus_allowed).
void Engine::leaveForbiddenCpu(SimTask& task)
{
    RunQueue& rq = queueOf(task);
    if (mayRunOn(task.sched, rq) || !task.sched.onRq) return;
    if (task.sched.se.isDelayed && !isCurrent(task)) {
        scheduler_.fair().finishDelayed(rq, task.sched);
        return;
    }
    const int cpu = scheduler_.fallbackCpu(task.sched);
    if (cpu == rq.index) return;
    RunQueue& to = scheduler_.atTime(cpu, now_);
    const ReschedReason reason = rq.isOnline ? ReschedReason::Pushed : ReschedReason::Offline;
    if (isCurrent(task)) {
        scheduler_.pushRunning(rq, to, reason, {.cause = MoveCause::Forced});
    } else {
        scheduler_.moveQueued(task.sched, to);
    }
}

void Engine::setOnline(std::uint32_t number, bool online)
{
    int index = -1;
    int others = 0;
    for (int i = 0; i < scheduler_.cpuCount(); ++i) {
        const RunQueue& rq = scheduler_.rq(i);
        if (rq.cpu == CpuId{static_cast<std::int32_t>(number)}) {
            index = i;
        } else if (rq.isOnline) {
            ++others;
        }
    }
    // The last CPU cannot go, as in the kernel.
    if (index < 0 || (!online && others == 0)) return;
    RunQueue& rq = scheduler_.atTime(index, now_);
    if (rq.isOnline == online) return;
    rq.isOnline = online;
    scheduler_.balancer().cpusChanged();
    CpuState& state = cpus_[static_cast<std::size_t>(index)];
    if (online) {
        if (!state.isAnnounced) emitter_.cpuOnline(now_, rq.cpu, true);
        state.isAnnounced = true;
        rq.resched(ReschedReason::None);
        ask(index);
        return;
    }
    for (SimTask& other : tasks_) {
        if (other.sched.cpu == index && other.sched.onRq) leaveForbiddenCpu(other);
    }
    ask(index);  // it is announced as gone when nothing runs there any more
}

// --- SchedObserver ---

void Engine::ran(RunQueue& rq, SchedTask& task, std::int64_t delta)
{
    if (!input_.sampleVruntime) return;
    emitter_.statRuntime(now_, rq.cpu, simTask(task), delta, task.isRtNow() ? 0 : task.se.vruntime);
}

void Engine::migrating(RunQueue& from, RunQueue& to, SchedTask& task, const MoveReason& why)
{
    emitter_.migrate(now_, from.cpu, simTask(task), to.cpu, why);
}

void Engine::kicked(RunQueue& rq)
{
    if (rq.needResched) ask(rq.index);
}

}  // namespace resched

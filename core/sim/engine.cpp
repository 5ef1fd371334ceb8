// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/engine.h"

#include "sched/kernel_balancer.h"

#include <algorithm>
#include <cassert>

namespace resched {

namespace {

// More steps than this at one instant: the program loops without ever running or waiting.
constexpr int kMaxStepsAtOnce = 1'000'000;
constexpr std::uint64_t kEventsBetweenReports = 16384;

EndReason endReason(ReschedReason reason)
{
    switch (reason) {
        case ReschedReason::None:
            return EndReason::Preempt;
        case ReschedReason::TickSlice:
            return EndReason::TickSlice;
        case ReschedReason::TickLead:
            return EndReason::TickLead;
        case ReschedReason::WakeupPreempt:
            return EndReason::WakeupPreempt;
        case ReschedReason::ForkPreempt:
            return EndReason::ForkPreempt;
        case ReschedReason::ClassPreempt:
            return EndReason::ClassPreempt;
        case ReschedReason::RoundRobin:
            return EndReason::RoundRobin;
        case ReschedReason::Throttled:
            return EndReason::Throttled;
        case ReschedReason::DeadlineRenewed:
            return EndReason::DeadlineRenewed;
        case ReschedReason::NotEligible:
            return EndReason::NotEligible;
        case ReschedReason::Yield:
            return EndReason::Yield;
        case ReschedReason::Pushed:
            return EndReason::Pushed;
        case ReschedReason::PrioChange:
            return EndReason::PrioChange;
        case ReschedReason::Offline:
            return EndReason::Offline;
    }
    return EndReason::Preempt;
}

std::int64_t endOf(const SimulationInput& input)
{
    if (input.duration.count() > 0) return input.duration.count();
    return input.workload->duration.count() > 0 ? input.workload->duration.count() : INT64_MAX;
}

}  // namespace

Engine::Engine(const SimulationInput& input, const FairRules& rules, const SmpRules& smp,
               LiveTrace& trace)
    : input_(input),
      workload_(*input.workload),
      costs_(input.machine.costs),
      start_(nanoseconds(input.start)),
      tickPeriod_(rules.tickPeriod),
      end_(endOf(input)),
      scheduler_(rules, input.machine.topology, this),
      processors_(input.machine),
      emitter_(trace, start_, input.keepDecisions),
      interpreter_(workload_, costs_, *this)
{
    // O(1) and BFS bring their own.
    const bool isOlder = rules.model == FairModel::O1 || rules.model == FairModel::Bfs;
    if (scheduler_.cpuCount() > 1 && !isOlder) {
        scheduler_.setBalancer(std::make_unique<KernelBalancer>(
            scheduler_.queues(), scheduler_.fair(), input.machine.topology, smp, input.seed));
    }
    Random spread(input.seed, ~std::uint64_t{0});
    const auto addSlot = [&](SlotKind kind, std::uint32_t number) {
        slotOwners_.push_back({kind, number});
        return queue_.addSlot();
    };
    for (int i = 0; i < scheduler_.cpuCount(); ++i) {
        CpuState& cpu = cpus_.emplace_back();
        const auto number = static_cast<std::uint32_t>(i);
        cpu.tick = addSlot(SlotKind::Tick, number);
        cpu.completion = addSlot(SlotKind::Completion, number);
        cpu.kick = addSlot(SlotKind::Kick, number);
        cpu.bandwidth = addSlot(SlotKind::Bandwidth, number);
        cpu.hrtick = addSlot(SlotKind::Hrtick, number);
        cpu.tickOffset =
            input.tickPhase.count() >= 0
                ? input.tickPhase.count() % tickPeriod_
                : static_cast<std::int64_t>(spread.below(static_cast<std::uint64_t>(tickPeriod_)));
        trace.declareCpu(scheduler_.rq(i).cpu);
    }
    addGroups();
    instances_.resize(workload_.tasks.size());
    for (const WorkloadTask& task : workload_.tasks) {
        names_.push_back(emitter_.intern(task.name));
        nextTid_ = std::max(nextTid_, number(task.tid) + 1);
    }
}

// Those that the workload names, and one for each session where autogroup is on.
void Engine::addGroups()
{
    for (const TaskGroup& group : workload_.groups) {
        SchedGroup* parent =
            group.parent < 0 ? nullptr : groups_[static_cast<std::size_t>(group.parent)];
        groups_.push_back(scheduler_.addGroup({.parent = parent,
                                               .shares = group.shares,
                                               .quota = group.quota.count(),
                                               .period = group.period.count()}));
    }
    for (const WorkloadTask& task : workload_.tasks) {
        if (!scheduler_.rules().autogroup || task.session < 0 || task.group >= 0) continue;
        SchedGroup*& group = sessions_[task.session];
        if (group == nullptr) group = scheduler_.addGroup({});
    }
    if (!scheduler_.hasQuotas()) return;
    slotOwners_.push_back({SlotKind::Quota, 0});
    quotaSlot_ = queue_.addSlot();
}

SimTask& Engine::simTask(SchedTask& task)
{
    return *static_cast<SimTask*>(task.owner);
}

// --- the run ---

bool Engine::run(Progress& progress)
{
    begin();
    settle();
    if (scheduler_.hasQuotas()) armQuota();
    while (!isStopped_ && !queue_.empty() && queue_.nextTime() < end_) {
        now_ = queue_.nextTime();
        handle(queue_.pop());
        settle();
        if (scheduler_.hasQuotas()) armQuota();
        if (++events_ % kEventsBetweenReports == 0) {
            const double done =
                end_ == INT64_MAX ? 0.0 : static_cast<double>(now_) / static_cast<double>(end_);
            if (!progress.advance(done)) return false;
        }
        if (alive_ == 0 && toCome_ == 0 && end_ == INT64_MAX) break;
    }
    finish();
    return true;
}

// Tasks that are there from the start are all queued before the first of them is picked.
void Engine::begin()
{
    for (int i = 0; i < scheduler_.cpuCount(); ++i) {
        emitter_.cpuOnline(0, scheduler_.rq(i).cpu, true);
    }
    for (std::uint32_t i = 0; i < workload_.tasks.size(); ++i) {
        if (workload_.tasks[i].parent >= 0) continue;
        for (int copy = 0; copy < std::max(workload_.tasks[i].copies, 1); ++copy) {
            emitter_.exists(0, create(i, nullptr));
        }
    }
    for (SimTask& task : tasks_) {
        if (task.spec->start.count() > 0) {
            ++toCome_;
            queue_.schedule(task.timerSlot, task.spec->start.count(), Phase::Timer);
        } else {
            start(task);
        }
    }
}

void Engine::handle(EventQueue::Slot slot)
{
    const SlotOwner owner = slotOwners_[slot];
    const int cpu = static_cast<int>(owner.number);
    switch (owner.kind) {
        case SlotKind::Tick:
            tickDue(cpu);
            return;
        case SlotKind::Completion:
        case SlotKind::Kick:
            ask(cpu);
            return;
        case SlotKind::Bandwidth: {
            RunQueue& rq = scheduler_.atTime(cpu, now_);
            scheduler_.bandwidthDue(rq);
            armBandwidth(cpu);
            if (rq.needResched) ask(cpu);
            return;
        }
        case SlotKind::Hrtick: {
            RunQueue& rq = scheduler_.atTime(cpu, now_);
            rq.hasHrtick = false;
            scheduler_.hrtickDue(rq);
            if (rq.needResched) ask(cpu);
            return;
        }
        case SlotKind::Quota:
            scheduler_.quotaDue(now_);
            return;
        case SlotKind::Task:
            taskDue(tasks_[owner.number]);
            return;
    }
}

void Engine::settle()
{
    while (!pending_.empty()) {
        // The lowest CPU first, whatever asked for it.
        const auto least = std::ranges::min_element(pending_);
        const int cpu = *least;
        pending_.erase(least);
        cpus_[static_cast<std::size_t>(cpu)].isPending = false;
        settleCpu(cpu);
    }
}

void Engine::settleCpu(int cpu)
{
    RunQueue& rq = scheduler_.atTime(cpu, now_);
    settling_ = cpu;
    for (int rounds = 0; !isStopped_; ++rounds) {
        if (rounds == kMaxStepsAtOnce) {
            stop("tasks on CPU " + std::to_string(number(rq.cpu)) +
                 " hand over to each other without ever running");
        }
        processors_.sync(cpu, now_);
        if (rq.curr != nullptr) {
            SimTask& task = simTask(*rq.curr);
            if (task.life == Life::Runnable && task.work == 0 && task.overhead == 0 &&
                rq.pushTo < 0) {
                advance(cpu, task);
            }
        }
        if (!isSwitchDue(cpu)) break;
        switchTask(cpu);
    }
    settling_ = -1;
    programCompletion(cpu);
    CpuState& state = cpus_[static_cast<std::size_t>(cpu)];
    if (!rq.isOnline && state.isAnnounced && rq.curr == nullptr) {
        state.isAnnounced = false;
        emitter_.cpuOnline(now_, rq.cpu, false);
    }
}

void Engine::finish()
{
    if (end_ != INT64_MAX && !isStopped_) now_ = end_;
    for (int i = 0; i < scheduler_.cpuCount(); ++i) {
        RunQueue& rq = scheduler_.atTime(i, now_);
        if (rq.curr == nullptr) continue;
        scheduler_.updateCurr(rq);
        emitter_.switched(now_, rq.cpu, &simTask(*rq.curr), TaskState::Running, nullptr,
                          EndReason::RunEnd, {});
    }
    if (note_.empty()) explainStandstill();
    emitter_.finish();
}

// Waits among equals invert nothing and are left out.
std::vector<Engine::HeldUp> Engine::takeHeldUp()
{
    LockLog& log = interpreter_.objects().log();
    log.finish(now_);
    std::vector<HeldUp> all;
    for (const LockLog::Wait& wait : log.waits()) {
        const auto& owners = log.owners(wait.mutex);
        auto owned = std::ranges::upper_bound(owners, wait.begin, {}, &LockLog::Owned::end);
        for (; owned != owners.end() && owned->begin < wait.end; ++owned) {
            if (owned->owner->sched.normalPrio() <= wait.prio) continue;
            all.push_back({.waiter = wait.waiter->tid,
                           .holder = owned->owner->tid,
                           .mutex = wait.mutex,
                           .waiterPrio = wait.prio,
                           .since = wait.begin,
                           .begin = std::max(wait.begin, owned->begin),
                           .end = std::min(wait.end, owned->end)});
        }
    }
    return all;
}

void Engine::stop(std::string note)
{
    isStopped_ = true;
    note_ = std::move(note);
}

// Tasks that wait for something that no longer can come.
void Engine::explainStandstill()
{
    if (!queue_.empty()) return;
    std::size_t waiting = 0;
    const SimTask* first = nullptr;
    for (const SimTask& task : tasks_) {
        if (task.life != Life::Blocked) continue;
        ++waiting;
        if (first == nullptr) first = &task;
    }
    if (first == nullptr) return;
    const std::string reason = SyncObjects::describe(workload_, first->step());
    note_ =
        "deadlock: " + (waiting == 1 ? "1 task waits" : std::to_string(waiting) + " tasks wait") +
        " for ever, " + first->spec->name + " for " + reason;
}

// --- CPUs ---

void Engine::ask(int cpu)
{
    CpuState& state = cpus_[static_cast<std::size_t>(cpu)];
    // The CPU that is being settled looks again by itself.
    if (state.isPending || cpu == settling_) return;
    state.isPending = true;
    pending_.push_back(cpu);
}

void Engine::askRemote(int cpu, int fromCpu)
{
    if (cpu == fromCpu || costs_.ipi.count() == 0) {
        ask(cpu);
        return;
    }
    const EventQueue::Slot slot = cpus_[static_cast<std::size_t>(cpu)].kick;
    if (!queue_.isScheduled(slot)) queue_.schedule(slot, now_ + costs_.ipi.count(), Phase::Kick);
}

void Engine::armTick(int cpu)
{
    queue_.schedule(cpus_[static_cast<std::size_t>(cpu)].tick, nextTick(cpu, now_), Phase::Tick);
}

void Engine::armHrtick(int cpu)
{
    if (!scheduler_.rules().hrtick) return;
    RunQueue& rq = scheduler_.atTime(cpu, now_);
    const EventQueue::Slot slot = cpus_[static_cast<std::size_t>(cpu)].hrtick;
    const std::int64_t time = scheduler_.hrtickTime(rq);
    rq.hasHrtick = time >= 0;
    if (rq.hasHrtick) {
        queue_.schedule(slot, time, Phase::Timer);
    } else {
        queue_.cancel(slot);
    }
}

// A timer that moved later fires for nothing once.
void Engine::armBandwidth(int cpu)
{
    const std::int64_t time = scheduler_.nextBandwidth(scheduler_.rq(cpu));
    const EventQueue::Slot slot = cpus_[static_cast<std::size_t>(cpu)].bandwidth;
    if (time >= 0 && !queue_.isScheduled(slot)) {
        queue_.schedule(slot, std::max(time, now_), Phase::Bandwidth);
    }
}

// Timers are started wherever time is accounted for.
void Engine::armQuota()
{
    const std::int64_t time = scheduler_.nextQuota();
    if (time < 0) {
        queue_.cancel(quotaSlot_);
    } else if (!queue_.isScheduledAt(quotaSlot_, time)) {
        queue_.schedule(quotaSlot_, std::max(time, now_), Phase::Bandwidth);
    }
}

std::int64_t Engine::nextTick(int cpu, std::int64_t time) const
{
    const std::int64_t offset = cpus_[static_cast<std::size_t>(cpu)].tickOffset;
    const std::int64_t next = time < offset ? 0 : (time - offset) / tickPeriod_ + 1;
    return offset + next * tickPeriod_;
}

void Engine::tickDue(int cpu)
{
    RunQueue& rq = scheduler_.atTime(cpu, now_);
    if (rq.curr == nullptr) return;
    queue_.schedule(cpus_[static_cast<std::size_t>(cpu)].tick, now_ + tickPeriod_, Phase::Tick);
    rq.isLazy = false;  // sched_tick(): what waited politely waits no longer
    scheduler_.tick(rq);
    returnsToUser(cpu);
    ++decisions_;
    if (costs_.tick.count() > 0) {
        processors_.sync(cpu, now_);
        SimTask& task = simTask(*rq.curr);
        task.overhead += costs_.tick.count();
        if (!rq.needResched) interpreter_.interrupted(task, costs_.tick.count());
        ask(cpu);
    }
    if (rq.needResched) ask(cpu);
}

TaskState Engine::stateOf(const SimTask& task) const
{
    switch (task.life) {
        case Life::Blocked:
            return task.blockedState;
        case Life::Dead:
            return task.parent != nullptr && task.parent->tgid != task.tgid ? TaskState::Zombie
                                                                            : TaskState::Dead;
        default:
            return TaskState::Running;
    }
}

// A task that can go on does so until it leaves the kernel, and an idle CPU takes as long to
// notice.
bool Engine::isSwitchDue(int cpu)
{
    const RunQueue& rq = scheduler_.rq(cpu);
    if (!rq.needResched) return false;
    const SimTask* curr = rq.curr == nullptr ? nullptr : &simTask(*rq.curr);
    const bool leavesByItself = curr != nullptr && (curr->life != Life::Runnable ||
                                                    rq.request.reason == ReschedReason::Yield);
    if (leavesByItself || rq.pushTo >= 0) return true;
    if (isHeldInKernel(cpu)) return false;
    if (costs_.reschedule.count() == 0) return true;
    CpuState& state = cpus_[static_cast<std::size_t>(cpu)];
    if (state.switchAt < 0) {
        state.switchAt = now_ + costs_.reschedule.count();
        queue_.schedule(state.kick, state.switchAt, Phase::Kick);
    }
    return now_ >= state.switchAt;
}

// A task inside the kernel goes on where that is not preemptible; a lazy request also waits for a
// CPU in user mode to come through the kernel (resched_curr_lazy() sends no interrupt).
bool Engine::isHeldInKernel(int cpu)
{
    const RunQueue& rq = scheduler_.rq(cpu);
    if (rq.curr == nullptr) return false;
    const PreemptModel model = scheduler_.rules().preempt;
    const bool isInKernel = simTask(*rq.curr).isInKernel;
    if (model == PreemptModel::Full) return false;
    if (model != PreemptModel::Lazy) return isInKernel;
    return rq.isLazy && (isInKernel || cpus_[static_cast<std::size_t>(cpu)].entersUserAt != now_);
}

void Engine::switchTask(int cpu)
{
    cpus_[static_cast<std::size_t>(cpu)].switchAt = -1;
    RunQueue& rq = scheduler_.rq(cpu);
    SchedTask* const before = rq.curr;
    const ReschedRequest request = rq.request;
    SchedTask* const after = scheduler_.schedule(rq);
    ++decisions_;
    armBandwidth(cpu);
    armHrtick(cpu);
    if (after == before) return;

    SimTask* prev = before == nullptr ? nullptr : &simTask(*before);
    SimTask* next = after == nullptr ? nullptr : &simTask(*after);
    EndReason reason = endReason(request.reason);
    if (prev != nullptr && prev->life == Life::Blocked) reason = EndReason::Block;
    if (prev != nullptr && prev->life == Life::Dead) reason = EndReason::Exit;
    const SchedTask* by = request.by != nullptr && request.by != before ? request.by : after;
    emitter_.switched(now_, rq.cpu, prev, prev == nullptr ? TaskState::Running : stateOf(*prev),
                      next, reason,
                      {.value = request.value,
                       .limit = request.limit,
                       .by = by == nullptr ? kIdleTask : traceId(*by)});
    put(cpu, prev, next);
    scheduler_.afterSwitch(rq, before);
}

// The CPU works for another task from now on.
void Engine::put(int cpu, SimTask* prev, SimTask* next)
{
    if (prev != nullptr) {
        prev->leftCpuAt = now_;
        prev->leftRunnable = prev->life == Life::Runnable;
        processors_.leaveCache(cpu, *prev);
    }
    if (next != nullptr) {
        const std::int64_t refill = processors_.refillCost(cpu, *next);
        refillCosts_ += refill;
        next->overhead += costs_.contextSwitch.count() + refill;
        if (next->lastRanOn >= 0 && next->lastRanOn != cpu) {
            next->overhead += costs_.migration.count();
        }
        interpreter_.switchedIn(*next, now_);
    }
    processors_.run(cpu, next, now_);
    for (const int other : processors_.changed()) programCompletion(other);
    const CpuState& state = cpus_[static_cast<std::size_t>(cpu)];
    if (next == nullptr) {
        queue_.cancel(state.tick);
    } else if (prev == nullptr) {
        armTick(cpu);
    }
}

void Engine::programCompletion(int cpu)
{
    const EventQueue::Slot slot = cpus_[static_cast<std::size_t>(cpu)].completion;
    if (processors_.running(cpu) == nullptr) {
        queue_.cancel(slot);
    } else {
        const std::int64_t time = processors_.completion(cpu);
        if (!queue_.isScheduledAt(slot, time)) queue_.schedule(slot, time, Phase::Completion);
    }
}

// Steps of the program until the task has work to do, or no longer has the CPU.
bool Engine::advance(int cpu, SimTask& task)
{
    for (int steps = 0; steps < kMaxStepsAtOnce; ++steps) {
        switch (interpreter_.step(task)) {
            case Outcome::Free:
                break;
            case Outcome::Work:
                return true;
            case Outcome::Blocked:
                block(task);
                return false;
            case Outcome::Ended:
                die(task);
                return false;
            case Outcome::Stepped:
                returnsToUser(cpu);
                if (isSwitchDue(cpu)) return false;
                if (task.overhead > 0) return true;
                break;
        }
        if (isStopped_) return false;
    }
    stop("task " + task.spec->name + " goes through its program without running or waiting");
    return false;
}

}  // namespace resched

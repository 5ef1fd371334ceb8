// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/interpreter.h"

#include <algorithm>
#include <cassert>

namespace resched {

namespace {

std::vector<std::uint32_t> matchLoops(const std::vector<Step>& program)
{
    std::vector<std::uint32_t> match(program.size(), 0);
    std::vector<std::uint32_t> open;
    for (std::uint32_t i = 0; i < program.size(); ++i) {
        if (program[i].kind == StepKind::LoopBegin) {
            open.push_back(i);
        } else if (program[i].kind == StepKind::LoopEnd) {
            assert(!open.empty());
            match[i] = open.back();
            match[open.back()] = i;
            open.pop_back();
        }
    }
    return match;
}

}  // namespace

Interpreter::Interpreter(const Workload& workload, const CostModel& costs, InterpreterHost& host)
    : workload_(workload), costs_(costs), host_(host), objects_(workload, host)
{
    for (const WorkloadTask& task : workload.tasks) matches_.push_back(matchLoops(task.program));
    timers_.assign(workload.timers.size(), kUnset);
    rounds_.assign(workload.metrics.size(), {kUnset, kUnset});
    hasFutexCosts_ =
        (costs.syscall + costs.futexWait + costs.futexWake + costs.futexRequeue + costs.listVisit)
            .count() > 0;
    gapMetrics_.resize(workload.tasks.size());
    timerMetrics_.resize(workload.timers.size());
    for (std::uint32_t i = 0; i < workload.metrics.size(); ++i) {
        const Metric& metric = workload.metrics[i];
        metrics_.push_back({.name = metric.name, .samples = {}, .times = {}});
        if (metric.kind == Metric::Kind::Gaps) gapMetrics_[metric.object].push_back(i);
        if (metric.kind == Metric::Kind::SinceTimer) timerMetrics_[metric.object].push_back(i);
    }
}

Outcome Interpreter::step(SimTask& task)
{
    if (task.atEnd()) return Outcome::Ended;
    const Step& step = task.step();
    if (!task.isPaid) {
        task.isPaid = true;
        task.overhead += costOf(task, step);
        if (task.overhead > 0) return Outcome::Work;
    }
    const Outcome outcome = execute(task, step);
    if (outcome == Outcome::Blocked) {
        task.isPaid = false;
        task.isRetry = true;
    }
    return outcome;
}

// Costs are worked off before the step takes effect; what a wakeup costs comes after it. A task
// that was woken pays for what it then has to do again.
std::int64_t Interpreter::costOf(SimTask& task, const Step& step)
{
    const std::int64_t syscall = costs_.syscall.count();
    switch (step.kind) {
        case StepKind::Sleep:
        case StepKind::SleepUntil:
        case StepKind::TimerWait:
        case StepKind::Wait:
        case StepKind::Post:
        case StepKind::PipeRead:
        case StepKind::PipeWrite:
        case StepKind::WaitChild:
        case StepKind::Yield:
        case StepKind::Suspend:
        case StepKind::Resume:
            return task.isRetry ? 0 : syscall;
        case StepKind::Fork:
            return costs_.fork.count();
        default:
            return futexCost(task, step);
    }
}

// Spinlocks are held with preemption off.
std::int64_t Interpreter::futexCost(SimTask& task, const Step& step)
{
    if (!hasFutexCosts_) return 0;
    const FutexCall call = objects_.callOf(task, step);
    if (call.calls == 0) return 0;
    const std::int64_t held =
        costs_.futexWait.count() * call.waits + costs_.futexWake.count() * call.wakes +
        costs_.futexRequeue.count() * call.moves + costs_.listVisit.count() * call.visits;
    task.isInKernel = held > 0;
    return costs_.syscall.count() * call.calls + held + objects_.lockBuckets(call, held);
}

Outcome Interpreter::done(SimTask& task, Outcome outcome)
{
    ++task.pc;
    task.phase = 0;
    task.isPaid = false;
    task.isRetry = false;
    return outcome;
}

Outcome Interpreter::doneIf(SimTask& task, bool passed)
{
    return passed ? done(task) : Outcome::Blocked;
}

std::int64_t Interpreter::amountOf(SimTask& task, const Step& step) const
{
    if ((step.flags & Step::kRandom) == 0) return step.amount;
    return sample(workload_.distributions[static_cast<std::size_t>(step.amount)], task.random);
}

Outcome Interpreter::execute(SimTask& task, const Step& step)
{
    if (step.kind != StepKind::Run) task.isInKernel = (step.flags & Step::kInKernel) != 0;
    switch (step.kind) {
        case StepKind::Run:
            task.work += std::max<std::int64_t>(amountOf(task, step), 0);
            if ((step.flags & Step::kSystem) != 0) systemWork_ += task.work;
            return done(task, task.work > 0 ? Outcome::Work : Outcome::Free);
        case StepKind::Post:
            objects_.postToken(task, step.object, step.flags);
            return done(task);
        case StepKind::SemPost:
            objects_.semPost(task, step.object, step.amount, step.flags);
            return done(task);
        case StepKind::Unlock:
            objects_.unlock(task, step.object, step.flags);
            return done(task);
        case StepKind::CondSignal:
        case StepKind::CondBroadcast:
            objects_.condSignal(task, step.object, step.kind == StepKind::CondBroadcast,
                                step.flags);
            return done(task);
        case StepKind::RwUnlock:
            objects_.rwUnlock(task, step.object, step.flags);
            return done(task);
        case StepKind::FutexWake:
            objects_.futexWake(task, step.object, step.amount, step.flags);
            return done(task);
        case StepKind::FutexRequeue:
            objects_.futexRequeue(task, step);
            return done(task);
        case StepKind::FutexWakeOp:
            objects_.futexWakeOp(task, step);
            return done(task);
        case StepKind::FutexSet:
            objects_.futexSet(step.object, step.amount);
            return done(task, Outcome::Free);
        case StepKind::LoopBegin:
        case StepKind::LoopEnd:
        case StepKind::Mark:
            return controlStep(task, step);
        case StepKind::Fork:
        case StepKind::Exec:
        case StepKind::Exit:
        case StepKind::Yield:
        case StepKind::SetNice:
        case StepKind::SetPolicy:
        case StepKind::SetAffinity:
        case StepKind::Resume:
        case StepKind::CpuOffline:
        case StepKind::CpuOnline:
            return administrativeStep(task, step);
        default:
            return blockingStep(task, step);
    }
}

Outcome Interpreter::blockingStep(SimTask& task, const Step& step)
{
    switch (step.kind) {
        case StepKind::Sleep:
            if (task.phase == 1) return done(task);
            return doneIf(task, !sleepUntil(task, endOfSleep(task, step)));
        case StepKind::SleepUntil:
            if (task.phase == 1) return done(task);
            return doneIf(task, !sleepUntil(task, amountOf(task, step)));
        case StepKind::TimerWait:
            return doneIf(task, timerWait(task, step));
        case StepKind::Wait:
            return doneIf(task, objects_.waitToken(task, step.object));
        case StepKind::SemWait:
            return doneIf(task, objects_.semWait(task, step.object));
        case StepKind::Lock:
            return doneIf(task, objects_.lock(task, step.object));
        case StepKind::CondWait:
            return doneIf(
                task, objects_.condWait(task, step.object, static_cast<std::uint32_t>(step.amount),
                                        step.flags));
        case StepKind::BarrierWait:
            return doneIf(task, objects_.barrierWait(task, step.object, step.flags));
        case StepKind::RwReadLock:
            return doneIf(task, objects_.readLock(task, step.object));
        case StepKind::RwWriteLock:
            return doneIf(task, objects_.writeLock(task, step.object));
        case StepKind::FutexWait:
            return doneIf(task, objects_.futexWait(task, step));
        case StepKind::PipeRead:
            return doneIf(task, objects_.pipeRead(task, step.object, step.amount, step.flags));
        case StepKind::PipeWrite:
            return doneIf(task, objects_.pipeWrite(task, step.object, step.amount, step.flags));
        case StepKind::WaitChild:
            return doneIf(task, waitChild(task, step));
        case StepKind::Suspend:
            return doneIf(task, suspend(task));
        default:
            assert(false);
            return done(task);
    }
}

Outcome Interpreter::controlStep(SimTask& task, const Step& step)
{
    const std::vector<std::uint32_t>& match = matches_[task.templateIndex];
    if (step.kind == StepKind::Mark) {
        mark(task, step);
    } else if (step.kind == StepKind::LoopBegin) {
        const std::int64_t rounds = amountOf(task, step);
        if (rounds == 0) {
            task.pc = match[task.pc];
        } else {
            task.loops.push_back(rounds);
        }
    } else {
        std::int64_t& left = task.loops.back();
        if (left < 0 || --left > 0) {
            task.pc = match[task.pc];
        } else {
            task.loops.pop_back();
        }
    }
    return done(task, Outcome::Free);
}

Outcome Interpreter::administrativeStep(SimTask& task, const Step& step)
{
    // The step is over before its effect, which may take the CPU away.
    const Outcome outcome = step.kind == StepKind::Exit ? Outcome::Ended : done(task);
    switch (step.kind) {
        case StepKind::Fork:
            host_.fork(task, step.object);
            break;
        case StepKind::Exec:
            host_.exec(task, step.object);
            break;
        case StepKind::Yield:
            host_.yield(task);
            break;
        case StepKind::SetNice:
            host_.setNice(task, static_cast<int>(std::clamp<std::int64_t>(step.amount, -20, 19)));
            break;
        case StepKind::SetPolicy:
            host_.setPolicy(task, static_cast<Policy>(step.object), static_cast<int>(step.amount));
            break;
        case StepKind::SetAffinity:
            host_.setAffinity(task, workload_.cpuSets[step.object]);
            break;
        case StepKind::Resume:
            host_.resume(task, step.object, step.flags);
            break;
        case StepKind::CpuOffline:
        case StepKind::CpuOnline:
            host_.setOnline(step.object, step.kind == StepKind::CpuOnline);
            break;
        default:
            break;
    }
    return outcome;
}

// --- time ---

std::int64_t Interpreter::endOfSleep(SimTask& task, const Step& step) const
{
    const std::int64_t amount = amountOf(task, step);
    if ((step.flags & Step::kToTick) != 0) return host_.endOnTick(task, amount);
    return host_.now() + amount;
}

// True when the task sleeps.
bool Interpreter::sleepUntil(SimTask& task, std::int64_t time)
{
    if (time <= host_.now()) return false;
    task.phase = 1;
    host_.wakeAt(task, time);
    return true;
}

std::int64_t& Interpreter::nextExpiry(SimTask& task, std::uint32_t timer)
{
    if (!workload_.timers[timer].perTask) return timers_[timer];
    for (auto& [index, next] : task.timers) {
        if (index == timer) return next;
    }
    task.timers.emplace_back(timer, kUnset);
    return task.timers.back().second;
}

// True when the task goes on: it has waited, or the expiry has passed.
bool Interpreter::timerWait(SimTask& task, const Step& step)
{
    if (task.phase == 1) return true;
    const TimerSpec& spec = workload_.timers[step.object];
    std::int64_t& next = nextExpiry(task, step.object);
    if (next == kUnset) next = spec.first.count() >= 0 ? spec.first.count() : task.bornAt;
    const std::int64_t period = step.amount > 0 ? step.amount : spec.period.count();
    next += period;
    task.timerUsed = step.object;
    task.timerExpiry = next;
    if (sleepUntil(task, next)) return false;
    if (spec.merges) {
        const std::int64_t lost = (host_.now() - next) / period;
        for (const std::uint32_t metric : timerMetrics_[step.object]) {
            metrics_[metric].missed += static_cast<std::uint64_t>(lost);
        }
        next += lost * period;
    } else if (next < host_.now()) {
        for (const std::uint32_t metric : timerMetrics_[step.object]) ++metrics_[metric].missed;
        if (!spec.absolute) next = host_.now();
    }
    return true;
}

// --- family ---

bool Interpreter::waitChild(SimTask& task, const Step& step)
{
    task.waitsForChild = false;
    const bool all = step.amount != 0;
    if (task.liveChildren == 0) {
        task.deadChildren = all ? 0 : std::max(task.deadChildren - 1, 0);
        return true;
    }
    if (!all && task.deadChildren > 0) {
        --task.deadChildren;
        return true;
    }
    task.waitsForChild = true;
    return false;
}

void Interpreter::childDied(SimTask& parent)
{
    --parent.liveChildren;
    ++parent.deadChildren;
    if (!parent.waitsForChild || parent.life != Life::Blocked) return;
    const bool all = parent.step().amount != 0;
    if (all && parent.liveChildren > 0) return;
    parent.waitsForChild = false;
    host_.wake(parent, nullptr, 0);
}

bool Interpreter::suspend(SimTask& task)
{
    if (task.phase == 1) return true;
    if (task.resumePending) {
        task.resumePending = false;
        return true;
    }
    task.phase = 1;
    task.isSuspended = true;
    return false;
}

// --- measures ---

void Interpreter::addSample(std::uint32_t metric, std::int64_t value)
{
    metrics_[metric].samples.emplace_back(value);
    metrics_[metric].times.push_back(timestamp(host_.now()));
}

void Interpreter::mark(SimTask& task, const Step& step)
{
    const Metric& metric = workload_.metrics[step.object];
    switch (metric.kind) {
        case Metric::Kind::Count:
            ++metrics_[step.object].count;
            return;
        case Metric::Kind::SinceTimer:
            if (task.timerUsed == metric.object) {
                addSample(step.object, host_.now() - task.timerExpiry);
            }
            return;
        case Metric::Kind::SinceMark:
            for (auto& [index, since] : task.marks) {
                if (index != step.object) continue;
                if (step.amount != 0 && since != kUnset) {
                    addSample(step.object, host_.now() - since);
                    since = kUnset;
                } else if (step.amount == 0) {
                    since = host_.now();
                }
                return;
            }
            if (step.amount == 0) task.marks.emplace_back(step.object, host_.now());
            return;
        case Metric::Kind::SinceFirst: {
            Round& round = rounds_[step.object];
            if (step.amount == 0) {
                endRound(step.object);
                round.begin = host_.now();
            }
            round.last = host_.now();
            return;
        }
        case Metric::Kind::Gaps:
            return;
    }
}

void Interpreter::endRound(std::uint32_t metric)
{
    const Round& round = rounds_[metric];
    if (round.begin == kUnset || round.last == round.begin) return;
    metrics_[metric].samples.emplace_back(round.last - round.begin);
    metrics_[metric].times.push_back(timestamp(round.last));
}

void Interpreter::switchedIn(SimTask& task, std::int64_t now)
{
    if (!task.leftRunnable) return;
    for (const std::uint32_t metric : gapMetrics_[task.templateIndex]) {
        addSample(metric, now - task.leftCpuAt);
    }
}

void Interpreter::interrupted(const SimTask& task, std::int64_t length)
{
    for (const std::uint32_t metric : gapMetrics_[task.templateIndex]) addSample(metric, length);
}

std::vector<MetricResult> Interpreter::takeMetrics(std::int64_t start)
{
    for (std::uint32_t i = 0; i < rounds_.size(); ++i) endRound(i);
    for (MetricResult& metric : metrics_) {
        for (Timestamp& time : metric.times) time += Nanoseconds{start};
        metric.count = std::max<std::uint64_t>(metric.count, metric.samples.size());
    }
    return std::move(metrics_);
}

}  // namespace resched

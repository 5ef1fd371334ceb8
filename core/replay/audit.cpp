// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/audit.h"

#include "replay/audit_events.h"
#include "replay/audit_model.h"
#include "replay/recorded_machine.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

namespace resched {

namespace {

using namespace std::chrono_literals;
using Kind = AuditEvent::Kind;

// From a tick's start to its accounting, after which it decides.
constexpr Nanoseconds kTickToSample = 40us;
// As in the extraction: a waker that blocks so soon is taken for a sync one.
constexpr Nanoseconds kSyncReach = 50us;
// From the choice of a CPU until that CPU has queued the task.
constexpr Nanoseconds kWakeupReach = 1ms;

// What was asked on a CPU and not answered by the recording yet.
struct Pending
{
    bool isOpen = false;
    bool counts = false;
    Timestamp since{};
    Timestamp active{};  // a task that wakes others in a row is still in the kernel
    bool hasTick = false;
    bool tickSaysYes = false;
    bool hasWakeup = false;
    bool wakeupSaysYes = false;
    TaskId woken = kNoTask;
};

struct CpuAudit
{
    Pending pending;
    std::optional<Timestamp> tickDue;  // a tick whose accounting has not come yet
    // The model ended a slice at that tick and the kernel did not: agreed if it does at the next.
    std::optional<Timestamp> early;
    TaskId earlyTask = kNoTask;
};

class Auditor
{
public:
    Auditor(const Trace& trace, const AuditOptions& options, const FairRules& rules,
            const SmpRules& smp)
        : trace_(trace),
          options_(options),
          ticks_(findTickGrid(trace)),
          model_(trace, rules, smp, options.machine.topology),
          cpus_(static_cast<std::size_t>(model_.scheduler().cpuCount())),
          choices_(trace.tasks().size(), -1),
          underWay_(trace.tasks().size(), nullptr)
    {
        result_.scheduler = options.scheduler;
    }

    Result<AuditResult> run(Progress& progress)
    {
        const std::vector<AuditEvent> events = auditEvents(trace_, ticks_);
        for (std::size_t i = 0; i < events.size(); ++i) {
            if (i % 4096 == 0 &&
                !progress.advance(static_cast<double>(i) / static_cast<double>(events.size()))) {
                return canceled();
            }
            handle(events[i]);
        }
        finish();
        return std::move(result_);
    }

private:
    void handle(const AuditEvent& event);
    void sample(const AuditEvent& event);
    void tick(RunQueue& rq, Timestamp time);
    void enqueue(const AuditEvent& event);
    void wakeupCheck(RunQueue& rq, const AuditEvent& event, bool isFork);
    void switched(const AuditEvent& event);
    void pick(RunQueue& rq, const AuditEvent& event);
    void waking(const AuditEvent& event);
    bool blocksSoon(const Wakeup& wakeup) const;
    void compareChoice(const AuditEvent& event, const RunQueue& chosen);

    void expire(RunQueue& rq, Timestamp time);
    void answer(RunQueue& rq, Timestamp time, bool preempted, TaskId next);
    void answerTick(RunQueue& rq, Timestamp time, bool recorded, bool model);
    void answerWakeup(RunQueue& rq, Timestamp time, bool recorded, bool model, TaskId woken);
    void flushEarly(RunQueue& rq);
    void finish();

    CpuAudit& cpu(const RunQueue& rq) { return cpus_[static_cast<std::size_t>(rq.index)]; }
    void count(Agreement& agreement, bool agreed)
    {
        ++agreement.decisions;
        if (agreed) ++agreement.agreed;
    }
    void disagree(const RunQueue& rq, Timestamp time, AuditKind kind, TaskId task, TaskId recorded,
                  TaskId model)
    {
        result_.disagreements.push_back({.time = time,
                                         .cpu = rq.cpu,
                                         .kind = kind,
                                         .task = task,
                                         .recorded = recorded,
                                         .model = model});
    }

    const Trace& trace_;
    const AuditOptions& options_;
    TickGrid ticks_;
    AuditModel model_;
    std::vector<CpuAudit> cpus_;
    std::vector<int> choices_;
    std::vector<RunQueue*> underWay_;  // by task: where it is about to be queued
    AuditResult result_;
    double errorSum_ = 0;
};

void Auditor::handle(const AuditEvent& event)
{
    if (event.kind == Kind::Sample) {
        sample(event);
        return;
    }
    if (event.kind == Kind::Priority) {
        model_.setPrio(event.task, static_cast<std::int16_t>(event.link), event.time);
        return;
    }
    if (event.kind == Kind::Idle) {
        model_.setIdle(event.task);
        return;
    }
    if (event.kind == Kind::Fork) {
        model_.fork(event.task, event.other, event.time);
        return;
    }
    RunQueue* const rq = model_.rq(event.cpu);
    if (rq == nullptr) return;
    if (event.kind != Kind::Tick && cpu(*rq).tickDue) tick(*rq, event.time);
    expire(*rq, event.time);
    switch (event.kind) {
        case Kind::Tick:
            if (trace_.vruntimes().empty()) {
                tick(*rq, event.time);
            } else {
                cpu(*rq).tickDue = event.time;
            }
            return;
        case Kind::Migrate:
            model_.move(event.task, *rq, event.time);
            return;
        case Kind::Waking:
            waking(event);
            return;
        case Kind::Enqueue:
            enqueue(event);
            return;
        case Kind::Switch:
            switched(event);
            return;
        case Kind::Lose:
            cpu(*rq) = {};
            model_.forget(*rq, event.time);
            return;
        default:
            return;
    }
}

void Auditor::sample(const AuditEvent& event)
{
    const VruntimeSample& sample = trace_.vruntimes()[event.link];
    RunQueue& rq = model_.scheduler().rq(model_.task(sample.task).cpu);
    if (const auto error = model_.account(sample)) {
        const std::int64_t size = std::abs(*error);
        ++result_.vruntime.samples;
        errorSum_ += static_cast<double>(size);
        result_.vruntime.maxAbsError = std::max(result_.vruntime.maxAbsError, Nanoseconds{size});
    }
    if (cpu(rq).tickDue && rq.curr == &model_.task(sample.task)) tick(rq, event.time);
}

// --- ticks ---

void Auditor::tick(RunQueue& rq, Timestamp time)
{
    CpuAudit& state = cpu(rq);
    const std::optional<Timestamp> due = state.tickDue;
    state.tickDue.reset();
    // Nothing was accounted: the CPU was idle, or the event belongs to something later.
    const Timestamp start = due.value_or(time);
    if (time - start > kTickToSample) time = start + kTickToSample;
    expire(rq, time);
    if (rq.curr == nullptr || rq.needResched) return;
    model_.at(rq, time);
    model_.scheduler().tick(rq);
    if (state.early && start - *state.early > ticks_.period + options_.reaction) flushEarly(rq);
    const bool hasRivals = rq.nrRunning > 1 || rq.cfs.nrRunning > 1;
    if (!hasRivals) return;
    if (!state.pending.isOpen) state.pending = {.isOpen = true, .since = start};
    state.pending.active = start;
    state.pending.counts = model_.isKnown(rq);
    state.pending.hasTick = true;
    state.pending.tickSaysYes = rq.needResched;
}

void Auditor::answerTick(RunQueue& rq, Timestamp time, bool recorded, bool model)
{
    CpuAudit& state = cpu(rq);
    const TaskId curr = model_.current(rq);
    ++result_.ticks[recorded ? 1 : 0][model ? 1 : 0];
    if (!recorded && !model) return;
    const bool followsEarly = recorded && state.early && state.earlyTask == curr;
    if (recorded == model || followsEarly) {
        state.early.reset();
        count(result_.tickPreemption, true);
    } else if (!recorded) {
        if (state.early) return;  // the same slice, one tick later still: one disagreement
        state.early = time;
        state.earlyTask = curr;
    } else {
        const bool isNear = model_.wouldPreemptNextTick(rq);
        count(result_.tickPreemption, isNear);
        if (!isNear) disagree(rq, time, AuditKind::TickPreemption, curr, curr, kNoTask);
        model_.learnTick(rq);
    }
}

void Auditor::flushEarly(RunQueue& rq)
{
    CpuAudit& state = cpu(rq);
    if (!state.early) return;
    count(result_.tickPreemption, false);
    disagree(rq, *state.early, AuditKind::TickPreemption, state.earlyTask, kNoTask,
             state.earlyTask);
    state.early.reset();
}

// --- wakeups ---

void Auditor::waking(const AuditEvent& event)
{
    const Wakeup& wakeup = trace_.wakeups()[event.link];
    const SchedTask& task = model_.task(event.task);
    choices_[index(event.task)] = -1;
    // sched_waking comes before the choice and names the CPU where the task ran last.
    RunQueue* const here = model_.rq(wakeup.cpu);
    RunQueue* const prev = model_.rq(wakeup.targetCpu);
    const bool isChoice = wakeup.kind == EventKind::Waking && !task.onRq && !task.isRtNow();
    if (cpus_.size() < 2 || !isChoice || here == nullptr || prev == nullptr) return;
    const bool sync = (wakeup.flags & Wakeup::kFromIrq) == 0 && blocksSoon(wakeup);
    choices_[index(event.task)] =
        model_.choose(event.task, PlacementKind::Wake, *here, *prev, sync, event.time);
    // The CPU that was chosen is told by an interrupt and queues the task some microseconds later;
    // the kernel takes it for busy from now on.
    const auto later = trace_.wakeups().subspan(event.link + 1);
    const auto queued = std::ranges::find_if(later, [&](const Wakeup& next) {
        return next.task == event.task || next.time - wakeup.time > kWakeupReach;
    });
    if (queued == later.end() || queued->task != event.task) return;
    underWay_[index(event.task)] = model_.rq(queued->targetCpu);
    if (RunQueue* const target = underWay_[index(event.task)]) {
        model_.scheduler().balancer().wakeupUnderWay(*target, 1);
    }
}

bool Auditor::blocksSoon(const Wakeup& wakeup) const
{
    if (wakeup.waker == kNoTask || wakeup.waker == kIdleTask) return false;
    const auto& segments = trace_.task(wakeup.waker).segments;
    const auto next = std::ranges::upper_bound(segments, wakeup.time, {}, &TaskSegment::begin);
    return next != segments.end() && next->state == SegmentState::Blocked &&
           next->begin - wakeup.time <= kSyncReach;
}

void Auditor::compareChoice(const AuditEvent& event, const RunQueue& chosen)
{
    const int model = choices_[index(event.task)];
    choices_[index(event.task)] = -1;
    if (model < 0) return;
    const int recorded = number(chosen.cpu);
    count(result_.cpuChoice, model == recorded);
    if (model == recorded) return;
    result_.disagreements.push_back({.time = event.time,
                                     .cpu = chosen.cpu,
                                     .kind = AuditKind::CpuChoice,
                                     .task = event.task,
                                     .recordedCpu = recorded,
                                     .modelCpu = model});
}

void Auditor::enqueue(const AuditEvent& event)
{
    if (RunQueue* const target = underWay_[index(event.task)]) {
        model_.scheduler().balancer().wakeupUnderWay(*target, -1);
        underWay_[index(event.task)] = nullptr;
    }
    RunQueue& rq = *model_.rq(event.cpu);
    SchedTask& task = model_.task(event.task);
    const bool isStart = event.link == TaskSegment::kNoLink;
    const bool isFork = !isStart && trace_.wakeups()[event.link].kind == EventKind::WakeupNew;
    if (task.onRq && task.se.isDelayed) {
        if (task.cpu == rq.index) {
            model_.at(rq, event.time);
            wakeupCheck(rq, event, false);
            return;
        }
        // Woken elsewhere: the kernel had taken it off its queue already.
        RunQueue& from = model_.scheduler().rq(task.cpu);
        model_.scheduler().forget(model_.at(from, event.time), task);
    }
    if (task.onRq) {
        model_.move(event.task, rq, event.time);
        return;
    }
    if (isFork && cpus_.size() > 1 && !task.isRtNow()) {
        RunQueue* const here = model_.rq(trace_.wakeups()[event.link].cpu);
        if (here != nullptr) {
            choices_[index(event.task)] =
                model_.choose(event.task, PlacementKind::Fork, *here, *here, false, event.time);
        }
    }
    compareChoice(event, rq);
    const bool sameCpu = task.cpu == rq.index;
    model_.enqueue(rq, event.task,
                   {.wakeup = !isStart && !isFork, .initial = isFork, .sameCpu = isFork && sameCpu},
                   event.time);
    if (!isStart) wakeupCheck(rq, event, isFork);
}

void Auditor::wakeupCheck(RunQueue& rq, const AuditEvent& event, bool isFork)
{
    SchedTask& woken = model_.task(event.task);
    Pending& pending = cpu(rq).pending;
    const bool wasAsked = rq.needResched;
    const bool counts = model_.isKnown(rq);
    if (woken.se.isDelayed) {
        model_.scheduler().wakeDelayed(rq, woken, {});
    } else if (rq.curr != nullptr) {
        model_.scheduler().checkPreempt(rq, woken, {.fork = isFork});
    }
    if (rq.curr == nullptr) return;
    pending.active = event.time;
    if (wasAsked) return;
    const bool saysYes = rq.needResched;
    if (!pending.isOpen) {
        pending = {.isOpen = true, .counts = counts, .since = event.time, .active = event.time};
    }
    pending.counts = pending.counts && counts;
    pending.hasWakeup = true;
    if (saysYes || !pending.wakeupSaysYes) pending.woken = event.task;
    pending.wakeupSaysYes = pending.wakeupSaysYes || saysYes;
}

void Auditor::answerWakeup(RunQueue& rq, Timestamp time, bool recorded, bool model, TaskId woken)
{
    ++result_.wakeups[recorded ? 1 : 0][model ? 1 : 0];
    count(result_.wakeupPreemption, recorded == model);
    if (recorded == model) return;
    disagree(rq, time, AuditKind::WakeupPreemption, woken, recorded ? woken : kNoTask,
             model ? woken : kNoTask);
}

// The recording had its time to answer: the current task ran on.
void Auditor::expire(RunQueue& rq, Timestamp time)
{
    const Pending& pending = cpu(rq).pending;
    if (!pending.isOpen || time - pending.active <= options_.reaction) return;
    // Asked to choose, the model may have kept the current task as the kernel did.
    if (rq.needResched && model_.peek(rq) == model_.current(rq)) {
        cpu(rq).pending.tickSaysYes = false;
        cpu(rq).pending.wakeupSaysYes = false;
    }
    answer(rq, pending.since, false, kNoTask);
    rq.clearResched();
}

void Auditor::answer(RunQueue& rq, Timestamp time, bool preempted, TaskId next)
{
    Pending pending = cpu(rq).pending;
    cpu(rq).pending = {};
    if (!pending.counts) return;
    if (!preempted) {
        if (pending.hasTick) answerTick(rq, time, false, pending.tickSaysYes);
        if (pending.hasWakeup) {
            answerWakeup(rq, time, false, pending.wakeupSaysYes, pending.woken);
        }
        return;
    }
    // Both may have caused it: the one that the model names, else the one that fits who came.
    if (pending.tickSaysYes) {
        answerTick(rq, time, true, true);
    } else if (pending.hasWakeup &&
               (pending.wakeupSaysYes || !pending.hasTick || pending.woken == next)) {
        answerWakeup(rq, time, true, pending.wakeupSaysYes, pending.woken);
    } else {
        answerTick(rq, time, true, false);
    }
}

// --- switches ---

void Auditor::switched(const AuditEvent& event)
{
    RunQueue& rq = model_.at(*model_.rq(event.cpu), event.time);
    if (model_.current(rq) != event.task) {
        // Current since before it was seen.
        cpu(rq).pending = {};
        if (event.task != kIdleTask && !model_.task(event.task).onRq) {
            model_.enqueue(rq, event.task, {}, event.time);
        }
        model_.makeCurrent(rq, event.task);
    }
    Pending& pending = cpu(rq).pending;
    if (pending.isOpen) {
        if (event.task != kIdleTask && isRunnable(event.state)) {
            answer(rq, pending.since, true, event.other);
        } else {
            pending = {};  // it blocked before it could be preempted: nobody knows
        }
    }
    if (cpu(rq).early && cpu(rq).earlyTask != event.other) flushEarly(rq);
    if (event.task != kIdleTask && !isRunnable(event.state)) {
        const bool special =
            event.state != TaskState::Interruptible && event.state != TaskState::Uninterruptible;
        model_.sleep(rq, event.task, special);
    }
    pick(rq, event);
}

void Auditor::pick(RunQueue& rq, const AuditEvent& event)
{
    if (event.other != kIdleTask) {
        SchedTask& next = model_.task(event.other);
        if (next.se.isDelayed) model_.scheduler().forget(model_.scheduler().rq(next.cpu), next);
        if (!next.onRq) model_.enqueue(rq, event.other, {.wakeup = true}, event.time);
        if (next.cpu != rq.index) model_.move(event.other, rq, event.time);
    }
    // A simulated run ends with a switch that nobody picked.
    const bool counts = model_.isKnown(rq) && event.time < trace_.end();
    const TaskId picked = model_.pick(rq);
    if (counts) {
        count(result_.picks, picked == event.other);
        if (picked != event.other) {
            disagree(rq, event.time, AuditKind::Pick, event.task, event.other, picked);
        }
    }
    model_.learnPick(rq, event.other);
    model_.makeCurrent(rq, event.other);
    rq.clearResched();
}

void Auditor::finish()
{
    for (RunQueue& rq : model_.scheduler().queues()) flushEarly(rq);
    if (result_.vruntime.samples > 0) {
        result_.vruntime.meanAbsError = errorSum_ / static_cast<double>(result_.vruntime.samples);
    }
    std::ranges::stable_sort(result_.disagreements, {}, &Disagreement::time);
}

}  // namespace

std::string_view auditKindName(AuditKind kind)
{
    switch (kind) {
        case AuditKind::Pick:
            return "pick";
        case AuditKind::WakeupPreemption:
            return "wakeup_preemption";
        case AuditKind::TickPreemption:
            return "tick_preemption";
        case AuditKind::CpuChoice:
            return "cpu_choice";
    }
    return "";
}

Result<AuditResult> audit(const Trace& trace, const AuditOptions& options, Progress& progress)
{
    const int cpus = options.machine.topology.count();
    Result<ResolvedSettings> settings = resolve(options.scheduler, cpus);
    if (!settings) return settings.error();
    if (!trace.hasSwitches()) {
        return Error{.code = ErrorCode::InvalidArgument,
                     .what = "the trace has no context switches, so there is nothing to audit",
                     .path = trace.info().path,
                     .expected = "sched_switch events"};
    }
    const FairRules rules = fairRules(*settings, options.machine.hz);
    const SmpRules smp = smpRulesOf(*settings, options.machine.hz);
    return Auditor(trace, options, rules, smp).run(progress);
}

}  // namespace resched

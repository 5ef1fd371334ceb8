// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/audit_model.h"

#include "sched/eevdf_class.h"
#include "sched/kernel_balancer.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace resched {

namespace {

using namespace std::chrono_literals;

// From the accounting in the kernel to the event that it was done for: the run queue's clock was
// read at the former.
constexpr Nanoseconds kClockAge = 15us;

// Only placements that the kernel made are compared: no balancer moves tasks here.
class NoBalancer final : public Balancer
{
public:
    int selectTaskRq(const PlacementRequest& request) override { return request.prevCpu; }
    bool newidle(RunQueue& /*rq*/, TaskMover& /*mover*/) override { return false; }
    void tick(RunQueue& /*rq*/, TaskMover& /*mover*/) override {}
};

// What a pick or a tick changes in an entity that is current before and after, and in its queue.
class Restorer
{
public:
    explicit Restorer(RunQueue& rq)
        : rq_(rq),
          clock_(rq.clock),
          next_(rq.cfs.next),
          last_(rq.cfs.last),
          skip_(rq.cfs.skip),
          minVruntime_(rq.cfs.minVruntime),
          zeroVruntime_(rq.cfs.zeroVruntime)
    {
        if (rq.curr != nullptr) keep(*rq.curr);
    }
    void keep(SchedTask& task) { kept_.push_back({&task.se, Fields(task.se)}); }
    ~Restorer()
    {
        for (const auto& [se, fields] : kept_) fields.restore(*se);
        rq_.clock = clock_;
        rq_.cfs.next = next_;
        rq_.cfs.last = last_;
        rq_.cfs.skip = skip_;
        rq_.cfs.minVruntime = minVruntime_;
        rq_.cfs.zeroVruntime = zeroVruntime_;
        rq_.clearResched();
    }
    Restorer(const Restorer&) = delete;
    Restorer& operator=(const Restorer&) = delete;

private:
    struct Fields
    {
        explicit Fields(const SchedEntity& se)
            : vruntime(se.vruntime),
              execStart(se.execStart),
              sum(se.sumExecRuntime),
              prevSum(se.prevSumExecRuntime),
              deadline(se.deadline),
              slice(se.slice),
              vlag(se.vlag),
              vprot(se.vprot)
        {}
        void restore(SchedEntity& se) const
        {
            se.execStart = execStart;
            se.sumExecRuntime = sum;
            se.prevSumExecRuntime = prevSum;
            se.slice = slice;
            se.vlag = vlag;
            se.vprot = vprot;
            // Keys of the trees: only curr, which is in none, may have had them changed.
            if (se.timelineHook.is_linked()) return;
            se.vruntime = vruntime;
            se.deadline = deadline;
        }
        std::int64_t vruntime, execStart, sum, prevSum, deadline, slice, vlag, vprot;
    };

    RunQueue& rq_;
    std::int64_t clock_;
    SchedEntity* next_;
    SchedEntity* last_;
    SchedEntity* skip_;
    std::int64_t minVruntime_;
    std::int64_t zeroVruntime_;
    std::vector<std::pair<SchedEntity*, Fields>> kept_;
};

std::unique_ptr<Balancer> balancerFor(const FairRules& rules, const SmpRules& smp,
                                      const Topology& topology, Scheduler& scheduler)
{
    const bool hasRules = rules.model != FairModel::O1 && rules.model != FairModel::Bfs;
    if (!hasRules || scheduler.cpuCount() < 2) return std::make_unique<NoBalancer>();
    auto balancer =
        std::make_unique<KernelBalancer>(scheduler.queues(), scheduler.fair(), topology, smp, 1);
    balancer->setMovesTasks(false);
    return balancer;
}

// Kernel threads of one CPU say so in their names: "ksoftirqd/0", "kworker/1:2", "cpuhp/0".
CpuSet affinityByName(std::string_view name)
{
    const auto slash = name.rfind('/');
    CpuSet cpus;
    if (slash == std::string_view::npos) return cpus;
    int cpu = 0;
    const char* const end = name.data() + name.size();
    const auto [rest, error] = std::from_chars(name.data() + slash + 1, end, cpu);
    if (error == std::errc{} && (rest == end || *rest == ':') && cpu < CpuSet::kMaxCpus) {
        cpus.add(CpuId{cpu});
    }
    return cpus;
}

void setPriority(SchedTask& task, std::int16_t prio)
{
    if (prio != kNoPrio && prio < 100) {
        task.policy = SchedPolicy::Fifo;
        task.rtPriority = std::clamp(99 - prio, 1, 99);
    } else if (prio != kNoPrio && prio < 140) {
        task.nice = prio - 120;
    }
}

}  // namespace

AuditModel::AuditModel(const Trace& trace, const FairRules& rules, const SmpRules& smp,
                       const Topology& topology)
    : trace_(trace),
      hasVruntimes_(!trace.vruntimes().empty()),
      scheduler_(rules, topology, nullptr),
      known_(trace.tasks().size())
{
    scheduler_.setBalancer(balancerFor(rules, smp, topology, scheduler_));
    for (int i = 0; i < scheduler_.cpuCount(); ++i) {
        const std::size_t cpu = index(scheduler_.rq(i).cpu);
        if (queueOf_.size() <= cpu) queueOf_.resize(cpu + 1, -1);
        queueOf_[cpu] = i;
    }
    lastSample_.assign(static_cast<std::size_t>(scheduler_.cpuCount()), Timestamp::min());
    isAnchored_.assign(lastSample_.size(), !hasVruntimes_);
    for (std::uint32_t i = 0; i < trace.tasks().size(); ++i) {
        SchedTask& task = tasks_.emplace_back();
        task.id = i;
        setPriority(task, trace.prioAt(TaskId{i}, trace.begin()));
        task.affinity = affinityByName(trace.name(TaskId{i}));
        scheduler_.initTask(task, 0);
    }
}

RunQueue* AuditModel::rq(std::int16_t cpu)
{
    const auto slot = static_cast<std::size_t>(cpu);
    if (cpu < 0 || slot >= queueOf_.size() || queueOf_[slot] < 0) return nullptr;
    return &scheduler_.rq(queueOf_[slot]);
}

SchedClass& AuditModel::classOf(const SchedTask& task)
{
    return task.isRtNow() ? static_cast<SchedClass&>(scheduler_.rt()) : scheduler_.fair();
}

bool AuditModel::isKnown(const RunQueue& rq) const
{
    return isAnchored(rq.index) && areTasksKnown(rq);
}

bool AuditModel::areTasksKnown(const RunQueue& rq) const
{
    return std::ranges::all_of(rq.fairTasks,
                               [this](const SchedTask& task) { return known_[task.id].isKnown; });
}

RunQueue& AuditModel::at(RunQueue& rq, Timestamp time)
{
    const Timestamp sample = lastSample_[static_cast<std::size_t>(rq.index)];
    const bool isRecent = sample != Timestamp::min() && time - sample <= kClockAge;
    rq.clock = std::max(rq.clock, nanoseconds(isRecent ? sample : time));
    while (rq.rt.periodEnd >= 0 && rq.rt.periodEnd <= rq.clock) {
        if (!scheduler_.rt().periodEnds(rq)) break;
    }
    return rq;
}

void AuditModel::settle(SchedTask& task, bool isKnown)
{
    Known& known = known_[task.id];
    known.isKnown = isKnown;
    known.vruntime = task.se.vruntime;
    known.sumExecRuntime = task.se.sumExecRuntime;
}

std::optional<std::int64_t> AuditModel::account(const VruntimeSample& sample)
{
    SchedTask& running = task(sample.task);
    RunQueue& queue = scheduler_.rq(running.cpu);
    // Real-time tasks have none: the kernel writes 0 (6.1).
    const bool hasNone = running.isRtNow() || nanoseconds(sample.vruntime) == 0;
    if (queue.curr != &running || hasNone) return std::nullopt;
    Known& known = known_[running.id];
    const std::int64_t now = nanoseconds(sample.time);
    const std::int64_t recorded = nanoseconds(sample.vruntime);
    const std::int64_t delta =
        virtualTime(scheduler_.rules().arithmetic, sample.ran, running.se.load);
    std::optional<std::int64_t> error;
    if (known.isKnown) error = recorded - (known.vruntime + delta);
    // One update of the model's that ends where the kernel's did.
    running.se.vruntime = recorded - delta;
    running.se.sumExecRuntime = known.sumExecRuntime;
    running.se.execStart = now - sample.ran;
    queue.clock = now;
    lastSample_[static_cast<std::size_t>(queue.index)] = sample.time;
    scheduler_.updateCurr(queue);
    settle(running, true);
    if (areTasksKnown(queue)) isAnchored_[static_cast<std::size_t>(queue.index)] = true;
    return error;
}

void AuditModel::fork(TaskId child, TaskId parent, Timestamp time)
{
    SchedTask& forked = task(child);
    SchedTask& forker = task(parent);
    if (forked.onRq) return;
    RunQueue& queue = at(scheduler_.rq(forker.cpu), time);
    setTaskCpu(forked, queue);
    scheduler_.fork(queue, forked, &forker);
}

void AuditModel::enqueue(RunQueue& queue, TaskId id, EnqueueFlags flags, Timestamp time)
{
    SchedTask& woken = task(id);
    at(queue, time);
    // Asleep since before the trace began: taken for a long sleep.
    if (flags.wakeup && !known_[woken.id].isKnown) {
        woken.se.vruntime = queue.cfs.minVruntime - scheduler_.rules().latency;
        if (woken.cpu != queue.index) setTaskCpu(woken, queue);
    }
    // Where a task that slept since before the trace began stands is a guess.
    const bool isGuess = flags.wakeup && !known_[woken.id].isKnown && hasVruntimes_;
    const bool cameFromKnown = woken.cpu == queue.index || isAnchored(woken.cpu);
    const bool queueWasKnown = isKnown(queue) && !isGuess && cameFromKnown;
    if (flags.wakeup) {
        flags.migrated = scheduler_.moveSleeping(woken, queue);
    } else {
        setTaskCpu(woken, queue);  // relative to no queue yet
    }
    scheduler_.activate(queue, woken, flags);
    settle(woken, queueWasKnown && (flags.wakeup || flags.initial));
}

void AuditModel::move(TaskId id, RunQueue& to, Timestamp time)
{
    SchedTask& moved = task(id);
    if (moved.cpu == to.index) return;
    RunQueue& from = scheduler_.rq(moved.cpu);
    if (from.curr == &moved) return;
    if (!moved.onRq) return;
    const bool wasKnown = known_[moved.id].isKnown && isAnchored(from.index) && isKnown(to);
    at(from, time);
    scheduler_.moveQueued(moved, at(to, time));
    to.clearResched();
    settle(moved, wasKnown);
}

void AuditModel::sleep(RunQueue& queue, TaskId id, bool special)
{
    SchedTask& leaving = task(id);
    scheduler_.deactivate(queue, leaving, {.sleep = true, .special = special});
    known_[leaving.id].vruntime = leaving.se.vruntime;
    known_[leaving.id].sumExecRuntime = leaving.se.sumExecRuntime;
}

void AuditModel::setPrio(TaskId id, std::int16_t prio, Timestamp time)
{
    SchedTask& changed = task(id);
    RunQueue& queue = at(scheduler_.rq(changed.cpu), time);
    const bool wasRt = changed.isRtNow();
    if (prio < 100) {
        scheduler_.setPolicy(queue, changed, SchedPolicy::Fifo, std::clamp(99 - prio, 1, 99));
    } else if (prio < 140) {
        if (wasRt) scheduler_.setPolicy(queue, changed, SchedPolicy::Normal, 0);
        scheduler_.setNice(queue, changed, prio - 120);
    }
    queue.clearResched();
    // A task that changes its class takes a place that no sample has shown.
    settle(changed, known_[changed.id].isKnown && (!hasVruntimes_ || wasRt == changed.isRtNow()));
}

void AuditModel::setIdle(TaskId id)
{
    SchedTask& changed = task(id);
    RunQueue& queue = scheduler_.rq(changed.cpu);
    scheduler_.setPolicy(queue, changed, SchedPolicy::Idle, 0);
    queue.clearResched();
    settle(changed, known_[changed.id].isKnown);
}

void AuditModel::forget(RunQueue& queue, Timestamp time)
{
    at(queue, time);
    for (SchedTask& each : tasks_) {
        if (each.cpu != queue.index) continue;
        if (each.onRq || queue.curr == &each) scheduler_.forget(queue, each);
        known_[each.id].isKnown = false;
    }
    isAnchored_[static_cast<std::size_t>(queue.index)] = !hasVruntimes_;
    queue.clearResched();
}

int AuditModel::choose(TaskId id, PlacementKind kind, RunQueue& here, RunQueue& prev, bool sync,
                       Timestamp time)
{
    SchedTask& placed = task(id);
    at(here, time);
    if (prev.index != placed.cpu && !placed.onRq) setTaskCpu(placed, prev);
    const int chosen = scheduler_.selectTaskRq({.task = &placed,
                                                .kind = kind,
                                                .prevCpu = prev.index,
                                                .thisCpu = here.index,
                                                .waker = here.curr,
                                                .sync = sync});
    return number(scheduler_.rq(chosen).cpu);
}

TaskId AuditModel::pick(RunQueue& queue)
{
    return idOf(scheduler_.schedule(queue));
}

void AuditModel::learnPick(RunQueue& queue, TaskId next)
{
    const auto* const eevdf = dynamic_cast<const EevdfClass*>(&scheduler_.fair());
    if (hasVruntimes_ || eevdf == nullptr || next == kIdleTask || queue.curr == nullptr) return;
    SchedTask& rival = *queue.curr;
    SchedTask& picked = task(next);
    if (&rival == &picked || rival.isRtNow() || picked.isRtNow() || !picked.se.onRq) return;
    eevdf->moveAhead(queue.cfs, picked.se, rival.se);
}

void AuditModel::learnTick(RunQueue& queue)
{
    const auto* const eevdf = dynamic_cast<const EevdfClass*>(&scheduler_.fair());
    if (hasVruntimes_ || eevdf == nullptr) return;
    eevdf->renewRequest(queue.cfs);
}

TaskId AuditModel::peek(RunQueue& queue)
{
    SchedTask* const curr = queue.curr;
    Restorer restorer(queue);
    SchedTask* const picked = scheduler_.schedule(queue);
    if (picked == curr) return idOf(picked);
    if (picked != nullptr) classOf(*picked).putPrevTask(queue, *picked);
    queue.curr = nullptr;
    if (curr != nullptr) {
        classOf(*curr).setNextTask(queue, *curr);
        queue.curr = curr;
    }
    scheduler_.balancer().switched(queue, picked, curr);
    return idOf(picked);
}

bool AuditModel::wouldPreemptNextTick(RunQueue& queue)
{
    if (queue.curr == nullptr) return false;
    Restorer restorer(queue);
    queue.clearResched();
    queue.clock += scheduler_.rules().tickPeriod;
    scheduler_.tick(queue);
    return queue.needResched;
}

void AuditModel::makeCurrent(RunQueue& queue, TaskId id)
{
    if (current(queue) == id) return;
    SchedTask* const prev = queue.curr;
    if (prev != nullptr) classOf(*prev).putPrevTask(queue, *prev);
    queue.curr = nullptr;
    if (id == kIdleTask) {
        scheduler_.balancer().switched(queue, prev, nullptr);
        return;
    }
    SchedTask& next = task(id);
    classOf(next).setNextTask(queue, next);
    queue.curr = &next;
    scheduler_.balancer().switched(queue, prev, &next);
    // Without samples a task counts as known once it has run: where it stands follows from then.
    if (!hasVruntimes_) known_[next.id].isKnown = true;
}

}  // namespace resched

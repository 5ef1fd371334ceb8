// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sched/kernel_balancer.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace resched {
namespace {

using enum SmpGeneration;

// Of 6.1.192 and later: newidle statistics start as if half of 512 attempts had moved something.
constexpr int kNewidleCalls = 512;
constexpr int kNewidleWindow = 1024;
constexpr std::size_t kUsualQueue = 64;  // room from the start, so that a run seldom asks for more

// throttled_lb_pair(): nobody is moved to where its group's quota is used up.
bool isGroupThrottled(const SchedTask& task, const RunQueue& rq)
{
    for (const SchedGroup* group = task.group; group != nullptr; group = group->parent) {
        if (group->queues[static_cast<std::size_t>(rq.index)].isThrottled) return true;
    }
    return false;
}

MoveCause causeOf(CpuIdleType idle)
{
    switch (idle) {
        case CpuIdleType::Busy:
            return MoveCause::Busy;
        case CpuIdleType::Idle:
            return MoveCause::Idle;
        case CpuIdleType::NewlyIdle:
            return MoveCause::Newidle;
    }
    return MoveCause::Unknown;
}

bool isBuddy(const SchedTask& task)
{
    const CfsRunQueue& cfs = *task.se.cfsRq;
    return cfs.next == &task.se || cfs.last == &task.se;
}

}  // namespace

KernelBalancer::KernelBalancer(std::deque<RunQueue>& queues, const NormalClass& fair,
                               const Topology& topology, const SmpRules& rules, std::uint64_t seed)
    : queues_(queues),
      fair_(fair),
      topology_(topology),
      rules_(rules),
      tree_(topology, rules.generation),
      tracker_(queues, tree_, rules_),
      cpus_(queues.size()),
      random_(seed * 0x9e3779b97f4a7c15U + 1)
{
    for (RunQueue& queue : queues_) byIndex_.push_back(&queue);
    for (int cpu = 0; cpu < topology.count(); ++cpu) {
        idsArePositions_ = idsArePositions_ && topology.cpus[index(cpu)].id == CpuId{cpu};
    }
    for (Cpu& cpu : cpus_) {
        cpu.avgIdle = rules_.usesPelt() ? rules_.migrationCost : 2 * rules_.migrationCost;
    }
    movables_.reserve(kUsualQueue);
    movers_.reserve(kUsualQueue);
    moved_.reserve(kUsualQueue);
    buildDomains();
}

void KernelBalancer::buildDomains()
{
    CpuMask online;
    for (const RunQueue& queue : queues_) {
        if (queue.isOnline) online.add(CpuId{queue.index});
    }
    tree_ = DomainTree(topology_, rules_.generation, online);
    llcs_.assign(static_cast<std::size_t>(tree_.llcCount()), {});
    for (RunQueue& queue : queues_) {
        Cpu& cpu = cpus_[index(queue.index)];
        cpu.domains.clear();
        for (const CpuDomain& domain : tree_.domains(queue.index)) {
            cpu.domains.push_back({.lastBalance = timestamp(queue.clock),
                                   .interval = domain->parameters.minInterval,
                                   .newidleCalls = kNewidleCalls,
                                   .newidleSuccesses = kNewidleCalls / 2});
        }
        if (queue.isOnline)
            llcs_[index(tree_.llcOf(queue.index))].nrIdleScan = tree_.llcSize(queue.index);
    }
    tracker_.rebuild();
    for (const RunQueue& queue : queues_) {
        if (queue.isOnline && queue.curr == nullptr) noteIdle(view(), queue.index);
    }
}

void KernelBalancer::cpusChanged()
{
    buildDomains();
}

std::uint32_t KernelBalancer::random()
{
    random_ ^= random_ << 13U;
    random_ ^= random_ >> 7U;
    random_ ^= random_ << 17U;
    return static_cast<std::uint32_t>(random_ >> 32U);
}

// --- placement ---

const CpuMask* KernelBalancer::allowedOf(const SchedTask& task)
{
    if (task.affinity.isEmpty()) return nullptr;
    if (idsArePositions_) return &task.affinity;
    allowed_ = {};
    for (const RunQueue& queue : queues_) {
        if (task.affinity.contains(queue.cpu)) allowed_.add(CpuId{queue.index});
    }
    return &allowed_;
}

// Where a task last ran may have gone offline since.
int KernelBalancer::onlineCpu(const SchedTask& task, int cpu) const
{
    if (byIndex_[index(cpu)]->isOnline) return cpu;
    for (const RunQueue& queue : queues_) {
        if (mayRunOn(task, queue)) return queue.index;
    }
    const auto online = std::find_if(queues_.begin(), queues_.end(),
                                     [](const RunQueue& queue) { return queue.isOnline; });
    return online == queues_.end() ? cpu : online->index;
}

int KernelBalancer::selectTaskRq(const PlacementRequest& request)
{
    SchedTask& sched = *request.task;
    TaskLoad& load = tracker_.of(sched);
    const int prev = onlineCpu(sched, request.prevCpu);
    const int here = onlineCpu(sched, request.thisCpu);
    PlacedTask task{.prev = prev,
                    .allowed = allowedOf(sched),
                    .weight = sched.se.load.weight,
                    .loadAvg = load.average.loadAvg,
                    .utilAvg = load.average.utilAvg,
                    .runnableAvg = load.average.runnableAvg,
                    .isQueued = request.kind == PlacementKind::Exec,
                    .isCacheHot = rq(here).clock - sched.se.execStart < rules_.migrationCost,
                    .avgOverlap = Nanoseconds{sched.se.avgOverlap},
                    .wakeeFlips = load.wakees.flips,
                    .recentUsedCpu = load.recentUsedCpu};
    if (request.kind != PlacementKind::Wake) {
        const SpreadReason why =
            request.kind == PlacementKind::Fork ? SpreadReason::Fork : SpreadReason::Exec;
        lastPlacement_ = placeOnSpread(view(), task, prev, why);
        return lastPlacement_.cpu;
    }
    // An interrupt wakes in the name of whoever it interrupts.
    Waker waker{.cpu = here, .sync = request.sync};
    if (const SchedTask* curr = rq(here).curr; curr != nullptr && curr != &sched) {
        WakeeHistory& wakees = tracker_.of(*curr).wakees;
        wakees.record(sched.id, timestamp(rq(here).clock));
        waker.wakeeFlips = wakees.flips;
        waker.avgOverlap = Nanoseconds{curr->se.avgOverlap};
        waker.isPerCpuKthread =
            request.waker != nullptr && curr->isKernelThread && curr->affinity.count() == 1;
    }
    lastPlacement_ = placeOnWake(view(), task, waker);
    load.recentUsedCpu = prev;
    return lastPlacement_.cpu;
}

// --- what happens ---

void KernelBalancer::enqueued(RunQueue& queue, SchedTask& task, bool isWakeup)
{
    tracker_.enqueued(queue, task);
    Cpu& cpu = cpus_[index(queue.index)];
    if (!isWakeup || cpu.idleStamp < 0) return;
    const std::int64_t cap = 2 * rules_.migrationCost;
    const std::int64_t idled = queue.clock - cpu.idleStamp;
    cpu.idleStamp = -1;
    // Up to 2.6.36 a long idle time sets the average at once.
    cpu.avgIdle =
        !rules_.usesPelt() && idled > cap
            ? cap
            : nextAvgIdle(Nanoseconds{cpu.avgIdle}, Nanoseconds{idled}, Nanoseconds{cap}).count();
}

void KernelBalancer::dequeued(RunQueue& queue, SchedTask& task, bool sleeps)
{
    tracker_.dequeued(queue, task, sleeps);
}

void KernelBalancer::switched(RunQueue& queue, SchedTask* prev, SchedTask* next)
{
    tracker_.switched(queue, prev, next);
    if (next != nullptr || !queue.isOnline || tree_.threads(queue.index).size() < 2) return;
    noteIdle(view(), queue.index);
}

void KernelBalancer::changed(RunQueue& queue, SchedTask& task)
{
    tracker_.changed(queue, task);
}

// --- newidle ---

bool KernelBalancer::newidleIsWorthIt(const Cpu& cpu, int number)
{
    if (rules_.generation < V2_6_33) return true;
    if (!rules_.usesPelt()) return cpu.avgIdle >= rules_.migrationCost;
    if (tree_.domains(number).empty()) return false;
    return cpu.avgIdle >= cpu.domains.front().maxNewidleCost.count() && tracker_.overloaded() > 0;
}

// Tried in proportion to its success, so that a domain where it never helps is left alone.
bool KernelBalancer::triesNewidle(DomainState& state)
{
    if (!rules_.newidleRandom) return true;
    return static_cast<int>(random() % 1024) <= 1 + state.newidleRatio;
}

namespace {

void countNewidle(DomainState& state, int successes)
{
    ++state.newidleCalls;
    state.newidleSuccesses += successes;
    if (state.newidleCalls < kNewidleWindow) return;
    state.newidleRatio = state.newidleSuccesses;
    state.newidleCalls /= 2;
    state.newidleSuccesses /= 2;
}

}  // namespace

bool KernelBalancer::newidle(RunQueue& queue, TaskMover& mover)
{
    Cpu& cpu = cpus_[index(queue.index)];
    cpu.idleStamp = queue.clock;
    tracker_.age(queue);
    if (!movesTasks_) return false;
    if (!newidleIsWorthIt(cpu, queue.index)) {
        drawBalanceNearer(queue, 1);
        return false;
    }
    const auto domains = tree_.domains(queue.index);
    std::int64_t spent = 0;
    bool pulled = false;
    std::size_t visited = 0;
    for (std::size_t level = 0; level < domains.size() && !pulled; ++level) {
        DomainState& state = cpu.domains[level];
        visited = level + 1;
        if (rules_.usesPelt() && cpu.avgIdle < spent + state.maxNewidleCost.count()) break;
        if (!domains[level]->parameters.balanceNewidle) continue;
        if (!triesNewidle(state)) {
            countNewidle(state, 0);
            continue;
        }
        const int weight = 1 + state.newidleRatio;
        pulled = balance(queue.index, level, CpuIdleType::NewlyIdle, mover).moved > 0;
        countNewidle(state, pulled ? (1024 + weight / 2) / weight : 0);
        const std::int64_t cost =
            rules_.newidleCostBase + rules_.newidleCostPerCpu * domains[level]->weight();
        spent += cost;
        state.maxNewidleCost = std::max(state.maxNewidleCost, Nanoseconds{cost});
    }
    if (pulled) cpu.idleStamp = -1;
    drawBalanceNearer(queue, visited);
    // Up to 2.6.36 going idle also draws the next periodic balance nearer.
    if (!rules_.usesPelt() && (pulled || queue.clock > cpu.nextBalance)) {
        setNextBalance(queue.index, CpuIdleType::Idle);
    }
    return pulled;
}

// From 6.1 on a CPU that goes idle is balanced at the idle pace of the domains that it looked at
// (update_next_balance()); what was due when it was busy lies far ahead.
void KernelBalancer::drawBalanceNearer(const RunQueue& queue, std::size_t levels)
{
    if (!rules_.usesPelt()) return;
    Cpu& cpu = cpus_[index(queue.index)];
    const auto domains = tree_.domains(queue.index);
    std::int64_t next = queue.clock + 1'000'000'000;
    for (std::size_t level = 0; level < std::min(levels, domains.size()); ++level) {
        const DomainState& state = cpu.domains[level];
        const Nanoseconds interval =
            balanceInterval(rules_, *domains[level], state, false, tree_.cpuCount());
        next = std::min(next, nanoseconds(state.lastBalance + interval));
    }
    cpu.nextBalance = std::min(cpu.nextBalance, next);
    nohzNext_ = std::min(nohzNext_, cpu.nextBalance);
}

// --- periodic ---

int KernelBalancer::busyInLlc(int cpu) const
{
    int busy = 0;
    const CpuDomain* llc = tree_.llcDomain(cpu);
    if (llc == nullptr) return 1;
    for (const int other : (*llc)->span) busy += byIndex_[index(other)]->curr != nullptr ? 1 : 0;
    return busy;
}

void KernelBalancer::tick(RunQueue& queue, TaskMover& mover)
{
    tracker_.tick(queue);
    if (!movesTasks_) return;
    const Cpu& cpu = cpus_[index(queue.index)];
    if (queue.clock >= cpu.nextBalance) rebalance(queue.index, CpuIdleType::Busy, mover);
    if (queue.clock >= nohzNext_) balanceIdleCpus(queue, mover);
}

void KernelBalancer::balanceIdleCpus(RunQueue& busy, TaskMover& mover)
{
    if (tracker_.resting() == 0) return;
    const bool kicks =
        !rules_.usesPelt() ||
        kicksNohzBalancer(view(), busy.index, busy.nrRunning < 2 ? busyInLlc(busy.index) : 0);
    if (!kicks) return;
    std::int64_t next = INT64_MAX;
    const int count = tree_.cpuCount();
    for (int step = 1; step < count; ++step) {
        const int at = busy.index + step;
        RunQueue& idle = rq(at < count ? at : at - count);
        Cpu& cpu = cpus_[index(idle.index)];
        if (!idle.isOnline || idle.curr != nullptr || idle.nrRunning > 0) continue;
        if (busy.clock >= cpu.nextBalance) {
            idle.clock = std::max(idle.clock, busy.clock);
            tracker_.age(idle);
            rebalance(idle.index, CpuIdleType::Idle, mover);
        }
        next = std::min(next, cpu.nextBalance);
    }
    if (next != INT64_MAX) nohzNext_ = next;
}

void KernelBalancer::setNextBalance(int number, CpuIdleType idle)
{
    Cpu& cpu = cpus_[index(number)];
    const auto domains = tree_.domains(number);
    std::int64_t next = rq(number).clock + 60'000'000'000;
    for (std::size_t level = 0; level < domains.size(); ++level) {
        const DomainState& state = cpu.domains[level];
        const Nanoseconds interval = balanceInterval(rules_, *domains[level], state,
                                                     idle == CpuIdleType::Busy, tree_.cpuCount());
        next = std::min(next, nanoseconds(state.lastBalance + interval));
    }
    cpu.nextBalance = next;
    if (rq(number).curr == nullptr) nohzNext_ = std::min(nohzNext_, next);
}

// rebalance_domains()
void KernelBalancer::rebalance(int number, CpuIdleType idle, TaskMover& mover)
{
    Cpu& cpu = cpus_[index(number)];
    const std::int64_t now = rq(number).clock;
    const auto domains = tree_.domains(number);
    for (std::size_t level = 0; level < domains.size(); ++level) {
        DomainState& state = cpu.domains[level];
        const Nanoseconds interval = balanceInterval(rules_, *domains[level], state,
                                                     idle == CpuIdleType::Busy, tree_.cpuCount());
        if (timestamp(now) < state.lastBalance + interval) continue;
        const Outcome outcome = balance(number, level, idle, mover);
        state.lastBalance = timestamp(now);
        if (outcome.moved > 0) idle = CpuIdleType::Busy;
        if (!outcome.goesOn) break;
    }
    setNextBalance(number, idle);
}

// load_balance(): finds the busiest queue, takes from it, and when all its tasks are pinned looks
// again without it.
KernelBalancer::Outcome KernelBalancer::balance(int number, std::size_t level, CpuIdleType idle,
                                                TaskMover& mover)
{
    const CpuDomain& domain = tree_.domains(number)[level];
    DomainState& state = cpus_[index(number)].domains[level];
    // Emptied without giving its memory back.
    if (!excluded_.isEmpty()) {
        for (const RunQueue& other : queues_) excluded_.remove(CpuId{other.index});
    }
    BalanceQuery query{.cpu = number,
                       .domain = &domain,
                       .idle = idle,
                       .failed = state.failed,
                       .level = static_cast<int>(level)};
    bool allPinned = false;
    while (true) {
        if (!shouldBalance(view(), query)) return {.moved = 0, .goesOn = false};
        const auto found = findBusiest(view(), query);
        if (!found) {
            noteBalanced(view(), state, *domain, idle, allPinned);
            return {};
        }
        allPinned = false;
        const int moved = pull(query, *found, allPinned, mover);
        if (moved > 0) {
            noteMoved(state, *domain);
            return {.moved = moved};
        }
        if (!allPinned) {
            const bool pushes = noteFailure(view(), query, *found, state);
            if (pushes && pushHere(query, *found, mover)) noteActive(view(), state, *domain);
            return {};
        }
        excluded_.add(CpuId{found->from});
        query.excluded = &excluded_;
        if (excluded_.count() >= domain->weight()) {
            noteBalanced(view(), state, *domain, idle, true);
            return {};
        }
    }
}

// The source's tasks in the order in which the kernel scans them: up to 2.6.36 from the one queued
// last, in 6.1 from the one that ran longest ago.
void KernelBalancer::collect(const BalanceQuery& query, RunQueue& from)
{
    movables_.clear();
    movers_.clear();
    const RunQueue& to = rq(query.cpu);
    const bool asksEligibility = rules_.generation >= V6_18;
    const auto add = [&](SchedTask& task) {
        const TaskLoad& load = tracker_.of(task);
        movers_.push_back(&task);
        movables_.push_back({.weight = task.se.load.weight,
                             .loadAvg = load.average.loadAvg,
                             .util = std::max(load.average.utilAvg, load.estimate.value()),
                             .sinceRan = Nanoseconds{to.clock - task.se.execStart},
                             .isAllowed = mayRunOn(task, to) && !isGroupThrottled(task, to),
                             .isRunning = from.curr == &task,
                             .isBuddy = isBuddy(task),
                             .isIdlePolicy = task.isIdlePolicyNow(),
                             .isDelayed = task.se.isDelayed,
                             .isEligible = !asksEligibility || fair_.isEligible(task.se)});
    };
    if (rules_.usesPelt()) {
        for (auto at = from.fairTasks.rbegin(); at != from.fairTasks.rend(); ++at) add(*at);
    } else {
        for (SchedTask& task : from.fairTasks) add(task);
    }
}

int KernelBalancer::pull(const BalanceQuery& query, const Pull& pull, bool& allPinned,
                         TaskMover& mover)
{
    RunQueue& from = rq(pull.from);
    if (from.nrRunning < 2) return 0;
    collect(query, from);
    Detach chosen = selectTasks(view(), query, pull, movables_, std::move(moved_));
    allPinned = chosen.allPinned;
    const MoveReason why{
        .cause = causeOf(query.idle), .level = query.level, .imbalance = pull.amount};
    for (const std::size_t at : chosen.moved) mover.moveTask(*movers_[at], rq(query.cpu), why);
    moved_ = std::move(chosen.moved);
    return static_cast<int>(moved_.size());
}

// The stopper on the source takes the first task that may move, hot or not; the one that it has
// just displaced is among them.
bool KernelBalancer::pushHere(const BalanceQuery& query, const Pull& pull, TaskMover& mover)
{
    RunQueue& from = rq(pull.from);
    RunQueue& to = rq(query.cpu);
    if (from.curr == nullptr || !mayRunOn(*from.curr, to) || from.pushTo >= 0) return false;
    const MoveReason why{
        .cause = MoveCause::Active, .level = query.level, .imbalance = pull.amount};
    collect(query, from);
    for (std::size_t i = 0; i < movables_.size(); ++i) {
        if (movables_[i].isRunning || !movables_[i].isAllowed || movables_[i].isDelayed) continue;
        mover.moveTask(*movers_[i], to, why);
        return true;
    }
    if (from.curr->isRtNow()) return false;
    mover.pushRunning(from, to, why);
    return true;
}

}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Placement and load balancing as the chosen kernel does them, on live run queues: the rules of
// placement.h and balance.h, fed by a LoadTracker. Deterministic; the random numbers that newidle
// balancing of later kernels draws come from the seed.
//
// Idle CPUs have no ticks. What the kernel does on their behalf (nohz) happens here at the tick of
// a busy CPU at which it is due, up to a tick earlier than the idle CPU that the kernel wakes for
// it would do it.

#include "sched/balance.h"
#include "sched/balancer.h"
#include "sched/load_tracker.h"
#include "sched/placement.h"
#include "topology/topology.h"

#include <deque>
#include <vector>

namespace resched {

class KernelBalancer final : public Balancer
{
public:
    KernelBalancer(std::deque<RunQueue>& queues, const NormalClass& fair, const Topology& topology,
                   const SmpRules& rules, std::uint64_t seed);

    int selectTaskRq(const PlacementRequest& request) override;
    bool newidle(RunQueue& rq, TaskMover& mover) override;
    void tick(RunQueue& rq, TaskMover& mover) override;
    void cpusChanged() override;
    void wakeupUnderWay(RunQueue& rq, int change) override { tracker_.wakeupUnderWay(rq, change); }
    void enqueued(RunQueue& rq, SchedTask& task, bool isWakeup) override;
    void dequeued(RunQueue& rq, SchedTask& task, bool sleeps) override;
    void switched(RunQueue& rq, SchedTask* prev, SchedTask* next) override;
    void changed(RunQueue& rq, SchedTask& task) override;

    // False: it places tasks but moves none, as when a recording says what moved.
    void setMovesTasks(bool moves) { movesTasks_ = moves; }
    const DomainTree& domains() const { return tree_; }
    // The last answer of selectTaskRq(), for explanations.
    const Placement& lastPlacement() const { return lastPlacement_; }

private:
    struct Cpu
    {
        std::vector<DomainState> domains;
        std::int64_t nextBalance = 0;
        std::int64_t avgIdle = 0;
        std::int64_t idleStamp = -1;  // when it last went idle; -1: a wakeup has ended that
    };
    struct Outcome
    {
        int moved = 0;
        bool goesOn = true;  // false: another CPU balances this level and those above
    };

    static std::size_t index(int value) { return static_cast<std::size_t>(value); }
    RunQueue& rq(int cpu) { return *byIndex_[index(cpu)]; }
    SmpView view() { return {tree_, rules_, tracker_.states(), llcs_}; }
    void buildDomains();
    const CpuMask* allowedOf(const SchedTask& task);
    int onlineCpu(const SchedTask& task, int cpu) const;

    void rebalance(int cpu, CpuIdleType idle, TaskMover& mover);
    void balanceIdleCpus(RunQueue& busy, TaskMover& mover);
    Outcome balance(int cpu, std::size_t level, CpuIdleType idle, TaskMover& mover);
    int pull(const BalanceQuery& query, const Pull& pull, bool& allPinned, TaskMover& mover);
    bool pushHere(const BalanceQuery& query, const Pull& pull, TaskMover& mover);
    void collect(const BalanceQuery& query, RunQueue& from);
    void setNextBalance(int cpu, CpuIdleType idle);
    void drawBalanceNearer(const RunQueue& queue, std::size_t levels);
    bool newidleIsWorthIt(const Cpu& cpu, int number);
    bool triesNewidle(DomainState& state);
    int busyInLlc(int cpu) const;
    std::uint32_t random();

    std::deque<RunQueue>& queues_;
    std::vector<RunQueue*> byIndex_;
    const NormalClass& fair_;
    Topology topology_;
    SmpRules rules_;
    DomainTree tree_;
    LoadTracker tracker_;
    std::vector<LlcState> llcs_;
    std::vector<Cpu> cpus_;
    std::int64_t nohzNext_ = 0;
    bool idsArePositions_ = true;
    bool movesTasks_ = true;
    CpuMask allowed_;                 // scratch: a task's mask in positions
    std::vector<Movable> movables_;   // scratch: of the busiest queue
    std::vector<SchedTask*> movers_;  // the same tasks
    std::vector<std::size_t> moved_;  // those of them that move
    CpuMask excluded_;                // scratch: CPUs that a balance leaves out
    std::uint64_t random_;
    Placement lastPlacement_;
};

}  // namespace resched

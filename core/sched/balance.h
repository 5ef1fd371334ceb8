// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Load balancing of fair tasks, per kernel generation (load_balance() and below): whether a CPU
// should balance a domain now, from which CPU how much would come, which of its queued tasks, and
// what failure leads to. Functions over the visible state of the CPUs; whoever owns the run queues
// calls them in the kernel's order and moves the tasks.

#include "sched/cpu_state.h"
#include "sched/group_stats.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace resched {

enum class CpuIdleType : std::uint8_t { Busy, Idle, NewlyIdle };

// Of one domain of one CPU.
struct DomainState
{
    Timestamp lastBalance{};
    int interval = 1;  // ms
    int failed = 0;    // attempts in a row that found an imbalance and moved nothing
    Nanoseconds maxNewidleCost{0};
    int newidleRatio = 512;  // successes of the last 1024 newidle attempts (6.1.192 and later)
    int newidleCalls = 0;
    int newidleSuccesses = 0;
};

struct BalanceQuery
{
    int cpu = 0;  // that would receive
    const CpuDomain* domain = nullptr;
    CpuIdleType idle = CpuIdleType::Idle;
    int failed = 0;
    int level = 0;                      // of the domain, from the smallest; for explanations
    const CpuMask* excluded = nullptr;  // CPUs all of whose tasks turned out pinned
};

enum class PullKind : std::uint8_t { Load, Util, Tasks };

struct Pull
{
    int from = 0;
    PullKind kind = PullKind::Load;
    std::int64_t amount = 0;
    // The averages that decided, for explanations: local group, busiest group, whole domain.
    std::int64_t localLoad = 0;
    std::int64_t busiestLoad = 0;
    std::int64_t averageLoad = 0;
    GroupType busiestType = GroupType::Overloaded;  // from 6.1
};

// The first idle CPU of the local group, or its first CPU, balances for the group; a CPU that has
// just gone idle always does (should_we_balance() and its forerunners).
bool shouldBalance(const SmpView& view, const BalanceQuery& query);

// The busiest queue and the imbalance; nothing when the domain is balanced.
std::optional<Pull> findBusiest(const SmpView& view, const BalanceQuery& query);

// A task queued on the busiest CPU.
struct Movable
{
    std::int64_t weight = kNiceZeroLoad;  // up to 2.6.36
    std::int64_t loadAvg = 0;             // from 6.1
    std::int64_t util = 0;
    Nanoseconds sinceRan{0};  // since it was last accounted for running
    bool isAllowed = true;    // on the receiving CPU
    bool isRunning = false;
    bool isBuddy = false;  // next, or last where there is one
    bool isIdlePolicy = false;
    bool isDelayed = false;  // 6.12: sleeping, kept for its lag
    bool isEligible = true;  // 6.18: on its own queue
};

struct Detach
{
    std::vector<std::size_t> moved;  // indexes into the tasks, in order
    bool allPinned = true;           // not one could move for affinity
};

// Which of the tasks, in the kernel's scanning order, move (balance_tasks(), detach_tasks()). The
// memory of `scratch` becomes the result's.
Detach selectTasks(const SmpView& view, const BalanceQuery& query, const Pull& pull,
                   std::span<const Movable> tasks, std::vector<std::size_t> scratch = {});

bool isCacheHot(const SmpView& view, const BalanceQuery& query, const Movable& task);

// Nothing moved: one more failure, and whether the busiest CPU's own task is to be pushed here
// (active balance). `pull` as found, `state` of the receiving CPU's domain.
bool noteFailure(const SmpView& view, const BalanceQuery& query, const Pull& pull,
                 DomainState& state);
void noteMoved(DomainState& state, const Domain& domain);
void noteActive(const SmpView& view, DomainState& state, const Domain& domain);
void noteBalanced(const SmpView& view, DomainState& state, const Domain& domain, CpuIdleType idle,
                  bool allPinned);

// How long after the last balance of the domain the next is due.
Nanoseconds balanceInterval(const SmpRules& rules, const Domain& domain, const DomainState& state,
                            bool isBusy, int cpus);

// Newidle balance from 2.6.33 on is skipped for short idle times: the average that the decision
// takes, updated by the wakeup that ends an idle time (update_avg()).
Nanoseconds nextAvgIdle(Nanoseconds average, Nanoseconds idled, Nanoseconds cap);

// nohz_balancer_kick() of 6.1: whether the tick of a busy CPU wakes an idle one to balance for all
// that sleep without ticks. `busyInLlc`: CPUs of its cache that do not.
bool kicksNohzBalancer(const SmpView& view, int cpu, int busyInLlc);

}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/workload_check.h"

#include <algorithm>

namespace resched {

namespace {

Error invalid(std::string what, std::string expected)
{
    return {.code = ErrorCode::InvalidArgument,
            .what = std::move(what),
            .expected = std::move(expected)};
}

struct ObjectRange
{
    const char* noun = nullptr;  // null: the step names no object
    std::size_t count = 0;
};

ObjectRange objectsOf(const Workload& w, StepKind kind)
{
    switch (kind) {
        case StepKind::TimerWait:
            return {"timer", w.timers.size()};
        case StepKind::Wait:
        case StepKind::Post:
            return {"token", w.tokens};
        case StepKind::SemWait:
        case StepKind::SemPost:
            return {"semaphore", w.semaphores.size()};
        case StepKind::Lock:
        case StepKind::Unlock:
            return {"mutex", w.mutexes.size()};
        case StepKind::CondWait:
        case StepKind::CondSignal:
        case StepKind::CondBroadcast:
            return {"condition", w.conditions.size()};
        case StepKind::BarrierWait:
            return {"barrier", w.barriers.size()};
        case StepKind::RwReadLock:
        case StepKind::RwWriteLock:
        case StepKind::RwUnlock:
            return {"rwlock", w.rwlocks.size()};
        case StepKind::FutexWait:
        case StepKind::FutexWake:
        case StepKind::FutexRequeue:
        case StepKind::FutexWakeOp:
        case StepKind::FutexSet:
            return {"futex", w.futexes.size()};
        case StepKind::PipeRead:
        case StepKind::PipeWrite:
            return {"pipe", w.pipes.size()};
        case StepKind::Fork:
        case StepKind::Resume:
            return {"task", w.tasks.size()};
        case StepKind::Exec:
            return {"name", w.names.size()};
        case StepKind::SetAffinity:
            return {"CPU set", w.cpuSets.size()};
        case StepKind::Mark:
            return {"metric", w.metrics.size()};
        case StepKind::SetPolicy:
            return {"policy", 5};
        default:
            return {};
    }
}

class Check
{
public:
    explicit Check(const SimulationInput& input) : input_(input), w_(*input.workload) {}

    Result<void> run()
    {
        if (auto r = checkMachine(); !r) return r;
        if (auto r = checkObjects(); !r) return r;
        for (std::size_t i = 0; i < w_.tasks.size(); ++i) {
            if (auto r = checkTask(w_.tasks[i], static_cast<int>(i)); !r) return r;
        }
        return {};
    }

private:
    static std::string stepText(const WorkloadTask& task, std::size_t step)
    {
        return "task " + task.name + ", step " + std::to_string(step + 1);
    }

    Result<void> checkMachine() const
    {
        if (input_.machine.topology.cpus.empty()) {
            return invalid("the machine has no CPU", "at least one");
        }
        if (input_.machine.hz < 10 || input_.machine.hz > 10'000) {
            return invalid("the machine's tick rate is " + std::to_string(input_.machine.hz),
                           "10 to 10000 Hz");
        }
        if (input_.duration.count() < 0 || w_.duration.count() < 0) {
            return invalid("the duration is negative", "0 or more");
        }
        return {};
    }

    Result<void> checkObjects() const
    {
        for (const BarrierSpec& barrier : w_.barriers) {
            if (barrier.parties < 1) {
                return invalid("barrier " + barrier.name + " has no parties", "at least one");
            }
        }
        if (w_.futexModel.buckets < 1) {
            return invalid("the futexes have no hash bucket", "at least one");
        }
        for (const PipeSpec& pipe : w_.pipes) {
            if (pipe.capacity < 1) {
                return invalid("pipe " + pipe.name + " holds nothing", "a capacity of 1 or more");
            }
        }
        for (const Metric& metric : w_.metrics) {
            const bool bad =
                (metric.kind == Metric::Kind::SinceTimer && metric.object >= w_.timers.size()) ||
                (metric.kind == Metric::Kind::Gaps && metric.object >= w_.tasks.size());
            if (bad) {
                return invalid(
                    "metric " + metric.name + " names object " + std::to_string(metric.object),
                    "one that exists");
            }
        }
        for (const TaskGroup& group : w_.groups) {
            const auto self = static_cast<int>(&group - w_.groups.data());
            if (group.parent >= self) {
                return invalid("group " + group.name + " stands before its parent",
                               "parents first");
            }
            if (auto r = checkQuota(group); !r) return r;
            if (group.shares < 2) {
                return invalid(
                    "group " + group.name + " has " + std::to_string(group.shares) + " shares",
                    "2 or more");
            }
        }
        return {};
    }

    // The limits of the kernel (tg_set_cfs_bandwidth()).
    Result<void> checkQuota(const TaskGroup& group) const
    {
        if (group.quota.count() < 0) return {};
        const SchedulerPreset* preset = findScheduler(input_.scheduler.scheduler);
        const bool hasQuotas =
            preset == nullptr || std::ranges::any_of(preset->tunables, [](const TunableSpec& t) {
                return t.name == "cfs_bandwidth_slice_ns";
            });
        if (!hasQuotas) {
            return invalid("group " + group.name + " has a quota, which " +
                               input_.scheduler.scheduler + " does not know",
                           "a scheduler from cfs-6.1 on, or groups without a quota");
        }
        constexpr std::int64_t kMillisecond = 1'000'000;
        const std::int64_t period = group.period.count();
        if (period < kMillisecond || period > 1000 * kMillisecond) {
            return invalid(
                "group " + group.name + " has a period of " + std::to_string(period) + " ns",
                "1 ms to 1 s");
        }
        if (group.quota.count() < kMillisecond) {
            return invalid("group " + group.name + " has a quota of " +
                               std::to_string(group.quota.count()) + " ns",
                           "1 ms or more");
        }
        return {};
    }

    Result<void> checkTask(const WorkloadTask& task, int self) const
    {
        const std::string who = "task " + task.name;
        if (task.parent >= static_cast<int>(w_.tasks.size()) || task.parent == self) {
            return invalid(who + " has parent " + std::to_string(task.parent),
                           "another task of the workload");
        }
        if (task.nice < -20 || task.nice > 19) {
            return invalid(who + " has nice " + std::to_string(task.nice), "-20 to 19");
        }
        const bool isRt = task.policy == Policy::Fifo || task.policy == Policy::RoundRobin;
        if (isRt && (task.rtPriority < 1 || task.rtPriority > 99)) {
            return invalid(who + " has real-time priority " + std::to_string(task.rtPriority),
                           "1 to 99");
        }
        if (task.group >= static_cast<int>(w_.groups.size())) {
            return invalid(who + " is in group " + std::to_string(task.group), "one that exists");
        }
        if (task.start.count() < 0) return invalid(who + " starts before the run", "0 or later");
        if (!mayRunAnywhere(task.affinity)) {
            return invalid(who + " may run on CPUs " + task.affinity.text() + " only",
                           "at least one CPU of the machine");
        }
        return checkProgram(task);
    }

    bool mayRunAnywhere(const CpuSet& cpus) const
    {
        return cpus.isEmpty() ||
               std::ranges::any_of(input_.machine.topology.cpus,
                                   [&](const CpuPlace& place) { return cpus.contains(place.id); });
    }

    Result<void> checkProgram(const WorkloadTask& task) const
    {
        int depth = 0;
        for (std::size_t i = 0; i < task.program.size(); ++i) {
            const Step& step = task.program[i];
            const ObjectRange range = objectsOf(w_, step.kind);
            if (range.noun != nullptr && step.object >= range.count) {
                return invalid(
                    stepText(task, i) + " names " + range.noun + " " + std::to_string(step.object),
                    "fewer than " + std::to_string(range.count));
            }
            if (auto r = checkAmount(task, i, step); !r) return r;
            if (step.kind == StepKind::LoopBegin) ++depth;
            if (step.kind == StepKind::LoopEnd && --depth < 0) {
                return invalid(stepText(task, i) + " ends a loop that was not begun",
                               "a loop begin before it");
            }
            if (step.kind == StepKind::LoopBegin && step.amount < 0 && isEndless()) {
                return invalid(stepText(task, i) + " loops for ever and the run has no end",
                               "a duration");
            }
        }
        if (depth > 0) return invalid("task " + task.name + " does not end its loop", "a loop end");
        return {};
    }

    bool isEndless() const { return input_.duration.count() == 0 && w_.duration.count() == 0; }

    Result<void> checkAmount(const WorkloadTask& task, std::size_t i, const Step& step) const
    {
        const bool random = (step.flags & Step::kRandom) != 0;
        const auto index = static_cast<std::uint64_t>(step.amount);
        if (random && (step.amount < 0 || index >= w_.distributions.size())) {
            return invalid(stepText(task, i) + " names distribution " + std::to_string(step.amount),
                           "fewer than " + std::to_string(w_.distributions.size()));
        }
        if (step.kind == StepKind::CondWait && index >= w_.mutexes.size()) {
            return invalid(stepText(task, i) + " names mutex " + std::to_string(step.amount),
                           "fewer than " + std::to_string(w_.mutexes.size()));
        }
        const bool hasTwo =
            step.kind == StepKind::FutexRequeue || step.kind == StepKind::FutexWakeOp;
        if (hasTwo && (index & 0xffffffffU) >= w_.futexes.size()) {
            return invalid(
                stepText(task, i) + " requeues to futex " + std::to_string(index & 0xffffffffU),
                "fewer than " + std::to_string(w_.futexes.size()));
        }
        if (step.kind == StepKind::TimerWait && step.amount == 0 &&
            w_.timers[step.object].period.count() <= 0) {
            return invalid(stepText(task, i) + " waits for a timer without a period",
                           "more than 0 ns");
        }
        if (step.kind == StepKind::SetPolicy && step.object >= 3 &&
            (step.amount < 1 || step.amount > 99)) {
            return invalid(
                stepText(task, i) + " sets real-time priority " + std::to_string(step.amount),
                "1 to 99");
        }
        const bool counts = step.kind == StepKind::Run || step.kind == StepKind::Sleep ||
                            step.kind == StepKind::PipeRead || step.kind == StepKind::PipeWrite ||
                            step.kind == StepKind::SemPost;
        if (counts && step.amount < 0) {
            return invalid(stepText(task, i) + " has a negative amount", "0 or more");
        }
        if (step.kind == StepKind::SetAffinity && !mayRunAnywhere(w_.cpuSets[step.object])) {
            return invalid(stepText(task, i) + " allows CPUs " + w_.cpuSets[step.object].text(),
                           "at least one CPU of the machine");
        }
        return {};
    }

    const SimulationInput& input_;
    const Workload& w_;
};

}  // namespace

Result<void> checkInput(const SimulationInput& input)
{
    if (input.workload == nullptr) return invalid("there is no workload", "one");
    return Check(input).run();
}

}  // namespace resched

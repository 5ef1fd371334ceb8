// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/emitter.h"

#include <utility>

namespace resched {

namespace {

std::int16_t prioOf(const SimTask& task)
{
    return static_cast<std::int16_t>(task.sched.prio);
}

constexpr std::array kEventNames = {
    std::pair{EventKind::Waking, "sched_waking"},
    std::pair{EventKind::Migrate, "sched_migrate_task"},
    std::pair{EventKind::Wakeup, "sched_wakeup"},
    std::pair{EventKind::WakeupNew, "sched_wakeup_new"},
    std::pair{EventKind::Switch, "sched_switch"},
    std::pair{EventKind::StatRuntime, "sched_stat_runtime"},
    std::pair{EventKind::Fork, "sched_process_fork"},
    std::pair{EventKind::Exec, "sched_process_exec"},
    std::pair{EventKind::Exit, "sched_process_exit"},
    std::pair{EventKind::PiSetprio, "sched_pi_setprio"},
};

}  // namespace

void Emitter::cpuOnline(std::int64_t now, CpuId cpu, bool online)
{
    push(makeValue(online ? EventKind::CpuOnline : EventKind::CpuOffline, at(now), cpu, kIdleTid,
                   0));
}

void Emitter::exists(std::int64_t now, const SimTask& task)
{
    push(makeTask(EventKind::StateDump, at(now), kNoCpu, task.tid, task.name,
                  Tid{number(task.tgid)}, NameId{kNoName}, prioOf(task)));
}

void Emitter::wake(EventKind kind, std::int64_t now, CpuId cpu, const SimTask& task, CpuId target,
                   bool fromIrq)
{
    const Event event = makeWake({.kind = kind,
                                  .time = at(now),
                                  .cpu = cpu,
                                  .tid = task.tid,
                                  .name = task.name,
                                  .prio = prioOf(task),
                                  .targetCpu = target,
                                  // An interrupt wakes on nobody's behalf, whoever runs there.
                                  .waker = fromIrq ? kIdleTid : kNoTid});
    count(event);
    trace_.addWake(event);
}

void Emitter::waking(std::int64_t now, CpuId cpu, const SimTask& task, CpuId previous, bool fromIrq)
{
    wake(EventKind::Waking, now, cpu, task, previous, fromIrq);
}

void Emitter::wakeup(std::int64_t now, CpuId cpu, const SimTask& task, CpuId target, bool fromIrq)
{
    wake(EventKind::Wakeup, now, cpu, task, target, fromIrq);
}

void Emitter::wakeupNew(std::int64_t now, CpuId cpu, const SimTask& task, CpuId target,
                        bool fromIrq)
{
    wake(EventKind::WakeupNew, now, cpu, task, target, fromIrq);
}

void Emitter::migrate(std::int64_t now, CpuId cpu, const SimTask& task, CpuId to,
                      const MoveReason& why)
{
    static_assert(static_cast<int>(MoveCause::Forced) == static_cast<int>(MigrationCause::Forced));
    push(makeMigrate(at(now), cpu, task.tid, task.name, to, static_cast<std::uint8_t>(why.cause),
                     why.level, why.imbalance));
}

void Emitter::refused(std::int64_t now, const RunQueue& rq, const SimTask& task)
{
    static_assert(static_cast<int>(RefusalReason::Pending) ==
                  static_cast<int>(RefusalRule::Pending));
    if (!decides_ || rq.refused.reason == RefusalReason::None) return;
    Event event = makeValue(EventKind::Refusal, at(now), rq.cpu, task.tid, rq.refused.value,
                            rq.refused.limit);
    event.detail = static_cast<std::uint8_t>(rq.refused.reason);
    push(event);
}

void Emitter::statRuntime(std::int64_t now, CpuId cpu, const SimTask& task, std::int64_t ran,
                          std::int64_t vruntime)
{
    push(makeValue(EventKind::StatRuntime, at(now), cpu, task.tid, ran, vruntime));
}

void Emitter::fork(std::int64_t now, CpuId cpu, const SimTask& parent, const SimTask& child)
{
    push(makeTask(EventKind::Fork, at(now), cpu, parent.tid, parent.name, child.tid, child.name,
                  prioOf(parent)));
    push(makeTask(EventKind::Process, at(now), kNoCpu, child.tid, child.name,
                  Tid{number(child.tgid)}));
}

void Emitter::exec(std::int64_t now, CpuId cpu, const SimTask& task)
{
    push(makeTask(EventKind::Exec, at(now), cpu, task.tid, task.name, task.tid));
}

void Emitter::exit(std::int64_t now, CpuId cpu, const SimTask& task)
{
    push(makeTask(EventKind::Exit, at(now), cpu, task.tid, task.name));
}

void Emitter::setPrio(std::int64_t now, CpuId cpu, const SimTask& task, bool boosted)
{
    if (boosted) {
        push(makeTask(EventKind::PiSetprio, at(now), cpu, task.tid, task.name, kNoTid,
                      NameId{kNoName}, prioOf(task)));
    } else {
        push(makeValue(EventKind::SetScheduler, at(now), cpu, task.tid, task.sched.prio));
    }
}

void Emitter::switched(std::int64_t now, CpuId cpu, const SimTask* prev, TaskState prevState,
                       const SimTask* next, EndReason reason, const Decision& decision)
{
    const auto nameOf = [&](const SimTask* task) {
        return task == nullptr ? idleName_ : task->name;
    };
    const auto prio = [](const SimTask* task) {
        return task == nullptr ? static_cast<int>(kIdlePrio) : task->sched.prio;
    };
    const Event event = makeSwitch({.time = at(now),
                                    .cpu = cpu,
                                    .prev = prev == nullptr ? kIdleTid : prev->tid,
                                    .next = next == nullptr ? kIdleTid : next->tid,
                                    .prevState = prevState,
                                    .prevName = nameOf(prev),
                                    .nextName = nameOf(next),
                                    .prevPrio = prio(prev),
                                    .nextPrio = prio(next)});
    count(event);
    if (prev == nullptr || !decides_) {
        trace_.addSwitch(event);
    } else {
        trace_.addSwitch(event, reason, decision);
    }
}

void Emitter::finish()
{
    for (const auto& [kind, name] : kEventNames) {
        const std::uint64_t count = counts_[static_cast<std::size_t>(kind)];
        if (count > 0) trace_.countEvents(name, count);
    }
}

}  // namespace resched

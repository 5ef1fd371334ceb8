// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/event.h"

#include <algorithm>

namespace resched {

namespace {

Event makeEvent(EventKind kind, Timestamp time, CpuId cpu, Tid tid)
{
    Event event;
    event.time = nanoseconds(time);
    event.kind = kind;
    event.cpu = static_cast<std::int16_t>(number(cpu));
    event.tid = number(tid);
    return event;
}

}  // namespace

Event makeSwitch(const SwitchEvent& facts)
{
    Event event = makeEvent(EventKind::Switch, facts.time, facts.cpu, facts.prev);
    event.detail = static_cast<std::uint8_t>(facts.prevState);
    event.change = {number(facts.next), static_cast<std::uint32_t>(facts.prevName),
                    static_cast<std::uint32_t>(facts.nextName),
                    static_cast<std::int16_t>(facts.prevPrio),
                    static_cast<std::int16_t>(facts.nextPrio)};
    return event;
}

Event makeWake(const WakeEvent& facts)
{
    Event event = makeEvent(facts.kind, facts.time, facts.cpu, facts.tid);
    event.detail = facts.success ? 1 : 0;
    event.task = {number(facts.waker), static_cast<std::uint32_t>(facts.name), kNoName,
                  static_cast<std::int16_t>(facts.prio),
                  static_cast<std::int16_t>(number(facts.targetCpu))};
    return event;
}

Event makeMigrate(Timestamp time, CpuId cpu, Tid tid, NameId name, CpuId to)
{
    Event event = makeEvent(EventKind::Migrate, time, cpu, tid);
    event.task = {-1, static_cast<std::uint32_t>(name), kNoName, kNoPrio,
                  static_cast<std::int16_t>(number(to))};
    return event;
}

Event makeMigrate(Timestamp time, CpuId cpu, Tid tid, NameId name, CpuId to, std::uint8_t why,
                  int level, std::int64_t imbalance)
{
    Event event = makeMigrate(time, cpu, tid, name, to);
    const auto shownLevel = static_cast<unsigned>(std::clamp(level + 1, 0, 15));
    event.detail = static_cast<std::uint8_t>(why | (shownLevel << 4U));
    event.task.otherTid =
        static_cast<std::int32_t>(std::clamp<std::int64_t>(imbalance, INT32_MIN, INT32_MAX));
    return event;
}

Event makeValue(EventKind kind, Timestamp time, CpuId cpu, Tid tid, std::int64_t value,
                std::int64_t extra)
{
    Event event = makeEvent(kind, time, cpu, tid);
    event.value = {value, extra};
    return event;
}

Event makeTask(EventKind kind, Timestamp time, CpuId cpu, Tid tid, NameId name, Tid other,
               NameId otherName, int prio)
{
    Event event = makeEvent(kind, time, cpu, tid);
    event.task = {number(other), static_cast<std::uint32_t>(name),
                  static_cast<std::uint32_t>(otherName), static_cast<std::int16_t>(prio), -1};
    return event;
}

}  // namespace resched

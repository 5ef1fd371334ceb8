// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What recorders call things. One kernel tracepoint has had several names (LTTng's subsystem
// prefixes, perf's "sched:", the syscall events of each LTTng generation), and so have its fields
// (LTTng writes tid where the kernel writes pid). Here is the one table of them.

#include "trace/event.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace resched::ctf {

// "sched:sched_switch" as perf writes it is the kernel's "sched_switch".
std::string_view kernelName(std::string_view eventName);

struct EventMeaning
{
    EventKind kind = EventKind::Other;
    Syscall syscall = Syscall::Other;
};
EventMeaning meaningOf(std::string_view kernelName);

// What a field of an event is to us.
enum class Role : std::uint8_t {
    Tid,
    Comm,
    Prio,
    State,
    OtherTid,
    OtherComm,
    OtherPrio,
    Target,
    Success,
    Value,
    Extra,
    Process,       // of Tid
    OtherProcess,  // of OtherTid
    Cpu,           // that the event speaks of
    // Of the task that was current at the event, from contexts or from perf's own fields.
    CurrentTid,
    CurrentProcess,
    CurrentComm,
    CurrentCpu,
};
constexpr std::size_t kRoles = static_cast<std::size_t>(Role::CurrentCpu) + 1;

struct RoleName
{
    Role role;
    std::string_view field;
    bool isRequired = false;  // one of a role's names must be there
};
// In order of preference: the first that the event has is taken.
std::span<const RoleName> payloadRoles(EventMeaning meaning);
std::span<const RoleName> contextRoles();
std::span<const RoleName> perfRoles();

}  // namespace resched::ctf

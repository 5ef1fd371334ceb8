// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Ids are types: a thread, a process, a CPU, a task of a trace and an interned name are never mixed
// up. Tid and Tgid are the kernel's numbers and can be reused; TaskId is dense and unique inside
// one Trace or Workload, and indexes its task table.

#include <cstddef>
#include <cstdint>

namespace resched {

enum class Tid : std::int32_t {};
enum class Tgid : std::int32_t {};
enum class CpuId : std::int32_t {};
enum class TaskId : std::uint32_t {};
enum class NameId : std::uint32_t {};

constexpr Tid kIdleTid{0};
// The idle task stands first in every trace, once for all CPUs.
constexpr TaskId kIdleTask{0};
constexpr TaskId kNoTask{0xffffffff};
constexpr CpuId kNoCpu{-1};
constexpr Tid kNoTid{-1};
constexpr Tgid kNoTgid{-1};

constexpr std::size_t index(TaskId id)
{
    return static_cast<std::size_t>(id);
}
constexpr std::size_t index(NameId id)
{
    return static_cast<std::size_t>(id);
}
constexpr std::size_t index(CpuId id)
{
    return static_cast<std::size_t>(id);
}
constexpr std::int32_t number(Tid id)
{
    return static_cast<std::int32_t>(id);
}
constexpr std::int32_t number(Tgid id)
{
    return static_cast<std::int32_t>(id);
}
constexpr std::int32_t number(CpuId id)
{
    return static_cast<std::int32_t>(id);
}

}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How an event is written as CTF: its name and fields, those of LTTng's kernel tracer from 2.12 on
// a kernel from 4.20 (prio is the kernel's less 100, prev_state holds the report bits).

#include "trace/event.h"
#include "trace/trace.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

namespace resched {

enum class CtfType : std::uint8_t { Text, Signed32, Signed64, Unsigned32, Unsigned64 };

struct CtfField
{
    std::string_view name;
    CtfType type;
};

struct CtfEvent
{
    EventKind kind;
    std::string_view name;
    std::span<const CtfField> fields;
};
// Every kind that kernelEvents() makes.
std::span<const CtfEvent> ctfEvents();

using CtfValue = std::variant<std::int64_t, std::string_view>;
// The values of the fields of this event, in their order.
void ctfValues(const Trace& trace, const Event& event, std::vector<CtfValue>& values);

}  // namespace resched

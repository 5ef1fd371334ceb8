// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The payload of a text line as Events: the kernel's own print forms ("prev_comm=… ==>
// next_comm=…"), raw fields (trace-cmd report -R), the forms of trace-cmd's plugin ("comm:pid
// [prio] S ==> comm:pid [prio]") and of 2.6.31. Names may hold spaces, "=", "-" and "==>": fields
// are anchored on what surrounds them.

#include "readers/text/text_line.h"
#include "trace/trace_builder.h"

#include <string_view>

namespace resched::text {

// Decodes into `stream`. False when the payload does not have the event's form.
using Decoder = bool (*)(const TextLine& line, EventStream& stream);

// The decoder of a kernel event name, or null for events that only count.
Decoder decoderFor(std::string_view event);

// "S", "D|K", "R+", "130": letters as the kernel prints them, the plugin's letters, or the raw
// number.
TaskState parseState(std::string_view text);

}  // namespace resched::text

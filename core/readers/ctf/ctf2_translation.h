// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// CTF 2 describes a trace in JSON, CTF 1.8 in TSDL; the streams are the same. Every Babeltrace 2
// reads TSDL, so the description is translated: the field classes that LTTng's kernel tracer and
// barectf use have an equal. What has none (variable-length integers, optional fields, a bit
// order against the byte order) is refused by name. Both the final CTF 2 (CTF2-SPEC-2.0) and the
// draft of revision 7 are understood.

#include "base/result.h"

#include <string>
#include <string_view>

namespace resched::ctf {

bool isCtf2Metadata(std::string_view metadata);
// The error has no path: the caller knows it.
Result<std::string> tsdlFromCtf2(std::string_view metadata);

}  // namespace resched::ctf

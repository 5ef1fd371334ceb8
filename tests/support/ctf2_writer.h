// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The metadata of CTF 2 for tests: what ctf_writer.h makes as streams, described in JSON as the
// final CTF 2 has it.

#include "support/ctf_writer.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace resched::test {

// Preamble, alias, trace, clock and stream classes, then one fragment per event class.
std::vector<nlohmann::json> ctf2Fragments();
std::string ctf2Metadata(const std::vector<nlohmann::json>& fragments);

}  // namespace resched::test

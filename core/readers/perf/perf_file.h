// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The frame of a perf.data file: its header, where its records stand, and the sections that
// describe it. Everything is bounded by the file's bytes, whatever the header says; what
// contradicts them is noted, and what stands before is used.

#include "base/result.h"
#include "readers/perf/perf_session.h"
#include "trace/diagnostics.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace resched::perf {

struct Section
{
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
};

struct PerfFrame
{
    ByteOrder order = ByteOrder::Little;
    bool isPipe = false;
    Section records;
    bool isDamaged = false;  // something of the file is missing
};

bool startsPerfFile(std::span<const std::byte> bytes);

// Reads the header; then, of a seekable file, events and feature sections into a session. Fails
// when the header itself is cut or contradicts itself.
Result<PerfFrame> readPerfHeader(std::span<const std::byte> file);
void describeSession(std::span<const std::byte> file, PerfFrame& frame, PerfSession& session,
                     Diagnostics& diagnostics);

}  // namespace resched::perf

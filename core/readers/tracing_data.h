// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The block in which perf and trace-cmd put what the kernel says about its tracepoints: the head of
// a trace.dat file up to version 6, and perf.data's tracing-data section or record.

#include "base/result.h"
#include "readers/byte_reader.h"
#include "readers/tracepoints.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace resched {

struct TracingData
{
    ByteOrder order = ByteOrder::Little;
    int version = 0;  // of trace.dat: 6, 7; perf's say 0 ("0.5", "0.6")
    int longSize = 8;
    std::uint32_t pageSize = 4096;
    std::size_t end = 0;           // position after what was read
    std::uint64_t badFormats = 0;  // formats that could not be understood
    std::uint64_t formats = 0;     // all of them
    bool isTruncated = false;      // the block ends early; what stands before was read
    std::unique_ptr<TracepointTable> tracepoints;
};

bool startsTracingData(std::span<const std::byte> bytes);

// The bytes up to and with the page size: everything before it is fixed by the format. Fails when
// the block does not begin as one.
Result<TracingData> readTracingDataHead(std::span<const std::byte> bytes);

// The parts behind, one by one; `reader` stands where the part begins. False: the part is cut.
bool readHeaderFormats(ByteReader& reader);
bool readFtraceFormats(ByteReader& reader, TracingData& data);  // of ftrace's own events
bool readSystemFormats(ByteReader& reader, TracingData& data);  // of all other systems
bool readEventFormats(ByteReader& reader, TracingData& data);   // both

// Head, header formats and event formats. What follows them (symbols, printk formats, saved names)
// is of no use here.
Result<TracingData> readTracingData(std::span<const std::byte> bytes);

}  // namespace resched

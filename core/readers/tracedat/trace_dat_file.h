// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The frame of a trace.dat file, versions 6 and 7: formats of tracepoints, options, and where the
// pages of each CPU of each buffer stand (trace-cmd.dat.v6(5) and v7(5) of trace-cmd 3.1 describe
// it). Read here and not through libtracecmd, which wants a path, gives up a file of which one CPU
// is cut, and on damaged files leaves its buffers.

#include "base/result.h"
#include "readers/tracing_data.h"
#include "trace/diagnostics.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace resched::tracedat {

// Of the kernel's ring buffer.
struct PageLayout
{
    std::size_t pageSize = 4096;
    std::size_t commitOffset = 8;
    std::size_t commitSize = 8;
    std::size_t dataOffset = 16;
};

// As the kernel's "header_page" describes it; what that leaves out stays as it is everywhere.
PageLayout pageLayout(std::string_view headerPage);

struct CpuPages
{
    std::int32_t cpu = 0;
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    std::string path = {};                 // "" stands for the trace's own
    std::span<const std::byte> file = {};  // in which offset and size count
};

struct Buffer
{
    std::string name;  // "" is the top one
    bool isCompressed = false;
    std::size_t pageSize = 0;
    std::vector<CpuPages> cpus;
};

// From the ring buffer's time to ns; the identity for all clocks but the x86 cycle counter.
struct ClockConversion
{
    std::uint64_t multiplier = 1;
    std::uint32_t shift = 0;
    std::uint64_t begin = 0;
    std::int64_t offset = 0;  // --date, --ts-offset: added to every time

    std::optional<std::int64_t> convert(std::uint64_t time) const;
};

enum class Compression : std::uint8_t { None, Zstd, Zlib };

struct TraceDatFile
{
    TracingData tracing;
    PageLayout page;
    Compression compression = Compression::None;
    ClockConversion clock;
    std::vector<Buffer> buffers;
    int cpus = 0;
    std::string uname;  // "Linux HOST RELEASE MACHINE"
    std::string tracer = "trace-cmd";
    std::string version;  // of the tracer
    bool isDamaged = false;
};

// Fails when nothing of it can be used: cut before the CPUs' places, or another kind of trace.dat.
Result<TraceDatFile> readTraceDatFile(std::span<const std::byte> file, Diagnostics& diagnostics);

// One packed block, at most `most` bytes unpacked; nothing when it is damaged.
std::optional<std::vector<std::byte>> unpackBlock(Compression compression,
                                                  std::span<const std::byte> packed,
                                                  std::uint64_t size);

}  // namespace resched::tracedat

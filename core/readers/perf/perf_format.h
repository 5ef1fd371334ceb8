// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The numbers of the perf.data format: record types and sample bits from
// include/uapi/linux/perf_event.h, user-space records and feature sections from
// tools/perf/Documentation/perf.data-file-format.txt (both 6.12).

#include <cstddef>
#include <cstdint>

namespace resched::perf {

enum class RecordType : std::uint32_t {
    Mmap = 1,
    Lost = 2,
    Comm = 3,
    Exit = 4,
    Throttle = 5,
    Unthrottle = 6,
    Fork = 7,
    Read = 8,
    Sample = 9,
    Mmap2 = 10,
    Aux = 11,
    ItraceStart = 12,
    LostSamples = 13,
    Switch = 14,
    SwitchCpuWide = 15,
    CallchainDeferred = 22,  // the last one that the kernel writes today
    HeaderAttr = 64,         // the first one that perf itself writes
    HeaderEventType = 65,
    HeaderTracingData = 66,
    HeaderBuildId = 67,
    FinishedRound = 68,
    AuxTrace = 71,
    EventUpdate = 78,
    HeaderFeature = 80,
    Compressed = 81,
    FinishedInit = 82,
    Compressed2 = 83,
    BpfMetadata = 84,  // the last one of perf today
};

constexpr std::uint16_t kMiscSwitchOut = 1U << 13U;
constexpr std::uint16_t kMiscSwitchPreempt = 1U << 14U;
constexpr std::size_t kRecordHead = 8;

// PERF_SAMPLE_*: what a sample carries, in the order of the bytes up to the raw data, except that
// Id, StreamId and Identifier stand where sample_layout.cpp says.
enum SampleBit : std::uint64_t {
    kSampleIp = 1U << 0U,
    kSampleTid = 1U << 1U,
    kSampleTime = 1U << 2U,
    kSampleAddr = 1U << 3U,
    kSampleRead = 1U << 4U,
    kSampleCallchain = 1U << 5U,
    kSampleId = 1U << 6U,
    kSampleCpu = 1U << 7U,
    kSamplePeriod = 1U << 8U,
    kSampleStreamId = 1U << 9U,
    kSampleRaw = 1U << 10U,
    kSampleIdentifier = 1U << 16U,
};

// PERF_FORMAT_*
enum ReadBit : std::uint64_t {
    kReadTimeEnabled = 1U << 0U,
    kReadTimeRunning = 1U << 1U,
    kReadId = 1U << 2U,
    kReadGroup = 1U << 3U,
    kReadLost = 1U << 4U,
};

constexpr std::uint32_t kTypeTracepoint = 2;  // PERF_TYPE_TRACEPOINT

// Bits of perf_event_attr's flags.
constexpr unsigned kAttrSampleIdAll = 18;

enum class Feature : unsigned {
    TracingData = 1,
    Hostname = 3,
    OsRelease = 4,
    Version = 5,
    Arch = 6,
    NrCpus = 7,
    EventDesc = 12,
    SampleTime = 21,
    ClockData = 29,
    LastKnown = 34,        // of perf 6.12
    SimpleperfFile = 128,  // simpleperf counts its own from here
    SimpleperfMeta = 129,
};

}  // namespace resched::perf

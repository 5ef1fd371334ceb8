// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Writes a schedule (schedule.h) as a CTF 1.8 trace folder laid out as LTTng's kernel tracer does:
// one stream file per CPU, compact event headers with a clock of 27 bits. A LOST event closes a
// packet at its begin and opens the next at its end with that many discarded events. For damaged
// and odd traces, packets can be made and put together by hand.

#include "support/schedule.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace resched::test {

struct CtfOptions
{
    bool isBigEndian = false;
    bool hasPacketMetadata = false;  // metadata in packets, as LTTng writes it
    bool hasPidNames = false;        // prev_pid for prev_tid, and so on
    bool hasTargetCpu = true;
    bool hasContexts = false;  // pid, tid and procname of the current task
    bool hasInstances = true;  // stream_instance_id in the packet header
    std::string kernelRelease = "6.1.0-test";
    std::string tracer = "lttng-modules";
    int tracerMinor = 13;
    std::int64_t clockOffset = 1'700'000'000'000'000'000;
    std::size_t eventsPerPacket = 0;  // 0: a packet until the next LOST
    std::uint64_t padding = 0;        // bytes behind the content of each packet
};

constexpr std::string_view kCtfUuid = "0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0";

enum class CtfEvent : std::uint32_t {
    Switch,
    Waking,
    Wakeup,
    WakeupNew,
    Migrate,
    Fork,
    StatedumpEnd,
    Numbers,  // a sequence of u64 whose length is a u8, then a u8: for alignment
    Count,
};

class CtfPacket
{
public:
    CtfPacket(const CtfOptions& options, int cpu, std::int64_t begin);

    void add(const ScheduleEvent& event);
    void beginEvent(CtfEvent id, std::int64_t time);
    void put8(std::uint8_t value) { bytes_ += static_cast<char>(value); }
    void put32(std::uint32_t value) { put(value, 4); }
    void put64(std::uint64_t value) { put(value, 8); }
    void putName(std::string_view name);
    void align(std::size_t bytes);
    std::size_t size() const { return bytes_.size(); }
    // The whole packet; `discarded` and `sequence` count from the trace's start.
    std::string finish(std::int64_t end, std::uint64_t discarded = 0, std::uint64_t sequence = 0);

private:
    void put(std::uint64_t value, std::size_t size);
    void patch64(std::size_t at, std::uint64_t value);

    const CtfOptions& options_;
    std::string bytes_;
    std::size_t contextAt_ = 0;
    std::int64_t last_;
};

std::string ctfMetadata(const CtfOptions& options);
// The bytes of one CPU's stream file.
std::string ctfStream(const std::vector<ScheduleEvent>& events, int cpu, const CtfOptions& options);
// metadata and chan_N for each CPU of the schedule.
void writeCtf(const std::filesystem::path& folder, std::string_view schedule,
              const CtfOptions& options = {});

std::int64_t reportedState(TaskState state);

}  // namespace resched::test

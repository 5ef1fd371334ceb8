// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One chunk of a text trace, parsed by one thread. What a chunk cannot know alone (the number of
// its first line, when a CPU was last seen before it) is filled in when the chunks are put
// together.

#include "readers/text/cpu_chains.h"
#include "readers/text/text_event.h"
#include "readers/text/text_line.h"
#include "trace/trace_builder.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace resched::text {

struct ChunkOptions
{
    bool isHtml = false;              // lines may end in "\n\", other lines are page
    const CpuChains* cpus = nullptr;  // for perf script without CPU column; one chunk then
};

class ChunkParser
{
public:
    ChunkParser(std::string_view text, EventStream& stream, const ChunkOptions& options)
        : text_(text), stream_(stream), options_(options)
    {}

    // Stops early when `stop` becomes true; adds what was parsed to `bytesDone` as it goes.
    void parse(const std::atomic<bool>& stop, std::atomic<std::uint64_t>& bytesDone);

    struct Loss
    {
        std::int32_t cpu;
        std::int64_t count;
        std::int64_t until;
    };
    struct Fault
    {
        std::string_view kind;
        std::uint64_t line;  // from 0, in the chunk
    };

    std::uint64_t lines() const { return lines_; }
    std::uint64_t events() const { return eventLines_; }
    const std::unordered_map<std::string_view, std::uint64_t>& counts() const { return counts_; }
    const std::map<std::string_view, std::pair<std::uint64_t, std::uint64_t>>& faults() const
    {
        return faults_;  // kind -> how many, line of the first
    }
    // Losses noted before the chunk's first event of that CPU: their begin is in an earlier chunk.
    const std::vector<Loss>& openLosses() const { return openLosses_; }
    // Losses and starts noted after the chunk's last event of that CPU: what ends or begins with
    // the next event of it, which is in a later chunk.
    const std::vector<Loss>& pendingLosses() const { return pendingLosses_; }
    const std::vector<std::int32_t>& pendingStarts() const { return pendingStarts_; }
    const std::map<std::int32_t, std::int64_t>& firstTimes() const { return firstTimes_; }
    const std::unordered_map<std::int32_t, std::int64_t>& lastTimes() const { return lastTimes_; }
    bool hasPerfRecords() const { return hasPerfRecords_; }
    bool isPerf() const { return isPerf_; }
    int fractionDigits() const { return fractionDigits_; }
    std::int64_t firstTime() const { return firstTime_; }
    std::int64_t lastTime() const { return lastTime_; }

private:
    struct Kind
    {
        std::uint64_t count = 0;
        Decoder decode = nullptr;
    };

    void parseOne(std::string_view line);
    void event(TextLine& line);
    bool note(std::string_view line);
    bool perfRecord(const TextLine& line);
    void fault(std::string_view kind);
    void closeLosses(std::int32_t cpu, std::int64_t time);

    std::string_view text_;
    EventStream& stream_;
    ChunkOptions options_;
    std::unordered_map<std::string_view, Kind> kinds_;
    std::unordered_map<std::string_view, std::uint64_t> counts_;
    std::map<std::string_view, std::pair<std::uint64_t, std::uint64_t>> faults_;
    std::map<std::int32_t, std::int64_t> firstTimes_;
    std::unordered_map<std::int32_t, std::int64_t> lastTimes_;
    std::unordered_map<std::int32_t, std::int32_t> tgids_;
    std::vector<Loss> pendingLosses_;
    std::vector<std::int32_t> pendingStarts_;
    std::vector<Loss> openLosses_;
    std::uint64_t lines_ = 0;
    std::uint64_t eventLines_ = 0;
    std::int64_t firstTime_ = INT64_MAX;
    std::int64_t lastTime_ = INT64_MIN;
    int fractionDigits_ = 0;
    bool hasPerfRecords_ = false;
    bool isPerf_ = false;
};

}  // namespace resched::text

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// TraceBuilder takes events in per-stream order and makes a Trace. It alone knows how events become
// lanes: it sorts each stream, merges them by time, interns names, gives dense TaskIds (a tid can
// be reused), treats tid 0 as idle, infers what is missing and counts every inference in the
// diagnostics.
//
// A reader fills EventStreams, one per CPU buffer or per chunk of a text; each may be filled by its
// own thread. Streams with the same `order` key are one sequence, in the order in which they were
// added: their equal-time events keep that order. Between sequences, equal times are ordered by
// event kind (waking < migrate < wakeup < switch, model/trace-events.md section 9), then by
// sequence.

#include "base/progress.h"
#include "base/result.h"
#include "trace/diagnostics.h"
#include "trace/event.h"
#include "trace/name_table.h"
#include "trace/trace.h"

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace resched {

// Events in fixed-size blocks, so that growing never copies and reading frees as it goes.
class EventStream
{
public:
    static constexpr std::size_t kBlock = 4096;

    NameId intern(std::string_view name) { return names_.intern(name); }
    void push(const Event& event)
    {
        if (blocks_.empty() || blocks_.back().size() == kBlock) addBlock();
        isSorted_ = isSorted_ && event.time >= lastTime_;
        lastTime_ = event.time;
        blocks_.back().push_back(event);
        ++counts_[static_cast<std::size_t>(event.kind)];
    }

    std::size_t size() const
    {
        return blocks_.empty() ? 0 : (blocks_.size() - 1) * kBlock + blocks_.back().size();
    }
    std::size_t count(EventKind kind) const { return counts_[static_cast<std::size_t>(kind)]; }
    bool isSorted() const { return isSorted_; }
    const NameTable& names() const { return names_; }

private:
    friend class TraceBuilder;
    friend class EventSequence;

    void addBlock();

    std::deque<std::vector<Event>> blocks_;
    std::array<std::size_t, kEventKinds> counts_{};
    NameTable names_;
    std::int64_t lastTime_ = INT64_MIN;
    bool isSorted_ = true;
};

class TraceBuilder
{
public:
    TraceBuilder() = default;
    TraceBuilder(const TraceBuilder&) = delete;
    TraceBuilder& operator=(const TraceBuilder&) = delete;

    TraceInfo& info() { return info_; }
    Diagnostics& diagnostics() { return diagnostics_; }

    // A new stream at the end of the sequence `order`; the reference stays valid until finish().
    EventStream& addStream(std::int64_t order);
    // How many events of that kernel name the file holds; sums up over calls.
    void countEvents(std::string_view name, std::uint64_t count);
    // A CPU that exists although no event may come from it (simulated machines, file headers).
    void declareCpu(CpuId cpu);
    // The span covers this range even if no event stands at its ends.
    void extendSpan(TimeRange range);

    std::uint64_t counted(std::string_view name) const;
    // Whether any event tells of a task or a CPU, and not only of losses and bounds.
    bool hasMeaningfulEvents() const;
    // The CPUs that were declared or have events, sorted.
    std::vector<CpuId> cpus() const;
    // Takes over what another builder gathered, its times moved by `offset`: one more file of an
    // experiment. Its streams are sequences of their own, after ours; what is known of the machine
    // is kept from the first file that says it.
    void absorb(TraceBuilder&& other, Nanoseconds offset);

    // Consumes the streams. Fails only when canceled.
    Result<Trace> finish(Progress& progress);

private:
    TraceInfo info_;
    Diagnostics diagnostics_;
    std::map<std::int64_t, std::deque<EventStream>> sequences_;
    std::map<std::string, std::uint64_t, std::less<>> counts_;
    std::vector<CpuId> declared_;
    std::optional<TimeRange> span_;
};

}  // namespace resched

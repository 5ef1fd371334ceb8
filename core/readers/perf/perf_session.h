// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a perf.data file says about itself: its events and their ids, the formats of tracepoints,
// where and by what it was recorded. In a seekable file this stands in the header and the feature
// sections, in a pipe's in records; both end up here. Decoders of samples only look.

#include "readers/byte_reader.h"
#include "readers/perf/perf_format.h"
#include "readers/perf/sample_layout.h"
#include "readers/tracing_data.h"
#include "trace/diagnostics.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace resched::perf {

struct PerfEvent
{
    std::uint32_t type = 0;
    std::uint64_t config = 0;  // of a tracepoint: its id
    std::uint64_t sampleType = 0;
    bool sampleIdAll = false;
    SampleLayout layout;
    std::string name;                        // the kernel's, without a system
    const Tracepoint* tracepoint = nullptr;  // null: only counted

    bool isTracepoint() const { return type == kTypeTracepoint; }
};

struct PerfFacts
{
    std::string hostname;
    std::string osRelease;
    std::string version;
    std::string arch;
    int cpusOnline = 0;
    std::optional<std::int64_t> wallClockOffset;
};

// From the id of a sample to the event that it belongs to. Ids are mostly a dense run.
class EventIds
{
public:
    static constexpr std::uint32_t kNone = 0xffffffff;

    void add(std::uint64_t id, std::uint32_t event);
    std::uint32_t find(std::uint64_t id) const
    {
        const std::uint64_t place = id - firstDense_;
        if (place < dense_.size()) return dense_[static_cast<std::size_t>(place)];
        const auto found = sparse_.find(id);
        return found == sparse_.end() ? kNone : found->second;
    }

private:
    static constexpr std::size_t kMaxDense = std::size_t{1} << 16U;

    std::uint64_t firstDense_ = 0;
    std::vector<std::uint32_t> dense_;
    std::unordered_map<std::uint64_t, std::uint32_t> sparse_;
};

class PerfSession
{
public:
    explicit PerfSession(ByteOrder order) : order_(order), swap_(isForeign(order)) {}

    ByteOrder order() const { return order_; }
    bool swaps() const { return swap_; }
    const std::vector<PerfEvent>& events() const { return events_; }
    const PerfFacts& facts() const { return facts_; }
    const TracepointTable* tracepoints() const { return tracing_.tracepoints.get(); }
    const Diagnostics& diagnostics() const { return diagnostics_; }
    // Some event of that name is recorded.
    bool records(std::string_view name) const;

    // `attr` is a perf_event_attr of any age, `ids` the u64s beside it. False when it is too short.
    bool addEvent(std::span<const std::byte> attr, std::span<const std::byte> ids);
    // The content of a feature section or record. Unknown ones are counted and left alone.
    void setFeature(std::uint64_t feature, std::span<const std::byte> content);
    void setTracingData(std::span<const std::byte> content, std::uint64_t offset);
    // perf_trace_event_type: the names of the events in old files.
    void nameOldEvent(std::span<const std::byte> content);
    // PERF_RECORD_EVENT_UPDATE
    void update(std::span<const std::byte> content);

    // Binds events to names and formats. After the last change and before samples are decoded;
    // cheap when nothing changed.
    void prepare();
    bool isPrepared() const { return isPrepared_; }

    // The event of a sample, and of another record by its trailer; kNone when nothing names one.
    std::uint32_t eventOfSample(std::span<const std::byte> body) const;
    std::uint32_t eventOfTrailer(std::span<const std::byte> body) const;
    std::uint32_t eventOfId(std::uint64_t id) const;

private:
    void setEventDesc(std::span<const std::byte> content);
    void setClockData(std::span<const std::byte> content);
    void setSimpleperfMeta(std::span<const std::byte> content);
    std::string nameOf(const PerfEvent& event, std::size_t place) const;
    std::uint32_t eventByRawType(std::span<const std::byte> body) const;

    ByteOrder order_;
    bool swap_;
    bool isPrepared_ = false;
    bool idsPerEvent_ = true;  // samples carry ids that tell the events apart
    std::vector<PerfEvent> events_;
    EventIds ids_;
    PerfFacts facts_;
    TracingData tracing_;
    Diagnostics diagnostics_;
    std::map<std::uint32_t, std::string> describedNames_;                        // by event
    std::map<std::pair<std::uint32_t, std::uint64_t>, std::string> typedNames_;  // type and config
    std::map<std::uint64_t, std::string> oldNames_;                              // by config
};

}  // namespace resched::perf

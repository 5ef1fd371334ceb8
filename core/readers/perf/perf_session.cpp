// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/perf/perf_session.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace resched::perf {

namespace {

// Offsets in perf_event_attr; PERF_ATTR_SIZE_VER0 is the oldest and shortest.
constexpr std::size_t kAttrConfig = 8;
constexpr std::size_t kAttrSampleType = 24;
constexpr std::size_t kAttrReadFormat = 32;
constexpr std::size_t kAttrFlags = 40;
constexpr std::size_t kAttrSizeOldest = 64;

// The flags are bit fields: a big-endian compiler fills each byte from its top.
bool attrFlag(std::span<const std::byte> attr, unsigned bit, ByteOrder order)
{
    const auto byte = static_cast<unsigned>(attr[kAttrFlags + bit / 8]);
    const unsigned shift = order == ByteOrder::Big ? 7 - bit % 8 : bit % 8;
    return (byte >> shift & 1U) != 0;
}

// perf_header_string: a length, then that many bytes with a NUL in them.
std::string_view headerString(ByteReader& reader)
{
    return reader.text(reader.u32());
}

std::string typedName(std::uint32_t type, std::uint64_t config)
{
    constexpr std::size_t kHexDigits = 16;
    std::array<char, kHexDigits> digits{};
    const auto [end, error] =
        std::to_chars(digits.data(), digits.data() + digits.size(), config, 16);
    return "type" + std::to_string(type) + ":0x" + std::string(digits.data(), end);
}

std::string_view withoutSystem(std::string_view name)
{
    const std::size_t colon = name.find(':');
    return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

}  // namespace

void EventIds::add(std::uint64_t id, std::uint32_t event)
{
    if (dense_.empty() && sparse_.empty()) firstDense_ = id;
    const std::uint64_t place = id - firstDense_;
    if (place < kMaxDense) {
        if (place >= dense_.size()) dense_.resize(static_cast<std::size_t>(place) + 1, kNone);
        dense_[static_cast<std::size_t>(place)] = event;
    } else {
        sparse_[id] = event;
    }
}

bool PerfSession::addEvent(std::span<const std::byte> attr, std::span<const std::byte> ids)
{
    if (attr.size() < kAttrSizeOldest) return false;
    PerfEvent event;
    event.type = loadNumber<std::uint32_t>(attr.data(), swap_);
    event.config = loadNumber<std::uint64_t>(attr.data() + kAttrConfig, swap_);
    event.sampleType = loadNumber<std::uint64_t>(attr.data() + kAttrSampleType, swap_);
    event.sampleIdAll = attrFlag(attr, kAttrSampleIdAll, order_);
    event.layout = SampleLayout(event.sampleType,
                                loadNumber<std::uint64_t>(attr.data() + kAttrReadFormat, swap_));
    const auto place = static_cast<std::uint32_t>(events_.size());
    for (std::size_t at = 0; at + 8 <= ids.size(); at += 8) {
        ids_.add(loadNumber<std::uint64_t>(ids.data() + at, swap_), place);
    }
    events_.push_back(std::move(event));
    isPrepared_ = false;
    return true;
}

void PerfSession::setFeature(std::uint64_t feature, std::span<const std::byte> content)
{
    ByteReader reader(content, order_);
    switch (static_cast<Feature>(feature)) {
        case Feature::TracingData:
            setTracingData(content, 0);
            return;
        case Feature::Hostname:
            facts_.hostname = headerString(reader);
            return;
        case Feature::OsRelease:
            facts_.osRelease = headerString(reader);
            isPrepared_ = false;
            return;
        case Feature::Version:
            facts_.version = headerString(reader);
            return;
        case Feature::Arch:
            facts_.arch = headerString(reader);
            isPrepared_ = false;
            return;
        case Feature::NrCpus:
            reader.skip(sizeof(std::uint32_t));  // available
            facts_.cpusOnline = static_cast<int>(reader.u32() & 0xffffU);
            return;
        case Feature::EventDesc:
            setEventDesc(content);
            return;
        case Feature::ClockData:
            setClockData(content);
            return;
        case Feature::SimpleperfMeta:
            setSimpleperfMeta(content);
            return;
        default:
            if (feature > static_cast<std::uint64_t>(Feature::LastKnown) &&
                feature != static_cast<std::uint64_t>(Feature::SimpleperfFile)) {
                diagnostics_.add("unknown_feature",
                                 {.example = "feature section " + std::to_string(feature)});
            }
    }
}

// A count and the size of the attrs, then for each event its attr, the number of its ids, its name
// and its ids.
void PerfSession::setEventDesc(std::span<const std::byte> content)
{
    ByteReader reader(content, order_);
    const std::uint32_t count = reader.u32();
    const std::uint32_t attrSize = reader.u32();
    for (std::uint32_t i = 0; i < count && !reader.failed(); ++i) {
        const std::span<const std::byte> attr = reader.take(attrSize);
        const std::uint32_t idCount = reader.u32();
        const std::string_view name = headerString(reader);
        const std::span<const std::byte> ids = reader.take(std::uint64_t{idCount} * 8);
        if (reader.failed() || attr.size() < kAttrSizeOldest) break;
        typedNames_[{loadNumber<std::uint32_t>(attr.data(), swap_),
                     loadNumber<std::uint64_t>(attr.data() + kAttrConfig, swap_)}] = name;
        if (ids.size() < 8) continue;
        const std::uint32_t event = ids_.find(loadNumber<std::uint64_t>(ids.data(), swap_));
        if (event != EventIds::kNone) describedNames_[event] = name;
    }
    isPrepared_ = false;
}

// Version, clock id, wall clock and that clock at one moment.
void PerfSession::setClockData(std::span<const std::byte> content)
{
    ByteReader reader(content, order_);
    reader.skip(2 * sizeof(std::uint32_t));
    const std::uint64_t wallClock = reader.u64();
    const std::uint64_t clock = reader.u64();
    if (reader.failed()) return;
    facts_.wallClockOffset = static_cast<std::int64_t>(wallClock - clock);
}

// Pairs of zero-terminated keys and values. One of them lists the events as lines
// "name,type,config".
void PerfSession::setSimpleperfMeta(std::span<const std::byte> content)
{
    ByteReader reader(content, order_);
    while (reader.remaining() > 0) {
        const std::string_view key = reader.zeroTerminated();
        std::string_view value = reader.zeroTerminated();
        if (reader.failed()) return;
        if (key == "simpleperf_version") facts_.version = "simpleperf " + std::string(value);
        if (key != "event_type_info") continue;
        while (!value.empty()) {
            const std::string_view line = value.substr(0, value.find('\n'));
            value.remove_prefix(std::min(value.size(), line.size() + 1));
            const std::size_t second = line.rfind(',');
            if (second == std::string_view::npos || second == 0) continue;
            const std::size_t first = line.rfind(',', second - 1);
            if (first == std::string_view::npos) continue;
            std::uint32_t type = 0;
            std::uint64_t config = 0;
            std::from_chars(line.data() + first + 1, line.data() + second, type);
            std::from_chars(line.data() + second + 1, line.data() + line.size(), config);
            typedNames_[{type, config}] = line.substr(0, first);
        }
    }
    isPrepared_ = false;
}

void PerfSession::setTracingData(std::span<const std::byte> content, std::uint64_t offset)
{
    if (tracing_.tracepoints) return;  // the first one stays: decoders refer to it
    Result<TracingData> data = readTracingData(content);
    const DiagnosticPlace place{.position = {FilePosition::Unit::Offset, offset}};
    if (!data) {
        diagnostics_.add("broken_tracing_data", place);
        return;
    }
    if (data->isTruncated) diagnostics_.add("truncated_tracing_data", place);
    if (data->badFormats > 0) diagnostics_.add("broken_event_format", place, data->badFormats);
    tracing_ = std::move(*data);
    isPrepared_ = false;
}

void PerfSession::nameOldEvent(std::span<const std::byte> content)
{
    ByteReader reader(content, order_);
    const std::uint64_t config = reader.u64();
    const std::string_view name = reader.text(reader.remaining());
    if (!reader.failed()) oldNames_[config] = name;
    isPrepared_ = false;
}

void PerfSession::update(std::span<const std::byte> content)
{
    constexpr std::uint64_t kUpdateName = 2;  // PERF_EVENT_UPDATE__NAME
    ByteReader reader(content, order_);
    const std::uint64_t what = reader.u64();
    const std::uint32_t event = ids_.find(reader.u64());
    if (reader.failed() || what != kUpdateName || event == EventIds::kNone) return;
    describedNames_[event] = reader.text(reader.remaining());
    isPrepared_ = false;
}

std::string PerfSession::nameOf(const PerfEvent& event, std::size_t place) const
{
    if (event.tracepoint != nullptr) return event.tracepoint->name;
    std::string name = typedName(event.type, event.config);
    if (const auto old = oldNames_.find(event.config); old != oldNames_.end()) name = old->second;
    if (const auto typed = typedNames_.find({event.type, event.config});
        typed != typedNames_.end()) {
        name = typed->second;
    }
    if (const auto described = describedNames_.find(static_cast<std::uint32_t>(place));
        described != describedNames_.end()) {
        name = described->second;
    }
    return event.isTracepoint() ? std::string(withoutSystem(name)) : name;
}

void PerfSession::prepare()
{
    if (isPrepared_) return;
    isPrepared_ = true;
    if (tracing_.tracepoints) tracing_.tracepoints->setKernel(facts_.osRelease, facts_.arch);
    bool anyWithoutId = false;
    for (std::size_t i = 0; i < events_.size(); ++i) {
        PerfEvent& event = events_[i];
        if (event.isTracepoint() && tracing_.tracepoints && event.config <= 0xffffU) {
            event.tracepoint = tracing_.tracepoints->find(static_cast<std::uint32_t>(event.config));
        }
        event.name = nameOf(event, i);
        if ((event.sampleType & (kSampleId | kSampleIdentifier)) == 0) anyWithoutId = true;
    }
    idsPerEvent_ = events_.size() > 1 && !anyWithoutId;
}

bool PerfSession::records(std::string_view name) const
{
    return std::ranges::any_of(events_, [&](const PerfEvent& event) { return event.name == name; });
}

// As perf's evlist__id2evsel(): with one event, or id 0, it is the first.
std::uint32_t PerfSession::eventOfId(std::uint64_t id) const
{
    if (events_.empty()) return EventIds::kNone;
    if (events_.size() == 1 || id == 0) return 0;
    return ids_.find(id);
}

std::uint32_t PerfSession::eventOfSample(std::span<const std::byte> body) const
{
    if (events_.empty()) return EventIds::kNone;
    if (events_.size() == 1) return 0;
    if (!idsPerEvent_) return eventByRawType(body);
    const std::optional<std::uint64_t> id = events_.front().layout.sampleId(body, swap_);
    return id ? eventOfId(*id) : EventIds::kNone;
}

// Several events whose samples carry no id, as tools other than perf write them: the raw data of a
// tracepoint begins with its own id.
std::uint32_t PerfSession::eventByRawType(std::span<const std::byte> body) const
{
    SampleFacts facts;
    if (!events_.front().layout.readSample(body, swap_, facts) || facts.raw.size() < 2) return 0;
    const auto type = loadNumber<std::uint16_t>(facts.raw.data(), swap_);
    for (std::uint32_t i = 0; i < events_.size(); ++i) {
        if (events_[i].isTracepoint() && events_[i].config == type) return i;
    }
    return 0;
}

std::uint32_t PerfSession::eventOfTrailer(std::span<const std::byte> body) const
{
    if (events_.empty()) return EventIds::kNone;
    if (events_.size() == 1) return 0;
    const std::optional<std::uint64_t> id = events_.front().layout.trailerId(body, swap_);
    if (!id) return 0;
    const std::uint32_t event = eventOfId(*id);
    return event == EventIds::kNone ? 0 : event;
}

}  // namespace resched::perf

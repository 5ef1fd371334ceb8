// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/ctf/stream_sink.h"

#include "base/cpu_set.h"

#include <algorithm>
#include <limits>

namespace resched::ctf {

namespace {

constexpr std::uint64_t kReportEvery = 1024;
constexpr std::uint64_t kBytesPerEvent = 32;  // until the packet's end tells

// Without an "absolute" mark a clock still counts from the Unix epoch when its offset lies in this
// century: no machine is up for 30 years.
constexpr std::int64_t kCenturyStart = 946'684'800;

void extend(std::optional<TimeRange>& range, Timestamp time)
{
    if (!range) {
        range = TimeRange{time, time};
        return;
    }
    range->begin = std::min(range->begin, time);
    range->end = std::max(range->end, time);
}

// The field of the packet context with this name as a number, -1 when there is none.
std::int64_t contextNumber(const bt_packet* packet, const char* name)
{
    const bt_field* context = bt_packet_borrow_context_field_const(packet);
    if (context == nullptr) return -1;
    const bt_field* field = bt_field_structure_borrow_member_field_by_name_const(context, name);
    if (field == nullptr) return -1;
    const bt_field_class_type type = bt_field_get_class_type(field);
    if (bt_field_class_type_is(type, BT_FIELD_CLASS_TYPE_UNSIGNED_INTEGER) != 0) {
        return static_cast<std::int64_t>(bt_field_integer_unsigned_get_value(field));
    }
    if (bt_field_class_type_is(type, BT_FIELD_CLASS_TYPE_SIGNED_INTEGER) != 0) {
        return bt_field_integer_signed_get_value(field);
    }
    return -1;
}

}  // namespace

void StreamSink::take(const bt_message* message)
{
    switch (bt_message_get_type(message)) {
        case BT_MESSAGE_TYPE_EVENT:
            takeEvent(message);
            break;
        case BT_MESSAGE_TYPE_STREAM_BEGINNING:
            beginStream(bt_message_stream_beginning_borrow_stream_const(message));
            break;
        case BT_MESSAGE_TYPE_PACKET_BEGINNING:
            beginPacket(message);
            break;
        case BT_MESSAGE_TYPE_PACKET_END:
            endPacket(message);
            break;
        case BT_MESSAGE_TYPE_DISCARDED_EVENTS:
            loseEvents(message);
            break;
        case BT_MESSAGE_TYPE_DISCARDED_PACKETS:
            losePackets(message);
            break;
        default:
            break;
    }
}

void StreamSink::beginStream(const bt_stream* stream)
{
    const bt_stream_class* streamClass = bt_stream_borrow_class_const(stream);
    if (const char* name = bt_stream_get_name(stream)) path_ = name;
    closeDecoder();
    summary_.environment = environmentOf(bt_stream_borrow_trace_const(stream));
    decoder_ = std::make_unique<EventDecoder>(summary_.environment, out_, summary_.diagnostics);
    packetsHaveBegin_ =
        bt_stream_class_packets_have_beginning_default_clock_snapshot(streamClass) != 0;
    packetsHaveEnd_ = bt_stream_class_packets_have_end_default_clock_snapshot(streamClass) != 0;
    const bt_clock_class* clock = bt_stream_class_borrow_default_clock_class_const(streamClass);
    if (clock == nullptr) return;
    hasClock_ = true;
    clock_.frequency = bt_clock_class_get_frequency(clock);
    bt_clock_class_get_offset(clock, &clock_.offsetSeconds, &clock_.offsetCycles);
    const std::uint64_t wholeSeconds =
        clock_.offsetCycles / std::max<std::uint64_t>(clock_.frequency, 1);
    summary_.hasUnixClock =
        clock_.offsetSeconds > kCenturyStart - static_cast<std::int64_t>(std::min<std::uint64_t>(
                                                   wholeSeconds, kCenturyStart));
}

// In integers: a double would lose nanoseconds of any time since the epoch.
std::optional<Timestamp> StreamSink::timeOf(const bt_clock_snapshot* snapshot)
{
    __extension__ using Wide = __int128;
    constexpr Wide kSecond = 1'000'000'000;
    const Wide cycles = Wide{bt_clock_snapshot_get_value(snapshot)} + clock_.offsetCycles;
    const Wide time = Wide{clock_.offsetSeconds} * kSecond +
                      (clock_.frequency == 1'000'000'000
                           ? cycles
                           : cycles * kSecond / std::max<std::uint64_t>(clock_.frequency, 1));
    constexpr std::int64_t kFarthest = std::numeric_limits<std::int64_t>::max() / 2;
    if (time > kFarthest || time < -kFarthest) {
        summary_.diagnostics.add("time_out_of_range", place(std::nullopt));
        return std::nullopt;
    }
    return timestamp(static_cast<std::int64_t>(time));
}

DiagnosticPlace StreamSink::place(std::optional<Timestamp> time) const
{
    return {.path = path_, .time = time};
}

void StreamSink::beginPacket(const bt_message* message)
{
    const bt_packet* packet = bt_message_packet_beginning_borrow_packet_const(message);
    const std::int64_t cpu = contextNumber(packet, "cpu_id");
    if (cpu >= 0 && cpu < CpuSet::kMaxCpus) cpu_ = CpuId{static_cast<std::int32_t>(cpu)};
    hasHole_ = hasHole_ || (packet_ < parts_.size() && parts_[packet_].packet.isAfterHole);
    packetBytes_ = packet_ < parts_.size() ? parts_[packet_].packet.size : 0;
    reportedBytes_ = 0;
    eventsInPacket_ = 0;
    ++packet_;
    if (hasHole_ && previousPacketEnd_) pushLoss(*previousPacketEnd_, *previousPacketEnd_, 0);
    hasHole_ = false;
    packetBegin_.reset();
    if (packetsHaveBegin_) {
        packetBegin_ =
            timeOf(bt_message_packet_beginning_borrow_default_clock_snapshot_const(message));
    }
    if (!packetBegin_) return;
    extend(summary_.packets, *packetBegin_);
    if (lostInPacket_ > 0 && previousPacketEnd_ && *previousPacketEnd_ < *packetBegin_) {
        pushLoss(*previousPacketEnd_, *packetBegin_, lostInPacket_);
        lostInPacket_ = 0;
    }
}

void StreamSink::endPacket(const bt_message* message)
{
    std::optional<Timestamp> end;
    if (packetsHaveEnd_) {
        end = timeOf(bt_message_packet_end_borrow_default_clock_snapshot_const(message));
    }
    if (end && lastEvent_ && *end < *lastEvent_) {
        summary_.diagnostics.add("event_outside_packet", place(lastEvent_));
    }
    if (!end || (lastEvent_ && *end < *lastEvent_)) end = lastEvent_;
    if (end) extend(summary_.packets, *end);
    if (lostInPacket_ > 0 && end) {
        pushLoss(lastEvent_.value_or(packetBegin_.value_or(*end)), *end, lostInPacket_);
        lostInPacket_ = 0;
    }
    previousPacketEnd_ = end;
    noteBytes(packetBytes_);
}

void StreamSink::noteBytes(std::uint64_t bytes)
{
    bytes = std::min(bytes, packetBytes_);
    if (bytes <= reportedBytes_) return;
    bytesRead_.fetch_add(bytes - reportedBytes_, std::memory_order_relaxed);
    reportedBytes_ = bytes;
}

void StreamSink::takeEvent(const bt_message* message)
{
    if (!hasClock_) {
        summary_.diagnostics.add("event_without_time", place(std::nullopt));
        return;
    }
    const std::optional<Timestamp> time =
        timeOf(bt_message_event_borrow_default_clock_snapshot_const(message));
    if (!time) return;
    extend(summary_.events, *time);
    lastEvent_ = time;
    decoder_->decode(bt_message_event_borrow_event_const(message), *time, cpu_);
    if (++eventsInPacket_ % kReportEvery == 0) noteBytes(eventsInPacket_ * kBytesPerEvent);
}

void StreamSink::loseEvents(const bt_message* message)
{
    std::uint64_t count = 0;
    if (bt_message_discarded_events_get_count(message, &count) !=
        BT_PROPERTY_AVAILABILITY_AVAILABLE) {
        count = 1;
    }
    lostInPacket_ += count;
}

// Whole packets are missing: how many events they held, nobody knows.
void StreamSink::losePackets(const bt_message* message)
{
    std::uint64_t count = 0;
    if (bt_message_discarded_packets_get_count(message, &count) !=
        BT_PROPERTY_AVAILABILITY_AVAILABLE) {
        count = 1;
    }
    summary_.diagnostics.add("discarded_packets", place(previousPacketEnd_), count);
    if (previousPacketEnd_) pushLoss(*previousPacketEnd_, *previousPacketEnd_, 0);
}

void StreamSink::pushLoss(Timestamp from, Timestamp until, std::uint64_t count)
{
    constexpr std::uint64_t kMost = std::numeric_limits<std::int64_t>::max();
    if (count > 0) {
        summary_.diagnostics.add("lost_events", place(from), count);
    }
    out_.push(makeValue(EventKind::Lost, from, cpu_, kNoTid,
                        static_cast<std::int64_t>(std::min(count, kMost)), nanoseconds(until)));
}

void StreamSink::breakOff(std::string_view why, const std::string& path)
{
    summary_.isPartial = true;
    summary_.diagnostics.add(
        "damaged_packet",
        {.path = path_.empty() ? path : path_, .time = lastEvent_, .example = std::string(why)});
    for (const auto& known : {packetBegin_, lastEvent_}) {
        if (known && (!previousPacketEnd_ || *previousPacketEnd_ < *known)) {
            previousPacketEnd_ = known;
        }
    }
    hasHole_ = true;
    noteBytes(packetBytes_);
}

// The next graph has event classes of its own.
void StreamSink::closeDecoder()
{
    if (!decoder_) return;
    for (const auto& [name, count] : decoder_->counts()) summary_.counts[name] += count;
    summary_.cpus.insert(summary_.cpus.end(), decoder_->cpus().begin(), decoder_->cpus().end());
    summary_.hasSwitches = summary_.hasSwitches || decoder_->hasSwitches();
    summary_.hasAssumedStates = summary_.hasAssumedStates || decoder_->hasAssumedStates();
    decoder_.reset();
}

StreamSummary StreamSink::finish()
{
    // The loss that the last packet told, had its end been read.
    if (lostInPacket_ > 0 && lastEvent_) pushLoss(*lastEvent_, *lastEvent_, lostInPacket_);
    lostInPacket_ = 0;
    closeDecoder();
    if (cpu_ != kNoCpu) summary_.cpus.push_back(cpu_);
    std::ranges::sort(summary_.cpus);
    const auto repeated = std::ranges::unique(summary_.cpus);
    summary_.cpus.erase(repeated.begin(), repeated.end());
    if (summary_.events && summary_.packets) extend(summary_.packets, summary_.events->end);
    return std::move(summary_);
}

}  // namespace resched::ctf

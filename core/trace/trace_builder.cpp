// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/trace_builder.h"

#include "trace/event_merger.h"
#include "trace/lane_builder.h"

#include <algorithm>
#include <set>
#include <thread>

namespace resched {

namespace {

bool hasTime(EventKind kind)
{
    return kind != EventKind::Process;
}

}  // namespace

void EventStream::addBlock()
{
    // The first blocks are small, so that a stream of a few events costs a few events.
    const std::size_t capacity = blocks_.empty() ? 64 : kBlock;
    blocks_.emplace_back().reserve(capacity);
}

EventStream& TraceBuilder::addStream(std::int64_t order)
{
    return sequences_[order].emplace_back();
}

void TraceBuilder::countEvents(std::string_view name, std::uint64_t count)
{
    const auto found = counts_.find(name);
    if (found != counts_.end()) {
        found->second += count;
    } else {
        counts_.emplace(name, count);
    }
}

void TraceBuilder::declareCpu(CpuId cpu)
{
    declared_.push_back(cpu);
}

void TraceBuilder::extendSpan(TimeRange range)
{
    if (!span_) {
        span_ = range;
        return;
    }
    span_->begin = std::min(span_->begin, range.begin);
    span_->end = std::max(span_->end, range.end);
}

std::uint64_t TraceBuilder::counted(std::string_view name) const
{
    const auto found = counts_.find(name);
    return found == counts_.end() ? 0 : found->second;
}

bool TraceBuilder::hasMeaningfulEvents() const
{
    const auto isMeaningful = [](const Event& event) {
        return event.kind != EventKind::Lost && event.kind != EventKind::RecordingBegin &&
               event.kind != EventKind::RecordingEnd && event.kind != EventKind::Other;
    };
    for (const auto& [order, streams] : sequences_) {
        for (const EventStream& stream : streams) {
            for (const auto& block : stream.blocks_) {
                if (std::ranges::any_of(block, isMeaningful)) return true;
            }
        }
    }
    return false;
}

std::vector<CpuId> TraceBuilder::cpus() const
{
    std::set<std::int32_t> numbers;
    for (const CpuId cpu : declared_) numbers.insert(number(cpu));
    for (const auto& [order, streams] : sequences_) {
        for (const EventStream& stream : streams) {
            std::int32_t last = -1;
            for (const auto& block : stream.blocks_) {
                for (const Event& event : block) {
                    if (event.cpu >= 0 && event.cpu != last) numbers.insert(last = event.cpu);
                }
            }
        }
    }
    std::vector<CpuId> cpus;
    for (const std::int32_t number : numbers) cpus.push_back(CpuId{number});
    return cpus;
}

namespace {

void moveInTime(Event& event, std::int64_t offset)
{
    if (!hasTime(event.kind)) return;
    event.time += offset;
    if (event.kind == EventKind::Lost) event.value.extra += offset;
}

TimeRange moved(TimeRange range, Nanoseconds offset)
{
    return {range.begin + offset, range.end + offset};
}

void joinText(std::string& text, const std::string& other)
{
    if (text.empty()) {
        text = other;
    } else if (!other.empty() && text != other) {
        text += ", " + other;
    }
}

// Facts of a later file: the first that says something holds, lists grow, doubts add up.
void joinInfo(TraceInfo& info, const TraceInfo& other, Nanoseconds offset)
{
    const bool isFirst = info.path.empty();
    joinText(info.path, other.path);
    joinText(info.format, other.format);
    joinText(info.tracer, other.tracer);
    if (info.kernelRelease.empty()) info.kernelRelease = other.kernelRelease;
    if (info.hostname.empty()) info.hostname = other.hostname;
    joinText(info.digest, other.digest);
    if (!info.wallClockOffset && other.wallClockOffset) {
        info.wallClockOffset = *other.wallClockOffset - offset.count();
    }
    info.resolution = std::max(info.resolution, other.resolution);
    info.cpusDeclared = std::max(info.cpusDeclared, other.cpusDeclared);
    info.partial = info.partial || other.partial;
    info.recordsLosses = info.recordsLosses && other.recordsLosses;
    info.simulated = isFirst ? other.simulated : info.simulated || other.simulated;
    info.lostEvents += other.lostEvents;
    if (other.recorded.isEmpty()) return;
    const TimeRange range = moved(other.recorded, offset);
    info.recorded = info.recorded.isEmpty() ? range
                                            : TimeRange{std::min(info.recorded.begin, range.begin),
                                                        std::max(info.recorded.end, range.end)};
}

}  // namespace

void TraceBuilder::absorb(TraceBuilder&& other, Nanoseconds offset)
{
    std::int64_t order = sequences_.empty() ? 0 : sequences_.rbegin()->first + 1;
    for (auto& [key, streams] : other.sequences_) {
        for (EventStream& stream : streams) {
            for (auto& block : stream.blocks_) {
                for (Event& event : block) moveInTime(event, offset.count());
            }
            if (stream.lastTime_ != INT64_MIN) stream.lastTime_ += offset.count();
        }
        sequences_.emplace(order++, std::move(streams));
    }
    for (const auto& [name, count] : other.counts_) countEvents(name, count);
    declared_.insert(declared_.end(), other.declared_.begin(), other.declared_.end());
    if (other.span_) extendSpan(moved(*other.span_, offset));
    diagnostics_.merge(other.diagnostics_);
    joinInfo(info_, other.info_, offset);
    other.sequences_.clear();
    other.counts_.clear();
    other.declared_.clear();
    other.span_.reset();
}

namespace {

// Below this, starting a thread costs more than it saves.
constexpr std::size_t kEventsForThread = std::size_t{1} << 16U;

// What has one entry an event takes its room at once: growing would need twice as much.
void reserve(TraceData& data, const std::deque<EventStream>& streams)
{
    std::size_t wakeups = data.wakeups.capacity();
    std::size_t vruntimes = data.vruntimes.capacity();
    for (const EventStream& stream : streams) {
        wakeups += stream.count(EventKind::Waking) + stream.count(EventKind::Wakeup) +
                   stream.count(EventKind::WakeupNew);
        vruntimes += stream.count(EventKind::StatRuntime);
    }
    data.wakeups.reserve(wakeups);
    data.vruntimes.reserve(vruntimes);
}

// Gives the merged events to the lanes. False when canceled.
bool buildLanes(EventMerger& merger, LaneBuilder& lanes, std::size_t total, Progress& progress)
{
    std::optional<MergingThread> thread;
    if (total >= kEventsForThread && std::thread::hardware_concurrency() > 1) {
        thread.emplace(merger);
    }
    std::vector<Event> own;
    std::size_t done = 0;
    while (true) {
        if (!thread) merger.next(own);
        const std::vector<Event>& batch = thread ? thread->next() : own;
        if (batch.empty()) return true;
        for (const Event& event : batch) lanes.add(event);
        done += batch.size();
        if (!progress.advance(static_cast<double>(done) / static_cast<double>(total))) return false;
    }
}

}  // namespace

Result<Trace> TraceBuilder::finish(Progress& progress)
{
    constexpr double kSorting = 0.2;
    TraceData data;
    EventMerger merger;
    std::size_t total = 0;
    for (auto& [order, streams] : sequences_) {
        for (const EventStream& stream : streams) total += stream.size();
        merger.add(streams, data.names);
        reserve(data, streams);
    }
    StepProgress sorting(progress, 0.0, kSorting);
    if (!merger.sort(sorting)) return canceled();
    if (const std::size_t unsorted = merger.unsortedSequences(); unsorted > 0) {
        diagnostics_.add("unsorted_events", {}, unsorted);
    }
    if (const std::optional<TimeRange> span = merger.span()) extendSpan(*span);
    data.span = span_.value_or(TimeRange{});
    data.info = std::move(info_);
    data.diagnostics = std::move(diagnostics_);

    LaneBuilder lanes(data, LaneBuilder::Growth::Tight);
    for (const CpuId cpu : declared_) lanes.declareCpu(cpu);
    StepProgress building(progress, kSorting, 1.0);
    if (!buildLanes(merger, lanes, total, building)) return canceled();
    lanes.finish();
    sequences_.clear();

    for (auto& [name, count] : counts_) {
        data.info.eventsTotal += count;
        data.info.events.emplace_back(name, count);
    }
    if (data.info.recorded.isEmpty()) data.info.recorded = data.span;
    if (!progress.advance(1.0)) return canceled();
    return Trace(std::move(data));
}

}  // namespace resched

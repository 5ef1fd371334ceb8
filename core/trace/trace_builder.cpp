// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/trace_builder.h"

#include "trace/lane_builder.h"

#include <algorithm>
#include <memory>
#include <set>

namespace resched {

namespace {

bool namesTask(EventKind kind)
{
    switch (kind) {
        case EventKind::Waking:
        case EventKind::Migrate:
        case EventKind::Wakeup:
        case EventKind::WakeupNew:
        case EventKind::Fork:
        case EventKind::Exec:
        case EventKind::Exit:
        case EventKind::Free:
        case EventKind::Rename:
        case EventKind::Process:
        case EventKind::StateDump:
        case EventKind::PiSetprio:
            return true;
        default:
            return false;
    }
}

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

// One sequence of streams as one sorted run of events with names of the trace. Blocks are freed as
// they are passed.
class EventMerger
{
public:
    EventMerger(std::deque<EventStream>& streams, NameTable& names)
        : streams_(streams), names_(names)
    {
        std::int64_t last = INT64_MIN;
        bool isSorted = true;
        for (EventStream& stream : streams_) {
            if (stream.size() == 0) continue;
            isSorted = isSorted && stream.isSorted() && stream.blocks_.front().front().time >= last;
            last = stream.lastTime_;
        }
        if (!isSorted) {
            wasUnsorted_ = true;
            sortAll();
        }
        advance();
    }

    bool atEnd() const { return current_ == nullptr; }
    const Event& event() const { return *current_; }
    bool wasUnsorted() const { return wasUnsorted_; }

    void advance()
    {
        while (true) {
            if (block_ == nullptr || position_ == block_->size()) {
                if (!nextBlock()) {
                    current_ = nullptr;
                    return;
                }
            }
            copy_ = (*block_)[position_++];
            translate(copy_);
            current_ = &copy_;
            return;
        }
    }

private:
    bool nextBlock()
    {
        if (block_ != nullptr) {
            *block_ = {};
            block_ = nullptr;
        }
        while (streamIndex_ < streams_.size()) {
            EventStream& stream = streams_[streamIndex_];
            if (&stream != stream_) {
                stream_ = &stream;
                blockIndex_ = 0;
                translation_.clear();
                for (std::uint32_t i = 0; i < stream.names().size(); ++i) {
                    translation_.push_back(
                        static_cast<std::uint32_t>(names_.intern(stream.names()[NameId{i}])));
                }
            }
            if (blockIndex_ < stream.blocks_.size()) {
                block_ = &stream.blocks_[blockIndex_++];
                position_ = 0;
                return true;
            }
            ++streamIndex_;
        }
        return false;
    }

    void translate(Event& event) const
    {
        if (event.kind == EventKind::Switch) {
            event.change.prevName = translation_[event.change.prevName];
            event.change.nextName = translation_[event.change.nextName];
        } else if (namesTask(event.kind)) {
            event.task.name = translation_[event.task.name];
            event.task.otherName = translation_[event.task.otherName];
        } else if (event.kind == EventKind::TimerExpire) {
            event.value.value = translation_[static_cast<std::size_t>(event.value.value)];
        }
    }

    // The rare case: events out of order across the sequence. All are gathered in one stream with
    // one name table, sorted by time, equal times in the order of arrival.
    void sortAll()
    {
        EventStream sorted;
        std::vector<Event> all;
        for (EventStream& stream : streams_) {
            translation_.clear();
            for (std::uint32_t i = 0; i < stream.names().size(); ++i) {
                translation_.push_back(
                    static_cast<std::uint32_t>(sorted.intern(stream.names()[NameId{i}])));
            }
            for (auto& block : stream.blocks_) {
                for (Event& event : block) {
                    translate(event);
                    all.push_back(event);
                }
                block = {};
            }
        }
        std::ranges::stable_sort(all, {}, &Event::time);
        sorted.blocks_.push_back(std::move(all));
        streams_.clear();
        streams_.push_back(std::move(sorted));
    }

    std::deque<EventStream>& streams_;
    NameTable& names_;
    std::vector<std::uint32_t> translation_;
    EventStream* stream_ = nullptr;
    std::vector<Event>* block_ = nullptr;
    std::size_t streamIndex_ = 0;
    std::size_t blockIndex_ = 0;
    std::size_t position_ = 0;
    Event copy_;
    const Event* current_ = nullptr;
    bool wasUnsorted_ = false;
};

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

// Of two heads with equal times, which comes first: by kind, as the kernel emits them.
int phase(const Event& event)
{
    switch (event.kind) {
        case EventKind::Waking:
            return 0;
        case EventKind::Migrate:
            return 1;
        case EventKind::Wakeup:
        case EventKind::WakeupNew:
            return 2;
        default:
            return 3;
    }
}

struct Head
{
    std::int64_t time;
    int phase;
    std::size_t sequence;
    friend auto operator<=>(const Head&, const Head&) = default;
};

Head headOf(const EventMerger& merger, std::size_t sequence)
{
    return {merger.event().time, phase(merger.event()), sequence};
}

}  // namespace

Result<Trace> TraceBuilder::finish(Progress& progress)
{
    TraceData data;
    std::vector<std::unique_ptr<EventMerger>> mergers;
    std::size_t total = 0;
    for (auto& [order, streams] : sequences_) {
        for (const EventStream& stream : streams) {
            total += stream.size();
            for (const auto& block : stream.blocks_) {
                if (block.empty()) continue;
                const auto [first, last] =
                    std::ranges::minmax(block, {}, [](const Event& event) { return event.time; });
                if (hasTime(first.kind) && hasTime(last.kind)) {
                    extendSpan({timestamp(first.time), timestamp(last.time)});
                    continue;
                }
                for (const Event& event : block) {
                    if (!hasTime(event.kind)) continue;
                    extendSpan({timestamp(event.time), timestamp(event.time)});
                }
            }
        }
        mergers.push_back(std::make_unique<EventMerger>(streams, data.names));
        if (mergers.back()->wasUnsorted()) diagnostics_.add("unsorted_events");
    }
    data.span = span_.value_or(TimeRange{});
    data.info = std::move(info_);
    data.diagnostics = std::move(diagnostics_);

    LaneBuilder lanes(data);
    for (const CpuId cpu : declared_) lanes.declareCpu(cpu);

    std::vector<Head> heap;
    for (std::size_t i = 0; i < mergers.size(); ++i) {
        if (!mergers[i]->atEnd()) heap.push_back(headOf(*mergers[i], i));
    }
    std::ranges::make_heap(heap, std::ranges::greater{});
    std::size_t done = 0;
    while (!heap.empty()) {
        std::ranges::pop_heap(heap, std::ranges::greater{});
        const std::size_t sequence = heap.back().sequence;
        heap.pop_back();
        EventMerger& merger = *mergers[sequence];
        // As long as this sequence stays ahead of all others, without touching the heap.
        do {
            lanes.add(merger.event());
            merger.advance();
            if (++done % 65536 == 0 &&
                !progress.advance(static_cast<double>(done) / static_cast<double>(total))) {
                return canceled();
            }
        } while (!merger.atEnd() && (heap.empty() || headOf(merger, sequence) < heap.front()));
        if (!merger.atEnd()) {
            heap.push_back(headOf(merger, sequence));
            std::ranges::push_heap(heap, std::ranges::greater{});
        }
    }
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

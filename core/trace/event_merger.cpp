// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/event_merger.h"

#include <algorithm>
#include <utility>

namespace resched {

namespace {

constexpr std::size_t kBatchEvents = 1024;

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

bool hasTime(const Event& event)
{
    return event.kind != EventKind::Process;
}

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

}  // namespace

EventSequence::EventSequence(std::deque<EventStream>& streams, NameTable& names)
    : streams_(streams), names_(names), translations_(streams.size())
{
    for (std::uint32_t i = 0; i < streams.size(); ++i) {
        for (auto& events : streams[i].blocks_) {
            if (!events.empty()) blocks_.push_back({&events, i});
        }
    }
}

void EventSequence::sortBlock(std::size_t block)
{
    if (streams_[blocks_[block].stream].isSorted()) return;
    std::vector<Event>& events = *blocks_[block].events;
    if (std::ranges::is_sorted(events, {}, &Event::time)) return;
    std::ranges::stable_sort(events, {}, &Event::time);
    wasUnsorted_ = true;
}

void EventSequence::begin()
{
    const auto follows = [&](std::size_t block) {
        return blocks_[block - 1].events->back().time <= blocks_[block].events->front().time;
    };
    for (std::size_t block = 0; block < blocks_.size(); ++block) {
        if (!waiting_.empty() && follows(block)) {
            ++waiting_.back().end;
        } else {
            waiting_.push_back({block, block + 1});
        }
    }
    wasUnsorted_ = wasUnsorted_ || waiting_.size() > 1;
    std::ranges::make_heap(waiting_, [&](const Run& a, const Run& b) { return isLater(a, b); });
    take();
}

std::optional<TimeRange> EventSequence::span() const
{
    std::optional<TimeRange> span;
    const auto cover = [&](const Run& run) {
        std::optional<std::int64_t> first;
        std::optional<std::int64_t> last;
        for (std::size_t i = run.block; i < run.end && !first; ++i) {
            const auto found = std::ranges::find_if(*blocks_[i].events, hasTime);
            if (found != blocks_[i].events->end()) first = found->time;
        }
        for (std::size_t i = run.end; i > run.block && first && !last; --i) {
            const auto& events = *blocks_[i - 1].events;
            const auto found = std::find_if(events.rbegin(), events.rend(), hasTime);
            if (found != events.rend()) last = found->time;
        }
        if (!first) return;
        if (!span) span = TimeRange{timestamp(*first), timestamp(*last)};
        span->begin = std::min(span->begin, timestamp(*first));
        span->end = std::max(span->end, timestamp(*last));
    };
    if (run_) cover(*run_);
    std::ranges::for_each(waiting_, cover);
    return span;
}

// The run with the earliest event becomes the one that is read.
void EventSequence::take()
{
    current_ = nullptr;
    run_.reset();
    if (waiting_.empty()) return;
    std::ranges::pop_heap(waiting_, [&](const Run& a, const Run& b) { return isLater(a, b); });
    run_ = waiting_.back();
    waiting_.pop_back();
    const Block& block = blocks_[run_->block];
    current_ = &(*block.events)[run_->position];
    translate(*current_, block.stream);
}

void EventSequence::advance()
{
    Block& block = blocks_[run_->block];
    if (++run_->position == block.events->size()) {
        std::vector<Event>().swap(*block.events);  // assigning {} would keep its memory
        run_->position = 0;
        if (++run_->block == run_->end) {
            take();
            return;
        }
    }
    if (!waiting_.empty() && isLater(*run_, waiting_.front())) {
        waiting_.push_back(*run_);
        std::ranges::push_heap(waiting_, [&](const Run& a, const Run& b) { return isLater(a, b); });
        take();
        return;
    }
    const Block& next = blocks_[run_->block];
    current_ = &(*next.events)[run_->position];
    translate(*current_, next.stream);
}

// In place, once: a run that has to wait is put back before its next event is looked at.
void EventSequence::translate(Event& event, std::uint32_t stream)
{
    std::vector<std::uint32_t>& translation = translations_[stream];
    if (translation.empty()) {
        const NameTable& names = streams_[stream].names();
        for (std::uint32_t i = 0; i < names.size(); ++i) {
            translation.push_back(static_cast<std::uint32_t>(names_.intern(names[NameId{i}])));
        }
    }
    if (event.kind == EventKind::Switch) {
        event.change.prevName = translation[event.change.prevName];
        event.change.nextName = translation[event.change.nextName];
    } else if (namesTask(event.kind)) {
        event.task.name = translation[event.task.name];
        event.task.otherName = translation[event.task.otherName];
    } else if (event.kind == EventKind::TimerExpire) {
        event.value.value = translation[static_cast<std::size_t>(event.value.value)];
    }
}

bool EventMerger::sort(Progress& progress)
{
    constexpr std::size_t kBlocksPerReport = 8;
    std::size_t blocks = 0;
    for (const EventSequence& sequence : sequences_) blocks += sequence.blocks();
    std::size_t done = 0;
    for (EventSequence& sequence : sequences_) {
        for (std::size_t block = 0; block < sequence.blocks(); ++block) {
            sequence.sortBlock(block);
            if (++done % kBlocksPerReport == 0 &&
                !progress.advance(static_cast<double>(done) / static_cast<double>(blocks))) {
                return false;
            }
        }
        sequence.begin();
    }
    for (std::size_t i = 0; i < sequences_.size(); ++i) {
        if (!sequences_[i].atEnd()) heads_.push_back(headOf(i));
    }
    std::ranges::make_heap(heads_, std::ranges::greater{});
    return true;
}

std::size_t EventMerger::unsortedSequences() const
{
    return static_cast<std::size_t>(std::ranges::count_if(sequences_, &EventSequence::wasUnsorted));
}

std::optional<TimeRange> EventMerger::span() const
{
    std::optional<TimeRange> whole;
    for (const EventSequence& sequence : sequences_) {
        const std::optional<TimeRange> span = sequence.span();
        if (!span) continue;
        if (!whole) whole = span;
        whole->begin = std::min(whole->begin, span->begin);
        whole->end = std::max(whole->end, span->end);
    }
    return whole;
}

EventMerger::Head EventMerger::headOf(std::size_t sequence) const
{
    const Event& event = sequences_[sequence].event();
    return {event.time, phase(event), sequence};
}

void EventMerger::next(std::vector<Event>& batch)
{
    batch.clear();
    batch.reserve(kBatchEvents);
    while (!heads_.empty() && batch.size() < kBatchEvents) {
        std::ranges::pop_heap(heads_, std::ranges::greater{});
        const std::size_t index = heads_.back().sequence;
        heads_.pop_back();
        EventSequence& sequence = sequences_[index];
        // As long as this sequence stays ahead of all others, without touching the heap.
        do {
            batch.push_back(sequence.event());
            sequence.advance();
        } while (!sequence.atEnd() && batch.size() < kBatchEvents &&
                 (heads_.empty() || headOf(index) < heads_.front()));
        if (!sequence.atEnd()) {
            heads_.push_back(headOf(index));
            std::ranges::push_heap(heads_, std::ranges::greater{});
        }
    }
}

MergingThread::MergingThread(EventMerger& merger) : merger_(merger), thread_([this] { run(); }) {}

MergingThread::~MergingThread()
{
    isStopped_ = true;
    free_.release();
}

void MergingThread::run()
{
    for (std::size_t i = 0; true; ++i) {
        free_.acquire();
        if (isStopped_) return;
        std::vector<Event>& batch = batches_[i % kBatches];
        try {
            merger_.next(batch);
        } catch (...) {
            // Not enough memory: that is for the reader's thread to say.
            failure_ = std::current_exception();
            batch.clear();
        }
        const bool isLast = batch.empty();
        filled_.release();
        if (isLast) return;
    }
}

const std::vector<Event>& MergingThread::next()
{
    if (read_ > 0) free_.release();
    filled_.acquire();
    if (failure_) std::rethrow_exception(failure_);
    return batches_[read_++ % kBatches];
}

}  // namespace resched

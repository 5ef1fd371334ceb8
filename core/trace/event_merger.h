// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// From the streams of a TraceBuilder to one row of events in the order in which they happened, with
// names of the trace: the first half of finish(), and for large traces on a thread of its own.
// Streams are eaten up: a block is freed as soon as it is passed, and sorting happens in the
// blocks, so that merging takes no memory that grows with the trace.

#include "base/progress.h"
#include "trace/trace_builder.h"

#include <atomic>
#include <cstddef>
#include <deque>
#include <exception>
#include <optional>
#include <semaphore>
#include <thread>
#include <vector>

namespace resched {

// One sequence: streams that belong together, in the order in which they were added. Equal times
// keep that order.
class EventSequence
{
public:
    EventSequence(std::deque<EventStream>& streams, NameTable& names);

    std::size_t blocks() const { return blocks_.size(); }
    // Sorts a block that needs it; to be called for each, then begin().
    void sortBlock(std::size_t block);
    void begin();
    bool wasUnsorted() const { return wasUnsorted_; }
    // Of all events that have a time; before the first advance().
    std::optional<TimeRange> span() const;

    bool atEnd() const { return current_ == nullptr; }
    const Event& event() const { return *current_; }
    void advance();

private:
    struct Block
    {
        std::vector<Event>* events;
        std::uint32_t stream;
    };
    // Blocks that follow each other in time.
    struct Run
    {
        std::size_t block;
        std::size_t end;
        std::size_t position = 0;  // in the block
    };

    const Event& head(const Run& run) const { return (*blocks_[run.block].events)[run.position]; }
    // Equal times in the order of arrival, which is that of the blocks.
    bool isLater(const Run& left, const Run& right) const
    {
        const std::int64_t a = head(left).time;
        const std::int64_t b = head(right).time;
        return a != b ? a > b : left.block > right.block;
    }
    void take();
    void translate(Event& event, std::uint32_t stream);

    std::deque<EventStream>& streams_;
    NameTable& names_;
    std::vector<Block> blocks_;
    std::vector<std::vector<std::uint32_t>> translations_;  // by stream; made when first needed
    std::vector<Run> waiting_;                              // a heap
    std::optional<Run> run_;                                // the one that is being read
    Event* current_ = nullptr;
    bool wasUnsorted_ = false;
};

// All sequences as one. Equal times are ordered by kind, then by sequence.
class EventMerger
{
public:
    void add(std::deque<EventStream>& streams, NameTable& names)
    {
        sequences_.emplace_back(streams, names);
    }
    // Brings the sequences in order. False when canceled.
    bool sort(Progress& progress);
    std::size_t unsortedSequences() const;
    std::optional<TimeRange> span() const;

    // The next events, at most as many as `batch` has room for; none at the end.
    void next(std::vector<Event>& batch);

private:
    struct Head
    {
        std::int64_t time;
        int phase;
        std::size_t sequence;
        friend auto operator<=>(const Head&, const Head&) = default;
    };
    Head headOf(std::size_t sequence) const;

    std::deque<EventSequence> sequences_;
    std::vector<Head> heads_;  // a heap
};

// Merges ahead of its reader.
class MergingThread
{
public:
    explicit MergingThread(EventMerger& merger);
    ~MergingThread();
    MergingThread(const MergingThread&) = delete;
    MergingThread& operator=(const MergingThread&) = delete;

    // The next events, good until the next call; none at the end.
    const std::vector<Event>& next();

private:
    static constexpr std::ptrdiff_t kBatches = 4;

    void run();

    EventMerger& merger_;
    std::vector<Event> batches_[kBatches];
    std::counting_semaphore<kBatches + 1> free_{kBatches};
    std::counting_semaphore<kBatches + 1> filled_{0};
    std::atomic<bool> isStopped_ = false;
    std::exception_ptr failure_;
    std::size_t read_ = 0;
    std::jthread thread_;
};

}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/perf/perf_reader.h"

#include "readers/perf/decompressor.h"
#include "readers/perf/perf_decoder.h"
#include "readers/perf/perf_file.h"
#include "readers/perf/perf_session.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <future>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace resched {

namespace perf {
namespace {

// Below this, starting threads costs more than it saves.
constexpr std::uint64_t kBytesPerThread = std::uint64_t{2} << 20U;
constexpr unsigned kMostThreads = 8;
constexpr std::uint64_t kRecordsPerReport = 4096;
constexpr std::uint64_t kBytesPerReport = std::uint64_t{512} << 10U;
constexpr auto kWait = std::chrono::milliseconds(20);
// What a compressed recording may unpack to, per packed byte. Samples shrink to a tenth.
constexpr std::uint64_t kMostRatio = 256;

RecordHead readHead(const std::byte* from, bool swap)
{
    return {static_cast<RecordType>(loadNumber<std::uint32_t>(from, swap)),
            loadNumber<std::uint16_t>(from + 4, swap), loadNumber<std::uint16_t>(from + 6, swap)};
}

// Records that change what is known of the file, or that do not stand alone.
bool needsSession(RecordType type)
{
    switch (type) {
        case RecordType::HeaderAttr:
        case RecordType::HeaderEventType:
        case RecordType::HeaderTracingData:
        case RecordType::AuxTrace:
        case RecordType::EventUpdate:
        case RecordType::HeaderFeature:
        case RecordType::Compressed:
        case RecordType::Compressed2:
            return true;
        default:
            return false;
    }
}

// A run of records that one thread decodes.
struct Run
{
    PerfDecoder decoder;
    std::uint64_t at;      // where it has got to
    std::uint64_t target;  // where the next run begins, if the guess was right
};

// Decodes until the target is reached, or a record that this run cannot handle.
void decodeRun(std::span<const std::byte> file, bool swap, std::uint64_t end, Run& run,
               const std::atomic<bool>& canceled)
{
    for (std::uint64_t done = 0; run.at < run.target && run.at + kRecordHead <= end; ++done) {
        if (done % kRecordsPerReport == 0 && canceled.load(std::memory_order_relaxed)) return;
        const RecordHead head = readHead(file.data() + run.at, swap);
        if (head.size < kRecordHead || head.size > end - run.at || needsSession(head.type)) return;
        run.decoder.record(head, file.subspan(run.at + kRecordHead, head.size - kRecordHead),
                           run.at);
        run.at += head.size;
    }
}

class PerfReading
{
public:
    PerfReading(std::span<const std::byte> file, std::string_view path, const PerfFrame& frame,
                TraceBuilder& builder, Progress& progress)
        : file_(file),
          path_(path),
          frame_(frame),
          builder_(builder),
          progress_(progress),
          session_(frame.order)
    {}

    Result<void> run()
    {
        Diagnostics found;
        describeSession(file_, frame_, session_, found);
        builder_.info().partial |= frame_.isDamaged;
        addDiagnostics(found);
        at_ = frame_.records.offset;
        end_ = at_ + frame_.records.size;
        // The records about the file come first; from the first sample on there is but bulk.
        if (!walk(true)) return canceled();
        if (!decodeInParallel()) return canceled();
        if (!walk(false)) return canceled();
        finish();
        return {};
    }

private:
    // Goes through the records in order; with `untilSample` stops ahead of the first sample. False
    // when canceled.
    bool walk(bool untilSample)
    {
        std::uint64_t done = 0;
        while (!isOver_ && at_ < end_) {
            if (done++ % kRecordsPerReport == 0 && !report(at_)) return false;
            const std::size_t size = step(file_.subspan(at_, end_ - at_), at_, untilSample);
            if (size == 0) return true;
            at_ += std::min<std::uint64_t>(size, end_ - at_);
        }
        return true;
    }

    // Handles the record at the begin of `rest` and answers its size with what belongs to it; 0
    // when there is none to go on from.
    std::size_t step(std::span<const std::byte> rest, std::uint64_t offset, bool untilSample)
    {
        if (rest.size() < kRecordHead) {
            damaged("truncated_file", offset, "the last record is cut");
            return 0;
        }
        const RecordHead head = readHead(rest.data(), session_.swaps());
        if (head.size < kRecordHead) {
            damaged("broken_record", offset, "the record size is " + std::to_string(head.size));
            return 0;
        }
        if (head.size > rest.size()) {
            damaged("truncated_file", offset, "the last record is cut");
            return 0;
        }
        if (untilSample && head.type == RecordType::Sample) return 0;
        const auto body = rest.subspan(kRecordHead, head.size - kRecordHead);
        if (!needsSession(head.type)) {
            decoder().record(head, body, offset);
            return head.size;
        }
        return head.size + handle(head, body, rest.subspan(head.size), offset);
    }

    // Answers how many bytes behind the record belong to it.
    std::size_t handle(RecordHead head, std::span<const std::byte> body,
                       std::span<const std::byte> behind, std::uint64_t offset)
    {
        ByteReader reader(body, session_.order());
        switch (head.type) {
            case RecordType::HeaderAttr:
                addEvent(body, offset);
                return 0;
            case RecordType::HeaderEventType:
                session_.nameOldEvent(body);
                return 0;
            case RecordType::EventUpdate:
                session_.update(body);
                return 0;
            case RecordType::HeaderFeature: {
                const std::uint64_t feature = reader.u64();
                session_.setFeature(feature, reader.take(reader.remaining()));
                return 0;
            }
            case RecordType::HeaderTracingData:
                return addTracingData(body, behind, offset);
            case RecordType::AuxTrace: {
                const std::uint64_t size = reader.u64();
                return static_cast<std::size_t>(std::min<std::uint64_t>(size, behind.size()));
            }
            case RecordType::Compressed2: {
                const std::uint64_t size = reader.u64();
                unpack(reader.take(std::min<std::uint64_t>(size, reader.remaining())), offset);
                return 0;
            }
            default:
                unpack(body, offset);
                return 0;
        }
    }

    // An attr, whose size stands in it, and ids to the end.
    void addEvent(std::span<const std::byte> body, std::uint64_t offset)
    {
        constexpr std::size_t kOldest = 64;
        std::size_t size = 0;
        if (body.size() >= 8) {
            size = loadNumber<std::uint32_t>(body.data() + 4, session_.swaps());
        }
        if (size == 0) size = kOldest;
        if (size > body.size() || !session_.addEvent(body.first(size), body.subspan(size))) {
            damaged("broken_event", offset, "the description of an event is cut");
        }
    }

    // perf puts the data behind the record, padded to 8 bytes, simpleperf inside.
    std::size_t addTracingData(std::span<const std::byte> body, std::span<const std::byte> behind,
                               std::uint64_t offset)
    {
        ByteReader reader(body, session_.order());
        const std::uint64_t size = reader.u32();
        if (size > 0 && size <= reader.remaining()) {
            session_.setTracingData(reader.take(size), offset);
            return 0;
        }
        const auto present = static_cast<std::size_t>(std::min<std::uint64_t>(size, behind.size()));
        session_.setTracingData(behind.first(present), offset);
        const std::uint64_t padded = (size + 7) / 8 * 8;
        return static_cast<std::size_t>(std::min<std::uint64_t>(padded, behind.size()));
    }

    void unpack(std::span<const std::byte> packed, std::uint64_t offset)
    {
        if (isUnpackingOver_) return;
        if (!decompressor_) decompressor_.emplace();
        packed_ += packed.size();
        const bool isWhole = decompressor_->unpack(
            packed, packed_ * kMostRatio + kBytesPerThread,
            [&](std::span<const std::byte> unpacked) { return takeWhole(unpacked, offset); });
        if (isWhole) return;
        isUnpackingOver_ = true;
        damaged("broken_compression", offset, "the zstd data of a record is damaged");
    }

    std::size_t takeWhole(std::span<const std::byte> unpacked, std::uint64_t offset)
    {
        std::size_t taken = 0;
        while (unpacked.size() - taken >= kRecordHead && !isUnpackingOver_) {
            const auto rest = unpacked.subspan(taken);
            const RecordHead head = readHead(rest.data(), session_.swaps());
            if (head.size > rest.size()) break;
            if (head.size < kRecordHead || head.type == RecordType::Compressed ||
                head.type == RecordType::Compressed2) {
                isUnpackingOver_ = true;
                damaged("broken_record", offset, "a compressed record is damaged");
                break;
            }
            taken += std::min(step(rest, offset, false), rest.size());
        }
        return isUnpackingOver_ ? unpacked.size() : taken;
    }

    // Splits what is left among threads at guessed places. A guess is right when the run before
    // ends exactly there; what follows a wrong one is left to walk().
    bool decodeInParallel()
    {
        if (isOver_ || at_ >= end_) return true;
        const std::uint64_t rest = end_ - at_;
        const std::uint64_t threads =
            std::min<std::uint64_t>({std::max(1U, std::thread::hardware_concurrency()),
                                     kMostThreads, rest / kBytesPerThread});
        if (threads < 2) return true;
        session_.prepare();
        flush();
        std::vector<Run> runs;
        for (std::uint64_t i = 0; i < threads; ++i) {
            const std::uint64_t begin = i == 0 ? at_ : guessRecord(at_ + rest / threads * i);
            if (begin >= end_) break;
            if (!runs.empty()) runs.back().target = begin;
            runs.push_back({PerfDecoder(session_), begin, end_});
        }
        return decodeRuns(runs);
    }

    bool decodeRuns(std::vector<Run>& runs)
    {
        std::vector<std::uint64_t> begins;
        for (const Run& run : runs) begins.push_back(run.at);
        std::atomic<bool> isCanceled = false;
        std::vector<std::future<void>> others;
        for (std::size_t i = 1; i < runs.size(); ++i) {
            others.push_back(std::async(std::launch::async, [&, i] {
                decodeRun(file_, session_.swaps(), end_, runs[i], isCanceled);
            }));
        }
        decodeFirstRun(runs.front(), isCanceled, begins.size());
        for (std::future<void>& other : others) {
            while (other.wait_for(kWait) != std::future_status::ready) {
                if (!isCanceled && !report(end_)) isCanceled = true;
            }
            other.get();
        }
        if (isCanceled) return false;
        for (std::size_t i = 0; i < runs.size() && begins[i] == at_; ++i) {
            at_ = runs[i].at;
            results_.add(std::move(runs[i].decoder));
        }
        return true;
    }

    // The one on this thread, in pieces, since only this thread may report.
    void decodeFirstRun(Run& run, std::atomic<bool>& isCanceled, std::size_t runs)
    {
        const std::uint64_t begin = run.at;
        const std::uint64_t target = run.target;
        while (run.at < target) {
            const std::uint64_t before = run.at;
            run.target = std::min(target, run.at + kBytesPerReport);
            decodeRun(file_, session_.swaps(), end_, run, isCanceled);
            if (run.at == before) break;
            if (report(begin + (run.at - begin) * runs)) continue;
            isCanceled = true;
            break;
        }
        run.target = target;
    }

    // The first place from `from` on at which a long chain of records seems to begin.
    std::uint64_t guessRecord(std::uint64_t from) const
    {
        constexpr std::uint64_t kFarthest = std::uint64_t{1} << 20U;
        const std::uint64_t begin = at_ + (from - at_) / 8 * 8;
        for (std::uint64_t at = begin; at < std::min(end_, begin + kFarthest); at += 8) {
            if (startsChain(at)) return at;
        }
        return end_;
    }

    bool startsChain(std::uint64_t at) const
    {
        constexpr int kChain = 32;
        for (int i = 0; i < kChain; ++i) {
            if (at + kRecordHead > end_) return false;
            const RecordHead head = readHead(file_.data() + at, session_.swaps());
            if (head.size < kRecordHead || head.size % 8 != 0 || head.size > end_ - at ||
                head.type < RecordType::Mmap || head.type > RecordType::BpfMetadata) {
                return false;
            }
            at += head.size;
        }
        return true;
    }

    PerfDecoder& decoder()
    {
        if (!session_.isPrepared()) {
            flush();
            session_.prepare();
        }
        if (!decoder_) decoder_.emplace(session_);
        return *decoder_;
    }

    void flush()
    {
        if (!decoder_) return;
        results_.add(std::move(*decoder_));
        decoder_.reset();
    }

    bool report(std::uint64_t at)
    {
        return progress_.advance(static_cast<double>(std::min(at, end_)) /
                                 static_cast<double>(std::max<std::uint64_t>(end_, 1)));
    }

    void damaged(std::string_view kind, std::uint64_t offset, std::string example)
    {
        isOver_ = isOver_ || kind != "broken_compression";
        builder_.info().partial = true;
        builder_.diagnostics().add(kind, {.path = std::string(path_),
                                          .position = {FilePosition::Unit::Offset, offset},
                                          .example = std::move(example)});
    }

    void addDiagnostics(const Diagnostics& found)
    {
        for (const Diagnostic& row : found.all()) {
            builder_.diagnostics().add(
                row.kind, {std::string(path_), row.position, row.time, row.example}, row.count);
        }
    }

    void finish()
    {
        if (decompressor_ && decompressor_->leftOver() > 0 && !isUnpackingOver_) {
            damaged("truncated_file", end_, "the last compressed record is cut");
        }
        session_.prepare();
        flush();
        Diagnostics found;
        found.merge(session_.diagnostics());
        results_.handOver(session_, builder_, found);
        const TracepointTable* const tracepoints = session_.tracepoints();
        if (tracepoints != nullptr && tracepoints->assumesPrevState()) {
            found.add("unknown_kernel_release",
                      {.example = "states are decoded as the newest kernel writes them"});
        }
        addDiagnostics(found);
        const PerfFacts& facts = session_.facts();
        TraceInfo& info = builder_.info();
        info.hostname = facts.hostname;
        info.kernelRelease = facts.osRelease;
        info.tracer = facts.version.empty() || facts.version.starts_with("simpleperf")
                          ? facts.version
                          : "perf " + facts.version;
        info.cpusDeclared = facts.cpusOnline;
        info.wallClockOffset = facts.wallClockOffset;
    }

    std::span<const std::byte> file_;
    std::string_view path_;
    PerfFrame frame_;
    TraceBuilder& builder_;
    Progress& progress_;
    PerfSession session_;
    PerfResults results_;
    std::optional<PerfDecoder> decoder_;
    std::optional<Decompressor> decompressor_;
    std::uint64_t packed_ = 0;
    std::uint64_t at_ = 0;
    std::uint64_t end_ = 0;
    bool isOver_ = false;           // nothing behind `at_` can be made sense of
    bool isUnpackingOver_ = false;  // nor of further compressed data
};

}  // namespace
}  // namespace perf

bool probePerfData(const Input& input)
{
    return !input.isFolder() && perf::startsPerfFile(input.bytes());
}

Result<void> readPerfData(const Input& input, TraceBuilder& builder, Progress& progress)
{
    return readPerfData(input.bytes(), input.path().string(), builder, progress);
}

Result<void> readPerfData(std::span<const std::byte> file, std::string_view path,
                          TraceBuilder& builder, Progress& progress)
{
    const Result<perf::PerfFrame> frame = perf::readPerfHeader(file);
    if (!frame) {
        Error error = frame.error();
        error.path = path;
        return error;
    }
    return perf::PerfReading(file, path, *frame, builder, progress).run();
}

}  // namespace resched

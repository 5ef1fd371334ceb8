// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/tracedat/trace_dat_reader.h"

#include "readers/tracedat/ring_buffer.h"
#include "readers/tracedat/trace_dat_file.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace resched {

namespace tracedat {
namespace {

constexpr std::int64_t kStreamsPerBuffer = 1 << 16U;  // more than there are CPUs
constexpr std::uint64_t kPagesPerReport = 256;

class TraceDatReading
{
public:
    TraceDatReading(std::string_view path, TraceDatFile& file, TraceBuilder& builder,
                    Progress& progress)
        : tracePath_(path),
          path_(path),
          file_(file),
          table_(*file.tracing.tracepoints),
          builder_(builder),
          progress_(progress)
    {}

    Result<void> run()
    {
        describe();
        for (const Buffer& buffer : file_.buffers) {
            for (const CpuPages& pages : buffer.cpus) bytesToRead_ += pages.size;
        }
        for (std::size_t i = 0; i < file_.buffers.size(); ++i) {
            // What one buffer records is not decoded from another once more.
            const std::set<std::uint32_t> decodedBefore = decoded_;
            for (const CpuPages& pages : file_.buffers[i].cpus) {
                const auto order = static_cast<std::int64_t>(i) * kStreamsPerBuffer + pages.cpu;
                if (!readCpu(file_.buffers[i], pages, order, decodedBefore)) return canceled();
            }
        }
        finish();
        return {};
    }

private:
    struct Stream
    {
        std::int16_t cpu;
        EventStream& events;
        TracepointDecoder decoder;
        std::optional<std::int64_t> last;  // time of the last event
    };

    // "Linux HOST RELEASE MACHINE"
    void describe()
    {
        std::vector<std::string> words;
        std::string word;
        for (const char c : file_.uname + ' ') {
            if (c != ' ') {
                word += c;
            } else if (!word.empty()) {
                words.push_back(std::exchange(word, {}));
            }
        }
        TraceInfo& info = builder_.info();
        if (words.size() >= 3) {
            info.hostname = words[1];
            info.kernelRelease = words[2];
        }
        info.tracer = file_.tracer;
        if (!file_.version.empty()) {
            info.tracer += ' ' + file_.version.substr(0, file_.version.find(' '));
        }
        info.cpusDeclared = file_.cpus;
        info.partial |= file_.isDamaged;
        file_.tracing.tracepoints->setKernel(info.kernelRelease, words.empty() ? "" : words.back());
        if (table_.assumesPrevState()) {
            note("unknown_kernel_release", 0,
                 "states are decoded as the newest kernel writes them");
        }
    }

    // False when canceled.
    bool readCpu(const Buffer& buffer, const CpuPages& pages, std::int64_t order,
                 const std::set<std::uint32_t>& decodedBefore)
    {
        if (pages.size == 0) return true;
        path_ = pages.path.empty() ? tracePath_ : pages.path;
        const std::span<const std::byte> file = pages.file;
        // The size leaves out the count of blocks in front of packed data.
        const std::uint64_t size = buffer.isCompressed && pages.size < file.size()
                                       ? pages.size + sizeof(std::uint32_t)
                                       : pages.size;
        const std::uint64_t present =
            pages.offset >= file.size() ? 0 : std::min(size, file.size() - pages.offset);
        if (present < size) {
            damaged("truncated_file", file.size(),
                    "the data of CPU " + std::to_string(pages.cpu) + " is cut");
        }
        const auto content = file.subspan(static_cast<std::size_t>(pages.offset) * (present > 0),
                                          static_cast<std::size_t>(present));
        EventStream& events = builder_.addStream(order);
        Stream stream{.cpu = static_cast<std::int16_t>(pages.cpu),
                      .events = events,
                      .decoder = TracepointDecoder(table_, events),
                      .last = std::nullopt};
        skipped_ = &decodedBefore;
        const bool isDone = buffer.isCompressed ? readChunks(content, pages.offset, buffer, stream)
                                                : readPages(content, pages.offset, buffer, stream);
        if (stream.last) builder_.declareCpu(CpuId{pages.cpu});
        return isDone;
    }

    // A count, then packed blocks with their sizes in front.
    bool readChunks(std::span<const std::byte> content, std::uint64_t offset, const Buffer& buffer,
                    Stream& stream)
    {
        ByteReader reader(content, table_.order());
        const std::uint32_t count = reader.u32();
        for (std::uint32_t i = 0; i < count; ++i) {
            const std::uint64_t at = offset + reader.position();
            const std::uint32_t packed = reader.u32();
            const std::uint32_t unpacked = reader.u32();
            const std::span<const std::byte> block = reader.take(packed);
            if (reader.failed()) {
                damaged("truncated_file", at,
                        "the data of CPU " + std::to_string(stream.cpu) + " is cut");
                return true;
            }
            const auto plain = unpackBlock(file_.compression, block, unpacked);
            if (!plain) {
                damaged("broken_compression", at,
                        "a block of CPU " + std::to_string(stream.cpu) + " is damaged");
                return true;
            }
            if (!readPages(*plain, at, buffer, stream)) return false;
            bytesRead_ += block.size();
        }
        return true;
    }

    bool readPages(std::span<const std::byte> content, std::uint64_t offset, const Buffer& buffer,
                   Stream& stream)
    {
        const std::size_t size = std::max<std::size_t>(buffer.pageSize, file_.page.dataOffset + 4);
        for (std::size_t at = 0; at < content.size(); at += size) {
            if (pages_++ % kPagesPerReport == 0 && !report()) return false;
            const auto page = content.subspan(at, std::min(size, content.size() - at));
            readPage(page, offset + at, stream);
            if (!buffer.isCompressed) bytesRead_ += page.size();
        }
        return true;
    }

    void readPage(std::span<const std::byte> bytes, std::uint64_t offset, Stream& stream)
    {
        RingPage page(bytes, file_.page, table_.order());
        bool hasMissed = page.hasMissed();
        while (page.next()) {
            const std::optional<std::int64_t> time = file_.clock.convert(page.time());
            if (!time) {
                note("absurd_time", offset, {});
                continue;
            }
            if (hasMissed) missed(page.missed(), *time, offset, stream);
            hasMissed = false;
            count(page.payload(), *time, offset, stream);
        }
        if (page.isBroken()) {
            damaged("broken_page", offset, "a page says that it holds more than it can");
        }
    }

    // Between the last event of this CPU and the one that follows.
    void missed(std::uint64_t count, std::int64_t until, std::uint64_t offset, Stream& stream)
    {
        if (count == 0) note("uncounted_losses", offset, "how many events were lost is not known");
        constexpr std::uint64_t kMost = std::numeric_limits<std::int32_t>::max();
        const auto lost = static_cast<std::int64_t>(std::clamp<std::uint64_t>(count, 1, kMost));
        stream.events.push(makeValue(EventKind::Lost, timestamp(stream.last.value_or(until)),
                                     CpuId{stream.cpu}, kNoTid, lost, until));
    }

    void count(std::span<const std::byte> payload, std::int64_t time, std::uint64_t offset,
               Stream& stream)
    {
        if (payload.size() < sizeof(std::uint16_t)) return;
        stream.last = time;
        first_ = first_ ? std::min(*first_, time) : time;
        latest_ = latest_ ? std::max(*latest_, time) : time;
        const std::uint32_t id =
            loadNumber<std::uint16_t>(payload.data(), isForeign(table_.order()));
        if (id >= counts_.size()) counts_.resize(id + 1);
        ++counts_[id];
        const Tracepoint* const tracepoint = table_.find(id);
        if (tracepoint == nullptr) {
            note("event_without_format", offset,
                 "events of type " + std::to_string(id) + " have no format in this file");
            return;
        }
        if (tracepoint->shape == Tracepoint::Shape::Other || skipped_->contains(id)) return;
        decoded_.insert(id);
        if (stream.decoder.decode(*tracepoint, time, stream.cpu, payload) ==
            TracepointDecoder::Outcome::TooShort) {
            note("short_payload", offset, tracepoint->name + " is shorter than its format says");
        }
    }

    void finish()
    {
        for (std::uint32_t id = 0; id < counts_.size(); ++id) {
            if (counts_[id] == 0) continue;
            const Tracepoint* const tracepoint = table_.find(id);
            builder_.countEvents(
                tracepoint != nullptr ? tracepoint->name : "type" + std::to_string(id),
                counts_[id]);
        }
        if (first_) builder_.extendSpan({timestamp(*first_), timestamp(*latest_)});
    }

    bool report()
    {
        return progress_.advance(
            std::min(1.0, static_cast<double>(bytesRead_) /
                              static_cast<double>(std::max<std::uint64_t>(bytesToRead_, 1))));
    }

    void note(std::string_view kind, std::uint64_t offset, std::string example)
    {
        builder_.diagnostics().add(kind, {.path = std::string(path_),
                                          .position = {FilePosition::Unit::Offset, offset},
                                          .example = std::move(example)});
    }
    void damaged(std::string_view kind, std::uint64_t offset, std::string example)
    {
        builder_.info().partial = true;
        note(kind, offset, std::move(example));
    }

    std::string_view tracePath_;
    std::string_view path_;  // of the file that is being read
    TraceDatFile& file_;
    const TracepointTable& table_;
    TraceBuilder& builder_;
    Progress& progress_;
    std::uint64_t bytesToRead_ = 0;
    std::uint64_t bytesRead_ = 0;
    std::uint64_t pages_ = 0;
    std::vector<std::uint64_t> counts_;  // by tracepoint id
    std::set<std::uint32_t> decoded_;
    const std::set<std::uint32_t>* skipped_ = nullptr;
    std::optional<std::int64_t> first_;
    std::optional<std::int64_t> latest_;
};

}  // namespace

Result<void> readRingBuffers(TraceDatFile& file, std::string_view path, TraceBuilder& builder,
                             Progress& progress)
{
    return TraceDatReading(path, file, builder, progress).run();
}

}  // namespace tracedat

bool probeTraceDat(const Input& input)
{
    return !input.isFolder() && startsTracingData(input.bytes());
}

Result<void> readTraceDat(const Input& input, TraceBuilder& builder, Progress& progress)
{
    return readTraceDat(input.bytes(), input.path().string(), builder, progress);
}

Result<void> readTraceDat(std::span<const std::byte> bytes, std::string_view path,
                          TraceBuilder& builder, Progress& progress)
{
    Diagnostics found;
    Result<tracedat::TraceDatFile> file = tracedat::readTraceDatFile(bytes, found);
    if (!file) {
        Error error = file.error();
        error.path = path;
        return error;
    }
    for (const Diagnostic& row : found.all()) {
        builder.diagnostics().add(row.kind, {std::string(path), row.position, {}, row.example},
                                  row.count);
    }
    for (tracedat::Buffer& buffer : file->buffers) {
        for (tracedat::CpuPages& pages : buffer.cpus) pages.file = bytes;
    }
    return tracedat::readRingBuffers(*file, path, builder, progress);
}

}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/perf/perf_file.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace resched::perf {

namespace {

constexpr std::string_view kMagic = "PERFILE2";
constexpr std::string_view kForeignMagic = "2ELIFREP";  // written by the other byte order
constexpr std::string_view kOldMagic = "PERFFILE";      // before 2.6.3x had a byte order in it
constexpr std::size_t kPipeHeader = 16;
constexpr std::size_t kFileHeader = 104;
constexpr std::size_t kDataSection = 40;
constexpr std::size_t kEventTypeSize = 72;  // perf_trace_event_type
constexpr std::size_t kSectionSize = 16;
constexpr unsigned kFeatureBits = 256;
// An event's description with the place of its ids: the oldest has 80 bytes, today's 152.
constexpr std::uint64_t kShortestAttr = 64 + kSectionSize;
constexpr std::uint64_t kLongestAttr = 4096;

std::string_view magicOf(std::span<const std::byte> bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), std::min(bytes.size(), kMagic.size())};
}

Section readSection(ByteReader& reader)
{
    Section section;
    section.offset = reader.u64();
    section.size = reader.u64();
    return section;
}

std::span<const std::byte> bytesOf(std::span<const std::byte> file, Section section)
{
    if (section.offset > file.size() || section.size > file.size() - section.offset) return {};
    return file.subspan(static_cast<std::size_t>(section.offset),
                        static_cast<std::size_t>(section.size));
}

struct FileHeader
{
    std::uint64_t attrSize = 0;
    Section attrs;
    Section data;
    Section eventTypes;
    std::uint64_t features[kFeatureBits / 64] = {};
};

FileHeader readFileHeader(std::span<const std::byte> file, ByteOrder order)
{
    ByteReader reader(file, order);
    reader.skip(kPipeHeader);
    FileHeader header;
    header.attrSize = reader.u64();
    header.attrs = readSection(reader);
    header.data = readSection(reader);
    header.eventTypes = readSection(reader);
    for (std::uint64_t& word : header.features) word = reader.u64();
    return header;
}

// The oldest files have no sign of their order but the header's size.
ByteOrder orderOf(std::span<const std::byte> file)
{
    const std::string_view magic = magicOf(file);
    if (magic == kMagic) return ByteOrder::Little;
    if (magic == kForeignMagic) return ByteOrder::Big;
    ByteReader reader(file, ByteOrder::Little);
    reader.skip(kMagic.size());
    return reader.u64() < kLongestAttr ? ByteOrder::Little : ByteOrder::Big;
}

class Describer
{
public:
    Describer(std::span<const std::byte> file, PerfFrame& frame, PerfSession& session,
              Diagnostics& diagnostics)
        : file_(file),
          frame_(frame),
          session_(session),
          diagnostics_(diagnostics),
          header_(readFileHeader(file, frame.order))
    {}

    void run()
    {
        for (const std::uint64_t word : header_.features) hasFeatures_ |= word != 0;
        boundRecords();
        readEvents();
        readEventTypes();
        readFeatures();
    }

private:
    void note(std::string_view kind, std::uint64_t offset, std::string example)
    {
        frame_.isDamaged = true;
        diagnostics_.add(kind, {.position = {FilePosition::Unit::Offset, offset},
                                .example = std::move(example)});
    }

    // A recording that was killed has a size of 0 in its header: records stand to the end.
    void boundRecords()
    {
        Section& records = frame_.records;
        records = header_.data;
        if (records.offset > file_.size()) {
            note("truncated_file", file_.size(), "the file ends before its records begin");
            records = {file_.size(), 0};
            return;
        }
        const std::uint64_t rest = file_.size() - records.offset;
        if (records.size == 0 && !hasFeatures_ && rest > 0) {
            records.size = rest;
            note("unfinished_file", 0, "the recording was not closed");
        } else if (records.size > rest) {
            note("truncated_file", file_.size(),
                 "the header speaks of " + std::to_string(records.size) + " bytes of records");
            records.size = rest;
            featuresAt_ = endOfRecords();
            if (featuresAt_) records.size = *featuresAt_ - records.offset;
            return;
        }
        featuresAt_ = records.offset + records.size;
    }

    // Where the records of a file with a wrong size end: before the table of feature sections,
    // whose entries are no records, since the upper half of an offset reads as a size of 0.
    std::optional<std::uint64_t> endOfRecords() const
    {
        const bool swap = isForeign(frame_.order);
        std::uint64_t at = frame_.records.offset;
        while (at + kRecordHead <= file_.size()) {
            const std::byte* const head = file_.data() + at;
            const auto size = loadNumber<std::uint16_t>(head + 6, swap);
            if (size < kRecordHead) break;
            at += size;
            if (loadNumber<std::uint32_t>(head, swap) ==
                    static_cast<std::uint32_t>(RecordType::AuxTrace) &&
                size >= 16) {
                const auto extra = loadNumber<std::uint64_t>(head + kRecordHead, swap);
                if (extra > file_.size()) return std::nullopt;
                at += extra;
            }
        }
        if (at + kSectionSize > file_.size()) return std::nullopt;
        ByteReader reader(file_, frame_.order);
        reader.seek(at);
        const Section first = readSection(reader);
        const bool isTable = first.offset >= at && !bytesOf(file_, first).empty();
        return isTable ? std::optional(at) : std::nullopt;
    }

    void readEvents()
    {
        const std::span<const std::byte> attrs = bytesOf(file_, header_.attrs);
        if (attrs.empty() && header_.attrs.size > 0) {
            note("truncated_file", header_.attrs.offset, "the events are not all in the file");
        }
        // Every id is in the file once; more of them is the sign of sections that overlap.
        std::uint64_t idsLeft = file_.size();
        for (std::uint64_t at = 0; at + header_.attrSize <= attrs.size(); at += header_.attrSize) {
            const auto entry = attrs.subspan(static_cast<std::size_t>(at),
                                             static_cast<std::size_t>(header_.attrSize));
            ByteReader reader(entry, frame_.order);
            const std::span<const std::byte> attr = reader.take(entry.size() - kSectionSize);
            const Section idSection = readSection(reader);
            std::span<const std::byte> ids = bytesOf(file_, idSection);
            if ((ids.empty() && idSection.size > 0) || ids.size() > idsLeft) {
                note("broken_event_ids", header_.attrs.offset + at,
                     "the ids of an event are not in the file");
                ids = {};
            }
            idsLeft -= ids.size();
            session_.addEvent(attr, ids);
        }
    }

    void readEventTypes()
    {
        const std::span<const std::byte> types = bytesOf(file_, header_.eventTypes);
        for (std::size_t at = 0; at + kEventTypeSize <= types.size(); at += kEventTypeSize) {
            session_.nameOldEvent(types.subspan(at, kEventTypeSize));
        }
    }

    // A table of sections stands behind the records, one for each bit that is set.
    void readFeatures()
    {
        if (!featuresAt_) return;
        ByteReader table(file_, frame_.order);
        table.seek(*featuresAt_);
        std::uint64_t bytesLeft = file_.size();
        for (unsigned bit = 0; bit < kFeatureBits; ++bit) {
            if ((header_.features[bit / 64] >> (bit % 64) & 1U) == 0) continue;
            const std::uint64_t at = table.position();
            const Section section = readSection(table);
            if (table.failed()) {
                note("truncated_file", at, "the table of feature sections is cut");
                return;
            }
            std::span<const std::byte> content = bytesOf(file_, section);
            if (content.empty() && section.size > 0 && section.offset < file_.size()) {
                // What is left of a section that the end of the file cuts.
                note("truncated_file", section.offset, "a feature section is cut");
                content = file_.subspan(static_cast<std::size_t>(section.offset));
            } else if (content.empty() && section.size > 0) {
                note("truncated_file", at, "a feature section lies behind the end of the file");
                continue;
            }
            if (content.size() > bytesLeft) return;
            bytesLeft -= content.size();
            if (bit == static_cast<unsigned>(Feature::TracingData)) {
                session_.setTracingData(content, section.offset);
            } else {
                session_.setFeature(bit, content);
            }
        }
    }

    std::span<const std::byte> file_;
    PerfFrame& frame_;
    PerfSession& session_;
    Diagnostics& diagnostics_;
    FileHeader header_;
    bool hasFeatures_ = false;
    std::optional<std::uint64_t> featuresAt_;
};

}  // namespace

bool startsPerfFile(std::span<const std::byte> bytes)
{
    const std::string_view magic = magicOf(bytes);
    return magic == kMagic || magic == kForeignMagic || magic == kOldMagic;
}

Result<PerfFrame> readPerfHeader(std::span<const std::byte> file)
{
    const auto broken = [](std::string what, std::uint64_t offset, std::string expected) {
        return Error{.code = ErrorCode::Corrupt,
                     .what = std::move(what),
                     .position = {FilePosition::Unit::Offset, offset},
                     .expected = std::move(expected)};
    };
    if (file.size() < kPipeHeader) {
        return broken("the file ends inside its header", file.size(), "at least 16 bytes");
    }
    PerfFrame frame;
    frame.order = orderOf(file);
    ByteReader reader(file, frame.order);
    reader.skip(kMagic.size());
    const std::uint64_t size = reader.u64();
    if (size == kPipeHeader) {
        frame.isPipe = true;
        frame.records = {kPipeHeader, file.size() - kPipeHeader};
        return frame;
    }
    if (size < kFileHeader) {
        return broken("the header's size is " + std::to_string(size), kMagic.size(),
                      "16 for a pipe's file, 104 for a seekable one");
    }
    if (file.size() < kFileHeader) {
        return broken("the file ends inside its header", file.size(), "at least 104 bytes");
    }
    const FileHeader header = readFileHeader(file, frame.order);
    if (header.attrSize < kShortestAttr || header.attrSize > kLongestAttr) {
        return broken("the size of an event's description is " + std::to_string(header.attrSize),
                      kPipeHeader, "80 to 4096");
    }
    if (header.data.offset < kPipeHeader) {
        return broken("the records begin at " + std::to_string(header.data.offset), kDataSection,
                      "a place behind the header");
    }
    return frame;
}

void describeSession(std::span<const std::byte> file, PerfFrame& frame, PerfSession& session,
                     Diagnostics& diagnostics)
{
    if (!frame.isPipe) Describer(file, frame, session, diagnostics).run();
}

}  // namespace resched::perf

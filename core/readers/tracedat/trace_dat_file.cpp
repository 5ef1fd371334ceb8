// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/tracedat/trace_dat_file.h"

#include "readers/event_format.h"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <charconv>
#include <set>

namespace resched::tracedat {

namespace {

// TRACECMD_OPTION_*; from Section on they are the sections of version 7.
enum class Option : std::uint16_t {
    Done = 0,
    Date = 1,
    Buffer = 3,
    Uname = 5,
    Offset = 7,
    CpuCount = 8,
    Version = 9,
    Tsc2Nsec = 14,
    HeaderInfo = 16,
    FtraceEvents = 17,
    EventFormats = 18,
};

constexpr std::uint16_t kSectionCompressed = 1;
constexpr std::size_t kTagSize = 10;  // "options  ", "flyrecord", "latency  " with their NUL
constexpr std::uint32_t kMaxCpus = 8192;
// What a block may unpack to, per packed byte and besides: texts shrink to a tenth, the few pages
// of a block of data to nearly nothing where they are empty.
constexpr std::uint64_t kMostRatio = 128;
constexpr std::uint64_t kAlwaysUnpacked = std::uint64_t{1} << 20U;

std::string_view asText(std::span<const std::byte> bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::int64_t numberIn(std::string_view text)
{
    int base = 10;
    bool isNegative = false;
    if (text.starts_with('-')) {
        isNegative = true;
        text.remove_prefix(1);
    }
    if (text.starts_with("0x")) {
        base = 16;
        text.remove_prefix(2);
    }
    std::int64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value, base);
    constexpr std::int64_t kMost = std::int64_t{1} << 61U;
    value = std::min(value, kMost);
    return isNegative ? -value : value;
}

class FileReader
{
public:
    FileReader(std::span<const std::byte> file, Diagnostics& diagnostics)
        : bytes_(file), diagnostics_(diagnostics), reader_(file, ByteOrder::Little)
    {}

    Result<TraceDatFile> run()
    {
        Result<TracingData> head = readTracingDataHead(bytes_);
        if (!head) return head.error();
        file_.tracing = std::move(*head);
        if (file_.tracing.version < 6 || file_.tracing.version > 7) {
            return Error{.code = ErrorCode::Unsupported,
                         .what = "trace.dat of version " + std::to_string(file_.tracing.version),
                         .position = {FilePosition::Unit::Offset, kTagSize},
                         .expected = "version 6 or 7"};
        }
        file_.page.pageSize = file_.tracing.pageSize;
        reader_ = ByteReader(bytes_, file_.tracing.order);
        reader_.seek(file_.tracing.end);
        const Result<void> read = file_.tracing.version == 6 ? readVersion6() : readVersion7();
        if (!read) return read.error();
        if (file_.tracing.badFormats > 0) {
            diagnostics_.add("broken_event_format", {}, file_.tracing.badFormats);
        }
        return std::move(file_);
    }

private:
    Error broken(std::string what, std::uint64_t offset, std::string expected)
    {
        return {.code = ErrorCode::Corrupt,
                .what = std::move(what),
                .position = {FilePosition::Unit::Offset, offset},
                .expected = std::move(expected)};
    }
    Error cut(std::string_view part)
    {
        return broken("the file ends inside " + std::string(part), bytes_.size(),
                      "the places of the CPUs' data behind it");
    }
    void damaged(std::string_view kind, std::uint64_t offset, std::string example)
    {
        file_.isDamaged = true;
        diagnostics_.add(kind, {.position = {FilePosition::Unit::Offset, offset},
                                .example = std::move(example)});
    }

    // Version 6: one part after the other, sizes in front.
    Result<void> readVersion6()
    {
        if (!readHeaderInfo(reader_)) return cut("the header formats");
        if (!readEventFormats(reader_, file_.tracing)) return cut("the event formats");
        reader_.skip(reader_.u32());  // symbols
        reader_.skip(reader_.u32());  // printk formats
        reader_.skip(reader_.u64());  // saved names
        if (reader_.failed()) return cut("the symbols");
        const std::uint32_t cpus = reader_.u32();
        if (cpus > kMaxCpus) {
            return broken("the number of CPUs is " + std::to_string(cpus), reader_.position(),
                          "at most 8192");
        }
        file_.cpus = static_cast<int>(cpus);
        std::string_view tag = reader_.text(kTagSize);
        if (tag.starts_with("options")) {
            readOptions6();
            tag = reader_.text(kTagSize);
        }
        if (reader_.failed()) return cut("the options");
        if (tag.starts_with("latency")) {
            return Error{.code = ErrorCode::Unsupported,
                         .what = "the file holds the text of a latency tracer",
                         .position = {FilePosition::Unit::Offset, reader_.position()},
                         .expected = "recorded events (flyrecord)"};
        }
        Buffer top;
        if (!readCpus6(reader_, tag, cpus, top)) {
            return broken("the places of the CPUs' data are not there", reader_.position(),
                          "\"flyrecord\"");
        }
        file_.buffers.insert(file_.buffers.begin(), std::move(top));
        return {};
    }

    bool readCpus6(ByteReader& reader, std::string_view tag, std::uint32_t cpus, Buffer& buffer)
    {
        if (!tag.starts_with("flyrecord")) return false;
        buffer.pageSize = file_.page.pageSize;
        for (std::uint32_t i = 0; i < cpus && !reader.failed(); ++i) {
            CpuPages pages{.cpu = static_cast<std::int32_t>(i)};
            pages.offset = reader.u64();
            pages.size = reader.u64();
            if (!reader.failed()) buffer.cpus.push_back(pages);
        }
        return !reader.failed();
    }

    void readOptions6()
    {
        while (!reader_.failed()) {
            const auto option = static_cast<Option>(reader_.u16());
            if (option == Option::Done) return;
            const std::span<const std::byte> content = reader_.take(reader_.u32());
            if (option == Option::Buffer) {
                readBuffer6(content);
            } else {
                readOption(option, content);
            }
        }
    }

    // Another buffer's place; there stand its own options, and its CPUs.
    void readBuffer6(std::span<const std::byte> content)
    {
        ByteReader option(content, file_.tracing.order);
        const std::uint64_t at = option.u64();
        Buffer buffer;
        buffer.name = option.text(option.remaining());
        ByteReader reader(bytes_, file_.tracing.order);
        reader.seek(at);
        std::string_view tag = reader.text(kTagSize);
        if (tag.starts_with("options")) {
            while (!reader.failed() && static_cast<Option>(reader.u16()) != Option::Done) {
                reader.skip(reader.u32());
            }
            tag = reader.text(kTagSize);
        }
        if (option.failed() ||
            !readCpus6(reader, tag, static_cast<std::uint32_t>(file_.cpus), buffer)) {
            damaged("broken_buffer", at, "a buffer is not where the file says");
            return;
        }
        file_.buffers.push_back(std::move(buffer));
    }

    // Version 7: options in a chain of sections; some of them say where other sections stand.
    Result<void> readVersion7()
    {
        const std::string_view algorithm = reader_.zeroTerminated();
        reader_.zeroTerminated();  // its version
        if (algorithm == "zstd") {
            file_.compression = Compression::Zstd;
        } else if (algorithm == "zlib") {
            file_.compression = Compression::Zlib;
        } else if (algorithm != "none" && !algorithm.empty()) {
            return Error{.code = ErrorCode::Unsupported,
                         .what = "data packed with " + std::string(algorithm),
                         .position = {FilePosition::Unit::Offset, reader_.position()},
                         .expected = "zstd, zlib or none (trace-cmd --compression)"};
        }
        std::uint64_t at = reader_.u64();
        if (reader_.failed()) return cut("its header");
        std::set<std::uint64_t> seen;
        while (at != 0 && seen.insert(at).second) {
            const std::optional<std::vector<std::byte>> section = readSection(at, Option::Done);
            if (!section) {
                damaged("truncated_file", at, "the options are cut or damaged");
                break;
            }
            at = readOptions7(*section);
        }
        if (file_.tracing.tracepoints->size() == 0 && file_.buffers.empty()) {
            return broken("neither formats nor data are there", bytes_.size(),
                          "sections of formats and buffers");
        }
        return {};
    }

    std::uint64_t readOptions7(std::span<const std::byte> options)
    {
        ByteReader reader(options, file_.tracing.order);
        while (reader.remaining() > 0) {
            const auto option = static_cast<Option>(reader.u16());
            const std::span<const std::byte> content = reader.take(reader.u32());
            if (reader.failed()) break;
            ByteReader value(content, file_.tracing.order);
            switch (option) {
                case Option::Done:
                    return value.u64();
                case Option::Buffer:
                    readBuffer7(content);
                    break;
                case Option::HeaderInfo:
                case Option::FtraceEvents:
                case Option::EventFormats:
                    readFormats7(option, value.u64());
                    break;
                default:
                    readOption(option, content);
            }
        }
        return 0;
    }

    void readFormats7(Option kind, std::uint64_t at)
    {
        const std::optional<std::vector<std::byte>> section = readSection(at, kind);
        if (!section) {
            damaged("broken_section", at, "a section of formats is cut or damaged");
            return;
        }
        ByteReader reader(*section, file_.tracing.order);
        bool isWhole = true;
        if (kind == Option::HeaderInfo) isWhole = readHeaderInfo(reader);
        if (kind == Option::FtraceEvents) isWhole = readFtraceFormats(reader, file_.tracing);
        if (kind == Option::EventFormats) isWhole = readSystemFormats(reader, file_.tracing);
        if (!isWhole) damaged("broken_section", at, "a section of formats ends early");
    }

    void readBuffer7(std::span<const std::byte> content)
    {
        ByteReader reader(content, file_.tracing.order);
        const std::uint64_t at = reader.u64();
        Buffer buffer;
        buffer.name = reader.zeroTerminated();
        reader.zeroTerminated();  // clock
        buffer.pageSize = reader.u32();
        const std::uint32_t cpus = reader.u32();
        ByteReader section(bytes_, file_.tracing.order);
        section.seek(at);
        section.skip(sizeof(std::uint16_t));
        buffer.isCompressed = (section.u16() & kSectionCompressed) != 0;
        for (std::uint32_t i = 0; i < cpus && !reader.failed(); ++i) {
            CpuPages pages;
            pages.cpu = static_cast<std::int32_t>(reader.u32() & 0x7fffffffU);
            pages.offset = reader.u64();
            pages.size = reader.u64();
            if (!reader.failed() && pages.cpu < static_cast<std::int32_t>(kMaxCpus)) {
                buffer.cpus.push_back(pages);
            }
        }
        if (reader.failed() || section.failed()) {
            damaged("broken_buffer", at, "a buffer is not where the file says");
        }
        if (buffer.pageSize == 0) buffer.pageSize = file_.page.pageSize;
        file_.buffers.push_back(std::move(buffer));
    }

    // Id, flags, description, size; then the content, perhaps packed as one block.
    std::optional<std::vector<std::byte>> readSection(std::uint64_t at, Option kind)
    {
        ByteReader reader(bytes_, file_.tracing.order);
        reader.seek(at);
        const auto id = static_cast<Option>(reader.u16());
        const std::uint16_t flags = reader.u16();
        reader.skip(sizeof(std::uint32_t));
        const std::uint64_t size = reader.u64();
        if (reader.failed() || id != kind) return std::nullopt;
        if ((flags & kSectionCompressed) == 0) {
            const std::span<const std::byte> content = reader.take(size);
            if (reader.failed()) return std::nullopt;
            return std::vector<std::byte>(content.begin(), content.end());
        }
        const std::uint32_t packed = reader.u32();
        const std::uint32_t unpacked = reader.u32();
        const std::span<const std::byte> content = reader.take(packed);
        if (reader.failed()) return std::nullopt;
        return unpackBlock(file_.compression, content, unpacked);
    }

    void readOption(Option option, std::span<const std::byte> content)
    {
        ByteReader reader(content, file_.tracing.order);
        const std::string_view text = asText(content).substr(0, asText(content).find('\0'));
        switch (option) {
            case Option::Uname:
                file_.uname = text;
                return;
            case Option::Version:
                file_.version = text;
                return;
            case Option::CpuCount:
                file_.cpus = static_cast<int>(std::min(reader.u32(), kMaxCpus));
                return;
            case Option::Date:
                file_.clock.offset += numberIn(text) % (std::int64_t{1} << 51U) * 1000;
                return;
            case Option::Offset:
                file_.clock.offset += numberIn(text);
                return;
            case Option::Tsc2Nsec:
                file_.clock.multiplier = reader.u32();
                file_.clock.shift = reader.u32() & 63U;
                file_.clock.begin = reader.u64();
                return;
            default:
                return;
        }
    }

    // "header_page" describes the page, "header_event" what has never changed.
    bool readHeaderInfo(ByteReader& reader)
    {
        const std::size_t at = reader.position();
        if (reader.zeroTerminated() != "header_page") return false;
        const std::string_view text = asText(reader.take(reader.u64()));
        if (reader.failed()) return false;
        file_.page = pageLayout(text);
        file_.page.pageSize = file_.tracing.pageSize;
        reader.seek(at);
        return readHeaderFormats(reader);
    }

    std::span<const std::byte> bytes_;
    Diagnostics& diagnostics_;
    ByteReader reader_;
    TraceDatFile file_;
};

}  // namespace

PageLayout pageLayout(std::string_view headerPage)
{
    PageLayout layout;
    const std::string described = "name: header_page\nID: 0\n" + std::string(headerPage);
    const std::optional<EventFormat> format = parseEventFormat(described);
    if (!format) return layout;
    const FormatField* const commit = format->find("commit");
    if (commit != nullptr && (commit->size == 4 || commit->size == 8)) {
        layout.commitOffset = commit->offset;
        layout.commitSize = commit->size;
        layout.dataOffset = std::size_t{commit->offset} + commit->size;
    }
    const FormatField* const data = format->find("data");
    if (data == nullptr) return layout;
    layout.dataOffset = data->offset;
    layout.pageSize = std::size_t{data->offset} + data->size;
    return layout;
}

std::optional<std::int64_t> ClockConversion::convert(std::uint64_t time) const
{
    constexpr std::uint64_t kLatest = std::uint64_t{1} << 62U;
    if (multiplier != 1 || shift != 0) {
        __extension__ using Wide = unsigned __int128;
        const Wide product = Wide{time} * multiplier >> shift;
        time = static_cast<std::uint64_t>(product) - begin;
    }
    const std::uint64_t moved = time + static_cast<std::uint64_t>(offset);
    if (time >= kLatest || moved >= kLatest) return std::nullopt;
    return static_cast<std::int64_t>(moved);
}

std::optional<std::vector<std::byte>> unpackBlock(Compression compression,
                                                  std::span<const std::byte> packed,
                                                  std::uint64_t size)
{
    if (size > packed.size() * kMostRatio + kAlwaysUnpacked) return std::nullopt;
    std::vector<std::byte> content(static_cast<std::size_t>(size));
    if (compression == Compression::Zstd) {
        const std::size_t result =
            ZSTD_decompress(content.data(), content.size(), packed.data(), packed.size());
        if (ZSTD_isError(result) != 0 || result != content.size()) return std::nullopt;
        return content;
    }
    if (compression == Compression::Zlib) {
        uLongf length = content.size();
        const int result = uncompress(reinterpret_cast<Bytef*>(content.data()), &length,
                                      reinterpret_cast<const Bytef*>(packed.data()),
                                      static_cast<uLong>(packed.size()));
        if (result != Z_OK || length != content.size()) return std::nullopt;
        return content;
    }
    return std::nullopt;
}

Result<TraceDatFile> readTraceDatFile(std::span<const std::byte> file, Diagnostics& diagnostics)
{
    return FileReader(file, diagnostics).run();
}

}  // namespace resched::tracedat

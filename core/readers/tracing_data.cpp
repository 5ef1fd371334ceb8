// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/tracing_data.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace resched {

namespace {

constexpr std::array<unsigned char, 10> kMagic = {0x17, 0x08, 0x44, 't', 'r',
                                                  'a',  'c',  'i',  'n', 'g'};

std::string_view asText(std::span<const std::byte> bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// "header_page" or "header_event": a name, a size, a text.
bool skipNamedBlock(ByteReader& reader, std::string_view name)
{
    if (reader.zeroTerminated() != name) return false;
    reader.skip(reader.u64());
    return !reader.failed();
}

bool readFormats(ByteReader& reader, std::string_view system, TracingData& data)
{
    const std::uint32_t count = reader.u32();
    for (std::uint32_t i = 0; i < count && !reader.failed(); ++i) {
        const std::string_view text = asText(reader.take(reader.u64()));
        if (reader.failed()) break;
        ++data.formats;
        if (!data.tracepoints->addFormat(system, text)) ++data.badFormats;
    }
    return !reader.failed();
}

}  // namespace

bool startsTracingData(std::span<const std::byte> bytes)
{
    return bytes.size() >= kMagic.size() &&
           std::memcmp(bytes.data(), kMagic.data(), kMagic.size()) == 0;
}

Result<TracingData> readTracingDataHead(std::span<const std::byte> bytes)
{
    if (!startsTracingData(bytes)) {
        return Error{.code = ErrorCode::Corrupt,
                     .what = "the tracing data does not begin with its magic bytes",
                     .position = {FilePosition::Unit::Offset, 0},
                     .expected = "17 08 44 \"tracing\""};
    }
    ByteReader reader(bytes, ByteOrder::Little);
    reader.skip(kMagic.size());
    TracingData data;
    const std::string_view version = reader.zeroTerminated();
    std::from_chars(version.data(), version.data() + version.size(), data.version);
    data.order = reader.u8() == 0 ? ByteOrder::Little : ByteOrder::Big;
    data.longSize = reader.u8();
    const std::span<const std::byte> pageSize = reader.take(sizeof(std::uint32_t));
    if (reader.failed() || (data.longSize != 4 && data.longSize != 8)) {
        return Error{.code = ErrorCode::Corrupt,
                     .what = "the head of the tracing data is damaged",
                     .position = {FilePosition::Unit::Offset, reader.position()},
                     .expected = "a version, a byte order and a word size of 4 or 8"};
    }
    data.pageSize = loadNumber<std::uint32_t>(pageSize.data(), isForeign(data.order));
    data.tracepoints = std::make_unique<TracepointTable>(data.order);
    data.end = reader.position();
    return data;
}

bool readHeaderFormats(ByteReader& reader)
{
    return skipNamedBlock(reader, "header_page") && skipNamedBlock(reader, "header_event");
}

bool readFtraceFormats(ByteReader& reader, TracingData& data)
{
    return readFormats(reader, "ftrace", data);
}

bool readSystemFormats(ByteReader& reader, TracingData& data)
{
    const std::uint32_t systems = reader.u32();
    for (std::uint32_t i = 0; i < systems && !reader.failed(); ++i) {
        const std::string_view system = reader.zeroTerminated();
        if (!readFormats(reader, system, data)) return false;
    }
    return !reader.failed();
}

bool readEventFormats(ByteReader& reader, TracingData& data)
{
    return readFtraceFormats(reader, data) && readSystemFormats(reader, data);
}

Result<TracingData> readTracingData(std::span<const std::byte> bytes)
{
    Result<TracingData> data = readTracingDataHead(bytes);
    if (!data) return data.error();
    ByteReader reader(bytes, data->order);
    reader.seek(data->end);
    data->isTruncated = !readHeaderFormats(reader) || !readEventFormats(reader, *data);
    data->end = reader.position();
    return data;
}

}  // namespace resched

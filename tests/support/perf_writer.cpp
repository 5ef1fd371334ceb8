// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/perf_writer.h"

#include "readers/perf/perf_format.h"
#include "support/binary_writer.h"

#include <gtest/gtest.h>
#include <zstd.h>

#include <algorithm>
#include <map>
#include <memory>

namespace resched::test {

namespace {

namespace format = perf;

constexpr std::uint64_t kFirstId = 1000;
constexpr std::size_t kFileHeader = 104;

std::uint64_t sampleType(const PerfOptions& options)
{
    std::uint64_t bits = format::kSampleIp | format::kSampleTid | format::kSampleTime |
                         format::kSampleCpu | format::kSamplePeriod | format::kSampleRaw |
                         options.sampleBits;
    if (options.hasIds) {
        bits |= options.usesIdentifier ? format::kSampleIdentifier : format::kSampleId;
    }
    return bits;
}

std::vector<int> recordedIds(const PerfOptions& options)
{
    if (!options.hasIds) return {TracepointWriter::idOf(EventKind::Switch)};
    std::vector<int> ids = TracepointWriter::ids();
    if (!options.hasSwitches) std::erase(ids, TracepointWriter::idOf(EventKind::Switch));
    return ids;
}

std::uint64_t idOf(const PerfOptions& options, int tracepoint)
{
    const std::vector<int> ids = recordedIds(options);
    return kFirstId + static_cast<std::uint64_t>(std::ranges::find(ids, tracepoint) - ids.begin());
}

// What identifies a record: in a sample's body and in other records' trailers.
struct Moment
{
    std::uint64_t id = 0;
    int tid = 0;
    std::int64_t time = 0;
    int cpu = 0;
};

int processOf(const PerfOptions& options, int tid)
{
    const auto found = options.processes.find(tid);
    return found == options.processes.end() ? tid : found->second;
}

std::string trailer(const PerfOptions& options, const Moment& at)
{
    const std::uint64_t bits = sampleType(options);
    BinaryWriter out(options.kernel.order);
    out.u32(static_cast<std::uint64_t>(processOf(options, at.tid)));
    out.u32(static_cast<std::uint64_t>(at.tid));
    out.u64(static_cast<std::uint64_t>(at.time));
    if ((bits & format::kSampleId) != 0) out.u64(at.id);
    if ((bits & format::kSampleStreamId) != 0) out.u64(at.id);
    out.u32(static_cast<std::uint64_t>(at.cpu));
    out.u32(0);
    if ((bits & format::kSampleIdentifier) != 0) out.u64(at.id);
    return out.bytes();
}

void writeRead(BinaryWriter& out, std::uint64_t readFormat)
{
    const bool isGroup = (readFormat & format::kReadGroup) != 0;
    const int values = isGroup ? 2 : 1;
    if (isGroup) out.u64(2);
    if (!isGroup) out.u64(1);
    if ((readFormat & format::kReadTimeEnabled) != 0) out.u64(11);
    if ((readFormat & format::kReadTimeRunning) != 0) out.u64(12);
    for (int i = 0; i < values; ++i) {
        if (isGroup) out.u64(21);
        if ((readFormat & format::kReadId) != 0) out.u64(22);
        if ((readFormat & format::kReadLost) != 0) out.u64(23);
    }
}

std::string sampleBody(const PerfOptions& options, const Moment& at, const std::string& raw)
{
    const std::uint64_t bits = sampleType(options);
    BinaryWriter out(options.kernel.order);
    if ((bits & format::kSampleIdentifier) != 0) out.u64(at.id);
    out.u64(0xffffffff81000000ULL);  // IP
    out.u32(static_cast<std::uint64_t>(processOf(options, at.tid)));
    out.u32(static_cast<std::uint64_t>(at.tid));
    out.u64(static_cast<std::uint64_t>(at.time));
    if ((bits & format::kSampleAddr) != 0) out.u64(7);
    if ((bits & format::kSampleId) != 0) out.u64(at.id);
    if ((bits & format::kSampleStreamId) != 0) out.u64(at.id);
    out.u32(static_cast<std::uint64_t>(at.cpu));
    out.u32(0);
    out.u64(1);  // PERIOD
    if ((bits & format::kSampleRead) != 0) writeRead(out, options.readFormat);
    if ((bits & format::kSampleCallchain) != 0) {
        out.u64(3);
        for (std::uint64_t ip = 1; ip <= 3; ++ip) out.u64(ip);
    }
    // The kernel pads the raw data so that its size and it end on a boundary of eight.
    std::string padded = raw;
    while ((padded.size() + 4) % 8 != 0) padded += '\0';
    out.u32(padded.size());
    out.text(padded);
    return out.bytes();
}

std::string attrOf(const PerfOptions& options, std::uint32_t type, std::uint64_t config)
{
    BinaryWriter out(options.kernel.order);
    out.u32(type);
    out.u32(static_cast<std::uint64_t>(options.attrSize));
    out.u64(config);
    out.u64(1);
    out.u64(sampleType(options));
    out.u64(options.readFormat);
    // Bit fields: a big-endian compiler begins at the top of each byte.
    const unsigned bit = format::kAttrSampleIdAll % 8;
    const unsigned value = options.kernel.order == ByteOrder::Big ? 0x80U >> bit : 1U << bit;
    for (unsigned byte = 0; byte < 8; ++byte) {
        out.u8(byte == format::kAttrSampleIdAll / 8 ? value : 0);
    }
    while (out.size() < static_cast<std::size_t>(options.attrSize)) out.u8(0);
    return out.bytes();
}

std::string lostRecord(const PerfOptions& options, const ScheduleEvent& event)
{
    BinaryWriter body(options.kernel.order);
    body.u64(kFirstId);
    body.u64(static_cast<std::uint64_t>(event.count));
    body.text(trailer(options, {.id = kFirstId, .tid = 1, .time = event.until, .cpu = event.cpu}));
    return perfRecord(options.kernel.order, 2, 0, body.bytes());
}

std::string records(const std::vector<ScheduleEvent>& events, const PerfOptions& options)
{
    const TracepointWriter tracepoints(options.kernel);
    CurrentTasks current;
    std::string all;
    std::size_t samples = 0;
    const auto insert = [&] {
        for (const auto& [after, record] : options.records) {
            if (after == samples) all += record;
        }
    };
    insert();
    for (const ScheduleEvent& event : events) {
        if (event.kind == EventKind::Lost) {
            all += lostRecord(options, event);
            continue;
        }
        const int running = current.on(event.cpu);
        const int thread = event.kind == EventKind::Switch ? event.tid : running;
        const Moment at{.id = idOf(options, TracepointWriter::idOf(event.kind)),
                        .tid = thread,
                        .time = event.time,
                        .cpu = event.cpu};
        all += perfRecord(options.kernel.order, 9, 0,
                          sampleBody(options, at, tracepoints.payload(event, thread)));
        current.pass(event);
        ++samples;
        insert();
    }
    return all + perfRecord(options.kernel.order, 68, 0, {});
}

// Small pieces, so that records begin in one compressed record and end in the next.
std::string compressedRecords(const PerfOptions& options, const std::string& plain)
{
    constexpr std::size_t kPiece = 100;
    const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(),
                                                                       &ZSTD_freeCCtx);
    std::string all;
    for (std::size_t at = 0; at < plain.size(); at += kPiece) {
        const std::string piece = plain.substr(at, kPiece);
        std::string packed(ZSTD_compressBound(piece.size()) + 64, '\0');
        ZSTD_inBuffer in{piece.data(), piece.size(), 0};
        ZSTD_outBuffer out{packed.data(), packed.size(), 0};
        EXPECT_EQ(ZSTD_compressStream2(context.get(), &out, &in, ZSTD_e_flush), 0U);
        packed.resize(out.pos);
        all += perfRecord(options.kernel.order, 81, 0, packed);
    }
    return all;
}

std::string headerString(ByteOrder order, const std::string& text)
{
    BinaryWriter out(order);
    const std::size_t padded = (text.size() + 1 + 63) / 64 * 64;
    out.u32(padded);
    out.fixedText(text, padded);
    return out.bytes();
}

std::string eventDesc(const PerfOptions& options)
{
    BinaryWriter out(options.kernel.order);
    const std::vector<int> ids = recordedIds(options);
    out.u32(ids.size());
    out.u32(static_cast<std::uint64_t>(options.attrSize));
    for (const int id : ids) {
        out.text(attrOf(options, 2, static_cast<std::uint64_t>(id)));
        out.u32(1);
        out.text(headerString(options.kernel.order, "sched:" + TracepointWriter::nameOf(id)));
        out.u64(idOf(options, id));
    }
    return out.bytes();
}

std::map<unsigned, std::string> features(const PerfOptions& options)
{
    std::map<unsigned, std::string> sections;
    const ByteOrder order = options.kernel.order;
    if (options.hasTracingData && !options.isPipe) {
        sections[1] = TracepointWriter(options.kernel).tracingData("0.6", recordedIds(options));
    }
    if (!options.hasFeatures) return sections;
    sections[3] = headerString(order, "guest");
    sections[4] = headerString(order, options.kernel.release);
    sections[5] = headerString(order, "6.1.0");
    sections[6] = headerString(order, "x86_64");
    BinaryWriter cpus(order);
    cpus.u32(4);
    cpus.u32(4);
    sections[7] = cpus.bytes();
    sections[12] = eventDesc(options);
    if (options.hasUnknownFeature) sections[60] = "what a later perf may write";
    return sections;
}

std::string pipeFile(const PerfOptions& options, const std::string& data)
{
    const ByteOrder order = options.kernel.order;
    BinaryWriter out(order);
    out.u64(0x32454c4946524550ULL);
    out.u64(16);
    for (const int id : recordedIds(options)) {
        BinaryWriter body(order);
        body.text(attrOf(options, 2, static_cast<std::uint64_t>(id)));
        body.u64(idOf(options, id));
        out.text(perfRecord(order, 64, 0, body.bytes()));
    }
    for (const auto& [feature, content] : features(options)) {
        BinaryWriter body(order);
        body.u64(feature);
        body.text(content);
        body.alignTo(8);
        out.text(perfRecord(order, 80, 0, body.bytes()));
    }
    if (options.hasTracingData) {
        std::string tracing =
            TracepointWriter(options.kernel).tracingData("0.6", recordedIds(options));
        BinaryWriter body(order);
        body.u32(tracing.size());
        out.text(perfRecord(order, 66, 0, body.bytes()));
        while (tracing.size() % 8 != 0) tracing += '\0';
        out.text(tracing);
    }
    return out.bytes() + data;
}

std::string seekableFile(const PerfOptions& options, const std::string& data)
{
    const ByteOrder order = options.kernel.order;
    const std::vector<int> events = recordedIds(options);
    const std::size_t entry = static_cast<std::size_t>(options.attrSize) + 16;
    const std::size_t idsAt = kFileHeader + events.size() * entry;
    const std::size_t dataAt = idsAt + events.size() * 8;
    const std::map<unsigned, std::string> sections = features(options);

    BinaryWriter out(order);
    out.u64(0x32454c4946524550ULL);
    out.u64(kFileHeader);
    out.u64(entry);
    out.u64(kFileHeader);
    out.u64(events.size() * entry);
    out.u64(dataAt);
    out.u64(data.size());
    out.u64(0);
    out.u64(0);
    std::uint64_t bits = 0;
    for (const auto& [bit, content] : sections) bits |= std::uint64_t{1} << bit;
    out.u64(bits);
    for (int i = 0; i < 3; ++i) out.u64(0);
    for (std::size_t i = 0; i < events.size(); ++i) {
        out.text(attrOf(options, 2, static_cast<std::uint64_t>(events[i])));
        out.u64(idsAt + i * 8);
        out.u64(8);
    }
    for (const int event : events) out.u64(idOf(options, event));
    out.text(data);
    std::size_t at = out.size() + sections.size() * 16;
    for (const auto& [bit, content] : sections) {
        out.u64(at);
        out.u64(content.size());
        at += content.size();
    }
    for (const auto& [bit, content] : sections) out.text(content);
    return out.bytes();
}

}  // namespace

std::string perfRecord(ByteOrder order, std::uint32_t type, std::uint16_t misc,
                       std::string_view body)
{
    BinaryWriter out(order);
    out.u32(type);
    out.u16(misc);
    out.u16(8 + body.size());
    out.text(body);
    return out.bytes();
}

std::string perfComm(const PerfOptions& options, int pid, int tid, std::string_view name,
                     std::int64_t time, int cpu)
{
    BinaryWriter body(options.kernel.order);
    body.u32(static_cast<std::uint64_t>(pid));
    body.u32(static_cast<std::uint64_t>(tid));
    body.zeroTerminated(name);
    body.alignTo(8);
    body.text(trailer(options, {.id = kFirstId, .tid = tid, .time = time, .cpu = cpu}));
    return perfRecord(options.kernel.order, 3, 0, body.bytes());
}

std::string perfSwitch(const PerfOptions& options, std::uint16_t misc, int tid, int other,
                       std::int64_t time, int cpu)
{
    BinaryWriter body(options.kernel.order);
    body.u32(static_cast<std::uint64_t>(processOf(options, other)));
    body.u32(static_cast<std::uint64_t>(other));
    body.text(trailer(options, {.id = kFirstId, .tid = tid, .time = time, .cpu = cpu}));
    return perfRecord(options.kernel.order, 15, misc, body.bytes());
}

std::string perfFork(const PerfOptions& options, int pid, int tid, int parent, std::int64_t time,
                     int cpu)
{
    BinaryWriter body(options.kernel.order);
    body.u32(static_cast<std::uint64_t>(pid));
    body.u32(static_cast<std::uint64_t>(parent));
    body.u32(static_cast<std::uint64_t>(tid));
    body.u32(static_cast<std::uint64_t>(parent));
    body.u64(static_cast<std::uint64_t>(time));
    body.text(trailer(options, {.id = kFirstId, .tid = parent, .time = time, .cpu = cpu}));
    return perfRecord(options.kernel.order, 7, 0, body.bytes());
}

std::string perfData(const std::vector<ScheduleEvent>& events, const PerfOptions& options)
{
    std::string data = records(events, options);
    if (options.isCompressed) data = compressedRecords(options, data);
    return options.isPipe ? pipeFile(options, data) : seekableFile(options, data);
}

std::string perfData(std::string_view schedule, const PerfOptions& options)
{
    return perfData(parseSchedule(schedule), options);
}

}  // namespace resched::test

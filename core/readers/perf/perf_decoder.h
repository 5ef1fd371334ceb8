// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Decodes one run of records of a perf.data file, in file order: samples of tracepoints and the
// records about tasks become events in a stream of their CPU, losses are noted with the samples
// around them. Several decoders may work on several runs of one file at the same time; handing
// over() the results in the order of the runs gives what one decoder would have given.

#include "readers/perf/perf_session.h"
#include "readers/tracepoints.h"
#include "trace/trace_builder.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace resched::perf {

struct RecordHead
{
    RecordType type{};
    std::uint16_t misc = 0;
    std::uint16_t size = 0;  // with the head
};

// What is known of a CPU at a point of the file, to tell the span of a loss there.
struct Loss
{
    std::int32_t cpu = -1;
    std::uint64_t count = 0;
    std::optional<std::int64_t> before;  // time of the last sample of that CPU ahead of it
    std::optional<std::int64_t> after;
};

class PerfDecoder
{
public:
    explicit PerfDecoder(const PerfSession& session);
    ~PerfDecoder();
    PerfDecoder(PerfDecoder&&) noexcept;
    PerfDecoder& operator=(PerfDecoder&&) = delete;
    PerfDecoder(const PerfDecoder&) = delete;
    PerfDecoder& operator=(const PerfDecoder&) = delete;

    // `offset` is the record's place in the file, for diagnostics.
    void record(RecordHead head, std::span<const std::byte> body, std::uint64_t offset);

private:
    friend class PerfResults;

    struct CpuPart;
    // What a COMM or FORK record says.
    struct TaskRecord
    {
        std::int64_t time;  // 0: of a task that was there before the recording
        EventKind kind;     // Rename or Fork
        std::int32_t cpu;
        std::int32_t tid;
        std::int32_t pid;
        std::int32_t parent;
        NameId name;
    };
    struct KnownProcess
    {
        std::int32_t tid = -1;
        std::int32_t pid = -1;
    };
    static constexpr std::size_t kKnownProcesses = 4096;

    void sample(std::span<const std::byte> body, std::uint64_t offset);
    void decode(const PerfEvent& event, const SampleFacts& facts, CpuPart& part,
                std::uint64_t offset);
    void comm(std::span<const std::byte> body);
    void fork(std::span<const std::byte> body);
    void lost(std::uint64_t count, const SampleFacts& facts);
    void cpuSwitch(RecordHead head, std::span<const std::byte> body);
    // The trailer of a record that is no sample, as far as its event has one.
    SampleFacts trailer(std::span<const std::byte> body) const;
    void process(CpuPart& part, std::int64_t time, std::int32_t tid, std::int32_t pid);
    void odd(std::string_view kind, std::uint64_t offset, std::string example = {});
    CpuPart& part(std::int32_t cpu);
    // The same, for what happened there at that time.
    CpuPart& seen(std::int32_t cpu, std::int64_t time);

    const PerfSession& session_;
    bool swap_;
    bool forksAreSampled_;
    bool switchesAreSampled_;
    std::vector<std::unique_ptr<CpuPart>> parts_;  // by CPU + 1
    std::vector<std::uint64_t> counts_;            // by event
    std::vector<Loss> losses_;
    std::uint64_t unplacedLosses_ = 0;
    std::vector<KnownProcess> processes_;
    KnownProcess forked_;  // the child of the last FORK record
    std::vector<TaskRecord> taskRecords_;
    NameTable recordNames_;
    std::optional<std::int64_t> first_;
    std::optional<std::int64_t> last_;
    std::uint64_t switchRecords_ = 0;
    Diagnostics diagnostics_;
};

// What the decoders of one file found, in the order of their runs.
class PerfResults
{
public:
    void add(PerfDecoder decoder) { decoders_.push_back(std::move(decoder)); }
    // Streams, counts and losses to the builder; what was odd is added to `found`.
    void handOver(const PerfSession& session, TraceBuilder& builder, Diagnostics& found);

private:
    void handOverLosses(TraceBuilder& builder, Diagnostics& found, std::int64_t begin);
    void handOverTaskRecords(TraceBuilder& builder, TimeRange span);

    std::vector<PerfDecoder> decoders_;
};

}  // namespace resched::perf

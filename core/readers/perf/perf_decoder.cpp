// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/perf/perf_decoder.h"

#include <algorithm>
#include <limits>
#include <string>

namespace resched::perf {

namespace {

// A time beyond this is damage; so that the length of every span fits.
constexpr std::uint64_t kLatestTime = std::uint64_t{1} << 62U;
// Records about tasks come before, losses after whatever else happened at the same time.
constexpr std::int64_t kTasksOrder = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kLossesOrder = std::numeric_limits<std::int64_t>::max();

bool isKnown(RecordType type)
{
    return (type >= RecordType::Mmap && type <= RecordType::CallchainDeferred) ||
           (type >= RecordType::HeaderAttr && type <= RecordType::BpfMetadata);
}

}  // namespace

struct PerfDecoder::CpuPart
{
    EventStream stream;
    std::optional<TracepointDecoder> tracepoints;
    std::optional<std::int64_t> first;
    std::int64_t last = 0;
    std::vector<std::size_t> openLosses;  // those that no sample has followed yet
};

PerfDecoder::PerfDecoder(const PerfSession& session)
    : session_(session),
      swap_(session.swaps()),
      forksAreSampled_(session.records("sched_process_fork")),
      switchesAreSampled_(session.records("sched_switch")),
      processes_(kKnownProcesses)
{}

PerfDecoder::~PerfDecoder() = default;
PerfDecoder::PerfDecoder(PerfDecoder&&) noexcept = default;

PerfDecoder::CpuPart& PerfDecoder::part(std::int32_t cpu)
{
    const auto place = static_cast<std::size_t>(cpu + 1);
    if (place >= parts_.size()) parts_.resize(place + 1);
    if (!parts_[place]) parts_[place] = std::make_unique<CpuPart>();
    return *parts_[place];
}

void PerfDecoder::odd(std::string_view kind, std::uint64_t offset, std::string example)
{
    diagnostics_.add(
        kind, {.position = {FilePosition::Unit::Offset, offset}, .example = std::move(example)});
}

void PerfDecoder::record(RecordHead head, std::span<const std::byte> body, std::uint64_t offset)
{
    switch (head.type) {
        case RecordType::Sample:
            sample(body, offset);
            return;
        case RecordType::Comm:
            comm(body);
            return;
        case RecordType::Fork:
            fork(body);
            return;
        case RecordType::Lost:
            if (body.size() >= 16) {
                lost(loadNumber<std::uint64_t>(body.data() + 8, swap_), trailer(body));
            }
            return;
        case RecordType::LostSamples:
            if (body.size() >= 8) {
                lost(loadNumber<std::uint64_t>(body.data(), swap_), trailer(body));
            }
            return;
        case RecordType::SwitchCpuWide:
            cpuSwitch(head, body);
            return;
        default:
            if (!isKnown(head.type)) {
                odd("unknown_record", offset,
                    "record type " + std::to_string(static_cast<std::uint32_t>(head.type)));
            }
    }
}

void PerfDecoder::sample(std::span<const std::byte> body, std::uint64_t offset)
{
    const std::uint32_t place = session_.eventOfSample(body);
    if (place == EventIds::kNone) {
        odd("unknown_event_id", offset);
        return;
    }
    const PerfEvent& event = session_.events()[place];
    SampleFacts facts;
    if (!event.layout.readSample(body, swap_, facts)) {
        odd("broken_sample", offset, "the sample is shorter than its parts");
        return;
    }
    if (place >= counts_.size()) counts_.resize(session_.events().size());
    ++counts_[place];
    if (!facts.hasTime) {
        if (event.tracepoint != nullptr) odd("sample_without_time", offset);
        return;
    }
    if (static_cast<std::uint64_t>(facts.time) >= kLatestTime) {
        odd("absurd_time", offset);
        return;
    }
    CpuPart& cpu = seen(facts.cpu, facts.time);
    if (event.tracepoint != nullptr) {
        decode(event, facts, cpu, offset);
    } else if (event.isTracepoint() && event.name.starts_with("sched_")) {
        odd("event_without_format", offset, event.name + " has no format in this file");
    }
}

PerfDecoder::CpuPart& PerfDecoder::seen(std::int32_t cpu, std::int64_t time)
{
    CpuPart& found = part(cpu);
    first_ = first_ ? std::min(*first_, time) : time;
    last_ = last_ ? std::max(*last_, time) : time;
    if (!found.first) found.first = time;
    found.last = time;
    if (!found.openLosses.empty()) {
        for (const std::size_t loss : found.openLosses) losses_[loss].after = time;
        found.openLosses.clear();
    }
    return found;
}

void PerfDecoder::decode(const PerfEvent& event, const SampleFacts& facts, CpuPart& cpu,
                         std::uint64_t offset)
{
    const Tracepoint& tracepoint = *event.tracepoint;
    if (tracepoint.shape == Tracepoint::Shape::Other) return;
    if (!facts.hasRaw) {
        odd("sample_without_payload", offset, event.name + " was recorded without its fields");
        return;
    }
    if (!cpu.tracepoints) cpu.tracepoints.emplace(*session_.tracepoints(), cpu.stream);
    // A thread's process, unless the sample counts its ids inside a container.
    if (facts.tid > 0 && cpu.tracepoints->writer(tracepoint, facts.raw) == Tid{facts.tid}) {
        process(cpu, facts.time, facts.tid, facts.pid);
    }
    const auto outcome = cpu.tracepoints->decode(tracepoint, facts.time,
                                                 static_cast<std::int16_t>(facts.cpu), facts.raw);
    if (outcome == TracepointDecoder::Outcome::TooShort) {
        odd("short_payload", offset, event.name + " is shorter than its format says");
    }
    if (tracepoint.shape == Tracepoint::Shape::Fork && forked_.tid > 0) {
        // The record of the same fork came before this event, which makes the task.
        processes_[static_cast<std::uint32_t>(forked_.tid) % kKnownProcesses] = {};
        process(cpu, facts.time, forked_.tid, forked_.pid);
        forked_ = {};
    }
}

void PerfDecoder::process(CpuPart& cpu, std::int64_t time, std::int32_t tid, std::int32_t pid)
{
    KnownProcess& known = processes_[static_cast<std::uint32_t>(tid) % kKnownProcesses];
    if ((known.tid == tid && known.pid == pid) || pid <= 0) return;
    known = {tid, pid};
    cpu.stream.push(
        makeTask(EventKind::Process, timestamp(time), kNoCpu, Tid{tid}, NameId{kNoName}, Tid{pid}));
}

SampleFacts PerfDecoder::trailer(std::span<const std::byte> body) const
{
    SampleFacts facts;
    const std::uint32_t place = session_.eventOfTrailer(body);
    if (place == EventIds::kNone || !session_.events()[place].sampleIdAll) return facts;
    session_.events()[place].layout.readTrailer(body, swap_, facts);
    if (static_cast<std::uint64_t>(facts.time) >= kLatestTime) facts = {};
    // What perf writes about tasks that were there before has no time.
    if (facts.time == 0) facts.hasTime = false;
    return facts;
}

// u32 pid, tid; the name, padded; trailer.
void PerfDecoder::comm(std::span<const std::byte> body)
{
    ByteReader reader(body, session_.order());
    const auto pid = static_cast<std::int32_t>(reader.u32());
    const auto tid = static_cast<std::int32_t>(reader.u32());
    const std::string_view name = reader.zeroTerminated();
    if (reader.failed() || tid <= 0) return;
    const SampleFacts facts = trailer(body);
    taskRecords_.push_back({.time = facts.hasTime ? facts.time : 0,
                            .kind = EventKind::Rename,
                            .cpu = facts.cpu,
                            .tid = tid,
                            .pid = pid,
                            .parent = -1,
                            .name = recordNames_.intern(name)});
}

// u32 pid, ppid, tid, ptid; u64 time; trailer.
void PerfDecoder::fork(std::span<const std::byte> body)
{
    ByteReader reader(body, session_.order());
    const auto pid = static_cast<std::int32_t>(reader.u32());
    reader.skip(sizeof(std::uint32_t));
    const auto tid = static_cast<std::int32_t>(reader.u32());
    const auto parent = static_cast<std::int32_t>(reader.u32());
    const std::uint64_t time = reader.u64();
    if (reader.failed() || tid <= 0 || time >= kLatestTime) return;
    if (time != 0 && forksAreSampled_) {
        forked_ = {tid, pid};
        return;
    }
    taskRecords_.push_back({.time = static_cast<std::int64_t>(time),
                            .kind = time == 0 ? EventKind::Rename : EventKind::Fork,
                            .cpu = trailer(body).cpu,
                            .tid = tid,
                            .pid = pid,
                            .parent = parent,
                            .name = NameId{kNoName}});
}

void PerfDecoder::lost(std::uint64_t count, const SampleFacts& facts)
{
    // perf itself adds up at the end what the kernel told in place: no time, no CPU.
    if (!facts.hasTime) {
        unplacedLosses_ += count;
        return;
    }
    Loss loss;
    loss.cpu = facts.cpu;
    loss.count = count;
    CpuPart& cpu = part(facts.cpu);
    if (facts.cpu < 0) {
        loss.before = facts.time;
        loss.after = facts.time;
    } else {
        if (cpu.first) loss.before = cpu.last;
        cpu.openLosses.push_back(losses_.size());
    }
    losses_.push_back(loss);
}

// Without the tracepoint these records of a whole CPU tell who follows whom; not in what state the
// task left, but whether it was preempted.
void PerfDecoder::cpuSwitch(RecordHead head, std::span<const std::byte> body)
{
    if (switchesAreSampled_ || (head.misc & kMiscSwitchOut) == 0) return;
    ByteReader reader(body, session_.order());
    reader.skip(sizeof(std::uint32_t));
    const auto next = static_cast<std::int32_t>(reader.u32());
    const SampleFacts facts = trailer(body);
    if (reader.failed() || !facts.hasTime || facts.tid < 0 || facts.cpu < 0) return;
    const bool preempted = (head.misc & kMiscSwitchPreempt) != 0;
    CpuPart& cpu = seen(facts.cpu, facts.time);
    ++switchRecords_;
    if (!preempted) {
        diagnostics_.add("assumed_sleep_state",
                         {.time = timestamp(facts.time),
                          .example = "switch records do not say how a task sleeps; S is assumed"});
    }
    cpu.stream.push(
        makeSwitch({.time = timestamp(facts.time),
                    .cpu = CpuId{facts.cpu},
                    .prev = Tid{facts.tid},
                    .next = Tid{next},
                    .prevState = preempted ? TaskState::Running : TaskState::Interruptible}));
}

void PerfResults::handOver(const PerfSession& session, TraceBuilder& builder, Diagnostics& found)
{
    std::optional<std::int64_t> first;
    std::optional<std::int64_t> last;
    for (PerfDecoder& decoder : decoders_) {
        found.merge(decoder.diagnostics_);
        for (std::size_t i = 0; i < decoder.counts_.size(); ++i) {
            if (decoder.counts_[i] == 0) continue;
            builder.countEvents(session.events()[i].name, decoder.counts_[i]);
        }
        if (decoder.switchRecords_ > 0) {
            builder.countEvents("context_switch", decoder.switchRecords_);
        }
        if (decoder.first_) {
            first = first ? std::min(*first, *decoder.first_) : *decoder.first_;
            last = last ? std::max(*last, *decoder.last_) : *decoder.last_;
        }
        for (std::size_t place = 0; place < decoder.parts_.size(); ++place) {
            const auto& part = decoder.parts_[place];
            if (!part) continue;
            const auto cpu = static_cast<std::int32_t>(place) - 1;
            if (cpu >= 0 && part->first) builder.declareCpu(CpuId{cpu});
        }
    }
    const TimeRange span{timestamp(first.value_or(0)), timestamp(last.value_or(0))};
    if (first) builder.extendSpan(span);
    if (first) handOverTaskRecords(builder, span);
    handOverLosses(builder, found, first.value_or(0));
    for (PerfDecoder& decoder : decoders_) {
        for (std::size_t place = 0; place < decoder.parts_.size(); ++place) {
            if (!decoder.parts_[place]) continue;
            const auto cpu = static_cast<std::int64_t>(place) - 1;
            builder.addStream(cpu) = std::move(decoder.parts_[place]->stream);
        }
    }
    decoders_.clear();
}

// Records about tasks from before the first sample say who was there from the begin on; those from
// after the last change nothing that is shown.
void PerfResults::handOverTaskRecords(TraceBuilder& builder, TimeRange span)
{
    std::vector<Event> events;
    EventStream& stream = builder.addStream(kTasksOrder);
    for (const PerfDecoder& decoder : decoders_) {
        for (const PerfDecoder::TaskRecord& record : decoder.taskRecords_) {
            const Tid tid{record.tid};
            const Tid process{record.pid};
            const NameId name = stream.intern(decoder.recordNames_[record.name]);
            const Timestamp time = std::max(timestamp(record.time), span.begin);
            if (time > span.end) continue;
            if (timestamp(record.time) < span.begin) {
                events.push_back(makeTask(EventKind::StateDump, time, kNoCpu, tid, name, process));
                continue;
            }
            const CpuId cpu{record.cpu};
            events.push_back(
                record.kind == EventKind::Fork
                    ? makeTask(EventKind::Fork, time, cpu, Tid{record.parent}, NameId{kNoName}, tid)
                    : makeTask(EventKind::Rename, time, cpu, tid, name));
            if (record.pid > 0) {
                events.push_back(
                    makeTask(EventKind::Process, time, kNoCpu, tid, NameId{kNoName}, process));
            }
        }
    }
    std::ranges::stable_sort(events, {}, &Event::time);
    for (const Event& event : events) stream.push(event);
}

void PerfResults::handOverLosses(TraceBuilder& builder, Diagnostics& found, std::int64_t begin)
{
    std::vector<Loss> all;
    std::uint64_t placed = 0;
    std::uint64_t unplaced = 0;
    std::map<std::int32_t, std::int64_t> lastOfCpu;
    for (const PerfDecoder& decoder : decoders_) {
        // What began in an earlier run ends with the first sample of this one.
        for (Loss& loss : all) {
            const auto place = static_cast<std::size_t>(loss.cpu + 1);
            if (loss.after || place >= decoder.parts_.size() || !decoder.parts_[place]) continue;
            loss.after = decoder.parts_[place]->first;
        }
        for (Loss loss : decoder.losses_) {
            const auto before = lastOfCpu.find(loss.cpu);
            if (!loss.before && before != lastOfCpu.end()) loss.before = before->second;
            placed += loss.count;
            all.push_back(loss);
        }
        unplaced += decoder.unplacedLosses_;
        for (std::size_t place = 0; place < decoder.parts_.size(); ++place) {
            if (!decoder.parts_[place] || !decoder.parts_[place]->first) continue;
            lastOfCpu[static_cast<std::int32_t>(place) - 1] = decoder.parts_[place]->last;
        }
    }
    // perf's sum at the end holds what the kernel said in place; one figure for both.
    if (unplaced > placed) {
        builder.info().lostEvents += unplaced - placed;
        found.add("unplaced_losses", {}, unplaced - placed);
    }
    if (all.empty()) return;
    for (Loss& loss : all) {
        if (!loss.before) loss.before = begin;
        if (!loss.after) loss.after = loss.before;
    }
    std::ranges::stable_sort(all, {}, &Loss::before);
    EventStream& stream = builder.addStream(kLossesOrder);
    for (const Loss& loss : all) {
        constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int32_t>::max());
        stream.push(makeValue(EventKind::Lost, timestamp(*loss.before), CpuId{loss.cpu}, kNoTid,
                              static_cast<std::int64_t>(std::min(loss.count, kMost)), *loss.after));
    }
}

}  // namespace resched::perf

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/ctf_writer.h"

#include <algorithm>
#include <fstream>
#include <set>

namespace resched::test {

namespace {

constexpr std::uint32_t kStreamMagic = 0xc1fc1fc1;
constexpr std::uint32_t kMetadataMagic = 0x75d11d57;
constexpr std::int64_t kCompactRange = std::int64_t{1} << 27U;

std::string uuidBytes()
{
    std::string bytes;
    for (std::size_t i = 0; i < kCtfUuid.size();) {
        if (kCtfUuid[i] == '-') {
            ++i;
            continue;
        }
        bytes += static_cast<char>(std::stoi(std::string(kCtfUuid.substr(i, 2)), nullptr, 16));
        i += 2;
    }
    return bytes;
}

std::string replaced(std::string text, std::string_view from, std::string_view to)
{
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
        text.replace(at, from.size(), to);
    }
    return text;
}

std::string eventText(CtfEvent id, std::string_view name, std::string_view fields)
{
    return "event {\n\tname = \"" + std::string(name) +
           "\";\n\tid = " + std::to_string(static_cast<std::uint32_t>(id)) +
           ";\n\tstream_id = 0;\n\tfields := struct {\n" + std::string(fields) + "\t};\n};\n\n";
}

std::string wakeFields(const CtfOptions& options)
{
    return std::string("char_t _comm[16]; int32_t _tid; int32_t _prio;") +
           (options.hasTargetCpu ? " int32_t _target_cpu;\n" : "\n");
}

std::string eventsText(const CtfOptions& options)
{
    std::string text;
    text += eventText(CtfEvent::Switch, "sched_switch",
                      "char_t _prev_comm[16]; int32_t _prev_tid; int32_t _prev_prio;\n"
                      "int64_t _prev_state;\n"
                      "char_t _next_comm[16]; int32_t _next_tid; int32_t _next_prio;\n");
    text += eventText(CtfEvent::Waking, "sched_waking", wakeFields(options));
    text += eventText(CtfEvent::Wakeup, "sched_wakeup", wakeFields(options));
    text += eventText(CtfEvent::WakeupNew, "sched_wakeup_new", wakeFields(options));
    text += eventText(CtfEvent::Migrate, "sched_migrate_task",
                      "char_t _comm[16]; int32_t _tid; int32_t _prio;\n"
                      "int32_t _orig_cpu; int32_t _dest_cpu;\n");
    text += eventText(CtfEvent::Fork, "sched_process_fork",
                      "char_t _parent_comm[16]; int32_t _parent_tid;\n"
                      "char_t _child_comm[16]; int32_t _child_tid;\n");
    text += eventText(CtfEvent::StatedumpEnd, "lttng_statedump_end", "");
    text += eventText(CtfEvent::Numbers, "numbers",
                      "uint8_t __list_length; uint64_wide_t _list[ __list_length ];\n"
                      "uint8_t _after;\n");
    return options.hasPidNames ? replaced(std::move(text), "_tid;", "_pid;") : text;
}

constexpr std::string_view kHead = R"(/* CTF 1.8 */

typealias integer { size = 8; align = 8; signed = false; } := uint8_t;
typealias integer { size = 32; align = 8; signed = false; } := uint32_t;
typealias integer { size = 64; align = 8; signed = false; } := uint64_t;
typealias integer { size = 64; align = 64; signed = false; } := uint64_wide_t;
typealias integer { size = 64; align = 8; signed = false; } := unsigned long;
typealias integer { size = 5; align = 1; signed = false; } := uint5_t;
typealias integer { size = 8; align = 8; signed = false; encoding = UTF8; } := char_t;
typealias integer { size = 32; align = 8; signed = true; } := int32_t;
typealias integer { size = 64; align = 8; signed = true; } := int64_t;

trace {
	major = 1;
	minor = 8;
	uuid = "UUID";
	byte_order = ORDER;
	packet.header := struct {
		uint32_t magic;
		uint8_t  uuid[16];
		uint32_t stream_id;INSTANCE
	};
};

env {
	hostname = "testhost";
	domain = "kernel";
	sysname = "Linux";
	kernel_release = "RELEASE";
	tracer_name = "TRACER";
	tracer_major = 2;
	tracer_minor = MINOR;
	tracer_patchlevel = 0;
};

clock {
	name = "monotonic";
	freq = 1000000000; /* in Hz */
	offset = OFFSET;
};

typealias integer { size = 27; align = 1; signed = false; map = clock.monotonic.value; } := uint27_clock_t;
typealias integer { size = 64; align = 8; signed = false; map = clock.monotonic.value; } := uint64_clock_t;

struct packet_context {
	uint64_clock_t timestamp_begin;
	uint64_clock_t timestamp_end;
	uint64_t content_size;
	uint64_t packet_size;
	uint64_t packet_seq_num;
	unsigned long events_discarded;
	uint32_t cpu_id;
};

struct event_header {
	enum : uint5_t { compact = 0 ... 30, extended = 31 } id;
	variant <id> {
		struct { uint27_clock_t timestamp; } compact;
		struct { uint32_t id; uint64_clock_t timestamp; } extended;
	} v;
} align(8);

stream {
	id = 0;
	event.header := struct event_header;
	packet.context := struct packet_context;CONTEXT
};

)";

std::string inPackets(const std::string& text, bool isBigEndian)
{
    const auto word = [&](std::uint32_t value) {
        std::string bytes;
        for (unsigned i = 0; i < 4; ++i) {
            bytes += static_cast<char>(value >> 8 * (isBigEndian ? 3 - i : i) & 0xffU);
        }
        return bytes;
    };
    std::string packets;
    constexpr std::size_t kPacket = 4096;
    constexpr std::size_t kHeader = 37;
    for (std::size_t at = 0; at < text.size(); at += kPacket - kHeader) {
        const std::string part = text.substr(at, kPacket - kHeader);
        std::string packet = word(kMetadataMagic) + uuidBytes() + word(0) +
                             word(static_cast<std::uint32_t>((kHeader + part.size()) * 8)) +
                             word(kPacket * 8) + std::string("\0\0\0\1\x08", 5) + part;
        packet.resize(kPacket, '\0');
        packets += packet;
    }
    return packets;
}

}  // namespace

std::int64_t reportedState(TaskState state)
{
    switch (state) {
        case TaskState::Running:
        case TaskState::Unknown:
            return 0;
        case TaskState::Preempted:
            return 256;
        case TaskState::Interruptible:
            return 1;
        case TaskState::Uninterruptible:
            return 2;
        case TaskState::Stopped:
            return 4;
        case TaskState::Traced:
            return 8;
        case TaskState::Dead:
            return 16;
        case TaskState::Zombie:
            return 32;
        case TaskState::Parked:
            return 64;
        case TaskState::IdleKernel:
            return 128;
    }
    return 0;
}

CtfPacket::CtfPacket(const CtfOptions& options, int cpu, std::int64_t begin)
    : options_(options), last_(begin)
{
    put32(kStreamMagic);
    bytes_ += uuidBytes();
    put32(0);
    if (options.hasInstances) put64(static_cast<std::uint64_t>(cpu));
    contextAt_ = bytes_.size();
    put64(static_cast<std::uint64_t>(begin));
    for (int i = 0; i < 5; ++i) put64(0);
    put32(static_cast<std::uint32_t>(cpu));
}

void CtfPacket::put(std::uint64_t value, std::size_t size)
{
    for (std::size_t i = 0; i < size; ++i) {
        const std::size_t shift = 8 * (options_.isBigEndian ? size - 1 - i : i);
        bytes_ += static_cast<char>(value >> shift & 0xffU);
    }
}

void CtfPacket::patch64(std::size_t at, std::uint64_t value)
{
    const std::string rest = bytes_.substr(at + 8);
    bytes_.resize(at);
    put64(value);
    bytes_ += rest;
}

void CtfPacket::align(std::size_t bytes)
{
    while (bytes_.size() % bytes != 0) bytes_ += '\0';
}

void CtfPacket::putName(std::string_view name)
{
    std::string padded(name.substr(0, 15));
    padded.resize(16, '\0');
    bytes_ += padded;
}

void CtfPacket::beginEvent(CtfEvent id, std::int64_t time)
{
    const auto number = static_cast<std::uint32_t>(id);
    const auto clock = static_cast<std::uint64_t>(time);
    if (time - last_ < kCompactRange) {
        const auto low = static_cast<std::uint32_t>(clock & (kCompactRange - 1));
        put32(options_.isBigEndian ? number << 27U | low : low << 5U | number);
    } else {
        put8(options_.isBigEndian ? 31 << 3 : 31);
        put32(number);
        put64(clock);
    }
    last_ = time;
}

void CtfPacket::add(const ScheduleEvent& event)
{
    const auto tid = static_cast<std::uint32_t>(event.tid);
    const auto other = static_cast<std::uint32_t>(event.otherTid);
    constexpr std::uint32_t kNiceZero = 20;  // as LTTng writes it
    static constexpr std::pair<EventKind, CtfEvent> kIds[] = {
        {EventKind::Switch, CtfEvent::Switch},      {EventKind::Waking, CtfEvent::Waking},
        {EventKind::Wakeup, CtfEvent::Wakeup},      {EventKind::WakeupNew, CtfEvent::WakeupNew},
        {EventKind::Migrate, CtfEvent::Migrate},    {EventKind::Fork, CtfEvent::Fork},
        {EventKind::Other, CtfEvent::StatedumpEnd},
    };
    for (const auto& [kind, id] : kIds) {
        if (kind == event.kind) beginEvent(id, event.time);
    }
    if (options_.hasContexts) {
        // The current task is only known of switches here.
        put32(tid);
        put32(event.kind == EventKind::Switch ? tid : 0);
        putName(event.task);
    }
    const auto name = [](const std::string& task, int number, int cpu) {
        return number == 0 ? "swapper/" + std::to_string(cpu) : task;
    };
    switch (event.kind) {
        case EventKind::Switch:
            putName(name(event.task, event.tid, event.cpu));
            put32(tid);
            put32(kNiceZero);
            put64(static_cast<std::uint64_t>(reportedState(event.state)));
            putName(name(event.other, event.otherTid, event.cpu));
            put32(other);
            put32(kNiceZero);
            break;
        case EventKind::Migrate:
            putName(event.task);
            put32(tid);
            put32(kNiceZero);
            put32(static_cast<std::uint32_t>(event.from));
            put32(static_cast<std::uint32_t>(event.to));
            break;
        case EventKind::Fork:
            putName(event.task);
            put32(tid);
            putName(event.other);
            put32(other);
            break;
        case EventKind::Other:
            break;
        default:
            putName(event.task);
            put32(tid);
            put32(kNiceZero);
            if (options_.hasTargetCpu) {
                put32(static_cast<std::uint32_t>(event.to < 0 ? event.cpu : event.to));
            }
    }
}

std::string CtfPacket::finish(std::int64_t end, std::uint64_t discarded, std::uint64_t sequence)
{
    patch64(contextAt_ + 8, static_cast<std::uint64_t>(end));
    patch64(contextAt_ + 16, bytes_.size() * 8);
    patch64(contextAt_ + 24, (bytes_.size() + options_.padding) * 8);
    patch64(contextAt_ + 32, sequence);
    patch64(contextAt_ + 40, discarded);
    bytes_.append(options_.padding, '\0');
    return std::move(bytes_);
}

std::string ctfMetadata(const CtfOptions& options)
{
    std::string text(kHead);
    text = replaced(text, "UUID", kCtfUuid);
    text = replaced(text, "ORDER", options.isBigEndian ? "be" : "le");
    text = replaced(text, "INSTANCE",
                    options.hasInstances ? "\n\t\tuint64_t stream_instance_id;" : "");
    text = replaced(text, "RELEASE", options.kernelRelease);
    text = replaced(text, "TRACER", options.tracer);
    text = replaced(text, "MINOR", std::to_string(options.tracerMinor));
    text = replaced(text, "OFFSET", std::to_string(options.clockOffset));
    text = replaced(text, "CONTEXT",
                    options.hasContexts ? "\n\tevent.context := struct { int32_t _pid; int32_t "
                                          "_tid; char_t _procname[16]; };"
                                        : "");
    text += eventsText(options);
    return options.hasPacketMetadata ? inPackets(text, options.isBigEndian) : text;
}

std::string ctfStream(const std::vector<ScheduleEvent>& events, int cpu, const CtfOptions& options)
{
    std::string stream;
    std::optional<CtfPacket> packet;
    std::uint64_t discarded = 0;
    std::uint64_t sequence = 0;
    std::size_t inPacket = 0;
    std::int64_t last = 0;
    std::int64_t end = 0;  // all CPUs stop recording at once
    for (const ScheduleEvent& event : events) {
        end = std::max(end, event.time);
        if (event.cpu != cpu) continue;
        if (event.kind == EventKind::Lost) {
            if (packet) stream += packet->finish(event.time, discarded, sequence++);
            packet.emplace(options, cpu, event.until);
            discarded += static_cast<std::uint64_t>(event.count);
            inPacket = 0;
            continue;
        }
        if (packet && options.eventsPerPacket > 0 && inPacket == options.eventsPerPacket) {
            stream += packet->finish(last, discarded, sequence++);
            packet.emplace(options, cpu, last);
            inPacket = 0;
        }
        if (!packet) packet.emplace(options, cpu, event.time);
        packet->add(event);
        last = event.time;
        ++inPacket;
    }
    if (packet) stream += packet->finish(end, discarded, sequence);
    return stream;
}

void writeCtf(const std::filesystem::path& folder, std::string_view schedule,
              const CtfOptions& options)
{
    std::filesystem::create_directories(folder);
    const auto write = [&](const std::string& name, const std::string& bytes) {
        std::ofstream(folder / name, std::ios::binary) << bytes;
    };
    write("metadata", ctfMetadata(options));
    const std::vector<ScheduleEvent> events = parseSchedule(schedule);
    std::set<int> cpus;
    for (const ScheduleEvent& event : events) cpus.insert(event.cpu);
    for (const int cpu : cpus) {
        write("chan_" + std::to_string(cpu), ctfStream(events, cpu, options));
    }
}

}  // namespace resched::test

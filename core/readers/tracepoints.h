// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Tracepoint payloads as perf.data and trace.dat carry them: raw bytes, described by the format
// text that the kernel exports for each event. TracepointTable reads those texts once; what a
// payload needs is then a Tracepoint with fixed offsets, and a TracepointDecoder turns payloads
// into Events of one stream. Which event of ours a tracepoint is, and which of its fields matter,
// is one table in the .cpp.

#include "readers/byte_reader.h"
#include "readers/task_state.h"
#include "trace/event.h"
#include "trace/trace_builder.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace resched {

struct TracepointField
{
    enum class Kind : std::uint8_t {
        Absent,
        Number,        // sign extended when `isSigned`
        Text,          // a char array
        DynamicText,   // 32 bits: offset from the payload's start, length above it
        RelativeText,  // the same, counted from the field's end
    };
    Kind kind = Kind::Absent;
    bool isSigned = false;
    std::uint16_t offset = 0;
    std::uint16_t size = 0;

    bool isPresent() const { return kind != Kind::Absent; }
};

struct Tracepoint
{
    // How payloads of this kind become an Event; the fields stand in the order of the .cpp's table.
    enum class Shape : std::uint8_t {
        Other,
        Switch,
        Wake,
        Migrate,
        StatRuntime,
        StatDelay,
        Fork,
        Exec,
        Lifecycle,
        PiSetprio,
        Rename,
        Interrupt,
        Timer,
        CpuValue,
        SyscallEntry,
        SyscallExit,
        RawSyscallEntry,
        RawSyscallExit,
    };

    std::string system;
    std::string name;  // the kernel's, without its system
    std::string printFormat;
    Shape shape = Shape::Other;
    EventKind kind = EventKind::Other;
    Syscall syscall = Syscall::Other;
    std::array<TracepointField, 8> fields{};
    TracepointField commonPid;
    std::uint32_t minSize = 0;  // of a payload that holds all fields
    PrevStateDecoder prevState;
};

class TracepointTable
{
public:
    explicit TracepointTable(ByteOrder order);

    // The text of an event's format file. False when it cannot be understood.
    bool addFormat(std::string_view system, std::string_view text);
    // Says what kernel wrote the trace; before payloads are decoded.
    void setKernel(std::string_view release, std::string_view machine);

    // Null when no format with that id was added.
    const Tracepoint* find(std::uint32_t id) const;
    std::size_t size() const { return tracepoints_.size(); }
    ByteOrder order() const { return order_; }
    // Of the raw_syscalls events on this machine; Other for all that do not matter here.
    Syscall syscallOf(std::int64_t number) const;
    // prev_state is decoded by a rule that nothing in the trace confirms.
    bool assumesPrevState() const;

private:
    ByteOrder order_;
    std::unordered_map<std::uint32_t, Tracepoint> tracepoints_;
    std::array<std::int64_t, 4> syscallNumbers_;
};

// Decodes the payloads of one stream, in order. Remembers the names it has seen, so that a name is
// looked up once and not with each event.
class TracepointDecoder
{
public:
    TracepointDecoder(const TracepointTable& table, EventStream& stream);

    enum class Outcome : std::uint8_t { Decoded, Ignored, TooShort };
    // Pushes what the payload says; Ignored are events that no lane needs.
    Outcome decode(const Tracepoint& tracepoint, std::int64_t time, std::int16_t cpu,
                   std::span<const std::byte> payload);

    // The thread in whose context the payload was written; kNoTid when the format does not say.
    Tid writer(const Tracepoint& tracepoint, std::span<const std::byte> payload) const;

private:
    struct KnownName
    {
        std::array<char, 16> text{};
        NameId id{kNoName};
    };
    static constexpr std::size_t kKnownNames = 1024;

    std::int64_t number(const TracepointField& field, std::span<const std::byte> payload) const;
    std::int32_t tid(const TracepointField& field, std::span<const std::byte> payload) const
    {
        return static_cast<std::int32_t>(number(field, payload));
    }
    std::int16_t prio(const TracepointField& field, std::span<const std::byte> payload) const;
    std::int16_t cpuOf(const TracepointField& field, std::span<const std::byte> payload) const;
    std::string_view text(const TracepointField& field, std::span<const std::byte> payload) const;
    // `tid` only chooses where in the table of known names the name is kept.
    NameId name(const TracepointField& field, std::span<const std::byte> payload, std::int32_t tid);
    void pushSwitch(const Tracepoint& tracepoint, Event event, std::span<const std::byte> payload);
    void pushWake(const Tracepoint& tracepoint, Event event, std::span<const std::byte> payload);
    void pushTask(const Tracepoint& tracepoint, Event event, std::span<const std::byte> payload);
    bool pushValue(const Tracepoint& tracepoint, Event event, std::span<const std::byte> payload);
    bool pushSyscall(const Tracepoint& tracepoint, Event event, std::span<const std::byte> payload);

    const TracepointTable& table_;
    EventStream& stream_;
    bool swap_;
    std::vector<KnownName> known_;
};

}  // namespace resched

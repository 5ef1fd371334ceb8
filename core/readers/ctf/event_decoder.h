// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// From Babeltrace's events to ours. An event class is looked at once: which of our kinds it is and
// where its fields stand (event_names.h); then each event of it costs a few indexed reads. Events
// without meaning for scheduling are counted. Kernel-version differences end here: priorities and
// states leave as event.h means them.
//
// One decoder serves one stream; it is not shared between threads.

#include "readers/ctf/bt2.h"
#include "readers/ctf/event_names.h"
#include "readers/task_state.h"
#include "trace/diagnostics.h"
#include "trace/trace_builder.h"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace resched::ctf {

// What the trace's environment says about who recorded it.
struct Environment
{
    enum class Tracer : std::uint8_t { Unknown, LttngKernel, LttngUser, Perf };
    Tracer tracer = Tracer::Unknown;
    std::string tracerText;  // "lttng-modules 2.13.9", "perf 6.1.119"
    std::string hostname;
    std::string kernelRelease;
    int major = -1;  // of the tracer
    int minor = -1;
};
Environment environmentOf(const bt_trace* trace);

class EventDecoder
{
public:
    EventDecoder(const Environment& environment, EventStream& out, Diagnostics& diagnostics);

    // `cpu` is the CPU of the packet, kNoCpu when the packet does not say.
    void decode(const bt_event* event, Timestamp time, CpuId cpu);

    // Counts by kernel name; CPUs that events were seen on.
    std::map<std::string, std::uint64_t> counts() const;
    const std::vector<CpuId>& cpus() const { return cpus_; }
    bool hasSwitches() const { return hasSwitches_; }
    bool hasAssumedStates() const { return hasSwitches_ && states_.isAssumed(); }

private:
    enum class Scope : std::uint8_t { Absent, Payload, CommonContext, SpecificContext };
    enum class Shape : std::uint8_t { Signed, Unsigned, Text, Bytes };
    struct Field
    {
        Scope scope = Scope::Absent;
        Shape shape = Shape::Signed;
        std::uint32_t index = 0;
    };
    struct Plan
    {
        std::string name;
        EventMeaning meaning;
        std::uint64_t count = 0;
        bool knowsCurrent = false;
        std::array<Field, kRoles> fields{};

        Field& operator[](Role role) { return fields[static_cast<std::size_t>(role)]; }
        const Field& operator[](Role role) const { return fields[static_cast<std::size_t>(role)]; }
    };
    struct Current
    {
        std::int64_t process = -1;
        NameId name{kNoName};
    };
    // One event being decoded.
    struct Record
    {
        const bt_event* event;
        const Plan* plan;
        Timestamp time;
        CpuId cpu;
    };

    Plan& planOf(const bt_event_class* eventClass);
    std::unique_ptr<Plan> makePlan(const bt_event_class* eventClass);
    static Field findField(const bt_field_class* scopeClass, Scope scope, std::string_view name);

    bool has(const Record& record, Role role) const;
    const bt_field* field(const Record& record, Field place) const;
    std::int64_t integer(const Record& record, Role role, std::int64_t absent) const;
    std::int32_t tid(const Record& record, Role role) const;
    CpuId cpuOf(const Record& record, Role role) const;
    std::string_view text(const Record& record, Role role);
    NameId name(const Record& record, Role role) { return out_.intern(text(record, role)); }
    int prio(const Record& record, Role role) const;

    void seeCpu(CpuId cpu);
    void noteCurrent(const Record& record);
    void noteProcess(std::int64_t tid, std::int64_t process, const Record& record);
    void pushSwitch(const Record& record);
    void pushWake(const Record& record);
    void pushFork(const Record& record);
    void pushExec(const Record& record);
    void pushStateDump(const Record& record);
    void pushRename(const Record& record);
    void pushPiSetprio(const Record& record);
    void pushTimer(const Record& record);
    void pushSyscallEntry(const Record& record);
    void pushValue(const Record& record, std::int64_t value, CpuId cpu);

    EventStream& out_;
    Diagnostics& diagnostics_;
    PrevStateDecoder states_;
    Environment::Tracer tracer_;
    bool hasRawWakePrio_;
    bool hasSwitches_ = false;
    std::vector<CpuId> cpus_;
    CpuId lastCpu_ = kNoCpu;
    std::unordered_map<const bt_event_class*, std::unique_ptr<Plan>> plans_;
    const bt_event_class* lastClass_ = nullptr;
    Plan* lastPlan_ = nullptr;
    std::unordered_map<std::int64_t, Current> currents_;  // what contexts said, by tid
    std::unordered_map<std::int64_t, NameId> functions_;  // of timers, by address
    std::string text_;                                    // of the byte array being read
};

}  // namespace resched::ctf

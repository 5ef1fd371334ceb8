// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/ctf/event_decoder.h"

#include "base/cpu_set.h"

#include <algorithm>
#include <charconv>
#include <cstdio>

namespace resched::ctf {

namespace {

constexpr int kNicePrio = 100;              // LTTng writes kernel prio - 100
constexpr std::size_t kCommLength = 15;     // TASK_COMM_LEN less the terminator
constexpr std::int64_t kTimerAbsolute = 1;  // TIMER_ABSTIME

std::string environmentText(const bt_trace* trace, const char* name)
{
    const bt_value* value = bt_trace_borrow_environment_entry_value_by_name_const(trace, name);
    if (value == nullptr) return {};
    if (bt_value_is_string(value) != 0) return bt_value_string_get(value);
    if (bt_value_is_signed_integer(value) != 0) {
        return std::to_string(bt_value_integer_signed_get(value));
    }
    return {};
}

int numberIn(const std::string& text)
{
    int number = -1;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

// Before LTTng 2.8.0-rc1 the wakeup events carried the kernel's priority as it is, all others the
// priority less 100 (lttng-modules, instrumentation/events/sched.h). A trace without an
// environment is older than that.
bool wakesCarryKernelPrio(const Environment& environment)
{
    return environment.major < 2 || (environment.major == 2 && environment.minor < 8);
}

PrevStateDecoder stateDecoder(const Environment& environment)
{
    if (environment.tracer == Environment::Tracer::LttngKernel) {
        return PrevStateDecoder::forLttng(environment.kernelRelease, environment.major,
                                          environment.minor);
    }
    return PrevStateDecoder::forRelease(environment.kernelRelease);
}

std::int64_t sleepLength(std::int64_t seconds, std::int64_t nanoseconds)
{
    std::int64_t length = 0;
    if (__builtin_mul_overflow(seconds, std::int64_t{1'000'000'000}, &length) ||
        __builtin_add_overflow(length, nanoseconds, &length)) {
        return kUnknownSleep;
    }
    return length;
}

std::string_view baseName(std::string_view path)
{
    const std::size_t slash = path.rfind('/');
    return (slash == std::string_view::npos ? path : path.substr(slash + 1)).substr(0, kCommLength);
}

}  // namespace

Environment environmentOf(const bt_trace* trace)
{
    const auto either = [&](const char* name, const char* alias) {
        const std::string text = environmentText(trace, name);
        return text.empty() ? environmentText(trace, alias) : text;
    };
    Environment environment;
    const std::string tracer = environmentText(trace, "tracer_name");
    environment.hostname = either("hostname", "host");
    environment.kernelRelease = either("kernel_release", "release");
    const std::string major = environmentText(trace, "tracer_major");
    const std::string minor = environmentText(trace, "tracer_minor");
    const std::string patch = environmentText(trace, "tracer_patchlevel");
    environment.major = numberIn(major);
    environment.minor = numberIn(minor);
    environment.tracerText = tracer;
    if (tracer == "perf") {
        environment.tracer = Environment::Tracer::Perf;
        const std::string version = environmentText(trace, "version");
        if (!version.empty()) environment.tracerText += " " + version;
        return environment;
    }
    if (tracer == "lttng-modules") environment.tracer = Environment::Tracer::LttngKernel;
    if (tracer == "lttng-ust") environment.tracer = Environment::Tracer::LttngUser;
    if (!major.empty()) environment.tracerText += " " + major + "." + (minor.empty() ? "0" : minor);
    if (!patch.empty()) environment.tracerText += "." + patch;
    return environment;
}

EventDecoder::EventDecoder(const Environment& environment, EventStream& out,
                           Diagnostics& diagnostics)
    : out_(out),
      diagnostics_(diagnostics),
      states_(stateDecoder(environment)),
      tracer_(environment.tracer),
      hasRawWakePrio_(wakesCarryKernelPrio(environment))
{}

std::map<std::string, std::uint64_t> EventDecoder::counts() const
{
    std::map<std::string, std::uint64_t> counts;
    for (const auto& [eventClass, plan] : plans_) {
        if (plan->count > 0) counts[plan->name] += plan->count;
    }
    return counts;
}

EventDecoder::Plan& EventDecoder::planOf(const bt_event_class* eventClass)
{
    if (eventClass == lastClass_) return *lastPlan_;
    std::unique_ptr<Plan>& plan = plans_[eventClass];
    if (!plan) plan = makePlan(eventClass);
    lastClass_ = eventClass;
    lastPlan_ = plan.get();
    return *plan;
}

EventDecoder::Field EventDecoder::findField(const bt_field_class* scopeClass, Scope scope,
                                            std::string_view name)
{
    if (scopeClass == nullptr ||
        bt_field_class_get_type(scopeClass) != BT_FIELD_CLASS_TYPE_STRUCTURE) {
        return {};
    }
    const std::uint64_t members = bt_field_class_structure_get_member_count(scopeClass);
    for (std::uint64_t i = 0; i < members; ++i) {
        const auto* member = bt_field_class_structure_borrow_member_by_index_const(scopeClass, i);
        if (bt_field_class_structure_member_get_name(member) != name) continue;
        const bt_field_class* fieldClass =
            bt_field_class_structure_member_borrow_field_class_const(member);
        const bt_field_class_type type = bt_field_class_get_type(fieldClass);
        Field found{.scope = scope, .index = static_cast<std::uint32_t>(i)};
        if (bt_field_class_type_is(type, BT_FIELD_CLASS_TYPE_UNSIGNED_INTEGER) != 0) {
            found.shape = Shape::Unsigned;
        } else if (bt_field_class_type_is(type, BT_FIELD_CLASS_TYPE_SIGNED_INTEGER) != 0) {
            found.shape = Shape::Signed;
        } else if (type == BT_FIELD_CLASS_TYPE_STRING) {
            found.shape = Shape::Text;
        } else if (bt_field_class_type_is(type, BT_FIELD_CLASS_TYPE_ARRAY) != 0) {
            found.shape = Shape::Bytes;
        } else {
            return {};
        }
        return found;
    }
    return {};
}

std::unique_ptr<EventDecoder::Plan> EventDecoder::makePlan(const bt_event_class* eventClass)
{
    auto plan = std::make_unique<Plan>();
    const char* name = bt_event_class_get_name(eventClass);
    plan->name = name == nullptr ? "" : std::string(kernelName(name));
    plan->meaning = meaningOf(plan->name);

    const bt_field_class* payload = bt_event_class_borrow_payload_field_class_const(eventClass);
    const bt_field_class* specific =
        bt_event_class_borrow_specific_context_field_class_const(eventClass);
    const bt_field_class* common = bt_stream_class_borrow_event_common_context_field_class_const(
        bt_event_class_borrow_stream_class_const(eventClass));
    const auto take = [&](std::span<const RoleName> roles, const bt_field_class* scopeClass,
                          Scope scope) {
        for (const RoleName& role : roles) {
            Field& field = (*plan)[role.role];
            if (field.scope == Scope::Absent) field = findField(scopeClass, scope, role.field);
        }
    };
    take(payloadRoles(plan->meaning), payload, Scope::Payload);
    take(contextRoles(), specific, Scope::SpecificContext);
    take(contextRoles(), common, Scope::CommonContext);
    take(perfRoles(), payload, Scope::Payload);

    for (const RoleName& role : payloadRoles(plan->meaning)) {
        if (!role.isRequired || (*plan)[role.role].scope != Scope::Absent) continue;
        diagnostics_.add("event_without_field",
                         {.example = plan->name + " has no field " + std::string(role.field)});
        plan->meaning = {};
        break;
    }
    // The kernel's own fork event names threads only.
    if (plan->meaning.kind == EventKind::Fork &&
        (*plan)[Role::Tid].index == (*plan)[Role::Process].index) {
        (*plan)[Role::Process] = {};
        (*plan)[Role::OtherProcess] = {};
    }
    plan->knowsCurrent = (*plan)[Role::CurrentTid].scope != Scope::Absent;
    return plan;
}

const bt_field* EventDecoder::field(const Record& record, Field place) const
{
    const bt_field* scope = nullptr;
    switch (place.scope) {
        case Scope::Payload:
            scope = bt_event_borrow_payload_field_const(record.event);
            break;
        case Scope::CommonContext:
            scope = bt_event_borrow_common_context_field_const(record.event);
            break;
        case Scope::SpecificContext:
            scope = bt_event_borrow_specific_context_field_const(record.event);
            break;
        case Scope::Absent:
            return nullptr;
    }
    return bt_field_structure_borrow_member_field_by_index_const(scope, place.index);
}

bool EventDecoder::has(const Record& record, Role role) const
{
    return (*record.plan)[role].scope != Scope::Absent;
}

std::int64_t EventDecoder::integer(const Record& record, Role role, std::int64_t absent) const
{
    const Field place = (*record.plan)[role];
    if (place.scope == Scope::Absent) return absent;
    if (place.shape == Shape::Unsigned) {
        return static_cast<std::int64_t>(bt_field_integer_unsigned_get_value(field(record, place)));
    }
    if (place.shape == Shape::Signed) {
        return bt_field_integer_signed_get_value(field(record, place));
    }
    return absent;
}

std::int32_t EventDecoder::tid(const Record& record, Role role) const
{
    return static_cast<std::int32_t>(integer(record, role, number(kNoTid)));
}

CpuId EventDecoder::cpuOf(const Record& record, Role role) const
{
    const std::int64_t cpu = integer(record, role, -1);
    if (cpu < 0 || cpu >= CpuSet::kMaxCpus) return kNoCpu;
    return CpuId{static_cast<std::int32_t>(cpu)};
}

// Names end at their first zero byte; a name array of bytes without text encoding is read as text.
std::string_view EventDecoder::text(const Record& record, Role role)
{
    const Field place = (*record.plan)[role];
    if (place.scope == Scope::Absent) return {};
    const bt_field* found = field(record, place);
    if (place.shape == Shape::Text) return bt_field_string_get_value(found);
    if (place.shape != Shape::Bytes) return {};
    text_.clear();
    const std::uint64_t length = bt_field_array_get_length(found);
    for (std::uint64_t i = 0; i < length; ++i) {
        const bt_field* element = bt_field_array_borrow_element_field_by_index_const(found, i);
        const bt_field_class_type type = bt_field_get_class_type(element);
        char byte = 0;
        if (bt_field_class_type_is(type, BT_FIELD_CLASS_TYPE_UNSIGNED_INTEGER) != 0) {
            byte = static_cast<char>(bt_field_integer_unsigned_get_value(element));
        } else if (bt_field_class_type_is(type, BT_FIELD_CLASS_TYPE_SIGNED_INTEGER) != 0) {
            byte = static_cast<char>(bt_field_integer_signed_get_value(element));
        }
        if (byte == 0) break;
        text_ += byte;
    }
    return text_;
}

int EventDecoder::prio(const Record& record, Role role) const
{
    const std::int64_t recorded = integer(record, role, kNoPrio);
    if (recorded < -kNicePrio || recorded > kIdlePrio) return kNoPrio;
    const auto value = static_cast<int>(recorded);
    // Only one of the two scales reaches above 40 or below 0.
    if (value > kIdlePrio - kNicePrio) return value;
    if (value < 0) return value + kNicePrio;
    const EventKind kind = record.plan->meaning.kind;
    const bool isWake =
        kind == EventKind::Waking || kind == EventKind::Wakeup || kind == EventKind::WakeupNew;
    const bool isKernels = tracer_ == Environment::Tracer::Perf || (isWake && hasRawWakePrio_);
    return isKernels ? value : value + kNicePrio;
}

void EventDecoder::seeCpu(CpuId cpu)
{
    if (cpu == lastCpu_ || cpu == kNoCpu) return;
    lastCpu_ = cpu;
    if (std::ranges::find(cpus_, cpu) == cpus_.end()) cpus_.push_back(cpu);
}

void EventDecoder::decode(const bt_event* event, Timestamp time, CpuId cpu)
{
    Plan& plan = planOf(bt_event_borrow_class_const(event));
    ++plan.count;
    Record record{.event = event, .plan = &plan, .time = time, .cpu = cpu};
    if (has(record, Role::CurrentCpu) && cpu == kNoCpu) {
        record.cpu = cpuOf(record, Role::CurrentCpu);
    }
    seeCpu(record.cpu);
    if (plan.knowsCurrent) noteCurrent(record);
    const EventKind kind = plan.meaning.kind;
    switch (kind) {
        case EventKind::Switch:
            pushSwitch(record);
            break;
        case EventKind::Waking:
        case EventKind::Wakeup:
        case EventKind::WakeupNew:
            pushWake(record);
            break;
        case EventKind::Migrate:
            out_.push(makeMigrate(time, record.cpu, Tid{tid(record, Role::Tid)},
                                  name(record, Role::Comm), cpuOf(record, Role::Target)));
            break;
        case EventKind::StatRuntime:
            out_.push(makeValue(kind, time, record.cpu, Tid{tid(record, Role::Tid)},
                                integer(record, Role::Value, 0),
                                integer(record, Role::Extra, kNoVruntime)));
            break;
        case EventKind::StatWait:
        case EventKind::StatSleep:
        case EventKind::StatBlocked:
        case EventKind::StatIowait:
            out_.push(makeValue(kind, time, record.cpu, Tid{tid(record, Role::Tid)},
                                integer(record, Role::Value, 0)));
            break;
        case EventKind::Fork:
            pushFork(record);
            break;
        case EventKind::Exec:
            pushExec(record);
            break;
        case EventKind::Exit:
        case EventKind::Free:
            out_.push(makeTask(kind, time, record.cpu, Tid{tid(record, Role::Tid)},
                               name(record, Role::Comm)));
            break;
        case EventKind::StateDump:
            pushStateDump(record);
            break;
        case EventKind::Rename:
            pushRename(record);
            break;
        case EventKind::PiSetprio:
            pushPiSetprio(record);
            break;
        case EventKind::IrqEntry:
        case EventKind::IrqExit:
        case EventKind::SoftirqEntry:
        case EventKind::SoftirqExit:
            pushValue(record, integer(record, Role::Value, 0), record.cpu);
            break;
        case EventKind::TimerExpire:
            pushTimer(record);
            break;
        case EventKind::CpuIdle:
        case EventKind::CpuFrequency: {
            // Written by the CPU that changes the state, which may be another than the one changed.
            const CpuId changed = has(record, Role::Cpu) ? cpuOf(record, Role::Cpu) : record.cpu;
            const std::int64_t value = integer(record, Role::Value, 0);
            pushValue(record, value == UINT32_MAX ? -1 : value, changed);
            break;
        }
        case EventKind::SyscallEntry:
            pushSyscallEntry(record);
            break;
        case EventKind::SyscallExit: {
            Event exit = makeValue(kind, time, record.cpu, Tid{tid(record, Role::CurrentTid)}, 0);
            exit.detail = static_cast<std::uint8_t>(plan.meaning.syscall);
            out_.push(exit);
            break;
        }
        default:
            break;
    }
}

// Contexts name the current task of the CPU. What they say of a tid is passed on once, and again
// when it changes.
void EventDecoder::noteCurrent(const Record& record)
{
    const std::int32_t current = tid(record, Role::CurrentTid);
    if (current <= 0) return;
    if (has(record, Role::CurrentProcess)) {
        noteProcess(current, integer(record, Role::CurrentProcess, -1), record);
    }
    // A switch, exec or exit has better knowledge of names, and its own moment of changing them.
    if (!has(record, Role::CurrentComm) || record.plan->meaning.kind != EventKind::Other) return;
    const NameId name = this->name(record, Role::CurrentComm);
    NameId& known = currents_[current].name;
    if (known == name) return;
    known = name;
    out_.push(makeTask(EventKind::Rename, record.time, record.cpu, Tid{current}, name));
}

void EventDecoder::noteProcess(std::int64_t tid, std::int64_t process, const Record& record)
{
    if (tid <= 0 || process <= 0) return;
    Current& current = currents_[tid];
    if (current.process == process) return;
    current.process = process;
    out_.push(makeTask(EventKind::Process, record.time, record.cpu,
                       Tid{static_cast<std::int32_t>(tid)}, NameId{kNoName},
                       Tid{static_cast<std::int32_t>(process)}));
}

void EventDecoder::pushSwitch(const Record& record)
{
    hasSwitches_ = true;
    const TaskState state = has(record, Role::State)
                                ? states_.decode(integer(record, Role::State, 0))
                                : TaskState::Unknown;
    const NameId prevName = name(record, Role::Comm);
    const NameId nextName = name(record, Role::OtherComm);
    out_.push(makeSwitch({.time = record.time,
                          .cpu = record.cpu,
                          .prev = Tid{tid(record, Role::Tid)},
                          .next = Tid{tid(record, Role::OtherTid)},
                          .prevState = state,
                          .prevName = prevName,
                          .nextName = nextName,
                          .prevPrio = prio(record, Role::Prio),
                          .nextPrio = prio(record, Role::OtherPrio)}));
}

void EventDecoder::pushWake(const Record& record)
{
    out_.push(makeWake({.kind = record.plan->meaning.kind,
                        .time = record.time,
                        .cpu = record.cpu,
                        .tid = Tid{tid(record, Role::Tid)},
                        .name = name(record, Role::Comm),
                        .prio = prio(record, Role::Prio),
                        .targetCpu = cpuOf(record, Role::Target),
                        .success = integer(record, Role::Success, 1) != 0,
                        .waker = Tid{tid(record, Role::CurrentTid)}}));
}

void EventDecoder::pushFork(const Record& record)
{
    const std::int32_t parent = tid(record, Role::Tid);
    const std::int32_t child = tid(record, Role::OtherTid);
    const NameId parentName = name(record, Role::Comm);
    const NameId childName = name(record, Role::OtherComm);
    out_.push(makeTask(EventKind::Fork, record.time, record.cpu, Tid{parent}, parentName,
                       Tid{child}, childName));
    noteProcess(parent, integer(record, Role::Process, -1), record);
    currents_.erase(child);  // the tid may have been another task's
    noteProcess(child, integer(record, Role::OtherProcess, -1), record);
}

// The task bears the name of the file from now on (begin_new_exec() sets it before the event).
void EventDecoder::pushExec(const Record& record)
{
    const NameId name = out_.intern(baseName(text(record, Role::Comm)));
    const std::int32_t task = tid(record, Role::Tid);
    const auto before = static_cast<std::int32_t>(integer(record, Role::OtherTid, task));
    out_.push(makeTask(EventKind::Exec, record.time, record.cpu, Tid{task}, name, Tid{before}));
}

void EventDecoder::pushStateDump(const Record& record)
{
    const std::int32_t task = tid(record, Role::Tid);
    const std::int32_t process = tid(record, Role::Process);
    out_.push(makeTask(EventKind::StateDump, record.time, record.cpu, Tid{task},
                       name(record, Role::Comm), Tid{process}));
    if (task > 0 && process > 0) currents_[task].process = process;
}

void EventDecoder::pushRename(const Record& record)
{
    const std::int32_t task = tid(record, Role::Tid);
    out_.push(
        makeTask(EventKind::Rename, record.time, record.cpu, Tid{task}, name(record, Role::Comm)));
    noteProcess(task, integer(record, Role::Process, -1), record);
}

void EventDecoder::pushPiSetprio(const Record& record)
{
    // On kernels from 4.12 LTTng writes the current priority as the new one when the boost ends
    // (lttng-modules, sched_pi_setprio): it tells nothing, the next switch does.
    const int newPrio = prio(record, Role::OtherPrio);
    if (has(record, Role::Prio) && prio(record, Role::Prio) == newPrio) return;
    out_.push(makeTask(EventKind::PiSetprio, record.time, record.cpu, Tid{tid(record, Role::Tid)},
                       NameId{kNoName}, kNoTid, NameId{kNoName}, newPrio));
}

void EventDecoder::pushTimer(const Record& record)
{
    NameId function{kNoName};
    if (const Field place = (*record.plan)[Role::Value]; place.shape == Shape::Text) {
        function = name(record, Role::Value);
    } else if (place.scope != Scope::Absent) {
        const std::int64_t address = integer(record, Role::Value, 0);
        NameId& known = functions_[address];
        if (known == NameId{kNoName}) {
            std::array<char, 24> hex{};
            std::snprintf(hex.data(), hex.size(), "0x%llx",
                          static_cast<unsigned long long>(address));
            known = out_.intern(hex.data());
        }
        function = known;
    }
    pushValue(record, static_cast<std::int64_t>(index(function)), record.cpu);
}

void EventDecoder::pushSyscallEntry(const Record& record)
{
    const Syscall call = record.plan->meaning.syscall;
    std::int64_t value = 0;
    std::int64_t extra = 0;
    auto detail = static_cast<std::uint8_t>(call);
    if (call == Syscall::Futex) {
        value = integer(record, Role::Value, 0);
        const auto op = static_cast<std::uint64_t>(integer(record, Role::State, 0)) & UINT32_MAX;
        const auto val = static_cast<std::uint64_t>(integer(record, Role::Extra, 0)) << 32U;
        extra = static_cast<std::int64_t>(op | val);
    } else if (call != Syscall::SchedYield) {
        extra = kUnknownSleep;
        if (has(record, Role::Value) && has(record, Role::Extra)) {
            extra = sleepLength(integer(record, Role::Value, 0), integer(record, Role::Extra, 0));
        }
        if ((integer(record, Role::State, 0) & kTimerAbsolute) != 0) detail |= kAbsoluteSleep;
    }
    Event entry = makeValue(EventKind::SyscallEntry, record.time, record.cpu,
                            Tid{tid(record, Role::CurrentTid)}, value, extra);
    entry.detail = detail;
    out_.push(entry);
}

void EventDecoder::pushValue(const Record& record, std::int64_t value, CpuId cpu)
{
    out_.push(makeValue(record.plan->meaning.kind, record.time, cpu, kNoTid, value));
}

}  // namespace resched::ctf

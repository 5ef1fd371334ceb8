// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/tracepoints.h"

#include "readers/event_format.h"

#include <algorithm>
#include <bit>
#include <initializer_list>
#include <optional>

namespace resched {

namespace {

using Shape = Tracepoint::Shape;

// One tracepoint that matters, and its fields in the order in which the decoder expects them. A
// field is named by its alternatives, newest first, separated by '|'.
struct KnownTracepoint
{
    std::string_view name;
    Shape shape;
    EventKind kind;
    std::array<std::string_view, 8> fields;
    Syscall syscall = Syscall::Other;
};

constexpr std::array<std::string_view, 8> kWakeFields = {"comm", "pid", "prio", "success",
                                                         "target_cpu|cpu"};
constexpr std::array<std::string_view, 8> kDelayFields = {"comm", "pid", "delay"};
constexpr std::array<std::string_view, 8> kLifeFields = {"comm", "pid", "prio"};

// Field names: include/trace/events/{sched,irq,timer,power,task,syscalls}.h, 2.6.31 to 6.18.
const std::initializer_list<KnownTracepoint> kKnown = {
    {"sched_switch",
     Shape::Switch,
     EventKind::Switch,
     {"prev_comm", "prev_pid", "prev_prio", "prev_state", "next_comm", "next_pid", "next_prio"}},
    {"sched_waking", Shape::Wake, EventKind::Waking, kWakeFields},
    {"sched_wakeup", Shape::Wake, EventKind::Wakeup, kWakeFields},
    {"sched_wakeup_new", Shape::Wake, EventKind::WakeupNew, kWakeFields},
    {"sched_migrate_task",
     Shape::Migrate,
     EventKind::Migrate,
     {"comm", "pid", "prio", "orig_cpu", "dest_cpu"}},
    {"sched_stat_runtime",
     Shape::StatRuntime,
     EventKind::StatRuntime,
     {"comm", "pid", "runtime", "vruntime"}},
    {"sched_stat_wait", Shape::StatDelay, EventKind::StatWait, kDelayFields},
    {"sched_stat_sleep", Shape::StatDelay, EventKind::StatSleep, kDelayFields},
    {"sched_stat_blocked", Shape::StatDelay, EventKind::StatBlocked, kDelayFields},
    {"sched_stat_iowait", Shape::StatDelay, EventKind::StatIowait, kDelayFields},
    {"sched_process_fork",
     Shape::Fork,
     EventKind::Fork,
     {"parent_comm", "parent_pid", "child_comm", "child_pid"}},
    {"sched_process_exec", Shape::Exec, EventKind::Exec, {"filename", "pid", "old_pid"}},
    {"sched_process_exit", Shape::Lifecycle, EventKind::Exit, kLifeFields},
    {"sched_process_free", Shape::Lifecycle, EventKind::Free, kLifeFields},
    {"sched_pi_setprio",
     Shape::PiSetprio,
     EventKind::PiSetprio,
     {"comm", "pid", "oldprio", "newprio"}},
    {"task_rename", Shape::Rename, EventKind::Rename, {"newcomm", "pid"}},
    {"irq_handler_entry", Shape::Interrupt, EventKind::IrqEntry, {"irq"}},
    {"irq_handler_exit", Shape::Interrupt, EventKind::IrqExit, {"irq"}},
    {"softirq_entry", Shape::Interrupt, EventKind::SoftirqEntry, {"vec"}},
    {"softirq_exit", Shape::Interrupt, EventKind::SoftirqExit, {"vec"}},
    {"hrtimer_expire_entry", Shape::Timer, EventKind::TimerExpire, {}},
    {"cpu_idle", Shape::CpuValue, EventKind::CpuIdle, {"state", "cpu_id"}},
    {"cpu_frequency", Shape::CpuValue, EventKind::CpuFrequency, {"state", "cpu_id"}},
    {"sys_enter_futex",
     Shape::SyscallEntry,
     EventKind::SyscallEntry,
     {"uaddr", "op", "val"},
     Syscall::Futex},
    {"sys_exit_futex", Shape::SyscallExit, EventKind::SyscallExit, {}, Syscall::Futex},
    {"sys_enter_nanosleep", Shape::SyscallEntry, EventKind::SyscallEntry, {}, Syscall::Nanosleep},
    {"sys_exit_nanosleep", Shape::SyscallExit, EventKind::SyscallExit, {}, Syscall::Nanosleep},
    {"sys_enter_clock_nanosleep",
     Shape::SyscallEntry,
     EventKind::SyscallEntry,
     {"", "flags"},
     Syscall::ClockNanosleep},
    {"sys_exit_clock_nanosleep",
     Shape::SyscallExit,
     EventKind::SyscallExit,
     {},
     Syscall::ClockNanosleep},
    {"sys_enter_sched_yield",
     Shape::SyscallEntry,
     EventKind::SyscallEntry,
     {},
     Syscall::SchedYield},
    {"sys_exit_sched_yield", Shape::SyscallExit, EventKind::SyscallExit, {}, Syscall::SchedYield},
    {"sys_enter", Shape::RawSyscallEntry, EventKind::SyscallEntry, {"id", "args"}},
    {"sys_exit", Shape::RawSyscallExit, EventKind::SyscallExit, {"id"}},
};

const KnownTracepoint* findKnown(std::string_view name)
{
    const auto* const found = std::ranges::find(kKnown, name, &KnownTracepoint::name);
    return found == kKnown.end() ? nullptr : found;
}

// futex, nanosleep, clock_nanosleep, sched_yield by `uname -m`; the kernel's syscall tables.
struct MachineSyscalls
{
    std::string_view machine;
    std::array<std::int64_t, 4> numbers;
};
constexpr std::array<Syscall, 4> kSyscalls = {Syscall::Futex, Syscall::Nanosleep,
                                              Syscall::ClockNanosleep, Syscall::SchedYield};
constexpr std::array<MachineSyscalls, 3> kMachines = {{{"x86_64", {202, 35, 230, 24}},
                                                       {"aarch64", {98, 101, 115, 124}},
                                                       {"riscv64", {98, 101, 115, 124}}}};

// The most that a kernel is built for (NR_CPUS with MAXSMP); a larger number is damage.
constexpr std::int64_t kMaxCpus = 8192;
constexpr std::uint32_t kLargestId = 0xffff;  // common_type has 16 bits
constexpr std::int64_t kTimerAbstime = 1;     // TIMER_ABSTIME of include/uapi/linux/time.h

TracepointField makeField(const FormatField& described)
{
    TracepointField field;
    field.offset = described.offset;
    field.size = described.size;
    field.isSigned = described.isSigned;
    if (described.isDynamic() || described.isRelative()) {
        if (described.size != 4) return {};
        field.kind = described.isRelative() ? TracepointField::Kind::RelativeText
                                            : TracepointField::Kind::DynamicText;
    } else if (described.isArray()) {
        field.kind = TracepointField::Kind::Text;
    } else if (std::has_single_bit(described.size) && described.size <= 8) {
        field.kind = TracepointField::Kind::Number;
    }
    return field;
}

TracepointField findField(const EventFormat& format, std::string_view alternatives)
{
    while (!alternatives.empty()) {
        const std::size_t bar = alternatives.find('|');
        const FormatField* found = format.find(alternatives.substr(0, bar));
        if (found != nullptr) return makeField(*found);
        if (bar == std::string_view::npos) break;
        alternatives.remove_prefix(bar + 1);
    }
    return {};
}

void addField(Tracepoint& tracepoint, const TracepointField& field)
{
    if (!field.isPresent()) return;
    const std::uint32_t end = std::uint32_t{field.offset} + field.size;
    tracepoint.minSize = std::max(tracepoint.minSize, end);
}

// What must be there for the event to mean anything; without it only its count is used.
bool isComplete(const Tracepoint& tracepoint)
{
    const auto& fields = tracepoint.fields;
    const auto isNumber = [&](std::size_t i) {
        return fields[i].kind == TracepointField::Kind::Number;
    };
    switch (tracepoint.shape) {
        case Shape::Switch:
            return isNumber(1) && isNumber(3) && isNumber(5);
        case Shape::Wake:
        case Shape::Lifecycle:
        case Shape::Rename:
        case Shape::Exec:
            return isNumber(1);
        case Shape::Migrate:
            return isNumber(1) && isNumber(4);
        case Shape::StatRuntime:
        case Shape::StatDelay:
            return isNumber(1) && isNumber(2);
        case Shape::Fork:
        case Shape::PiSetprio:
            return isNumber(1) && isNumber(3);
        case Shape::Interrupt:
        case Shape::CpuValue:
        case Shape::RawSyscallEntry:
        case Shape::RawSyscallExit:
            return isNumber(0);
        default:
            return true;
    }
}

// begin_new_exec() in fs/exec.c: the last part of the path, cut to the length of a comm.
std::string_view commOfExec(std::string_view path)
{
    constexpr std::size_t kLongestComm = 15;
    return path.substr(path.rfind('/') + 1).substr(0, kLongestComm);
}

// The first of the six arguments of raw_syscalls:sys_enter, an array of unsigned long.
std::array<std::int64_t, 3> rawArguments(const TracepointField& field,
                                         std::span<const std::byte> payload, bool swap)
{
    constexpr std::size_t kArguments = 6;
    std::array<std::int64_t, 3> arguments{};
    const std::byte* from = payload.data() + field.offset;
    for (std::int64_t& argument : arguments) {
        if (field.size == kArguments * 8) {
            argument = static_cast<std::int64_t>(loadNumber<std::uint64_t>(from, swap));
            from += 8;
        } else if (field.size == kArguments * 4) {
            argument = loadNumber<std::uint32_t>(from, swap);
            from += 4;
        }
    }
    return arguments;
}

}  // namespace

TracepointTable::TracepointTable(ByteOrder order) : order_(order)
{
    syscallNumbers_.fill(-1);
}

bool TracepointTable::addFormat(std::string_view system, std::string_view text)
{
    const std::optional<EventFormat> format = parseEventFormat(text);
    if (!format || format->id > kLargestId) return false;
    Tracepoint tracepoint;
    tracepoint.system = system;
    tracepoint.name = format->name;
    tracepoint.commonPid = findField(*format, "common_pid");
    addField(tracepoint, tracepoint.commonPid);
    if (const KnownTracepoint* known = findKnown(tracepoint.name)) {
        tracepoint.shape = known->shape;
        tracepoint.kind = known->kind;
        tracepoint.syscall = known->syscall;
        for (std::size_t i = 0; i < tracepoint.fields.size(); ++i) {
            tracepoint.fields[i] = findField(*format, known->fields[i]);
            addField(tracepoint, tracepoint.fields[i]);
        }
        if (!isComplete(tracepoint)) tracepoint.shape = Shape::Other;
        if (tracepoint.shape == Shape::Switch) tracepoint.printFormat = format->printFormat;
    }
    tracepoints_.insert_or_assign(format->id, std::move(tracepoint));
    return true;
}

void TracepointTable::setKernel(std::string_view release, std::string_view machine)
{
    for (auto& [id, tracepoint] : tracepoints_) {
        if (tracepoint.shape != Shape::Switch) continue;
        tracepoint.prevState = PrevStateDecoder::forFormat(tracepoint.printFormat, release);
    }
    const auto* const found = std::ranges::find(kMachines, machine, &MachineSyscalls::machine);
    if (found != kMachines.end()) syscallNumbers_ = found->numbers;
}

const Tracepoint* TracepointTable::find(std::uint32_t id) const
{
    const auto found = tracepoints_.find(id);
    return found == tracepoints_.end() ? nullptr : &found->second;
}

Syscall TracepointTable::syscallOf(std::int64_t number) const
{
    for (std::size_t i = 0; i < kSyscalls.size(); ++i) {
        if (number >= 0 && syscallNumbers_[i] == number) return kSyscalls[i];
    }
    return Syscall::Other;
}

bool TracepointTable::assumesPrevState() const
{
    return std::ranges::any_of(tracepoints_, [](const auto& entry) {
        return entry.second.shape == Shape::Switch && entry.second.prevState.isAssumed();
    });
}

TracepointDecoder::TracepointDecoder(const TracepointTable& table, EventStream& stream)
    : table_(table), stream_(stream), swap_(isForeign(table.order())), known_(kKnownNames)
{}

std::int64_t TracepointDecoder::number(const TracepointField& field,
                                       std::span<const std::byte> payload) const
{
    if (field.kind != TracepointField::Kind::Number) return 0;
    const std::byte* const from = payload.data() + field.offset;
    switch (field.size) {
        case 4: {
            const auto value = loadNumber<std::uint32_t>(from, swap_);
            return field.isSigned ? static_cast<std::int32_t>(value) : std::int64_t{value};
        }
        case 8:
            return static_cast<std::int64_t>(loadNumber<std::uint64_t>(from, swap_));
        case 2: {
            const auto value = loadNumber<std::uint16_t>(from, swap_);
            return field.isSigned ? static_cast<std::int16_t>(value) : std::int64_t{value};
        }
        default: {
            const auto value = loadNumber<std::uint8_t>(from, false);
            return field.isSigned ? static_cast<std::int8_t>(value) : std::int64_t{value};
        }
    }
}

std::int16_t TracepointDecoder::prio(const TracepointField& field,
                                     std::span<const std::byte> payload) const
{
    if (!field.isPresent()) return kNoPrio;
    const std::int64_t value = number(field, payload);
    return value < -1000 || value > 1000 ? kNoPrio : static_cast<std::int16_t>(value);
}

std::int16_t TracepointDecoder::cpuOf(const TracepointField& field,
                                      std::span<const std::byte> payload) const
{
    if (!field.isPresent()) return -1;
    const std::int64_t value = number(field, payload);
    return value < 0 || value >= kMaxCpus ? std::int16_t{-1} : static_cast<std::int16_t>(value);
}

std::string_view TracepointDecoder::text(const TracepointField& field,
                                         std::span<const std::byte> payload) const
{
    std::size_t offset = field.offset;
    std::size_t size = field.size;
    if (field.kind == TracepointField::Kind::DynamicText ||
        field.kind == TracepointField::Kind::RelativeText) {
        const auto place = loadNumber<std::uint32_t>(payload.data() + offset, swap_);
        const bool isRelative = field.kind == TracepointField::Kind::RelativeText;
        offset = (place & 0xffffU) + (isRelative ? offset + size : 0);
        size = place >> 16U;
    } else if (field.kind != TracepointField::Kind::Text) {
        return {};
    }
    if (offset > payload.size()) return {};
    const std::string_view all(reinterpret_cast<const char*>(payload.data()) + offset,
                               std::min(size, payload.size() - offset));
    return all.substr(0, all.find('\0'));
}

NameId TracepointDecoder::name(const TracepointField& field, std::span<const std::byte> payload,
                               std::int32_t tid)
{
    constexpr std::size_t kCommLength = 16;  // TASK_COMM_LEN
    if (field.kind != TracepointField::Kind::Text || field.size != kCommLength) {
        return stream_.intern(text(field, payload));
    }
    KnownName& known = known_[static_cast<std::uint32_t>(tid) % kKnownNames];
    if (std::memcmp(known.text.data(), payload.data() + field.offset, kCommLength) == 0) {
        return known.id;
    }
    known.id = stream_.intern(text(field, payload));
    std::memcpy(known.text.data(), payload.data() + field.offset, kCommLength);
    return known.id;
}

Tid TracepointDecoder::writer(const Tracepoint& tracepoint,
                              std::span<const std::byte> payload) const
{
    const TracepointField& field = tracepoint.commonPid;
    if (!field.isPresent() || std::size_t{field.offset} + field.size > payload.size()) {
        return kNoTid;
    }
    return Tid{tid(field, payload)};
}

TracepointDecoder::Outcome TracepointDecoder::decode(const Tracepoint& tracepoint,
                                                     std::int64_t time, std::int16_t cpu,
                                                     std::span<const std::byte> payload)
{
    if (tracepoint.shape == Shape::Other) return Outcome::Ignored;
    if (payload.size() < tracepoint.minSize) return Outcome::TooShort;
    Event event;
    event.time = time;
    event.kind = tracepoint.kind;
    event.cpu = cpu;
    switch (tracepoint.shape) {
        case Shape::Switch:
            pushSwitch(tracepoint, event, payload);
            return Outcome::Decoded;
        case Shape::Wake:
            pushWake(tracepoint, event, payload);
            return Outcome::Decoded;
        case Shape::Migrate:
        case Shape::Fork:
        case Shape::Exec:
        case Shape::Lifecycle:
        case Shape::PiSetprio:
        case Shape::Rename:
            pushTask(tracepoint, event, payload);
            return Outcome::Decoded;
        case Shape::SyscallEntry:
        case Shape::SyscallExit:
        case Shape::RawSyscallEntry:
        case Shape::RawSyscallExit:
            return pushSyscall(tracepoint, event, payload) ? Outcome::Decoded : Outcome::Ignored;
        default:
            return pushValue(tracepoint, event, payload) ? Outcome::Decoded : Outcome::Ignored;
    }
}

void TracepointDecoder::pushSwitch(const Tracepoint& tracepoint, Event event,
                                   std::span<const std::byte> payload)
{
    const auto& fields = tracepoint.fields;
    event.tid = tid(fields[1], payload);
    const std::int32_t next = tid(fields[5], payload);
    event.detail =
        static_cast<std::uint8_t>(tracepoint.prevState.decode(number(fields[3], payload)));
    event.change = {next, static_cast<std::uint32_t>(name(fields[0], payload, event.tid)),
                    static_cast<std::uint32_t>(name(fields[4], payload, next)),
                    prio(fields[2], payload), prio(fields[6], payload)};
    stream_.push(event);
}

void TracepointDecoder::pushWake(const Tracepoint& tracepoint, Event event,
                                 std::span<const std::byte> payload)
{
    const auto& fields = tracepoint.fields;
    event.tid = tid(fields[1], payload);
    // Constant 1 from 4.3 on, gone from 5.14 on.
    event.detail = fields[3].isPresent() && number(fields[3], payload) == 0 ? 0 : 1;
    event.task = {resched::number(writer(tracepoint, payload)),
                  static_cast<std::uint32_t>(name(fields[0], payload, event.tid)), kNoName,
                  prio(fields[2], payload), cpuOf(fields[4], payload)};
    stream_.push(event);
}

void TracepointDecoder::pushTask(const Tracepoint& tracepoint, Event event,
                                 std::span<const std::byte> payload)
{
    const auto& fields = tracepoint.fields;
    event.tid = tid(fields[1], payload);
    event.task = {resched::number(kNoTid),
                  static_cast<std::uint32_t>(name(fields[0], payload, event.tid)), kNoName, kNoPrio,
                  -1};
    switch (tracepoint.shape) {
        case Shape::Migrate:
            event.task.targetCpu = cpuOf(fields[4], payload);
            break;
        case Shape::Fork:
            event.task.otherTid = tid(fields[3], payload);
            event.task.otherName =
                static_cast<std::uint32_t>(name(fields[2], payload, event.task.otherTid));
            break;
        case Shape::Exec:
            if (fields[2].isPresent()) event.task.otherTid = tid(fields[2], payload);
            event.task.name =
                static_cast<std::uint32_t>(stream_.intern(commOfExec(text(fields[0], payload))));
            break;
        case Shape::Lifecycle:
            event.task.prio = prio(fields[2], payload);
            break;
        case Shape::PiSetprio:
            event.task.prio = prio(fields[3], payload);
            break;
        default:
            break;
    }
    stream_.push(event);
}

bool TracepointDecoder::pushValue(const Tracepoint& tracepoint, Event event,
                                  std::span<const std::byte> payload)
{
    const auto& fields = tracepoint.fields;
    event.tid = -1;
    switch (tracepoint.shape) {
        case Shape::StatRuntime:
            event.tid = tid(fields[1], payload);
            event.value = {number(fields[2], payload),
                           fields[3].isPresent() ? number(fields[3], payload) : kNoVruntime};
            break;
        case Shape::Interrupt:
            event.value = {number(fields[0], payload), 0};
            break;
        case Shape::Timer:
            event.value = {kNoName, 0};
            break;
        case Shape::CpuValue:
            // The kernel's "leaving idle" is an unsigned -1.
            event.value = {static_cast<std::int32_t>(number(fields[0], payload)), 0};
            if (fields[1].isPresent()) event.cpu = cpuOf(fields[1], payload);
            break;
        default:
            // The kernel's own sums of waiting: the lanes say the same.
            return false;
    }
    stream_.push(event);
    return true;
}

bool TracepointDecoder::pushSyscall(const Tracepoint& tracepoint, Event event,
                                    std::span<const std::byte> payload)
{
    const auto& fields = tracepoint.fields;
    Syscall call = tracepoint.syscall;
    std::array<std::int64_t, 3> arguments{};
    for (std::size_t i = 0; i < arguments.size(); ++i) arguments[i] = number(fields[i], payload);
    if (tracepoint.shape == Shape::RawSyscallEntry || tracepoint.shape == Shape::RawSyscallExit) {
        call = table_.syscallOf(arguments[0]);
        if (call == Syscall::Other) return false;
        arguments = rawArguments(fields[1], payload, swap_);
    }
    event.tid = resched::number(writer(tracepoint, payload));
    event.detail = static_cast<std::uint8_t>(call);
    event.value = {0, 0};
    if (event.kind == EventKind::SyscallEntry && call == Syscall::Futex) {
        const auto op = static_cast<std::uint32_t>(arguments[1]);
        const auto val = static_cast<std::uint32_t>(arguments[2]);
        event.value = {arguments[0],
                       static_cast<std::int64_t>(std::uint64_t{op} | std::uint64_t{val} << 32U)};
    }
    if (event.kind == EventKind::SyscallEntry && call == Syscall::ClockNanosleep &&
        (arguments[1] & kTimerAbstime) != 0) {
        event.detail |= kAbsoluteSleep;
    }
    stream_.push(event);
    return true;
}

}  // namespace resched

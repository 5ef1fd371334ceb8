// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/text/text_event.h"

#include "readers/task_state.h"

#include <algorithm>
#include <array>
#include <utility>

namespace resched::text {

namespace {

struct TaskField
{
    std::string_view comm;
    std::int32_t tid = -1;
    int prio = kNoPrio;
};

bool toInt32(std::int64_t wide, std::int32_t& value)
{
    if (wide < INT32_MIN || wide > INT32_MAX) return false;
    value = static_cast<std::int32_t>(wide);
    return true;
}

bool skip(std::string_view& text, std::string_view prefix)
{
    if (!text.starts_with(prefix)) return false;
    text.remove_prefix(prefix.size());
    return true;
}

// The value of "key=" as an integer; `key` starts with a space unless it may stand first.
bool findInteger(std::string_view text, std::string_view key, std::int64_t& value)
{
    const std::size_t at = text.rfind(key);
    if (at == std::string_view::npos) return false;
    text.remove_prefix(at + key.size());
    return takeInteger(text, value);
}

std::int32_t integerOr(std::string_view text, std::string_view key, std::int32_t absent)
{
    std::int64_t wide = 0;
    std::int32_t value = 0;
    return findInteger(text, key, wide) && toInt32(wide, value) ? value : absent;
}

// "comm=NAME pid=N": the name ends at the first " pid=" that an integer and a space or the end
// follow.
bool takeNamed(std::string_view& text, std::string_view commKey, std::string_view pidKey,
               TaskField& task)
{
    if (!skip(text, commKey)) return false;
    for (std::size_t at = text.find(pidKey); at != std::string_view::npos;
         at = text.find(pidKey, at + 1)) {
        std::string_view rest = text.substr(at + pidKey.size());
        std::int64_t tid = 0;
        if (takeInteger(rest, tid) && toInt32(tid, task.tid) &&
            (rest.empty() || rest.front() == ' ')) {
            task.comm = text.substr(0, at);
            text = rest;
            return true;
        }
    }
    return false;
}

// "comm:pid [prio]" at the end of `text`, of which it takes everything.
bool parsePluginTask(std::string_view text, TaskField& task)
{
    text = trimmed(text);
    if (text.empty() || text.back() != ']') return false;
    const std::size_t open = text.rfind('[');
    if (open == std::string_view::npos) return false;
    std::string_view prio = text.substr(open + 1);
    std::int64_t value = 0;
    if (!takeInteger(prio, value) || prio != "]") return false;
    task.prio = static_cast<int>(std::clamp<std::int64_t>(value, -1, 1000));
    std::string_view name = trimmed(text.substr(0, open));
    const std::size_t colon = name.rfind(':');
    if (colon == std::string_view::npos) return false;
    std::string_view tid = name.substr(colon + 1);
    if (!takeInteger(tid, value) || !tid.empty() || !toInt32(value, task.tid)) return false;
    task.comm = name.substr(0, colon);
    return true;
}

void push(EventStream& stream, const TextLine& line, const TaskField& prev, const TaskField& next,
          TaskState state)
{
    stream.push(makeSwitch({.time = timestamp(line.time),
                            .cpu = CpuId{line.cpu},
                            .prev = Tid{prev.tid},
                            .next = Tid{next.tid},
                            .prevState = state,
                            .prevName = stream.intern(prev.comm),
                            .nextName = stream.intern(next.comm),
                            .prevPrio = prev.prio,
                            .nextPrio = next.prio}));
}

// "prev_comm=… prev_pid=… prev_prio=… prev_state=… [==>] next_comm=… next_pid=… next_prio=…". A
// name has at most 15 bytes, so it cannot hold the whole of " prev_pid=1 prev_prio=…": the first
// match is the one.
bool decodeKeyedSwitch(const TextLine& line, EventStream& stream)
{
    TaskField prev, next;
    std::string_view text = line.payload;
    if (!takeNamed(text, "prev_comm=", " prev_pid=", prev)) return false;
    std::int64_t prio = 0;
    if (!skip(text, " prev_prio=") || !takeInteger(text, prio)) return false;
    prev.prio = static_cast<int>(prio);
    if (!skip(text, " prev_state=")) return false;
    const std::size_t space = text.find(' ');
    if (space == std::string_view::npos) return false;
    const TaskState state = parseState(text.substr(0, space));
    text.remove_prefix(space + 1);
    skip(text, "==> ");
    if (!takeNamed(text, "next_comm=", " next_pid=", next)) return false;
    if (!skip(text, " next_prio=") || !takeInteger(text, prio)) return false;
    next.prio = static_cast<int>(prio);
    push(stream, line, prev, next, state);
    return true;
}

// trace-cmd's plugin: "comm:pid [prio] S ==> comm:pid [prio]"; 2.6.31: "task comm:pid [prio] (S)
// ==> …".
bool decodePluginSwitch(const TextLine& line, EventStream& stream)
{
    constexpr std::string_view kArrow = " ==> ";
    std::string_view text = line.payload;
    for (std::size_t arrow = text.find(kArrow); arrow != std::string_view::npos;
         arrow = text.find(kArrow, arrow + 1)) {
        std::string_view left = text.substr(0, arrow);
        const std::size_t space = left.rfind(' ');
        if (space == std::string_view::npos) continue;
        std::string_view state = left.substr(space + 1);
        left = left.substr(0, space);
        if (state.starts_with('(') && state.ends_with(')') && skip(left, "task ")) {
            state = state.substr(1, state.size() - 2);
        }
        TaskField prev, next;
        if (!parsePluginTask(left, prev)) continue;
        if (!parsePluginTask(text.substr(arrow + kArrow.size()), next)) continue;
        push(stream, line, prev, next, parseState(state));
        return true;
    }
    return false;
}

bool decodeSwitch(const TextLine& line, EventStream& stream)
{
    return decodeKeyedSwitch(line, stream) || decodePluginSwitch(line, stream);
}

bool pushWake(EventKind kind, const TextLine& line, EventStream& stream, const TaskField& task,
              bool success, std::int32_t target)
{
    stream.push(makeWake({.kind = kind,
                          .time = timestamp(line.time),
                          .cpu = CpuId{line.cpu},
                          .tid = Tid{task.tid},
                          .name = stream.intern(task.comm),
                          .prio = task.prio,
                          .targetCpu = target >= 0 && target < 4096 ? CpuId{target} : kNoCpu,
                          .success = success,
                          .waker = line.tid > 0 ? Tid{line.tid} : kNoTid}));
    return true;
}

// "comm:pid [prio] success=1 CPU:001", "comm:pid [prio] CPU:000", "task comm:pid [prio] success=1
// [001]"
bool decodePluginWake(EventKind kind, const TextLine& line, EventStream& stream)
{
    std::string_view text = line.payload;
    std::int64_t success = 1;
    std::int64_t target = -1;
    if (const std::size_t at = text.rfind(" success="); at != std::string_view::npos) {
        std::string_view rest = text.substr(at + 9);
        takeInteger(rest, success);
        rest = trimmed(rest);
        if (skip(rest, "CPU:") || skip(rest, "[")) takeInteger(rest, target);
        text = text.substr(0, at);
    } else if (const std::size_t cpu = text.rfind(" CPU:"); cpu != std::string_view::npos) {
        std::string_view rest = text.substr(cpu + 5);
        takeInteger(rest, target);
        text = text.substr(0, cpu);
    }
    TaskField task;
    skip(text, "task ");
    if (!parsePluginTask(text, task)) return false;
    return pushWake(kind, line, stream, task, success != 0, static_cast<std::int32_t>(target));
}

template <EventKind kKind>
bool decodeWake(const TextLine& line, EventStream& stream)
{
    TaskField task;
    std::string_view text = line.payload;
    if (!takeNamed(text, "comm=", " pid=", task)) return decodePluginWake(kKind, line, stream);
    std::int64_t prio = 0;
    if (findInteger(text, " prio=", prio)) task.prio = static_cast<int>(prio);
    return pushWake(kKind, line, stream, task, integerOr(text, " success=", 1) != 0,
                    integerOr(text, " target_cpu=", integerOr(text, " cpu=", -1)));
}

bool decodeMigrate(const TextLine& line, EventStream& stream)
{
    TaskField task;
    std::string_view text = line.payload;
    std::int64_t to = 0;
    if (takeNamed(text, "comm=", " pid=", task)) {
        if (!findInteger(text, " dest_cpu=", to)) return false;
    } else {
        // 2.6.31: "task comm:pid [prio] from: 0  to: 1"
        const std::size_t from = text.rfind(" from: ");
        if (from == std::string_view::npos || !findInteger(text, " to: ", to)) return false;
        std::string_view left = text.substr(0, from);
        skip(left, "task ");
        if (!parsePluginTask(left, task)) return false;
    }
    if (to < 0 || to >= 4096) return false;
    stream.push(makeMigrate(timestamp(line.time), CpuId{line.cpu}, Tid{task.tid},
                            stream.intern(task.comm), CpuId{static_cast<std::int32_t>(to)}));
    return true;
}

template <EventKind kKind>
bool decodeStat(const TextLine& line, EventStream& stream)
{
    TaskField task;
    std::string_view text = line.payload;
    if (!takeNamed(text, "comm=", " pid=", task)) return false;
    std::int64_t value = 0;
    std::int64_t extra = 0;
    if (kKind == EventKind::StatRuntime) {
        if (!findInteger(text, " runtime=", value)) return false;
        if (!findInteger(text, " vruntime=", extra)) extra = kNoVruntime;
    } else if (!findInteger(text, " delay=", value)) {
        return false;
    }
    stream.push(
        makeValue(kKind, timestamp(line.time), CpuId{line.cpu}, Tid{task.tid}, value, extra));
    return true;
}

bool decodeFork(const TextLine& line, EventStream& stream)
{
    TaskField parent, child;
    std::string_view text = line.payload;
    const bool isRaw = text.starts_with("parent_comm=");
    if (!takeNamed(text,
                   isRaw ? "parent_comm=" : "comm=", isRaw ? " parent_pid=" : " pid=", parent)) {
        return false;
    }
    text = trimmed(text);
    if (!takeNamed(text, "child_comm=", " child_pid=", child)) return false;
    stream.push(makeTask(EventKind::Fork, timestamp(line.time), CpuId{line.cpu}, Tid{parent.tid},
                         stream.intern(parent.comm), Tid{child.tid}, stream.intern(child.comm)));
    return true;
}

bool decodeExec(const TextLine& line, EventStream& stream)
{
    std::int64_t tid = 0;
    std::int64_t old = 0;
    if (!findInteger(line.payload, " pid=", tid)) return false;
    if (!findInteger(line.payload, " old_pid=", old)) old = tid;
    stream.push(makeTask(EventKind::Exec, timestamp(line.time), CpuId{line.cpu},
                         Tid{static_cast<std::int32_t>(tid)}, NameId{kNoName},
                         Tid{static_cast<std::int32_t>(old)}));
    return true;
}

template <EventKind kKind>
bool decodeTask(const TextLine& line, EventStream& stream)
{
    TaskField task;
    std::string_view text = line.payload;
    if (!takeNamed(text, "comm=", " pid=", task)) return false;
    std::int64_t prio = kNoPrio;
    if (kKind == EventKind::PiSetprio && !findInteger(text, " newprio=", prio)) return false;
    stream.push(makeTask(kKind, timestamp(line.time), CpuId{line.cpu}, Tid{task.tid},
                         stream.intern(task.comm), kNoTid, NameId{kNoName},
                         static_cast<int>(prio)));
    return true;
}

template <EventKind kKind>
bool decodeIrq(const TextLine& line, EventStream& stream)
{
    const bool isSoft = kKind == EventKind::SoftirqEntry || kKind == EventKind::SoftirqExit;
    std::string_view text = line.payload;
    std::int64_t number = 0;
    if (!skip(text, isSoft ? "vec=" : "irq=") || !takeInteger(text, number)) return false;
    stream.push(makeValue(kKind, timestamp(line.time), CpuId{line.cpu}, Tid{line.tid}, number));
    return true;
}

template <EventKind kKind>
bool decodeCpuValue(const TextLine& line, EventStream& stream)
{
    std::string_view text = line.payload;
    std::int64_t value = 0;
    if (!skip(text, "state=") || !takeInteger(text, value)) return false;
    const std::int32_t cpu = integerOr(text, " cpu_id=", line.cpu);
    if (cpu < 0 || cpu >= 4096) return false;
    if (kKind == EventKind::CpuIdle && value == 4294967295) value = -1;
    stream.push(makeValue(kKind, timestamp(line.time), CpuId{cpu}, kNoTid, value));
    return true;
}

bool decodeTimer(const TextLine& line, EventStream& stream)
{
    const std::size_t at = line.payload.rfind("function=");
    std::string_view function;
    if (at != std::string_view::npos) {
        function = line.payload.substr(at + 9);
        function = function.substr(0, function.find_first_of(" /+"));
    }
    stream.push(makeValue(EventKind::TimerExpire, timestamp(line.time), CpuId{line.cpu}, kNoTid,
                          static_cast<std::int64_t>(index(stream.intern(function)))));
    return true;
}

constexpr std::array kDecoders = {
    std::pair<std::string_view, Decoder>{"sched_switch", decodeSwitch},
    std::pair<std::string_view, Decoder>{"sched_waking", decodeWake<EventKind::Waking>},
    std::pair<std::string_view, Decoder>{"sched_wakeup", decodeWake<EventKind::Wakeup>},
    std::pair<std::string_view, Decoder>{"sched_wakeup_new", decodeWake<EventKind::WakeupNew>},
    std::pair<std::string_view, Decoder>{"sched_migrate_task", decodeMigrate},
    std::pair<std::string_view, Decoder>{"sched_stat_runtime", decodeStat<EventKind::StatRuntime>},
    std::pair<std::string_view, Decoder>{"sched_stat_wait", decodeStat<EventKind::StatWait>},
    std::pair<std::string_view, Decoder>{"sched_stat_sleep", decodeStat<EventKind::StatSleep>},
    std::pair<std::string_view, Decoder>{"sched_stat_blocked", decodeStat<EventKind::StatBlocked>},
    std::pair<std::string_view, Decoder>{"sched_stat_iowait", decodeStat<EventKind::StatIowait>},
    std::pair<std::string_view, Decoder>{"sched_process_fork", decodeFork},
    std::pair<std::string_view, Decoder>{"sched_process_exec", decodeExec},
    std::pair<std::string_view, Decoder>{"sched_process_exit", decodeTask<EventKind::Exit>},
    std::pair<std::string_view, Decoder>{"sched_process_free", decodeTask<EventKind::Free>},
    std::pair<std::string_view, Decoder>{"sched_pi_setprio", decodeTask<EventKind::PiSetprio>},
    std::pair<std::string_view, Decoder>{"irq_handler_entry", decodeIrq<EventKind::IrqEntry>},
    std::pair<std::string_view, Decoder>{"irq_handler_exit", decodeIrq<EventKind::IrqExit>},
    std::pair<std::string_view, Decoder>{"softirq_entry", decodeIrq<EventKind::SoftirqEntry>},
    std::pair<std::string_view, Decoder>{"softirq_exit", decodeIrq<EventKind::SoftirqExit>},
    std::pair<std::string_view, Decoder>{"cpu_idle", decodeCpuValue<EventKind::CpuIdle>},
    std::pair<std::string_view, Decoder>{"cpu_frequency", decodeCpuValue<EventKind::CpuFrequency>},
    std::pair<std::string_view, Decoder>{"hrtimer_expire_entry", decodeTimer},
};

// Text does not name its kernel release: the newest kernel's numbering, in which nothing above 256
// occurs, so that a larger single bit is the preempted flag (TASK_STATE_MAX) of an older one.
TaskState parseRawState(std::int64_t value)
{
    static const PrevStateDecoder kNewest;
    if (value >= 512 && value <= 4096 && (value & (value - 1)) == 0) return TaskState::Preempted;
    return kNewest.decode(value);
}

}  // namespace

TaskState parseState(std::string_view text)
{
    std::int64_t value = 0;
    std::string_view rest = text;
    if (takeInteger(rest, value) && rest.empty()) return parseRawState(value);
    // trace-cmd's plugin prints bit 128 as W: an idle kernel thread since 4.14.
    if (text == "W") return TaskState::IdleKernel;
    return taskStateFromLetters(text);
}

Decoder decoderFor(std::string_view event)
{
    for (const auto& [name, decoder] : kDecoders) {
        if (name == event) return decoder;
    }
    return nullptr;
}

}  // namespace resched::text

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/schedule.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <sstream>

namespace resched::test {

namespace {

std::int64_t parseTime(std::string_view text)
{
    if (text.ends_with("ns")) return std::stoll(std::string(text.substr(0, text.size() - 2)));
    const std::size_t point = text.find('.');
    std::int64_t time = std::stoll(std::string(text.substr(0, point))) * 1000;
    if (point != std::string_view::npos) {
        std::string digits(text.substr(point + 1));
        digits.resize(3, '0');
        time += std::stoll(digits);
    }
    return time;
}

TaskState parseState(std::string_view letters)
{
    static const std::map<std::string_view, TaskState> kStates = {
        {"R", TaskState::Running},
        {"R+", TaskState::Preempted},
        {"S", TaskState::Interruptible},
        {"D", TaskState::Uninterruptible},
        {"T", TaskState::Stopped},
        {"t", TaskState::Traced},
        {"X", TaskState::Dead},
        {"Z", TaskState::Zombie},
        {"P", TaskState::Parked},
        {"I", TaskState::IdleKernel},
        {"D|K", TaskState::Uninterruptible}};
    const auto found = kStates.find(letters);
    EXPECT_NE(found, kStates.end()) << "state " << letters;
    return found == kStates.end() ? TaskState::Unknown : found->second;
}

class Tids
{
public:
    // "A", "A:7" or "0"
    void read(std::string_view text, std::string& name, int& tid)
    {
        const std::size_t colon = text.find(':');
        name = std::string(text.substr(0, colon));
        if (name == "0") {
            name = "swapper";
            tid = 0;
            return;
        }
        if (colon != std::string_view::npos) {
            tid = std::stoi(std::string(text.substr(colon + 1)));
            tids_[name] = tid;
            return;
        }
        tid = tids_.try_emplace(name, 101 + static_cast<int>(tids_.size())).first->second;
    }

private:
    std::map<std::string, int> tids_;
};

const std::map<std::string_view, EventKind>& kinds()
{
    static const std::map<std::string_view, EventKind> kKinds = {
        {"SW", EventKind::Switch},      {"WK", EventKind::Waking},
        {"WU", EventKind::Wakeup},      {"WN", EventKind::WakeupNew},
        {"MG", EventKind::Migrate},     {"FK", EventKind::Fork},
        {"LOST", EventKind::Lost},      {"END", EventKind::Other},
        {"EX", EventKind::Exec},        {"SR", EventKind::StatRuntime},
        {"OFF", EventKind::CpuOffline}, {"ON", EventKind::CpuOnline},
        {"TM", EventKind::TimerExpire}, {"SI", EventKind::SoftirqEntry},
        {"SO", EventKind::SoftirqExit}, {"SC", EventKind::SyscallEntry},
        {"SE", EventKind::SyscallExit}};
    return kKinds;
}

void readSwitch(std::string_view text, Tids& tids, ScheduleEvent& event)
{
    const std::size_t arrow = text.rfind('>');
    std::string_view prev = text.substr(0, arrow);
    if (const std::size_t bracket = prev.find('['); bracket != std::string_view::npos) {
        event.state = parseState(prev.substr(bracket + 1, prev.size() - bracket - 2));
        prev = prev.substr(0, bracket);
    }
    tids.read(prev, event.task, event.tid);
    tids.read(text.substr(arrow + 1), event.other, event.otherTid);
}

ScheduleEvent readLine(const std::string& line, Tids& tids)
{
    std::istringstream words(line);
    std::string kind, time, cpu, subject, rest;
    words >> kind >> time;
    ScheduleEvent event;
    EXPECT_TRUE(kinds().contains(kind)) << line;
    event.kind = kinds().at(kind);
    const std::size_t dash = time.find('-');
    event.time = parseTime(std::string_view(time).substr(0, dash));
    if (dash != std::string::npos) event.until = parseTime(std::string_view(time).substr(dash + 1));
    if (event.kind == EventKind::Other) return event;
    words >> cpu >> subject >> rest;
    event.cpu = std::stoi(cpu.substr(1));
    switch (event.kind) {
        case EventKind::Switch:
            readSwitch(subject, tids, event);
            break;
        case EventKind::Fork:
            readSwitch(subject, tids, event);
            break;
        case EventKind::Lost:
        case EventKind::SoftirqEntry:
        case EventKind::SoftirqExit:
            event.count = std::stoll(subject);
            break;
        case EventKind::CpuOffline:
        case EventKind::CpuOnline:
            break;
        case EventKind::Exec:
            tids.read(subject, event.task, event.tid);
            event.task = rest;
            break;
        case EventKind::StatRuntime:
            tids.read(subject, event.task, event.tid);
            event.count = parseTime(rest);
            words >> event.vruntime;
            break;
        case EventKind::TimerExpire:
            event.task = subject;
            break;
        case EventKind::SyscallEntry:
            tids.read(subject, event.task, event.tid);
            event.other = rest;
            break;
        case EventKind::Migrate: {
            tids.read(subject, event.task, event.tid);
            const std::size_t arrow = rest.find('>');
            event.from = std::stoi(rest.substr(0, arrow));
            event.to = std::stoi(rest.substr(arrow + 1));
            break;
        }
        default: {
            const std::size_t at = subject.find('@');
            tids.read(std::string_view(subject).substr(0, at), event.task, event.tid);
            if (at != std::string::npos) event.to = std::stoi(subject.substr(at + 1));
        }
    }
    return event;
}

Event toSyscall(const ScheduleEvent& event)
{
    Event result =
        makeValue(event.kind, timestamp(event.time), CpuId{event.cpu}, Tid{event.tid}, 0, 0);
    result.detail = static_cast<std::uint8_t>(event.other == "yield" ? Syscall::SchedYield
                                                                     : Syscall::ClockNanosleep);
    if (event.other == "abs") result.detail |= kAbsoluteSleep;
    return result;
}

Event toEvent(const ScheduleEvent& event, EventStream& stream)
{
    const Timestamp time = timestamp(event.time);
    const CpuId cpu{event.cpu};
    const Tid tid{event.tid};
    const Tid other{event.otherTid};
    const NameId name = stream.intern(event.task);
    const NameId otherName = stream.intern(event.other);
    switch (event.kind) {
        case EventKind::Switch:
            return makeSwitch({.time = time,
                               .cpu = cpu,
                               .prev = tid,
                               .next = other,
                               .prevState = event.state,
                               .prevName = name,
                               .nextName = otherName,
                               .prevPrio = 120,
                               .nextPrio = 120});
        case EventKind::Migrate:
            return makeMigrate(time, cpu, tid, name, CpuId{event.to});
        case EventKind::Fork:
            return makeTask(event.kind, time, cpu, tid, name, other, otherName);
        case EventKind::Lost:
            return makeValue(event.kind, time, cpu, kNoTid, event.count, event.until);
        case EventKind::CpuOffline:
        case EventKind::CpuOnline:
            return makeValue(event.kind, time, cpu, kNoTid, 0);
        case EventKind::Exec:
            return makeTask(event.kind, time, cpu, tid, name);
        case EventKind::StatRuntime:
            return makeValue(event.kind, time, cpu, tid, event.count, event.vruntime);
        case EventKind::Other:
            return makeValue(event.kind, time, kNoCpu, kNoTid, 0);
        case EventKind::SoftirqEntry:
        case EventKind::SoftirqExit:
            return makeValue(event.kind, time, cpu, kNoTid, event.count);
        case EventKind::TimerExpire:
            return makeValue(event.kind, time, cpu, kNoTid, static_cast<std::int64_t>(name));
        case EventKind::SyscallEntry:
        case EventKind::SyscallExit:
            return toSyscall(event);
        default:
            return makeWake({.kind = event.kind,
                             .time = time,
                             .cpu = cpu,
                             .tid = tid,
                             .name = name,
                             .prio = 120,
                             .targetCpu = CpuId{event.to}});
    }
}

std::string us(Timestamp time)
{
    const std::int64_t ns = nanoseconds(time);
    std::ostringstream text;
    text << ns / 1000;
    if (ns % 1000 != 0)
        text << '.' << std::string(3 - std::to_string(ns % 1000).size(), '0') << ns % 1000;
    return text.str();
}

}  // namespace

std::vector<ScheduleEvent> parseSchedule(std::string_view text)
{
    std::vector<ScheduleEvent> events;
    Tids tids;
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);) {
        const std::size_t first = line.find_first_not_of(" \t");
        if (first == std::string::npos || line[first] == '#') continue;
        events.push_back(readLine(line.substr(first), tids));
    }
    return events;
}

void addSchedule(TraceBuilder& builder, const std::vector<ScheduleEvent>& events)
{
    std::map<int, EventStream*> streams;
    for (const ScheduleEvent& event : events) {
        const int key = event.kind == EventKind::Other ? -1 : event.cpu;
        EventStream*& stream = streams[key];
        if (stream == nullptr) stream = &builder.addStream(key);
        stream->push(toEvent(event, *stream));
    }
}

Trace traceOf(std::string_view schedule)
{
    TraceBuilder builder;
    addSchedule(builder, parseSchedule(schedule));
    NoProgress progress;
    Result<Trace> trace = builder.finish(progress);
    EXPECT_TRUE(trace);
    return std::move(*trace);
}

TaskId taskNamed(const Trace& trace, std::string_view name)
{
    for (std::uint32_t i = 0; i < trace.tasks().size(); ++i) {
        if (trace.name(TaskId{i}) == name) return TaskId{i};
    }
    ADD_FAILURE() << "no task " << name;
    return kNoTask;
}

std::string segmentsText(const Trace& trace, TaskId task)
{
    static const char* const kNames[] = {"Unborn",    "Unknown", "Running", "Woken",
                                         "Preempted", "Blocked", "Dead"};
    std::string text;
    for (const TaskSegment& segment : trace.task(task).segments) {
        if (!text.empty()) text += ", ";
        text += kNames[static_cast<int>(segment.state)];
        text += ' ' + us(segment.begin);
    }
    return text;
}

std::string slicesText(const Trace& trace, CpuId cpu)
{
    static const char* const kStates[] = {"R", "R+", "S", "D", "T", "t", "X", "Z", "P", "I", "?"};
    std::string text;
    const CpuLane* lane = trace.cpu(cpu);
    if (lane == nullptr) return "no such CPU";
    for (const CpuSlice& slice : lane->slices) {
        if (!text.empty()) text += ", ";
        text += std::string(trace.nameAt(slice.task, slice.begin)) + ' ';
        if ((slice.flags & CpuSlice::kBeginCut) != 0) text += '?';
        text += us(slice.begin) + '-' + us(slice.end);
        text += (slice.flags & CpuSlice::kEndCut) != 0 ? "?" : "";
        text += std::string(" ") + kStates[static_cast<int>(slice.endState)];
    }
    return text;
}

std::string gapsText(const Trace& trace, CpuId cpu)
{
    static const char* const kKinds[] = {"not recorded", "lost", "offline"};
    std::string text;
    const CpuLane* lane = trace.cpu(cpu);
    if (lane == nullptr) return "no such CPU";
    for (const Gap& gap : lane->gaps) {
        if (!text.empty()) text += ", ";
        text += us(gap.range.begin) + '-' + us(gap.range.end) + ' ' +
                kKinds[static_cast<int>(gap.kind)];
        if (gap.lost > 0) text += ' ' + std::to_string(gap.lost);
    }
    return text;
}

}  // namespace resched::test

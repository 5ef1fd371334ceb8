// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The Trace Event Format of chrome://tracing: one process "CPUs" with a thread a CPU, and each
// process of the trace with its threads and their states.
#include "analysis/wait_explanation.h"
#include "export/json.h"
#include "export/trace_export.h"
#include "export/trace_tables.h"

#include <array>
#include <cstdio>

namespace resched {

namespace {

constexpr std::int64_t kCpusProcess = 0;

class ChromeWriter
{
public:
    explicit ChromeWriter(const Trace& trace) : trace_(trace) {}

    std::string run()
    {
        out_ = "{\"displayTimeUnit\":\"ns\",\"otherData\":" + otherData() + ",\"traceEvents\":[\n";
        name("process_name", kCpusProcess, 0, "CPUs");
        for (const CpuLane& lane : trace_.cpus()) addLane(lane);
        for (std::uint32_t i = 1; i < trace_.tasks().size(); ++i) addTask(TaskId{i});
        for (const Wakeup& wakeup : trace_.wakeups()) addWakeup(wakeup);
        out_ += "\n]}\n";
        return std::move(out_);
    }

private:
    std::string otherData() const
    {
        const TraceInfo& info = trace_.info();
        const Json data = {{"source", info.path},
                           {"format", info.format},
                           {"kernel_release", info.kernelRelease},
                           {"provenance", info.provenance},
                           {"begin_ns", nanoseconds(trace_.begin())},
                           {"lost_events", info.lostEvents}};
        return data.dump(-1, ' ', false, Json::error_handler_t::replace);
    }

    std::string us(Nanoseconds time) const
    {
        std::array<char, 48> text{};
        std::snprintf(text.data(), text.size(), "%lld.%03lld",
                      static_cast<long long>(time.count() / 1000),
                      static_cast<long long>(time.count() % 1000));
        return text.data();
    }
    static std::string quoted(std::string_view text)
    {
        return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
    }
    std::int64_t processOf(TaskId id) const
    {
        const Task& task = trace_.task(id);
        return task.tgid == kNoTgid ? number(task.tid) : number(task.tgid);
    }

    void begin(const char* phase, std::int64_t process, std::int64_t thread, std::string_view title)
    {
        if (!isFirst_) out_ += ",\n";
        isFirst_ = false;
        out_ += "{\"ph\":\"" + std::string(phase) + "\",\"pid\":" + std::to_string(process) +
                ",\"tid\":" + std::to_string(thread) + ",\"name\":" + quoted(title);
    }
    void name(const char* what, std::int64_t process, std::int64_t thread, std::string_view title)
    {
        begin("M", process, thread, what);
        out_ += ",\"args\":{\"name\":" + quoted(title) + "}}";
    }
    void span(TimeRange range)
    {
        out_ += ",\"ts\":" + us(range.begin - trace_.begin()) + ",\"dur\":" + us(range.length());
    }

    void addLane(const CpuLane& lane)
    {
        const std::int64_t cpu = number(lane.id);
        name("thread_name", kCpusProcess, cpu, "CPU " + std::to_string(cpu));
        for (const CpuSlice& slice : lane.slices) {
            begin("X", kCpusProcess, cpu, trace_.nameAt(slice.task, slice.begin));
            span(slice.range());
            out_ += ",\"args\":{\"tid\":" + std::to_string(number(trace_.task(slice.task).tid)) +
                    ",\"end_state\":" + quoted(stateName(slice.endState)) +
                    ",\"reason\":" + quoted(endReasonName(slice.reason)) +
                    (slice.isCut() ? ",\"cut\":true}}" : "}}");
        }
        for (const Gap& gap : lane.gaps) {
            begin("X", kCpusProcess, cpu, gap.kind == GapKind::Offline ? "offline" : "unknown");
            span(gap.range);
            out_ += ",\"cat\":\"gap\",\"args\":{\"lost\":" + std::to_string(gap.lost) + "}}";
        }
    }

    void addTask(TaskId id)
    {
        const Task& task = trace_.task(id);
        const std::int64_t process = processOf(id);
        const std::int64_t thread = number(task.tid);
        name("thread_name", process, thread, trace_.name(id));
        for (std::size_t i = 0; i < task.segments.size(); ++i) {
            const SegmentState state = task.segments[i].state;
            if (state == SegmentState::Unborn || state == SegmentState::Dead) continue;
            const TimeRange range = trace_.range(task, i);
            if (range.isEmpty()) continue;
            std::string title(segmentStateName(state));
            if (state == SegmentState::Blocked) {
                title += " " + std::string(stateName(task.segments[i].blocked));
            }
            begin("X", process, thread, title);
            span(range);
            out_ += ",\"cat\":\"state\",\"args\":{\"cpu\":" + std::to_string(task.segments[i].cpu) +
                    "}}";
        }
    }

    void addWakeup(const Wakeup& wakeup)
    {
        begin("i", processOf(wakeup.task), number(trace_.task(wakeup.task).tid), "wakeup");
        out_ += ",\"s\":\"t\",\"ts\":" + us(wakeup.time - trace_.begin()) +
                ",\"args\":{\"waker\":" +
                (wakeup.waker == kNoTask ? "null"
                                         : std::to_string(number(trace_.task(wakeup.waker).tid))) +
                ",\"cpu\":" + std::to_string(wakeup.cpu) + "}}";
    }

    const Trace& trace_;
    std::string out_;
    bool isFirst_ = true;
};

}  // namespace

std::string toChromeJson(const Trace& trace)
{
    return ChromeWriter(trace).run();
}

}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "generated_trace.h"

#include <cstdio>
#include <deque>
#include <map>
#include <random>

namespace resched::bench {

namespace {

// A machine that hands out CPUs round robin: enough order for the builder to find nothing odd.
class Generator
{
public:
    Generator(std::size_t count, int cpus, int tasks, std::uint64_t seed)
        : count_(count), current_(static_cast<std::size_t>(cpus), 0), random_(seed)
    {
        for (int tid = 1; tid <= tasks; ++tid) sleeping_.push_back(100 + tid);
    }

    std::vector<GeneratedEvent> run()
    {
        while (events_.size() < count_) {
            time_ += 500 + static_cast<std::int64_t>(random_() % 20'000);
            const int cpu = static_cast<int>(random_() % current_.size());
            if (!sleeping_.empty() && random_() % 2 == 0) wake(cpu);
            change(cpu);
        }
        return std::move(events_);
    }

private:
    void add(EventKind kind, int cpu, int tid, int other = 0, bool staysRunnable = false)
    {
        events_.push_back({kind, time_, cpu, tid, other, staysRunnable});
        time_ += 200;
    }

    void wake(int cpu)
    {
        const int tid = sleeping_.front();
        sleeping_.pop_front();
        add(EventKind::Waking, cpu, tid);
        add(EventKind::Wakeup, cpu, tid);
        waiting_.push_back(tid);
    }

    void change(int cpu)
    {
        int& current = current_[static_cast<std::size_t>(cpu)];
        const int prev = current;
        const int next = waiting_.empty() ? 0 : waiting_.front();
        if (prev == next) return;
        if (next != 0) waiting_.pop_front();
        if (prev != 0) add(EventKind::StatRuntime, cpu, prev);
        const bool staysRunnable = prev != 0 && random_() % 3 == 0;
        add(EventKind::Switch, cpu, prev, next, staysRunnable);
        if (prev != 0) (staysRunnable ? waiting_ : sleeping_).push_back(prev);
        current = next;
    }

    std::size_t count_;
    std::vector<int> current_;
    std::deque<int> sleeping_;
    std::deque<int> waiting_;
    std::vector<GeneratedEvent> events_;
    std::mt19937_64 random_;
    std::int64_t time_ = 1'000'000'000;
};

std::string commOf(int tid)
{
    return tid == 0 ? "swapper" : "task-" + std::to_string(tid);
}

}  // namespace

std::vector<GeneratedEvent> generate(std::size_t count, int cpus, int tasks, std::uint64_t seed)
{
    return Generator(count, cpus, tasks, seed).run();
}

void fill(TraceBuilder& builder, const std::vector<GeneratedEvent>& events)
{
    std::map<int, EventStream*> streams;
    for (const GeneratedEvent& event : events) {
        EventStream*& stream = streams[event.cpu];
        if (stream == nullptr) stream = &builder.addStream(event.cpu);
        const Timestamp time = timestamp(event.time);
        const CpuId cpu{event.cpu};
        const Tid tid{event.tid};
        switch (event.kind) {
            case EventKind::Switch:
                stream->push(makeSwitch({.time = time,
                                         .cpu = cpu,
                                         .prev = tid,
                                         .next = Tid{event.other},
                                         .prevState = event.tid == 0 || event.staysRunnable
                                                          ? TaskState::Running
                                                          : TaskState::Interruptible,
                                         .prevName = stream->intern(commOf(event.tid)),
                                         .nextName = stream->intern(commOf(event.other)),
                                         .prevPrio = 120,
                                         .nextPrio = 120}));
                break;
            case EventKind::StatRuntime:
                stream->push(makeValue(event.kind, time, cpu, tid, 10'000, event.time / 4));
                break;
            default:
                stream->push(makeWake({.kind = event.kind,
                                       .time = time,
                                       .cpu = cpu,
                                       .tid = tid,
                                       .name = stream->intern(commOf(event.tid)),
                                       .prio = 120,
                                       .targetCpu = cpu}));
        }
    }
}

Trace build(const std::vector<GeneratedEvent>& events)
{
    TraceBuilder builder;
    fill(builder, events);
    NoProgress progress;
    return std::move(*builder.finish(progress));
}

std::string perfScript(const std::vector<GeneratedEvent>& events)
{
    std::string text;
    char line[256];
    std::map<int, int> current;
    for (const GeneratedEvent& event : events) {
        const int running = current[event.cpu];
        int used = std::snprintf(line, sizeof line,
                                 "%16s %5d [%03d] %5lld.%09lld: ", commOf(running).c_str(), running,
                                 event.cpu, static_cast<long long>(event.time / 1'000'000'000),
                                 static_cast<long long>(event.time % 1'000'000'000));
        text.append(line, static_cast<std::size_t>(used));
        const std::string comm = commOf(event.tid);
        if (event.kind == EventKind::Switch) {
            used = std::snprintf(line, sizeof line,
                                 "sched:sched_switch: prev_comm=%s prev_pid=%d prev_prio=120 "
                                 "prev_state=%s ==> next_comm=%s next_pid=%d next_prio=120\n",
                                 comm.c_str(), event.tid,
                                 event.tid == 0 || event.staysRunnable ? "R" : "S",
                                 commOf(event.other).c_str(), event.other);
            current[event.cpu] = event.other;
        } else if (event.kind == EventKind::StatRuntime) {
            used = std::snprintf(line, sizeof line,
                                 "sched:sched_stat_runtime: comm=%s pid=%d runtime=10000 [ns] "
                                 "vruntime=%lld [ns]\n",
                                 comm.c_str(), event.tid, static_cast<long long>(event.time / 4));
        } else {
            used = std::snprintf(line, sizeof line,
                                 "sched:%s: comm=%s pid=%d prio=120 target_cpu=%03d\n",
                                 event.kind == EventKind::Waking ? "sched_waking" : "sched_wakeup",
                                 comm.c_str(), event.tid, event.cpu);
        }
        text.append(line, static_cast<std::size_t>(used));
    }
    return text;
}

}  // namespace resched::bench

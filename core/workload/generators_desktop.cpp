// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Loads that wait for people and clocks.
#include "workload/generators.h"

namespace resched {

namespace {

using namespace std::chrono_literals;

}  // namespace

// A POSIX timer. Delivered to a thread, the C library's helper wakes and clones a new thread for
// each expiry; delivered as a signal, the thread itself wakes.
void buildWakeupLatency(LoadBuilder& load)
{
    const Nanoseconds period = load.time("period", 10ms);
    const bool clones = load.choice("delivery", "thread", {"thread", "signal"}) == "thread";
    const Distribution helper = load.distribution("helper", constantly(25us));
    const Distribution handler = load.distribution("handler", constantly(60us));
    const std::int64_t copies = load.count("copies", 1, 1, 1000);
    const std::uint32_t timer = load.objects.timer({.name = load.named("timer"),
                                                    .period = period,
                                                    .absolute = true,
                                                    .merges = true,
                                                    .perTask = true});
    const Step wait{.kind = StepKind::TimerWait, .object = timer, .amount = period.count()};
    const Step mark = load.mark(load.name(), Metric::Kind::SinceTimer, timer);

    const int process = load.newProcess();
    const auto self = static_cast<int>(load.w.tasks.size());
    Program program;
    if (clones) {
        const Step clone{.kind = StepKind::Fork, .object = static_cast<std::uint32_t>(self + 1)};
        LoadBuilder::loop(program, -1, {wait, load.run(helper), clone});
    } else {
        LoadBuilder::loop(program, -1, {wait, mark, load.run(handler)});
    }
    WorkloadTask& first = load.task("", program);
    first.process = process;
    first.copies = static_cast<int>(copies);
    if (!clones) return;
    WorkloadTask& thread = load.task("thread", {mark, load.run(handler)});
    thread.process = process;
    thread.parent = self;
}

void buildXServer(LoadBuilder& load)
{
    const Distribution burst = load.distribution("burst", between(500us, 4ms));
    const Distribution pause = load.distribution("block", between(4ms, 14ms));
    Program program;
    LoadBuilder::loop(program, -1, {load.run(burst), load.sleep(pause, WakeSource::Input)});
    load.task("", program);
}

void buildVideo(LoadBuilder& load)
{
    const Distribution frame = load.distribution("burst", between(4ms, 10ms));
    const Distribution pause = load.distribution("block", between(18ms, 32ms));
    Program program;
    LoadBuilder::loop(program, -1, {load.run(frame), load.sleep(pause)});
    load.task("", program);
}

// Clients sleep until the server writes to their pipe; the time from there to the client's running
// is the wakeup latency of the tasks called NAME-client.
void buildLatt(LoadBuilder& load)
{
    const std::int64_t clients = load.count("clients", 4, 1, 1000);
    const Distribution pause = load.distribution("pause", between(50ms, 150ms));
    const Distribution work = load.distribution("work", constantly(100us));
    Program server{load.sleep(pause)};
    const auto first = load.w.tasks.size();
    for (std::int64_t i = 0; i < clients; ++i) {
        const std::uint32_t pipe = load.objects.pipe(load.named("pipe" + std::to_string(i)));
        Program client;
        LoadBuilder::loop(
            client, -1,
            {{.kind = StepKind::PipeRead, .object = pipe, .amount = 1}, load.run(work)});
        load.task("client", client);
        server.push_back({.kind = StepKind::PipeWrite, .object = pipe, .amount = 1});
    }
    Program program;
    LoadBuilder::loop(program, -1, server);
    load.task("server", program);
    const int process = load.newProcess();
    for (std::size_t i = first; i < load.w.tasks.size(); ++i) load.w.tasks[i].process = process;
}

}  // namespace resched

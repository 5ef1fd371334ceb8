// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Loads that wait for each other.
#include "workload/generators.h"

#include <algorithm>

namespace resched {

namespace {

using namespace std::chrono_literals;

}  // namespace

// Threads wait on a condition; a controller broadcasts. Measured is the time from the broadcast to
// the last thread that has its mutex. With SCHED_FIFO the threads are spread over `levels`
// priorities.
void buildCondBroadcast(LoadBuilder& load)
{
    const std::int64_t threads = load.count("threads", 1000, 1, 100'000);
    const std::int64_t rounds = load.count("rounds", 20, 1, 1'000'000);
    const bool isFifo = load.choice("policy", "other", {"other", "fifo"}) == "fifo";
    const std::int64_t levels = isFifo ? load.count("levels", 99, 1, 99) : 1;
    if (!isFifo) load.count("levels", 1, 1, 99);
    const Distribution pause = load.distribution("pause", constantly(60ms));
    const Distribution rest = load.distribution("rest", constantly(20ms));
    const Distribution path = load.distribution("path", constantly(1us));
    const std::uint32_t mutex = load.objects.mutex(load.named("mutex"));
    const std::uint32_t condition = load.objects.condition(load.named("condition"));

    Program waiter;
    LoadBuilder::loop(waiter, -1,
                      {{.kind = StepKind::Lock, .object = mutex},
                       {.kind = StepKind::CondWait, .object = condition, .amount = mutex},
                       load.mark(load.name(), Metric::Kind::SinceFirst, 0, 1),
                       load.run(path),
                       {.kind = StepKind::Unlock, .object = mutex},
                       load.sleep(rest)});
    const int process = load.newProcess();
    for (std::int64_t level = 0; level < levels; ++level) {
        WorkloadTask& task = load.task("waiter", waiter);
        task.copies = static_cast<int>(threads / levels + (level < threads % levels ? 1 : 0));
        task.process = process;
        if (isFifo) {
            task.policy = Policy::Fifo;
            task.rtPriority = static_cast<int>(level + 1);
        }
        if (task.copies == 0) load.w.tasks.pop_back();
    }
    Program controller;
    LoadBuilder::loop(controller, rounds,
                      {load.sleep(pause),
                       load.mark(load.name(), Metric::Kind::SinceFirst),
                       {.kind = StepKind::CondBroadcast, .object = condition}});
    WorkloadTask& task = load.task("controller", controller);
    task.process = process;
    if (isFifo) {
        task.policy = Policy::Fifo;
        task.rtPriority = 99;
    }
}

// Every sender of a group writes to every receiver of it.
void buildHackbench(LoadBuilder& load)
{
    const std::int64_t groups = load.count("groups", 4, 1, 1000);
    const std::int64_t size = load.count("size", 20, 1, 1000);
    const std::int64_t messages = load.count("messages", 100, -1, 1'000'000);
    const std::int64_t bytes = load.count("bytes", 100, 1, 65'536);
    const Distribution work = load.distribution("work", constantly(1us));
    for (std::int64_t group = 0; group < groups; ++group) {
        Program send;
        for (std::int64_t i = 0; i < size; ++i) {
            const std::uint32_t pipe =
                load.objects.pipe(load.named(std::to_string(group) + "." + std::to_string(i)));
            Program receive;
            LoadBuilder::loop(
                receive, messages < 0 ? -1 : messages * size,
                {{.kind = StepKind::PipeRead, .object = pipe, .amount = bytes}, load.run(work)});
            load.task("receiver", receive);
            send.push_back({.kind = StepKind::PipeWrite,
                            .flags = Step::kSync,
                            .object = pipe,
                            .amount = bytes});
            send.push_back(load.run(work));
        }
        Program sender;
        LoadBuilder::loop(sender, messages, send);
        load.task("sender", sender).copies = static_cast<int>(size);
    }
}

// Workers ask their message thread for work and wait until it wakes them; a request is the time
// that a worker thinks.
void buildSchbench(LoadBuilder& load)
{
    const std::int64_t messengers = load.count("messengers", 2, 1, 1000);
    const std::int64_t workers = load.count("workers", 16, 1, 10'000);
    const Distribution think = load.distribution("think", constantly(5ms));
    const Distribution dispatch = load.distribution("dispatch", constantly(5us));
    const int process = load.newProcess();
    for (std::int64_t i = 0; i < messengers; ++i) {
        const std::uint32_t asks = load.objects.semaphore(load.named("asks" + std::to_string(i)));
        const std::uint32_t work = load.objects.semaphore(load.named("work" + std::to_string(i)));
        Program messenger;
        LoadBuilder::loop(messenger, -1,
                          {{.kind = StepKind::SemWait, .object = asks, .amount = 1},
                           load.run(dispatch),
                           {.kind = StepKind::SemPost, .object = work, .amount = 1}});
        load.task("messenger", messenger).process = process;
        Program worker;
        LoadBuilder::loop(worker, -1,
                          {{.kind = StepKind::SemPost, .object = asks, .amount = 1},
                           {.kind = StepKind::SemWait, .object = work, .amount = 1},
                           load.run(think),
                           load.mark(load.name(), Metric::Kind::Count)});
        WorkloadTask& task = load.task("worker", worker);
        task.process = process;
        task.copies = static_cast<int>(workers);
    }
}

// Each client has its own server process, as a database gives every connection one; a transaction
// is a number of queries.
void buildClientServer(LoadBuilder& load)
{
    const std::int64_t clients = load.count("clients", 16, 1, 10'000);
    const std::int64_t queries = load.count("queries", 10, 1, 10'000);
    const Distribution ask = load.distribution("client", exponentially(50us));
    const Distribution answer = load.distribution("server", exponentially(100us));
    const Nanoseconds held = load.time("lock_held", 0ns);
    const std::uint32_t mutex = held.count() > 0 ? load.objects.mutex(load.named("lock")) : 0;
    for (std::int64_t i = 0; i < clients; ++i) {
        const std::uint32_t there = load.objects.pipe(load.named("query" + std::to_string(i)));
        const std::uint32_t back = load.objects.pipe(load.named("answer" + std::to_string(i)));
        const auto write = [&](std::uint32_t pipe) {
            return Step{
                .kind = StepKind::PipeWrite, .flags = Step::kSync, .object = pipe, .amount = 128};
        };
        const auto read = [&](std::uint32_t pipe) {
            return Step{.kind = StepKind::PipeRead, .object = pipe, .amount = 128};
        };
        Program transaction;
        LoadBuilder::loop(transaction, queries, {load.run(ask), write(there), read(back)});
        transaction.push_back(load.mark(load.name(), Metric::Kind::Count));
        Program client;
        LoadBuilder::loop(client, -1, transaction);
        load.task("client", client);
        Program serve{read(there), load.run(answer)};
        if (held.count() > 0) {
            serve.insert(serve.end(), {{.kind = StepKind::Lock, .object = mutex},
                                       load.run(constantly(held)),
                                       {.kind = StepKind::Unlock, .object = mutex}});
        }
        serve.push_back(write(back));
        Program server;
        LoadBuilder::loop(server, -1, serve);
        load.task("server", server);
    }
}

}  // namespace resched

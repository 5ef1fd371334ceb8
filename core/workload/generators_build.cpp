// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Loads that compute: kernel builds, forking shells, hogs.
#include "workload/generators.h"

#include <algorithm>
#include <cmath>

namespace resched {

namespace {

using namespace std::chrono_literals;

Step forkOf(std::uint32_t child)
{
    return {.kind = StepKind::Fork, .object = child};
}

constexpr Step kWaitAny{.kind = StepKind::WaitChild};
constexpr Step kWaitAll{.kind = StepKind::WaitChild, .amount = 1};

struct CompilerParameters
{
    Distribution burst;
    Distribution block;
    Distribution rounds;  // bursts of one compiler
    double systemShare;
    bool hasPipe;
    double pipeShare;  // of the rounds, at the end, write to the assembler
    std::uint32_t pipe;
};

Program burstAndBlock(LoadBuilder& load, const CompilerParameters& p, bool writes)
{
    Program body{load.run(p.burst)};
    if (p.systemShare > 0) {
        Distribution system = p.burst;
        const double factor = p.systemShare / (1 - p.systemShare);
        const auto scaled = [&](Nanoseconds t) {
            return Nanoseconds{std::llround(static_cast<double>(t.count()) * factor)};
        };
        system.a = scaled(system.a);
        if (system.kind != Distribution::Kind::Lognormal) system.b = scaled(system.b);
        body.push_back(load.systemRun(system));
    }
    if (writes) {
        body.push_back(
            {.kind = StepKind::PipeWrite, .flags = Step::kSync, .object = p.pipe, .amount = 4096});
    }
    body.push_back(load.block(p.block));
    return body;
}

Program compiler(LoadBuilder& load, const CompilerParameters& p)
{
    Program program{{.kind = StepKind::Exec, .object = load.objects.name(load.named("cc1"))}};
    if (!p.hasPipe) {
        load.randomLoop(program, p.rounds, burstAndBlock(load, p, false));
        return program;
    }
    const auto part = [&](double share) {
        Distribution rounds = p.rounds;
        rounds.a = Nanoseconds{
            std::max<std::int64_t>(std::llround(static_cast<double>(rounds.a.count()) * share), 1)};
        return rounds;
    };
    load.randomLoop(program, part(1 - p.pipeShare), burstAndBlock(load, p, false));
    load.randomLoop(program, part(p.pipeShare), burstAndBlock(load, p, true));
    return program;
}

}  // namespace

// make forks a shell for each job and waits for one of them when `jobs` are under way; a shell
// forks the compiler and short helpers (fixdep, objdump) and waits. Counts of bursts stand for the
// CPU time of a job, which is then theirs times a burst's mean.
void buildKbuild(LoadBuilder& load)
{
    const std::int64_t jobs = load.count("jobs", 4, 1, 1000);
    const std::int64_t total = load.count("count", -1, -1, 1'000'000);
    const Nanoseconds jobCpu = load.time("job_cpu", 300ms);
    const double sigma = load.real("sigma", 0.6, 0, 5);
    CompilerParameters p;
    p.burst = load.distribution("burst", exponentially(12ms));
    p.block = load.distribution("block", exponentially(20ms));
    p.systemShare = load.real("system_share", 0, 0, 0.9);
    p.pipeShare = load.real("pipe_share", 0.4, 0, 1);
    p.hasPipe = load.count("pipe", 0, 0, 1) == 1;
    const Distribution makeBurst = load.distribution("make", between(500us, 2ms));
    const Distribution shell = load.distribution("shell", constantly(1500us));
    const std::int64_t helpers = load.count("helpers", 0, 0, 100);
    const Distribution helper = load.distribution("helper", constantly(2ms));
    const Distribution consume = load.distribution("assembler", between(200us, 500us));

    const double burst =
        std::max<double>(static_cast<double>(middleOf(p.burst).count()), 1) / (1 - p.systemShare);
    const double rounds = static_cast<double>(jobCpu.count()) / burst;
    p.rounds = {.kind = sigma > 0 ? Distribution::Kind::Lognormal : Distribution::Kind::Constant,
                .a = Nanoseconds{std::max<std::int64_t>(std::llround(rounds), 1)},
                .b = Nanoseconds{std::llround(sigma * 1000)},
                .low = Nanoseconds{1}};
    p.pipe = p.hasPipe ? load.objects.pipe(load.named("pipe")) : 0;

    const auto make = static_cast<int>(load.w.tasks.size());
    const auto sh = static_cast<std::uint32_t>(make + 1);
    const Program start{load.run(makeBurst), forkOf(sh)};
    Program program;
    LoadBuilder::loop(program, total < 0 ? jobs : std::min(jobs, total), start);
    Program next{kWaitAny};
    next.insert(next.end(), start.begin(), start.end());
    LoadBuilder::loop(program, total < 0 ? -1 : std::max<std::int64_t>(total - jobs, 0), next);
    program.push_back(kWaitAll);
    load.task("make", program);

    Program shellProgram{load.run(shell), forkOf(sh + 1), kWaitAny};
    LoadBuilder::loop(shellProgram, helpers, {forkOf(sh + 2), kWaitAny});
    load.task("sh", shellProgram).parent = make;
    load.task("cc", compiler(load, p)).parent = make + 1;
    if (helpers > 0) load.task("helper", {load.run(helper)}).parent = make + 1;
    if (p.hasPipe) {
        Program assembler;
        LoadBuilder::loop(
            assembler, -1,
            {{.kind = StepKind::PipeRead, .object = p.pipe, .amount = 4096}, load.run(consume)});
        load.task("as", assembler);
    }
}

void buildPeriodicFork(LoadBuilder& load)
{
    const Distribution pause = load.distribution("pause", constantly(100ms));
    const Distribution command = load.distribution("command", constantly(3ms));
    const Distribution shell = load.distribution("shell", constantly(500us));
    const auto self = static_cast<int>(load.w.tasks.size());
    Program program;
    LoadBuilder::loop(program, -1,
                      {load.sleep(pause), load.run(shell),
                       forkOf(static_cast<std::uint32_t>(self + 1)), kWaitAny});
    load.task("", program);
    load.task("command", {load.run(command)}).parent = self;
}

void buildHog(LoadBuilder& load)
{
    const std::int64_t copies = load.count("copies", 1, 1, 10'000);
    Program program;
    LoadBuilder::loop(program, -1, {load.run(constantly(1s))});
    load.task("", program).copies = static_cast<int>(copies);
    load.w.metrics.push_back(
        {.name = load.name(), .kind = Metric::Kind::Gaps, .object = load.lastTask()});
}

void buildMassiveIntr(LoadBuilder& load)
{
    const std::int64_t copies = load.count("copies", 10, 1, 10'000);
    const Distribution work = load.distribution("run", constantly(8ms));
    const Distribution pause = load.distribution("sleep", constantly(1ms));
    Program program;
    LoadBuilder::loop(
        program, -1,
        {load.run(work), load.mark(load.name(), Metric::Kind::Count), load.sleep(pause)});
    load.task("", program).copies = static_cast<int>(copies);
}

}  // namespace resched

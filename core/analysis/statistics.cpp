// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/statistics.h"

#include "analysis/task_index.h"

#include <algorithm>
#include <map>
#include <utility>

namespace resched {

namespace {

struct Samples
{
    std::vector<Nanoseconds> wakeups;
    std::vector<Nanoseconds> preemptions;

    void append(const Samples& other)
    {
        wakeups.insert(wakeups.end(), other.wakeups.begin(), other.wakeups.end());
        preemptions.insert(preemptions.end(), other.preemptions.begin(), other.preemptions.end());
    }
    void summarizeInto(Totals& totals)
    {
        std::vector<Nanoseconds> all = wakeups;
        all.insert(all.end(), preemptions.begin(), preemptions.end());
        totals.runDelay = summarize(std::move(all));
        totals.wakeupLatency = summarize(std::move(wakeups));
        totals.preemptionWait = summarize(std::move(preemptions));
    }
};

// The wait rule whose two parts the statistics split: last-wake and perf-latency have their own.
WaitRule splitRule(WaitRule rule)
{
    return rule == WaitRule::LastWake || rule == WaitRule::PerfLatency ? rule : WaitRule::RunDelay;
}

class Counter
{
public:
    Counter(const Trace& trace, const StatisticsOptions& options)
        : trace_(trace),
          options_(options),
          window_(options.window.isEmpty() ? trace.span() : options.window),
          isWanted_(trace.tasks().size(), false)
    {
        for (std::uint32_t i = 1; i < isWanted_.size(); ++i) {
            isWanted_[i] = !options.wantsTask || options.wantsTask(TaskId{i});
        }
    }

    Statistics run()
    {
        statistics_.rule = options_.rule;
        statistics_.window = window_;
        statistics_.tasks.resize(trace_.tasks().size());
        for (std::uint32_t i = 0; i < statistics_.tasks.size(); ++i) {
            statistics_.tasks[i].task = TaskId{i};
        }
        for (const CpuLane& lane : trace_.cpus()) {
            if (wantsCpu(lane.id)) countCpu(lane);
        }
        countMigrations();
        countTasks();
        all_.summarizeInto(statistics_.total);
        for (std::size_t i = 0; i < statistics_.processes.size(); ++i) {
            processSamples_[i].summarizeInto(statistics_.processes[i].totals);
        }
        statistics_.total.lost = trace_.info().lostEvents;
        std::erase_if(statistics_.tasks,
                      [&](const TaskStatistics& task) { return !isWanted_[index(task.task)]; });
        return std::move(statistics_);
    }

private:
    bool wantsCpu(CpuId cpu) const
    {
        return options_.cpus.isEmpty() || options_.cpus.contains(cpu);
    }
    bool wantsCpu(std::int16_t cpu) const
    {
        return options_.cpus.isEmpty() || (cpu >= 0 && options_.cpus.contains(CpuId{cpu}));
    }
    bool isInside(Timestamp time) const { return isInWindow(trace_, window_, time); }
    Totals& totals(TaskId task) { return statistics_.tasks[index(task)].totals; }

    void countCpu(const CpuLane& lane)
    {
        CpuStatistics& cpu = statistics_.cpus.emplace_back();
        cpu.cpu = lane.id;
        for (const Gap& gap : lane.gaps) cpu.unknown += clipped(gap.range, window_).length();
        for (const CpuSlice& slice : lane.slices) {
            if (!slice.isCut()) cpu.busy += clipped(slice.range(), window_).length();
            countSlice(slice, cpu);
        }
        cpu.idle = window_.length() - cpu.busy - cpu.unknown;
        // Equal to the count over the slices, but for switches whose task had no time to be seen.
        if (window_ == trace_.span()) cpu.switches = lane.switches;
        statistics_.total.switches += cpu.switches;
    }

    // A sched_switch shows as the end of a slice, as the begin of one that followed idle, or both
    // as the end of one and the begin of the next.
    void countSlice(const CpuSlice& slice, CpuStatistics& cpu)
    {
        if ((slice.flags & CpuSlice::kBeginCut) == 0 && (slice.flags & CpuSlice::kAfterIdle) != 0 &&
            isInside(slice.begin)) {
            ++cpu.switches;
        }
        const bool isEndInside = isInside(slice.end);
        if (isEndInside && (slice.flags & CpuSlice::kEndCut) == 0) ++cpu.switches;
        if (!isWanted_[index(slice.task)]) return;
        Totals& task = totals(slice.task);
        if (!slice.isCut()) task.runTime += clipped(slice.range(), window_).length();
        if (!isEndInside) return;
        if (slice.isCut()) ++task.cutRuns;
        if ((slice.flags & CpuSlice::kEndCut) != 0) return;
        ++task.switches;
        if (isRunnable(slice.endState)) ++task.preemptions;
    }

    void countMigrations()
    {
        for (const Migration& migration : trace_.migrations()) {
            if (isInside(migration.time) && wantsCpu(migration.to)) {
                ++totals(migration.task).migrations;
            }
        }
        if (trace_.migrations().empty()) countMoves();
    }

    // Without sched_migrate_task events a migration shows as the next run being elsewhere.
    void countMoves()
    {
        for (std::uint32_t i = 1; i < trace_.tasks().size(); ++i) {
            std::int16_t cpu = -1;
            for (const TaskSegment& segment : trace_.tasks()[i].segments) {
                if (segment.state != SegmentState::Running) continue;
                const bool isMove = cpu >= 0 && segment.cpu != cpu;
                cpu = segment.cpu;
                if (isMove && isInside(segment.begin) && wantsCpu(cpu)) {
                    ++totals(TaskId{i}).migrations;
                }
            }
        }
    }

    void countTasks()
    {
        const WaitFinder finder(trace_, {.rule = splitRule(options_.rule),
                                         .from = options_.from,
                                         .window = window_,
                                         .cpus = options_.cpus});
        statistics_.from = finder.from();
        statistics_.hasWakeups = trace_.hasWaking() || trace_.hasWakeup();
        for (TaskStatistics& task : statistics_.tasks) {
            if (!isWanted_[index(task.task)]) continue;
            addSegments(task);
            Samples samples;
            addWaits(finder, task, samples);
            const std::size_t process = processOf(task.task);
            all_.append(samples);
            processSamples_[process].append(samples);
            samples.summarizeInto(task.totals);
            add(task.totals, statistics_.total);
            add(task.totals, statistics_.processes[process].totals);
            statistics_.processes[process].totals.switches += task.totals.switches;
        }
    }

    void addSegments(TaskStatistics& task) const
    {
        const Task& facts = trace_.task(task.task);
        for (std::size_t i = 0; i < facts.segments.size(); ++i) {
            const TaskSegment& segment = facts.segments[i];
            if (!wantsCpu(segment.cpu)) continue;
            const Nanoseconds length = clipped(trace_.range(facts, i), window_).length();
            switch (segment.state) {
                case SegmentState::Running:
                    (isWholeRun(trace_, segment) ? task.running : task.unknown) += length;
                    break;
                case SegmentState::Woken:
                case SegmentState::Preempted:
                    task.waiting += length;
                    break;
                case SegmentState::Blocked:
                    task.blocked += length;
                    break;
                case SegmentState::Unknown:
                    task.unknown += length;
                    break;
                case SegmentState::Unborn:
                case SegmentState::Dead:
                    task.absent += length;
                    break;
            }
        }
    }

    void addWaits(const WaitFinder& finder, TaskStatistics& task, Samples& samples) const
    {
        WaitSet set;
        finder.find(task.task, true, set);
        task.totals.censored = set.censored;
        task.totals.wakeups = set.wakeups;
        task.totals.spurious = set.spurious;
        for (const Wait& wait : set.waits) {
            (wait.kind == WaitKind::Wakeup ? samples.wakeups : samples.preemptions)
                .push_back(wait.length());
        }
    }

    std::size_t processOf(TaskId id)
    {
        const Task& task = trace_.task(id);
        const Tgid tgid = task.tgid == kNoTgid ? Tgid{number(task.tid)} : task.tgid;
        const auto [place, isNew] = processes_.try_emplace(tgid, processSamples_.size());
        if (isNew) {
            processSamples_.emplace_back();
            statistics_.processes.push_back({tgid, id, 0, {}});
        }
        ProcessStatistics& process = statistics_.processes[place->second];
        ++process.threads;
        if (number(task.tid) == number(tgid)) process.task = id;
        return place->second;
    }

    // Switches apart: those of the total are the events, of a task its switch-outs.
    static void add(const Totals& task, Totals& total)
    {
        total.runTime += task.runTime;
        total.preemptions += task.preemptions;
        total.migrations += task.migrations;
        total.wakeups += task.wakeups;
        total.spurious += task.spurious;
        total.censored += task.censored;
        total.cutRuns += task.cutRuns;
    }

    const Trace& trace_;
    const StatisticsOptions& options_;
    TimeRange window_;
    std::vector<bool> isWanted_;
    Samples all_;
    std::vector<Samples> processSamples_;
    std::map<Tgid, std::size_t> processes_;
    Statistics statistics_;
};

}  // namespace

Statistics computeStatistics(const Trace& trace, const StatisticsOptions& options)
{
    return Counter(trace, options).run();
}

}  // namespace resched

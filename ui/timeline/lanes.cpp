// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/lanes.h"

#include "format.h"

#include <QtCore/QCoreApplication>

#include <algorithm>
#include <map>

namespace resched::ui {
namespace {

constexpr int kHeadingHeight = 20;
constexpr int kCpuHeight = 26;
constexpr int kDepthHeight = 18;
constexpr int kTaskHeight = 18;

QString text(const char* source)
{
    return QCoreApplication::translate("Lanes", source);
}

struct TaskRow
{
    Tid tid;
    Tgid tgid;
    QString name;
    Nanoseconds activity{0};
};

// One row a tid, whatever the number of tasks that had it.
std::map<Tid, TaskRow> taskRows(const TraceIndex* index)
{
    std::map<Tid, TaskRow> rows;
    if (!index) return rows;
    for (const auto& [tid, ids] : index->tasks) {
        if (tid == kIdleTid) continue;
        const Task& last = index->trace->task(ids.back());
        TaskRow row{tid, last.tgid, fromTrace(index->trace->name(ids.back())), Nanoseconds{0}};
        for (const TaskId id : ids) {
            const TaskTimes& times = index->times[resched::index(id)];
            row.activity += times.running + times.waiting;
        }
        rows.emplace(tid, row);
    }
    return rows;
}

bool wantsCpu(SegmentState state)
{
    return state == SegmentState::Running || state == SegmentState::Woken ||
           state == SegmentState::Preempted;
}

// Blocks alternate with runs, so the search ends within a few segments.
bool isActive(const TraceIndex* index, Tid tid, TimeRange range)
{
    if (!index) return false;
    for (const TaskId id : index->tasksOf(tid)) {
        const auto& segments = index->trace->task(id).segments;
        auto segment = std::partition_point(
            segments.begin(), segments.end(),
            [&](const TaskSegment& each) { return each.begin <= range.begin; });
        if (segment != segments.begin()) --segment;
        for (; segment != segments.end() && segment->begin < range.end; ++segment) {
            if (wantsCpu(segment->state)) return true;
        }
    }
    return false;
}

// The recording says who a task is; a replay only adds tasks that the recording lacks.
std::map<Tid, TaskRow> mergedRows(const TraceIndex* baseline, const TraceIndex* current,
                                  const LaneOptions& options)
{
    auto rows = taskRows(baseline);
    rows.merge(taskRows(current));
    if (!options.activeIn) return rows;
    std::erase_if(rows, [&](const auto& entry) {
        const Tid tid = entry.first;
        const bool isPinned =
            std::find(options.pinned.begin(), options.pinned.end(), tid) != options.pinned.end();
        return !isPinned && !isActive(baseline, tid, *options.activeIn) &&
               !isActive(current, tid, *options.activeIn);
    });
    return rows;
}

class Stack
{
public:
    explicit Stack(LaneList& list) : list_(list) {}
    void add(Lane lane, int height)
    {
        lane.top = list_.height;
        lane.height = height;
        list_.height += height;
        list_.lanes.push_back(std::move(lane));
    }

private:
    LaneList& list_;
};

std::vector<CpuId> cpusOf(const TraceIndex* baseline, const TraceIndex* current)
{
    std::set<CpuId> cpus;
    for (const TraceIndex* index : {baseline, current}) {
        if (!index) continue;
        for (const CpuLane& lane : index->trace->cpus()) cpus.insert(lane.id);
    }
    return {cpus.begin(), cpus.end()};
}

bool hasFrequency(const TraceIndex* index, CpuId cpu)
{
    const int position = index ? index->positionOf(cpu) : -1;
    return position >= 0 && !index->frequencies[static_cast<std::size_t>(position)].isEmpty();
}

int packageOf(const LaneOptions& options, CpuId cpu)
{
    const CpuPlace* place = options.topology ? options.topology->find(cpu) : nullptr;
    return place ? place->package : 0;
}

void addCpus(Stack& stack, const TraceIndex* baseline, const TraceIndex* current,
             const LaneOptions& options)
{
    auto cpus = cpusOf(baseline, current);
    std::stable_sort(cpus.begin(), cpus.end(), [&](CpuId a, CpuId b) {
        return packageOf(options, a) < packageOf(options, b);
    });
    const bool grouped =
        !cpus.empty() && packageOf(options, cpus.front()) != packageOf(options, cpus.back());
    int package = -1;
    for (const CpuId cpu : cpus) {
        if (grouped && packageOf(options, cpu) != package) {
            package = packageOf(options, cpu);
            stack.add({.kind = LaneKind::Heading,
                       .group = package,
                       .title = text(QT_TRANSLATE_NOOP("Lanes", "Package %1")).arg(package)},
                      kHeadingHeight);
        }
        const int indent = grouped ? 1 : 0;
        const QString name = text(QT_TRANSLATE_NOOP("Lanes", "CPU %1")).arg(number(cpu));
        stack.add({.kind = LaneKind::Cpu, .cpu = cpu, .indent = indent, .title = name}, kCpuHeight);
        if (options.showDepth) {
            stack.add({.kind = LaneKind::Depth,
                       .cpu = cpu,
                       .indent = indent + 1,
                       .title = text(QT_TRANSLATE_NOOP("Lanes", "queue depth"))},
                      kDepthHeight);
        }
        if (hasFrequency(baseline, cpu) || hasFrequency(current, cpu)) {
            stack.add({.kind = LaneKind::Frequency,
                       .cpu = cpu,
                       .indent = indent + 1,
                       .title = text(QT_TRANSLATE_NOOP("Lanes", "frequency"))},
                      kDepthHeight);
        }
    }
}

void addTask(Stack& stack, const TaskRow& row, int indent)
{
    stack.add({.kind = LaneKind::Task,
               .tid = row.tid,
               .tgid = row.tgid,
               .indent = indent,
               .title = QStringLiteral("%1-%2").arg(row.name).arg(number(row.tid))},
              kTaskHeight);
}

struct Process
{
    Tgid tgid;
    Nanoseconds activity{0};
    std::vector<const TaskRow*> threads;
};

// Tasks of unknown process are processes of their own.
std::vector<Process> processesOf(const std::map<Tid, TaskRow>& rows, const LaneOptions& options)
{
    std::map<std::pair<Tgid, Tid>, Process> processes;
    for (const auto& [tid, row] : rows) {
        if (options.hidden.contains(tid)) continue;
        if (std::find(options.pinned.begin(), options.pinned.end(), tid) != options.pinned.end()) {
            continue;
        }
        const bool known = row.tgid != kNoTgid;
        Process& process = processes[{row.tgid, known ? kNoTid : tid}];
        process.tgid = row.tgid;
        process.activity += row.activity;
        process.threads.push_back(&row);
    }
    std::vector<Process> sorted;
    for (auto& [key, process] : processes) sorted.push_back(std::move(process));
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const Process& a, const Process& b) { return a.activity > b.activity; });
    return sorted;
}

void addProcess(Stack& stack, Process& process, const LaneOptions& options)
{
    if (process.threads.size() == 1) return addTask(stack, *process.threads.front(), 0);
    std::stable_sort(process.threads.begin(), process.threads.end(),
                     [](const TaskRow* a, const TaskRow* b) { return a->activity > b->activity; });
    const auto leader =
        std::find_if(process.threads.begin(), process.threads.end(),
                     [&](const TaskRow* row) { return number(row->tid) == number(process.tgid); });
    const TaskRow& named = leader == process.threads.end() ? *process.threads.front() : **leader;
    stack.add({.kind = LaneKind::Process,
               .tgid = process.tgid,
               .title = text(QT_TRANSLATE_NOOP("Lanes", "%1 (%2)"))
                            .arg(named.name)
                            .arg(process.threads.size())},
              kHeadingHeight);
    if (options.collapsed.contains(process.tgid)) return;
    for (const TaskRow* row : process.threads) addTask(stack, *row, 1);
}

}  // namespace

bool LaneList::isShown(const Lane& lane, int scroll, int areaHeight) const
{
    const int top = screenTop(lane, scroll);
    const bool isFrozen = lane.bottom() <= frozen;
    // A name cut in half is worse than none; only the first lane may stick out.
    const bool fits = top + lane.height <= areaHeight || top <= frozen;
    return fits && top < areaHeight &&
           (isFrozen || frozen == 0 ? top + lane.height > 0 : top >= frozen);
}

const Lane* LaneList::at(int y) const
{
    if (y < 0) return nullptr;
    const auto found = std::partition_point(lanes.begin(), lanes.end(),
                                            [y](const Lane& lane) { return lane.bottom() <= y; });
    return found == lanes.end() ? nullptr : &*found;
}

const Lane* LaneList::ofTask(Tid tid) const
{
    const auto found = std::find_if(lanes.begin(), lanes.end(), [tid](const Lane& lane) {
        return lane.kind == LaneKind::Task && lane.tid == tid;
    });
    return found == lanes.end() ? nullptr : &*found;
}

const Lane* LaneList::ofCpu(CpuId cpu) const
{
    const auto found = std::find_if(lanes.begin(), lanes.end(), [cpu](const Lane& lane) {
        return lane.kind == LaneKind::Cpu && lane.cpu == cpu;
    });
    return found == lanes.end() ? nullptr : &*found;
}

LaneList layoutLanes(const TraceIndex* baseline, const TraceIndex* current,
                     const LaneOptions& options)
{
    LaneList list;
    Stack stack(list);
    addCpus(stack, baseline, current, options);
    list.cpuHeight = list.height;
    if (!options.showTasks) return list;
    const auto rows = mergedRows(baseline, current, options);
    if (!options.pinned.empty()) {
        stack.add({.kind = LaneKind::Heading,
                   .group = Lane::kPinned,
                   .title = text(QT_TRANSLATE_NOOP("Lanes", "Pinned"))},
                  kHeadingHeight);
        for (const Tid tid : options.pinned) {
            const auto found = rows.find(tid);
            if (found != rows.end()) addTask(stack, found->second, 0);
        }
    }
    auto processes = processesOf(rows, options);
    if (!processes.empty()) {
        stack.add({.kind = LaneKind::Heading,
                   .group = Lane::kTasks,
                   .title = text(QT_TRANSLATE_NOOP("Lanes", "Tasks"))},
                  kHeadingHeight);
    }
    for (Process& process : processes) addProcess(stack, process, options);
    return list;
}

}  // namespace resched::ui

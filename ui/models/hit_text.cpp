// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/hit_text.h"

#include "format.h"
#include "replay/wait_decision.h"

#include <QtCore/QCoreApplication>

#include <algorithm>

namespace resched::ui {
namespace {

template <typename... Visitors>
struct Overloaded : Visitors...
{
    using Visitors::operator()...;
};
template <typename... Visitors>
Overloaded(Visitors...) -> Overloaded<Visitors...>;

struct HitWords
{
    Q_DECLARE_TR_FUNCTIONS(HitText)
};

class Describer
{
public:
    Describer(const Trace& trace, const Hit& hit) : trace_(trace), hit_(hit) {}

    HitText describe()
    {
        std::visit([this](const auto& thing) { add(thing); }, hit_.thing);
        return std::move(text_);
    }

private:
    void fact(const QString& name, const QString& value)
    {
        if (!value.isEmpty()) text_.facts.emplace_back(name, value);
    }

    void times(TimeRange range)
    {
        fact(HitWords::tr("From"), timeSince(range.begin, trace_.begin()));
        fact(HitWords::tr("To"), timeSince(range.end, trace_.begin()));
        fact(HitWords::tr("Length"), exactDuration(range.length()));
    }

    static QString cpuText(CpuId cpu) { return HitWords::tr("CPU %1").arg(number(cpu)); }

    QString prioText(TaskId task, Timestamp time) const
    {
        const std::int16_t prio = trace_.prioAt(task, time);
        if (prio == kNoPrio) return {};
        if (prio < 100) return HitWords::tr("real-time %1 (prio %2)").arg(99 - prio).arg(prio);
        return HitWords::tr("nice %1 (prio %2)").arg(prio - 120).arg(prio);
    }

    void add(std::monostate) {}

    void add(const SliceHit& hit)
    {
        const CpuLane& lane = *trace_.cpu(hit.cpu);
        const CpuSlice& slice = lane.slices[hit.slice];
        text_.headline =
            HitWords::tr("%1 runs on %2").arg(taskText(trace_, slice.task), cpuText(hit.cpu));
        times(slice.range());
        fact(HitWords::tr("Priority"), prioText(slice.task, slice.begin));
        const bool decided = hit.slice < lane.decisions.size();
        fact(HitWords::tr("Ended by"), decided
                                           ? decisionText(slice.reason, lane.decisions[hit.slice])
                                           : endReasonText(slice.reason));
        fact(HitWords::tr("Left as"), taskStateText(slice.endState));
        if (decided && lane.decisions[hit.slice].by != kNoTask) {
            fact(HitWords::tr("In favour of"), taskText(trace_, lane.decisions[hit.slice].by));
        }
        if (slice.isCut()) {
            fact(HitWords::tr("Note"),
                 HitWords::tr("cut by the edge of the recording or by lost events"));
        }
    }

    void add(const ManySlicesHit& hit)
    {
        text_.headline =
            HitWords::tr("%n slice(s) in this pixel of %1", nullptr, static_cast<int>(hit.count))
                .arg(cpuText(hit.cpu));
        const auto& slices = trace_.cpu(hit.cpu)->slices;
        times({slices[hit.first].begin, slices[hit.first + hit.count - 1].end});
        for (const RanInstead& ran : ranInstead(trace_, hit.cpu, hit.column, kNoTask, 12)) {
            fact(taskText(trace_, ran.task), duration(ran.range.length()));
        }
        fact(HitWords::tr("Hint"), HitWords::tr("zoom in to see them apart"));
    }

    void add(const IdleHit& hit)
    {
        text_.headline = HitWords::tr("%1 is idle").arg(cpuText(hit.cpu));
        times(hit.range);
    }

    void add(const GapHit& hit)
    {
        const Gap& gap = trace_.cpu(hit.cpu)->gaps[hit.gap];
        text_.headline = HitWords::tr("%1: %2").arg(cpuText(hit.cpu), gapText(gap));
        times(gap.range);
        fact(HitWords::tr("Note"),
             HitWords::tr("what happened here is unknown: neither idle nor running"));
    }

    void add(const IrqHit& hit)
    {
        const IrqSpan& span = trace_.cpu(hit.cpu)->irqs[hit.irq];
        text_.headline =
            (span.soft ? HitWords::tr("Softirq %1 on %2") : HitWords::tr("Interrupt %1 on %2"))
                .arg(QString::number(span.irq), cpuText(hit.cpu));
        times({span.begin, span.end});
    }

    void add(const DepthHit& hit)
    {
        text_.headline = HitWords::tr("%n task(s) running or waiting on %1", nullptr,
                                      static_cast<int>(hit.depth))
                             .arg(cpuText(hit.cpu));
        fact(HitWords::tr("At"), timeSince(hit_.time, trace_.begin()));
    }

    void add(const ManySegmentsHit& hit)
    {
        text_.headline =
            HitWords::tr("%n state(s) of %1 in this pixel", nullptr, static_cast<int>(hit.count))
                .arg(taskText(trace_, hit.task));
        const Task& task = trace_.task(hit.task);
        times({task.segments[hit.first].begin, trace_.range(task, hit.first + hit.count - 1).end});
        fact(HitWords::tr("Hint"), HitWords::tr("zoom in to see them apart"));
    }

    void add(const SegmentHit& hit)
    {
        const Task& task = trace_.task(hit.task);
        const TaskSegment& segment = task.segments[hit.segment];
        const TimeRange range = trace_.range(task, hit.segment);
        const Look look = lookOf(segment.state, segment.blocked);
        text_.headline = HitWords::tr("%1: %2").arg(taskText(trace_, hit.task), stateText(look));
        times(range);
        if (segment.cpu >= 0) fact(HitWords::tr("CPU"), QString::number(segment.cpu));
        fact(HitWords::tr("Priority"), prioText(hit.task, range.begin));
        if (segment.state == SegmentState::Blocked) {
            fact(HitWords::tr("State"), taskStateText(segment.blocked));
        }
        addWakeup(segment);
        addEnd(segment);
        if (segment.flags & TaskSegment::kInferred) {
            fact(HitWords::tr("Note"),
                 HitWords::tr("no event says so; it follows from those around it"));
        }
        const bool waits =
            segment.state == SegmentState::Woken || segment.state == SegmentState::Preempted;
        if (!waits || segment.cpu < 0) return;
        addOtherwise(segment, hit.task, range);
        text_.ranInstead =
            ranInstead(trace_, CpuId{segment.cpu}, range, hit.task, kMostRanInstead + 1);
        text_.ranInsteadCut = text_.ranInstead.size() > kMostRanInstead;
        if (text_.ranInsteadCut) text_.ranInstead.resize(kMostRanInstead);
    }

    void addWakeup(const TaskSegment& segment)
    {
        if (segment.state != SegmentState::Woken || segment.link >= trace_.wakeups().size()) return;
        const Wakeup& wakeup = trace_.wakeups()[segment.link];
        if (wakeup.waker == kIdleTask) {
            fact(HitWords::tr("Woken by"),
                 HitWords::tr("an interrupt on the idle CPU %1").arg(wakeup.cpu));
        } else if (wakeup.waker != kNoTask) {
            fact(HitWords::tr("Woken by"),
                 HitWords::tr("%1 on CPU %2").arg(taskText(trace_, wakeup.waker)).arg(wakeup.cpu));
        }
    }

    // Of simulated runs: what the decision that began the wait turned on.
    void addOtherwise(const TaskSegment& segment, TaskId task, TimeRange range)
    {
        const auto settings = simulatedSettings(trace_.info());
        if (!settings || (segment.flags & TaskSegment::kContinued) != 0) return;
        const Wait wait{
            .begin = range.begin,
            .end = range.end,
            .task = task,
            .cpu = segment.cpu,
            .kind = segment.state == SegmentState::Woken ? WaitKind::Wakeup : WaitKind::Preemption,
            .wakeup = TaskSegment::kNoLink};
        const auto decision = waitDecision(trace_, wait, *settings);
        if (!decision) return;
        if (decision->isRefusal) {
            const auto name = refusalName(decision->refusal);
            const bool hasNumbers = decision->value != 0 || decision->limit != 0;
            fact(HitWords::tr("Did not preempt by"), hasNumbers ? HitWords::tr("%1 (%2 against %3)")
                                                                      .arg(fromTrace(name))
                                                                      .arg(decision->value)
                                                                      .arg(decision->limit)
                                                                : fromTrace(name));
        }
        if (decision->otherwise) {
            fact(HitWords::tr("Would not have waited with"),
                 fromTrace(otherwiseText(*decision->otherwise)));
        }
    }

    // Of a running segment: how its slice ended; of a preemption: how the one before it did.
    void addEnd(const TaskSegment& segment)
    {
        const bool linked =
            segment.state == SegmentState::Running || segment.state == SegmentState::Preempted;
        if (!linked || segment.cpu < 0 || segment.link == TaskSegment::kNoLink) return;
        const CpuLane* lane = trace_.cpu(CpuId{segment.cpu});
        if (!lane || segment.link >= lane->slices.size()) return;
        const CpuSlice& slice = lane->slices[segment.link];
        const bool decided = segment.link < lane->decisions.size();
        fact(segment.state == SegmentState::Running ? HitWords::tr("Ended by")
                                                    : HitWords::tr("Lost the CPU by"),
             decided ? decisionText(slice.reason, lane->decisions[segment.link])
                     : endReasonText(slice.reason));
    }

    const Trace& trace_;
    const Hit& hit_;
    HitText text_;
};

}  // namespace

std::vector<RanInstead> ranInstead(const Trace& trace, CpuId cpu, TimeRange wait, TaskId waiting,
                                   std::size_t most)
{
    std::vector<RanInstead> all;
    const CpuLane* lane = trace.cpu(cpu);
    if (!lane) return all;
    const auto first =
        std::partition_point(lane->slices.begin(), lane->slices.end(),
                             [&](const CpuSlice& slice) { return slice.end <= wait.begin; });
    for (auto slice = first; slice != lane->slices.end() && slice->begin < wait.end; ++slice) {
        if (slice->task == waiting) continue;
        if (all.size() == most) break;
        const auto at = static_cast<std::size_t>(slice - lane->slices.begin());
        const QString why = at < lane->decisions.size()
                                ? decisionText(slice->reason, lane->decisions[at])
                                : endReasonText(slice->reason);
        all.push_back({slice->task, clipped(slice->range(), wait), why});
    }
    return all;
}

HitText describeHit(const Trace& trace, const Hit& hit)
{
    return Describer(trace, hit).describe();
}

QString hitSummary(const Trace& trace, const Hit& hit)
{
    const HitText text = describeHit(trace, hit);
    for (const auto& [name, value] : text.facts) {
        if (name == HitWords::tr("Length")) return HitWords::tr("%1, %2").arg(text.headline, value);
    }
    return text.headline;
}

}  // namespace resched::ui

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/waits.h"

#include "analysis/task_index.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace resched {

namespace {

constexpr std::array<std::pair<WaitRule, std::string_view>, 5> kRules = {{
    {WaitRule::RunDelay, "run-delay"},
    {WaitRule::FirstWake, "first-wake"},
    {WaitRule::LastWake, "last-wake"},
    {WaitRule::Preempt, "preempt"},
    {WaitRule::PerfLatency, "perf-latency"},
}};

WaitFrom effectiveFrom(const Trace& trace, WaitFrom asked)
{
    if (asked == WaitFrom::Waking && !trace.hasWaking() && trace.hasWakeup()) {
        return WaitFrom::Wakeup;
    }
    if (asked == WaitFrom::Wakeup && !trace.hasWakeup()) return WaitFrom::Waking;
    return asked;
}

bool wants(WaitRule rule, bool both, WaitKind kind)
{
    if (both || rule == WaitRule::RunDelay || rule == WaitRule::PerfLatency) return true;
    return (rule == WaitRule::Preempt) == (kind == WaitKind::Preemption);
}

bool isWaiting(const TaskSegment& segment)
{
    return segment.state == SegmentState::Woken || segment.state == SegmentState::Preempted;
}

}  // namespace

std::string_view ruleName(WaitRule rule)
{
    return std::ranges::find(kRules, rule, &std::pair<WaitRule, std::string_view>::first)->second;
}

std::optional<WaitRule> parseRule(std::string_view name)
{
    const auto found =
        std::ranges::find(kRules, name, &std::pair<WaitRule, std::string_view>::second);
    if (found == kRules.end()) return std::nullopt;
    return found->first;
}

bool isInWindow(const Trace& trace, TimeRange window, Timestamp time)
{
    if (window.isEmpty()) return true;
    return window.contains(time) || (time == window.end && time == trace.end());
}

struct WaitFinder::Indexes
{
    TaskIndex wakeups;
    std::optional<TaskSlices> slices;  // perf-latency only
};

WaitFinder::WaitFinder(const Trace& trace, WaitRule rule, WaitFrom from, TimeRange window)
    : trace_(trace), rule_(rule), from_(effectiveFrom(trace, from)), window_(window)
{
    auto indexes = std::make_unique<Indexes>(Indexes{indexWakeups(trace), std::nullopt});
    if (rule == WaitRule::PerfLatency) indexes->slices.emplace(trace);
    indexes_ = std::move(indexes);
}

WaitFinder::~WaitFinder() = default;

WaitFrom WaitFinder::from() const
{
    return from_;
}

namespace {

// Walks the segments of one task and tells its waits by the rules that count from a wakeup.
class SegmentWalk
{
public:
    SegmentWalk(const Trace& trace, TaskId task, WaitRule rule, bool both, WaitFrom from,
                TimeRange window, std::span<const std::uint32_t> wakeups, WaitSet& set)
        : trace_(trace),
          task_(task),
          rule_(rule),
          both_(both),
          from_(from),
          window_(window),
          wakeups_(wakeups),
          set_(set)
    {}

    void run()
    {
        SegmentState before = SegmentState::Unborn;
        for (const TaskSegment& segment : trace_.task(task_).segments) {
            if (isWaiting(segment)) {
                enterWait(segment);
            } else if (segment.state == SegmentState::Running) {
                enterRun(segment, before);
            } else {
                const bool wasCut = isOpen_;
                cut(segment.begin);
                if (segment.state == SegmentState::Unknown) isCounted_ = wasCut;
            }
            before = segment.state;
        }
        cut(trace_.end());
    }

private:
    void enterWait(const TaskSegment& segment)
    {
        if (isOpen_ && (segment.flags & TaskSegment::kContinued) != 0) return;
        cut(segment.begin);
        isOpen_ = true;
        isCutBegin_ = (segment.flags & TaskSegment::kBeginCut) != 0;
        begin_ = segment.begin;
        kind_ = segment.state == SegmentState::Woken ? WaitKind::Wakeup : WaitKind::Preemption;
        link_ = kind_ == WaitKind::Wakeup ? segment.link : TaskSegment::kNoLink;
    }

    void enterRun(const TaskSegment& segment, SegmentState before)
    {
        if (isOpen_) {
            if (isCutBegin_ || (segment.flags & TaskSegment::kAfterLoss) != 0) {
                // Woken again after the loss: still the wait that was counted as the loss began.
                if (isCounted_) isOpen_ = false;
                cut(segment.begin);
            } else {
                close(segment);
            }
        } else if (before == SegmentState::Unknown && !isCounted_ && set_.hasWakeups &&
                   (segment.flags & TaskSegment::kBeginCut) == 0) {
            // It must have waited, since a time that nobody saw.
            isOpen_ = true;
            kind_ = WaitKind::Wakeup;
            cut(segment.begin);
        }
        isCounted_ = false;
    }

    void close(const TaskSegment& segment)
    {
        isOpen_ = false;
        if (!wants(rule_, both_, kind_) || !isInWindow(trace_, window_, segment.begin)) return;
        Wait wait{begin_, segment.begin, task_, segment.cpu, kind_, link_};
        if (kind_ == WaitKind::Wakeup && link_ != TaskSegment::kNoLink && !begin(wait)) return;
        set_.waits.push_back(wait);
    }

    void cut(Timestamp time)
    {
        if (!isOpen_) return;
        isOpen_ = false;
        if (wants(rule_, both_, kind_) && isInWindow(trace_, window_, time)) ++set_.censored;
    }

    // Moves the begin to the wakeup that the rule and `from` name. False: no such event before the
    // task ran, so this is no sample.
    bool begin(Wait& wait) const
    {
        const auto first = std::ranges::lower_bound(wakeups_, link_);
        std::uint32_t chosen = TaskSegment::kNoLink;
        for (auto it = first; it != wakeups_.end(); ++it) {
            const Wakeup& wakeup = trace_.wakeups()[*it];
            if (wakeup.time > wait.end) break;
            if ((wakeup.flags & Wakeup::kFailed) != 0) continue;
            if (from_ == WaitFrom::Wakeup && wakeup.kind == EventKind::Waking) continue;
            // At the very time of the switch-in only what belongs to this wait may count.
            if (wakeup.time == wait.end && chosen != TaskSegment::kNoLink &&
                (wakeup.flags & Wakeup::kConfirms) == 0) {
                break;
            }
            chosen = *it;
            if (rule_ != WaitRule::LastWake) break;
        }
        if (chosen == TaskSegment::kNoLink) return false;
        wait.wakeup = chosen;
        wait.begin = trace_.wakeups()[chosen].time;
        return true;
    }

    const Trace& trace_;
    TaskId task_;
    WaitRule rule_;
    bool both_;
    WaitFrom from_;
    TimeRange window_;
    std::span<const std::uint32_t> wakeups_;
    WaitSet& set_;

    bool isOpen_ = false;
    bool isCutBegin_ = false;
    bool isCounted_ = false;  // the wait that vanished in unknown time has been counted
    Timestamp begin_{};
    WaitKind kind_ = WaitKind::Wakeup;
    std::uint32_t link_ = TaskSegment::kNoLink;
};

// What perf 6.1's `perf sched latency` does with one task (builtin-sched.c: latency_switch_event,
// latency_wakeup_event, add_sched_out_event, add_sched_in_event): it knows sched_wakeup and
// sched_wakeup_new but not sched_waking, and a task that it first hears of as it is switched in has
// waited for 0 ns.
class PerfWalk
{
public:
    PerfWalk(const Trace& trace, TaskId task, TimeRange window, WaitSet& set)
        : trace_(trace), task_(task), window_(window), set_(set)
    {}

    void wakeup(std::uint32_t which)
    {
        const Wakeup& wakeup = trace_.wakeups()[which];
        if (wakeup.kind == EventKind::Waking) return;
        if (!isKnown_) isKnown_ = true;
        if (atom_ != Atom::Sleeping) return;
        atom_ = Atom::WaitCpu;
        since_ = wakeup.time;
        link_ = which;
    }

    void switchOut(Timestamp time, TaskState state)
    {
        isKnown_ = true;
        atom_ = isRunnable(state) ? Atom::WaitCpu : Atom::Sleeping;
        since_ = time;
        link_ = TaskSegment::kNoLink;
    }

    void switchIn(Timestamp time, CpuId cpu)
    {
        if (!isKnown_) switchOut(time, TaskState::Running);
        if (atom_ != Atom::WaitCpu) return;
        atom_ = Atom::In;
        if (time < since_) return;  // THREAD_IGNORE
        if (!isInWindow(trace_, window_, time)) return;
        const WaitKind kind =
            link_ == TaskSegment::kNoLink ? WaitKind::Preemption : WaitKind::Wakeup;
        set_.waits.push_back(
            {since_, time, task_, static_cast<std::int16_t>(number(cpu)), kind, link_});
    }

private:
    enum class Atom : std::uint8_t { Sleeping, WaitCpu, In };

    const Trace& trace_;
    TaskId task_;
    TimeRange window_;
    WaitSet& set_;
    bool isKnown_ = false;
    Atom atom_ = Atom::Sleeping;
    Timestamp since_{};
    std::uint32_t link_ = TaskSegment::kNoLink;
};

void walkLikePerf(const Trace& trace, TaskId task, TimeRange window,
                  std::span<const std::uint32_t> wakeups, std::span<const SliceRef> slices,
                  WaitSet& set)
{
    PerfWalk walk(trace, task, window, set);
    auto next = wakeups.begin();
    const auto wakeUntil = [&](Timestamp time) {
        for (; next != wakeups.end() && trace.wakeups()[*next].time <= time; ++next) {
            walk.wakeup(*next);
        }
    };
    for (const SliceRef& ref : slices) {
        const CpuSlice& slice = ref.lane->slices[ref.slice];
        if ((slice.flags & CpuSlice::kBeginCut) == 0) {
            wakeUntil(slice.begin);
            walk.switchIn(slice.begin, ref.lane->id);
        }
        if ((slice.flags & CpuSlice::kEndCut) == 0) {
            wakeUntil(slice.end - Nanoseconds{1});
            walk.switchOut(slice.end, slice.endState);
        }
    }
}

}  // namespace

void WaitFinder::find(TaskId task, bool both, WaitSet& set) const
{
    set.from = from_;
    set.hasWakeups = trace_.hasWaking() || trace_.hasWakeup();
    if (task == kIdleTask) return;
    const auto wakeups = indexes_->wakeups.of(task);

    WaitSet perfSet{.waits = {}, .hasWakeups = set.hasWakeups};
    const bool isPerf = rule_ == WaitRule::PerfLatency;
    // Under every rule the same waits are cut: they are counted from the segments.
    SegmentWalk(trace_, task, rule_, both, from_, window_, wakeups, isPerf ? perfSet : set).run();
    if (isPerf) {
        set.censored += perfSet.censored;
        walkLikePerf(trace_, task, window_, wakeups, indexes_->slices->of(task), set);
    }
    for (const std::uint32_t which : wakeups) {
        const Wakeup& wakeup = trace_.wakeups()[which];
        if ((wakeup.flags & Wakeup::kSpurious) != 0 && isInWindow(trace_, window_, wakeup.time)) {
            ++set.spurious;
        }
    }
}

WaitSet findWaits(const Trace& trace, const WaitOptions& options)
{
    const WaitFinder finder(trace, options.rule, options.from, options.window);
    WaitSet set;
    set.from = finder.from();
    set.hasWakeups = trace.hasWaking() || trace.hasWakeup();
    if (options.task) {
        finder.find(*options.task, false, set);
    } else {
        for (std::uint32_t i = 1; i < trace.tasks().size(); ++i) {
            finder.find(TaskId{i}, false, set);
        }
    }
    std::ranges::sort(set.waits, {},
                      [](const Wait& wait) { return std::tuple(wait.end, wait.task); });
    return set;
}

}  // namespace resched

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

// perf sched of 6.1 records sched_wakeup_new beside sched_waking, which tells nothing of other
// wakeups.
bool hasPlacements(const Trace& trace)
{
    const auto isPlacement = [](const Wakeup& wakeup) { return wakeup.kind == EventKind::Wakeup; };
    return trace.hasWakeup() && std::ranges::any_of(trace.wakeups(), isPlacement);
}

WaitFrom effectiveFrom(const Trace& trace, WaitFrom asked, bool hasPlacements)
{
    if (!trace.hasWaking() && trace.hasWakeup()) return WaitFrom::Wakeup;
    return hasPlacements ? asked : WaitFrom::Waking;
}

bool wants(WaitRule rule, bool isSplit, WaitKind kind)
{
    if (isSplit || rule == WaitRule::RunDelay || rule == WaitRule::PerfLatency) return true;
    return (rule == WaitRule::Preempt) == (kind == WaitKind::Preemption);
}

bool wantsCpu(const WaitOptions& options, std::int16_t cpu)
{
    return options.cpus.isEmpty() || (cpu >= 0 && options.cpus.contains(CpuId{cpu}));
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

WaitFinder::WaitFinder(const Trace& trace, const WaitOptions& options)
    : trace_(trace), options_(options), hasPlacements_(hasPlacements(trace))
{
    options_.from = effectiveFrom(trace, options.from, hasPlacements_);
    auto indexes = std::make_unique<Indexes>(Indexes{indexWakeups(trace), std::nullopt});
    if (options.rule == WaitRule::PerfLatency) indexes->slices.emplace(trace);
    indexes_ = std::move(indexes);
}

WaitFinder::~WaitFinder() = default;

namespace {

// Walks the segments of one task and tells its waits by the rules that count from a wakeup.
class SegmentWalk
{
public:
    SegmentWalk(const Trace& trace, TaskId task, const WaitOptions& options, bool isSplit,
                std::span<const std::uint32_t> wakeups, WaitSet& set)
        : trace_(trace),
          task_(task),
          options_(options),
          isSplit_(isSplit),
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
        const bool isContinued = isOpen_ && (segment.flags & TaskSegment::kContinued) != 0;
        if (!isContinued) cut(segment.begin);
        cpu_ = segment.cpu;
        if (isContinued) return;
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
            cpu_ = segment.cpu;
            cut(segment.begin);
        }
        isCounted_ = false;
    }

    void close(const TaskSegment& segment)
    {
        isOpen_ = false;
        if (!counts(segment.begin, segment.cpu)) return;
        Wait wait{begin_, segment.begin, task_, segment.cpu, kind_, link_};
        if (kind_ == WaitKind::Wakeup && link_ != TaskSegment::kNoLink && !begin(wait)) return;
        set_.waits.push_back(wait);
    }

    void cut(Timestamp time)
    {
        if (!isOpen_) return;
        isOpen_ = false;
        if (counts(time, cpu_)) ++set_.censored;
    }

    bool counts(Timestamp time, std::int16_t cpu) const
    {
        return wants(options_.rule, isSplit_, kind_) && wantsCpu(options_, cpu) &&
               isInWindow(trace_, options_.window, time);
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
            if (options_.from == WaitFrom::Wakeup && wakeup.kind == EventKind::Waking) continue;
            // At the very time of the switch-in only what belongs to this wait may count.
            if (wakeup.time == wait.end && chosen != TaskSegment::kNoLink &&
                (wakeup.flags & Wakeup::kConfirms) == 0) {
                break;
            }
            chosen = *it;
            if (options_.rule != WaitRule::LastWake) break;
        }
        if (chosen == TaskSegment::kNoLink) return false;
        wait.wakeup = chosen;
        wait.begin = trace_.wakeups()[chosen].time;
        return true;
    }

    const Trace& trace_;
    TaskId task_;
    const WaitOptions& options_;
    bool isSplit_;
    std::span<const std::uint32_t> wakeups_;
    WaitSet& set_;

    bool isOpen_ = false;
    bool isCutBegin_ = false;
    bool isCounted_ = false;  // the wait that vanished in unknown time has been counted
    Timestamp begin_{};
    std::int16_t cpu_ = -1;  // where it waits
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
    PerfWalk(const Trace& trace, TaskId task, const WaitOptions& options, WaitSet& set)
        : trace_(trace), task_(task), options_(options), set_(set)
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
        const auto place = static_cast<std::int16_t>(number(cpu));
        if (!isInWindow(trace_, options_.window, time) || !wantsCpu(options_, place)) return;
        const WaitKind kind =
            link_ == TaskSegment::kNoLink ? WaitKind::Preemption : WaitKind::Wakeup;
        set_.waits.push_back({since_, time, task_, place, kind, link_});
    }

private:
    enum class Atom : std::uint8_t { Sleeping, WaitCpu, In };

    const Trace& trace_;
    TaskId task_;
    const WaitOptions& options_;
    WaitSet& set_;
    bool isKnown_ = false;
    Atom atom_ = Atom::Sleeping;
    Timestamp since_{};
    std::uint32_t link_ = TaskSegment::kNoLink;
};

void walkLikePerf(const Trace& trace, TaskId task, const WaitOptions& options,
                  std::span<const std::uint32_t> wakeups, std::span<const SliceRef> slices,
                  WaitSet& set)
{
    PerfWalk walk(trace, task, options, set);
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

// Whether the wakeup that begins with row `i` of the task's list began no wait of its own.
bool isSpurious(const Trace& trace, std::span<const std::uint32_t> wakeups, std::size_t i)
{
    const Wakeup& wakeup = trace.wakeups()[wakeups[i]];
    if ((wakeup.flags & Wakeup::kSpurious) == 0) return false;
    if (wakeup.kind != EventKind::Waking || i + 1 == wakeups.size()) return true;
    // It came before the task had left the CPU; the placement may have come after.
    const Wakeup& next = trace.wakeups()[wakeups[i + 1]];
    return next.kind != EventKind::Wakeup || (next.flags & Wakeup::kStartsWait) == 0;
}

void countWakeups(const Trace& trace, const WaitOptions& options, bool hasPlacements,
                  std::span<const std::uint32_t> wakeups, WaitSet& set)
{
    bool isWakingOpen = false;
    for (std::size_t i = 0; i < wakeups.size(); ++i) {
        const Wakeup& wakeup = trace.wakeups()[wakeups[i]];
        const bool isWaking = wakeup.kind == EventKind::Waking;
        const bool isCompletion = isWakingOpen && wakeup.kind == EventKind::Wakeup;
        isWakingOpen = isWaking;
        const std::int16_t cpu = wakeup.targetCpu >= 0 ? wakeup.targetCpu : wakeup.cpu;
        if (!isInWindow(trace, options.window, wakeup.time) || !wantsCpu(options, cpu)) continue;
        if (!isWaking || !hasPlacements) ++set.wakeups;
        if (!isCompletion && isSpurious(trace, wakeups, i)) ++set.spurious;
    }
}

}  // namespace

void WaitFinder::find(TaskId task, bool isSplit, WaitSet& set) const
{
    set.from = options_.from;
    set.hasWakeups = trace_.hasWaking() || trace_.hasWakeup();
    if (task == kIdleTask) return;
    const auto wakeups = indexes_->wakeups.of(task);
    countWakeups(trace_, options_, hasPlacements_, wakeups, set);
    if (options_.rule != WaitRule::PerfLatency) {
        SegmentWalk(trace_, task, options_, isSplit, wakeups, set).run();
        return;
    }
    // The waits that are cut are the same under every rule: counted from the segments.
    WaitSet cut{.waits = {}, .hasWakeups = set.hasWakeups};
    SegmentWalk(trace_, task, options_, isSplit, wakeups, cut).run();
    set.censored += cut.censored;
    walkLikePerf(trace_, task, options_, wakeups, indexes_->slices->of(task), set);
}

WaitSet findWaits(const Trace& trace, const WaitOptions& options)
{
    const WaitFinder finder(trace, options);
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

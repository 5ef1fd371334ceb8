// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/wait_decision.h"

#include "sched/load_weight.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>

namespace resched {

namespace {

// The task that has the CPU at that time, and where its slice is.
const CpuSlice* sliceAt(const CpuLane& lane, Timestamp time)
{
    const auto slice = std::ranges::upper_bound(lane.slices, time, {}, &CpuSlice::end);
    return slice != lane.slices.end() && slice->begin <= time ? &*slice : nullptr;
}

class Decider
{
public:
    Decider(const Trace& trace, const Wait& wait, const SimulatedSettings& settings)
        : trace_(trace), wait_(wait), settings_(settings), r(settings.rules)
    {}

    std::optional<WaitDecision> decide()
    {
        const bool found = wait_.kind == WaitKind::Wakeup ? findRefusal() : findEnd();
        if (!found) return std::nullopt;
        if (decision_.isRefusal) {
            explainRefusal();
        } else {
            explainEnd();
        }
        return decision_;
    }

private:
    bool findRefusal()
    {
        const auto refusals = trace_.refusals();
        auto at = std::ranges::lower_bound(refusals, wait_.begin, {}, &Refusal::time);
        for (; at != refusals.end() && at->time == wait_.begin; ++at) {
            if (at->task != wait_.task) continue;
            decision_ = {
                .isRefusal = true, .refusal = at->rule, .value = at->value, .limit = at->limit};
            if (const CpuLane* lane = trace_.cpu(CpuId{at->cpu})) {
                const CpuSlice* slice = sliceAt(*lane, at->time);
                if (slice != nullptr) decision_.by = slice->task;
            }
            return true;
        }
        return false;
    }

    bool findEnd()
    {
        for (const CpuLane& lane : trace_.cpus()) {
            auto slice = std::ranges::lower_bound(lane.slices, wait_.begin, {}, &CpuSlice::end);
            for (; slice != lane.slices.end() && slice->end == wait_.begin; ++slice) {
                if (slice->task != wait_.task) continue;
                const auto at = static_cast<std::size_t>(slice - lane.slices.begin());
                if (at >= lane.decisions.size()) return false;
                const Decision& why = lane.decisions[at];
                decision_ = {
                    .reason = slice->reason, .value = why.value, .limit = why.limit, .by = why.by};
                lane_ = &lane;
                return true;
            }
        }
        return false;
    }

    // --- wakeups that did not preempt ---

    void explainRefusal()
    {
        switch (decision_.refusal) {
            case RefusalRule::Granularity:
                lowerGranularity();
                return;
            case RefusalRule::Protected:
                switchFeature("RUN_TO_PARITY", false);
                return;
            case RefusalRule::FeatureOff:
                switchFeature("WAKEUP_PREEMPT", true);
                switchFeature("WAKEUP_PREEMPTION", true);
                return;
            default:
                return;
        }
    }

    // The weight whose virtual time the granularity was scaled into; null: none of the two tasks'.
    std::optional<LoadWeight> granularityWeight(TaskId woken, TaskId curr) const
    {
        for (const TaskId task : {woken, curr}) {
            const auto weight = weightOf(task);
            if (weight && scaledGranularity(r.wakeupGranularity, *weight) == decision_.limit) {
                return weight;
            }
        }
        const LoadWeight plain = weightOfNice(0);
        if (decision_.limit == r.wakeupGranularity) return plain;
        return std::nullopt;
    }

    std::int64_t scaledGranularity(std::int64_t granularity, const LoadWeight& weight) const
    {
        return virtualTime(r.arithmetic, granularity, weight);
    }

    // The lead must exceed the granularity.
    void lowerGranularity()
    {
        if (r.model != FairModel::Vruntime || decision_.value <= 0) return;
        const auto weight = granularityWeight(wait_.task, decision_.by);
        if (!weight) return;
        const std::int64_t least = leastOf(
            [&](std::int64_t granularity) {
                return scaledGranularity(granularity, *weight) >= decision_.value;
            },
            0, r.wakeupGranularity);
        set("wakeup_granularity_ns", Otherwise::Side::AtMost, least - 1);
    }

    // --- slices that ended ---

    void explainEnd()
    {
        switch (decision_.reason) {
            case EndReason::TickSlice:
            case EndReason::TickLead:
                lengthenSlice();
                return;
            case EndReason::WakeupPreempt:
                raiseGranularity();
                return;
            case EndReason::ForkPreempt:
                if (r.childRunsFirst && r.model == FairModel::Vruntime && !r.forkAlwaysResched) {
                    set("child_runs_first", Otherwise::Side::AtMost, 0);
                }
                return;
            case EndReason::RoundRobin:
                set("rr_timeslice_ns", Otherwise::Side::AtLeast, decision_.limit + r.tickPeriod);
                return;
            case EndReason::DeadlineRenewed:
                lengthenRequest();
                return;
            case EndReason::NotEligible:
                if (!r.protectByVprot) switchFeature("PREEMPT_SHORT", false);
                return;
            case EndReason::Throttled:
                if (isRealTime() && r.throttle == ThrottleRule::Period) {
                    set("rt_runtime_ns", Otherwise::Side::AtLeast, decision_.value);
                }
                return;
            default:
                return;
        }
    }

    bool isRealTime() const { return prioOf(wait_.task) != kNoPrio && prioOf(wait_.task) < 100; }

    // A task that has not run yet has the priority with which it will.
    int prioOf(TaskId task) const
    {
        const int prio = trace_.prioAt(task, wait_.begin);
        const auto& later = trace_.task(task).prios;
        return prio == kNoPrio && !later.empty() ? later.front().prio : prio;
    }

    // The lead must not exceed the granularity.
    void raiseGranularity()
    {
        if (r.model != FairModel::Vruntime || decision_.limit <= 0) return;
        const auto weight = granularityWeight(decision_.by, wait_.task);
        if (!weight) return;
        const std::int64_t least = leastOf(
            [&](std::int64_t granularity) {
                return scaledGranularity(granularity, *weight) >= decision_.value;
            },
            r.wakeupGranularity, maximumOf("wakeup_granularity_ns"));
        set("wakeup_granularity_ns", Otherwise::Side::AtLeast, least);
    }

    // Tasks of the fair class that are on the CPU as the wait begins.
    struct Load
    {
        std::int64_t count = 0;
        std::int64_t weight = 0;
        bool isKnown = true;
    };
    Load loadOfCpu() const
    {
        Load load;
        const auto cpu = static_cast<std::int16_t>(number(lane_->id));
        for (std::uint32_t i = 1; i < trace_.tasks().size(); ++i) {
            const Task& task = trace_.task(TaskId{i});
            const auto after =
                std::ranges::upper_bound(task.segments, wait_.begin, {}, &TaskSegment::begin);
            if (after == task.segments.begin()) continue;
            if (!isQueuedOn(task, std::prev(after) - task.segments.begin(), cpu)) continue;
            const int prio = prioOf(TaskId{i});
            if (prio != kNoPrio && prio < 100) continue;
            const auto weight = weightOf(TaskId{i});
            load.isKnown = load.isKnown && weight.has_value();
            ++load.count;
            if (weight) load.weight += weight->weight;
        }
        return load;
    }

    // Tasks that were runnable before the run began have no wakeup.
    static bool isQueuedOn(const Task& task, std::ptrdiff_t at, std::int16_t cpu)
    {
        const TaskSegment* segment = &task.segments[static_cast<std::size_t>(at)];
        if (segment->state == SegmentState::Unknown && std::ssize(task.segments) > at + 1)
            ++segment;
        return segment->cpu == cpu &&
               (segment->state == SegmentState::Running || segment->state == SegmentState::Woken ||
                segment->state == SegmentState::Preempted);
    }

    // sched_slice on one level.
    std::int64_t sliceOf(const FairRules& rules, const Load& load, std::int64_t weight) const
    {
        std::int64_t period = rules.latency;
        const bool isExact = rules.arithmetic == Arithmetic::Exact;
        if (load.count > rules.nrLatency) {
            period = isExact ? rules.latency * load.count / rules.nrLatency
                             : rules.minGranularity * load.count;
        }
        const LoadWeight total{.weight = load.weight, .inverse = 0};
        const std::int64_t slice = isExact ? period * weight / load.weight
                                           : scaled(rules.arithmetic, period, weight, total);
        return rules.baseSliceFloor ? std::max(slice, rules.minGranularity) : slice;
    }

    FairRules rulesWith(const char* tunable, std::int64_t value) const
    {
        SchedulerSettings changed = settings_.chosen;
        changed.tunables[tunable] = value;
        const auto resolved = resolve(changed, settings_.cpus);
        return resolved ? fairRules(*resolved, settings_.hz) : r;
    }

    // Slices are compared with what it ran, leads with the slice: either must reach the value.
    void lengthenSlice()
    {
        if (r.model != FairModel::Vruntime) return;
        if (decision_.value < 0) {
            switchFeature("TICK_UNSIGNED_COMPARE", false);
            return;
        }
        const Load load = loadOfCpu();
        const auto own = weightOf(wait_.task);
        if (!load.isKnown || !own || load.weight <= 0) return;
        if (sliceOf(r, load, own->weight) != decision_.limit) return;
        for (const auto& [tunable, present] : {std::pair{"latency_ns", r.latency},
                                               std::pair{"min_granularity_ns", r.minGranularity}}) {
            const auto reaches = [&, name = tunable](std::int64_t value) {
                return sliceOf(rulesWith(name, value), load, own->weight) >= decision_.value;
            };
            const std::int64_t most = maximumOf(tunable);
            if (most <= present || !reaches(most)) continue;
            set(tunable, Otherwise::Side::AtLeast, leastOf(reaches, present, most));
            return;
        }
    }

    // The request must not have been served yet: the deadline lies as much later as the request is
    // longer.
    void lengthenRequest()
    {
        const auto own = weightOf(wait_.task);
        if (!own) return;
        const std::int64_t late = decision_.value - decision_.limit;
        const std::int64_t now = virtualTime(r.arithmetic, r.baseSlice, *own);
        const std::int64_t least = leastOf(
            [&](std::int64_t slice) { return virtualTime(r.arithmetic, slice, *own) - now > late; },
            r.baseSlice, maximumOf("base_slice_ns"));
        set("base_slice_ns", Otherwise::Side::AtLeast, least);
    }

    // --- helpers ---

    std::optional<LoadWeight> weightOf(TaskId task) const
    {
        if (task == kNoTask || task == kIdleTask) return std::nullopt;
        const int prio = prioOf(task);
        if (prio < 100 || prio >= 140) return std::nullopt;
        return weightOfNice(prio - 120);
    }

    const TunableSpec* spec(std::string_view name) const
    {
        for (const TunableSpec& tunable : settings_.resolved.preset->tunables) {
            if (tunable.name == name) return &tunable;
        }
        return nullptr;
    }
    std::int64_t maximumOf(std::string_view name) const
    {
        const TunableSpec* found = spec(name);
        return found == nullptr ? -1 : found->maximum;
    }

    // The least value in (low, high] for which it holds; high + 1 where it never does.
    static std::int64_t leastOf(const std::function<bool(std::int64_t)>& holds, std::int64_t low,
                                std::int64_t high)
    {
        std::int64_t end = high + 1;
        std::int64_t begin = low;
        while (begin < end) {
            const std::int64_t middle = begin + (end - begin) / 2;
            if (holds(middle)) {
                end = middle;
            } else {
                begin = middle + 1;
            }
        }
        return begin;
    }

    void set(std::string_view name, Otherwise::Side side, std::int64_t threshold)
    {
        const TunableSpec* found = spec(name);
        if (found == nullptr || threshold < found->minimum || threshold > found->maximum) return;
        decision_.otherwise = Otherwise{.name = std::string(name),
                                        .side = side,
                                        .value = settings_.resolved.tunable(name),
                                        .threshold = threshold};
    }

    void switchFeature(std::string_view name, bool on)
    {
        for (const FeatureSpec& feature : settings_.resolved.preset->features) {
            if (feature.name != name) continue;
            decision_.otherwise = Otherwise{.name = (on ? "" : "NO_") + std::string(name),
                                            .side = Otherwise::Side::Switched};
        }
    }

    const Trace& trace_;
    const Wait& wait_;
    const SimulatedSettings& settings_;
    const FairRules& r;
    const CpuLane* lane_ = nullptr;
    WaitDecision decision_;
};

}  // namespace

std::optional<SimulatedSettings> simulatedSettings(const TraceInfo& info)
{
    if (!info.simulated) return std::nullopt;
    const std::string_view text = info.provenance;
    SimulatedSettings settings;
    settings.cpus = std::max(info.cpusDeclared, 1);
    std::string_view words = text.substr(0, text.find(';'));
    bool isFirst = true;
    while (!words.empty()) {
        const std::string_view word = words.substr(0, words.find(' '));
        words.remove_prefix(std::min(word.size() + 1, words.size()));
        if (isFirst) {
            settings.chosen.scheduler = word;
        } else {
            const bool isTunable = word.find('=') != std::string_view::npos;
            const auto applied = isTunable ? applyTunable(settings.chosen, word)
                                           : applyFeature(settings.chosen, word);
            if (!applied) return std::nullopt;
        }
        isFirst = false;
    }
    if (const auto at = text.find("HZ="); at != std::string_view::npos) {
        const char* const begin = text.data() + at + 3;
        std::from_chars(begin, text.data() + text.size(), settings.hz);
    }
    auto resolved = resolve(settings.chosen, settings.cpus);
    if (!resolved || settings.hz <= 0) return std::nullopt;
    settings.resolved = std::move(*resolved);
    settings.rules = fairRules(settings.resolved, settings.hz);
    return settings;
}

std::optional<WaitDecision> waitDecision(const Trace& trace, const Wait& wait,
                                         const SimulatedSettings& settings)
{
    return Decider(trace, wait, settings).decide();
}

std::string_view refusalName(RefusalRule rule)
{
    static constexpr std::array<std::string_view, 9> kNames = {
        "none",   "granularity", "protected",      "not_eligible", "later_deadline",
        "policy", "feature_off", "less_important", "pending"};
    static_assert(kNames.size() == static_cast<std::size_t>(RefusalRule::Pending) + 1);
    return kNames[static_cast<std::size_t>(rule)];
}

std::string otherwiseText(const Otherwise& otherwise)
{
    if (otherwise.side == Otherwise::Side::Switched) return otherwise.name;
    return otherwise.name +
           (otherwise.side == Otherwise::Side::AtMost ? " at most " : " at least ") +
           std::to_string(otherwise.threshold) + " (it is " + std::to_string(otherwise.value) + ")";
}

}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/vruntime_hints.h"

#include "replay/recorded_points.h"
#include "sched/load_weight.h"

#include <algorithm>
#include <map>
#include <utility>

namespace resched {

namespace {

// A sleeper that nothing is known of has slept for long.
constexpr std::int64_t kLongAsleep = -1'000'000'000;
// Virtual per real time: 341 for SCHED_IDLE's weight 3 (512 for 2), 68 for nice 19.
constexpr std::int64_t kLeastIdleRate = 200;
constexpr std::int64_t kGreatestIdleRate = 700;

struct Place
{
    std::int64_t vruntime = 0;
    std::int16_t cpu = -1;
};

bool isRunnableAt(const Task& task, Timestamp time)
{
    std::size_t i = segmentAt(task, time);
    // Seen first as it came to a CPU: it waited before.
    if (task.segments[i].state == SegmentState::Unknown && i + 1 < task.segments.size()) ++i;
    const SegmentState state = task.segments[i].state;
    return state == SegmentState::Running || state == SegmentState::Woken ||
           state == SegmentState::Preempted;
}

// Where each task stood before the execution that its first sample accounts for.
std::vector<std::optional<Place>> firstPlaces(const Trace& trace, Timestamp begin)
{
    std::vector<std::optional<Place>> places(trace.tasks().size());
    for (const VruntimeSample& sample : trace.vruntimes()) {
        if (sample.time < begin || places[index(sample.task)] ||
            nanoseconds(sample.vruntime) == 0) {
            continue;
        }
        const std::int16_t prio = trace.prioAt(sample.task, sample.time);
        const LoadWeight load = weightOfNice(prio >= 100 && prio < 140 ? prio - 120 : 0);
        const Task& task = trace.task(sample.task);
        places[index(sample.task)] =
            Place{.vruntime = nanoseconds(sample.vruntime) -
                              virtualTime(Arithmetic::Truncated, sample.ran, load),
                  .cpu = task.segments[segmentAt(task, sample.time)].cpu};
    }
    return places;
}

}  // namespace

std::vector<std::int64_t> startVruntimes(const Trace& trace, Timestamp begin)
{
    std::vector<std::int64_t> starts(trace.tasks().size(), 0);
    const std::vector<std::optional<Place>> places = firstPlaces(trace, begin);
    // The least of those that compete there at the start; where none does, of those that come.
    std::map<std::int16_t, std::int64_t> least;
    for (const bool runnable : {true, false}) {
        std::map<std::int16_t, std::int64_t> found;
        for (std::size_t i = 1; i < places.size(); ++i) {
            if (!places[i] || isRunnableAt(trace.tasks()[i], begin) != runnable) continue;
            const auto [at, isNew] = found.emplace(places[i]->cpu, places[i]->vruntime);
            if (!isNew) at->second = std::min(at->second, places[i]->vruntime);
        }
        least.merge(found);
    }
    for (std::size_t i = 1; i < places.size(); ++i) {
        const bool runnable = isRunnableAt(trace.tasks()[i], begin);
        if (places[i]) {
            starts[i] = places[i]->vruntime - least[places[i]->cpu];
        } else if (!runnable) {
            starts[i] = kLongAsleep;
        }
    }
    return starts;
}

std::vector<std::optional<Timestamp>> idlePolicySince(const Trace& trace)
{
    std::vector<std::optional<Timestamp>> since(trace.tasks().size());
    std::vector<const VruntimeSample*> last(trace.tasks().size(), nullptr);
    for (const VruntimeSample& sample : trace.vruntimes()) {
        const std::size_t i = index(sample.task);
        const VruntimeSample* const before = std::exchange(last[i], &sample);
        if (since[i] || before == nullptr || sample.ran < 1000) continue;
        const Task& task = trace.tasks()[i];
        // Nothing but its running may have moved it between the two.
        if (segmentAt(task, before->time) != segmentAt(task, sample.time)) continue;
        const std::int64_t rate = (sample.vruntime - before->vruntime).count() / sample.ran;
        if (rate >= kLeastIdleRate && rate <= kGreatestIdleRate) since[i] = before->time;
    }
    return since;
}

}  // namespace resched

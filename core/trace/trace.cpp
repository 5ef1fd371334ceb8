// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/trace.h"

#include <algorithm>

namespace resched {

const CpuLane* Trace::cpu(CpuId id) const
{
    const auto lane = std::ranges::lower_bound(data_.cpus, id, {}, &CpuLane::id);
    return lane != data_.cpus.end() && lane->id == id ? &*lane : nullptr;
}

std::string_view Trace::nameAt(TaskId id, Timestamp time) const
{
    const auto& names = task(id).names;
    if (names.empty()) return {};
    const auto after = std::ranges::upper_bound(names, time, {}, &NameChange::since);
    return name(after == names.begin() ? names.front().name : (after - 1)->name);
}

std::string_view Trace::name(TaskId id) const
{
    const auto& names = task(id).names;
    return names.empty() ? std::string_view{} : name(names.back().name);
}

std::int16_t Trace::prioAt(TaskId id, Timestamp time) const
{
    const auto& prios = task(id).prios;
    if (prios.empty()) return kNoPrio;
    const auto after = std::ranges::upper_bound(prios, time, {}, &PrioChange::since);
    return after == prios.begin() ? prios.front().prio : (after - 1)->prio;
}

std::optional<TaskId> Trace::find(Tid tid, std::optional<Timestamp> time) const
{
    std::optional<TaskId> best;
    for (std::size_t i = 0; i < data_.tasks.size(); ++i) {
        const Task& task = data_.tasks[i];
        if (task.tid != tid) continue;
        if (best && time && task.born && *time < *task.born) continue;
        best = TaskId{static_cast<std::uint32_t>(i)};
    }
    return best;
}

}  // namespace resched

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/live_trace.h"

#include <algorithm>
#include <utility>

namespace resched {

namespace {

TraceData startedAt(Timestamp begin, TraceInfo info)
{
    TraceData data;
    data.info = std::move(info);
    data.span = {begin, begin};
    return data;
}

}  // namespace

LiveTrace::LiveTrace(TraceInfo info, Timestamp begin, bool keepsLanes)
    : data_(startedAt(begin, std::move(info))), lanes_(data_), keepsLanes_(keepsLanes)
{}

void LiveTrace::countEvents(std::string_view name, std::uint64_t count)
{
    data_.info.events.emplace_back(name, count);
    data_.info.eventsTotal += count;
}

Trace LiveTrace::finish(Timestamp end)
{
    data_.span.end = std::max(end, data_.span.begin);
    data_.info.recorded = data_.span;
    std::ranges::sort(data_.info.events);
    lanes_.finish();
    return Trace(std::move(data_));
}

}  // namespace resched

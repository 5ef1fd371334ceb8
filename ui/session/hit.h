// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What stands at a place of the timeline: a typed value that the hit test answers, the details
// panel explains and the keyboard moves. Indexes are into the trace of `role`.

#include "base/ids.h"
#include "base/time.h"

#include <cstdint>
#include <variant>

namespace resched::ui {

enum class RunRole : std::uint8_t { Baseline, Current };

struct SliceHit
{
    CpuId cpu{};
    std::uint32_t slice = 0;
    friend bool operator==(const SliceHit&, const SliceHit&) = default;
};

// One pixel column that hides several slices of a CPU.
struct ManySlicesHit
{
    CpuId cpu{};
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    TimeRange column;
    friend bool operator==(const ManySlicesHit&, const ManySlicesHit&) = default;
};

struct IdleHit
{
    CpuId cpu{};
    TimeRange range;
    friend bool operator==(const IdleHit&, const IdleHit&) = default;
};

struct GapHit
{
    CpuId cpu{};
    std::uint32_t gap = 0;
    friend bool operator==(const GapHit&, const GapHit&) = default;
};

struct IrqHit
{
    CpuId cpu{};
    std::uint32_t irq = 0;
    friend bool operator==(const IrqHit&, const IrqHit&) = default;
};

struct SegmentHit
{
    TaskId task{};
    std::uint32_t segment = 0;
    friend bool operator==(const SegmentHit&, const SegmentHit&) = default;
};

struct ManySegmentsHit
{
    TaskId task{};
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    TimeRange column;
    friend bool operator==(const ManySegmentsHit&, const ManySegmentsHit&) = default;
};

struct DepthHit
{
    CpuId cpu{};
    std::int64_t depth = 0;
    friend bool operator==(const DepthHit&, const DepthHit&) = default;
};

using Thing = std::variant<std::monostate, SliceHit, ManySlicesHit, IdleHit, GapHit, IrqHit,
                           SegmentHit, ManySegmentsHit, DepthHit>;

struct Hit
{
    RunRole role = RunRole::Baseline;
    Timestamp time{};
    Thing thing = {};
    bool isNothing() const { return std::holds_alternative<std::monostate>(thing); }
    friend bool operator==(const Hit&, const Hit&) = default;
};

}  // namespace resched::ui

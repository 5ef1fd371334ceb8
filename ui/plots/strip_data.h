// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Curves over time, stacked in strips on one time axis: what the run-queue and vruntime views show,
// as values. One or two runs; where both are shown they lie over each other in the same strip.

#include "analysis/step_series.h"
#include "base/cpu_set.h"
#include "base/progress.h"
#include "base/result.h"
#include "base/time.h"
#include "plots/step_ladder.h"
#include "theme.h"
#include "trace/trace.h"

#include <QtCore/QString>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace resched::ui {

// A run as plots and figures know it: what it is called there, and its trace.
struct NamedRun
{
    QString label;
    std::shared_ptr<const Trace> trace;
    std::string digest = {};  // of the input, where the trace does not carry it
};

struct CurveInk
{
    std::optional<ColorId> id = {};  // else the curve colour of that number
    std::size_t number = 0;
    bool isFaint = false;
    QColor color(const Theme& theme) const
    {
        QColor color = id ? theme.color(*id) : theme.curveColor(number);
        if (isFaint) color.setAlphaF(0.35F);
        return color;
    }
};

struct Curve
{
    QString label;
    std::shared_ptr<const StepLadder> data;
    CurveInk ink;
    bool dashed = false;
    bool filled = false;
    bool inLegend = true;
};

enum class ValueKind : std::uint8_t { Tasks, VirtualTime };

struct StripGap
{
    TimeRange range;
    Look look = Look::Lost;
};

struct Strip
{
    QString title;      // "CPU 0"
    QString valueName;  // "Tasks", "Spread"
    ValueKind kind = ValueKind::Tasks;
    std::vector<Curve> curves;
    std::vector<StripGap> gaps;
    bool hasOwnLegend = false;  // else its curves are those of the legend above all strips
    double stretch = 1;
};

struct StripData
{
    Timestamp origin{};  // zero of the time axis
    TimeRange range{};   // what there is to see
    std::vector<Strip> strips;
    bool hasValues() const;
};

// The CPUs of both runs, those in `wanted` when it is not empty.
std::vector<CpuId> shownCpus(const std::optional<NamedRun>& baseline,
                             const std::optional<NamedRun>& current, const CpuSet& wanted);

// Tasks running or runnable, a strip per CPU.
Result<StripData> depthStrips(const std::optional<NamedRun>& baseline,
                              const std::optional<NamedRun>& current, const CpuSet& cpus,
                              Progress& progress);

// The vruntime of each task relative to the least of its run queue, a strip per run, on the first
// CPU of `cpus` or the one with most samples; then the spread, a strip per CPU. No strips when the
// traces hold no vruntime.
Result<StripData> spreadStrips(const std::optional<NamedRun>& baseline,
                               const std::optional<NamedRun>& current, const CpuSet& cpus,
                               Progress& progress);
// For one part of the time: tasks that have no vruntime inside it are left out, and those with the
// most changes inside it get the colours. An empty range is everything.
Result<StripData> spreadStripsWithin(TimeRange range, const std::optional<NamedRun>& baseline,
                                     const std::optional<NamedRun>& current, const CpuSet& cpus,
                                     Progress& progress);

}  // namespace resched::ui

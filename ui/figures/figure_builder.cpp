// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "figures/figure_builder.h"

#include "figures/caption.h"
#include "figures/figure_data.h"
#include "format.h"
#include "plots/strip_plot.h"
#include "plots/timeline_figure_plot.h"

#include <QtCore/QCoreApplication>

#include <algorithm>
#include <cmath>

namespace resched::ui {

namespace {

class Builder
{
    Q_DECLARE_TR_FUNCTIONS(Figure)
};

constexpr int kHistogramHeight = 430;

Error nothing(const std::string& what, const std::string& expected = {})
{
    return {.code = ErrorCode::InvalidArgument, .what = what, .expected = expected};
}

QStringList numbersHead()
{
    return {QString(),
            Builder::tr("n"),
            Builder::tr("mean"),
            Builder::tr("std. dev."),
            Builder::tr("min"),
            QStringLiteral("p50"),
            QStringLiteral("p90"),
            QStringLiteral("p95"),
            QStringLiteral("p99"),
            QStringLiteral("p99.9"),
            Builder::tr("max")};
}

QString rounded(const std::optional<double>& nanoseconds)
{
    if (!nanoseconds) return duration(std::optional<Nanoseconds>{});
    return duration(Nanoseconds{std::llround(*nanoseconds)}, 2);
}

QStringList numbersRow(const QString& label, const DistributionSummary& summary)
{
    return {label,
            count(summary.n),
            rounded(summary.mean),
            rounded(summary.stddev),
            duration(summary.min, 2),
            duration(summary.p50, 2),
            duration(summary.p90, 2),
            duration(summary.p95, 2),
            duration(summary.p99, 2),
            duration(summary.p999, 2),
            duration(summary.max, 2)};
}

// A run delay is always shown split into its two parts.
void addNumbers(std::vector<QStringList>& rows, const QString& label, const LatencyData& data)
{
    rows.push_back(numbersRow(label, data.summary));
    if (data.wakeups.n == 0 || data.preemptions.n == 0) return;
    rows.push_back(numbersRow(Builder::tr("   of these, %1").arg(waitKindText(WaitKind::Wakeup)),
                              data.wakeups));
    rows.push_back(numbersRow(
        Builder::tr("   of these, %1").arg(waitKindText(WaitKind::Preemption)), data.preemptions));
}

}  // namespace

Timestamp FigureBuilder::origin() const
{
    return wholeRange().begin;
}

TimeRange FigureBuilder::wholeRange() const
{
    TimeRange whole = current.trace->span();
    if (baseline) {
        whole.begin = std::min(whole.begin, baseline->trace->begin());
        whole.end = std::max(whole.end, baseline->trace->end());
    }
    return whole;
}

QString FigureBuilder::comparedTitle(const QString& subject) const
{
    if (!baseline) return Builder::tr("%1, %2").arg(subject, current.label);
    return Builder::tr("%1, %2 against %3").arg(subject, current.label, baseline->label);
}

bool FigureBuilder::wantsTask(const NamedRun& run, TaskId task) const
{
    if (&run == &current) return figure.options_.wantsTask(task);
    const std::optional<TaskId> same = current.trace->find(run.trace->task(task).tid);
    return same && figure.options_.wantsTask(*same);
}

void FigureBuilder::addSources()
{
    if (baseline) figure.caption_.append(sourceText(*baseline) + u'.');
    figure.caption_.append(sourceText(current) + u'.');
    const TimeRange shown = range().isEmpty() ? wholeRange() : range();
    figure.caption_.append(
        Builder::tr("Shown: %1. %2.").arg(rangeText(shown, origin()), programVersion()));
}

Result<void> FigureBuilder::build()
{
    const TimeRange whole = wholeRange();
    if (whole.isEmpty()) return nothing("the trace has no length, so there is nothing to draw");
    if (!range().isEmpty() && clipped(range(), whole).isEmpty()) {
        return nothing("the range holds no part of the trace",
                       "a range that begins before " +
                           std::to_string((whole.end - whole.begin).count()) +
                           "ns, counted from the start of the trace");
    }
    switch (figure.options_.view) {
        case FigureView::Timeline:
            return buildTimeline();
        case FigureView::Spread:
            return buildSpread();
        case FigureView::Histogram:
            return buildHistogram();
        case FigureView::Depth:
            return buildDepth();
    }
    return nothing("this view is not known");
}

Result<void> FigureBuilder::buildHistogram()
{
    const FigureOptions& options = figure.options_;
    const auto dataOf = [&](const NamedRun& run) -> std::shared_ptr<const LatencyData> {
        // Ids are those of the current run's trace; the other run has the same tids.
        std::function<bool(TaskId)> wanted;
        if (options.wantsTask) wanted = [&](TaskId task) { return wantsTask(run, task); };
        return std::make_shared<const LatencyData>(latencyData(*run.trace,
                                                               {.rule = options.rule,
                                                                .from = options.from,
                                                                .window = options.range,
                                                                .cpus = options.cpus},
                                                               wanted));
    };
    const LatencyRun shown{current.label, dataOf(current)};
    std::optional<LatencyRun> compared;
    if (baseline) compared = LatencyRun{baseline->label, dataOf(*baseline)};
    if (shown.data->sorted.empty() && (!compared || compared->data->sorted.empty())) {
        return shown.data->hasWakeups
                   ? nothing("there is no wait in this range, so there is nothing to draw")
                   : nothing("the trace records no wakeups, so there is no such wait",
                             "--rule preempt for the waits after preemptions");
    }
    auto plot = std::make_unique<LatencyPlot>();
    plot->setTheme(figure.theme_);
    plot->setSettings(options.latency);
    plot->setRuns(compared, shown);
    figure.data_ = histogramTable(compared, shown, plot->bins());
    figure.plot_ = std::move(plot);
    figure.plotHeight_ = kHistogramHeight;
    figure.title_ = comparedTitle(Builder::tr("Lengths of waits (%1)").arg(ruleText(options.rule)));
    figure.numbers_.push_back(numbersHead());
    QStringList samples;
    const LatencyRun* const runs[] = {compared ? &*compared : nullptr, &shown};
    for (const LatencyRun* run : runs) {
        if (run == nullptr) continue;
        addNumbers(figure.numbers_, run->label, *run->data);
        samples.append(samplesText(run->label, *run->data));
    }
    figure.caption_.append(Builder::tr("Rule %1. %2.")
                               .arg(ruleCaption(*shown.data), samples.join(QStringLiteral("; "))));
    if (!options.cpus.isEmpty()) {
        figure.caption_.append(
            Builder::tr("Waits that ended on CPU %1.").arg(fromTrace(options.cpus.text())));
    }
    addSources();
    return {};
}

Result<void> FigureBuilder::showStrips(StripData data)
{
    if (!range().isEmpty()) data.range = clipped(range(), data.range);
    figure.data_ = stripTable(data);
    auto plot = std::make_unique<StripPlot>();
    plot->setTheme(figure.theme_);
    plot->setData(std::make_shared<const StripData>(std::move(data)), QString());
    figure.plotHeight_ = std::max(300, plot->wantedHeight());
    figure.plot_ = std::move(plot);
    addSources();
    return {};
}

Result<void> FigureBuilder::buildDepth()
{
    Result<StripData> data = depthStrips(baseline, current, figure.options_.cpus, progress);
    if (!data) return data.error();
    if (!data->hasValues()) return nothing("the trace has none of these CPUs");
    figure.title_ = comparedTitle(Builder::tr("Tasks running or runnable on each CPU"));
    return showStrips(std::move(*data));
}

Result<void> FigureBuilder::buildSpread()
{
    Result<StripData> data =
        spreadStripsWithin(range(), baseline, current, figure.options_.cpus, progress);
    if (!data) return data.error();
    if (!data->hasValues()) {
        return nothing("the trace holds no vruntime on these CPUs",
                       "sched_stat_runtime events with vruntime (kernels before 6.8), or a run of "
                       "a fair scheduler");
    }
    figure.title_ = comparedTitle(Builder::tr("Virtual runtime on each run queue"));
    return showStrips(std::move(*data));
}

Result<void> FigureBuilder::buildTimeline()
{
    const TimeRange shown = range().isEmpty() ? wholeRange() : clipped(range(), wholeRange());
    Result<std::unique_ptr<TimelineFigurePlot>> plot = TimelineFigurePlot::make(
        baseline, current,
        {.range = shown, .origin = origin(), .cpus = figure.options_.cpus, .theme = figure.theme_},
        progress);
    if (!plot) return plot.error();
    figure.plotHeight_ = (*plot)->wantedHeight();
    figure.data_ = timelineTable(baseline, current, shown);
    figure.plot_ = std::move(*plot);
    figure.title_ = comparedTitle(Builder::tr("What ran when"));
    addSources();
    return {};
}

}  // namespace resched::ui

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/report.h"

#include "analysis/statistics.h"
#include "figures/caption.h"
#include "format.h"
#include "replay/fidelity.h"
#include "report/report_numbers.h"

#include <QtCore/QCoreApplication>

#include <algorithm>

namespace resched::ui {

namespace {

class Text
{
    Q_DECLARE_TR_FUNCTIONS(Report)
};

constexpr Nanoseconds kShortestTelling{20'000'000};
constexpr int kTellingFactor = 3;  // of the longest wait

class ReportMaker
{
public:
    ReportMaker(const NamedRun& recorded, const std::vector<ReportRun>& others,
                const ReportOptions& options, Progress& progress)
        : recorded_(recorded), others_(others), options_(options), progress_(progress)
    {}

    Result<Report> make()
    {
        report_.title =
            Text::tr("Scheduling report: %1").arg(shownPath(recorded_.trace->info().path));
        report_.summary = sourceText(recorded_) + u'.';
        addNumbers();
        if (others_.empty()) {
            if (const auto added = addRun({}, recorded_, {}); !added) return added.error();
        }
        for (std::size_t i = 0; i < others_.size(); ++i) {
            step_ = i;
            const auto added = addRun(recorded_, others_[i].run, others_[i].isSelfReplay);
            if (!added) return added.error();
        }
        addProvenance();
        return std::move(report_);
    }

private:
    std::vector<NamedRun> runs() const
    {
        std::vector<NamedRun> runs{recorded_};
        for (const ReportRun& other : others_) runs.push_back(other.run);
        return runs;
    }

    void addNumbers()
    {
        ReportSection section{
            .title = Text::tr("Numbers"), .paragraphs = {}, .tables = {}, .figures = {}};
        section.paragraphs.append(
            Text::tr("Waits follow the rule %1; percentiles are exact. Waits that the ends of the "
                     "recording or lost events cut are counted as censored and are in no "
                     "distribution.")
                .arg(fromTrace(ruleName(options_.rule))));
        section.tables.push_back(totalsTable(runs(), options_));
        section.tables.push_back(tasksTable(runs(), options_));
        report_.sections.push_back(std::move(section));
    }

    Result<void> addRun(const std::optional<NamedRun>& baseline, const NamedRun& current,
                        bool isSelfReplay)
    {
        ReportSection section{
            .title = baseline ? Text::tr("%1 against %2").arg(current.label, baseline->label)
                              : current.label,
            .paragraphs = {},
            .tables = {},
            .figures = {}};
        if (current.trace->info().simulated) section.paragraphs.append(sourceText(current) + u'.');
        if (baseline && isSelfReplay) {
            section.paragraphs.append(
                Text::tr("The same work under the settings of the recording: how far the model can "
                         "be trusted here."));
            section.tables.push_back(
                fidelityTable(measureFidelity(*baseline->trace, *current.trace)));
        }
        const TimeRange telling = tellingRange(*recorded_.trace, options_);
        const std::pair<FigureView, TimeRange> views[] = {{FigureView::Timeline, telling},
                                                          {FigureView::Histogram, options_.range},
                                                          {FigureView::Spread, telling},
                                                          {FigureView::Depth, telling}};
        for (const auto& [view, range] : views) {
            const Result<void> added = addFigure(section, baseline, current, view, range);
            if (!added) return added.error();
        }
        report_.sections.push_back(std::move(section));
        return {};
    }

    // A view that has nothing to show is a sentence instead of a picture.
    Result<void> addFigure(ReportSection& section, const std::optional<NamedRun>& baseline,
                           const NamedRun& current, FigureView view, TimeRange range)
    {
        const double parts = static_cast<double>(std::max<std::size_t>(1, others_.size()));
        StepProgress step(progress_, static_cast<double>(step_) / parts,
                          static_cast<double>(step_ + 1) / parts);
        Result<Figure> figure = Figure::make(baseline, current,
                                             {.view = view,
                                              .range = range,
                                              .rule = options_.rule,
                                              .from = options_.from,
                                              .theme = options_.theme},
                                             step);
        if (figure) {
            section.figures.push_back(std::make_shared<const Figure>(std::move(*figure)));
        } else if (figure.error().code == ErrorCode::InvalidArgument) {
            section.paragraphs.append(
                Text::tr("No figure \"%1\": %2.")
                    .arg(fromTrace(figureViewName(view)), fromTrace(figure.error().what)));
        } else {
            return figure.error();
        }
        return {};
    }

    void addProvenance()
    {
        ReportSection section{.title = Text::tr("Where this comes from"),
                              .paragraphs = {},
                              .tables = {},
                              .figures = {}};
        for (const NamedRun& run : runs()) {
            section.paragraphs.append(sourceText(run) + u'.');
            if (!run.trace->diagnostics().all().empty()) {
                section.tables.push_back(diagnosticsTable(run));
            }
        }
        section.paragraphs.append(Text::tr("Made by %1.").arg(programVersion()));
        report_.sections.push_back(std::move(section));
    }

    const NamedRun& recorded_;
    const std::vector<ReportRun>& others_;
    const ReportOptions& options_;
    Progress& progress_;
    Report report_;
    std::size_t step_ = 0;
};

}  // namespace

TimeRange tellingRange(const Trace& trace, const ReportOptions& options)
{
    const TimeRange whole = options.range.isEmpty() ? trace.span() : options.range;
    const WaitSet set =
        findWaits(trace, {.rule = options.rule, .from = options.from, .window = options.range});
    const auto longest = std::ranges::max_element(set.waits, {}, &Wait::length);
    if (longest == set.waits.end()) return whole;
    const Nanoseconds length = std::max(kShortestTelling, longest->length() * kTellingFactor);
    const Timestamp middle = longest->begin + longest->length() / 2;
    return clipped({middle - length / 2, middle + length / 2}, whole);
}

Result<Report> makeReport(const NamedRun& recorded, const std::vector<ReportRun>& others,
                          const ReportOptions& options, Progress& progress)
{
    return ReportMaker(recorded, others, options, progress).make();
}

}  // namespace resched::ui

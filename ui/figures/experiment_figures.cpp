// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Figures of many runs: a sweep's curve or heat map, an experiment's published and simulated rows.
#include "figures/caption.h"
#include "figures/figure.h"
#include "figures/sweep_table.h"
#include "format.h"
#include "plots/experiment_plot.h"
#include "plots/sweep_plot.h"

#include <QtCore/QCoreApplication>

#include <algorithm>
#include <utility>

namespace resched::ui {

namespace {

class Text
{
    Q_DECLARE_TR_FUNCTIONS(Figure)
};

constexpr int kSweepHeight = 420;

Cell cellOf(const std::optional<double>& value)
{
    return value ? Cell(*value) : Cell();
}

QString sweepTitle(const SweepResult& sweep, std::size_t number)
{
    const QString figure = scaleOfFigure(sweep.figures[number]).name;
    const QString first = scaleOfParameter(sweep.parameters[0].name).name;
    if (sweep.parameters.size() == 1) return Text::tr("%1 over %2").arg(figure, first);
    return Text::tr("%1 over %2 and %3")
        .arg(figure, first, scaleOfParameter(sweep.parameters[1].name).name);
}

QStringList sweepCaption(const SweepResult& sweep)
{
    const auto last = sweep.firstSeed + static_cast<std::uint64_t>(sweep.seeds) - 1;
    QStringList caption{Text::tr("simulated: %1").arg(fromTrace(sweep.what)),
                        Text::tr("seeds %1 to %2").arg(sweep.firstSeed).arg(last)};
    if (!sweep.isComplete()) {
        caption << Text::tr("%1 of %2 runs").arg(count(sweep.points.size()), count(sweep.size()));
    }
    return caption << programVersion();
}

Table experimentTable(const Experiment& experiment, const ExperimentResult* result)
{
    Table table;
    table.columns = {{"variant", "variant", ColumnKind::Text},
                     {"figure", "figure", ColumnKind::Text},
                     {"unit", "unit", ColumnKind::Text}};
    for (const char* key : {"published", "band_low", "band_high", "mean", "stddev"}) {
        table.columns.push_back({key, key, ColumnKind::Ratio});
    }
    for (std::size_t i = 0; i < experiment.rows.size(); ++i) {
        const ExperimentRow& row = experiment.rows[i];
        std::optional<double> mean;
        std::optional<double> stddev;
        for (const RowResult& each : result ? result->rows : std::vector<RowResult>{}) {
            if (each.row != i || !each.mean) continue;
            mean = each.mean;
            stddev = each.stddev;
        }
        table.rows.push_back({row.variant, row.label, row.unit, cellOf(row.published),
                              cellOf(row.low), cellOf(row.high), cellOf(mean), cellOf(stddev)});
    }
    return table;
}

}  // namespace

Result<Figure> Figure::ofSweep(std::shared_ptr<const SweepResult> sweep, std::size_t number,
                               const FigureOptions& options)
{
    if (number >= sweep->figures.size() || sweep->parameters.empty() || sweep->points.empty()) {
        return Error{.code = ErrorCode::InvalidArgument,
                     .what = "the sweep has no such figure or no points"};
    }
    Figure figure;
    figure.options_ = options;
    figure.theme_ = Theme::of(options.theme);
    figure.title_ = sweepTitle(*sweep, number);
    figure.caption_ = sweepCaption(*sweep);
    figure.data_ = sweepTable(*sweep);
    auto plot = std::make_unique<SweepPlot>();
    plot->setTheme(figure.theme_);
    plot->show(std::move(sweep), number);
    figure.plot_ = std::move(plot);
    figure.plotHeight_ = kSweepHeight;
    figure.layOut();
    return figure;
}

Result<Figure> Figure::ofExperiment(std::shared_ptr<const Experiment> experiment,
                                    std::shared_ptr<const ExperimentResult> result,
                                    const FigureOptions& options)
{
    Figure figure;
    figure.options_ = options;
    figure.theme_ = Theme::of(options.theme);
    figure.title_ = fromTrace(experiment->title);
    figure.caption_ = QStringList{fromTrace(experiment->source)};
    std::size_t seeds = 0;
    for (const RowResult& row : result ? result->rows : std::vector<RowResult>{}) {
        seeds = std::max(seeds, row.values.size());
    }
    figure.caption_ << (seeds == 0 ? Text::tr("not simulated")
                                   : Text::tr("simulated with %n seed(s)", nullptr,
                                              static_cast<int>(seeds)))
                    << programVersion();
    figure.data_ = experimentTable(*experiment, result.get());
    auto plot = std::make_unique<ExperimentPlot>();
    plot->setTheme(figure.theme_);
    plot->show(std::move(experiment), std::move(result));
    figure.plotHeight_ = plot->minimumHeight();
    figure.plot_ = std::move(plot);
    figure.layOut();
    return figure;
}

}  // namespace resched::ui

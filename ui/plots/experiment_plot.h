// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The figures of an experiment: a line a row, below each other by unit; the band, the published
// figure, and what was simulated: the mean and each seed. The axis is logarithmic where the figures
// of a unit lie far apart.

#include "experiment/experiment_run.h"
#include "theme.h"

#include <qcustomplot.h>

#include <memory>
#include <string>
#include <vector>

namespace resched::ui {

class ExperimentPlot final : public QCustomPlot
{
    Q_OBJECT
public:
    explicit ExperimentPlot(QWidget* parent = nullptr);

    // `result` is null before it was run.
    void show(std::shared_ptr<const Experiment> experiment,
              std::shared_ptr<const ExperimentResult> result);
    void setTheme(const Theme& theme);

private:
    struct Line
    {
        const ExperimentRow* row = nullptr;
        const RowResult* result = nullptr;  // null: not simulated
    };
    struct Panel
    {
        std::string unit;
        std::vector<Line> lines;
    };

    std::vector<Panel> panels() const;
    const RowResult* resultOf(std::size_t row) const;
    void rebuild();
    void addPanel(const Panel& panel, QCPMarginGroup& margins);
    void addBands(const Panel& panel, QCPAxis& names, QCPAxis& values);
    void addPoints(const Panel& panel, QCPAxis& names, QCPAxis& values, bool toLegend);
    QCPGraph* points(QCPAxis& names, QCPAxis& values, const QCPScatterStyle& style,
                     const QString& name);
    QColor bandColor() const;

    std::shared_ptr<const Experiment> experiment_;
    std::shared_ptr<const ExperimentResult> result_;
    Theme theme_ = Theme::of(ThemeKind::Light);
    QCPLegend* legend_ = nullptr;
};

}  // namespace resched::ui

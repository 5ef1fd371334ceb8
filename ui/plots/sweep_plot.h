// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One figure of a sweep: over one parameter as a curve of means with the spread of the seeds, over
// two as a heat map of means. Figures use the same widget without showing it.

#include "experiment/sweep_cells.h"
#include "plots/sweep_scale.h"
#include "theme.h"

#include <qcustomplot.h>

#include <memory>
#include <optional>
#include <vector>

namespace resched::ui {

class HeatPlottable;

class SweepPlot final : public QCustomPlot
{
    Q_OBJECT
public:
    explicit SweepPlot(QWidget* parent = nullptr);

    // Null: nothing was run. `figure`: of SweepResult::figures.
    void show(std::shared_ptr<const SweepResult> sweep, std::size_t figure);
    void setTheme(const Theme& theme);
    bool isHeatMap() const { return heat_ != nullptr; }
    const HeatPlottable* heat() const { return heat_; }
    // What is under the pointer, or "".
    QString textAt(const QPointF& pixel) const;

protected:
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    void rebuild();
    bool hasValues() const;
    QCPRange meanRange() const;
    QString cellText(const SweepCell& cell) const;

    void buildCurve();
    void buildParameterAxis(QCPAxis& axis) const;
    void buildFigureAxis(QCPAxis& axis) const;
    void addSpread(QCPAxis& keys, QCPAxis& values);
    void addMeans(QCPAxis& keys, QCPAxis& values);
    QCPGraph* line(QCPAxis& keys, QCPAxis& values, const QString& name);

    void buildHeatMap();
    void buildValuesAxis(QCPAxis& axis, std::size_t parameter) const;
    void addColorScale(const QCPRange& range, bool isLog);

    std::shared_ptr<const SweepResult> sweep_;
    std::size_t figure_ = 0;
    std::vector<SweepCell> cells_;
    SweepScale scale_;
    Theme theme_ = Theme::of(ThemeKind::Light);
    QCPLegend* legend_ = nullptr;
    HeatPlottable* heat_ = nullptr;  // null: a curve, or nothing
};

}  // namespace resched::ui

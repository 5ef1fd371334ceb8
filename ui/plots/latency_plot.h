// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The distribution of waits of one run, or of two over each other: a histogram with linear or
// logarithmic axes, under it the cumulative share, and exact percentiles as lines. Brushing (a
// click or a drag over bars, or the arrow keys) chooses lengths; whoever listens finds the waits
// behind them with waitsBetween(). Figures use the same widget without showing it.

#include "plots/latency_data.h"
#include "theme.h"

#include <qcustomplot.h>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace resched::ui {

struct LatencyRun
{
    QString label;
    std::shared_ptr<const LatencyData> data;
};

struct LatencyPlotSettings
{
    Scale lengths = Scale::Log;
    Scale counts = Scale::Linear;
    bool showCdf = true;
    bool showPercentiles = true;
    friend bool operator==(const LatencyPlotSettings&, const LatencyPlotSettings&) = default;
};

class LatencyPlot : public QCustomPlot
{
    Q_OBJECT
public:
    using Brushed = std::pair<Nanoseconds, Nanoseconds>;  // lengths from first to below second

    explicit LatencyPlot(QWidget* parent = nullptr);

    // `baseline` is absent when one run is shown alone. Clears the brush when the bins change.
    void setRuns(std::optional<LatencyRun> baseline, std::optional<LatencyRun> current);
    void setSettings(const LatencyPlotSettings& settings);
    void setTheme(const Theme& theme);
    void setBrushed(std::optional<Brushed> brushed);

    const LatencyPlotSettings& settings() const { return settings_; }
    const std::optional<Brushed>& brushed() const { return brushed_; }
    const Bins& bins() const { return bins_; }
    bool hasSamples() const { return bins_.count() > 0; }
    // The middle of a bar's place on the axis, in widget pixels, for tests and tooltips.
    QPointF binCenter(std::size_t bin) const;
    QString binText(std::size_t bin) const;

signals:
    // Nothing brushed: nullopt.
    void brushedChanged(std::optional<resched::ui::LatencyPlot::Brushed> brushed);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void rebuild();
    void buildLegend();
    void buildHistogram();
    void buildCdf();
    void buildAxes(QCPAxisRect& rect, bool isLowest);
    void addHistogram(const LatencyRun& run, bool isBaseline);
    void addCdf(const LatencyRun& run, bool isBaseline);
    void addMarks();
    void showNothing();
    void showBrush();
    QCPRange keyRange() const;
    QColor colorOf(bool isBaseline) const;
    std::optional<std::size_t> binAt(const QPointF& position) const;
    void brushBins(std::size_t from, std::size_t to);
    void describe();

    std::optional<LatencyRun> baseline_;
    std::optional<LatencyRun> current_;
    LatencyPlotSettings settings_;
    Theme theme_ = Theme::of(ThemeKind::Light);
    Bins bins_;
    std::vector<BinCount> baselineCounts_;
    std::vector<BinCount> currentCounts_;
    std::optional<Brushed> brushed_;
    std::optional<std::size_t> pressedBin_;
    QCPAxisRect* histogram_ = nullptr;  // null while there is nothing to show
    QCPAxisRect* cdf_ = nullptr;
    QCPLegend* legend_ = nullptr;
    QCPItemRect* brushMark_ = nullptr;
};

}  // namespace resched::ui

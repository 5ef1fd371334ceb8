// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The distribution of waits of both runs over the studied range. Brushing bars chooses the waits
// behind them, which the timeline then points at.

#include "plots/latency_plot.h"
#include "session/session.h"

#include <QtWidgets/QWidget>

#include <utility>

class QCheckBox;
class QLabel;

namespace resched::ui {

class LatencyPanel final : public QWidget
{
    Q_OBJECT
public:
    explicit LatencyPanel(Session& session, QWidget* parent = nullptr);
    LatencyPlot& plot() { return *plot_; }
    bool isReady() const { return !job_.isRunning(); }

protected:
    void changeEvent(QEvent* event) override;

private:
    using Data = std::pair<std::shared_ptr<const LatencyData>, std::shared_ptr<const LatencyData>>;

    void recompute();
    void show(Data data);
    void changePlot();
    void brush();

    Session& session_;
    LatencyPlot* plot_;
    QCheckBox* logLengths_;
    QCheckBox* logCounts_;
    QCheckBox* cdf_;
    QCheckBox* onlyTask_;
    QLabel* caption_;
    Data data_;
    Job job_;
};

}  // namespace resched::ui

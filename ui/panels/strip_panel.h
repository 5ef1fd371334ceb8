// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Curves over the session's time axis, from both runs: the depth of the run queues, or vruntime and
// its spread.

#include "plots/strip_plot.h"
#include "session/session.h"

#include <QtWidgets/QWidget>

#include <functional>

class QScrollArea;

namespace resched::ui {

class StripPanel final : public QWidget
{
    Q_OBJECT
public:
    // How the curves are worked out, off the ui thread.
    using Source = std::function<Result<StripData>(const std::optional<NamedRun>& baseline,
                                                   const std::optional<NamedRun>& current,
                                                   const CpuSet& cpus, Progress& progress)>;

    StripPanel(Session& session, Source source, QString emptyText, QWidget* parent = nullptr);
    StripPlot& plot() { return *plot_; }
    bool isReady() const { return !job_.isRunning(); }

protected:
    void changeEvent(QEvent* event) override;

private:
    void connectSession();
    void recompute();

    Session& session_;
    Source source_;
    QString emptyText_;
    QScrollArea* scroll_;
    StripPlot* plot_;
    Job job_;
};

}  // namespace resched::ui

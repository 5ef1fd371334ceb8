// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A figure: one view of one run, or of two to be compared, as it goes into a paper or a mail. It is
// made whole or not at all (an empty picture is an error that says why), needs no window, and the
// same input paints the same bytes. The data that it shows is a table.

#include "analysis/waits.h"
#include "base/cpu_set.h"
#include "base/progress.h"
#include "base/result.h"
#include "base/time.h"
#include "experiment/experiment_run.h"
#include "experiment/sweep.h"
#include "export/table.h"
#include "plots/latency_plot.h"
#include "plots/strip_data.h"
#include "theme.h"

#include <QtCore/QRect>
#include <QtCore/QString>
#include <QtCore/QStringList>

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

class QCustomPlot;

namespace resched::ui {

class Canvas;

enum class FigureView : std::uint8_t { Timeline, Spread, Histogram, Depth };

std::optional<FigureView> parseFigureView(std::string_view name);
std::string_view figureViewName(FigureView view);

struct FigureOptions
{
    FigureView view = FigureView::Histogram;
    TimeRange range{};  // empty: everything
    WaitRule rule = WaitRule::RunDelay;
    WaitFrom from = WaitFrom::Waking;
    std::function<bool(TaskId)> wantsTask = {};  // histogram: whose waits; empty: everyone's
    CpuSet cpus = {};                            // empty: all
    LatencyPlotSettings latency = {};
    ThemeKind theme = ThemeKind::Light;
    int width = 900;  // pixels of 1/96 inch
    int height = 0;   // 0: by content
};

class Figure
{
public:
    // `baseline` is absent when one run is shown alone.
    static Result<Figure> make(const std::optional<NamedRun>& baseline, const NamedRun& current,
                               const FigureOptions& options, Progress& progress);

    // Figure `number` of the sweep; the data are all its points.
    static Result<Figure> ofSweep(std::shared_ptr<const SweepResult> sweep, std::size_t number,
                                  const FigureOptions& options);
    // `result` is null when nothing was simulated.
    static Result<Figure> ofExperiment(std::shared_ptr<const Experiment> experiment,
                                       std::shared_ptr<const ExperimentResult> result,
                                       const FigureOptions& options);

    Figure(Figure&&) noexcept;
    Figure& operator=(Figure&&) noexcept;
    ~Figure();

    QSize size() const { return size_; }
    const QString& title() const { return title_; }
    const QStringList& caption() const { return caption_; }
    const Table& data() const { return data_; }
    const QCustomPlot& plot() const { return *plot_; }
    // With its top left corner there.
    void paint(Canvas& canvas, QPoint at = {}) const;

private:
    Figure();
    void layOut();
    void paintNumbers(Canvas& canvas, const QRect& place) const;
    int numbersHeight() const;
    QString captionText() const;

    FigureOptions options_;
    Theme theme_ = Theme::of(ThemeKind::Light);
    QString title_;
    QStringList caption_;
    std::vector<QStringList> numbers_;  // a small table under the plot; the first row is its head
    Table data_;
    std::unique_ptr<QCustomPlot> plot_;
    int plotHeight_ = 0;
    QRect titlePlace_, plotPlace_, numbersPlace_, captionPlace_;
    QSize size_;

    friend struct FigureBuilder;
};

// By the extension of `path`: .png, .svg, .pdf, or .csv for the data. Replaces the file only when
// everything was written.
Result<void> writeFigure(const Figure& figure, const std::filesystem::path& path);
// Whether that extension can be written; the error says which can.
Result<void> checkFigurePath(const std::filesystem::path& path);

std::string figureSvg(const Figure& figure);
std::string figurePng(const Figure& figure, double scale = 2.0);
std::string figurePdf(const Figure& figure);

}  // namespace resched::ui

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The same work over a range of one or two parameters, with several seeds each: what is varied and
// measured, the runs in the background on all cores, and what they found as curve or heat map.
// Results are saved and opened as `resched sweep` writes them, shards put together too.

#include "experiment/sweep.h"
#include "figures/figure.h"
#include "session/job.h"

#include <QtWidgets/QDialog>

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QSpinBox;

namespace resched::ui {

class SweepPlot;
class SweepRange;

// What a sweep runs, but for what it varies.
struct SweepBase
{
    QString title;
    SchedulerSettings scheduler;
    Machine machine;
    std::string workloadFile;          // where it has one, to vary its loads
    std::vector<std::string> figures;  // that this work has beside those of every run
    // On a worker thread: the work of a recording is extracted there.
    std::function<Result<SimulationInput>(Progress&)> input;
};

Result<SweepBase> sweepBaseOf(const Experiment& experiment, const ExperimentVariant& variant);

class SweepDialog final : public QDialog
{
    Q_OBJECT
public:
    explicit SweepDialog(QWidget* parent = nullptr);

    void setBase(SweepBase base);
    SweepRange& range(int number) { return number == 0 ? *first_ : *second_; }
    void setSeeds(int seeds);
    void run();  // what is chosen, in the background
    // Several files are shards of one sweep.
    void open(const std::vector<std::filesystem::path>& files);
    void showFigure(const std::string& expression);
    bool isRunning() const { return job_.isRunning(); }
    const SweepResult* result() const { return result_.get(); }  // null: nothing to show
    const SweepPlot& plot() const { return *plot_; }

    // .json and .csv: all points; else the figure that is shown.
    Result<void> save(const std::filesystem::path& path) const;

protected:
    void changeEvent(QEvent* event) override;

private:
    QWidget* buildForm();
    QWidget* buildPlot();
    void chooseFiles();
    void chooseWhereToSave();
    void takeResult(Result<SweepResult> result);
    void showChosenFigure();
    void fillFigures();
    void updateCount();
    void updateButtons();
    Result<SweepOptions> options() const;
    std::vector<std::string> wantedFigures() const;

    SweepBase base_;
    std::shared_ptr<const SweepResult> result_;
    QLabel* what_;
    SweepRange* first_;
    SweepRange* second_;
    QSpinBox* seeds_;
    QLabel* count_;
    QPushButton* run_;
    QPushButton* cancel_;
    QProgressBar* progress_;
    QComboBox* figure_;
    QLabel* message_;
    SweepPlot* plot_;
    QPushButton* open_;
    QPushButton* save_;
    Job job_;  // last, so that it ends first
};

}  // namespace resched::ui

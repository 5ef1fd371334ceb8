// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The built-in experiments: who claimed what, published beside simulated as table and plot, and
// their runs to open in the views. It stands beside the window; what it runs, it runs in the
// background, and another choice or closing the program cancels that.

#include "experiment/experiment_run.h"
#include "session/hit.h"
#include "session/job.h"

#include <QtWidgets/QDialog>

#include <memory>
#include <vector>

class QBoxLayout;
class QComboBox;
class QLabel;
class QListWidget;
class QProgressBar;
class QPushButton;
class QSpinBox;
class QTabWidget;
class QTableView;
class QTextBrowser;

namespace resched::ui {

class ExperimentModel;
class ExperimentPlot;
struct SweepBase;

class ExperimentsDialog final : public QDialog
{
    Q_OBJECT
public:
    explicit ExperimentsDialog(QWidget* parent = nullptr);

    void choose(std::string_view id);
    void run();  // what is chosen, in the background
    void showPlot();
    // Of the variant and the seed that are chosen below.
    void requestRun(RunRole role);
    void requestSweep();
    // Whether something is open that a run can be compared with.
    void setCanCompare(bool can);
    const Experiment* experiment() const { return experiment_.get(); }
    const ExperimentResult* result() const { return result_.get(); }  // null: not run
    const ExperimentModel& model() const { return *model_; }
    bool isRunning() const { return job_.isRunning(); }

signals:
    // The simulation of a variant is to be opened as `role`.
    void runRequested(const resched::SimulationInput& input, const QString& title,
                      resched::ui::RunRole role);
    // A sweep over parameters of a variant is to be set up.
    void sweepRequested(const resched::ui::SweepBase& base);

protected:
    void changeEvent(QEvent* event) override;

private:
    QWidget* buildAccount();
    QWidget* buildFigures();
    QBoxLayout* buildRunRow();
    QBoxLayout* buildOpenRow();
    void fillList();
    void takeExperiment(std::size_t number);
    void fillVariants();
    void takeResult(Result<ExperimentResult> result);
    void showRows();
    void updateButtons();
    const ExperimentVariant* chosenVariant() const;  // null: there is none
    void exportFigure();
    QString verdict() const;

    std::vector<std::shared_ptr<const Experiment>> experiments_;
    std::shared_ptr<const Experiment> experiment_;  // null when none could be read
    std::shared_ptr<const ExperimentResult> result_;
    ExperimentModel* model_;
    QListWidget* list_;
    QLabel* title_;
    QTextBrowser* account_;
    QComboBox* variant_;  // to run; the first is all
    QSpinBox* seeds_;
    QPushButton* run_;
    QPushButton* cancel_;
    QProgressBar* progress_;
    QLabel* message_;
    QTabWidget* tabs_;
    QTableView* table_;
    ExperimentPlot* plot_;
    QComboBox* openVariant_;
    QSpinBox* openSeed_;
    QPushButton* open_;
    QPushButton* compare_;
    QPushButton* sweep_;
    QPushButton* export_;
    bool canCompare_ = false;
    Job job_;  // last, so that it ends first
};

}  // namespace resched::ui

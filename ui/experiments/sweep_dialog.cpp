// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiments/sweep_dialog.h"

#include "experiment/sweep_workload.h"
#include "experiments/sweep_file.h"
#include "experiments/sweep_range.h"
#include "export/csv.h"
#include "export/pending_output.h"
#include "figures/sweep_table.h"
#include "format.h"
#include "plots/sweep_plot.h"

#include <QtCore/QEvent>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QFileDialog>
#include <QtWidgets/QGroupBox>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QProgressBar>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QSpinBox>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <utility>

namespace resched::ui {
namespace {

constexpr int kMaxSeeds = 1000;
constexpr int kUsualSeeds = 3;
constexpr int kProgressSteps = 1000;
constexpr double kExtractionShare = 0.05;
constexpr int kFormWidth = 300;

std::filesystem::path pathOf(const QString& file)
{
    return file.toStdString();
}

Result<SweepResult> readAll(const std::vector<std::filesystem::path>& files)
{
    std::vector<SweepResult> shards;
    for (const std::filesystem::path& file : files) {
        auto shard = readSweepFile(file);
        if (!shard) return shard.error();
        shards.push_back(*std::move(shard));
    }
    return mergeSweeps(shards);
}

}  // namespace

Result<SweepBase> sweepBaseOf(const Experiment& experiment, const ExperimentVariant& variant)
{
    auto input = inputOf(variant, 1);
    if (!input) return input.error();
    // The results say what was run.
    Workload named = *input->workload;
    named.name = experiment.id + ": " + variant.id;
    input->workload = std::make_shared<const Workload>(std::move(named));
    return SweepBase{
        .title = fromTrace(input->workload->name),
        .scheduler = input->scheduler,
        .machine = input->machine,
        .workloadFile = workloadFileOf(variant),
        .figures = metricSweepFigures(*input->workload),
        .input = [input = *input](Progress&) -> Result<SimulationInput> { return input; }};
}

SweepDialog::SweepDialog(QWidget* parent)
    : QDialog(parent),
      what_(new QLabel(this)),
      first_(new SweepRange(false, this)),
      second_(new SweepRange(true, this)),
      seeds_(new QSpinBox(this)),
      count_(new QLabel(this)),
      run_(new QPushButton(tr("&Run"), this)),
      cancel_(new QPushButton(tr("&Cancel"), this)),
      progress_(new QProgressBar(this)),
      figure_(new QComboBox(this)),
      message_(new QLabel(this)),
      plot_(new SweepPlot(this)),
      open_(new QPushButton(tr("&Open results…"), this)),
      save_(new QPushButton(tr("&Save as…"), this))
{
    setWindowTitle(tr("Sweep"));
    auto* layout = new QHBoxLayout(this);
    layout->addWidget(buildForm());
    layout->addWidget(buildPlot(), 1);
    resize(1100, 720);
    for (SweepRange* range : {first_, second_}) {
        connect(range, &SweepRange::changed, this, &SweepDialog::updateCount);
    }
    connect(seeds_, &QSpinBox::valueChanged, this, &SweepDialog::updateCount);
    connect(&job_, &Job::started, this, &SweepDialog::updateButtons);
    connect(&job_, &Job::finished, this, &SweepDialog::updateButtons);
    connect(&job_, &Job::progressed, progress_, [this](double fraction) {
        progress_->setValue(static_cast<int>(fraction * kProgressSteps));
    });
    plot_->setTheme(Theme::forPalette(palette()));
    setBase({});
    updateButtons();
}

QWidget* SweepDialog::buildForm()
{
    what_->setWordWrap(true);
    what_->setTextFormat(Qt::PlainText);
    count_->setWordWrap(true);
    seeds_->setRange(1, kMaxSeeds);
    seeds_->setValue(kUsualSeeds);
    seeds_->setObjectName(QStringLiteral("seeds"));
    run_->setObjectName(QStringLiteral("run"));
    run_->setDefault(true);
    cancel_->setObjectName(QStringLiteral("cancel"));
    progress_->setRange(0, kProgressSteps);
    QSizePolicy keeps = progress_->sizePolicy();
    keeps.setRetainSizeWhenHidden(true);
    progress_->setSizePolicy(keeps);
    connect(run_, &QPushButton::clicked, this, &SweepDialog::run);
    connect(cancel_, &QPushButton::clicked, this, [this] {
        job_.cancel();
        message_->setText(tr("Canceled."));
    });

    auto* form = new QWidget(this);
    form->setFixedWidth(kFormWidth);
    auto* layout = new QVBoxLayout(form);
    layout->setContentsMargins(0, 0, 0, 0);
    const auto group = [&](const QString& title, QWidget* content) {
        auto* box = new QGroupBox(title, form);
        auto* inside = new QVBoxLayout(box);
        inside->addWidget(content);
        layout->addWidget(box);
    };
    group(tr("What is run"), what_);
    group(tr("Parameter"), first_);
    group(tr("Second parameter"), second_);
    auto* seeds = new QLabel(tr("S&eeds for each"), form);
    seeds->setBuddy(seeds_);
    auto* seedRow = new QHBoxLayout;
    seedRow->addWidget(seeds);
    seedRow->addWidget(seeds_, 1);
    auto* runRow = new QHBoxLayout;
    runRow->addWidget(run_);
    runRow->addWidget(cancel_);
    layout->addLayout(seedRow);
    layout->addWidget(count_);
    layout->addLayout(runRow);
    layout->addWidget(progress_);
    layout->addStretch(1);
    return form;
}

QWidget* SweepDialog::buildPlot()
{
    message_->setWordWrap(true);
    message_->setTextFormat(Qt::PlainText);
    figure_->setEditable(true);
    figure_->setInsertPolicy(QComboBox::NoInsert);
    figure_->setObjectName(QStringLiteral("figure"));
    figure_->lineEdit()->setPlaceholderText(tr("p99_wakeup_latency, METRIC:max_us, …"));
    figure_->setToolTip(
        tr("What is shown of each run; another figure than those listed can be "
           "typed, and is worked out by the next run"));
    connect(figure_, &QComboBox::currentTextChanged, this, &SweepDialog::showChosenFigure);
    open_->setAutoDefault(false);
    save_->setAutoDefault(false);
    save_->setObjectName(QStringLiteral("save"));
    open_->setToolTip(
        tr("Shows results of \"resched sweep\" or \"resched merge\"; several "
           "shards of one sweep are put together"));
    connect(open_, &QPushButton::clicked, this, &SweepDialog::chooseFiles);
    connect(save_, &QPushButton::clicked, this, &SweepDialog::chooseWhereToSave);
    auto* label = new QLabel(tr("&Figure"), this);
    label->setBuddy(figure_);
    auto* top = new QHBoxLayout;
    top->addWidget(label);
    top->addWidget(figure_, 1);
    top->addWidget(open_);
    top->addWidget(save_);
    auto* area = new QWidget(this);
    auto* layout = new QVBoxLayout(area);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(top);
    layout->addWidget(message_);
    layout->addWidget(plot_, 1);
    return area;
}

void SweepDialog::setBase(SweepBase base)
{
    base_ = std::move(base);
    what_->setText(base_.input ? base_.title
                               : tr("Nothing: open a recording or a run of an experiment."));
    std::vector<SweepChoice> choices;
    if (base_.input) choices = sweepChoices(base_.scheduler, base_.machine);
    for (SweepChoice& each : workloadChoices(base_.workloadFile)) {
        choices.push_back(std::move(each));
    }
    first_->setChoices(choices);
    second_->setChoices(std::move(choices));
    fillFigures();
    updateCount();
}

// Those of the result, so that they are there to be shown; else those that a run will have.
void SweepDialog::fillFigures()
{
    const std::string before = figure_->currentText().toStdString();
    std::vector<std::string> figures = result_ ? result_->figures : base_.figures;
    if (!result_) {
        for (std::string& each : runSweepFigures()) figures.push_back(std::move(each));
    }
    {
        const QSignalBlocker blocked(figure_);
        figure_->clear();
        for (const std::string& each : figures) figure_->addItem(fromTrace(each));
        const bool isThere = std::ranges::find(figures, before) != figures.end();
        figure_->setCurrentText(fromTrace(isThere           ? before
                                          : figures.empty() ? std::string()
                                                            : figures.front()));
    }
    showChosenFigure();
}

std::vector<std::string> SweepDialog::wantedFigures() const
{
    std::vector<std::string> figures = base_.figures;
    for (std::string& each : runSweepFigures()) figures.push_back(std::move(each));
    const std::string typed = figure_->currentText().trimmed().toStdString();
    if (!typed.empty() && std::ranges::find(figures, typed) == figures.end()) {
        figures.push_back(typed);
    }
    return figures;
}

void SweepDialog::setSeeds(int seeds)
{
    seeds_->setValue(seeds);
}

Result<SweepOptions> SweepDialog::options() const
{
    SweepOptions options{.parameters = {},
                         .figures = wantedFigures(),
                         .workloadFile = base_.workloadFile,
                         .seeds = seeds_->value()};
    for (const SweepRange* range : {first_, second_}) {
        if (!range->hasParameter()) continue;
        auto parameter = range->parameter();
        if (!parameter) return parameter.error();
        options.parameters.push_back(*std::move(parameter));
    }
    if (options.parameters.size() == 2 &&
        options.parameters[0].name == options.parameters[1].name) {
        return Error{.code = ErrorCode::InvalidArgument,
                     .what = "both parameters are " + options.parameters[0].name,
                     .expected = "two different ones"};
    }
    return options;
}

void SweepDialog::updateCount()
{
    const auto wanted = options();
    std::size_t runs = static_cast<std::size_t>(seeds_->value());
    if (wanted) {
        for (const SweepParameter& each : wanted->parameters) runs *= each.values.size();
    }
    if (!base_.input) {
        count_->clear();
    } else {
        count_->setText(wanted ? tr("%n run(s)", nullptr, static_cast<int>(runs))
                               : errorText(wanted.error()));
    }
    run_->setEnabled(base_.input && wanted && !job_.isRunning());
}

void SweepDialog::run()
{
    const auto wanted = options();
    if (!base_.input || !wanted) return;
    progress_->setValue(0);
    message_->setText(tr("Running…"));
    job_.start<SweepResult>(
        [input = base_.input, options = *wanted](Progress& progress) -> Result<SweepResult> {
            StepProgress first(progress, 0, kExtractionShare);
            const auto base = input(first);
            if (!base) return base.error();
            StepProgress second(progress, kExtractionShare, 1);
            return runSweep(*base, options, second);
        },
        this, [this](Result<SweepResult> result) { takeResult(std::move(result)); });
}

void SweepDialog::open(const std::vector<std::filesystem::path>& files)
{
    job_.start<SweepResult>([files](Progress&) { return readAll(files); }, this,
                            [this](Result<SweepResult> result) { takeResult(std::move(result)); });
}

void SweepDialog::takeResult(Result<SweepResult> result)
{
    if (!result) return message_->setText(errorText(result.error()));
    const std::size_t have = result->points.size();
    const std::size_t all = result->size();
    const QString what = fromTrace(result->what);
    message_->setText(result->isComplete() ? what
                                           : tr("%1. Shards are missing: %2 of %3 runs are here.")
                                                 .arg(what, count(have), count(all)));
    result_ = std::make_shared<const SweepResult>(*std::move(result));
    fillFigures();
}

void SweepDialog::showFigure(const std::string& expression)
{
    figure_->setCurrentText(fromTrace(expression));
}

void SweepDialog::showChosenFigure()
{
    const std::string wanted = figure_->currentText().toStdString();
    if (!result_) return;
    const auto found = std::ranges::find(result_->figures, wanted);
    if (found == result_->figures.end()) return;
    plot_->show(result_, static_cast<std::size_t>(found - result_->figures.begin()));
    updateButtons();
}

void SweepDialog::updateButtons()
{
    const bool runs = job_.isRunning();
    cancel_->setEnabled(runs);
    progress_->setVisible(runs);
    save_->setEnabled(result_ != nullptr && !runs);
    updateCount();
}

void SweepDialog::chooseFiles()
{
    const QStringList files = QFileDialog::getOpenFileNames(this, tr("Open results of a sweep"), {},
                                                            tr("Results of sweeps (*.json)"));
    std::vector<std::filesystem::path> paths;
    for (const QString& file : files) paths.push_back(pathOf(file));
    if (!paths.empty()) open(paths);
}

void SweepDialog::chooseWhereToSave()
{
    const QString file = QFileDialog::getSaveFileName(
        this, tr("Save the sweep"), QStringLiteral("sweep.json"),
        tr("All points (*.json *.csv);;The figure that is shown (*.png *.svg *.pdf)"));
    if (file.isEmpty()) return;
    const Result<void> written = save(pathOf(file));
    message_->setText(written ? tr("Wrote %1").arg(file) : errorText(written.error()));
}

Result<void> SweepDialog::save(const std::filesystem::path& path) const
{
    const std::string extension = path.extension().string();
    if (extension == ".json") return writeWhole(path, sweepToJson(*result_));
    if (extension == ".csv") return writeWhole(path, toCsv(sweepTable(*result_)));
    const auto found = std::ranges::find(result_->figures, figure_->currentText().toStdString());
    const auto number = static_cast<std::size_t>(found - result_->figures.begin());
    const auto figure = Figure::ofSweep(result_, number, {});
    return figure ? writeFigure(*figure, path) : Result<void>(figure.error());
}

void SweepDialog::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange) plot_->setTheme(Theme::forPalette(palette()));
    QDialog::changeEvent(event);
}

}  // namespace resched::ui

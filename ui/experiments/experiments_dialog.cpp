// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiments/experiments_dialog.h"

#include "experiments/experiment_model.h"
#include "experiments/experiment_text.h"
#include "experiments/sweep_dialog.h"
#include "figures/figure.h"
#include "format.h"
#include "plots/experiment_plot.h"
#include "table_style.h"

#include <QtCore/QEvent>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QFileDialog>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QListWidget>
#include <QtWidgets/QProgressBar>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QSpinBox>
#include <QtWidgets/QSplitter>
#include <QtWidgets/QTabWidget>
#include <QtWidgets/QTableView>
#include <QtWidgets/QTextBrowser>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <utility>

namespace resched::ui {
namespace {

constexpr int kMaxSeeds = 1000;
constexpr int kProgressSteps = 1000;

}  // namespace

ExperimentsDialog::ExperimentsDialog(QWidget* parent)
    : QDialog(parent),
      model_(new ExperimentModel(this)),
      list_(new QListWidget(this)),
      title_(new QLabel(this)),
      account_(new QTextBrowser(this)),
      variant_(new QComboBox(this)),
      seeds_(new QSpinBox(this)),
      run_(new QPushButton(tr("&Run"), this)),
      cancel_(new QPushButton(tr("&Cancel"), this)),
      progress_(new QProgressBar(this)),
      message_(new QLabel(this)),
      tabs_(new QTabWidget(this)),
      table_(new QTableView(this)),
      plot_(new ExperimentPlot(this)),
      openVariant_(new QComboBox(this)),
      openSeed_(new QSpinBox(this)),
      open_(new QPushButton(tr("&Open as a run"), this)),
      compare_(new QPushButton(tr("Co&mpare with the open run"), this)),
      sweep_(new QPushButton(tr("S&weep…"), this)),
      export_(new QPushButton(tr("E&xport figure…"), this))
{
    setWindowTitle(tr("Experiments"));
    list_->setAccessibleName(tr("Experiments"));
    list_->setWordWrap(true);
    list_->setSpacing(2);
    auto* right = new QSplitter(Qt::Vertical, this);
    right->addWidget(buildAccount());
    right->addWidget(buildFigures());
    right->setStretchFactor(1, 1);
    right->setChildrenCollapsible(false);
    auto* middle = new QSplitter(Qt::Horizontal, this);
    middle->addWidget(list_);
    middle->addWidget(right);
    middle->setStretchFactor(1, 1);
    middle->setSizes({290, 810});
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(middle);
    resize(1100, 760);
    connect(list_, &QListWidget::currentItemChanged, this, [this](const QListWidgetItem* item) {
        if (item) takeExperiment(item->data(Qt::UserRole).toUInt());
    });
    connect(&job_, &Job::started, this, &ExperimentsDialog::updateButtons);
    connect(&job_, &Job::finished, this, &ExperimentsDialog::updateButtons);
    connect(&job_, &Job::progressed, progress_, [this](double fraction) {
        progress_->setValue(static_cast<int>(fraction * kProgressSteps));
    });
    plot_->setTheme(Theme::forPalette(palette()));
    fillList();
    updateButtons();
}

QWidget* ExperimentsDialog::buildAccount()
{
    QFont large = title_->font();
    large.setPointSizeF(large.pointSizeF() * 1.25);
    large.setBold(true);
    title_->setFont(large);
    title_->setWordWrap(true);
    title_->setTextFormat(Qt::PlainText);
    account_->setAccessibleName(tr("What was claimed"));
    auto* area = new QWidget(this);
    auto* layout = new QVBoxLayout(area);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(title_);
    layout->addWidget(account_, 1);
    return area;
}

QWidget* ExperimentsDialog::buildFigures()
{
    table_->setModel(model_);
    styleTable(*table_);
    table_->setAccessibleName(tr("Published and simulated figures"));
    // A row names the variant that one wants to look into.
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& row) {
                if (!row.isValid()) return;
                const auto& rows = experiment_->rows;
                openVariant_->setCurrentText(
                    fromTrace(rows[static_cast<std::size_t>(row.row())].variant));
            });
    auto* scroll = new QScrollArea(this);
    scroll->setWidget(plot_);
    scroll->setWidgetResizable(true);
    tabs_->addTab(table_, tr("Table"));
    tabs_->addTab(scroll, tr("Plot"));
    message_->setWordWrap(true);
    message_->setTextFormat(Qt::PlainText);
    auto* area = new QWidget(this);
    auto* layout = new QVBoxLayout(area);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(buildRunRow());
    layout->addWidget(message_);
    layout->addWidget(tabs_, 1);
    layout->addLayout(buildOpenRow());
    return area;
}

QBoxLayout* ExperimentsDialog::buildRunRow()
{
    run_->setObjectName(QStringLiteral("run"));
    cancel_->setObjectName(QStringLiteral("cancel"));
    seeds_->setObjectName(QStringLiteral("seeds"));
    variant_->setObjectName(QStringLiteral("variants"));
    seeds_->setRange(1, kMaxSeeds);
    progress_->setRange(0, kProgressSteps);
    run_->setDefault(true);
    auto* variants = new QLabel(tr("&Variants"), this);
    variants->setBuddy(variant_);
    auto* seeds = new QLabel(tr("&Seeds"), this);
    seeds->setBuddy(seeds_);
    auto* row = new QHBoxLayout;
    row->addWidget(variants);
    row->addWidget(variant_);
    row->addWidget(seeds);
    row->addWidget(seeds_);
    row->addWidget(run_);
    row->addWidget(cancel_);
    row->addWidget(progress_, 1);
    row->addStretch(0);
    QSizePolicy keeps = progress_->sizePolicy();
    keeps.setRetainSizeWhenHidden(true);
    progress_->setSizePolicy(keeps);
    connect(run_, &QPushButton::clicked, this, &ExperimentsDialog::run);
    connect(cancel_, &QPushButton::clicked, this, [this] {
        job_.cancel();
        message_->setText(tr("Canceled."));
    });
    return row;
}

QBoxLayout* ExperimentsDialog::buildOpenRow()
{
    open_->setObjectName(QStringLiteral("open"));
    compare_->setObjectName(QStringLiteral("compare"));
    openVariant_->setObjectName(QStringLiteral("open-variant"));
    openSeed_->setRange(1, kMaxSeeds);
    open_->setAutoDefault(false);
    compare_->setAutoDefault(false);
    sweep_->setObjectName(QStringLiteral("sweep"));
    sweep_->setAutoDefault(false);
    export_->setAutoDefault(false);
    sweep_->setToolTip(tr("Runs this variant over a range of its parameters"));
    connect(sweep_, &QPushButton::clicked, this, &ExperimentsDialog::requestSweep);
    connect(export_, &QPushButton::clicked, this, &ExperimentsDialog::exportFigure);
    open_->setToolTip(
        tr("Shows this run in all views in place of what is open; the tuning panel "
           "changes its parameters"));
    compare_->setToolTip(tr("Shows this run below the one that is open"));
    auto* variant = new QLabel(tr("V&ariant"), this);
    variant->setBuddy(openVariant_);
    auto* seed = new QLabel(tr("S&eed"), this);
    seed->setBuddy(openSeed_);
    auto* row = new QHBoxLayout;
    row->addWidget(variant);
    row->addWidget(openVariant_);
    row->addWidget(seed);
    row->addWidget(openSeed_);
    row->addWidget(open_);
    row->addWidget(compare_);
    row->addWidget(sweep_);
    row->addStretch(1);
    row->addWidget(export_);
    connect(open_, &QPushButton::clicked, this, [this] { requestRun(RunRole::Baseline); });
    connect(compare_, &QPushButton::clicked, this, [this] { requestRun(RunRole::Current); });
    return row;
}

void ExperimentsDialog::fillList()
{
    auto all = listExperiments();
    if (!all) return message_->setText(errorText(all.error()));
    const auto head = [this](const QString& text) {
        auto* item = new QListWidgetItem(text, list_);
        item->setFlags(Qt::NoItemFlags);
        QFont bold = item->font();
        bold.setBold(true);
        item->setFont(bold);
    };
    for (const bool isGallery : {false, true}) {
        head(isGallery ? tr("Gallery") : tr("The founding five"));
        for (Experiment& each : *all) {
            if (each.isGallery != isGallery) continue;
            auto* item = new QListWidgetItem(fromTrace(each.title), list_);
            item->setData(Qt::UserRole, static_cast<uint>(experiments_.size()));
            item->setToolTip(fromTrace(each.id));
            experiments_.push_back(std::make_shared<const Experiment>(std::move(each)));
        }
    }
    if (!experiments_.empty()) choose(experiments_.front()->id);
}

void ExperimentsDialog::choose(std::string_view id)
{
    for (int i = 0; i < list_->count(); ++i) {
        const QVariant number = list_->item(i)->data(Qt::UserRole);
        if (number.isValid() && experiments_[number.toUInt()]->id == id) list_->setCurrentRow(i);
    }
}

void ExperimentsDialog::takeExperiment(std::size_t number)
{
    if (experiment_ == experiments_[number]) return;
    job_.cancel();
    experiment_ = experiments_[number];
    result_ = nullptr;
    title_->setText(fromTrace(experiment_->title));
    account_->setHtml(accountHtml(*experiment_));
    seeds_->setValue(experiment_->seeds);
    openSeed_->setValue(1);
    fillVariants();
    message_->setText(tr("Not simulated yet."));
    showRows();
    updateButtons();
}

void ExperimentsDialog::fillVariants()
{
    variant_->clear();
    openVariant_->clear();
    variant_->addItem(tr("All"));
    for (const ExperimentVariant& variant : experiment_->variants) {
        variant_->addItem(fromTrace(variant.id), fromTrace(variant.id));
        openVariant_->addItem(fromTrace(variant.id), fromTrace(variant.id));
    }
}

void ExperimentsDialog::run()
{
    if (!experiment_) return;
    ExperimentOptions options{.seeds = seeds_->value()};
    if (variant_->currentIndex() > 0) {
        options.variants.push_back(variant_->currentData().toString().toStdString());
    }
    progress_->setValue(0);
    message_->setText(tr("Running…"));
    job_.start<ExperimentResult>(
        [experiment = experiment_, options](Progress& progress) {
            return runExperiment(*experiment, options, progress);
        },
        this, [this](Result<ExperimentResult> result) { takeResult(std::move(result)); });
}

void ExperimentsDialog::takeResult(Result<ExperimentResult> result)
{
    if (!result) return message_->setText(errorText(result.error()));
    result_ = std::make_shared<const ExperimentResult>(*std::move(result));
    message_->setText(verdict());
    showRows();
}

QString ExperimentsDialog::verdict() const
{
    int judged = 0;
    int inside = 0;
    for (const RowResult& row : result_->rows) {
        if (!row.inBand) continue;
        ++judged;
        inside += *row.inBand ? 1 : 0;
    }
    return judged == 0 ? tr("None of the simulated rows has a band.")
                       : tr("In their band: %1 of %2 rows that have one.").arg(inside).arg(judged);
}

void ExperimentsDialog::showRows()
{
    model_->show(experiment_, result_);
    table_->resizeColumnsToContents();
    plot_->show(experiment_, result_);
}

void ExperimentsDialog::showPlot()
{
    tabs_->setCurrentIndex(1);
}

void ExperimentsDialog::setCanCompare(bool can)
{
    canCompare_ = can;
    updateButtons();
}

void ExperimentsDialog::updateButtons()
{
    const bool runs = job_.isRunning();
    run_->setEnabled(experiment_ && !runs);
    cancel_->setEnabled(runs);
    progress_->setVisible(runs);
    open_->setEnabled(experiment_ != nullptr);
    compare_->setEnabled(experiment_ && canCompare_);
    sweep_->setEnabled(experiment_ != nullptr);
    export_->setEnabled(experiment_ && !runs);
}

const ExperimentVariant* ExperimentsDialog::chosenVariant() const
{
    const std::string id = openVariant_->currentData().toString().toStdString();
    return experiment_ ? experiment_->variant(id) : nullptr;
}

void ExperimentsDialog::requestRun(RunRole role)
{
    const ExperimentVariant* variant = chosenVariant();
    if (!variant) return;
    const auto input = inputOf(*variant, static_cast<std::uint64_t>(openSeed_->value()));
    if (!input) return message_->setText(errorText(input.error()));
    emit runRequested(*input, fromTrace(experiment_->id + ": " + variant->id), role);
}

void ExperimentsDialog::requestSweep()
{
    const ExperimentVariant* variant = chosenVariant();
    if (!variant) return;
    const auto base = sweepBaseOf(*experiment_, *variant);
    if (!base) return message_->setText(errorText(base.error()));
    emit sweepRequested(*base);
}

void ExperimentsDialog::exportFigure()
{
    const QString file = QFileDialog::getSaveFileName(
        this, tr("Export figure"), fromTrace(experiment_->id) + QStringLiteral(".png"),
        tr("Figures (*.png *.svg *.pdf);;Data behind the figure (*.csv)"));
    if (file.isEmpty()) return;
    const auto figure = Figure::ofExperiment(experiment_, result_, {});
    const Result<void> written =
        figure ? writeFigure(*figure, file.toStdString()) : Result<void>(figure.error());
    message_->setText(written ? tr("Wrote %1").arg(file) : errorText(written.error()));
}

void ExperimentsDialog::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange) plot_->setTheme(Theme::forPalette(palette()));
    QDialog::changeEvent(event);
}

}  // namespace resched::ui

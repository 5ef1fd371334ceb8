// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/runs_panel.h"

#include "models/run_list_model.h"

#include <QtWidgets/QGridLayout>
#include <QtWidgets/QListView>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QVBoxLayout>

namespace resched::ui {

RunsPanel::RunsPanel(Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      list_(new QListView(this)),
      baseline_(new QPushButton(tr("Baseline"), this)),
      current_(new QPushButton(tr("Current"), this)),
      keep_(new QPushButton(tr("Keep"), this)),
      remove_(new QPushButton(tr("Remove"), this))
{
    auto* model = new RunListModel(session, this);
    list_->setModel(model);
    list_->setWordWrap(true);
    list_->setAlternatingRowColors(true);
    list_->setAccessibleName(tr("Runs"));
    baseline_->setToolTip(tr("Compare against this run"));
    current_->setToolTip(tr("Show this run below the baseline"));
    keep_->setToolTip(tr("Let the next re-run make a new run instead of replacing this one"));
    auto* buttons = new QGridLayout;
    buttons->addWidget(baseline_, 0, 0);
    buttons->addWidget(current_, 0, 1);
    buttons->addWidget(keep_, 1, 0);
    buttons->addWidget(remove_, 1, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 4, 4);
    layout->addWidget(list_, 1);
    layout->addLayout(buttons);
    connect(baseline_, &QPushButton::clicked, this,
            [this] { session_.choose(RunRole::Baseline, selectedId()); });
    connect(current_, &QPushButton::clicked, this,
            [this] { session_.choose(RunRole::Current, selectedId()); });
    connect(keep_, &QPushButton::clicked, this, [this] { session_.keep(selectedId()); });
    connect(remove_, &QPushButton::clicked, this, [this] { session_.remove(selectedId()); });
    connect(list_->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &RunsPanel::updateButtons);
    connect(model, &QAbstractItemModel::modelReset, this, &RunsPanel::updateButtons);
    updateButtons();
}

int RunsPanel::selectedId() const
{
    const QModelIndex index = list_->currentIndex();
    return index.isValid() ? index.data(RunListModel::kIdRole).toInt() : 0;
}

void RunsPanel::updateButtons()
{
    const int id = selectedId();
    const Run* selected = nullptr;
    for (const Run& run : session_.runs()) {
        if (run.id == id) selected = &run;
    }
    baseline_->setEnabled(selected != nullptr);
    current_->setEnabled(selected != nullptr);
    keep_->setEnabled(selected && !selected->kept);
    remove_->setEnabled(selected && selected->id != session_.runs().front().id);
}

}  // namespace resched::ui

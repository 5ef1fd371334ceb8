// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/start_page.h"

#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QListWidget>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QVBoxLayout>

namespace resched::ui {

StartPage::StartPage(const QStringList& recent, bool hasSample, QWidget* parent)
    : QWidget(parent),
      recentTitle_(new QLabel(tr("Recent files"), this)),
      recent_(new QListWidget(this))
{
    auto* title = new QLabel(tr("Open a recording of Linux scheduling"), this);
    QFont large = title->font();
    large.setPointSizeF(large.pointSizeF() * 1.5);
    title->setFont(large);
    auto* hint =
        new QLabel(tr("LTTng, CTF, perf.data, trace.dat, ftrace and perf text, compressed or not. "
                      "Choose a file or folder, or drop it onto the window."),
                   this);
    hint->setWordWrap(true);
    auto* open = new QPushButton(tr("Open…"), this);
    open->setDefault(true);
    auto* sample = new QPushButton(tr("Open the sample"), this);
    sample->setEnabled(hasSample);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(open);
    buttons->addWidget(sample);
    buttons->addStretch(1);
    recent_->setAccessibleName(tr("Recent files"));
    auto* column = new QVBoxLayout;
    column->addStretch(1);
    column->addWidget(title);
    column->addWidget(hint);
    column->addLayout(buttons);
    column->addSpacing(16);
    column->addWidget(recentTitle_);
    column->addWidget(recent_, 2);
    column->addStretch(1);
    auto* row = new QHBoxLayout(this);
    row->addStretch(1);
    row->addLayout(column, 4);
    row->addStretch(1);
    connect(open, &QPushButton::clicked, this, &StartPage::openRequested);
    connect(sample, &QPushButton::clicked, this, &StartPage::sampleRequested);
    connect(recent_, &QListWidget::itemActivated, this,
            [this](const QListWidgetItem* item) { emit fileRequested(item->text()); });
    setRecent(recent);
}

void StartPage::setRecent(const QStringList& files)
{
    recent_->clear();
    recent_->addItems(files);
    recent_->setVisible(!files.isEmpty());
    recentTitle_->setVisible(!files.isEmpty());
}

}  // namespace resched::ui

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/compare_panel.h"

#include "format.h"
#include "session/run_title.h"
#include "table_style.h"

#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QTableView>
#include <QtWidgets/QVBoxLayout>

namespace resched::ui {

ComparePanel::ComparePanel(Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      caption_(new QLabel(this)),
      table_(new QTableView(this)),
      model_(new ComparisonModel(this))
{
    caption_->setWordWrap(true);
    caption_->setTextFormat(Qt::PlainText);
    table_->setModel(model_);
    styleTable(*table_);
    table_->setAccessibleName(tr("Comparison"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 4, 4);
    layout->addWidget(caption_);
    layout->addWidget(table_, 1);
    connect(&session_, &Session::runsChanged, this, &ComparePanel::recompute);
    connect(&job_, &Job::started, this, [this] { say(tr("Comparing…")); });
    recompute();
}

void ComparePanel::say(const QString& text)
{
    caption_->setText(text);
}

void ComparePanel::recompute()
{
    const Run* baseline = session_.run(RunRole::Baseline);
    const Run* current = session_.run(RunRole::Current);
    if (!baseline || !current || baseline->id == current->id) {
        job_.cancel();
        model_->show(nullptr);
        return say(tr(
            "Two runs are compared here: re-run the recording, or choose another run as current."));
    }
    const QString titles =
        tr("Baseline: %1\nCurrent: %2").arg(runTitle(*baseline), runTitle(*current));
    job_.start<Comparison>(
        [a = baseline->trace, b = current->trace](Progress& progress) {
            return compareTraces(*a, *b, {}, progress);
        },
        this,
        [this, titles](Result<Comparison> comparison) {
            if (!comparison) return say(errorText(comparison.error()));
            model_->show(std::make_shared<const Comparison>(*std::move(comparison)));
            table_->resizeColumnsToContents();
            say(titles);
        });
}

}  // namespace resched::ui

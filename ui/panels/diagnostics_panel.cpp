// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/diagnostics_panel.h"

#include "format.h"

#include <QtCore/QStringList>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QTableView>
#include <QtWidgets/QVBoxLayout>

namespace resched::ui {

QString aboutTrace(const Trace& trace)
{
    const TraceInfo& info = trace.info();
    QStringList parts{formatText(info.format), fromTrace(info.tracer)};
    if (!info.kernelRelease.empty()) {
        parts << DiagnosticsPanel::tr("Linux %1").arg(fromTrace(info.kernelRelease));
    }
    parts << fromTrace(info.hostname);
    parts << DiagnosticsPanel::tr("%n CPU(s)", nullptr, static_cast<int>(trace.cpus().size()));
    parts << DiagnosticsPanel::tr("%n task(s)", nullptr,
                                  static_cast<int>(trace.tasks().size()) - 1);
    parts << DiagnosticsPanel::tr("%1 events").arg(count(info.eventsTotal));
    parts << duration(trace.span().length());
    parts << (info.recordsLosses
                  ? DiagnosticsPanel::tr("%1 events lost").arg(count(info.lostEvents))
                  : DiagnosticsPanel::tr("losses are not recorded by this format"));
    if (info.partial) parts << DiagnosticsPanel::tr("partial: not all of it could be read");
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

DiagnosticsPanel::DiagnosticsPanel(Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      about_(new QLabel(this)),
      table_(new QTableView(this)),
      model_(new DiagnosticsModel(this))
{
    about_->setWordWrap(true);
    about_->setTextFormat(Qt::PlainText);
    about_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    table_->setModel(model_);
    table_->verticalHeader()->hide();
    table_->horizontalHeader()->setStretchLastSection(true);
    table_->setAlternatingRowColors(true);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setAccessibleName(tr("Diagnostics"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 4, 4);
    layout->addWidget(about_);
    layout->addWidget(table_, 1);
    layout->addStretch(0);
    connect(&session_, &Session::runsChanged, this, &DiagnosticsPanel::show);
    connect(table_, &QTableView::activated, this, [this](const QModelIndex& index) {
        if (const auto time = model_->timeOf(index)) emit timeActivated(*time);
    });
    show();
}

void DiagnosticsPanel::show()
{
    const auto trace = session_.baseline();
    model_->show(trace);
    table_->setVisible(model_->rowCount() > 0);
    table_->resizeColumnsToContents();
    if (!trace) return about_->setText(tr("Nothing is open."));
    const QString odd = model_->rowCount() > 0
                            ? tr("Odd records, counted by kind, with the first place of each:")
                            : tr("Nothing odd was found while reading.");
    about_->setText(aboutTrace(*trace) + QLatin1Char('\n') + odd);
}

}  // namespace resched::ui

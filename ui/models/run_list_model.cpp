// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/run_list_model.h"

#include "format.h"
#include "session/run_title.h"

#include <QtGui/QFont>

namespace resched::ui {

RunListModel::RunListModel(Session& session, QObject* parent)
    : QAbstractListModel(parent), session_(session)
{
    connect(&session_, &Session::runsChanged, this, &RunListModel::rebuild);
    rebuild();
}

void RunListModel::rebuild()
{
    beginResetModel();
    rows_.clear();
    const Run* baseline = session_.run(RunRole::Baseline);
    const Run* current = session_.run(RunRole::Current);
    for (const Run& run : session_.runs()) {
        const bool isBaseline = baseline && baseline->id == run.id;
        const bool isCurrent = current && current->id == run.id;
        QString role = isBaseline && isCurrent ? tr("baseline and current")
                       : isBaseline            ? tr("baseline")
                       : isCurrent             ? tr("current")
                                               : QString();
        if (run.settings && !run.kept) {
            role = role.isEmpty() ? tr("replaced by the next re-run")
                                  : tr("%1, replaced by the next re-run").arg(role);
        }
        QString tip = run.settings ? fromTrace(run.trace->info().provenance)
                                   : fromTrace(run.trace->info().path);
        if (!run.note.empty()) tip += QLatin1Char('\n') + fromTrace(run.note);
        rows_.push_back({run.id, tr("%1. %2").arg(run.id).arg(runTitle(run)), role, tip,
                         isBaseline || isCurrent});
    }
    endResetModel();
}

int RunListModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

QVariant RunListModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) return {};
    const Row& row = rows_[static_cast<std::size_t>(index.row())];
    switch (role) {
        case Qt::DisplayRole:
            return row.role.isEmpty() ? row.title : row.title + QLatin1Char('\n') + row.role;
        case Qt::ToolTipRole:
            return row.tip;
        case Qt::FontRole: {
            QFont font;
            font.setBold(row.chosen);
            return font;
        }
        case kIdRole:
            return row.id;
        default:
            return {};
    }
}

}  // namespace resched::ui

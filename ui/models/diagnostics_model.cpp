// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/diagnostics_model.h"

#include "format.h"

#include <QtCore/QFileInfo>

#include <utility>

namespace resched::ui {

void DiagnosticsModel::show(std::shared_ptr<const Trace> trace)
{
    if (trace_ == trace) return;
    beginResetModel();
    trace_ = std::move(trace);
    endResetModel();
}

int DiagnosticsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !trace_ ? 0 : static_cast<int>(trace_->diagnostics().all().size());
}

int DiagnosticsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
}

QVariant DiagnosticsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) return {};
    const Diagnostic& row = trace_->diagnostics().all()[static_cast<std::size_t>(index.row())];
    if (role == Qt::TextAlignmentRole && index.column() == Count) {
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    }
    if (role == Qt::ToolTipRole && index.column() == Place) return fromTrace(row.path);
    if (role != Qt::DisplayRole) return {};
    switch (index.column()) {
        case Kind:
            return diagnosticText(row.kind);
        case Count:
            return count(row.count);
        case Place: {
            const QString file = QFileInfo(fromTrace(row.path)).fileName();
            const QString at = QLocale().toString(static_cast<qulonglong>(row.position.value));
            if (row.position.unit == FilePosition::Unit::Offset)
                return tr("%1, offset %2").arg(file, at);
            if (row.position.unit == FilePosition::Unit::Line)
                return tr("%1, line %2").arg(file, at);
            return file;
        }
        case Time:
            return row.time ? timeSince(*row.time, trace_->begin()) : QString();
        case Example:
            return fromTrace(row.example);
        default:
            return {};
    }
}

QVariant DiagnosticsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    switch (section) {
        case Kind:
            return tr("What");
        case Count:
            return tr("How often");
        case Place:
            return tr("First place");
        case Time:
            return tr("First time");
        case Example:
            return tr("Example");
        default:
            return {};
    }
}

std::optional<Timestamp> DiagnosticsModel::timeOf(const QModelIndex& index) const
{
    if (!index.isValid() || !trace_) return std::nullopt;
    return trace_->diagnostics().all()[static_cast<std::size_t>(index.row())].time;
}

}  // namespace resched::ui

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiments/experiment_model.h"

#include "experiments/experiment_text.h"
#include "format.h"

#include <QtCore/QStringList>
#include <QtGui/QFont>

#include <algorithm>
#include <utility>

namespace resched::ui {

void ExperimentModel::show(std::shared_ptr<const Experiment> experiment,
                           std::shared_ptr<const ExperimentResult> result)
{
    beginResetModel();
    experiment_ = std::move(experiment);
    result_ = std::move(result);
    endResetModel();
}

int ExperimentModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !experiment_ ? 0 : static_cast<int>(experiment_->rows.size());
}

int ExperimentModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
}

const RowResult* ExperimentModel::resultOf(int row) const
{
    if (!result_) return nullptr;
    const auto found =
        std::ranges::find(result_->rows, static_cast<std::size_t>(row), &RowResult::row);
    return found == result_->rows.end() ? nullptr : &*found;
}

QString ExperimentModel::text(int number, int column) const
{
    const ExperimentRow& row = experiment_->rows[static_cast<std::size_t>(number)];
    const RowResult* result = resultOf(number);
    const QString absent = figureText(std::nullopt);
    switch (column) {
        case Variant:
            return fromTrace(row.variant);
        case Figure:
            return fromTrace(row.label);
        case Unit:
            return unitText(row.unit);
        case Role:
            return roleText(row.role);
        case Published:
            return figureText(row.published);
        case Band:
            return bandText(row);
        case Simulated:
            return result ? figureText(result->mean) : absent;
        case Spread:
            return result && result->mean ? figureText(result->stddev) : absent;
        case InBand:
            if (!result || !result->inBand) return absent;
            return *result->inBand ? tr("yes") : tr("no");
        default:
            return {};
    }
}

QString ExperimentModel::tip(int number) const
{
    const RowResult* result = resultOf(number);
    if (!result) return tr("Not simulated yet");
    QStringList values;
    for (const auto& value : result->values) values << figureText(value);
    return tr("By seed: %1").arg(values.join(QStringLiteral("; ")));
}

QVariant ExperimentModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) return {};
    switch (role) {
        case Qt::DisplayRole:
            return text(index.row(), index.column());
        case Qt::ToolTipRole:
            return tip(index.row());
        case Qt::TextAlignmentRole:
            if (index.column() < Published || index.column() == InBand) return {};
            return QVariant(Qt::AlignRight | Qt::AlignVCenter);
        case Qt::FontRole: {
            const RowResult* result = resultOf(index.row());
            if (index.column() != InBand || !result || result->inBand != false) return {};
            QFont bold;
            bold.setBold(true);
            return bold;
        }
        default:
            return {};
    }
}

QVariant ExperimentModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::ToolTipRole && section == Spread) {
        return tr("Standard deviation between the seeds");
    }
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case Variant:
            return tr("Variant");
        case Figure:
            return tr("Figure");
        case Unit:
            return tr("Unit");
        case Role:
            return tr("Role");
        case Published:
            return tr("Published");
        case Band:
            return tr("Band");
        case Simulated:
            return tr("Simulated");
        case Spread:
            return tr("Std. dev.");
        case InBand:
            return tr("In band");
        default:
            return {};
    }
}

}  // namespace resched::ui

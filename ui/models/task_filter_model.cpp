// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/task_filter_model.h"

#include "models/task_tree_model.h"

namespace resched::ui {

TaskFilterModel::TaskFilterModel(QObject* parent) : QSortFilterProxyModel(parent)
{
    setRecursiveFilteringEnabled(true);
    setSortRole(TaskTreeModel::kSortRole);
    setSortCaseSensitivity(Qt::CaseInsensitive);
}

void TaskFilterModel::setQuery(const FindQuery& query)
{
    query_ = query;
    invalidateFilter();
}

bool TaskFilterModel::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    if (query_.isEmpty()) return true;
    const QModelIndex index = sourceModel()->index(row, 0, parent);
    return query_.matches(index.data(TaskTreeModel::kNameRole).toString(),
                          Tid{index.data(TaskTreeModel::kTidRole).toInt()});
}

}  // namespace resched::ui

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The task tree narrowed to what a query finds; a process stays while one of its threads matches.

#include "models/find_query.h"

#include <QtCore/QSortFilterProxyModel>

namespace resched::ui {

class TaskFilterModel final : public QSortFilterProxyModel
{
    Q_OBJECT
public:
    explicit TaskFilterModel(QObject* parent = nullptr);
    void setQuery(const FindQuery& query);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    FindQuery query_;
};

}  // namespace resched::ui

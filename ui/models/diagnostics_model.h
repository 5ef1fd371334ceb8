// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What was odd about a recording, counted by kind with the first place.

#include "trace/trace.h"

#include <QtCore/QAbstractTableModel>

#include <memory>

namespace resched::ui {

class DiagnosticsModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { Kind, Count, Place, Time, Example, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;
    void show(std::shared_ptr<const Trace> trace);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    // When the first one happened, where that is known.
    std::optional<Timestamp> timeOf(const QModelIndex& index) const;

private:
    std::shared_ptr<const Trace> trace_;
};

}  // namespace resched::ui

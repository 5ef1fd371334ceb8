// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The rows of an experiment: published beside simulated, and whether the mean is in its band.

#include "experiment/experiment_run.h"

#include <QtCore/QAbstractTableModel>

#include <memory>

namespace resched::ui {

class ExperimentModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column {
        Variant,
        Figure,
        Unit,
        Role,
        Published,
        Band,
        Simulated,
        Spread,
        InBand,
        ColumnCount
    };

    using QAbstractTableModel::QAbstractTableModel;
    // `result` is null before it was run.
    void show(std::shared_ptr<const Experiment> experiment,
              std::shared_ptr<const ExperimentResult> result);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    const RowResult* resultOf(int row) const;  // null: not simulated
    QString text(int row, int column) const;
    QString tip(int row) const;

    std::shared_ptr<const Experiment> experiment_;
    std::shared_ptr<const ExperimentResult> result_;
};

}  // namespace resched::ui

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Two runs side by side: a metric a row, with the difference and whether chance can explain it.

#include "analysis/compare.h"

#include <QtCore/QAbstractTableModel>

#include <memory>

namespace resched::ui {

class ComparisonModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { Metric, Baseline, Current, Difference, Relative, Interval, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;
    void show(std::shared_ptr<const Comparison> comparison);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::shared_ptr<const Comparison> comparison_;
};

// "switches_per_s" -> "Switches per second"; unknown keys as they are.
QString metricText(std::string_view metric);

}  // namespace resched::ui

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The statistics of a window as a table: a row per task or per CPU and one for all of them. Cells
// hold numbers of core; the view sorts by kSortRole.

#include "analysis/statistics.h"
#include "trace/trace.h"

#include <QtCore/QAbstractTableModel>

#include <memory>
#include <vector>

namespace resched::ui {

enum class StatisticsBy : std::uint8_t { Task, Cpu };

class StatisticsModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    static constexpr int kSortRole = Qt::UserRole;
    static constexpr int kTidRole = Qt::UserRole + 1;  // of task rows, else -1

    using QAbstractTableModel::QAbstractTableModel;
    void show(std::shared_ptr<const Trace> trace, std::shared_ptr<const Statistics> statistics,
              StatisticsBy by);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Cell
    {
        QString text;
        QVariant key;  // what it sorts by
    };
    struct Row
    {
        std::vector<Cell> cells;
        int tid = -1;
        bool isTotal = false;
    };
    void addTotals(Row& row, const Totals& totals) const;
    void buildTasks();
    void buildCpus();

    std::shared_ptr<const Trace> trace_;
    std::shared_ptr<const Statistics> statistics_;
    std::vector<QString> heads_;
    std::vector<QString> tips_;
    std::vector<Row> rows_;
};

}  // namespace resched::ui

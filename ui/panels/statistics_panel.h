// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The numbers of the studied range, per task or CPU, of one run: sortable, filterable.

#include "models/statistics_model.h"
#include "session/session.h"

#include <QtCore/QSortFilterProxyModel>
#include <QtWidgets/QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QTableView;

namespace resched::ui {

class StatisticsPanel final : public QWidget
{
    Q_OBJECT
public:
    explicit StatisticsPanel(Session& session, QWidget* parent = nullptr);

    const StatisticsModel& model() const { return *model_; }
    // Nothing is being worked out.
    bool isReady() const { return !job_.isRunning(); }

private:
    void recompute();
    void show();
    std::shared_ptr<const Trace> trace() const;

    Session& session_;
    QComboBox* run_;
    QComboBox* by_;
    QComboBox* rule_;
    QLineEdit* filter_;
    QLabel* caption_;
    QTableView* table_;
    StatisticsModel* model_;
    QSortFilterProxyModel* proxy_;
    std::shared_ptr<const Statistics> statistics_;
    std::shared_ptr<const Trace> shown_;
    Job job_;
};

}  // namespace resched::ui

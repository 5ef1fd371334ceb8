// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Baseline against current: metrics with differences and what chance can explain.

#include "models/comparison_model.h"
#include "session/session.h"

#include <QtWidgets/QWidget>

class QLabel;
class QStackedLayout;
class QTableView;

namespace resched::ui {

class ComparePanel final : public QWidget
{
    Q_OBJECT
public:
    explicit ComparePanel(Session& session, QWidget* parent = nullptr);
    const ComparisonModel& model() const { return *model_; }

private:
    void recompute();
    void say(const QString& text);

    Session& session_;
    QLabel* caption_;
    QTableView* table_;
    ComparisonModel* model_;
    Job job_;
};

}  // namespace resched::ui

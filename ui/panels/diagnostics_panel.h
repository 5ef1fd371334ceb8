// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the file is, and what was odd about it.

#include "models/diagnostics_model.h"
#include "session/session.h"

#include <QtWidgets/QWidget>

class QLabel;
class QTableView;

namespace resched::ui {

class DiagnosticsPanel final : public QWidget
{
    Q_OBJECT
public:
    explicit DiagnosticsPanel(Session& session, QWidget* parent = nullptr);
    const DiagnosticsModel& model() const { return *model_; }

signals:
    void timeActivated(resched::Timestamp time);

private:
    void show();

    Session& session_;
    QLabel* about_;
    QTableView* table_;
    DiagnosticsModel* model_;
};

// Format, tracer, kernel, span, events, losses: one line.
QString aboutTrace(const Trace& trace);

}  // namespace resched::ui

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which figure to export: the view, and what part of the time.

#include "figures/figure.h"

#include <QtWidgets/QDialog>

class QComboBox;

namespace resched::ui {

class Session;

class ExportDialog final : public QDialog
{
    Q_OBJECT
public:
    explicit ExportDialog(const Session& session, QWidget* parent = nullptr);

    FigureOptions options() const;
    // "latency.png": to begin with in the file dialog.
    QString suggestedName() const;

private:
    const Session& session_;
    QComboBox* view_;
    QComboBox* range_;
};

}  // namespace resched::ui

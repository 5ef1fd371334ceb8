// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The runs of the session: choose the baseline and the current one, keep one, remove one.

#include "session/session.h"

#include <QtWidgets/QWidget>

class QListView;
class QPushButton;

namespace resched::ui {

class RunsPanel final : public QWidget
{
    Q_OBJECT
public:
    explicit RunsPanel(Session& session, QWidget* parent = nullptr);

private:
    int selectedId() const;  // 0: none
    void updateButtons();

    Session& session_;
    QListView* list_;
    QPushButton* baseline_;
    QPushButton* current_;
    QPushButton* keep_;
    QPushButton* remove_;
};

}  // namespace resched::ui

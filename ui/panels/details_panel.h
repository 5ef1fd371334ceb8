// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The thing under the pointer, or the chosen one, in words; for a wait who ran instead and the
// decision that let them.

#include "models/hit_text.h"
#include "session/session.h"

#include <QtWidgets/QWidget>

class QLabel;
class QTableWidget;

namespace resched::ui {

class DetailsPanel final : public QWidget
{
    Q_OBJECT
public:
    explicit DetailsPanel(Session& session, QWidget* parent = nullptr);

    QString headline() const;
    QTableWidget* ranInsteadTable() const { return table_; }

signals:
    void hitActivated(const resched::ui::Hit& hit);

private:
    void show();
    void showFacts(const HitText& text);
    void showRanInstead(const Trace& trace, const HitText& text);
    void activate(int row);

    Session& session_;
    QLabel* headline_;
    QLabel* facts_;
    QLabel* summary_;
    QTableWidget* table_;
    Hit shown_;
    std::vector<RanInstead> ran_;
};

}  // namespace resched::ui

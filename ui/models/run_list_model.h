// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The runs of the session, one a row: what it is, and whether it is the baseline or the current.

#include "session/session.h"

#include <QtCore/QAbstractListModel>

namespace resched::ui {

class RunListModel final : public QAbstractListModel
{
    Q_OBJECT
public:
    static constexpr int kIdRole = Qt::UserRole;

    explicit RunListModel(Session& session, QObject* parent = nullptr);
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    void rebuild();

    Session& session_;
    struct Row
    {
        int id;
        QString title;
        QString role;
        QString tip;
        bool chosen;
    };
    std::vector<Row> rows_;
};

}  // namespace resched::ui

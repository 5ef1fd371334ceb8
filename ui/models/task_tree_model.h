// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The tasks of the open runs as a tree: processes with several threads hold them, others stand
// alone. A row is a tid; the check box says whether it has a lane. Rows are in order of run time
// and waiting; the view sorts as it likes.

#include "session/session.h"
#include "theme.h"

#include <QtCore/QAbstractItemModel>

#include <memory>
#include <vector>

namespace resched::ui {

class TaskTreeModel final : public QAbstractItemModel
{
    Q_OBJECT
public:
    enum Column { Name, TidColumn, RunTime, Waiting, ColumnCount };
    static constexpr int kTidRole = Qt::UserRole;       // int
    static constexpr int kSortRole = Qt::UserRole + 1;  // qlonglong or QString
    static constexpr int kNameRole = Qt::UserRole + 2;  // without the number of threads

    explicit TaskTreeModel(Session& session, QObject* parent = nullptr);
    void setTheme(const Theme& theme);

    QModelIndex indexOf(Tid tid) const;
    // Threads of a process, itself included; a task alone gives one.
    std::vector<Tid> tidsUnder(const QModelIndex& index) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    struct Row
    {
        Tid tid{};
        Tgid tgid = kNoTgid;
        QString name;
        Nanoseconds running{0};
        Nanoseconds waiting{0};
        int parent = -1;  // index into rows_; -1: top level
        int place = 0;    // among its siblings
        std::vector<int> children;
    };

    void rebuild();
    const Row& row(const QModelIndex& index) const { return rows_[index.internalId()]; }
    const std::vector<int>& childrenOf(const QModelIndex& parent) const;
    QVariant display(const Row& row, int column) const;
    Qt::CheckState checkState(const Row& row) const;
    QColor colour(const Row& row) const;

    Session& session_;
    Theme theme_ = Theme::of(ThemeKind::Light);
    std::vector<Row> rows_;
    std::vector<int> top_;
};

}  // namespace resched::ui

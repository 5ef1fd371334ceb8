// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The tasks with search, and what can be done with one: pin, hide, colour, go to it. The menu is
// also that of the timeline's lanes.

#include "models/task_filter_model.h"
#include "models/task_tree_model.h"
#include "session/session.h"

#include <QtWidgets/QWidget>

class QLineEdit;
class QMenu;
class QTreeView;

namespace resched::ui {

class TasksPanel final : public QWidget
{
    Q_OBJECT
public:
    explicit TasksPanel(Session& session, QWidget* parent = nullptr);

    QLineEdit* search() const { return search_; }
    QTreeView* tree() const { return tree_; }
    void fillTaskMenu(QMenu& menu, const std::vector<Tid>& tids);

public slots:
    void startSearch();
    void pinSelected();
    void hideSelected();
    void showOnlySelected();
    void showAllTasks();

signals:
    void taskActivated(resched::Tid tid);
    void cpuRequested(resched::CpuId cpu);

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void takeSearch(const QString& text);
    void acceptSearch();
    void followSelection();
    std::vector<Tid> selectedTids() const;
    void showMenu(const QPoint& position);

    Session& session_;
    QLineEdit* search_;
    QTreeView* tree_;
    TaskTreeModel* model_;
    TaskFilterModel* filter_;
    bool following_ = false;
};

}  // namespace resched::ui

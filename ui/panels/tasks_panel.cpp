// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/tasks_panel.h"

#include "format.h"

#include <QtCore/QEvent>
#include <QtGui/QKeyEvent>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QMenu>
#include <QtWidgets/QTreeView>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <utility>

namespace resched::ui {

TasksPanel::TasksPanel(Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      search_(new QLineEdit(this)),
      tree_(new QTreeView(this)),
      model_(new TaskTreeModel(session, this)),
      filter_(new TaskFilterModel(this))
{
    search_->setPlaceholderText(tr("Find: name, id, name-id, CPU 3"));
    search_->setClearButtonEnabled(true);
    search_->installEventFilter(this);
    model_->setTheme(Theme::forPalette(palette()));
    filter_->setSourceModel(model_);
    tree_->setModel(filter_);
    tree_->setSortingEnabled(true);
    tree_->sortByColumn(TaskTreeModel::Waiting, Qt::DescendingOrder);
    tree_->setUniformRowHeights(true);
    tree_->setAlternatingRowColors(true);
    tree_->setContextMenuPolicy(Qt::CustomContextMenu);
    tree_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    tree_->setAccessibleName(tr("Tasks"));
    QHeaderView* header = tree_->header();
    // The name carries the id; run times stand in the statistics.
    tree_->hideColumn(TaskTreeModel::TidColumn);
    tree_->hideColumn(TaskTreeModel::RunTime);
    tree_->setIndentation(12);
    header->setStretchLastSection(false);
    header->setMinimumSectionSize(40);
    header->setSectionResizeMode(QHeaderView::ResizeToContents);
    header->setSectionResizeMode(TaskTreeModel::Name, QHeaderView::Stretch);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 4, 4);
    layout->addWidget(search_);
    layout->addWidget(tree_, 1);
    connect(search_, &QLineEdit::textChanged, this, &TasksPanel::takeSearch);
    connect(search_, &QLineEdit::returnPressed, this, &TasksPanel::acceptSearch);
    connect(tree_, &QTreeView::customContextMenuRequested, this, &TasksPanel::showMenu);
    connect(tree_, &QTreeView::activated, this, [this] {
        const auto tids = selectedTids();
        if (!tids.empty()) emit taskActivated(tids.front());
    });
    connect(tree_->selectionModel(), &QItemSelectionModel::currentChanged, this, [this] {
        const auto tids = selectedTids();
        if (!following_ && tids.size() == 1) session_.setSelectedTask(tids.front());
    });
    connect(&session_, &Session::selectedTaskChanged, this, &TasksPanel::followSelection);
}

void TasksPanel::startSearch()
{
    search_->setFocus(Qt::ShortcutFocusReason);
    search_->selectAll();
}

void TasksPanel::takeSearch(const QString& text)
{
    filter_->setQuery(parseFindQuery(text));
    if (!text.isEmpty()) tree_->expandAll();
}

// A CPU is gone to; of tasks the first that is found.
void TasksPanel::acceptSearch()
{
    const FindQuery query = parseFindQuery(search_->text());
    if (query.cpu) return emit cpuRequested(*query.cpu);
    QModelIndex first = filter_->index(0, 0);
    if (filter_->rowCount(first) > 0) first = filter_->index(0, 0, first);
    if (!first.isValid()) return;
    tree_->setCurrentIndex(first);
    const Tid tid{first.data(TaskTreeModel::kTidRole).toInt()};
    session_.setSelectedTask(tid);
    emit taskActivated(tid);
}

void TasksPanel::followSelection()
{
    const auto tid = session_.selectedTask();
    const QModelIndex index = tid ? filter_->mapFromSource(model_->indexOf(*tid)) : QModelIndex();
    following_ = true;
    if (!tid) tree_->clearSelection();
    if (index.isValid() && tree_->currentIndex().siblingAtColumn(0) != index) {
        tree_->setCurrentIndex(index);
        tree_->scrollTo(index);
    }
    following_ = false;
}

std::vector<Tid> TasksPanel::selectedTids() const
{
    QModelIndexList rows = tree_->selectionModel()->selectedRows();
    if (rows.isEmpty()) rows << tree_->currentIndex().siblingAtColumn(0);
    std::vector<Tid> tids;
    for (const QModelIndex& row : rows) {
        for (const Tid tid : model_->tidsUnder(filter_->mapToSource(row))) tids.push_back(tid);
    }
    return tids;
}

void TasksPanel::pinSelected()
{
    for (const Tid tid : selectedTids()) {
        const auto& pinned = session_.pinnedTasks();
        const bool isPinned = std::find(pinned.begin(), pinned.end(), tid) != pinned.end();
        session_.setPinned(tid, !isPinned);
    }
}

void TasksPanel::hideSelected()
{
    auto hidden = session_.hiddenTasks();
    for (const Tid tid : selectedTids()) hidden.insert(tid);
    session_.setHiddenTasks(std::move(hidden));
}

void TasksPanel::showOnlySelected()
{
    const auto kept = selectedTids();
    const auto trace = session_.baseline();
    if (kept.empty() || !trace) return;
    std::set<Tid> hidden;
    for (const Task& task : trace->tasks()) hidden.insert(task.tid);
    for (const Tid tid : kept) hidden.erase(tid);
    session_.setHiddenTasks(std::move(hidden));
}

void TasksPanel::showAllTasks()
{
    session_.setHiddenTasks({});
}

void TasksPanel::fillTaskMenu(QMenu& menu, const std::vector<Tid>& tids)
{
    if (tids.empty()) return;
    const auto& pinned = session_.pinnedTasks();
    const bool isPinned = std::find(pinned.begin(), pinned.end(), tids.front()) != pinned.end();
    const auto each = [this, tids](auto change) {
        return [this, tids, change] {
            for (const Tid tid : tids) change(session_, tid);
        };
    };
    menu.addAction(
        isPinned ? tr("&Unpin") : tr("&Pin to the top"), &session_,
        each([isPinned](Session& session, Tid tid) { session.setPinned(tid, !isPinned); }));
    menu.addAction(tr("&Hide"), &session_, [this, tids] {
        auto hidden = session_.hiddenTasks();
        hidden.insert(tids.begin(), tids.end());
        session_.setHiddenTasks(std::move(hidden));
    });
    QMenu* colours = menu.addMenu(tr("&Colour"));
    const Theme theme = Theme::forPalette(palette());
    for (std::size_t i = 0; i < Theme::curveColorCount(); ++i) {
        QPixmap swatch(16, 16);
        swatch.fill(theme.curveColor(i));
        colours->addAction(QIcon(swatch), tr("Colour %1").arg(i + 1), &session_,
                           each([i](Session& session, Tid tid) {
                               session.setChosenColour(tid, static_cast<int>(i));
                           }));
    }
    colours->addSeparator();
    colours->addAction(tr("By name"), &session_, each([](Session& session, Tid tid) {
                           session.setChosenColour(tid, std::nullopt);
                       }));
}

void TasksPanel::showMenu(const QPoint& position)
{
    QMenu menu(this);
    fillTaskMenu(menu, selectedTids());
    menu.addSeparator();
    menu.addAction(tr("Show &only this"), this, &TasksPanel::showOnlySelected);
    menu.addAction(tr("Show &all"), this, &TasksPanel::showAllTasks);
    menu.exec(tree_->viewport()->mapToGlobal(position));
}

void TasksPanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange && model_) {
        model_->setTheme(Theme::forPalette(palette()));
    }
    QWidget::changeEvent(event);
}

// Down goes from the search to what it found, Escape empties it.
bool TasksPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == search_ && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Down) {
            tree_->setFocus();
            return true;
        }
        if (key == Qt::Key_Escape) {
            search_->clear();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace resched::ui

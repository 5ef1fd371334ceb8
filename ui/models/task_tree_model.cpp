// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/task_tree_model.h"

#include "format.h"

#include <algorithm>
#include <map>

namespace resched::ui {
namespace {

struct Times
{
    Nanoseconds running{0};
    Nanoseconds waiting{0};
};

Times timesOf(const Trace& trace, const Task& task)
{
    Times times;
    for (std::size_t i = 0; i < task.segments.size(); ++i) {
        const SegmentState state = task.segments[i].state;
        const bool waits = state == SegmentState::Woken || state == SegmentState::Preempted;
        if (state == SegmentState::Running) times.running += trace.range(task, i).length();
        if (waits) times.waiting += trace.range(task, i).length();
    }
    return times;
}

}  // namespace

TaskTreeModel::TaskTreeModel(Session& session, QObject* parent)
    : QAbstractItemModel(parent), session_(session)
{
    connect(&session_, &Session::traceOpened, this, &TaskTreeModel::rebuild);
    connect(&session_, &Session::taskDisplayChanged, this, [this] {
        if (!rows_.empty()) {
            emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
            for (int i = 0; i < rowCount(); ++i) {
                const QModelIndex top = index(i, 0);
                if (rowCount(top) == 0) continue;
                emit dataChanged(index(0, 0, top), index(rowCount(top) - 1, ColumnCount - 1, top));
            }
        }
    });
    rebuild();
}

void TaskTreeModel::setTheme(const Theme& theme)
{
    theme_ = theme;
    if (!rows_.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, 0));
}

void TaskTreeModel::rebuild()
{
    beginResetModel();
    rows_.clear();
    top_.clear();
    // Of the baseline: what tasks are called and which process they are of is the recording's word.
    const auto trace = session_.baseline();
    std::map<Tid, Row> byTid;
    const std::size_t count = trace ? trace->tasks().size() : 0;
    for (std::size_t i = 1; i < count; ++i) {
        const Task& task = trace->tasks()[i];
        const Times times = timesOf(*trace, task);
        Row& row = byTid[task.tid];
        row.tid = task.tid;
        row.tgid = task.tgid;
        row.name = fromTrace(trace->name(TaskId{static_cast<std::uint32_t>(i)}));
        row.running += times.running;
        row.waiting += times.waiting;
    }
    std::map<Tgid, std::vector<Tid>> threads;
    for (const auto& [tid, row] : byTid) {
        if (row.tgid != kNoTgid) threads[row.tgid].push_back(tid);
    }
    const auto add = [this](Row row, int parent) {
        row.parent = parent;
        rows_.push_back(std::move(row));
        const int at = static_cast<int>(rows_.size()) - 1;
        auto& siblings = parent < 0 ? top_ : rows_[static_cast<std::size_t>(parent)].children;
        siblings.push_back(at);
        return at;
    };
    for (const auto& [tid, row] : byTid) {
        const bool grouped = row.tgid != kNoTgid && threads[row.tgid].size() > 1;
        if (!grouped) add(row, -1);
    }
    for (const auto& [tgid, tids] : threads) {
        if (tids.size() < 2) continue;
        const auto leader = byTid.find(Tid{number(tgid)});
        const Row& named = leader == byTid.end() ? byTid.at(tids.front()) : leader->second;
        const int process =
            add({.tid = kNoTid, .tgid = tgid, .name = named.name, .children = {}}, -1);
        for (const Tid tid : tids) {
            const int thread = add(byTid.at(tid), process);
            const Row& child = rows_[static_cast<std::size_t>(thread)];
            Row& parent = rows_[static_cast<std::size_t>(process)];
            parent.running += child.running;
            parent.waiting += child.waiting;
        }
    }
    const auto arrange = [this](std::vector<int>& siblings) {
        std::stable_sort(siblings.begin(), siblings.end(), [this](int a, int b) {
            const Row& left = rows_[static_cast<std::size_t>(a)];
            const Row& right = rows_[static_cast<std::size_t>(b)];
            return left.running + left.waiting > right.running + right.waiting;
        });
        for (std::size_t i = 0; i < siblings.size(); ++i) {
            rows_[static_cast<std::size_t>(siblings[i])].place = static_cast<int>(i);
        }
    };
    arrange(top_);
    for (Row& row : rows_) arrange(row.children);
    endResetModel();
}

const std::vector<int>& TaskTreeModel::childrenOf(const QModelIndex& parent) const
{
    return parent.isValid() ? row(parent).children : top_;
}

QModelIndex TaskTreeModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent)) return {};
    return createIndex(row, column,
                       static_cast<quintptr>(childrenOf(parent)[static_cast<std::size_t>(row)]));
}

QModelIndex TaskTreeModel::parent(const QModelIndex& index) const
{
    if (!index.isValid() || row(index).parent < 0) return {};
    const auto parent = static_cast<std::size_t>(row(index).parent);
    return createIndex(rows_[parent].place, 0, static_cast<quintptr>(parent));
}

int TaskTreeModel::rowCount(const QModelIndex& parent) const
{
    if (parent.column() > 0) return 0;
    return static_cast<int>(childrenOf(parent).size());
}

int TaskTreeModel::columnCount(const QModelIndex& /*parent*/) const
{
    return ColumnCount;
}

QModelIndex TaskTreeModel::indexOf(Tid tid) const
{
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        if (rows_[i].tid == tid) {
            return createIndex(rows_[i].place, 0, static_cast<quintptr>(i));
        }
    }
    return {};
}

std::vector<Tid> TaskTreeModel::tidsUnder(const QModelIndex& index) const
{
    if (!index.isValid()) return {};
    const Row& it = row(index);
    if (it.children.empty()) return {it.tid};
    std::vector<Tid> tids;
    for (const int child : it.children) tids.push_back(rows_[static_cast<std::size_t>(child)].tid);
    return tids;
}

QVariant TaskTreeModel::display(const Row& row, int column) const
{
    switch (column) {
        case Name:
            return row.children.empty() ? QStringLiteral("%1-%2").arg(row.name).arg(number(row.tid))
                                        : tr("%1 (%2)").arg(row.name).arg(row.children.size());
        case TidColumn:
            return row.children.empty() ? QString::number(number(row.tid))
                                        : QString::number(number(row.tgid));
        case RunTime:
            return duration(row.running, 1);
        case Waiting:
            return duration(row.waiting, 1);
        default:
            return {};
    }
}

Qt::CheckState TaskTreeModel::checkState(const Row& row) const
{
    const auto& hidden = session_.hiddenTasks();
    if (row.children.empty()) return hidden.contains(row.tid) ? Qt::Unchecked : Qt::Checked;
    const auto count = std::count_if(row.children.begin(), row.children.end(), [&](int child) {
        return hidden.contains(rows_[static_cast<std::size_t>(child)].tid);
    });
    if (count == 0) return Qt::Checked;
    return static_cast<std::size_t>(count) == row.children.size() ? Qt::Unchecked
                                                                  : Qt::PartiallyChecked;
}

QColor TaskTreeModel::colour(const Row& row) const
{
    if (const auto chosen = session_.chosenColour(row.tid)) {
        return theme_.curveColor(static_cast<std::size_t>(*chosen));
    }
    const QByteArray name = row.name.toUtf8();
    return theme_.taskColor({name.constData(), static_cast<std::size_t>(name.size())});
}

QVariant TaskTreeModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) return {};
    const Row& it = row(index);
    switch (role) {
        case Qt::DisplayRole:
            return display(it, index.column());
        case Qt::ToolTipRole:
            return tr("%1, ran %2, waited %3")
                .arg(it.name, duration(it.running), duration(it.waiting));
        case Qt::TextAlignmentRole:
            return index.column() == Name ? QVariant()
                                          : QVariant(Qt::AlignRight | Qt::AlignVCenter);
        case Qt::CheckStateRole:
            return index.column() == Name ? QVariant(checkState(it)) : QVariant();
        case Qt::DecorationRole:
            return index.column() == Name && it.children.empty() ? QVariant(colour(it))
                                                                 : QVariant();
        case kTidRole:
            return number(it.tid);
        case kNameRole:
            return it.name;
        case kSortRole:
            switch (index.column()) {
                case RunTime:
                    return static_cast<qlonglong>(it.running.count());
                case Waiting:
                    return static_cast<qlonglong>(it.waiting.count());
                case TidColumn:
                    return number(it.tid);
                default:
                    return it.name;
            }
        default:
            return {};
    }
}

bool TaskTreeModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!index.isValid() || role != Qt::CheckStateRole || index.column() != Name) return false;
    auto hidden = session_.hiddenTasks();
    for (const Tid tid : tidsUnder(index)) {
        if (value.toInt() == Qt::Unchecked) {
            hidden.insert(tid);
        } else {
            hidden.erase(tid);
        }
    }
    session_.setHiddenTasks(std::move(hidden));
    return true;
}

QVariant TaskTreeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    switch (section) {
        case Name:
            return tr("Task");
        case TidColumn:
            return tr("Id");
        case RunTime:
            return tr("Ran");
        case Waiting:
            return tr("Waited");
        default:
            return {};
    }
}

Qt::ItemFlags TaskTreeModel::flags(const QModelIndex& index) const
{
    if (!index.isValid()) return Qt::NoItemFlags;
    Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    if (index.column() == Name) flags |= Qt::ItemIsUserCheckable;
    return flags;
}

}  // namespace resched::ui

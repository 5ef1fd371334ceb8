// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/statistics_model.h"

#include "format.h"

#include <QtGui/QFont>

#include <utility>

namespace resched::ui {
namespace {

QVariant key(Nanoseconds time)
{
    return static_cast<qlonglong>(time.count());
}

}  // namespace

void StatisticsModel::show(std::shared_ptr<const Trace> trace,
                           std::shared_ptr<const Statistics> statistics, StatisticsBy by)
{
    beginResetModel();
    trace_ = std::move(trace);
    statistics_ = std::move(statistics);
    heads_.clear();
    tips_.clear();
    rows_.clear();
    if (trace_ && statistics_) {
        if (by == StatisticsBy::Task) {
            buildTasks();
        } else {
            buildCpus();
        }
    }
    endResetModel();
}

void StatisticsModel::addTotals(Row& row, const Totals& totals) const
{
    const auto add = [&row](QString text, QVariant sortKey) {
        row.cells.push_back({std::move(text), std::move(sortKey)});
    };
    const auto number = [&](std::uint64_t value) {
        add(count(value), static_cast<qulonglong>(value));
    };
    const auto time = [&](std::optional<Nanoseconds> value) {
        add(duration(value), value ? key(*value) : QVariant(qlonglong{-1}));
    };
    add(duration(totals.runTime), key(totals.runTime));
    number(totals.switches);
    number(totals.preemptions);
    number(totals.migrations);
    number(totals.wakeups);
    const DistributionSummary& delay = totals.runDelay;
    number(delay.n);
    time(delay.mean ? std::optional(Nanoseconds{static_cast<std::int64_t>(*delay.mean + 0.5)})
                    : std::nullopt);
    time(delay.p50);
    time(delay.p99);
    time(delay.max);
    time(totals.wakeupLatency.p99);
    time(totals.preemptionWait.p99);
    number(totals.spurious);
    number(totals.censored);
}

void StatisticsModel::buildTasks()
{
    heads_ = {tr("Task"),       tr("Id"),          tr("Run time"),  tr("Switches"),
              tr("Preempted"),  tr("Migrations"),  tr("Wakeups"),   tr("Waits"),
              tr("Mean delay"), tr("p50 delay"),   tr("p99 delay"), tr("Max delay"),
              tr("p99 wakeup"), tr("p99 preempt"), tr("Spurious"),  tr("Censored")};
    tips_ = {tr("Name of the thread"),
             tr("Thread id"),
             tr("Time on a CPU in the studied range"),
             tr("Times it left a CPU"),
             tr("Times it left a CPU while it could have run on"),
             tr("Times it moved to another CPU"),
             tr("Times it was woken"),
             tr("Samples of the run delay: waits that ended in the studied range"),
             tr("Mean run delay: wakeup latency and preemption wait together"),
             tr("Half of the waits were no longer than this"),
             tr("99 of 100 waits were no longer than this"),
             tr("The longest wait"),
             tr("99th percentile of the wakeup latency"),
             tr("99th percentile of the preemption wait"),
             tr("Wakeups of a task that was running or waiting already"),
             tr("Waits and runs cut by the edge of the recording or by lost events; in no figure")};
    Row total;
    total.isTotal = true;
    total.cells = {{tr("All tasks"), QString()}, {QString(), -1}};
    addTotals(total, statistics_->total);
    rows_.push_back(std::move(total));
    for (const TaskStatistics& task : statistics_->tasks) {
        // Tasks that did nothing in the range are left out.
        const bool idle = task.running.count() == 0 && task.waiting.count() == 0 &&
                          task.totals.runTime.count() == 0 && task.totals.wakeups == 0;
        if (idle) continue;
        Row row;
        row.tid = number(trace_->task(task.task).tid);
        const QString name = fromTrace(trace_->name(task.task));
        row.cells = {{name, name.toLower()}, {QString::number(row.tid), row.tid}};
        addTotals(row, task.totals);
        rows_.push_back(std::move(row));
    }
}

void StatisticsModel::buildCpus()
{
    heads_ = {tr("CPU"), tr("Busy"), tr("Idle"), tr("Unknown"), tr("Busy share"), tr("Switches")};
    tips_ = {tr("Number of the CPU"),         tr("Time in tasks"),
             tr("Time without a task"),       tr("Time that was not recorded or lost"),
             tr("Of the time that is known"), tr("sched_switch events")};
    for (const CpuStatistics& cpu : statistics_->cpus) {
        const auto known = static_cast<double>((cpu.busy + cpu.idle).count());
        const double share = known > 0 ? static_cast<double>(cpu.busy.count()) / known : 0;
        Row row;
        row.cells = {{tr("CPU %1").arg(number(cpu.cpu)), number(cpu.cpu)},
                     {duration(cpu.busy), key(cpu.busy)},
                     {duration(cpu.idle), key(cpu.idle)},
                     {duration(cpu.unknown), key(cpu.unknown)},
                     {known > 0 ? percent(share) : QStringLiteral("–"), share},
                     {count(cpu.switches), static_cast<qulonglong>(cpu.switches)}};
        rows_.push_back(std::move(row));
    }
}

int StatisticsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int StatisticsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(heads_.size());
}

QVariant StatisticsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) return {};
    const Row& row = rows_[static_cast<std::size_t>(index.row())];
    const Cell& cell = row.cells[static_cast<std::size_t>(index.column())];
    switch (role) {
        case Qt::DisplayRole:
            return cell.text;
        case Qt::TextAlignmentRole:
            return index.column() == 0 ? QVariant() : QVariant(Qt::AlignRight | Qt::AlignVCenter);
        case Qt::FontRole: {
            if (!row.isTotal) return {};
            QFont font;
            font.setBold(true);
            return font;
        }
        case kSortRole:
            return cell.key;
        case kTidRole:
            return row.tid;
        default:
            return {};
    }
}

QVariant StatisticsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
    if (role == Qt::DisplayRole) return heads_[static_cast<std::size_t>(section)];
    if (role == Qt::ToolTipRole) return tips_[static_cast<std::size_t>(section)];
    return {};
}

}  // namespace resched::ui

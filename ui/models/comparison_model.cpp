// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/comparison_model.h"

#include "format.h"

#include <QtCore/QCoreApplication>
#include <QtGui/QFont>

#include <array>
#include <cmath>
#include <utility>

namespace resched::ui {
namespace {

struct MetricName
{
    std::string_view key;
    const char* text;
};

constexpr std::array kMetrics{
    MetricName{"switches_per_s", QT_TRANSLATE_NOOP("Metric", "Switches per second")},
    MetricName{"preemptions_per_s", QT_TRANSLATE_NOOP("Metric", "Preemptions per second")},
    MetricName{"migrations_per_s", QT_TRANSLATE_NOOP("Metric", "Migrations per second")},
    MetricName{"wakeups_per_s", QT_TRANSLATE_NOOP("Metric", "Wakeups per second")},
    MetricName{"busy_share", QT_TRANSLATE_NOOP("Metric", "Busy share of the CPUs")},
    MetricName{"switches_per_wakeup", QT_TRANSLATE_NOOP("Metric", "Switches per wakeup")},
    MetricName{"run_delay_mean_ns", QT_TRANSLATE_NOOP("Metric", "Run delay, mean")},
    MetricName{"run_delay_p50_ns", QT_TRANSLATE_NOOP("Metric", "Run delay, p50")},
    MetricName{"run_delay_p90_ns", QT_TRANSLATE_NOOP("Metric", "Run delay, p90")},
    MetricName{"run_delay_p95_ns", QT_TRANSLATE_NOOP("Metric", "Run delay, p95")},
    MetricName{"run_delay_p99_ns", QT_TRANSLATE_NOOP("Metric", "Run delay, p99")},
    MetricName{"run_delay_max_ns", QT_TRANSLATE_NOOP("Metric", "Run delay, longest")},
    MetricName{"run_delay_per_wakeup_ns", QT_TRANSLATE_NOOP("Metric", "Run delay per wakeup")},
    MetricName{"wakeup_latency_mean_ns", QT_TRANSLATE_NOOP("Metric", "Wakeup latency, mean")},
    MetricName{"wakeup_latency_p99_ns", QT_TRANSLATE_NOOP("Metric", "Wakeup latency, p99")},
    MetricName{"preemption_wait_mean_ns", QT_TRANSLATE_NOOP("Metric", "Preemption wait, mean")},
    MetricName{"preemption_wait_p99_ns", QT_TRANSLATE_NOOP("Metric", "Preemption wait, p99")},
};

// The unit is in the key.
QString valueText(std::string_view metric, double value)
{
    if (metric.ends_with("_ns")) {
        return duration(Nanoseconds{static_cast<std::int64_t>(std::llround(value))});
    }
    if (metric.ends_with("_share")) return percent(value);
    return real(value, std::abs(value) < 100 ? 2 : 0);
}

}  // namespace

QString metricText(std::string_view metric)
{
    for (const MetricName& name : kMetrics) {
        if (name.key == metric) return QCoreApplication::translate("Metric", name.text);
    }
    return fromTrace(metric);
}

void ComparisonModel::show(std::shared_ptr<const Comparison> comparison)
{
    beginResetModel();
    comparison_ = std::move(comparison);
    endResetModel();
}

int ComparisonModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !comparison_ ? 0 : static_cast<int>(comparison_->total.size());
}

int ComparisonModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
}

QVariant ComparisonModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) return {};
    const MetricComparison& row = comparison_->total[static_cast<std::size_t>(index.row())];
    if (role == Qt::TextAlignmentRole && index.column() != Metric) {
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    }
    if (role == Qt::FontRole && index.column() >= Difference && row.isSignificant()) {
        QFont bold;
        bold.setBold(true);
        return bold;
    }
    if (role == Qt::ToolTipRole) {
        if (!row.low) return tr("How much chance alone would change this is not estimated.");
        return row.isSignificant() ? tr("Chance alone does not explain the difference.")
                                   : tr("Chance alone may explain the difference.");
    }
    if (role != Qt::DisplayRole) return {};
    switch (index.column()) {
        case Metric:
            return metricText(row.metric);
        case Baseline:
            return valueText(row.metric, row.a);
        case Current:
            return valueText(row.metric, row.b);
        case Difference:
            return (row.difference() > 0 ? QStringLiteral("+") : QString()) +
                   valueText(row.metric, row.difference());
        case Relative:
            if (row.a == 0) return QStringLiteral("–");
            return (row.difference() > 0 ? QStringLiteral("+") : QString()) +
                   percent(row.difference() / row.a);
        case Interval:
            if (!row.low || !row.high) return QStringLiteral("–");
            return tr("%1 to %2")
                .arg(valueText(row.metric, *row.low), valueText(row.metric, *row.high));
        default:
            return {};
    }
}

QVariant ComparisonModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    switch (section) {
        case Metric:
            return tr("Metric");
        case Baseline:
            return tr("Baseline");
        case Current:
            return tr("Current");
        case Difference:
            return tr("Difference");
        case Relative:
            return tr("Relative");
        case Interval:
            return tr("95 % interval");
        default:
            return {};
    }
}

}  // namespace resched::ui

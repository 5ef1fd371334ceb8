// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/report_numbers.h"

#include "analysis/statistics.h"
#include "format.h"

#include <QtCore/QCoreApplication>

#include <algorithm>
#include <cmath>
#include <functional>

namespace resched::ui {

namespace {

class Text
{
    Q_DECLARE_TR_FUNCTIONS(Report)
};

constexpr std::size_t kShownTasks = 12;

Statistics statisticsOf(const NamedRun& run, const ReportOptions& options)
{
    return computeStatistics(*run.trace,
                             {.rule = options.rule, .from = options.from, .window = options.range});
}

QString meanText(const DistributionSummary& summary)
{
    if (!summary.mean) return duration(std::optional<Nanoseconds>{});
    return duration(Nanoseconds{std::llround(*summary.mean)});
}

struct NumberRow
{
    QString name;
    std::function<QString(const Totals&)> text;
};

std::vector<NumberRow> numberRows()
{
    std::vector<NumberRow> rows{
        {Text::tr("run time"), [](const Totals& t) { return duration(t.runTime); }},
        {Text::tr("switches"), [](const Totals& t) { return count(t.switches); }},
        {Text::tr("preemptions"), [](const Totals& t) { return count(t.preemptions); }},
        {Text::tr("migrations"), [](const Totals& t) { return count(t.migrations); }},
        {Text::tr("wakeups"), [](const Totals& t) { return count(t.wakeups); }},
        {Text::tr("spurious wakeups"), [](const Totals& t) { return count(t.spurious); }},
        {Text::tr("censored"), [](const Totals& t) { return count(t.censored); }},
        {Text::tr("events lost"), [](const Totals& t) { return count(t.lost); }}};
    const std::pair<QString, DistributionSummary Totals::*> parts[] = {
        {Text::tr("run delay"), &Totals::runDelay},
        {Text::tr("wakeup latency"), &Totals::wakeupLatency},
        {Text::tr("preemption wait"), &Totals::preemptionWait}};
    for (const auto& [name, part] : parts) {
        rows.push_back(
            {Text::tr("%1, n").arg(name), [part](const Totals& t) { return count((t.*part).n); }});
        rows.push_back({Text::tr("%1, mean").arg(name),
                        [part](const Totals& t) { return meanText(t.*part); }});
        rows.push_back({Text::tr("%1, p50").arg(name),
                        [part](const Totals& t) { return duration((t.*part).p50); }});
        rows.push_back({Text::tr("%1, p99").arg(name),
                        [part](const Totals& t) { return duration((t.*part).p99); }});
        rows.push_back({Text::tr("%1, max").arg(name),
                        [part](const Totals& t) { return duration((t.*part).max); }});
    }
    return rows;
}

const TaskStatistics* find(const Trace& trace, const Statistics& statistics, Tid tid)
{
    const auto row = std::ranges::find(statistics.tasks, tid, [&](const TaskStatistics& task) {
        return trace.task(task.task).tid;
    });
    return row == statistics.tasks.end() ? nullptr : &*row;
}

QString errorText(double error)
{
    return (error > 0 ? QStringLiteral("+") : QString()) + percent(error);
}

}  // namespace

ReportTable totalsTable(const std::vector<NamedRun>& runs, const ReportOptions& options)
{
    ReportTable table{.title = Text::tr("All tasks together"), .head = {QString()}, .rows = {}};
    std::vector<Statistics> statistics;
    for (const NamedRun& run : runs) {
        table.head.append(run.label);
        statistics.push_back(statisticsOf(run, options));
    }
    for (const NumberRow& number : numberRows()) {
        QStringList row{number.name};
        for (const Statistics& run : statistics) row.append(number.text(run.total));
        table.rows.push_back(std::move(row));
    }
    return table;
}

ReportTable tasksTable(const std::vector<NamedRun>& runs, const ReportOptions& options)
{
    ReportTable table{.title = Text::tr("The tasks with the longest waits"),
                      .head = {Text::tr("task")},
                      .rows = {}};
    std::vector<Statistics> statistics;
    for (const NamedRun& run : runs) {
        statistics.push_back(statisticsOf(run, options));
        if (&run == &runs.front()) table.head.append(Text::tr("run time, %1").arg(run.label));
        table.head.append(Text::tr("p99 run delay, %1").arg(run.label));
        table.head.append(Text::tr("max, %1").arg(run.label));
    }
    std::vector<TaskStatistics> longest = statistics.front().tasks;
    std::erase_if(longest, [](const TaskStatistics& task) { return task.totals.runDelay.n == 0; });
    std::ranges::stable_sort(longest, std::ranges::greater(), [](const TaskStatistics& task) {
        return task.totals.runDelay.max.value_or(Nanoseconds{0});
    });
    longest.resize(std::min(longest.size(), kShownTasks));
    for (const TaskStatistics& task : longest) {
        const Tid tid = runs.front().trace->task(task.task).tid;
        QStringList row{taskText(*runs.front().trace, task.task)};
        for (std::size_t i = 0; i < runs.size(); ++i) {
            const TaskStatistics* there = find(*runs[i].trace, statistics[i], tid);
            const Totals totals = there != nullptr ? there->totals : Totals{};
            if (i == 0) row.append(duration(totals.runTime, 2));
            row.append(duration(totals.runDelay.p99, 2));
            row.append(duration(totals.runDelay.max, 2));
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

ReportTable fidelityTable(const Fidelity& fidelity)
{
    ReportTable table{
        .title = Text::tr("How well the replay matches, grade %1")
                     .arg(fromTrace(gradeName(fidelity.grade))),
        .head = {QString(), Text::tr("recorded"), Text::tr("replayed"), Text::tr("difference")},
        .rows = {}};
    const auto addCounts = [&](const QString& name, const CountPair& pair) {
        table.rows.push_back(
            {name, count(pair.recorded), count(pair.replayed), errorText(pair.error())});
    };
    const auto addDelays = [&](const QString& name, const DelayPair& pair) {
        table.rows.push_back(
            {name, duration(pair.recorded), duration(pair.replayed), errorText(pair.error())});
    };
    addCounts(Text::tr("switches"), fidelity.switches);
    addCounts(Text::tr("preemptions"), fidelity.preemptions);
    addCounts(Text::tr("migrations"), fidelity.migrations);
    addDelays(Text::tr("run delay, mean"), fidelity.meanRunDelay);
    for (const DelayPair& quantile : fidelity.quantiles) {
        addDelays(Text::tr("run delay, p%1").arg(std::lround(quantile.fraction * 100)), quantile);
    }
    const QString none;
    table.rows.push_back(
        {Text::tr("same task on a CPU"), none, none, percent(fidelity.sameTaskTime)});
    table.rows.push_back({Text::tr("greatest distance of the run delay distributions"), none, none,
                          real(fidelity.runDelayKs)});
    table.rows.push_back({Text::tr("greatest error of a task's CPU share"), none, none,
                          percent(fidelity.shareErrorMax)});
    return table;
}

ReportTable diagnosticsTable(const NamedRun& run)
{
    ReportTable table{.title = Text::tr("What was odd in %1").arg(run.label),
                      .head = {Text::tr("what"), Text::tr("how often")},
                      .rows = {}};
    for (const Diagnostic& row : run.trace->diagnostics().all()) {
        table.rows.push_back({diagnosticText(row.kind), count(row.count)});
    }
    return table;
}

}  // namespace resched::ui

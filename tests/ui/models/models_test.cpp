// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "format.h"
#include "models/comparison_model.h"
#include "models/diagnostics_model.h"
#include "models/run_list_model.h"
#include "models/statistics_model.h"
#include "models/task_filter_model.h"
#include "models/task_tree_model.h"
#include "ui/support/fake_engine.h"

#include <QtTest/QAbstractItemModelTester>
#include <QtTest/QtTest>

namespace resched::ui {

class ModelsTest : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void tasksStandInTheirProcess();
    void hidingAProcessHidesItsThreads();
    void searchKeepsTheProcessOfAMatch();
    void runsSayWhichIsWhich();
    void statisticsAddUp();
    void diagnosticsAreListed();
    void comparisonsShowTheDifference();

private:
    std::shared_ptr<test::EngineRecord> record_;
    std::unique_ptr<Session> session_;
};

namespace {

// Threads A and B of process 101, C alone.
std::shared_ptr<const Trace> processTrace()
{
    TraceBuilder builder;
    EventStream& stream = builder.addStream(0);
    for (const int tid : {101, 102}) {
        stream.push(
            makeTask(EventKind::Process, timestamp(0), CpuId{0}, Tid{tid}, NameId{}, Tid{101}));
    }
    resched::test::addSchedule(builder, resched::test::parseSchedule(R"(
        SW 0 c0 0[R]>A
        SW 50 c0 A[S]>B
        SW 90 c0 B[S]>C
        END 100
    )"));
    builder.diagnostics().add("truncated_packet", {.path = "trace/ch_0", .time = timestamp(50'000)},
                              3);
    NoProgress progress;
    return std::make_shared<const Trace>(*builder.finish(progress));
}

}  // namespace

void ModelsTest::init()
{
    record_ = std::make_shared<test::EngineRecord>();
    session_ = std::make_unique<Session>(test::fakeEngine(record_));
    session_->show(processTrace());
}

void ModelsTest::tasksStandInTheirProcess()
{
    TaskTreeModel model(*session_);
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(model.rowCount(), 2);
    const QModelIndex process = model.index(0, 0);
    QCOMPARE(process.data().toString(), QStringLiteral("A (2)"));
    QCOMPARE(model.rowCount(process), 2);
    QCOMPARE(model.index(0, 0, process).data().toString(), QStringLiteral("A-101"));
    QCOMPARE(model.index(0, TaskTreeModel::RunTime, process).data().toString(),
             duration(Nanoseconds{50'000}));
    QCOMPARE(model.index(1, 0).data().toString(), QStringLiteral("C-103"));
    QVERIFY(model.indexOf(Tid{102}).parent() == process);
    // Another recording takes the place of this one.
    session_->show(std::make_shared<const Trace>(resched::test::traceOf(test::smallSchedule())));
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.rowCount(model.index(0, 0)), 0);
}

void ModelsTest::hidingAProcessHidesItsThreads()
{
    TaskTreeModel model(*session_);
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    const QModelIndex process = model.index(0, 0);
    QVERIFY(model.setData(process, Qt::Unchecked, Qt::CheckStateRole));
    QCOMPARE(session_->hiddenTasks(), (std::set<Tid>{Tid{101}, Tid{102}}));
    session_->setHidden(Tid{101}, false);
    QCOMPARE(process.data(Qt::CheckStateRole).toInt(), static_cast<int>(Qt::PartiallyChecked));
    session_->undoView();
    QCOMPARE(process.data(Qt::CheckStateRole).toInt(), static_cast<int>(Qt::Unchecked));
}

void ModelsTest::searchKeepsTheProcessOfAMatch()
{
    TaskTreeModel model(*session_);
    TaskFilterModel filter;
    filter.setSourceModel(&model);
    const QAbstractItemModelTester tester(&filter,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    filter.setQuery(parseFindQuery(QStringLiteral("B-102")));
    QCOMPARE(filter.rowCount(), 1);
    QCOMPARE(filter.rowCount(filter.index(0, 0)), 1);
    filter.setQuery(parseFindQuery(QStringLiteral("103")));
    QCOMPARE(filter.rowCount(), 1);
    QCOMPARE(filter.index(0, 0).data().toString(), QStringLiteral("C-103"));
    filter.setQuery({});
    QCOMPARE(filter.rowCount(), 2);
}

void ModelsTest::runsSayWhichIsWhich()
{
    RunListModel model(*session_);
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(model.rowCount(), 1);
    session_->rerun();
    QTRY_COMPARE(model.rowCount(), 2);
    QVERIFY(model.index(0).data().toString().contains(QStringLiteral("baseline")));
    QVERIFY(model.index(1).data().toString().contains(QStringLiteral("current")));
}

void ModelsTest::statisticsAddUp()
{
    const auto trace = session_->baseline();
    const auto statistics = std::make_shared<const Statistics>(computeStatistics(*trace, {}));
    StatisticsModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.show(trace, statistics, StatisticsBy::Task);
    // All tasks, A and B: the only run of C is cut by the end, so nothing of it is known.
    QCOMPARE(model.rowCount(), 3);
    qlonglong sum = 0;
    for (int row = 1; row < model.rowCount(); ++row) {
        sum += model.index(row, 2).data(StatisticsModel::kSortRole).toLongLong();
    }
    QCOMPARE(model.index(0, 2).data(StatisticsModel::kSortRole).toLongLong(), sum);
    QCOMPARE(sum, 90'000);
    model.show(trace, statistics, StatisticsBy::Cpu);
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(model.index(0, 1).data().toString(), duration(Nanoseconds{90'000}));
}

void ModelsTest::diagnosticsAreListed()
{
    DiagnosticsModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.show(session_->baseline());
    QVERIFY(model.rowCount() >= 1);
    const QModelIndex first = model.index(0, 0);
    QCOMPARE(first.siblingAtColumn(DiagnosticsModel::Count).data().toString(), QStringLiteral("3"));
    QCOMPARE(first.siblingAtColumn(DiagnosticsModel::Place).data().toString(),
             QStringLiteral("ch_0"));
    QVERIFY(model.timeOf(first) == timestamp(50'000));
}

void ModelsTest::comparisonsShowTheDifference()
{
    auto comparison = std::make_shared<Comparison>();
    comparison->total.push_back(
        {.metric = "run_delay_mean_ns", .a = 2e6, .b = 3e6, .low = 5e5, .high = 15e5});
    comparison->total.push_back(
        {.metric = "switches_per_s", .a = 100, .b = 90, .low = {}, .high = {}});
    ComparisonModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.show(comparison);
    const auto text = [&](int row, int column) {
        return model.index(row, column).data().toString();
    };
    QCOMPARE(text(0, ComparisonModel::Baseline), duration(Nanoseconds{2'000'000}));
    QCOMPARE(text(0, ComparisonModel::Difference),
             QStringLiteral("+") + duration(Nanoseconds{1'000'000}));
    QCOMPARE(text(0, ComparisonModel::Interval),
             QStringLiteral("%1 to %2")
                 .arg(duration(Nanoseconds{500'000}), duration(Nanoseconds{1'500'000})));
    QCOMPARE(text(1, ComparisonModel::Interval), QStringLiteral("–"));
}

}  // namespace resched::ui

QTEST_GUILESS_MAIN(resched::ui::ModelsTest)
#include "models_test.moc"

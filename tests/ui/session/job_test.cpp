// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/job.h"

#include <QtTest/QtTest>

#include <atomic>
#include <stdexcept>

namespace resched::ui {

class JobTest : public QObject
{
    Q_OBJECT
private slots:
    void deliversTheAnswerOnThisThread();
    void reportsProgress();
    void cancelStopsTheWorkAndDeliversNothing();
    void theLatestWins();
    void anAbsentReceiverHearsNothing();
    void aStrayExceptionBecomesAnError();
    void destructionWaitsForTheWork();
};

namespace {

// A run that is canceled before a thread took it up never begins.
struct Counts
{
    std::atomic<int> begun{0};
    std::atomic<int> stopped{0};
};

// Works until it is told to stop.
std::function<Result<int>(Progress&)> endless(Counts& counts)
{
    return [&counts](Progress& progress) -> Result<int> {
        ++counts.begun;
        while (progress.advance(0.5)) QThread::yieldCurrentThread();
        ++counts.stopped;
        return canceled();
    };
}

}  // namespace

void JobTest::deliversTheAnswerOnThisThread()
{
    Job job;
    int answer = 0;
    QThread* thread = nullptr;
    job.start<int>([](Progress&) { return Result<int>(42); }, this,
                   [&](Result<int> result) {
                       answer = result.value();
                       thread = QThread::currentThread();
                   });
    QVERIFY(job.isRunning());
    QTRY_COMPARE(answer, 42);
    QCOMPARE(thread, QThread::currentThread());
    QVERIFY(!job.isRunning());
}

void JobTest::reportsProgress()
{
    Job job;
    QSignalSpy progressed(&job, &Job::progressed);
    Counts counts;
    job.start<int>(endless(counts), this, [](Result<int>) {});
    QTRY_VERIFY(!progressed.isEmpty() && progressed.last().first().toDouble() == 0.5);
    job.cancel();
    QTRY_COMPARE(counts.stopped.load(), 1);
}

void JobTest::cancelStopsTheWorkAndDeliversNothing()
{
    Job job;
    QSignalSpy finished(&job, &Job::finished);
    Counts counts;
    bool answered = false;
    job.start<int>(endless(counts), this, [&](Result<int>) { answered = true; });
    QTRY_COMPARE(counts.begun.load(), 1);
    job.cancel();
    QCOMPARE(finished.size(), 1);
    QTRY_COMPARE(counts.stopped.load(), 1);
    QTest::qWait(20);
    QVERIFY(!answered);
    QCOMPARE(finished.size(), 1);
}

void JobTest::theLatestWins()
{
    Job job;
    QSignalSpy finished(&job, &Job::finished);
    Counts counts;
    std::vector<int> answers;
    for (int run = 0; run < 5; ++run) {
        job.start<int>(endless(counts), this, [&](Result<int>) { answers.push_back(-1); });
    }
    job.start<int>([](Progress&) { return Result<int>(7); }, this,
                   [&](Result<int> result) { answers.push_back(result.value()); });
    QTRY_COMPARE(answers.size(), std::size_t{1});
    QTest::qWait(20);
    QCOMPARE(answers, std::vector<int>{7});
    QCOMPARE(counts.stopped.load(), counts.begun.load());
    QCOMPARE(finished.size(), 1);
}

void JobTest::anAbsentReceiverHearsNothing()
{
    Job job;
    QSignalSpy finished(&job, &Job::finished);
    auto receiver = std::make_unique<QObject>();
    bool answered = false;
    job.start<int>([](Progress&) { return Result<int>(1); }, receiver.get(),
                   [&](Result<int>) { answered = true; });
    receiver.reset();
    QTRY_COMPARE(finished.size(), 1);
    QVERIFY(!answered);
}

void JobTest::aStrayExceptionBecomesAnError()
{
    Job job;
    std::optional<ErrorCode> code;
    job.start<int>([](Progress&) -> Result<int> { throw std::runtime_error("stray"); }, this,
                   [&](Result<int> result) { code = result.error().code; });
    QTRY_COMPARE(code, std::optional(ErrorCode::Internal));
}

void JobTest::destructionWaitsForTheWork()
{
    Counts counts;
    {
        Job job;
        job.start<int>(endless(counts), this, [](Result<int>) {});
        job.start<int>(endless(counts), this, [](Result<int>) {});
    }
    QCOMPARE(counts.stopped.load(), counts.begun.load());
}

}  // namespace resched::ui

QTEST_GUILESS_MAIN(resched::ui::JobTest)
#include "job_test.moc"

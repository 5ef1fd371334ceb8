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

// Works until it is told to stop.
std::function<Result<int>(Progress&)> endless(std::atomic<int>& stopped)
{
    return [&stopped](Progress& progress) -> Result<int> {
        while (progress.advance(0.5)) QThread::yieldCurrentThread();
        ++stopped;
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
    std::atomic<int> stopped{0};
    job.start<int>(endless(stopped), this, [](Result<int>) {});
    QTRY_VERIFY(!progressed.isEmpty() && progressed.last().first().toDouble() == 0.5);
    job.cancel();
    QTRY_COMPARE(stopped.load(), 1);
}

void JobTest::cancelStopsTheWorkAndDeliversNothing()
{
    Job job;
    QSignalSpy finished(&job, &Job::finished);
    std::atomic<int> stopped{0};
    bool answered = false;
    job.start<int>(endless(stopped), this, [&](Result<int>) { answered = true; });
    job.cancel();
    QCOMPARE(finished.size(), 1);
    QTRY_COMPARE(stopped.load(), 1);
    QTest::qWait(20);
    QVERIFY(!answered);
    QCOMPARE(finished.size(), 1);
}

void JobTest::theLatestWins()
{
    Job job;
    QSignalSpy finished(&job, &Job::finished);
    std::atomic<int> stopped{0};
    std::vector<int> answers;
    for (int run = 0; run < 5; ++run) {
        job.start<int>(endless(stopped), this, [&](Result<int>) { answers.push_back(-1); });
    }
    job.start<int>([](Progress&) { return Result<int>(7); }, this,
                   [&](Result<int> result) { answers.push_back(result.value()); });
    QTRY_COMPARE(answers.size(), std::size_t{1});
    QTRY_COMPARE(stopped.load(), 5);
    QTest::qWait(20);
    QCOMPARE(answers, std::vector<int>{7});
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
    std::atomic<int> stopped{0};
    {
        Job job;
        job.start<int>(endless(stopped), this, [](Result<int>) {});
        job.start<int>(endless(stopped), this, [](Result<int>) {});
    }
    // A run that was canceled before it began never runs at all.
    QVERIFY(stopped.load() <= 2);
}

}  // namespace resched::ui

QTEST_GUILESS_MAIN(resched::ui::JobTest)
#include "job_test.moc"

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Long work off the ui thread, and the only place where the ui touches threads. A Job runs one
// `work(Progress&) -> Result<T>` at a time; starting another cancels the one before, whose answer
// is then never delivered: the latest wins. The answer comes to one callback on the ui thread,
// unless its context object is gone. An exception of a library becomes an Error.

#include "base/progress.h"
#include "base/result.h"

#include <QtConcurrent/QtConcurrentRun>
#include <QtCore/QFutureWatcher>
#include <QtCore/QObject>
#include <QtCore/QPointer>
#include <QtCore/QPromise>

#include <functional>
#include <memory>
#include <new>
#include <utility>

namespace resched::ui {

class Job : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;
    // Cancels and waits, so that no work outlives what it was given.
    ~Job() override;

    template <typename T>
    void start(std::function<Result<T>(Progress&)> work, QObject* context,
               std::function<void(Result<T>)> done);
    void cancel();
    bool isRunning() const { return watcher_ != nullptr; }

signals:
    void started();
    void progressed(double fraction);  // 0..1, does not fall within one run
    void finished();                   // done or canceled; not when a successor took over

private:
    // Reports the fraction through the promise in thousandths and hears of a cancel there.
    template <typename T>
    class PromiseProgress;
    template <typename T>
    static void run(QPromise<std::shared_ptr<Result<T>>>& promise,
                    const std::function<Result<T>(Progress&)>& work);

    void replaceWatcher(QFutureWatcherBase* watcher);
    void release(QFutureWatcherBase* watcher);

    QFutureWatcherBase* watcher_ = nullptr;  // of the latest run; child of this
};

constexpr int kJobSteps = 1000;

template <typename T>
class Job::PromiseProgress final : public Progress
{
public:
    explicit PromiseProgress(QPromise<std::shared_ptr<Result<T>>>& promise) : promise_(promise) {}
    bool advance(double fraction) override
    {
        promise_.setProgressValue(static_cast<int>(fraction * kJobSteps));
        return !promise_.isCanceled();
    }

private:
    QPromise<std::shared_ptr<Result<T>>>& promise_;
};

template <typename T>
void Job::run(QPromise<std::shared_ptr<Result<T>>>& promise,
              const std::function<Result<T>(Progress&)>& work)
{
    promise.setProgressRange(0, kJobSteps);
    PromiseProgress<T> progress(promise);
    std::shared_ptr<Result<T>> answer;
    try {
        answer = std::make_shared<Result<T>>(work(progress));
    } catch (const std::bad_alloc&) {
        answer = std::make_shared<Result<T>>(
            Error{.code = ErrorCode::OutOfMemory, .what = "there is not enough memory"});
    } catch (const std::exception& stray) {
        answer =
            std::make_shared<Result<T>>(Error{.code = ErrorCode::Internal, .what = stray.what()});
    }
    promise.addResult(std::move(answer));
}

template <typename T>
void Job::start(std::function<Result<T>(Progress&)> work, QObject* context,
                std::function<void(Result<T>)> done)
{
    using Answer = std::shared_ptr<Result<T>>;
    auto* watcher = new QFutureWatcher<Answer>(this);
    connect(watcher, &QFutureWatcherBase::finished, this,
            [this, watcher, receiver = QPointer<QObject>(context), done = std::move(done)] {
                // A canceled future may still hold an answer that came too late.
                const bool answered = !watcher->isCanceled() && watcher->future().resultCount() > 0;
                Answer answer = answered ? watcher->result() : nullptr;
                release(watcher);
                if (answer && receiver) done(std::move(*answer));
            });
    replaceWatcher(watcher);
    watcher->setFuture(QtConcurrent::run(&Job::run<T>, std::move(work)));
}

}  // namespace resched::ui

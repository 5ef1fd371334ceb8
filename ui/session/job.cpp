// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/job.h"

namespace resched::ui {

Job::~Job()
{
    for (auto* watcher : findChildren<QFutureWatcherBase*>(Qt::FindDirectChildrenOnly)) {
        watcher->disconnect(this);
        watcher->cancel();
        watcher->waitForFinished();
    }
}

void Job::cancel()
{
    if (!watcher_) return;
    watcher_->cancel();
    watcher_ = nullptr;
    emit finished();
}

void Job::replaceWatcher(QFutureWatcherBase* watcher)
{
    if (watcher_) watcher_->cancel();
    watcher_ = watcher;
    connect(watcher, &QFutureWatcherBase::progressValueChanged, this, [this, watcher](int value) {
        if (watcher == watcher_) emit progressed(static_cast<double>(value) / kJobSteps);
    });
    emit started();
}

void Job::release(QFutureWatcherBase* watcher)
{
    watcher->deleteLater();
    if (watcher != watcher_) return;
    watcher_ = nullptr;
    emit finished();
}

}  // namespace resched::ui

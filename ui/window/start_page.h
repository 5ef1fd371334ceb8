// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What stands in the middle before anything is open: how to begin.

#include <QtCore/QStringList>
#include <QtWidgets/QWidget>

class QListWidget;
class QLabel;

namespace resched::ui {

class StartPage final : public QWidget
{
    Q_OBJECT
public:
    StartPage(const QStringList& recent, bool hasSample, QWidget* parent = nullptr);
    void setRecent(const QStringList& files);

signals:
    void openRequested();
    void sampleRequested();
    void fileRequested(const QString& path);

private:
    QLabel* recentTitle_;
    QListWidget* recent_;
};

}  // namespace resched::ui

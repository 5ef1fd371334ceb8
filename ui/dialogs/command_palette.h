// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Every action by name: type a part of it, Enter does it.

#include <QtWidgets/QDialog>

#include <map>
#include <string_view>

class QAction;
class QLineEdit;
class QListWidget;

namespace resched::ui {

class CommandPalette final : public QDialog
{
    Q_OBJECT
public:
    CommandPalette(const std::map<std::string_view, QAction*>& actions, QWidget* parent = nullptr);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void filter(const QString& text);
    void run();

    QLineEdit* edit_;
    QListWidget* list_;
    std::vector<QAction*> actions_;  // by row of the list
};

}  // namespace resched::ui

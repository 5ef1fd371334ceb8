// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/command_palette.h"

#include <QtCore/QEvent>
#include <QtGui/QAction>
#include <QtGui/QKeyEvent>
#include <QtWidgets/QApplication>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QListWidget>
#include <QtWidgets/QVBoxLayout>

namespace resched::ui {

CommandPalette::CommandPalette(const std::map<std::string_view, QAction*>& actions, QWidget* parent)
    : QDialog(parent), edit_(new QLineEdit(this)), list_(new QListWidget(this))
{
    setWindowTitle(tr("Commands"));
    edit_->setPlaceholderText(tr("Type a part of a command"));
    edit_->installEventFilter(this);
    for (const auto& [id, action] : actions) {
        QString text = action->text().remove(QLatin1Char('&'));
        const QString keys = action->shortcut().toString(QKeySequence::NativeText);
        if (!keys.isEmpty()) text = tr("%1   (%2)").arg(text, keys);
        auto* item = new QListWidgetItem(text, list_);
        if (!action->isEnabled()) item->setFlags(Qt::NoItemFlags);
        actions_.push_back(action);
    }
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(edit_);
    layout->addWidget(list_, 1);
    resize(460, 420);
    connect(edit_, &QLineEdit::textChanged, this, &CommandPalette::filter);
    connect(edit_, &QLineEdit::returnPressed, this, &CommandPalette::run);
    connect(list_, &QListWidget::itemActivated, this, &CommandPalette::run);
    filter({});
}

void CommandPalette::filter(const QString& text)
{
    int first = -1;
    for (int row = 0; row < list_->count(); ++row) {
        QListWidgetItem* item = list_->item(row);
        bool found = true;
        for (const QString& word : text.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
            found = found && item->text().contains(word, Qt::CaseInsensitive);
        }
        item->setHidden(!found);
        if (found && first < 0 && item->flags() != Qt::NoItemFlags) first = row;
    }
    list_->setCurrentRow(first);
}

void CommandPalette::run()
{
    const int row = list_->currentRow();
    if (row < 0 || list_->item(row)->isHidden()) return;
    accept();
    actions_[static_cast<std::size_t>(row)]->trigger();
}

// Up and down move in the list while the text keeps the focus.
bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == edit_ && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Up || key == Qt::Key_Down) {
            QApplication::sendEvent(list_, event);
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

}  // namespace resched::ui

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Every action of the window, as one table: what it is called, where it stands, its shortcuts and
// what it does. Menus, the shortcut sheet and the command palette are made from it.

#include <QtCore/QKeyCombination>
#include <QtCore/QString>
#include <QtGui/QKeySequence>

#include <cstdint>
#include <span>

namespace resched::ui {

class MainWindow;

enum class MenuId : std::uint8_t { File, Edit, View, Navigate, Run, Help };

// Letters work wherever text is not being typed; arrows only while the timeline has the focus, as
// lists and sliders need them elsewhere.
enum class Scope : std::uint8_t { Window, Timeline };

struct ActionRow
{
    const char* id;
    MenuId menu;
    const char* text;       // translated in the context "Actions"
    const char* shortcuts;  // portable text, "; " between several; "" for none
    Scope scope;
    void (*run)(MainWindow& window);
    bool separatorBefore = false;
};

std::span<const ActionRow> actionTable();
QString actionText(const ActionRow& row);  // with its mnemonic
QString plainText(const ActionRow& row);   // without
QList<QKeySequence> actionShortcuts(const ActionRow& row);
QString menuTitle(MenuId menu);

}  // namespace resched::ui

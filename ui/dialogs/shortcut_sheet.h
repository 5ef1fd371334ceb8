// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The sheet of keys and mouse gestures.

#include <QtWidgets/QDialog>

namespace resched::ui {

class ShortcutSheet final : public QDialog
{
    Q_OBJECT
public:
    explicit ShortcutSheet(QWidget* parent = nullptr);
};

}  // namespace resched::ui

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Light, dark, or as the desktop says: the choice puts the program's palette in the place of the
// desktop's, and takes it away again.

#include <QtCore/QString>
#include <QtGui/QPalette>

namespace resched::ui {

class ThemeChoice
{
public:
    // Remembers the desktop's style and palette: make one before anything is applied.
    ThemeChoice();
    // "light", "dark" or "".
    void apply(const QString& name) const;

private:
    QString style_;
    QPalette palette_;
};

}  // namespace resched::ui

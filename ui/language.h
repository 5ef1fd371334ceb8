// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The program speaks the user's language where it has a translation; English has one too, for its
// plurals.

class QCoreApplication;

namespace resched::ui {

// Before any text is made; the translator belongs to the application.
void speakUsersLanguage(QCoreApplication& application);

}  // namespace resched::ui

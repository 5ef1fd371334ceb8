// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "language.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QLibraryInfo>
#include <QtCore/QLocale>
#include <QtCore/QTranslator>

namespace resched::ui {

void speakUsersLanguage(QCoreApplication& application)
{
    const QString folder = QStringLiteral(":/i18n");
    auto* ours = new QTranslator(&application);
    if (ours->load(QLocale(), QStringLiteral("resched"), QStringLiteral("_"), folder) ||
        ours->load(folder + QStringLiteral("/resched_en"))) {
        QCoreApplication::installTranslator(ours);
    }
    // The buttons of Qt's own dialogs.
    auto* theirs = new QTranslator(&application);
    if (theirs->load(QLocale(), QStringLiteral("qtbase"), QStringLiteral("_"),
                     QLibraryInfo::path(QLibraryInfo::TranslationsPath))) {
        QCoreApplication::installTranslator(theirs);
    }
}

}  // namespace resched::ui

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/theme_choice.h"

#include "theme.h"

#include <QtWidgets/QApplication>
#include <QtWidgets/QStyle>
#include <QtWidgets/QStyleFactory>

namespace resched::ui {

ThemeChoice::ThemeChoice()
    : style_(QApplication::style()->objectName()), palette_(QApplication::palette())
{}

void ThemeChoice::apply(const QString& name) const
{
    if (name.isEmpty()) {
        QApplication::setStyle(QStyleFactory::create(style_));
        QApplication::setPalette(palette_);
        return;
    }
    // Fusion takes every colour from the palette; desktop styles may not.
    const Theme theme =
        Theme::of(name == QLatin1String("dark") ? ThemeKind::Dark : ThemeKind::Light);
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QApplication::setPalette(theme.palette());
}

}  // namespace resched::ui

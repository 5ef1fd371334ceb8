// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/settings.h"

namespace resched::ui {
namespace {

constexpr auto kRecent = QLatin1String("files/recent");
constexpr auto kFolder = QLatin1String("files/folder");
constexpr auto kGeometry = QLatin1String("window/geometry");
constexpr auto kState = QLatin1String("window/state");
constexpr auto kTheme = QLatin1String("window/theme");
constexpr auto kRuler = QLatin1String("timeline/ruler");
constexpr auto kColourBy = QLatin1String("timeline/colourBy");

}  // namespace

Settings::Settings(const QString& file) : store_(file, QSettings::IniFormat) {}

QStringList Settings::recentFiles() const
{
    return store_.value(kRecent).toStringList();
}

void Settings::addRecentFile(const QString& path)
{
    QStringList files = recentFiles();
    files.removeAll(path);
    files.prepend(path);
    store_.setValue(kRecent, QStringList(files.mid(0, kMostRecent)));
}

QString Settings::lastFolder() const
{
    return store_.value(kFolder).toString();
}

void Settings::setLastFolder(const QString& folder)
{
    store_.setValue(kFolder, folder);
}

QByteArray Settings::windowGeometry() const
{
    return store_.value(kGeometry).toByteArray();
}

QByteArray Settings::windowState() const
{
    return store_.value(kState).toByteArray();
}

void Settings::setWindow(const QByteArray& geometry, const QByteArray& state)
{
    store_.setValue(kGeometry, geometry);
    store_.setValue(kState, state);
}

QString Settings::theme() const
{
    return store_.value(kTheme).toString();
}

void Settings::setTheme(const QString& theme)
{
    store_.setValue(kTheme, theme);
}

int Settings::rulerMode() const
{
    return store_.value(kRuler, 0).toInt();
}

void Settings::setRulerMode(int mode)
{
    store_.setValue(kRuler, mode);
}

int Settings::colourBy() const
{
    return store_.value(kColourBy, 0).toInt();
}

void Settings::setColourBy(int colourBy)
{
    store_.setValue(kColourBy, colourBy);
}

}  // namespace resched::ui

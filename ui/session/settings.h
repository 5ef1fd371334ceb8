// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the window remembers between starts: recent files, layout, how things are shown. Kept in the
// file that is handed in; keys are known here alone.

#include <QtCore/QByteArray>
#include <QtCore/QSettings>
#include <QtCore/QString>
#include <QtCore/QStringList>

namespace resched::ui {

class Settings
{
public:
    explicit Settings(const QString& file);

    QStringList recentFiles() const;  // the latest first
    void addRecentFile(const QString& path);
    QString lastFolder() const;
    void setLastFolder(const QString& folder);

    QByteArray windowGeometry() const;
    QByteArray windowState() const;
    void setWindow(const QByteArray& geometry, const QByteArray& state);

    QString theme() const;  // "light", "dark" or "": as the desktop
    void setTheme(const QString& theme);
    int rulerMode() const;
    void setRulerMode(int mode);
    int colourBy() const;
    void setColourBy(int colourBy);

private:
    static constexpr int kMostRecent = 10;

    QSettings store_;
};

}  // namespace resched::ui

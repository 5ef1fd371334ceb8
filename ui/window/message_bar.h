// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One sentence above the timeline that does not stop anybody: why a file did not open, or what to
// know about one that did. It stays until it is closed or the next file opens.

#include <QtWidgets/QFrame>

#include <cstdint>

class QLabel;

namespace resched::ui {

class MessageBar final : public QFrame
{
    Q_OBJECT
public:
    enum class Kind : std::uint8_t { Warning, Error };

    explicit MessageBar(QWidget* parent = nullptr);
    void show(Kind kind, const QString& sentence);
    QString text() const;

private:
    QLabel* icon_;
    QLabel* label_;
};

}  // namespace resched::ui

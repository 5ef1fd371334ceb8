// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/shortcut_sheet.h"

#include "window/action_table.h"

#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QTextBrowser>
#include <QtWidgets/QVBoxLayout>

namespace resched::ui {
namespace {

QString row(const QString& keys, const QString& text)
{
    return QStringLiteral("<tr><td style='padding-right:16px'><b>%1</b></td><td>%2</td></tr>")
        .arg(keys.toHtmlEscaped(), text.toHtmlEscaped());
}

QString keysOf(const ActionRow& action)
{
    QStringList texts;
    for (const QKeySequence& keys : actionShortcuts(action)) {
        texts << keys.toString(QKeySequence::NativeText);
    }
    return texts.join(QStringLiteral("  "));
}

}  // namespace

ShortcutSheet::ShortcutSheet(QWidget* parent) : QDialog(parent)
{
    setWindowTitle(tr("Keyboard and mouse"));
    QString html = QStringLiteral("<table>");
    for (const ActionRow& action : actionTable()) {
        const QString keys = keysOf(action);
        if (!keys.isEmpty()) html += row(keys, plainText(action));
    }
    html += row(tr("Ctrl+wheel"), tr("Zoom at the pointer"));
    html += row(tr("Wheel"), tr("Scroll the lanes"));
    html += row(tr("Shift+wheel, Shift+drag"), tr("Pan"));
    html += row(tr("Drag"), tr("Select a range; statistics follow it"));
    html += row(tr("Click"), tr("Choose a slice and its task"));
    html += row(tr("Double click"), tr("Zoom to the slice"));
    html += row(tr("Right click"), tr("Pin, hide or colour the task of a lane"));
    html += QStringLiteral("</table>");
    auto* sheet = new QTextBrowser(this);
    sheet->setHtml(html);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(sheet, 1);
    layout->addWidget(buttons);
    resize(560, 640);
}

}  // namespace resched::ui

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/action_table.h"

#include <QtCore/QMap>
#include <QtCore/QSet>
#include <QtTest/QtTest>

#include <algorithm>

namespace resched::ui {

class ActionTableTest : public QObject
{
    Q_OBJECT
private slots:
    void noShortcutAppearsTwice();
    void everyShortcutIsOne();
    void idsAndTextsAreUnique();
    void theSheetOfTheProductIsThere_data();
    void theSheetOfTheProductIsThere();
    void mnemonicsOfAMenuDiffer();
};

void ActionTableTest::noShortcutAppearsTwice()
{
    QMap<QString, QString> owners;
    for (const ActionRow& row : actionTable()) {
        for (const QKeySequence& keys : actionShortcuts(row)) {
            const QString text = keys.toString();
            QVERIFY2(!owners.contains(text),
                     qPrintable(QStringLiteral("%1: %2 and %3")
                                    .arg(text, owners.value(text), QLatin1String(row.id))));
            owners.insert(text, QLatin1String(row.id));
        }
    }
}

void ActionTableTest::everyShortcutIsOne()
{
    for (const ActionRow& row : actionTable()) {
        for (const QKeySequence& keys : actionShortcuts(row)) {
            QVERIFY2(!keys.isEmpty() && keys[0].key() != Qt::Key_unknown, row.id);
        }
    }
}

void ActionTableTest::idsAndTextsAreUnique()
{
    QSet<QString> seen;
    for (const ActionRow& row : actionTable()) {
        QVERIFY2(!seen.contains(QLatin1String(row.id)), row.id);
        QVERIFY2(!seen.contains(plainText(row)), row.id);
        seen << QLatin1String(row.id) << plainText(row);
    }
}

void ActionTableTest::theSheetOfTheProductIsThere_data()
{
    QTest::addColumn<QString>("keys");
    for (const auto* keys :
         {"W", "S", "A", "D",       "Z",      "F", "Home",   "Right",        "Left", ".",
          ",", "M", "N", "Shift+N", "Ctrl+F", "/", "Ctrl+R", "Ctrl+Shift+P", "?",    "F1"}) {
        QTest::addRow("%s", keys) << QString::fromLatin1(keys);
    }
}

void ActionTableTest::theSheetOfTheProductIsThere()
{
    QFETCH(QString, keys);
    const auto rows = actionTable();
    const bool found = std::any_of(rows.begin(), rows.end(), [&](const ActionRow& row) {
        return actionShortcuts(row).contains(QKeySequence(keys));
    });
    QVERIFY(found);
}

void ActionTableTest::mnemonicsOfAMenuDiffer()
{
    QSet<QString> seen;
    for (const ActionRow& row : actionTable()) {
        const QString text = actionText(row);
        const auto at = text.indexOf(QLatin1Char('&'));
        if (at < 0) continue;
        const QString mnemonic =
            QStringLiteral("%1/%2").arg(static_cast<int>(row.menu)).arg(text[at + 1].toLower());
        QVERIFY2(!seen.contains(mnemonic), row.id);
        seen << mnemonic;
    }
}

}  // namespace resched::ui

QTEST_GUILESS_MAIN(resched::ui::ActionTableTest)
#include "action_table_test.moc"

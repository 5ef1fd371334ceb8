// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every text has its French: nothing unfinished, nothing empty, no placeholder lost.
#include <QtCore/QFile>
#include <QtCore/QRegularExpression>
#include <QtCore/QSet>
#include <QtCore/QXmlStreamReader>
#include <QtTest/QtTest>

namespace {

struct Message
{
    QString context;
    QString source;
    QStringList translations;  // several for plurals
    QString type;
};

Message readMessage(QXmlStreamReader& xml, const QString& context)
{
    Message message{.context = context, .source = {}, .translations = {}, .type = {}};
    while (xml.readNextStartElement()) {
        if (xml.name() == QStringLiteral("source")) {
            message.source = xml.readElementText();
        } else if (xml.name() == QStringLiteral("translation")) {
            message.type = xml.attributes().value(QStringLiteral("type")).toString();
            QString text;
            while (!xml.atEnd()) {
                xml.readNext();
                if (xml.isEndElement()) break;
                if (xml.isCharacters()) text += xml.text();
                if (xml.isStartElement()) message.translations.append(xml.readElementText());
            }
            if (message.translations.isEmpty()) message.translations.append(text);
        } else {
            xml.skipCurrentElement();
        }
    }
    return message;
}

QList<Message> readMessages(const QString& path)
{
    QFile file(path);
    QList<Message> messages;
    if (!file.open(QIODevice::ReadOnly)) return messages;
    QXmlStreamReader xml(&file);
    xml.readNextStartElement();
    while (xml.readNextStartElement()) {
        if (xml.name() != QStringLiteral("context")) {
            xml.skipCurrentElement();
            continue;
        }
        QString context;
        while (xml.readNextStartElement()) {
            if (xml.name() == QStringLiteral("name")) {
                context = xml.readElementText();
            } else if (xml.name() == QStringLiteral("message")) {
                messages.append(readMessage(xml, context));
            } else {
                xml.skipCurrentElement();
            }
        }
    }
    return messages;
}

QSet<QString> placeholders(const QString& text)
{
    static const QRegularExpression placeholder(QStringLiteral("%L?([0-9]+)"));
    QSet<QString> found;
    for (auto match = placeholder.globalMatch(text); match.hasNext();) {
        found.insert(match.next().captured(1));
    }
    return found;
}

}  // namespace

class TranslationsTest : public QObject
{
    Q_OBJECT

private slots:
    void frenchIsComplete()
    {
        const QList<Message> messages =
            readMessages(QStringLiteral(RESCHED_SOURCE_DIR "/translations/resched_fr.ts"));
        QVERIFY2(messages.size() > 100, "the file of translations was not read");
        for (const Message& message : messages) {
            const QString name = message.context + QStringLiteral(": ") + message.source;
            if (message.type == QStringLiteral("vanished")) continue;
            QVERIFY2(message.type != QStringLiteral("unfinished"), qPrintable(name));
            for (const QString& translation : message.translations) {
                QVERIFY2(!translation.isEmpty(), qPrintable(name));
                QVERIFY2(placeholders(translation) == placeholders(message.source),
                         qPrintable(name));
            }
        }
    }
};

QTEST_APPLESS_MAIN(TranslationsTest)
#include "translations_test.moc"

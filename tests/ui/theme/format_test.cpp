// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "format.h"

#include <QtCore/QLocale>
#include <QtTest/QtTest>

using namespace resched;
using namespace resched::ui;

namespace {

QString plain(QString text)
{
    return text.replace(QChar(0x00a0), u' ');
}

}  // namespace

class FormatTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { QLocale::setDefault(QLocale::c()); }

    void durationsChooseTheirUnitBySize()
    {
        QCOMPARE(plain(duration(Nanoseconds{0})), QStringLiteral("0 ns"));
        QCOMPARE(plain(duration(Nanoseconds{999})), QStringLiteral("999 ns"));
        QCOMPARE(plain(duration(Nanoseconds{1'000})), QStringLiteral("1 µs"));
        QCOMPARE(plain(duration(Nanoseconds{750'000})), QStringLiteral("750 µs"));
        QCOMPARE(plain(duration(Nanoseconds{1'234'567})), QStringLiteral("1.235 ms"));
        QCOMPARE(plain(duration(Nanoseconds{12'500'000'000})), QStringLiteral("12.5 s"));
        QCOMPARE(plain(duration(std::optional<Nanoseconds>{})), QStringLiteral("–"));
    }

    void aLengthThatRoundsUpChangesItsUnit()
    {
        QCOMPARE(plain(duration(Nanoseconds{999'999}, 1)), QStringLiteral("1 ms"));
        QCOMPARE(plain(duration(Nanoseconds{999'999}, 3)), QStringLiteral("999.999 µs"));
    }

    void noDigitPassesThroughADouble()
    {
        QCOMPARE(plain(exactDuration(Nanoseconds{1'700'000'000'123'456'789})),
                 QStringLiteral("1700000000.123456789 s"));
        QCOMPARE(plain(exactDuration(Nanoseconds::min())),
                 QStringLiteral("-9223372036.854775808 s"));
        QCOMPARE(plain(timeSince(timestamp(1'700'000'000'123'456'789), timestamp(0))),
                 QStringLiteral("1700000000.123456789 s"));
        QCOMPARE(plain(timeSince(timestamp(5), timestamp(1'000'000'005))),
                 QStringLiteral("-1.000000000 s"));
    }

    void aTableColumnKeepsItsDecimals()
    {
        QCOMPARE(durationIn(Nanoseconds{1'500'000}, TimeUnit::Milliseconds, 3),
                 QStringLiteral("1.500"));
        QCOMPARE(durationIn(Nanoseconds{-1'500'000}, TimeUnit::Milliseconds, 1),
                 QStringLiteral("-1.5"));
    }

    void numbersFollowTheLocale()
    {
        QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
        QCOMPARE(plain(duration(Nanoseconds{1'234'567})), QStringLiteral("1,235 ms"));
        QCOMPARE(count(1'234'567), QStringLiteral("1.234.567"));
    }

    void wallClockTimeIsExact()
    {
        QCOMPARE(plain(wallClock(timestamp(123'456'789), 1'700'000'000'000'000'000)),
                 QStringLiteral("2023-11-14 22:13:20.123456789 UTC"));
        QVERIFY(wallClock(timestamp(1), {}).isEmpty());
    }

    void anErrorIsOneSentenceWithItsPlace()
    {
        const Error error{.code = ErrorCode::Corrupt,
                          .what = "the record size is 3",
                          .path = "a.data",
                          .position = {FilePosition::Unit::Offset, 512},
                          .expected = "at least 8"};
        QCOMPARE(errorText(error),
                 QStringLiteral("The file is damaged: the record size is 3; expected: at least 8 "
                                "(a.data, offset 512)."));
        QCOMPARE(errorText({.code = ErrorCode::Canceled, .what = ""}), QStringLiteral("Canceled."));
    }

    void unknownDiagnosticsAreShownAsTheirKey()
    {
        QCOMPARE(diagnosticText("odd_new_thing"), QStringLiteral("odd new thing"));
        QVERIFY(diagnosticText("missing_wakeup") != QStringLiteral("missing wakeup"));
    }

    void everyStateAndReasonHasAText()
    {
        for (int i = 0; i < static_cast<int>(Look::Count); ++i) {
            QVERIFY(!stateText(static_cast<Look>(i)).isEmpty());
        }
        for (int i = 0; i <= static_cast<int>(EndReason::RunEnd); ++i) {
            QVERIFY(!endReasonText(static_cast<EndReason>(i)).isEmpty());
        }
        QCOMPARE(
            plain(decisionText(EndReason::TickSlice, {.value = 3'000'000, .limit = 2'250'000})),
            QStringLiteral("it had run 3 ms of its slice of 2.25 ms"));
    }

    void brokenUtf8BecomesAReplacementCharacter()
    {
        QCOMPARE(fromTrace("a\xe6\x97"), QStringLiteral("a\uFFFD\uFFFD"));
    }
};

QTEST_MAIN(FormatTest)
#include "format_test.moc"

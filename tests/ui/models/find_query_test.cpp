// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/find_query.h"

#include <QtTest/QtTest>

namespace resched::ui {

class FindQueryTest : public QObject
{
    Q_OBJECT
private slots:
    void understandsEveryForm_data();
    void understandsEveryForm();
    void findsACpu();
    void namesWithNumbersAreNamesToo();
};

void FindQueryTest::understandsEveryForm_data()
{
    QTest::addColumn<QString>("typed");
    for (const auto* typed : {"make-1234", "make[1234]", "make:1234", "1234", "make", "MAKE",
                              " make ", "mak", "make - 1234"}) {
        QTest::addRow("%s", typed) << QString::fromLatin1(typed);
    }
}

void FindQueryTest::understandsEveryForm()
{
    QFETCH(QString, typed);
    const FindQuery query = parseFindQuery(typed);
    QVERIFY(query.matches(QStringLiteral("make"), Tid{1234}));
    QVERIFY(!query.matches(QStringLiteral("cc1"), Tid{99}));
}

void FindQueryTest::findsACpu()
{
    for (const auto* typed : {"CPU 3", "cpu3", "Cpu  3"}) {
        const FindQuery query = parseFindQuery(QString::fromLatin1(typed));
        QVERIFY(query.cpu == CpuId{3});
        QVERIFY(!query.matches(QStringLiteral("cpuhp/3"), Tid{20}));
    }
    QVERIFY(!parseFindQuery(QStringLiteral("cpuhp/3")).cpu);
    QVERIFY(parseFindQuery(QStringLiteral("cpuhp/3")).matches(QStringLiteral("cpuhp/3"), Tid{20}));
}

void FindQueryTest::namesWithNumbersAreNamesToo()
{
    const FindQuery query = parseFindQuery(QStringLiteral("kworker/0:1"));
    QVERIFY(query.matches(QStringLiteral("kworker/0:1"), Tid{55}));
    QVERIFY(query.matches(QStringLiteral("kworker/0:1-events"), Tid{56}));
    QVERIFY(!query.matches(QStringLiteral("kworker/1:0"), Tid{57}));
    const FindQuery full = parseFindQuery(QStringLiteral("kworker/0:1-55"));
    QVERIFY(full.matches(QStringLiteral("kworker/0:1"), Tid{55}));
    QVERIFY(!full.matches(QStringLiteral("kworker/0:1"), Tid{56}));
    QVERIFY(parseFindQuery({}).isEmpty());
}

}  // namespace resched::ui

QTEST_GUILESS_MAIN(resched::ui::FindQueryTest)
#include "find_query_test.moc"

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/report.h"

#include "report/report_numbers.h"
#include "support/schedule.h"

#include <QtCore/QRegularExpression>
#include <QtTest/QtTest>

using namespace resched;
using namespace resched::ui;
using namespace std::chrono_literals;

namespace {

NamedRun runOf(const QString& label, int wakeupAt)
{
    const std::string text = "SW 0 c0 I:0[R]>B\nWK " + std::to_string(wakeupAt) +
                             " c0 A@0\nSW 900 c0 B[R]>A\nSW 1400 c0 A[S]>B\n"
                             "SW 2000 c0 B[S]>I:0\nEND 2500\n";
    return {label, std::make_shared<const Trace>(test::traceOf(text))};
}

Result<Report> sample()
{
    NoProgress progress;
    return makeReport(runOf(QStringLiteral("recorded <1>"), 100),
                      {{.run = runOf(QStringLiteral("replayed"), 500), .isSelfReplay = true}}, {},
                      progress);
}

}  // namespace

class ReportTest : public QObject
{
    Q_OBJECT

private slots:
    void hasNumbersFiguresFidelityAndProvenance()
    {
        const Result<Report> report = sample();
        QVERIFY(report.has_value());
        QCOMPARE(report->sections.size(), std::size_t{3});
        QVERIFY(report->sections[0].tables.size() >= 2);
        QVERIFY(report->sections[1].tables.size() == 1);  // fidelity
        // No vruntime in this trace: a sentence instead of the spread.
        QCOMPARE(report->sections[1].figures.size(), std::size_t{3});
        QVERIFY(report->sections[1].paragraphs.last().contains(QStringLiteral("vruntime")));
    }

    void aNumberOfEachRunStandsInItsColumn()
    {
        const ReportTable table = totalsTable(
            {runOf(QStringLiteral("a"), 100), runOf(QStringLiteral("b"), 500)}, ReportOptions{});
        QCOMPARE(table.head, (QStringList{QString(), QStringLiteral("a"), QStringLiteral("b")}));
        for (const QStringList& row : table.rows) {
            if (row[0] != QStringLiteral("wakeup latency, max")) continue;
            QCOMPARE(QString(row[1]).replace(QChar(0xa0), u' '), QStringLiteral("800 µs"));
            QCOMPARE(QString(row[2]).replace(QChar(0xa0), u' '), QStringLiteral("400 µs"));
            return;
        }
        QFAIL("no row for the longest wakeup latency");
    }

    void htmlRefersToNothingOutsideItself()
    {
        const Result<Report> report = sample();
        QVERIFY(report.has_value());
        const QString html = QString::fromStdString(reportHtml(*report));
        const QRegularExpression link(QStringLiteral("(src|href)\\s*=\\s*\"(?!data:)"));
        QVERIFY(!html.contains(link));
        QVERIFY(!html.contains(QStringLiteral("<script")));
        QVERIFY(html.contains(QStringLiteral("recorded &lt;1&gt;")));
        QVERIFY(!html.contains(QStringLiteral("<1>")));
        QCOMPARE(html.count(QStringLiteral("<figure>")), qsizetype{3});
    }

    void theSameReportHasTheSameBytes()
    {
        const Result<Report> first = sample();
        const Result<Report> second = sample();
        QVERIFY(first && second);
        QVERIFY(reportHtml(*first) == reportHtml(*second));
        QVERIFY(reportPdf(*first) == reportPdf(*second));
        QVERIFY(reportPdf(*first).starts_with("%PDF-"));
    }

    void theTimelineShowsTheLongestWait()
    {
        const NamedRun run = runOf(QStringLiteral("a"), 100);
        const TimeRange range = tellingRange(*run.trace, {});
        QVERIFY(range.begin <= timestamp(100'000));
        QVERIFY(range.end >= timestamp(900'000));
        const Trace quiet = test::traceOf("SW 0 c0 I:0[R]>A\nEND 10\n");
        QVERIFY(tellingRange(quiet, {}) == quiet.span());
    }

    void unknownExtensionsAreRefused()
    {
        QVERIFY(!checkReportPath("report.odt"));
        QVERIFY(checkReportPath("report.html").has_value());
        QVERIFY(checkReportPath("report.pdf").has_value());
    }
};

QTEST_MAIN(ReportTest)
#include "report_test.moc"

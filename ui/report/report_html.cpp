// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/report.h"

#include <QtCore/QByteArray>
#include <QtCore/QLocale>

namespace resched::ui {

namespace {

constexpr char kStyle[] = R"(
:root { color-scheme: light; }
body { font: 15px/1.5 "DejaVu Sans", system-ui, sans-serif; color: #1b1f24; background: #fff;
       max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; line-height: 1.25; } h2 { font-size: 1.25rem; margin-top: 2.5rem; }
p { overflow-wrap: anywhere; } .summary { color: #57606a; }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; font-size: .87rem; }
caption { text-align: left; font-weight: bold; padding: .3rem 0; }
th, td { padding: .22rem .7rem; border-bottom: 1px solid #dfe3e8; text-align: right; vertical-align: bottom; }
th:first-child, td:first-child { text-align: left; padding-left: 0; }
thead th { border-bottom: 1px solid #57606a; }
.wide { overflow-x: auto; }
figure { margin: 1.5rem 0; } figure img { max-width: 100%; height: auto; border: 1px solid #dfe3e8; }
@media print { body { margin: 0; } figure, table { break-inside: avoid; } }
)";

QString rowHtml(const QStringList& cells, const QString& tag)
{
    QString html = QStringLiteral("<tr>");
    for (const QString& cell : cells) {
        html += u'<' + tag + u'>' + cell.toHtmlEscaped() + QStringLiteral("</") + tag + u'>';
    }
    return html + QStringLiteral("</tr>\n");
}

QString tableHtml(const ReportTable& table)
{
    QString html = QStringLiteral("<div class=\"wide\"><table>\n<caption>") +
                   table.title.toHtmlEscaped() + QStringLiteral("</caption>\n<thead>") +
                   rowHtml(table.head, QStringLiteral("th")) +
                   QStringLiteral("</thead>\n<tbody>\n");
    for (const QStringList& row : table.rows) html += rowHtml(row, QStringLiteral("td"));
    return html + QStringLiteral("</tbody>\n</table></div>\n");
}

// An image of its own, so that the ids inside two figures never meet.
QString figureHtml(const Figure& figure)
{
    const QByteArray svg = QByteArray::fromStdString(figureSvg(figure));
    const QString alt = figure.title() + QStringLiteral(". ") + figure.caption().join(u' ');
    return QStringLiteral("<figure><img width=\"%1\" height=\"%2\" alt=\"%3\" src=\"")
               .arg(figure.size().width())
               .arg(figure.size().height())
               .arg(alt.toHtmlEscaped()) +
           QStringLiteral("data:image/svg+xml;base64,") + QString::fromLatin1(svg.toBase64()) +
           QStringLiteral("\"></figure>\n");
}

QString sectionHtml(const ReportSection& section)
{
    QString html = QStringLiteral("<section>\n<h2>") + section.title.toHtmlEscaped() +
                   QStringLiteral("</h2>\n");
    for (const QString& paragraph : section.paragraphs) {
        html += QStringLiteral("<p>") + paragraph.toHtmlEscaped() + QStringLiteral("</p>\n");
    }
    for (const ReportTable& table : section.tables) html += tableHtml(table);
    for (const auto& figure : section.figures) html += figureHtml(*figure);
    return html + QStringLiteral("</section>\n");
}

}  // namespace

std::string reportHtml(const Report& report)
{
    const QString language =
        QLocale() == QLocale::c() ? QStringLiteral("en") : QLocale().bcp47Name();
    QString html = QStringLiteral(
                       "<!DOCTYPE html>\n<html lang=\"%1\">\n<head>\n"
                       "<meta charset=\"utf-8\">\n"
                       "<meta name=\"viewport\" content=\"width=device-width\">\n")
                       .arg(language);
    html += QStringLiteral("<title>") + report.title.toHtmlEscaped() +
            QStringLiteral("</title>\n<style>") + QString::fromLatin1(kStyle) +
            QStringLiteral("</style>\n</head>\n<body>\n<h1>") + report.title.toHtmlEscaped() +
            QStringLiteral("</h1>\n<p class=\"summary\">") + report.summary.toHtmlEscaped() +
            QStringLiteral("</p>\n");
    for (const ReportSection& section : report.sections) html += sectionHtml(section);
    return (html + QStringLiteral("</body>\n</html>\n")).toStdString();
}

}  // namespace resched::ui

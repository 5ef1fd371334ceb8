// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "figures/caption.h"
#include "figures/pdf_page.h"
#include "plots/canvas.h"
#include "plots/plot_style.h"
#include "report/report.h"
#include "theme.h"

#include <QtGui/QFontMetricsF>
#include <QtGui/QPainter>

#include <algorithm>
#include <cmath>

namespace resched::ui {

namespace {

// A4 at 96 dots per inch.
constexpr QSize kPage(794, 1123);
constexpr int kMargin = 56;
constexpr int kWidth = kPage.width() - 2 * kMargin;
constexpr int kBottom = kPage.height() - kMargin;
constexpr int kHeadWrap = Qt::TextWordWrap;
constexpr int kWrap = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;
constexpr int kRowHeight = 17;

class PdfReport
{
public:
    explicit PdfReport(const Report& report)
        : report_(report), document_(report.title, kPage), theme_(Theme::of(ThemeKind::Light))
    {}

    std::string make()
    {
        addText(report_.title, plotFont(FontRole::Title, 18), ColorId::Text, 8);
        addText(report_.summary, plotFont(FontRole::Small), ColorId::SecondaryText, 10);
        for (const ReportSection& section : report_.sections) addSection(section);
        addPageNumber();
        return document_.finish();
    }

private:
    QPainter& painter() { return document_.canvas().painter(); }

    void addPageNumber()
    {
        painter().setFont(plotFont(FontRole::Small));
        painter().setPen(theme_.color(ColorId::SecondaryText));
        painter().drawText(QRect(kMargin, kBottom + 14, kWidth, 16),
                           static_cast<int>(Qt::AlignRight | Qt::AlignTop), QString::number(page_));
    }

    void breakPage()
    {
        addPageNumber();
        document_.newPage(kPage);
        ++page_;
        y_ = kMargin;
    }

    // Starts a new page unless that much fits on this one.
    void need(int height)
    {
        if (y_ + height > kBottom && y_ > kMargin) breakPage();
    }

    void addText(const QString& wanted, const QFont& font, ColorId color, int gap)
    {
        const QString text = breakable(wanted);
        const QRectF all(0, 0, kWidth, 100'000);
        const int height = static_cast<int>(
            std::ceil(QFontMetricsF(font).boundingRect(all, kWrap, text).height()));
        need(height);
        painter().setFont(font);
        painter().setPen(theme_.color(color));
        painter().drawText(QRect(kMargin, y_, kWidth, height + 2), kWrap, text);
        y_ += height + gap;
    }

    void addSection(const ReportSection& section)
    {
        y_ += 10;
        need(120);
        addText(section.title, plotFont(FontRole::Title, 14), ColorId::Text, 6);
        for (const QString& paragraph : section.paragraphs) {
            addText(paragraph, plotFont(FontRole::Normal, 12), ColorId::Text, 6);
        }
        for (const ReportTable& table : section.tables) addTable(table);
        for (const auto& figure : section.figures) addFigure(*figure);
    }

    // Widths in proportion to what stands in the columns; long texts of the first are cut.
    std::vector<double> widths(const ReportTable& table) const
    {
        const QFontMetricsF metrics(plotFont(FontRole::Small));
        std::vector<double> wanted;
        for (qsizetype column = 0; column < table.head.size(); ++column) {
            double widest = 0;
            for (const QString& word : table.head[column].split(u' ')) {
                widest = std::max(widest, metrics.horizontalAdvance(word));
            }
            for (const QStringList& row : table.rows) {
                widest = std::max(widest, metrics.horizontalAdvance(row[column]));
            }
            wanted.push_back(widest + 10);
        }
        double sum = 0;
        for (const double width : wanted) sum += width;
        if (sum > kWidth) {
            for (double& width : wanted) width *= kWidth / sum;
        }
        return wanted;
    }

    void addTable(const ReportTable& table)
    {
        need(4 * kRowHeight);
        addText(table.title, plotFont(FontRole::Bold, 12), ColorId::Text, 2);
        const std::vector<double> columns = widths(table);
        addRow(table.head, columns, true);
        for (const QStringList& row : table.rows) {
            if (y_ + kRowHeight > kBottom) {
                breakPage();
                addRow(table.head, columns, true);
            }
            addRow(row, columns, false);
        }
        y_ += 10;
    }

    void addRow(const QStringList& cells, const std::vector<double>& columns, bool isHead)
    {
        const QFont font = plotFont(FontRole::Small);
        const QFontMetricsF metrics(font);
        double height = kRowHeight;
        for (qsizetype i = 0; isHead && i < cells.size(); ++i) {
            const QRectF all(0, 0, columns[static_cast<std::size_t>(i)] - 6, 1000);
            height = std::max(height, metrics.boundingRect(all, kHeadWrap, cells[i]).height() + 4);
        }
        double x = kMargin;
        painter().setFont(font);
        painter().setPen(theme_.color(isHead ? ColorId::SecondaryText : ColorId::Text));
        for (qsizetype i = 0; i < cells.size(); ++i) {
            const double width = columns[static_cast<std::size_t>(i)];
            const QRectF cell(x, y_, width - 6, height);
            const Qt::Alignment side = i == 0 ? Qt::AlignLeft : Qt::AlignRight;
            const int flags = static_cast<int>(side | Qt::AlignVCenter) | (isHead ? kHeadWrap : 0);
            painter().drawText(
                cell, flags,
                isHead ? cells[i] : metrics.elidedText(cells[i], Qt::ElideRight, width - 4));
            x += width;
        }
        y_ += static_cast<int>(std::ceil(height));
        painter().setPen(QPen(theme_.color(isHead ? ColorId::Axis : ColorId::Grid), 0.8));
        painter().drawLine(QLineF(kMargin, y_, x, y_));
    }

    // Shrunk to the width of the page, and to its height where that is less.
    void addFigure(const Figure& figure)
    {
        const QSize size = figure.size();
        const double scale = std::min({1.0, kWidth / static_cast<double>(size.width()),
                                       (kBottom - kMargin) / static_cast<double>(size.height())});
        const int height = static_cast<int>(std::ceil(size.height() * scale));
        need(height);
        painter().save();
        painter().translate(kMargin, y_);
        painter().scale(scale, scale);
        figure.paint(document_.canvas());
        painter().restore();
        y_ += height + 12;
    }

    const Report& report_;
    PdfDocument document_;
    Theme theme_;
    int y_ = kMargin;
    int page_ = 1;
};

}  // namespace

std::string reportPdf(const Report& report)
{
    return PdfReport(report).make();
}

}  // namespace resched::ui

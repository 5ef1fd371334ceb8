// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "figures/figure.h"

#include "figures/caption.h"
#include "figures/figure_builder.h"
#include "plots/canvas.h"
#include "plots/latency_plot.h"
#include "plots/plot_style.h"

#include <QtGui/QPainter>

#include <algorithm>
#include <cmath>

namespace resched::ui {

namespace {

constexpr int kMargin = 14;
constexpr int kGap = 8;
constexpr int kRowHeight = 17;
constexpr double kCellGap = 12;
// Narrow figures leave out columns of the numbers, in this order.
constexpr int kLeftOut[] = {9, 7, 3, 4, 2, 6};
constexpr int kNarrow = 700;  // below it the digest breaks

// Wraps like QPainter does with the same flags, so that what is measured is what is painted.
constexpr int kCaptionFlags = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;

double columnWidth(const std::vector<QStringList>& rows, int column)
{
    const QFontMetricsF metrics(plotFont(FontRole::Small));
    double widest = 0;
    for (const QStringList& row : rows) {
        widest = std::max(widest, metrics.horizontalAdvance(row[column]) + kCellGap);
    }
    return widest;
}

// The columns that fit, the first always.
std::vector<int> fittingColumns(const std::vector<QStringList>& rows, double room)
{
    std::vector<int> columns;
    double needed = 0;
    for (int i = 0; i < static_cast<int>(rows.front().size()); ++i) {
        columns.push_back(i);
        needed += columnWidth(rows, i);
    }
    for (const int column : kLeftOut) {
        if (needed <= room) break;
        needed -= columnWidth(rows, column);
        std::erase(columns, column);
    }
    return columns;
}

}  // namespace

std::optional<FigureView> parseFigureView(std::string_view name)
{
    for (const FigureView view :
         {FigureView::Timeline, FigureView::Spread, FigureView::Histogram, FigureView::Depth}) {
        if (figureViewName(view) == name) return view;
    }
    return {};
}

std::string_view figureViewName(FigureView view)
{
    switch (view) {
        case FigureView::Timeline:
            return "timeline";
        case FigureView::Spread:
            return "spread";
        case FigureView::Histogram:
            return "histogram";
        case FigureView::Depth:
            return "depth";
    }
    return {};
}

Figure::Figure() = default;
Figure::Figure(Figure&&) noexcept = default;
Figure& Figure::operator=(Figure&&) noexcept = default;
Figure::~Figure() = default;

Result<Figure> Figure::make(const std::optional<NamedRun>& baseline, const NamedRun& current,
                            const FigureOptions& options, Progress& progress)
{
    Figure figure;
    figure.options_ = options;
    figure.theme_ = Theme::of(options.theme);
    FigureBuilder builder{figure, baseline, current, progress};
    if (const Result<void> built = builder.build(); !built) return built.error();
    figure.layOut();
    return figure;
}

QString Figure::captionText() const
{
    const QString text = caption_.join(u'\n');
    return options_.width < kNarrow ? breakable(text) : text;
}

int Figure::numbersHeight() const
{
    return static_cast<int>(numbers_.size()) * kRowHeight;
}

void Figure::layOut()
{
    const int inner = std::max(200, options_.width) - 2 * kMargin;
    const auto height = [inner](const QFont& font, const QString& text) {
        const QFontMetricsF metrics(font);
        return static_cast<int>(std::ceil(
            metrics.boundingRect(QRectF(0, 0, inner, 10'000), kCaptionFlags, text).height()));
    };
    int y = kMargin;
    const auto place = [&](int rows, int gap) {
        const QRect rect(kMargin, y, inner, rows);
        y += rows + (rows > 0 ? gap : 0);
        return rect;
    };
    titlePlace_ = place(height(plotFont(FontRole::Title), title_), kGap);
    const int captionHeight = height(plotFont(FontRole::Small), captionText()) + 2;
    if (options_.height > 0) {
        const int others = y + kGap + numbersHeight() + kGap + captionHeight + kMargin;
        plotHeight_ = std::max(120, options_.height - others);
    }
    plotPlace_ = place(plotHeight_, kGap);
    numbersPlace_ = place(numbersHeight(), kGap);
    captionPlace_ = place(captionHeight, 0);
    size_ = {inner + 2 * kMargin, y + kMargin};
}

void Figure::paint(Canvas& canvas, QPoint at) const
{
    QPainter& painter = canvas.painter();
    painter.save();
    painter.translate(at);
    painter.fillRect(QRect(QPoint(), size_), theme_.color(ColorId::Window));
    painter.setFont(plotFont(FontRole::Title));
    painter.setPen(theme_.color(ColorId::Text));
    painter.drawText(titlePlace_, kCaptionFlags, title_);
    canvas.drawPlot(*plot_, plotPlace_);
    paintNumbers(canvas, numbersPlace_);
    painter.setFont(plotFont(FontRole::Small));
    painter.setPen(theme_.color(ColorId::SecondaryText));
    painter.drawText(captionPlace_, kCaptionFlags, captionText());
    painter.restore();
}

void Figure::paintNumbers(Canvas& canvas, const QRect& place) const
{
    if (numbers_.empty()) return;
    QPainter& painter = canvas.painter();
    painter.setFont(plotFont(FontRole::Small));
    const std::vector<int> columns = fittingColumns(numbers_, place.width());
    const double first = columnWidth(numbers_, 0);
    const double rest = (place.width() - first) / static_cast<double>(columns.size() - 1);
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
        const double y = place.top() + static_cast<int>(i) * kRowHeight;
        painter.setPen(theme_.color(i == 0 ? ColorId::SecondaryText : ColorId::Text));
        double x = place.left();
        for (const int column : columns) {
            const double width = column == 0 ? first : rest;
            const Qt::Alignment side = column == 0 ? Qt::AlignLeft : Qt::AlignRight;
            painter.drawText(QRectF(x, y, width, kRowHeight),
                             static_cast<int>(Qt::AlignVCenter | side), numbers_[i][column]);
            x += width;
        }
        painter.setPen(QPen(theme_.color(i == 0 ? ColorId::Axis : ColorId::Grid), 1));
        painter.drawLine(QLineF(place.left(), y + kRowHeight, place.right(), y + kRowHeight));
    }
}

}  // namespace resched::ui

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/plot_style.h"

#include <qcustomplot.h>

#include <limits>

namespace resched::ui {

QFont plotFont(FontRole role, int pixels)
{
    QFont font(QStringLiteral("DejaVu Sans"));
    font.setStyleHint(QFont::SansSerif);
    // Widths must not depend on the device, or paper and screen would be laid out differently.
    font.setHintingPreference(QFont::PreferNoHinting);
    switch (role) {
        case FontRole::Normal:
            font.setPixelSize(pixels);
            break;
        case FontRole::Small:
            font.setPixelSize(pixels - 2);
            break;
        case FontRole::Bold:
            font.setPixelSize(pixels);
            font.setBold(true);
            break;
        case FontRole::Title:
            font.setPixelSize(pixels + 4);
            font.setBold(true);
            break;
    }
    return font;
}

void styleAxes(QCPAxisRect& rect, const Theme& theme)
{
    rect.setBackground(QBrush(theme.color(ColorId::Base)));
    const QPen line(theme.color(ColorId::Axis), 1);
    for (QCPAxis* axis : rect.axes()) {
        axis->setBasePen(line);
        axis->setTickPen(line);
        axis->setSubTickPen(line);
        axis->setTickLength(0, 5);
        axis->setSubTickLength(0, 3);
        axis->setLabelColor(theme.color(ColorId::Text));
        axis->setTickLabelColor(theme.color(ColorId::Text));
        axis->setLabelFont(plotFont(FontRole::Normal));
        axis->setTickLabelFont(plotFont(FontRole::Small));
        axis->setLabelPadding(4);
        axis->grid()->setPen(QPen(theme.color(ColorId::Grid), 1));
        axis->grid()->setZeroLinePen(Qt::NoPen);
        axis->grid()->setSubGridVisible(false);
    }
}

void styleLegend(QCPLegend& legend, const Theme& theme)
{
    legend.setFont(plotFont(FontRole::Small));
    legend.setTextColor(theme.color(ColorId::Text));
    legend.setBrush(Qt::NoBrush);
    legend.setBorderPen(Qt::NoPen);
    legend.setIconSize(22, 12);
    legend.setRowSpacing(2);
    legend.setMargins(QMargins(4, 2, 4, 2));
}

void stylePlot(QCustomPlot& plot, const Theme& theme)
{
    plot.setBackground(QBrush(theme.color(ColorId::Window)));
    for (QCPAxisRect* rect : plot.axisRects()) styleAxes(*rect, theme);
    for (QCPLegend* legend : plot.findChildren<QCPLegend*>()) styleLegend(*legend, theme);
}

QCPLegend* addLegendRow(QCustomPlot& plot)
{
    auto* legend = new QCPLegend;
    legend->setFillOrder(QCPLayoutGrid::foColumnsFirst);
    plot.plotLayout()->addElement(0, 0, legend);
    plot.plotLayout()->setRowStretchFactor(0, 0.001);
    plot.plotLayout()->setRowSpacing(0);
    legend->setLayer(QStringLiteral("legend"));
    return legend;
}

void addNotice(QCustomPlot& plot, const QString& text, const Theme& theme)
{
    auto* element = new QCPTextElement(&plot, text, plotFont(FontRole::Normal));
    element->setTextColor(theme.color(ColorId::SecondaryText));
    plot.plotLayout()->addElement(0, 0, element);
}

std::vector<int> labelRows(const std::vector<double>& centers, const std::vector<double>& widths,
                           double gap, int rows)
{
    std::vector<double> ends(static_cast<std::size_t>(rows), -std::numeric_limits<double>::max());
    std::vector<int> placed;
    placed.reserve(centers.size());
    for (std::size_t i = 0; i < centers.size(); ++i) {
        const double begin = centers[i] - widths[i] / 2;
        int row = -1;
        for (int candidate = 0; candidate < rows && row < 0; ++candidate) {
            double& end = ends[static_cast<std::size_t>(candidate)];
            if (begin < end + gap && end > -std::numeric_limits<double>::max()) continue;
            end = begin + widths[i];
            row = candidate;
        }
        placed.push_back(row);
    }
    return placed;
}

}  // namespace resched::ui

// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How every plot looks: fonts in pixels (the same on screen, image and paper), axes and grid in the
// theme's colours, and where labels go that would cover each other.

#include "theme.h"

#include <QtGui/QFont>

#include <vector>

class QCPAxisRect;
class QCPLegend;
class QCustomPlot;

namespace resched::ui {

enum class FontRole { Normal, Small, Bold, Title };
// The family that the project installs with; `pixels` is the size of Normal.
QFont plotFont(FontRole role, int pixels = 13);

void styleAxes(QCPAxisRect& rect, const Theme& theme);
void styleLegend(QCPLegend& legend, const Theme& theme);
void stylePlot(QCustomPlot& plot, const Theme& theme);  // all of the above and the background

// Into row 0 of the plot's layout: a legend side by side, no higher than it needs; or, where
// nothing can be drawn, a sentence that says so.
QCPLegend* addLegendRow(QCustomPlot& plot);
void addNotice(QCustomPlot& plot, const QString& text, const Theme& theme);

// Labels centred at `centers`, in ascending order, of those widths: the row of each, so that no two
// in one row overlap and row 0 is used first. Labels that fit in no row below `rows` get -1.
std::vector<int> labelRows(const std::vector<double>& centers, const std::vector<double>& widths,
                           double gap, int rows);

}  // namespace resched::ui
